"""Cards as people type them: engine codes, the names that the page shows, and what players say at the table."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import cache

from engine.cards import BONUS_FACES, BY_CODE, FACES, Face, Kind, parse_face
from engine.score import GODORI, RIBBON_SETS
from engine.steal import CUP
from engine.tally import ANY_JUNK
from webui.errors import WebError
from webui.texts import LANGUAGES, Language, say

FLOWERS = {1: ("솔",), 2: ("매화",), 3: ("사쿠라",), 6: ("목단",), 11: ("똥",)}
KINDS = {Kind.ANIMAL: ("열끝", "멍")}
ALONE = {"국진": "09-animal", "일광": "01-bright", "삼광": "03-bright", "팔광": "08-bright", "조커2": "bonus2",
         "조커3": "bonus3"}
"""What players say beside the words of `webui.words`: other flowers, other kinds, names of single cards."""

SETS = {**RIBBON_SETS, "godori": GODORI, "ogwang": frozenset({1, 3, 8, 11, 12})}
SET_KINDS = {"godori": Kind.ANIMAL, "ogwang": Kind.BRIGHT}
SPLIT = re.compile(r"[\s,]+")
TIMES = re.compile(r"(.+?)[x×](\d{1,2})")
SET = re.compile(r"(\D+?)(\d{1,2}(?:·\d{1,2})*)")
MONTH = re.compile(r"\d{1,2}")
NEAR, SAME_MONTH = 0.5, 0.3  # share of equal letters; what the month that was named is worth
COUNT = re.compile(r"(?:피|junk)(\d{1,2})장?")


def read_cards(words: Iterable[str], language: Language) -> tuple[Face, ...]:
    """Return the cards of *words*, each of which may name several. Raises WebError that offers the nearest names."""
    return tuple(face for word in words for part in SPLIT.split(word) if part for face in _read(part, language))


def typed_name(face: Face, language: Language) -> str:
    """A card as it may be typed again: ``"8광"``, ``"11쌍피"``; in English its code."""
    if face == ANY_JUNK:
        return say("kind.junk", language)
    if language == "en":
        return str(face)
    if face == CUP:
        return "국진"
    if face.kind is Kind.BONUS:
        return say("typed.bonus", language, value=face.junk_value)
    return f"{face.month}{say(f'kind.{face.kind.name.lower()}', language)}"


def _read(word: str, language: Language) -> tuple[Face, ...]:
    text = _plain(word)
    if count := COUNT.fullmatch(text):
        return (ANY_JUNK,) * int(count[1])
    if times := TIMES.fullmatch(text):
        return _named(times[1], word, language) * int(times[2])
    return _named(text, word, language)


def _named(text: str, word: str, language: Language) -> tuple[Face, ...]:
    if text in _names():
        return _names()[text]
    near: list[str] = []
    if (part := SET.fullmatch(text)) and part[1] in _set_names():
        members = {face.month: face for face in _names()[part[1]]}
        wanted = [int(month) for month in part[2].split("·")]
        if members.keys() >= set(wanted):
            return tuple(members[month] for month in wanted)
        near = [typed_name(face, language) for face in members.values()]
    near = near or _nearest(text, language)
    key = "typed.unknown" if near else "typed.nothing_near"
    raise WebError("card", say(key, language, word=word, near=", ".join(near)))


def _plain(word: str) -> str:
    """Small letters; no hyphens, no 월: ``"08-bright"`` and ``"8월 광"`` are read alike."""
    return re.sub(r"[\s_-]|월", "", unicodedata.normalize("NFC", word).casefold())


@cache
def _names() -> Mapping[str, tuple[Face, ...]]:
    """Every name, as `_plain` writes it -> its cards."""
    found: dict[str, tuple[Face, ...]] = {_plain(name): (face,) for face in FACES for name in _names_of(face)}
    found |= {_plain(code): (face,) for code, face in BY_CODE.items()}
    found |= {name: (parse_face(code),) for name, code in ALONE.items()}
    found |= {_plain(say("typed.bonus", "ko", value=face.junk_value)): (face,) for face in BONUS_FACES}
    for name, code in _set_names().items():
        kind = SET_KINDS.get(code, Kind.RIBBON)
        found[name] = tuple(face for face in FACES if face.kind is kind and face.month in SETS[code])
    return found


def _names_of(face: Face) -> Iterator[str]:
    kind = face.kind.name.lower()
    kinds = {say(f"{group}.{kind}", language) for group in ("kind", "mark") for language in LANGUAGES}
    flowers = {say(f"month.{face.month}", language) for language in LANGUAGES}
    for month in (f"{face.month}", f"{face.month:02d}", *flowers, *FLOWERS.get(face.month, ())):
        yield from (month + name for name in (*kinds, kind, *KINDS.get(face.kind, ())))


@cache
def _set_names() -> Mapping[str, str]:
    """Names of sets -> codes, in both languages."""
    return {**{say(f"line.{code}", "ko"): code for code in SETS}, **{code: code for code in SETS}}


def _nearest(text: str, language: Language) -> list[str]:
    """Up to three cards that *text* may have meant: alike by letters, so that 왕 is near to 광, or of its month."""
    wanted, month = unicodedata.normalize("NFD", text), MONTH.match(text)
    scores: dict[str, float] = {}
    for name, faces in _names().items():
        if len(faces) == 1:
            shown = typed_name(faces[0], language)
            near = SequenceMatcher(None, wanted, unicodedata.normalize("NFD", name)).ratio()
            near += SAME_MONTH if month and int(month[0]) == faces[0].month else 0
            scores[shown] = max(near, scores.get(shown, 0.0))
    best = sorted(scores, key=lambda shown: -scores[shown])[:3]
    return [shown for shown in best if scores[shown] >= NEAR]
