"""Cards of a known size on a known table: what is hidden of a quad follows from what shows."""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import Floats

MOST_OFF = 0.25
"""Card widths that the corners may lie off, on average, before the quad is no card that lies on the table."""

LEAST_ERROR = 0.01
"""Usual error, in card widths or lengths, below which a corner is trusted no more than others."""

ROUNDS = 4
"""Of turning the card a little: each is exact for a small turn."""

CARD = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def snap(corners: Floats, errors: Floats, size: tuple[float, float]) -> tuple[Floats, Floats]:
    """Return the rectangles of *size* (width, length) that lie nearest to *corners* (N, 4, 2), and how far off (N,).

    *errors* (N, 4, 2) are the usual errors of corners across and along the card, in widths and lengths: they weigh the
    least squares over turn and shift, since a strip of a card tells well where it lies across itself, but not along.
    The distance is the weighted root mean square of all corners, in card widths.
    """
    scale = np.array(size)
    model = CARD * scale
    weights = (1 / np.maximum(errors, LEAST_ERROR) / scale) ** 2
    weights /= weights.sum((1, 2), keepdims=True)
    turn = _first_turn(corners, model, errors)
    for _ in range(ROUNDS):
        flat = corners @ _turned(turn)  # on the cards' own axes
        ways = np.zeros((*corners.shape, 3))
        ways[..., 0] = flat[..., ::-1] * (1, -1)
        ways[..., 0, 1] = ways[..., 1, 2] = -1
        weighted = ways * weights[..., None]
        square = np.einsum("nijk,nijl->nkl", weighted, ways)
        step = np.linalg.solve(square, np.einsum("nijk,nij->nk", weighted, model - flat)[..., None])[..., 0]
        turn, shift = turn + step[:, 0], step[:, 1:]
    axes = _turned(turn)
    best = model + shift[:, None]
    off = np.sqrt(2 * (weights * (corners @ axes - best) ** 2).sum((1, 2))) / size[0]
    return best @ axes.swapaxes(1, 2), off


def _turned(turn: Floats) -> Floats:
    c, s = np.cos(turn), np.sin(turn)
    return np.stack([np.stack([c, -s], -1), np.stack([s, c], -1)], 1)


def _first_turn(corners: Floats, model: Floats, errors: Floats) -> Floats:
    """The turns in radians of the rectangles that fit best with one weight a corner (Umeyama 1991, rigid)."""
    share = 1 / np.maximum(errors, LEAST_ERROR).prod(2)
    share = (share / share.sum(1, keepdims=True))[..., None]
    a, b = model - (share * model).sum(1, keepdims=True), corners - (share * corners).sum(1, keepdims=True)
    across = (share[..., 0] * (a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])).sum(1)
    return np.asarray(np.arctan2(across, (share * a * b).sum((1, 2))), np.float64)


def snapped(corners: Floats, errors: Floats, plane: Floats, size: tuple[float, float]) -> tuple[Floats, Floats]:
    """Return *corners* (N, 4, 2), pixels, as those of cards of *size* on the table, and by how many card widths they
    were off (N,); *plane* (3, 3) leads from pixels to the table.

    Where even the corners that show do not fit a card of that size, as one that a hand lifts, they stay as they are.
    """
    flat = _across(corners, plane)
    best, off = snap(flat, errors, size)
    back = _across(best, np.linalg.inv(plane))
    return np.where((off > MOST_OFF)[:, None, None], corners, back).astype(np.float32), off


def _across(points: Floats, matrix: Floats) -> Floats:
    moved = cv2.perspectiveTransform(points.reshape(1, -1, 2).astype(np.float64), matrix)
    return np.asarray(moved.reshape(points.shape), np.float64)
