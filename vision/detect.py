"""Find cards: a picture whose cards are about 32 px wide in, rough quads out, then made exact."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.nets import open_net
from vision.rectify import Pyramid, crop_corners, crop_matrix
from vision.types import Bgr, Corners, Floats, Mask, Quad

Fit = Callable[[Corners, Mask], Corners]
"""Corners in picture pixels and the mask of what shows, to corners of a card of the known size."""

CARD_PX = 32.0
"""The card width, in pixels, that the detector was trained for (it accepts 25 to 40)."""


class Detector:
    """The network that finds cards of one known size."""

    def __init__(self, threads: int = 2) -> None:
        self._net = open_net("detector", threads)
        self._stride, self._unit = int(self._net.about["stride"]), float(self._net.about["unit"])

    def find(self, bgr: Bgr, least: float = 0.3, margin: int = 0) -> list[Quad]:
        """Return rough quads, best first, in pixels of *bgr*; corner order is right up to a turn by 180 degrees.

        *margin* pixels are added all round, so that cards which fill the picture have surroundings.
        """
        height, width = bgr.shape[0] + 2 * margin, bgr.shape[1] + 2 * margin
        below, right = margin + -height % 32, margin + -width % 32
        padded = cv2.copyMakeBorder(bgr, margin, below, margin, right, cv2.BORDER_REPLICATE)
        maps = self._net(np.asarray(padded[None], np.uint8))[0][0]
        rows, columns = np.nonzero(maps[0] >= least)
        if len(rows) == 0:
            return []
        values = maps[:, rows, columns].T
        middle = np.stack([columns, rows], 1) * self._stride + (self._stride - 1) / 2 - margin
        corners = values[:, 1:9].reshape(-1, 4, 2) * self._unit + middle[:, None]
        order = np.argsort(-values[:, 0])
        return suppress([Quad(corners[i].astype(np.float32), float(values[i, 10]), float(values[i, 0])) for i in order])


class Refiner:
    """The network that makes a rough quad exact and says whether it is a card."""

    def __init__(self, threads: int = 2) -> None:
        self._net = open_net("refiner", threads)
        self._size = (int(self._net.about["size"][0]), int(self._net.about["size"][1]))
        self._zoom = float(self._net.about["zoom"])

    def refine(self, pyramid: Pyramid, quads: Sequence[Quad], fit: Fit | None = None) -> list[Quad]:
        """Return *quads* with better corners and what of them shows; `score` becomes the geometric mean of the old one
        and "is a card". *fit* knows the table: it may correct the corners by how much of each shows."""
        if not quads:
            return []
        crops = np.stack(pyramid.crops([q.corners for q in quads], self._size, self._zoom))
        offsets, card, visible, shown = self._net(crops)
        there = crop_corners(self._size, self._zoom) + offsets.reshape(-1, 4, 2) * np.array(self._size, np.float32)
        return [
            _refined(self._exact(q.corners, t, m, fit), float(v), float(np.sqrt(q.score * c)))
            for q, t, c, v, m in zip(quads, there.astype(np.float32), card, visible, shown, strict=True)
        ]

    def _exact(self, rough: Corners, there: Corners, shown: Floats, fit: Fit | None) -> tuple[Corners, Mask]:
        """Return corners and mask of the card whose corners lie *there* in the crop of *rough*."""
        matrix = crop_matrix(rough, self._size, self._zoom)
        corners = _moved(there, np.linalg.inv(matrix))
        mask = self._straight(shown, there)
        if fit is None:
            return corners, mask
        corners = fit(corners, mask)
        return corners, self._straight(shown, _moved(corners, matrix))

    def masks(self, pyramid: Pyramid, quads: Sequence[Quad]) -> list[Mask]:
        """Return where the straightened crop of each of *quads*, taken as exact, shows the card itself, uint8."""
        if not quads:
            return []
        shown = self._net(np.stack(pyramid.crops([q.corners for q in quads], self._size, self._zoom)))[3]
        return [self._straight(mask, crop_corners(self._size, self._zoom)) for mask in shown]

    def _straight(self, shown: Floats, there: Corners) -> Mask:
        """Return the mask *shown* of a whole crop as one of the straightened quad alone, uint8 like the crop."""
        grown = cv2.resize(shown, self._size) * 255
        return np.asarray(cv2.warpPerspective(grown, crop_matrix(there, self._size), self._size), np.uint8)


def _refined(exact: tuple[Corners, Mask], visible: float, score: float) -> Quad:
    return Quad(exact[0], visible, score, exact[1])


def _moved(corners: Corners, matrix: Floats) -> Corners:
    return np.asarray(cv2.perspectiveTransform(corners[None], matrix)[0], np.float32)


def suppress(quads: Sequence[Quad], most: float = 0.6) -> list[Quad]:
    """Drop each quad that overlaps a better one (they come best first) by more than *most* of their union."""
    kept: list[Quad] = []
    middles: list[Floats] = []
    for quad in quads:
        middle = quad.corners.mean(0)
        reach = float(np.linalg.norm(quad.corners[0] - quad.corners[2])) / 3
        near = [k for k, m in zip(kept, middles, strict=True) if np.hypot(*(m - middle)) < reach]
        if all(overlap(quad.corners, k.corners) <= most for k in near):
            kept.append(quad)
            middles.append(middle)
    return kept


def overlap(a: Corners, b: Corners) -> float:
    """Return the intersection over union of two convex quads."""
    both, _ = cv2.intersectConvexConvex(a, b)
    total = cv2.contourArea(a) + cv2.contourArea(b) - both
    return float(both / total) if total > 0 else 0.0
