"""What lies where: loose cards, stacks, captured piles, and the book-kept counts of hands and stock."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Face

Seat = int
"""A fixed place at the table, 0..n-1 counter-clockwise as seen from above."""


@dataclass(frozen=True, slots=True)
class Stack:
    """Three cards of a month that lie as one unit: a ppeok (with its maker) or dealt so (owner None)."""

    cards: tuple[Face, ...]
    owner: Seat | None = None
    bonus: tuple[Face, ...] = ()

    @property
    def month(self) -> int:
        """The month of the three cards."""
        return self.cards[0].month


@dataclass(frozen=True, slots=True)
class Table:
    """The public state. Hands and stock are counts only, never identities (fair play).

    ``piles[seat]`` is in the order of capture: the last junk is the one at the end of the row.
    ``tokens[seat]`` counts the draw-only turns that bombs have left to that seat.
    """

    loose: tuple[Face, ...]
    stacks: tuple[Stack, ...]
    piles: tuple[tuple[Face, ...], ...]
    hands: tuple[int, ...]
    stock: int
    tokens: tuple[int, ...]

    @property
    def stacked(self) -> tuple[Face, ...]:
        """Every card that lies in a stack, bonus cards on it too."""
        return tuple(card for stack in self.stacks for card in stack.cards + stack.bonus)
