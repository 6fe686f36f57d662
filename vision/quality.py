"""Named conditions that make a picture unreliable: dark, glare, blur, a moved camera. A warning instead of a guess."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Bgr

DARK_LEVEL = 40  # 90th percentile of brightness: below it even light cards drown in a webcam's noise
GLARE_LEVEL = 250  # card paper in good light reaches 235; a lamp's mirror image clips
GLARE_SHARE = 0.03  # of the table: about seven card areas of 20 x 12 cm; small spots are left to the namer
BLUR_RATIO = 0.045  # detail of 2 pixels against that of 8; sharp frames measure 0.3 to 0.4, a blur of 2 pixels 0.045
DETAIL = 30.0  # variance of the coarse detail below which an empty cloth cannot tell sharp from blurred
SHIFT_PX = 1.5  # small pixels, about 4 mm of table: an eighth of a card, where places begin to be mixed up
SHIFT_SURE = 0.3  # peak of the phase correlation; a still camera with hands measures above 0.4 at no shift
SHIFTED_LOOKS = 3  # checks in a row: one may catch a passing arm


@dataclass(frozen=True, slots=True)
class Quality:
    """What was measured in one frame, and the name of the worst condition, if any."""

    bright: float  # 90th percentile of grey, 0..255
    glare: float  # share of clipped pixels, 0..1
    sharp: float | None  # fine detail against coarse, None where there is too little to tell
    shift: float  # small pixels that the picture moved
    condition: str | None  # "dark", "glare", "blur", "moved" or none


class QualityWatch:
    """Compares frames with fixed bounds, and with the first steady picture for a pushed camera."""

    def __init__(self) -> None:
        self._reference: NDArray[np.float32] | None = None
        self._window: NDArray[np.float32] | None = None
        self._shifted = 0

    def see(self, bgr: Bgr, small: Bgr) -> Quality:
        """Measure a frame; *small* is the same picture at the size of the hand masks."""
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        bright = float(np.percentile(grey, 90))
        glare = float(np.mean(small.min(2) >= GLARE_LEVEL))
        sharp, shift = _sharpness(bgr), self._shift(grey)
        return Quality(bright, glare, sharp, shift, self._name(bright, glare, sharp))

    def recalibrated(self) -> None:
        """The layout is right again for what the camera shows now."""
        self._reference, self._shifted = None, 0

    def _name(self, bright: float, glare: float, sharp: float | None) -> str | None:
        if bright < DARK_LEVEL:
            return "dark"
        if self._shifted >= SHIFTED_LOOKS:
            return "moved"
        if glare > GLARE_SHARE:
            return "glare"
        return "blur" if sharp is not None and sharp < BLUR_RATIO else None

    def _shift(self, grey: NDArray[np.uint8]) -> float:
        detail = cv2.Laplacian(cv2.GaussianBlur(grey, (3, 3), 0), cv2.CV_32F)
        edges = np.clip(detail, -40, 40).astype(np.float32)  # a new card must not outweigh the table
        if self._reference is None or self._window is None:
            self._reference, self._window = edges, _window(grey.shape)
            return 0.0
        (dx, dy), peak = cv2.phaseCorrelate(self._reference, edges, self._window)
        shift = float(np.hypot(dx, dy)) if peak >= SHIFT_SURE else 0.0
        self._shifted = self._shifted + 1 if shift > SHIFT_PX else 0
        if not self._shifted and shift < SHIFT_PX / 2:
            cv2.accumulateWeighted(edges, self._reference, 0.1)  # cards come and go
        return shift


def _window(shape: tuple[int, ...]) -> NDArray[np.float32]:
    return np.asarray(cv2.createHanningWindow((shape[1], shape[0]), cv2.CV_32F), np.float32)


def _sharpness(bgr: Bgr) -> float | None:
    """Fine detail against coarse in the middle of the picture; halved first, so that grain does not pass for it."""
    height, width = bgr.shape[:2]
    middle = cv2.cvtColor(bgr[height // 4 : height * 3 // 4, width // 4 : width * 3 // 4], cv2.COLOR_BGR2GRAY)
    fine, coarse = (cv2.resize(middle, None, fx=s, fy=s, interpolation=cv2.INTER_AREA) for s in (0.5, 0.125))
    detail = float(cv2.Laplacian(coarse, cv2.CV_32F).var())
    return float(cv2.Laplacian(fine, cv2.CV_32F).var()) / detail if detail > DETAIL else None
