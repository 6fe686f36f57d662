"""Values that the stages of vision hand to one another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Bgr = NDArray[np.uint8]
"""A picture, uint8 (H, W, 3), blue-green-red."""

Mask = NDArray[np.uint8]
"""Where something holds, uint8 (H, W), 0..255."""

Corners = NDArray[np.float32]
"""Four corners, float32 (4, 2), pixels x, y, clockwise in the picture."""

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture with its place in time. Time comes with the frame, so that a replay equals the live run."""

    number: int
    seconds: float
    bgr: Bgr


@dataclass(frozen=True, slots=True)
class Quad:
    """A card that was found but not yet named."""

    corners: Corners
    visible: float  # fraction of the card that the picture shows, 0..1
    score: float  # how sure that this is a card, 0..1
    shown: Mask | None = None  # uint8 (h, w) over the crop of `corners`: above 127 where the card itself is seen
    at: tuple[float, float] | None = None  # pixels: a place where the card itself shows, by which it was found
    off: float = 0.0  # by how many card widths what shows misses a card of the known size on the table
    usual: float = 0.02  # share of a side by which corners measured like these are off, on average
    placed: float = 1.0  # probability that a card lies just here: that both share 0.7 of what they cover together


@dataclass(frozen=True, slots=True)
class Detection:
    """A named card; pixels stop here."""

    quad: Quad  # clockwise from the upright card's top left
    scores: Mapping[str, float]  # calibrated probability of the few best faces, "back", "unknown"; best first
    doubt: str | None = None  # a condition (`vision.legible`) that keeps this very card from being read

    @property
    def face(self) -> str:
        """The most probable label."""
        return max(self.scores, key=self.scores.__getitem__)

    @property
    def confidence(self) -> float:
        """Probability of `face`."""
        return self.scores[self.face]
