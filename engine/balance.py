"""The deal balance of an evening: brights that dealers dealt to themselves, with the expected spread (CHEATS.md 4).

Neutral, and only from 30 own deals on. A hand that was stopped early hides cards: the sum is then told as a range.
Nothing is computed from cards that are still hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from engine.cards import COPIES, FACES, Face, Kind
from engine.game import DealSeen, Round
from engine.table import Seat

LEAST_DEALS = 30
DECK_SIZE = sum(COPIES.values())
BRIGHTS = tuple(face for face in FACES if face.kind is Kind.BRIGHT)


@dataclass(frozen=True, slots=True)
class Balance:
    """Brights in a dealer's own hands: between `low` and `high`, and what chance gives."""

    seat: Seat
    deals: int
    low: int
    high: int
    expected: float
    spread: float  # one standard deviation

    @property
    def apart(self) -> float:
        """How many spreads the nearest possible sum is away from the expected one; 0 if that may be the sum."""
        off = max(self.low - self.expected, self.expected - self.high, 0.0)
        return off / self.spread if self.spread else 0.0


def balances(deals: Sequence[DealSeen], players: int, least: int = LEAST_DEALS) -> tuple[Balance, ...]:
    """Return the balance of each seat with enough own deals; () before every seat has them."""
    found = []
    for seat in range(players):
        own = [deal for deal in deals if deal.dealer == seat]
        if len(own) < least:
            return ()
        low = sum(deal.brights for deal in own)
        found.append(Balance(seat, len(own), low, low + sum(deal.hidden for deal in own),
                             sum(mean(deal.cards) for deal in own), sqrt(sum(variance(deal.cards) for deal in own))))
    return tuple(found)


def mean(cards: int) -> float:
    """Return the mean number of brights in a hand of so many *cards*."""
    return cards * len(BRIGHTS) / DECK_SIZE


def variance(cards: int) -> float:
    """Return its variance: cards are drawn without putting back."""
    share = len(BRIGHTS) / DECK_SIZE
    return cards * share * (1 - share) * (DECK_SIZE - cards) / (DECK_SIZE - 1)


def deal_seen(round_: Round) -> DealSeen:
    """Return what the dealer's own hand turned out to be, by the turns of a finished round."""
    seat = round_.dealer
    laid: list[Face] = [card for turn in round_.turns if turn.play.seat == seat for card in turn.play.hand]
    table = round_.table
    out = {*table.loose, *table.stacked, *(card for pile in table.piles for card in pile)}
    dealt = round_.opening.hands[seat]
    unseen = sum(face not in out for face in BRIGHTS)
    return DealSeen(seat, dealt, sum(face.kind is Kind.BRIGHT for face in laid),
                    min(max(0, dealt - len(laid)), unseen))
