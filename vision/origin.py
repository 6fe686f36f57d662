"""Where a new card came from: the hand that last was at its place, straight from its seat or by way of the stock."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.observation import Source
from engine.table import Seat
from vision.hands import HandLook, Mask

CARRY_S = 2.5  # a hand that was at the stock carries its card away within this time

NOBODY, FROM_SEAT, FROM_STOCK = 0, 1, 2
SOURCES = {FROM_SEAT: Source.HAND, FROM_STOCK: Source.STOCK}


class Visits:
    """Remembers for each small pixel how the last hand came there, and what that was when the place changed."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._last = np.full(shape, NOBODY, np.uint8)
        self._brought = np.full(shape, NOBODY, np.uint8)
        self._at_stock: dict[Seat, float] = {}

    def see(self, look: HandLook, seconds: float) -> None:
        """Note the hands of one frame."""
        here = {arm.seat for arm in look.arms}
        self._at_stock = {s: t for s, t in self._at_stock.items() if s in here and seconds - t < CARRY_S}
        for arm in look.arms:
            if arm.at_stock:
                self._at_stock[arm.seat] = seconds
                continue  # it brings nothing, it fetches
            self._last[arm.hand] = FROM_STOCK if arm.seat in self._at_stock else FROM_SEAT

    def settle(self, changed: Mask) -> None:
        """The places that changed keep who was there last."""
        self._brought[changed] = self._last[changed]
        self._last[changed] = NOBODY

    def source(self, xs: NDArray[np.intp], ys: NDArray[np.intp]) -> tuple[Source | None, float]:
        """What brought the thing that covers these pixels, and the share of them that says so."""
        counts = np.bincount(self._brought[ys, xs], minlength=3)
        best = int(counts[1:].argmax()) + 1
        return (SOURCES[best], float(counts[best]) / len(xs)) if counts[best] else (None, 0.0)
