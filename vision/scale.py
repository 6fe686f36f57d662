"""How large the cards of a single picture are: many sizes are tried, sure cards vote; and the search at that size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.detect import CARD_PX, FAINT, Detector, enlarged, suppress
from vision.types import Bgr, Floats, Quad

LONG_SIDES = (1440, 1150, 920, 736, 589, 471, 377, 301, 241, 193, 154, 123, 99, 79, 63)
"""Long sides, in pixels, at which the picture is tried; neighbours differ by a quarter, the detector bears more."""

NEAR_SIZES = (1.0, 0.82, 1.25)
"""Sizes at which a picture of known scale is searched: tilt makes near cards larger, and strips of a fan that lie too
close together for the detector lie apart in a larger picture."""

SAME = 0.85
"""Overlap from which two rough quads are one."""


@dataclass(frozen=True, slots=True)
class Vote:
    """One surely found and surely named card: its width in source pixels and how much it counts."""

    width: float
    weight: float


def shrink(bgr: Bgr, scale: float) -> Bgr:
    """Return *bgr* at *scale*, at least 32 px on a side."""
    height, width = bgr.shape[:2]
    size = (max(32, round(width * scale)), max(32, round(height * scale)))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(bgr, size, interpolation=method), np.uint8)


def trials(bgr: Bgr) -> Iterator[tuple[float, Bgr]]:
    """Yield (scale, picture at that scale), each shrunk from the one before."""
    height, width = bgr.shape[:2]
    small, now = bgr, 1.0
    for side in LONG_SIDES:
        scale = side / max(height, width)
        if scale > 1.6:
            continue
        small, now = shrink(small, scale / now), scale
        yield scale, small


def searched(detector: Detector, bgr: Bgr, scale: float, margin: int = 0) -> list[Quad]:
    """Return rough quads, best first, in pixels of *bgr*, whose cards have the detector's width at *scale*; faint ones
    among them. *margin*: pixels added all round what the detector sees."""
    rough: list[Quad] = []
    for factor in NEAR_SIZES:
        small = shrink(bgr, factor * scale)
        rough += [enlarged(q, bgr.shape[1] / small.shape[1]) for q in detector.find(small, FAINT, margin)]
    return suppress(sorted(rough, key=lambda q: -q.score), SAME)


def best_width(votes: Sequence[Vote]) -> float | None:
    """Return the densest width, in source pixels, or None without votes. Widths are compared by their logarithm.

    A vote counts by its width, too: what is printed like cards, as their own box is, is smaller than they are.
    """
    if not votes:
        return None
    logs = np.log([v.width for v in votes])
    weights = np.array([v.weight * v.width for v in votes])
    density = np.exp(-(((logs[:, None] - logs[None]) / 0.12) ** 2) / 2) @ weights
    best = logs[int(np.argmax(density))]
    near: Floats = np.abs(logs - best) < 0.2
    return float(np.exp(np.average(logs[near], weights=weights[near])))


def find_width(bgr: Bgr, look: Callable[[Bgr, float], Sequence[Vote]]) -> float | None:
    """Return the cards' width in pixels of *bgr*; *look* gives the votes of one trial (picture, scale)."""
    return best_width([vote for scale, small in trials(bgr) for vote in look(small, scale)])


def scale_for(width: float) -> float:
    """Return the factor that makes cards of *width* px as wide as the detector wants them."""
    return CARD_PX / width
