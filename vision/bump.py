"""Notices that the camera was pushed: the picture no longer shows at any place what lay there before."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Bgr

TILES = (6, 10)  # rows and columns that are compared each for itself: hands and new cards change a few of them
SHRINK = 2  # small pixels to one that is compared
SMOOTH = 3  # of these: coarser shades are light, not things
TEXTURE = 2.0  # levels by which a tile must vary to be compared; grain varies by half a level
ALIKE = 0.5  # correlation of a tile with what it showed
LEAST_TILES = 8  # with texture; a bare cloth with a few cards tells nothing
FEW_TILES = 3  # that hands leave in sight and that show what they showed: the camera was not pushed
STILL_THERE = 0.6  # of all texture: a pushed camera shows as much as before, a table cleared or dealt on does not
MOST_LOST, LOST_MOVING = 0.35, 0.1  # share of tiles alike below which the camera was pushed: at rest; while things move
WELL = 0.6  # share from which all is as before
UNDER, MOST_UNDER = 0.15, 0.33  # share of a tile under hands that tells nothing; of the picture: more are no hands
MOVING, STIRRED = 6, 0.004  # levels between two frames; share of the picture that is more than grain
REST_S, STEADY_S = 0.2, 0.15
FRAMES = 2  # in a row

Fine = NDArray[np.float32]
"""A grey picture less its coarse shades, float32 (h, w)."""


class BumpWatch:
    """Compares every frame with the resting table; all its time comes with the frames."""

    def __init__(self) -> None:
        self.pushed = False  # for certain
        self._kept: Fine | None = None  # the table as it was
        self._under = np.zeros(TILES, np.bool_)  # tiles that hands hid then
        self._last: tuple[NDArray[np.uint8], Fine] | None = None  # the frame before
        self._stirred = self._moved = float("-inf")  # seconds when something did, when the camera did
        self._lost = self._well = 0  # frames in a row

    def see(self, small: Bgr, seconds: float, hands: NDArray[np.bool_] | None = None) -> bool:
        """Take the next frame, as small as the hand masks; True if it is not to be trusted: the camera may be pushed.

        *hands*: what they hid in the frame before, bool (h, w). `pushed` is certain. It ends when the old view is back,
        or with `settle`.
        """
        height, width = small.shape[0] // SHRINK, small.shape[1] // SHRINK
        grey = cv2.cvtColor(cv2.resize(small, (width, height), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        fine = np.asarray(cv2.subtract(grey, cv2.blur(grey, (SMOOTH, SMOOTH)), dtype=cv2.CV_32F), np.float32)
        self._time(np.asarray(grey, np.uint8), fine, seconds)
        rests, under = seconds - self._stirred >= REST_S, _under(hands)
        if self._kept is None:
            self._kept, self._under = fine, under
            return False
        share = _alike(self._kept, fine, ~(under | self._under))
        bound = MOST_LOST if rests else LOST_MOVING
        self._lost = self._lost + 1 if share < bound else 0
        self._well = self._well + 1 if share >= WELL else 0
        if self._lost >= FRAMES:
            self.pushed = True
        elif self.pushed and self._well >= FRAMES:
            self.pushed = False
        if rests and not self.pushed and not self._lost:
            self._kept, self._under = fine, under  # cards come and go, the light changes
        return self.pushed or share < MOST_LOST

    def steady(self, seconds: float) -> bool:
        """Whether the camera has not moved for a moment, whatever hands do."""
        return seconds - self._moved >= STEADY_S

    def settle(self) -> None:
        """It is known again how the camera looks at the table: the next frame is the table as it was."""
        self.pushed, self._kept, self._lost = False, None, 0

    def _time(self, grey: NDArray[np.uint8], fine: Fine, seconds: float) -> None:
        """Note when something moved, and when all did."""
        last, self._last = self._last, (grey, fine)
        if last is None or np.mean(cv2.absdiff(grey, last[0]) > MOVING) > STIRRED:
            self._stirred = seconds
        if last is None or _alike(last[1], fine) < WELL:
            self._moved = seconds


def _under(hands: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
    """The tiles that hands hide."""
    if hands is None or np.mean(hands) > MOST_UNDER:
        return np.zeros(TILES, np.bool_)
    share = cv2.resize(hands.astype(np.float32), TILES[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(share > UNDER)


def _alike(before: Fine, fine: Fine, bare: NDArray[np.bool_] | None = None) -> float:
    """The share of tiles that show what they showed; all, if they cannot tell: a bare cloth, one cleared or filled.

    *bare*: the tiles that count, without hands; None: all.
    """
    was, now, both = (_sums(a * b) for a, b in ((before, before), (fine, fine), (before, fine)))
    told = was > TEXTURE**2 * (fine.size / was.size)
    alike = both >= ALIKE * np.sqrt(was * now)
    more = float(now.sum()) / max(float(was.sum()), 1.0)
    if np.count_nonzero(told) < LEAST_TILES or not STILL_THERE <= more <= 1 / STILL_THERE:
        return 1.0
    share = float(np.mean(alike[told]))
    if bare is None or np.count_nonzero(told & bare) < FEW_TILES:
        return share
    return max(share, float(np.mean(alike[told & bare])))


def _sums(values: Fine) -> Fine:
    """Sum over each tile, (rows, columns)."""
    return np.asarray(cv2.resize(values, TILES[::-1], interpolation=cv2.INTER_AREA) * (values.size / np.prod(TILES)))
