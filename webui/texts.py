"""Codes to words: every code that the page, the API or the log shows has Korean and English here, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple

from engine.cards import Face, Kind
from engine.observation import Zone, ZoneKind
from webui.errors import WebError
from webui.words import WORDS

Language = Literal["ko", "en"]
LANGUAGES: tuple[Language, ...] = ("ko", "en")
Speak = Callable[..., str]


class Text(NamedTuple):
    """The same thing in both languages; the fields are named by language code."""

    ko: str
    en: str


TEXTS: dict[str, Text] = {key: Text(*pair) for group in WORDS for key, pair in group.items()}

PLACES: dict[int, tuple[str, ...]] = {
    2: ("bottom", "top"),
    3: ("bottom", "right", "left"),
    4: ("bottom", "right", "top", "left"),
}
"""Where each seat is in the picture, by player count (CONTRACT.md section 2)."""


def say(key: str, language: Language, **values: object) -> str:
    """The text of *key* with its values filled in. Raises KeyError for a key without text."""
    return str(getattr(TEXTS[key], language)).format(**values)


def speak(language: Language) -> Speak:
    """`say` in one language: ``t("ui.go")`` in the templates and presenters."""
    return partial(say, language=language)


def known(group: str, code: str, language: Language) -> str:
    """The text of ``group.code``; a code that a newer engine may send is shown as it is."""
    key = f"{group}.{code}"
    return say(key, language) if key in TEXTS else code.replace("_", " ")


def card_name(face: Face, language: Language) -> str:
    """A card's full name, for example ``"8월 공산 광"`` or ``"August, pampas bright"``."""
    if face.kind is Kind.BONUS:
        return say("card.bonus", language, value=face.junk_value)
    kind = say(f"kind.{face.kind.name.lower()}", language)
    return say("card.name", language, month=face.month, flower=say(f"month.{face.month}", language), kind=kind)


def card_label(face: Face, language: Language) -> str:
    """A card's short name, for sentences: ``"8월 광"`` or ``"pampas bright"``."""
    if face.kind is Kind.BONUS:
        return say("card.bonus_label", language, value=face.junk_value)
    kind = say(f"kind.{face.kind.name.lower()}", language)
    return say("card.label", language, month=face.month, flower=say(f"month.{face.month}", language), kind=kind)


def card_mark(face: Face, language: Language) -> str:
    """A card's shortest name, for the picture: ``"8광"`` or ``"8B"``; the number of a bonus card is its value."""
    return f"{face.month or face.junk_value}{say(f'mark.{face.kind.name.lower()}', language)}"


def seat_name(seat: int, players: int, language: Language) -> str:
    """A seat by its place in the picture: ``"아래"`` or ``"Bottom"``."""
    return say(f"place.{PLACES[players][seat]}", language)


def zone_name(zone: Zone, players: int, language: Language) -> str:
    """A place by its name: the floor, or somebody's captured cards."""
    if zone.kind is ZoneKind.PILE and zone.seat is not None:
        return say("ui.pile_of", language, who=seat_name(zone.seat, players, language))
    return say(f"zone.{zone.kind}", language)


def parse_language(text: str | None, default: Language) -> Language:
    """The language asked for; *default* without one. Raises WebError for one that is not spoken here."""
    if text is None:
        return default
    for language in LANGUAGES:
        if text == language:
            return language
    raise WebError("language", f"no language {text!r}; ko or en is spoken here")
