"""Piles for `hwatupan score`: typed, or read from photographs, with what is doubtful about the reading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.cards import BY_CODE, Face
from engine.tally import surplus
from vision.frames import PICTURES, read_picture
from vision.pipeline import Recogniser
from vision.types import Detection
from webui.commands.console import CommandError
from webui.tallied import listed, who, wrapped
from webui.texts import Language, say
from webui.typed import read_cards, typed_name

SURE = 0.8  # of a name; below, the card is marked
TOLD = 2.0  # people are surer than any network
RIVALS, LEAST_RIVAL = 2, 0.05


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a pile: how sure it is, and what else it may be."""

    face: Face
    confidence: float = TOLD
    rivals: tuple[tuple[Face, float], ...] = ()

    @property
    def doubtful(self) -> bool:
        """True if the name may well be wrong."""
        return self.confidence < SURE


@dataclass(frozen=True, slots=True)
class Pile:
    """One player's pile. A photograph has a ``picture``; cards on it that nobody can name are counted."""

    cards: tuple[Card, ...]
    picture: Path | None = None
    nameless: int = 0
    dropped: tuple[Face, ...] = ()  # read more often than a deck holds them, so left out
    warnings: tuple[str, ...] = field(default=())

    @property
    def faces(self) -> tuple[Face, ...]:
        """The cards that count."""
        return tuple(card.face for card in self.cards)


def is_picture(word: str) -> bool:
    """True for the name of a picture file, and for any file that is there."""
    return Path(word).suffix.lower() in PICTURES or Path(word).is_file()


def typed(words: Iterable[str], language: Language) -> Pile:
    """The pile that people typed. Raises WebError for a word that is no card."""
    return Pile(tuple(Card(face) for face in read_cards(words, language)))


def photographed(path: Path, recogniser: Recogniser, language: Language) -> Pile:
    """The pile on a picture; backs are no captured cards. Raises PictureError, CommandError if it shows no card."""
    seen = recogniser.picture(read_picture(path))
    if not any(one.face in BY_CODE for one in seen.cards):
        raise CommandError(say("score.nothing_read", language, picture=path))
    cards = tuple(sorted((_card(one) for one in seen.cards if one.face in BY_CODE), key=lambda card: card.face))
    return Pile(cards, path, sum(one.face == "unknown" for one in seen.cards), (),
                tuple(say(f"why.{code}", language) for code in seen.warnings))  # fmt: skip


def _card(seen: Detection) -> Card:
    rivals = [(BY_CODE[code], float(chance)) for code, chance in seen.scores.items()
              if code in BY_CODE and code != seen.face and chance >= LEAST_RIVAL]  # fmt: skip
    return Card(BY_CODE[seen.face], float(seen.confidence), tuple(rivals[:RIVALS]))


def corrected(piles: Sequence[Pile], add: Iterable[str], remove: Iterable[str], language: Language) -> list[Pile]:
    """The piles with cards added and removed; ``"1:8광"`` names the pile of loser 1, without a number the winner's.

    Raises CommandError for a pile or a card that is not there, WebError for a word that is no card.
    """
    out = list(piles)
    for at, face in _at(remove, len(out), language):
        there = [card for card in out[at].cards if card.face == face]
        if not there:
            wanted, read = typed_name(face, language), listed(out[at].faces, language)
            raise CommandError(say("score.not_read", language, card=wanted, cards=read))
        least = min(there, key=lambda card: card.confidence)
        cards = list(out[at].cards)
        cards.remove(least)
        out[at] = replace(out[at], cards=tuple(cards))
    for at, face in _at(add, len(out), language):
        cards = sorted((*out[at].cards, Card(face)), key=lambda card: card.face)
        out[at] = replace(out[at], cards=tuple(cards))
    return out


def _at(words: Iterable[str], count: int, language: Language) -> Iterable[tuple[int, Face]]:
    for word in words:
        number, colon, name = word.rpartition(":")
        at = int(number) if number.isdigit() else 0 if not colon else -1
        if not 0 <= at < count:
            raise CommandError(say("score.no_pile", language, word=word, last=count - 1))
        yield from ((at, face) for face in read_cards([name], language))


def possible(piles: Sequence[Pile], language: Language) -> list[Pile]:
    """The piles without the least certain readings of cards that a deck does not hold so often.

    Raises CommandError where people typed such cards themselves.
    """
    out = list(piles)
    while too_many := surplus(pile.faces for pile in out):
        face = too_many[0]
        holders = [(card.confidence, at) for at, pile in enumerate(out) for card in pile.cards if card.face == face]
        least, at = min(holders)
        if least >= TOLD:
            seats = ", ".join(who(seat, len(out), language) for seat in dict.fromkeys(seat for _, seat in holders))
            card, count = typed_name(face, language), len(holders)
            raise CommandError(say("score.too_many", language, card=card, count=count, who=seats))
        cards = list(out[at].cards)
        cards.remove(next(card for card in cards if card.face == face and card.confidence == least))
        out[at] = replace(out[at], cards=tuple(cards), dropped=(*out[at].dropped, face))
    return out


def told(pile: Pile, at: int, language: Language) -> list[str]:
    """Lines that say what was read on a picture, doubtful cards with a question mark; () for typed cards."""
    if pile.picture is None:
        return []
    mark = f"{at}:" if at else ""
    names = " ".join(typed_name(card.face, language) + "?" * card.doubtful for card in pile.cards)
    out = [say("score.read", language, picture=pile.picture, count=len(pile.cards)), *wrapped("  ", names)]
    out += [f"  {_doubt(card, mark, language)}" for card in pile.cards if card.doubtful]
    if pile.dropped:
        out.append("  " + say("score.dropped", language, cards=listed(pile.dropped, language), mark=mark))
    if pile.nameless:
        out.append("  " + say("score.nameless", language, count=pile.nameless, mark=mark))
    out += [f"  {warning}" for warning in pile.warnings]
    return [*out, *wrapped("  ", say("score.more", language, mark=mark)), ""]


def _doubt(card: Card, mark: str, language: Language) -> str:
    name = typed_name(card.face, language)
    names = [typed_name(face, language) for face, _ in card.rivals]
    chances = ", ".join(f"{one} {chance:.0%}" for one, (_, chance) in zip(names, card.rivals, strict=True))
    right = names[0] if names else say("score.card", language)
    key = "score.doubtful" if chances else "score.doubtful_alone"
    return say(key, language, card=name, sure=f"{card.confidence:.0%}", rivals=chances, mark=mark, right=right)


def as_object(pile: Pile) -> dict[str, Any]:
    """What was read on a picture, as JSON values."""
    cards = [{"face": str(card.face), "confidence": round(card.confidence, 4) if card.confidence < TOLD else None,
              "doubtful": card.doubtful, "rivals": {str(face): round(chance, 4) for face, chance in card.rivals}}
             for card in pile.cards]  # fmt: skip
    return {"file": str(pile.picture), "cards": cards, "nameless": pile.nameless,
            "dropped": list(map(str, pile.dropped)), "warnings": list(pile.warnings)}  # fmt: skip
