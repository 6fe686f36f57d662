"""A deck laid out and learnt: which card is which, what is missing, double or foreign, and what is kept of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from vision.assign import BONUS, FOREIGN, NAMES, NOTHING, Places, missing
from vision.backs import odd_ones, usual_one
from vision.decks import BACK, EnrolledDeck
from vision.errors import DeckError
from vision.identify import GREY, Reading
from vision.layout import CARD_MM
from vision.legible import Condition
from vision.likeness import Bools, Memory
from vision.pipeline import Recogniser
from vision.printing import oddness
from vision.spread import find
from vision.types import Bgr, Floats, Quad

SAYABLE = (*NAMES, *BONUS, BACK, FOREIGN, NOTHING)
"""What people may call a card."""

FAR = 1e5
"""Pixels that parts cards of different pictures, where places are compared."""

OPEN = 0.9
"""Visible fraction from which a card counts as lying open; of others only what shows is kept and compared."""

SURE = 0.9
"""Confidence from which a card is not asked about."""


class Fault(StrEnum):
    """What may be wrong with a deck."""

    MISSING = "missing"
    DOUBLE = "double"
    FOREIGN = "foreign"
    FACE_DOWN = "face_down"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: the face it is about, if any, and the numbers of the cards that show it."""

    fault: Fault
    face: str | None
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LaidCard:
    """One card of a lay-out."""

    number: int  # from 1, as drawn on the pictures
    picture: int  # from 0: on which picture
    quad: Quad
    face: str  # a face, a bonus card, "back", "foreign" or "nothing"
    double: bool  # one more of its face than a deck holds
    confidence: float  # 0..1, over the whole deck
    instead: str  # what else it might be
    why: Condition | None = None  # what keeps it from being read

    @property
    def doubtful(self) -> bool:
        """Whether a person should look at it."""
        return self.confidence < SURE or self.why is not None


@dataclass(frozen=True)
class Laid:
    """All cards found on the pictures of a lay-out, each read by itself."""

    places: tuple[int, ...]  # of each card: on which picture it lies
    quads: tuple[Quad, ...]
    read: Reading
    labels: tuple[str, ...]  # of the namer
    twins: Floats  # (n, n) how alike two cards look, -1..1; 0 of a card and itself
    each: tuple[Condition | None, ...]  # what keeps each card from being read
    why: tuple[Condition | None, ...]  # what spoils each picture

    def face_down(self) -> frozenset[int]:
        """Return the indices of cards on pictures that show the backs."""
        back = self.read.faces.argmax(1) == self.labels.index(BACK)
        place = np.array(self.places)
        backs = [k for k in set(self.places) if back[place == k].mean() > 0.5]
        return frozenset(int(k) for k in np.flatnonzero(np.isin(place, backs)))

    def picture(self, index: int) -> Bgr:
        """Return the card of that index, uint8 (96, 64, 3), upright, grey where another lies over it."""
        picture, hidden = self.read.picture(index), _hidden(self.quads[index])
        if hidden is not None:
            picture[hidden[::-1, ::-1] if self.read.flipped[index] > 0.5 else hidden] = GREY
        return picture


@dataclass(frozen=True)
class Enrolment:
    """A lay-out named."""

    laid: Laid
    cards: tuple[LaidCard, ...]
    missing: tuple[str, ...]  # faces, once for each card that is not there
    odd: tuple[int, ...]  # numbers of cards whose back differs

    @property
    def doubtful(self) -> tuple[LaidCard, ...]:
        """The cards that a person should confirm."""
        return tuple(card for card in self.cards if card.doubtful)

    @property
    def count(self) -> int:
        """How many cards of the deck lie open, bonus cards among them."""
        return sum(card.face in NAMES or card.face in BONUS for card in self.cards)

    def faults(self) -> list[Finding]:
        """Return all that is wrong."""
        down = self.laid.face_down()
        found = [Finding(Fault.MISSING, face, ()) for face in self.missing]
        found += [
            Finding(Fault.DOUBLE, face, self.numbers(face))
            for face in sorted({card.face for card in self.cards if card.double})
        ]
        found += [Finding(Fault.FOREIGN, None, (number,)) for number in self.numbers(FOREIGN)]
        found += [Finding(Fault.FACE_DOWN, None, (n,)) for n in self.numbers(BACK) if n - 1 not in down]
        return found + [Finding(Fault.BACK, None, (number,)) for number in self.odd]

    def numbers(self, face: str) -> tuple[int, ...]:
        """Return the numbers of the cards taken for *face*."""
        return tuple(card.number for card in self.cards if card.face == face)

    def deck(self, card_mm: tuple[float, float] = CARD_MM) -> EnrolledDeck:
        """Return the deck as it is known from now on. Raises DeckError if no face is sure."""
        pictures = [self.laid.picture(k) for k in range(len(self.cards))]
        kept = [k for k, c in enumerate(self.cards) if (c.face in NAMES or c.face in BONUS) and not c.doubtful]
        if not kept:
            raise DeckError("no card of the pictures is sure; take them again in better light, from straight above")
        backs = [number - 1 for number in self.numbers(BACK) if number not in self.odd]
        if backs:
            kept.append(backs[usual_one(np.stack([pictures[k] for k in backs]))])
        faces = tuple(self.cards[k].face for k in kept)
        return EnrolledDeck(faces, np.stack([pictures[k] for k in kept]), card_mm)


def look(recogniser: Recogniser, pictures: Iterable[Bgr]) -> Laid:
    """Find and read all cards on *pictures*, side by side. Raises DeckError if there is none."""
    found = [find(recogniser, bgr) for bgr in pictures]
    readings = [spread.read for spread in found if spread.read is not None]
    if not readings:
        raise DeckError("no card is found; lay the deck out face up, nothing over another, and take the picture from "
                        "above, sharp, in good light, and so near that the cards fill it")  # fmt: skip
    read, quads = Reading.joined(readings), tuple(quad for spread in found for quad in spread.quads)
    return Laid(
        places=tuple(k for k, spread in enumerate(found) for _ in spread.quads),
        quads=quads,
        read=read,
        labels=recogniser.identifier.labels,
        twins=_twins(read, quads),
        each=tuple(why for spread in found for why in spread.each),
        why=tuple(spread.why for spread in found),
    )


def name(laid: Laid, said: Mapping[int, str] | None = None) -> Enrolment:
    """Name all cards together; *said*: what people call cards, by number, one of SAYABLE.

    Raises DeckError for a number or a name that is none.
    """
    said = said or {}
    _check(said, len(laid.quads))
    down = {k for k in laid.face_down() if k + 1 not in said}
    rest = [k for k in range(len(laid.quads)) if k not in down]
    at = {k: n for n, k in enumerate(rest)}
    known = {at[number - 1]: face for number, face in said.items()}
    read = laid.read.pick(rest)
    odd = oddness(read.crops, read.faces.max(1) * read.known >= SURE)
    places = Places(read, laid.labels, laid.twins[np.ix_(rest, rest)], known, odd)
    labels, cost = places.fill()
    cards = [LaidCard(k + 1, laid.places[k], laid.quads[k], BACK, False, 1.0, BACK) for k in range(len(laid.quads))]
    for n, (k, label) in enumerate(zip(rest, labels, strict=True)):
        cards[k] = replace(cards[k], face=label.face, double=label.double, instead=label.face)
        if n not in known:
            others, worse = places.fill((n, label.face))
            sure = float(1 / (1 + np.exp(cost - worse)))
            cards[k] = replace(cards[k], confidence=sure, instead=others[n].face, why=laid.each[k])
    return Enrolment(laid, tuple(cards), missing(labels), _odd(laid, sorted(down)))


def _odd(laid: Laid, backs: Sequence[int]) -> tuple[int, ...]:
    if not backs:
        return ()
    pictures = np.stack([laid.read.picture(k) for k in backs])
    places = np.array([laid.quads[k].corners.mean(0) + FAR * laid.places[k] for k in backs])
    return tuple(backs[k] + 1 for k in odd_ones(pictures, places))


def _hidden(quad: Quad) -> Bools | None:
    """Where another card lies over *quad*, (96, 64); None for one that lies open."""
    return None if quad.shown is None or quad.visible >= OPEN else quad.shown < 128


def _twins(read: Reading, quads: Sequence[Quad]) -> Floats:
    """How alike each two cards look: the mean of what pixels and embeddings say."""
    names = tuple(str(k) for k in range(len(read.crops)))
    memory = Memory(EnrolledDeck(names, read.crops), names, lambda _: read.embedding)
    like = memory.compare(read.crops, [q.shown if q.visible < OPEN else None for q in quads], read.embedding)
    twins = (like.alike + like.near) / 2
    np.fill_diagonal(twins, 0.0)
    return np.asarray(twins)


def _check(said: Mapping[int, str], count: int) -> None:
    for number, face in said.items():
        if not 1 <= number <= count:
            raise DeckError(f"there is no card {number}; the pictures show 1 to {count}")
        if face not in SAYABLE:
            raise DeckError(f"{face!r} is no card; write a face such as 05-animal, or bonus2, bonus3, back, foreign, "
                            "nothing")  # fmt: skip
