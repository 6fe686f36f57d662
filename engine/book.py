"""The book of hands and stock: what each player still has to play, and the deal counted as it happens (I8, I9, I15).

Hands and stock are counts, never identities.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Game
from engine.opening import sizes
from engine.table import Table


@dataclass(frozen=True, slots=True)
class SeatBook:
    """What a seat has left by the book."""

    cards: int  # in the hand
    draw_only: int  # turns without a hand card that bombs have left

    @property
    def turns(self) -> int:
        """Turns that it still plays."""
        return self.cards + self.draw_only


@dataclass(frozen=True, slots=True)
class Book:
    """Hands and stock by the book, in the order of seats."""

    seats: tuple[SeatBook, ...]
    stock: int
    spare: int  # cards of the stock beyond one for each turn left: bonus cards, or -1 and less: the book is wrong


@dataclass(frozen=True, slots=True)
class DealCount:
    """The deal as it happens: cards on the floor, and how many there will be."""

    floor: int
    wanted: int


def book_of(table: Table) -> Book:
    """Return the book of *table*."""
    seats = tuple(SeatBook(cards, tokens) for cards, tokens in zip(table.hands, table.tokens, strict=True))
    return Book(seats, table.stock, table.stock - sum(seat.turns for seat in seats))


def deal_count(game: Game) -> DealCount | None:
    """Return how far the deal is; None while a round runs or its cards still lie there."""
    round_ = game.round
    if (round_ is not None and not round_.over) or any(card.old for card in game.belief.floor):
        return None
    return DealCount(len(game.belief.floor), sizes(game.players, game.rules)[1])
