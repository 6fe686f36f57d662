"""Zones for a table of any size: those of the default layout, stretched so that the stock lies where it does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.observation import FLOOR, STOCK, Zone
from vision.layout import TABLE_MM, LayoutZone, default

NEAR_MM = 40.0  # a border moves by so much to lie between cards
HALF_GAP_MM = 3.0  # between zones
SIDES = {2: (False, True, False, True), 3: (True, False, True, True), 4: (True, True, True, True)}
"""Whether somebody sits at the left, top, right and bottom of the table, by player count."""


def zones_around(
    players: int, size_mm: tuple[float, float], stock: Sequence[float], cards: Sequence[NDArray[np.float64]] = ()
) -> tuple[LayoutZone, ...]:
    """The zones of a table (width, height) whose stock lies at *stock*; borders pass between *cards* (4, 2), all in mm.

    Near the stock distances are those of the default layout, or less where the table ends sooner. Raises LayoutError
    unless 2, 3 or 4 play.
    """
    knots = [_knots(players, axis, size_mm[axis], stock[axis], [card[:, axis] for card in cards]) for axis in (0, 1)]
    out = []
    for zone in default(players).zones:
        xs, ys = (np.interp(values, *knots[axis]) for axis, values in enumerate(zip(*zone.polygon, strict=True)))
        points = zip(np.round(xs, 1).tolist(), np.round(ys, 1).tolist(), strict=True)
        out.append(LayoutZone(zone.zone, tuple((float(x), float(y)) for x, y in points)))
    return tuple(out)


def usual_stock(players: int) -> tuple[float, float]:
    """Where the stock lies on the default layout's table, millimetres."""
    low, high = _bounds(players, STOCK)
    return float((low[0] + high[0]) / 2), float((low[1] + high[1]) / 2)


def _knots(
    players: int, axis: int, size: float, stock: float, cards: Sequence[NDArray[np.float64]]
) -> tuple[list[float], list[float]]:
    """Places on the default layout along an axis, ascending, and where they go."""
    floor, pile = _bounds(players, FLOOR), _bounds(players, STOCK)
    middle, half = (pile[0][axis] + pile[1][axis]) / 2, (pile[1][axis] - pile[0][axis]) / 2
    pairs = [(0.0, 0.0), (middle - half, stock - half), (middle + half, stock + half), (TABLE_MM[axis], size)]
    for side, way in ((axis, -1), (axis + 2, 1)):
        if SIDES[players][side]:
            border = (floor[0] if way < 0 else floor[1])[axis] + way * HALF_GAP_MM
            room, usual_room = (stock, middle) if way < 0 else (size - stock, TABLE_MM[axis] - middle)
            goes = _between(stock + (border - middle) * min(1.0, room / usual_room), cards)
            pairs += [(border + gap, goes + gap) for gap in (-HALF_GAP_MM, HALF_GAP_MM)]
    usual, here = zip(*sorted(pairs), strict=True)
    return list(usual), list(here)


def _between(wanted: float, cards: Sequence[NDArray[np.float64]]) -> float:
    """The place near *wanted* that cuts the least of the cards' extents."""

    def cost(at: float) -> float:
        cut = sum(max(0.0, min(at - float(c.min()), float(c.max()) - at)) for c in cards)
        return cut + 0.1 * abs(at - wanted)

    return float(min(wanted + np.arange(-NEAR_MM, NEAR_MM + 1, 2.0), key=cost))


def _bounds(players: int, wanted: Zone) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Top left and bottom right of a zone of the default layout."""
    polygon = np.array(next(zone.polygon for zone in default(players).zones if zone.zone == wanted))
    return polygon.min(0), polygon.max(0)
