"""What each turn of a seat would do to the table, resolved once: the same turns are weighed look after look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

from engine.cards import COPIES, Face
from engine.errors import IllegalPlay
from engine.rules import RuleSet
from engine.table import Seat, Table
from engine.turn import Play, TurnResult, resolve

TABLES = 48  # tables whose turns are remembered: that of the turn in question, and those that its readings lead to
Faces = tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One legal turn, with what is asked of it at every look."""

    play: Play
    result: TurnResult
    after: Mapping[Face, int]  # what lies on the floor then
    captured: Mapping[Face, int]
    stacked: frozenset[Face]
    stolen: Faces
    unpaired: bool  # something was captured, but not with the card of the hand


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The turns of *seat* on *table*, and what the book knows of its cards."""

    table: Table
    seat: Seat
    rules: RuleSet
    lies: Counter[Face]  # on the floor
    left: Counter[Face]  # cards not seen out yet
    _known: dict[tuple[Faces, Faces, Faces], tuple[Outcome, ...]] = field(default_factory=dict)

    def of(self, hand: Faces, flip: Faces, laid: Faces) -> tuple[Outcome, ...]:
        """The legal turns with these cards, one for every choice between two loose cards of a month, remembered."""
        cards = (hand, flip, laid)
        if cards not in self._known:
            self._known[cards] = tuple(self._resolved(_choices(self.table.loose, self.seat, *cards)))
        return self._known[cards]

    def _resolved(self, plays: Iterable[Play]) -> Iterator[Outcome]:
        for play in plays:
            try:
                yield outcome(play, resolve(self.table, play, self.rules))
            except IllegalPlay:
                continue


@lru_cache(maxsize=TABLES)
def outcomes(table: Table, seat: Seat, rules: RuleSet) -> Outcomes:
    """Return the turns of *seat* on *table*; the same ones for an equal table."""
    lies = Counter((*table.loose, *table.stacked))
    left = Counter(COPIES) + Counter(rules.bonus_cards)
    left.subtract(lies)
    left.subtract(card for pile in table.piles for card in pile)
    return Outcomes(table, seat, rules, lies, +left)


def outcome(play: Play, result: TurnResult) -> Outcome:
    """Return the *result* of *play* with what is asked of it at every look."""
    after, taken = result.table, set(result.captured)
    return Outcome(play, result, Counter((*after.loose, *after.stacked)), Counter(result.captured),
                   frozenset(after.stacked), tuple(card for cards in result.stolen.values() for card in cards),
                   bool(taken) and not taken.intersection(play.hand))


def _choices(loose: Faces, seat: Seat, hand: Faces, flip: Faces, laid: Faces) -> Iterator[Play]:
    """The play with every choice between two loose cards of a month."""
    def options(card: Face | None) -> list[Face | None]:
        there = sorted({face for face in loose if card is not None and face.month == card.month})
        return list(there) if len(there) == 2 else [None]

    first = options(hand[0] if len(hand) == 1 else None)
    second = options(flip[-1] if flip else None)
    if hand and flip and hand[0].month == flip[-1].month:
        first, second = [None], [None]
    for one, two in product(first, second):
        yield Play(seat, hand, flip, one, two, laid)
