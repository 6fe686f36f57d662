"""Where a new card came from: the hand that last was at its place, straight from its seat or by way of the stock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.observation import Source
from engine.table import Seat
from vision.hands import HandLook, Mask

CARRY_S = 2.5  # a hand that was at the stock carries its card away within this time
REACH_MM = 45.0  # a card in the fingers lies within this of their tips
LEAST_SHARE = 0.3  # of the card's place that one hand must have been over

STOP_MM = 12.0  # tips that move less from frame to frame have stopped: a card is being laid
STOP_S = 0.15  # a hand that only turns round stops for less
GAP_S = 1.0  # an arm that was out of sight for longer comes anew
KEPT_S = 10.0
AT_STOP_MM, CLEARER_MM = 45.0, 35.0  # a card lies so near where the hand stopped, and by so much nearer than elsewhere
STOPPED = 0.9  # confidence of a source told by where the hand stopped

NOBODY, FROM_SEAT, FROM_STOCK = 0, 1, 2
SOURCES = {FROM_SEAT: Source.HAND, FROM_STOCK: Source.STOCK}


@dataclass(slots=True)
class _Stop:
    """Where the tips of a hand rested, small pixels."""

    seat: Seat
    x: float
    y: float
    begun: float
    last: float


@dataclass(slots=True)
class _Visit:
    """One stay of a seat's arm over the table."""

    begun: float
    last: float
    first_touch: float | None = None  # of the stock
    last_touch: float = 0.0


class Stops:
    """Where hands stopped before and after they went to the stock: there the hand card and the flip were laid.

    Unlike the moment at which a card is first seen this does not depend on what the arm hides.
    """

    def __init__(self, per_mm: float) -> None:
        """*per_mm*: small pixels a millimetre."""
        self._per_mm = per_mm
        self._stops: list[_Stop] = []
        self._visits: dict[Seat, _Visit] = {}

    def see(self, look: HandLook, seconds: float) -> None:
        """Note the hands of one frame."""
        self._stops = [stop for stop in self._stops if seconds - stop.last < KEPT_S]
        for arm in look.arms:
            visit = self._visits.get(arm.seat)
            if visit is None or seconds - visit.last > GAP_S:
                visit = self._visits[arm.seat] = _Visit(seconds, seconds)
            visit.last = seconds
            if arm.at_stock:
                visit.first_touch = seconds if visit.first_touch is None else visit.first_touch
                visit.last_touch = seconds
            else:
                self._rest(arm.seat, arm.tip, seconds)

    def _rest(self, seat: Seat, tip: tuple[float, float], seconds: float) -> None:
        for stop in self._stops:
            near = hypot(stop.x - tip[0], stop.y - tip[1]) < STOP_MM * self._per_mm
            if stop.seat == seat and near and seconds - stop.last < GAP_S / 3:
                stop.x, stop.y, stop.last = *tip, seconds
                return
        self._stops.append(_Stop(seat, *tip, seconds, seconds))

    def source(self, x: float, y: float, since: float = float("inf")) -> Source | None:
        """What brought the card whose middle lies at these small pixels, None if the stops do not tell.

        *since*: when it was first seen. A hand that came later did not bring it.
        """
        seat = max(self._visits, key=lambda one: self._visits[one].begun, default=None)
        if seat is None or self._visits[seat].first_touch is None or self._visits[seat].begun > since:
            return None
        before = min(self._apart(seat, x, y, flips=False), default=None)
        after = min(self._apart(seat, x, y, flips=True), default=None)
        if before is None or after is None or min(before, after) > AT_STOP_MM or abs(before - after) < CLEARER_MM:
            return None
        return Source.HAND if before < after else Source.STOCK

    def _apart(self, seat: Seat, x: float, y: float, *, flips: bool) -> Iterator[float]:
        """Millimetres from the stops of the last visit of *seat*, before the stock or right after it."""
        visit = self._visits[seat]
        assert visit.first_touch is not None
        for stop in self._stops:
            if stop.seat != seat or stop.last - stop.begun < STOP_S or stop.begun < visit.begun:
                continue
            after = stop.begun > visit.first_touch
            if after == flips and stop.begun < visit.last_touch + CARRY_S:
                yield hypot(stop.x - x, stop.y - y) / self._per_mm


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
