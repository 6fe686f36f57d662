"""Card-like things of no known face that lie on the table: what the eyes saw of them, look by look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.observation import Observation, SeenCard, Zone, ZoneKind
from engine.table import Seat

SURE = 0.9  # probability that it is no card of this game
WHOLE = 0.9  # a part of a card is easily taken for something else
LOOKS, SECONDS = 12, 2.0  # that many looks, so long: then it lies there and is no passing misreading
BROUGHT_S = 1.5  # a thing is seen first so long after a hand laid it, at most


@dataclass(frozen=True, slots=True)
class Stranger:
    """Something that looks like a card and is none of this game."""

    track: int
    zone: Zone
    first: float  # seconds
    last: float
    looks: int
    by: Seat | None  # whose hand was there when it was seen first, if only one was

    @property
    def plain(self) -> bool:
        """True if it was seen long enough to ask about it."""
        return self.looks >= LOOKS and self.last - self.first >= SECONDS


def follow(known: tuple[Stranger, ...], seen: Observation, reached: Mapping[Seat, float]) -> tuple[Stranger, ...]:
    """Return the strangers after a look; *reached*: when each seat's hand was over the floor last.

    One that a hand covers stays; one that is read otherwise, or lies there no more, is forgotten.
    """
    before = {one.track: one for one in known}
    here = {card.track: card for card in seen.cards if _strange(card)}
    out = []
    for track, card in here.items():
        was = before.get(track)
        if was is None or was.zone != card.zone:
            out.append(Stranger(track, card.zone, seen.seconds, seen.seconds, 1, _bringer(card.zone, seen, reached)))
        else:
            out.append(replace(was, last=seen.seconds, looks=was.looks + 1))
    named = {card.track for card in seen.cards}
    out += (one for one in known if one.track not in here and one.zone in seen.covered and one.track not in named)
    return tuple(out)


def _strange(card: SeenCard) -> bool:
    return card.unknown >= SURE and card.visible >= WHOLE and card.zone.kind in (ZoneKind.FLOOR, ZoneKind.PILE)


def _bringer(zone: Zone, seen: Observation, reached: Mapping[Seat, float]) -> Seat | None:
    """Whose thing it is: the pile's owner, else the seat whose hand was there."""
    if zone.seat is not None:
        return zone.seat
    seats = [seat for seat, at in reached.items() if at > seen.seconds - BROUGHT_S]
    return seats[0] if len(seats) == 1 else None
