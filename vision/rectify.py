"""From a quad in a picture to an upright crop of fixed size, and back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np

from vision.types import Bgr, Corners, Floats

UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
"""Corners of the unit square in the order of a quad: top left, top right, bottom right, bottom left."""


SPOT = 3
"""Radius of a spot, pixels of the crop."""


@lru_cache
def crop_corners(size: tuple[int, int], zoom: float = 1.0) -> Corners:
    """Return where a quad's corners lie in a crop of *size* (width, height) that shows the quad enlarged by *zoom*."""
    corners = ((UNIT - 0.5) / zoom + 0.5) * np.array(size, np.float32) - 0.5
    corners.flags.writeable = False  # all callers share it
    return corners


def crop_matrix(quad: Corners, size: tuple[int, int], zoom: float = 1.0) -> Floats:
    """Return the 3x3 homography from picture pixels to crop pixels."""
    return np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), crop_corners(size, zoom)), np.float64)


def rectify(bgr: Bgr, quad: Corners, size: tuple[int, int], zoom: float = 1.0) -> Bgr:
    """Return the crop of *quad*, uint8 (height, width, 3); what lies outside the picture repeats its edge."""
    matrix = crop_matrix(quad, size, zoom)
    crop = cv2.warpPerspective(bgr, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


def marked(crop: Bgr, quad: Corners, at: Sequence[float] | Floats | None, zoom: float) -> Bgr:
    """Return *crop*, cut around *quad* enlarged by *zoom*, with a fourth channel: a spot where the picture's *at* is,
    nothing if that is None."""
    height, width = crop.shape[:2]
    spot = np.zeros((height, width), np.uint8)
    if at is not None:
        u, v, w = crop_matrix(quad, (width, height), zoom) @ (at[0], at[1], 1.0)
        x, y = np.clip([u / w, v / w], -99, 999)
        cv2.circle(spot, (round(float(x)), round(float(y))), SPOT, 255, -1)
    return np.asarray(cv2.merge([crop, spot]), np.uint8)


class Pyramid:
    """A picture at halved sizes, so that large cards are shrunk without aliasing."""

    def __init__(self, bgr: Bgr) -> None:
        self._levels = [bgr]

    def crops(self, quads: Sequence[Corners], size: tuple[int, int], zoom: float = 1.0) -> list[Bgr]:
        """Return the crop of each quad, each taken from the level that fits its size."""
        return [self._crop(quad, size, zoom) for quad in quads]

    def _crop(self, quad: Corners, size: tuple[int, int], zoom: float) -> Bgr:
        width = (np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2 * zoom
        level = 0
        while width > 1.6 * size[0] and level < 5:
            width, level = width / 2, level + 1
        while len(self._levels) <= level:
            self._levels.append(np.asarray(cv2.pyrDown(self._levels[-1]), np.uint8))
        picture = self._levels[level]
        # pyrDown keeps even pixels: pixel k of a level is pixel 2k of the one above
        return rectify(picture, quad / 2**level, size, zoom)


def side_lengths(quad: Corners) -> tuple[float, float]:
    """Return the mean width and length of a quad in pixels."""
    width = (np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
    length = (np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
    return float(width), float(length)
