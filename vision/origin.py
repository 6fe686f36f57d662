"""Where a new card came from: the hand that last was at its place, straight from its seat or by way of the stock."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.observation import Source
from engine.table import Seat
from vision.hands import HandLook, Mask

CARRY_S = 2.5  # a hand that was at the stock carries its card away within this time
REACH_MM = 45.0  # a card in the fingers lies within this of their tips
LEAST_SHARE = 0.3  # of the card's place that one hand must have been over

NOBODY, FROM_SEAT, FROM_STOCK = 0, 1, 2
SOURCES = {FROM_SEAT: Source.HAND, FROM_STOCK: Source.STOCK}


class Visits:
    """Remembers for each small pixel how the last hand came there, and what that was when the place changed."""

    def __init__(self, shape: tuple[int, ...], per_mm: float) -> None:
        """*shape* of the small picture, and how many of its pixels a millimetre is."""
        self._reach = round(REACH_MM * per_mm)
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
            place = (round(arm.tip[0]), round(arm.tip[1]))
            cv2.circle(self._last, place, self._reach, FROM_STOCK if arm.seat in self._at_stock else FROM_SEAT, -1)

    def settle(self, changed: Mask) -> None:
        """The places that changed keep who was there last."""
        visited = changed & (self._last != NOBODY)
        self._brought[visited] = self._last[visited]
        self._last[visited] = NOBODY

    def source(self, xs: NDArray[np.intp], ys: NDArray[np.intp]) -> tuple[Source | None, float]:
        """What brought the thing that covers these pixels, and the share of them that says so."""
        last, brought = self._last[ys, xs], self._brought[ys, xs]
        counts = np.bincount(np.where(last != NOBODY, last, brought), minlength=3)
        best = int(counts[1:].argmax()) + 1
        share = float(counts[best]) / len(xs)
        return (SOURCES[best], share) if share >= LEAST_SHARE else (None, 0.0)
