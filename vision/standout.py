"""Whether a quad stands out from the table as a card does: four straight edges, and colours that the table has not.

What a network takes for a strange card may be a piece of a pattern: a brick, a tile, a chequer. But a pattern repeats,
so that its colours lie all over the table, and few of its pieces have four straight edges of a card's very size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import Fit
from vision.rectify import Pyramid, crop_matrix
from vision.types import Bgr, Corners, Floats, Quad

SCORE, STRAIGHT, STRANGE, SHIFT = 0.97, 15.0, 1.12, -22.0
"""Weights of the refiner's log-odds, of the worst side's straightness and of how rare the colours are on the table
(minus the mean logarithm of their share), fitted on drawn lay-outs with foreign cards."""

@dataclass(frozen=True, slots=True)
class Edges:
    """The edges along the four sides of a quad."""

    straight: float  # the share of points that lie on one line, on the worst side
    corners: Corners  # where the lines meet


RIM, ZOOM = (96, 144), 1.5
"""Width and height in pixels of the crops whose edges are looked at, and how much larger than the quad they are."""

REACH, NEAR = 6, 1
"""Pixels across a side within which its edge is sought; by which that edge may wander and still be straight."""

CORNER = 8
"""Pixels left out at either end of a side: corners are round."""

FAR, EXACT = 10, 0.02
"""Pixels within which the edges of a quad that may lie askew are sought; their usual error, in widths and lengths."""

SLACK = 0.05
"""Card widths by which the place on the edges may miss the right size more than the one before."""

MEET = 1e-9
"""Least part of where two lines meet that tells how far away that is."""

FAINT, STEEP = 6.0, 0.6
"""Levels of a step under which it is noise; share of a point's steepest step from which another may be the edge."""

PATCH, INNER = (24, 36), 0.9
"""Width and height in pixels of the crops whose colours are looked at, and their size against the quad."""

LONG, GROWN = 400, 1.15
"""Width in pixels of the picture from which the table's colours are taken; around cards it is left out, and shadows."""

BINS = (16, 32, 32)
"""Of lightness and the two colours (CIELAB)."""

RAREST, BLIND = 1e-5, 8.0
"""Least share of a colour; what colours count where no table is seen."""

TABLE = 0.02
"""Least share of the picture that must be table."""

CARD_SCORE = 0.5
"""Least score of what is left out of the table."""


def stands_out(bgr: Bgr, pyramid: Pyramid, quads: Sequence[Quad]) -> Floats:
    """Return how much speaks for each of *quads* on *bgr* being a card whatever it shows, log-odds (n,)."""
    if not quads:
        return np.zeros(0)
    corners = [quad.corners for quad in quads]
    score = np.clip([quad.score for quad in quads], 0.02, 0.98)
    straight = np.array([edge.straight for edge in edges(pyramid, corners)])
    rare = _rare(bgr, quads, pyramid.crops(corners, PATCH, INNER))
    return np.asarray(SCORE * np.log(score / (1 - score)) + STRAIGHT * straight + STRANGE * rare + SHIFT)


def straightened(pyramid: Pyramid, quads: Sequence[Quad], onto: Fit) -> list[Quad]:
    """Return *quads*, those among them moved onto the edges around them for which cards of the right size (*onto*) have
    straighter edges there. What a quad shows, and its score, stay as they were."""
    before = edges(pyramid, [quad.corners for quad in quads], FAR)
    if not quads:
        return []
    usual = np.full((len(quads), 4, 2), EXACT)
    corners, off = onto(np.stack([edge.corners for edge in before]), usual)
    sure = [edges(pyramid, places) for places in ([quad.corners for quad in quads], list(corners.astype(np.float32)))]
    return [
        replace(quad, corners=corners[k].astype(np.float32), off=float(off[k]))
        if new.straight >= old.straight and np.isfinite(corners[k]).all() and off[k] < quad.off + SLACK else quad
        for k, (quad, old, new) in enumerate(zip(quads, *sure, strict=True))
    ]  # fmt: skip


def edges(pyramid: Pyramid, corners: Sequence[Corners], reach: int = REACH) -> list[Edges]:
    """Return the edges that lie within *reach* pixels of `RIM` crops of the sides of each of the quads *corners*."""
    back = [np.linalg.inv(crop_matrix(quad, RIM, ZOOM)) for quad in corners]
    return [_edges(crop, matrix, reach) for crop, matrix in zip(pyramid.crops(corners, RIM, ZOOM), back, strict=True)]


def _edges(crop: Bgr, back: Floats, reach: int) -> Edges:
    """*back* leads from the crop to the picture."""
    shares, lines = [], []
    turned, turn = crop, np.eye(3)  # which leads from the turned crop to the crop
    for _ in range(4):
        height, width = turned.shape[:2]
        row, column = round(height * (1 - 1 / ZOOM) / 2), round(width * (1 - 1 / ZOOM) / 2)
        there = _steep(turned[row - reach : row + reach, column + CORNER : width - column - CORNER])
        shares.append(float(there.mean(1).max()))
        points = there.shape[1]
        ends = [(column + CORNER + points * (0.25 + 0.5 * k) - 0.5, row - reach + 0.5 + _nearest(half.mean(1)))
                for k, half in enumerate(np.array_split(there, 2, axis=1))]  # fmt: skip
        one, other = (turn @ np.array([*end, 1.0]) for end in ends)
        lines.append(np.cross(one, other))
        turned = np.rot90(turned)
        turn = turn @ np.array([[0, -1, width - 1], [1, 0, 0], [0, 0, 1.0]])
    meet = np.array([np.cross(lines[side], lines[side - 3]) for side in range(4)])  # a side and the one after it
    corners = meet[:, :2] / np.where(np.abs(meet[:, 2:]) < MEET, MEET, meet[:, 2:])
    seen = cv2.perspectiveTransform(np.roll(corners, 1, 0)[None], back)[0]
    return Edges(min(shares), np.asarray(seen, np.float32))


def _steep(strip: Bgr) -> Floats:
    """Where across a strip (across, along, 3) each point of the side may have its edge, bool (across - 1, along)."""
    along = cv2.blur(strip.astype(np.float32), (3, 1))
    steps = np.abs(np.diff(along, axis=0)).max(2)
    there = steps >= np.maximum(FAINT, STEEP * steps.max(0))[None]
    return np.stack([there[max(0, k - NEAR) : k + NEAR + 1].any(0) for k in range(len(there))])


def _nearest(shares: Floats) -> float:
    """The place of the largest of *shares*; of several, the middle of the run that is nearest to the middle."""
    best = np.flatnonzero(shares >= shares.max() - 1e-6)
    runs = np.split(best, np.flatnonzero(np.diff(best) > 1) + 1)
    middle = (len(shares) - 1) / 2
    return min((float(run.mean()) for run in runs), key=lambda place: abs(place - middle))


def _rare(bgr: Bgr, quads: Sequence[Quad], patches: Sequence[Bgr]) -> Floats:
    """How rare the colours of *patches* are on the table, minus the mean logarithm of their share, (n,)."""
    factor = LONG / bgr.shape[1]
    small = cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    table = np.full(small.shape[:2], 255, np.uint8)
    for quad in quads:
        if quad.score > CARD_SCORE:
            middle = quad.corners.mean(0)
            around = ((quad.corners - middle) * GROWN + middle) * factor
            cv2.fillConvexPoly(table, np.round(around).astype(np.int32), 0)
    if np.count_nonzero(table) < TABLE * table.size:
        return np.full(len(quads), BLIND)
    colours = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.uint8)[table > 0]
    share, _ = np.histogramdd(_bins(colours), BINS, [(0, size) for size in BINS])
    share = _smooth(share / share.sum())
    rare = []
    for patch in patches:
        light, green, yellow = _bins(np.asarray(cv2.cvtColor(patch, cv2.COLOR_BGR2LAB), np.uint8).reshape(-1, 3)).T
        rare.append(-float(np.log(share[light, green, yellow] + RAREST).mean()))
    return np.array(rare)


def _bins(lab: Bgr) -> NDArray[np.int64]:
    return np.asarray(lab.astype(int) * np.array(BINS) // 256, np.int64)


def _smooth(share: Floats) -> Floats:
    """*share* spread over the neighbouring bins: light is not the same all over a table."""
    for axis in range(3):
        side = np.roll(share, 1, axis) + np.roll(share, -1, axis)  # what is rolled around is black or white: harmless
        share = 0.56 * share + 0.22 * side
    return share
