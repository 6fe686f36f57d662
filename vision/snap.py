"""Cards of a known size on a known table: what is hidden of a quad follows from what shows."""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import Corners, Floats, Mask, Quad

LEAST = 0.05
"""Weight of a corner of which nothing shows: the guess of the refiner still tells which way the card lies."""

MOST_OFF = 0.25
"""Card widths that the corners may lie off, on average, before the quad is no card that lies on the table."""


def corner_weights(shown: Mask) -> Floats:
    """Return how much of each corner's surroundings shows, float (4,), LEAST to 1, in the order of a quad."""
    height, width = shown.shape
    y, x = height // 4, width // 4
    parts = (shown[:y, :x], shown[:y, -x:], shown[-y:, -x:], shown[-y:, :x])
    return np.array([max(LEAST, float(part.mean()) / 255) for part in parts])


def snap(corners: Floats, weights: Floats, size: tuple[float, float]) -> Corners:
    """Return the rectangle of *size* (width, length) that lies nearest to *corners* (4, 2) on the table plane.

    Least squares over turn and shift with one weight a corner (the rigid case of Umeyama 1991).
    """
    half = np.array(size) / 2
    model = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    share = (weights / weights.sum())[:, None]
    there, here = (share * corners).sum(0), (share * model).sum(0)
    a, b = model - here, corners - there
    turn = np.arctan2((share[:, 0] * (a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])).sum(), (share * a * b).sum())
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(a @ np.array([[c, s], [-s, c]]) + there, np.float32)


def snapped(corners: Corners, shown: Mask, plane: Floats, size: tuple[float, float]) -> Corners:
    """Return *corners*, pixels, as those of a card of *size* on the table, *plane* (3, 3) leading from pixels to it.

    Where even the corners that show do not fit a card of that size, as one that a hand lifts, they stay as they are.
    """
    best, off = _nearest(corners, corner_weights(shown), plane, size)
    if off > MOST_OFF * size[0]:
        return corners
    back = cv2.perspectiveTransform(best[None].astype(np.float64), np.linalg.inv(plane))[0]
    return np.asarray(back, np.float32)


def misfit(quad: Quad, plane: Floats, size: tuple[float, float]) -> float:
    """Return by how much the corners that show miss a card of *size* on the table, root mean square in its units."""
    weights = np.ones(4) if quad.shown is None else corner_weights(quad.shown)
    return _nearest(quad.corners, weights, plane, size)[1]


def _nearest(corners: Corners, weights: Floats, plane: Floats, size: tuple[float, float]) -> tuple[Corners, float]:
    """The nearest card on the table and its distance there."""
    flat = cv2.perspectiveTransform(corners[None].astype(np.float64), plane)[0]
    best = snap(flat, weights, size)
    return best, float(np.sqrt((weights * ((best - flat) ** 2).sum(1)).sum() / weights.sum()))
