"""Who lies on whom: where two cards overlap, the mask of what shows of each is a witness for both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np

from vision.rectify import crop_matrix
from vision.types import Corners, Floats, Mask, Quad

LEAST = 0.04
"""Share of a card that must lie under or over another before it matters."""

CLEAR = 0.05
"""By how much the two masks must differ, 0..1, before one card is believed to lie on the other."""


def ordered(quads: Sequence[Quad]) -> list[Quad]:
    """Return *quads* with masks that agree: what two cards share belongs to the one that lies above.

    Quads without a mask stay as they are. What neither mask claims more than the other stays as both have it.
    """
    masks = [None if q.shown is None else q.shown.copy() for q in quads]
    below: list[tuple[int, Corners]] = []
    for a, b in _near(quads):
        polygon = _shared(quads[a].corners, quads[b].corners)
        if polygon is None:
            continue
        points = _spread(polygon)
        seen_a, seen_b = (float(shown_at(quads[k], points).mean()) for k in (a, b))
        if abs(seen_a - seen_b) >= CLEAR:
            above, under = (a, b) if seen_a > seen_b else (b, a)
            _paint(masks[above], quads[above].corners, polygon, 255)
            below.append((under, quads[above].corners))
    for under, corners in below:  # last, so that the middle card of three is not shown where the upper one lies
        _paint(masks[under], quads[under].corners, corners, 0)
    return [replace(q, shown=m) for q, m in zip(quads, masks, strict=True)]


def _near(quads: Sequence[Quad]) -> list[tuple[int, int]]:
    with_mask = [k for k, q in enumerate(quads) if q.shown is not None]
    if len(with_mask) < 2:
        return []
    corners = np.stack([quads[k].corners for k in with_mask])
    low, high = corners.min(1), corners.max(1)
    apart = ((low[:, None] > high[None]) | (high[:, None] < low[None])).any(2)
    return [(with_mask[i], with_mask[j]) for i, j in combinations(range(len(with_mask)), 2) if not apart[i, j]]


def _shared(a: Corners, b: Corners) -> Corners | None:
    """What the two quads share, a convex polygon (n, 2); None if that is next to nothing."""
    area, polygon = cv2.intersectConvexConvex(a, b)
    if polygon is None or area < LEAST * min(cv2.contourArea(a), cv2.contourArea(b)):
        return None
    return np.asarray(polygon.reshape(-1, 2), np.float32)


def _spread(polygon: Corners) -> Floats:
    """Points (m, 2) all over a convex polygon, away from its edges."""
    middle = polygon.mean(0)
    around = np.concatenate([polygon, (polygon + np.roll(polygon, 1, 0)) / 2]) - middle
    return np.concatenate([middle[None], middle + 0.45 * around, middle + 0.8 * around])


def shown_at(quad: Quad, points: Floats) -> Floats:
    """Return the card's mask at *points* (n, 2) of the picture, 0..1; 0 outside of the quad or without a mask."""
    if quad.shown is None or not len(points):
        return np.zeros(len(points))
    height, width = quad.shown.shape
    there = cv2.perspectiveTransform(points[None].astype(np.float32), crop_matrix(quad.corners, (width, height)))[0]
    x, y = np.round(there).astype(int).T
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    return np.asarray(inside * quad.shown[y.clip(0, height - 1), x.clip(0, width - 1)] / 255)


def _paint(mask: Mask | None, own: Corners, polygon: Corners, value: int) -> None:
    """Fill *polygon* of the picture in the *mask* of the card whose corners are *own*."""
    assert mask is not None
    height, width = mask.shape
    there = cv2.perspectiveTransform(polygon[None].astype(np.float32), crop_matrix(own, (width, height)))
    cv2.fillConvexPoly(mask, np.round(there[0]).astype(np.int32), value)
