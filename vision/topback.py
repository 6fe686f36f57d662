"""The back on top of the stock: one of another colour than those before it is not of this deck (CHEATS.md I18)."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from vision.hands import Mask
from vision.types import Bgr, Floats

ODD = 0.25  # difference, of the logarithms of two colours' ratio, that no light makes
BARE = 0.2  # a place that differs from what lies beyond one of its sides by less is the table, with a seam perhaps
INNER = 0.7  # of a card's size: its middle, whatever the height of the stock
NEAR, FAR = 1.3, 1.8  # of a card's size: the table around it, on which the same light falls
OTHERWISE = 0.2  # the same of the table around: another light falls there, or cards lie on it
LASTING_S = 10.0  # after which it is taken for how the table looks from now on
FEWEST, EVERY_S = 6, 0.5  # backs that must have been seen, and how often one is noted
LOOKS, LASTS_S = 6, 0.7  # that many looks in a row, for so long: then it is odd
DARK = 8.0  # levels added, for in the dark ratios tell little


class TopBack:
    """Remembers how the stock's top card looks beside the table around it; pictures are the small ones."""

    def __init__(self) -> None:
        self._usual: deque[Floats] = deque(maxlen=40)  # the top card's colours less those of the table around it
        self._around: deque[Floats] = deque(maxlen=40)
        self._noted = float("-inf")  # when the last usual one was noted
        self._lit_since = 0.0  # when the table around looked as usual last
        self._odd_since: float | None = None
        self._odd_looks = 0
        self._told = False

    def see(self, small: Bgr, corners: Floats, steady: Mask, back: bool, seconds: float) -> bool:
        """True once for each odd back, when it was seen long enough.

        *corners* (4, 2): of the stock's top card, small pixels; *steady*: what can be judged now; *back*: the eyes are
        sure that a back lies there.
        """
        card, around = _inside(corners, INNER, small.shape), _inside(corners, FAR, small.shape)
        around &= ~_inside(corners, NEAR, small.shape)
        if not card.any() or not steady[card | around].all():
            return False
        beside = _colour(small, around)
        apart = (_colour(small, card) - beside)[:2]
        if self._lit_otherwise(beside, seconds):
            self._odd_since = None
            return False
        usual = np.median(self._usual, 0) if len(self._usual) >= FEWEST else None
        if usual is None or np.abs(apart - usual).max() < ODD:
            self._odd_since, self._told = None, False
            if back and seconds - self._noted >= EVERY_S:
                self._usual.append(apart)
                self._around.append(beside)
                self._noted = seconds
            return False
        if not back or _bare(small, corners):
            self._odd_since = None
            return False
        if self._odd_since is None:
            self._odd_since, self._odd_looks = seconds, 0
        self._odd_looks += 1
        odd = not self._told and self._odd_looks >= LOOKS and seconds - self._odd_since >= LASTS_S - 0.01
        self._told |= odd
        return odd

    def _lit_otherwise(self, beside: Floats, seconds: float) -> bool:
        """True while the table around looks otherwise than before; what stays so is how it looks from then on."""
        if not self._around or np.abs(beside - np.median(self._around, 0)).max() < OTHERWISE:
            self._lit_since = seconds
        elif seconds - self._lit_since >= LASTING_S:
            self._usual.clear()
            self._around.clear()
        else:
            return True
        return False


def _bare(small: Bgr, corners: Floats) -> bool:
    """True if no card lies there: beyond some side of the place it looks as it does inside."""
    middle = corners.mean(0)
    for one, other in ((corners[k], corners[(k + 1) % 4]) for k in range(4)):
        out, along = (one + other) / 2 - middle, (other - one) / 2 * INNER
        ends = np.stack([-along, along, along, -along])
        within, beyond = (
            _filled(middle + ends + np.outer([low, low, high, high], out), small.shape)
            for low, high in ((1 - INNER, INNER), (NEAR, FAR))
        )
        if not beyond.any() or np.abs(_colour(small, within) - _colour(small, beyond)).max() < BARE:
            return True
    return False


def _inside(corners: Floats, size: float, shape: tuple[int, ...]) -> Mask:
    """The pixels of a card whose size is multiplied by *size*."""
    middle = corners.mean(0)
    return _filled(middle + (corners - middle) * size, shape)


def _filled(corners: Floats, shape: tuple[int, ...]) -> Mask:
    out = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(out, np.round(corners).astype(np.int32), (1,))
    return np.asarray(out > 0)


def _colour(small: Bgr, where: Mask) -> Floats:
    """Logarithms of blue and green against red, and of the brightness."""
    blue, green, red = np.log(small[where].mean(0) + DARK)
    return np.array([blue - red, green - red, (blue + green + red) / 3])
