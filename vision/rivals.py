"""Two finds of one card: what shows of a card belongs to it alone, so both cannot be right."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import UNIT, crop_matrix
from vision.types import Floats, Quad

SAME = 0.6
"""Share of what shows of one find that another shows as well, from which both mean one card."""

GRID = np.stack(np.meshgrid((np.arange(12) + 0.5) / 12, (np.arange(18) + 0.5) / 18), -1).reshape(1, -1, 2)
"""Points all over the unit square at which masks are compared, (1, 216, 2)."""


def alone(quads: Sequence[Quad]) -> list[bool]:
    """Tell which of *quads*, best first, mean no card that a better one means already.

    Cards that lie on one another are alone, for their masks share hardly anything; so is a quad without a mask.
    """
    kept: list[tuple[Quad, Floats]] = []
    told = []
    for quad in quads:
        own = _own(quad)
        told.append(not any(_rivals(quad, own, *other) for other in kept))
        if told[-1]:
            kept.append((quad, own))
    return told


def _own(quad: Quad) -> Floats:
    """Points (n, 2) of the picture at which *quad* shows itself."""
    there = cv2.getPerspectiveTransform(UNIT, quad.corners.astype(np.float32))
    points = cv2.perspectiveTransform(GRID.astype(np.float32), there)[0]
    return np.asarray(points[_claims(quad, points)])


def _claims(quad: Quad, points: Floats) -> NDArray[np.bool_]:
    """Which *points* (n, 2) of the picture the mask of *quad* takes for the card's own."""
    if quad.shown is None or not len(points):
        return np.zeros(len(points), bool)
    height, width = quad.shown.shape
    there = cv2.perspectiveTransform(points[None].astype(np.float32), crop_matrix(quad.corners, (width, height)))[0]
    x, y = np.round(there).astype(int).T
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    mine = quad.shown[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)] > 127
    return np.asarray(inside & mine)


def _rivals(one: Quad, own: Floats, other: Quad, theirs: Floats) -> bool:
    fewer, claimed = (own, other) if len(own) <= len(theirs) else (theirs, one)
    return len(fewer) > 0 and float(_claims(claimed, fewer).mean()) > SAME
