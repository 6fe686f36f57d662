"""Averages the last frames where nothing moves: grain hides faces in dim light."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from vision.hands import Mask
from vision.types import Bgr, Frame

MOST = 4  # frames that are averaged
GRID = 8  # pixels between those by which grain is measured
MARGIN = 16  # small pixels around a region that are averaged with it: its cards reach so far


class Calm:
    """Keeps the last few frames of a camera."""

    def __init__(self) -> None:
        self._frames: deque[Frame] = deque(maxlen=MOST)

    def add(self, frame: Frame) -> None:
        """Take the next frame."""
        self._frames.append(frame)

    def grain(self) -> float:
        """By how many levels equal places of the last two frames differ as a rule; motion hardly counts."""
        if len(self._frames) < 2:
            return 0.0
        one, other = (frame.bgr[::GRID, ::GRID].astype(np.int16) for frame in list(self._frames)[-2:])
        return float(1.48 / np.sqrt(2) * np.median(np.abs(one - other)))

    def mean(self, region: Mask, since: float) -> Bgr:
        """The newest frame, and around *region* the mean of all frames after *since* seconds.

        *region*: bool (h, w) at any resolution over the whole picture, true somewhere; nothing moved there since.
        """
        newest = self._frames[-1].bgr
        still = [frame.bgr for frame in self._frames if frame.seconds > since]
        if len(still) < 2:
            return newest
        ys, xs = np.flatnonzero(region.any(1)), np.flatnonzero(region.any(0))
        grow = newest.shape[0] / region.shape[0]
        top, left = (max(0, round((at[0] - MARGIN) * grow)) for at in (ys, xs))
        bottom, right = (round((at[-1] + MARGIN) * grow) for at in (ys, xs))
        total = np.zeros((*newest[top:bottom, left:right].shape,), np.float32)
        for bgr in still:
            cv2.accumulate(bgr[top:bottom, left:right], total)
        out = newest.copy()
        out[top:bottom, left:right] = np.rint(total / len(still))
        return out
