"""Hands and things left lying over the table: what is under them is unknown, however still they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.hands import HandLook, Mask

LONG_S = 3.0  # after the seconds that made it a part of the table; people pause over a move for less
LEFT = 0.5  # of a thing that must still lie as it lay


@dataclass(slots=True)
class _Thing:
    """Something that came in over the edge of the picture and lies still."""

    mask: Mask
    area: int
    since: float  # seconds


class Resting:
    """Remembers arms that became a part of the table, until they move or prove to be cards."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        """*shape* of the small picture."""
        self._things: list[_Thing] = []
        self._none = np.zeros(shape, np.bool_)

    def see(self, look: HandLook, seconds: float) -> None:
        """Take in one frame."""
        if look.changed.any():
            for thing in self._things:
                thing.mask &= ~look.changed
            self._things = [t for t in self._things if np.count_nonzero(t.mask) >= LEFT * t.area]
        if look.rested.any():
            self._things.append(_Thing(look.rested.copy(), int(np.count_nonzero(look.rested)), seconds))

    def found(self, middles: Iterable[tuple[int, int]]) -> None:
        """Cards were found with their *middles*, small pixels x, y, there: what holds one is no hand but cards."""
        for x, y in middles:
            self._things = [t for t in self._things if not t.mask[y, x]]

    @property
    def mask(self) -> Mask:
        """Where something rests, bool (h, w)."""
        return self._over(self._things)

    def long(self, seconds: float) -> Mask:
        """The same for what has lain there for so long that people should be asked to take it away."""
        return self._over(t for t in self._things if seconds - t.since >= LONG_S)

    def _over(self, things: Iterable[_Thing]) -> Mask:
        mask = self._none
        for thing in things:
            mask = mask | thing.mask
        return mask
