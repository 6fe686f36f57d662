"""The port between vision and engine: one look at the table, as values without pixels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.cards import Face
from engine.table import Seat


class ZoneKind(StrEnum):
    """The kinds of place that a layout marks (CONTRACT.md section 2)."""

    FLOOR = "floor"
    STOCK = "stock"
    PILE = "pile"
    SHOW = "show"


_KNOWN: dict[tuple[ZoneKind, Seat | None], Zone] = {}  # every zone made so far


@dataclass(frozen=True, slots=True, order=True, init=False)
class Zone:
    """A marked place: the floor, the stock, or a seat's pile or show area. Equal zones are one object, as faces are."""

    kind: ZoneKind
    seat: Seat | None = None

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __new__(cls, kind: ZoneKind, seat: Seat | None = None) -> Zone:
        if (known := _KNOWN.get((kind, seat))) is not None:
            return known
        zone = object.__new__(cls)
        object.__setattr__(zone, "kind", kind)
        object.__setattr__(zone, "seat", seat)
        return _KNOWN.setdefault((kind, seat), zone)

    def __reduce__(self) -> tuple[type[Zone], tuple[ZoneKind, Seat | None]]:
        return Zone, (self.kind, self.seat)


FLOOR = Zone(ZoneKind.FLOOR)
STOCK = Zone(ZoneKind.STOCK)


class Source(StrEnum):
    """Where a new card came from."""

    HAND = "hand"
    STOCK = "stock"
    FLOOR = "floor"
    PILE = "pile"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One physical card in one look."""

    track: int  # the same physical card keeps its number while it can be followed
    face: Face | None  # None: face down, or not sure
    zone: Zone
    confidence: float  # calibrated probability of `face`
    at_mm: tuple[float, float]  # centre, table millimetres
    angle_deg: float = 0.0  # direction of the card's long axis, 0..180
    visible: float = 1.0  # fraction of the card that the picture shows
    scores: Mapping[Face, float] = field(default_factory=dict)  # the few best faces, summed over looks
    source: Source | None = None  # where it came from, if it is new
    source_confidence: float = 0.0
    covers: tuple[int, ...] = ()  # tracks of the cards that it overlaps
    unknown: float = 0.0  # probability that it is a card-like thing of no known face


@dataclass(frozen=True, slots=True)
class Hands:
    """Hands since the last look: which seat's hand entered which zones, and what happened at the stock."""

    entered: Mapping[Seat, frozenset[Zone]] = field(default_factory=dict)
    stock_touched_by: Seat | None = None
    stock_left: bool = False  # a card left the stock since the last look


@dataclass(frozen=True, slots=True)
class Note:
    """Something at the pack or the deal that eyes may notice: NO_CUT, PEEK, BACK_ANOMALY or DEAL_ORDER; a hint."""

    code: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """One look at the table. Not seen is not gone: a covered zone says nothing about its cards."""

    seconds: float  # from the source, never from a clock here
    cards: tuple[SeenCard, ...]
    covered: frozenset[Zone] = frozenset()  # a hand or arm was over these: unknown, not empty
    hands: Hands = Hands()
    still: bool = True  # nothing moved on the table in this look
    doubt: str | None = None  # a named condition that makes the look unreliable: "dark", "blur", "moved", ...
    spoilt: str | None = None  # a named condition that spoils a part of it; what it hides is covered or has no face
    notes: tuple[Note, ...] = ()
