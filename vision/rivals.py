"""Two finds of one card: what shows of a card belongs to it alone, so both cannot be right."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.order import shown_at
from vision.rectify import UNIT
from vision.types import Floats, Quad

SAME = 0.6
"""Share of what shows of one find that another shows as well, from which both mean one card."""

HALF = 127.5 / 255
"""Of a mask from which a point belongs to the card."""

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
    return np.asarray(points[shown_at(quad, points) > HALF])


def _rivals(one: Quad, own: Floats, other: Quad, theirs: Floats) -> bool:
    fewer, claimed = (own, other) if len(own) <= len(theirs) else (theirs, one)
    return len(fewer) > 0 and float((shown_at(claimed, fewer) > HALF).mean()) > SAME
