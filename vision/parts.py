"""The parts of a known table that are looked at: from a mask over the picture to tight boxes seen from above."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.observation import ZoneKind
from vision.layout import Layout
from vision.types import Bgr, Floats

Mask = NDArray[np.bool_]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom are outside."""

MARGIN_MM = 18.0  # cards are laid across the border of a zone; a third of a card still belongs to it
COARSE = 4  # pixels from above in one cell of the mask of what is wanted
ROOM = 1.1  # card widths around wanted places, so that whole cards are seen; more showed no better
STEP = 32  # the detector's pictures are multiples of this anyway; equal sizes are faster


class Wanted:
    """Where cards are looked for on a known table, in pixels from above (*per_mm* of them a millimetre)."""

    def __init__(self, layout: Layout, per_mm: float, region: Mask | None, size: Sequence[int]) -> None:
        """*region*: bool (h, w) at any resolution over the whole picture of *size* (width, height); None: all."""
        self._cells = _playing_area(layout, per_mm / COARSE)
        if region is not None:
            self._cells = self._cells & _from_above(region, layout, per_mm / COARSE, size)
        self._whole = layout.topdown_size(per_mm)
        self._card = layout.card_mm[0] * per_mm

    def holds(self, middle: Floats) -> bool:
        """True if a card whose middle lies there, pixels x, y from above, is wanted."""
        x, y = (int(v) for v in np.floor((middle + 0.5) / COARSE))
        return bool(0 <= y < self._cells.shape[0] and 0 <= x < self._cells.shape[1] and self._cells[y, x])

    def boxes(self) -> list[Box]:
        """Boxes around the wanted places with room for whole cards; those that are cheaper together are joined."""
        count, _, stats, _ = cv2.connectedComponentsWithStats(self._cells.astype(np.uint8), connectivity=8)
        return _joined([self._roomy(*(int(v) * COARSE for v in stats[n, :4])) for n in range(1, count)])

    def _roomy(self, left: int, top: int, wide: int, high: int) -> Box:
        """A box with room around it, grown to the next step to the right and below."""
        room = round(ROOM * self._card)
        left, right = _stepped(left - room, left + wide + room, self._whole[0])
        top, bottom = _stepped(top - room, top + high + room, self._whole[1])
        return left, top, right, bottom


def from_above(bgr: Bgr, layout: Layout, per_mm: float, box: Box) -> Bgr:
    """Return the part *box* (pixels from above) of the table seen from above; outside the picture its edge goes on."""
    move = np.array([[1, 0, -box[0]], [0, 1, -box[1]], [0, 0, 1]], np.float64)
    size = (box[2] - box[0], box[3] - box[1])
    matrix = move @ layout.topdown_matrix(per_mm)
    part = cv2.warpPerspective(bgr, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(part, np.uint8)


def _stepped(low: int, high: int, end: int) -> tuple[int, int]:
    low = max(0, low)
    return low, min(end, low + -(-(high - low) // STEP) * STEP)


def _joined(boxes: list[Box]) -> list[Box]:
    """Join boxes as long as two cover no less than the one around both."""
    boxes = list(boxes)
    n = 0
    while n < len(boxes):
        around = [_around(boxes[n], other) for other in boxes[:n]]
        cheap = [m for m, box in enumerate(around) if _area(box) <= _area(boxes[n]) + _area(boxes[m])]
        if cheap:
            boxes[cheap[0]] = around[cheap[0]]
            del boxes[n]
            n = cheap[0]  # larger now: it may swallow others
        else:
            n += 1
    return boxes


def _around(one: Box, other: Box) -> Box:
    left, top, right, bottom = zip(one, other, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


@lru_cache(maxsize=4)
def _playing_area(layout: Layout, per_mm: float) -> Mask:
    """Where cards may be named, bool from above: floor, stock and piles, a little wider than drawn."""
    area = layout.mask((ZoneKind.FLOOR, ZoneKind.STOCK, ZoneKind.PILE), per_mm)
    reach = 2 * round(MARGIN_MM * per_mm) + 1
    return np.asarray(cv2.dilate(area, np.ones((reach, reach), np.uint8)) > 0)


def _from_above(mask: Mask, layout: Layout, per_mm: float, size: Sequence[int]) -> Mask:
    """Return *mask*, which covers a picture of *size* (width, height), as bool from above."""
    grow = np.diag([size[0] / mask.shape[1], size[1] / mask.shape[0], 1.0])
    matrix = layout.topdown_matrix(per_mm) @ grow
    flat = cv2.warpPerspective(mask.astype(np.uint8), matrix, layout.topdown_size(per_mm), flags=cv2.INTER_NEAREST)
    return np.asarray(flat > 0)
