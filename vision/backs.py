"""The backs of a deck side by side: one that differs gives its card away."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Bgr, Floats

FEWEST = 6
"""Backs from which one can be told to differ."""

SMALL = (16, 24)
HUE, TONE, PATTERN = 0.2, 0.45, 7.0
"""Differences that count: of the logarithms of two colours' ratio; of all colours; of levels, pixel by pixel."""

NEIGHBOURS, AGREEING = 6, 2
"""A back is compared with those around it, on which the same light falls; so many of them must be like it."""

TIMES = 6.0
"""How many times the usual difference a back must differ, since prints are never quite even."""


def odd_ones(pictures: Bgr, places: Floats) -> list[int]:
    """Return the indices of backs that differ from the others; *pictures* uint8 (n, 96, 64, 3), *places* (n, 2): where
    they lie in the photograph."""
    if len(pictures) < FEWEST:
        return []
    small = np.stack([cv2.resize(p, SMALL, interpolation=cv2.INTER_AREA) for p in pictures]).astype(np.float32)
    tone = np.log(small.mean((1, 2)) + 8)
    near = _nearest(places)
    hue = _apart(tone[:, :2] - tone[:, 2:], near)
    level = _apart(tone.mean(1, keepdims=True), near)
    fine = np.stack([p - cv2.GaussianBlur(p, (0, 0), 3) for p in small])
    fine = fine / np.exp(tone - np.median(tone, 0)).mean(1)[:, None, None, None]
    usual = np.median(fine, 0)
    pattern = np.minimum(*(np.abs(fine[:, ::turn, ::turn] - usual).mean((1, 2, 3)) for turn in (1, -1)))
    return [int(k) for k in np.flatnonzero(_far(hue, HUE) | _far(level, TONE) | _far(pattern, PATTERN))]


def _nearest(places: Floats) -> Floats:
    """The indices of the nearest others of each place, (n, NEIGHBOURS)."""
    distance = np.linalg.norm(places[:, None] - places[None], axis=2)
    return np.asarray(np.argsort(distance, 1)[:, 1 : 1 + NEIGHBOURS])


def _apart(values: Floats, near: Floats) -> Floats:
    """How far values (n, k) are from those of their neighbours that are most like them."""
    differences = np.abs(values[near] - values[:, None]).max(2)
    return np.asarray(np.sort(differences, 1)[:, AGREEING - 1])


def _far(difference: Floats, least: float) -> NDArray[np.bool_]:
    return np.asarray(difference > max(least, TIMES * float(np.median(difference))))


def usual_one(pictures: Bgr) -> int:
    """Return the index of the back that is most like all of them, pictures uint8 (n, 96, 64, 3)."""
    apart = np.abs(pictures - np.median(pictures, 0)).mean((1, 2, 3))
    return int(np.argmin(apart))
