"""How large the cards of a deck are, from one picture and one length that is known."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision import marks
from vision.layout import CARD_MM
from vision.plane import fit
from vision.rectify import side_lengths
from vision.types import Bgr, Quad

ENOUGH = 6
"""Cards that are measured at least."""


def measure(bgr: Bgr, quads: Sequence[Quad], length_mm: float | None = None) -> tuple[float, float] | None:
    """Return width and length in millimetres of the cards *quads* on *bgr*, uint8 BGR.

    Printed marks (`vision.marks`) in the picture tell both; else *length_mm*, the long side by a ruler, tells the
    width. None without either, or with few cards.
    """
    if len(quads) < ENOUGH:
        return None
    size = (bgr.shape[1], bgr.shape[0])
    squares = list(marks.find(bgr).values())
    if squares:
        plane = fit([], size, squares=squares, square_mm=marks.SIDE_MM)
        flat = [cv2.perspectiveTransform(quad.corners[None].astype(np.float64), plane.matrix)[0] for quad in quads]
        width, length = np.median([side_lengths(corners.astype(np.float32)) for corners in flat], 0)
    elif length_mm is not None:
        width, length = fit(quads, size, (CARD_MM[0] * length_mm / CARD_MM[1], length_mm)).card_mm
    else:
        return None
    return round(float(width), 1), round(float(length), 1)
