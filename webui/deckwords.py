"""What enrolling a deck found, in words: a pure presenter of the object that `enroll --json` prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.cards import parse_face
from webui.texts import TEXTS, Language, card_name, say

MANY_DOUBLES = 8
"""Doubles from which cards rather seem to be on two pictures."""


def sentences(told: Mapping[str, Any], language: Language) -> Iterator[str]:
    """Yield what was found, what is wrong, and what should be confirmed; *told* as `enroll --json` prints it."""
    key = "deck.whole" if told["complete"] else "deck.faulty"
    yield say(key, language, deck=told["deck"], cards=told["cards"])
    for bonus in told["bonus"]:
        yield say("deck.bonus", language, number=bonus["number"], card=spoken_card(bonus["face"], language))
    faults = told["faults"]
    for fault in faults:
        card = spoken_card(fault["face"], language) if fault["face"] else ""
        yield say(f"deck.{fault['fault']}", language, card=card, numbers=", ".join(map(str, fault["numbers"])))
    if sum(fault["fault"] == "double" for fault in faults) >= MANY_DOUBLES:
        yield say("deck.twice", language)
    for doubt in told["doubtful"]:
        card, other = (spoken_card(doubt[name], language) for name in ("face", "instead"))
        key = "deck.doubt" if other != card else "deck.confirm"
        yield say(key, language, number=doubt["number"], card=card, other=other)
    for why in sorted({doubt["why"] for doubt in told["doubtful"]} - {None}):
        yield say(f"why.{why}", language)
    if told["file"]:
        yield say("deck.kept", language, deck=told["deck"])


def spoken_card(label: str, language: Language) -> str:
    """A card's name, or what it is taken for instead: ``"5월 난초 열끗"``, ``"a back"``."""
    key = f"deck.card.{label}"
    return say(key, language) if key in TEXTS else card_name(parse_face(label), language)
