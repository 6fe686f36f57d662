"""Hands and things left over the table: what is under them is unknown, however still they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands import HandLook, Mask

LONG_S = 3.0  # after the seconds that made it a part of the table; people pause over a move for less
ENOUGH_S = 12.0  # then people have been asked for long enough: play goes on around it
UNDER_S = 9.0  # under hands without a break; over twelve films of play no place the size of a card was for six
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
        self._bare = np.full(shape, np.inf)  # seconds when nothing was over it last

    def see(self, look: HandLook, seconds: float) -> None:
        """Take in one frame."""
        self._bare[~look.under] = seconds
        self._bare = np.minimum(self._bare, seconds)
        if look.changed.any():
            for thing in self._things:
                thing.mask &= ~look.changed
            self._forget()
        if look.rested.any():
            self._things.append(_Thing(look.rested.copy(), int(np.count_nonzero(look.rested)), seconds))

    def found(self, cards: Sequence[NDArray[np.intp]]) -> None:
        """Cards lie there, corners (4, 2) in small pixels: what consists of them mostly is no hand."""
        for card in cards:
            for thing in self._things:
                cv2.fillConvexPoly(thing.mask.view(np.uint8), card.astype(np.int32), (0,))
        self._forget()

    @property
    def mask(self) -> Mask:
        """Where something rests, bool (h, w)."""
        return self._over(self._things)

    def long(self, seconds: float) -> Mask:
        """What has been hidden for so long that people should be asked to take away what lies there."""
        named = (t for t in self._things if LONG_S <= seconds - t.since < ENOUGH_S)
        return self._over(named) | (seconds - self._bare >= UNDER_S)

    def left(self, seconds: float) -> Mask:
        """Where something lies that nobody takes away; it may be the mark that a shadow left."""
        return self._over(t for t in self._things if seconds - t.since >= ENOUGH_S)

    def _forget(self) -> None:
        """Of what has gone for the most part."""
        self._things = [t for t in self._things if np.count_nonzero(t.mask) >= LEFT * t.area]

    def _over(self, things: Iterable[_Thing]) -> Mask:
        mask = self._none
        for thing in things:
            mask = mask | thing.mask
        return mask
