"""Whether a card is printed as the others of its deck are: one press gives all of them one rim.

A foreign card may carry what looks like a face, but seldom the same edge of paper and ink.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.likeness import Bools
from vision.types import Bgr, Floats

RIM, BAND = 1, 4
"""Pixels of a straightened card, 64 x 96, from its edge to where the rim that is compared begins and ends."""

CORNER = 8
"""Pixels left out at either end of a side."""

ENOUGH = 12
"""Cards of the deck that must tell what its rim looks like."""

NOISE = 2.0
"""Levels by which equal rims differ anyway."""

USUAL, STEEP, MOST = 3.0, 2.0, 4.0
"""Usual deviations from which a rim is odd; what each more counts; at most."""


def oddness(crops: Bgr, sure: Bools) -> Floats:
    """Return how much the rims of *crops* (n, 96, 64, 3) speak against their being of the deck of the *sure* ones (n,):
    log-odds (n,), 0 where nothing does. Cards may lie either way up."""
    if np.count_nonzero(sure) < ENOUGH:
        return np.zeros(len(crops))
    sides = np.stack([_sides(np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2LAB), np.float64)) for crop in crops])
    usual = np.median(sides[sure].reshape(-1, 3), axis=0)
    spread = 1.48 * np.median(np.abs(sides[sure].reshape(-1, 3) - usual), axis=0) + NOISE
    off = np.sqrt((((sides - usual) / spread) ** 2).mean(2)).mean(1)
    return np.asarray(np.clip(STEEP * (off - USUAL), 0.0, MOST))


def _sides(lab: Floats) -> Floats:
    """The mean colours of the four sides' rims, (4, 3)."""
    across, along = lab[CORNER:-CORNER], lab[:, CORNER:-CORNER]
    parts = (across[:, RIM:BAND], across[:, -BAND:-RIM], along[RIM:BAND], along[-BAND:-RIM])
    return np.stack([part.mean((0, 1)) for part in parts])
