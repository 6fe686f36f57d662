"""The table plane from the cards themselves: all are equal rectangles, so their quads tell scale, tilt and perspective.

Pure: corners in, one matrix and how good it is out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from vision.errors import LayoutError
from vision.layout import CARD_MM, Matrix
from vision.types import Corners, Floats, Quad

NOISE_MM, PRINTED_MM = 0.7, 0.25  # usual error of a card's corner, of a printed one
FAR_MM = 3.0  # a card whose corners are farther off is no whole card, or does not lie flat
GOOD_MM, DOUBT_MM = 2.0, 30.0  # largest residual and doubt of a plane to rely on
ROUNDS = 4  # of leaving out what lies too far off
ROBUST = 2.0  # multiples of the noise from which a corner counts less
FOCAL, FOCAL_SPREAD = 0.9, 0.35  # focal length over the picture's long side; spread of its logarithm
OFF_CENTRE = 0.12  # by how much of the long side the lens's axis misses the picture's middle: pictures are cropped
TILT_SPREAD = 0.35  # radians
DEPTH_SPREAD = 0.5  # of the logarithm of the depth at the picture's corners: the horizon is far out of sight
WIDTH_SPREAD = 0.04  # of the logarithm of a card's width: hwatu are 33 to 37 mm wide at 54 mm
STARTS = ((0.0, 0.0), (0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5))
"""Tilts, radians, from which the search begins: a flat start may stay in a valley beside the right one."""

SHOWN = 0.45  # cards that show less are not measured


@dataclass(frozen=True, slots=True)
class Plane:
    """Where the table is in a picture, up to a move and a turn on the table: its origin is the picture's middle."""

    homography: Matrix  # picture pixels to millimetres; x goes to the picture's right at its middle
    used: tuple[bool, ...]  # which of the cards it rests on
    residual_mm: float  # root mean square by which their corners miss equal rectangles
    doubt_mm: float  # by how much places all over the picture may be wrong, from the spread of the fit
    tilt_deg: float  # of the camera against looking straight down
    card_mm: tuple[float, float]  # width as measured if it was not known, length as given

    @property
    def cards(self) -> int:
        """How many cards it rests on."""
        return sum(self.used)

    @property
    def good(self) -> bool:
        """Whether zones may be laid out on it."""
        return self.residual_mm <= GOOD_MM and self.doubt_mm <= DOUBT_MM

    @property
    def matrix(self) -> NDArray[np.float64]:
        """`homography` as float64 (3, 3)."""
        return np.array(self.homography, np.float64)


def fit(
    quads: Sequence[Quad], size_px: tuple[int, int], card_mm: tuple[float, float] = CARD_MM, *,
    known: bool = False, squares: Sequence[Corners] = (), square_mm: float = 60.0,
) -> Plane:  # fmt: skip
    """Return the plane on which the cards lie; *size_px* is the picture's width and height.

    *known*: *card_mm* was measured; otherwise decks of another width are allowed for. *squares*: printed squares of
    *square_mm* that lie there too. Wrong quads are left out by themselves as long as most are right. Raises LayoutError
    with nothing to measure.
    """
    shown = np.array([quad.visible >= SHOWN for quad in quads], np.bool_)
    if not shown.any() and not squares:
        raise LayoutError("no card lies open; lay some cards side by side and try again")
    corners = [quad.corners for quad, ok in zip(quads, shown, strict=True) if ok] + list(squares)
    shapes = np.array([card_mm] * int(shown.sum()) + [(square_mm, square_mm)] * len(squares))
    model = _Model(np.array(corners, np.float64), shapes, len(squares), size_px, 1e-4 if known else WIDTH_SPREAD)
    best = min((model.search((*model.start, *tilt)) for tilt in STARTS), key=lambda found: float(found.cost))
    kept = np.ones(len(corners), np.bool_)
    for _ in range(ROUNDS):
        apart = model.apart(best.x)
        before, kept = kept, apart <= max(FAR_MM, float(np.median(apart)))
        if (kept == before).all():
            break
        best = model.search(best.x, kept)
    used = shown.copy()
    used[shown] = kept[: int(shown.sum())]
    return model.plane(best, tuple(bool(u) for u in used), card_mm)


class _Model:
    """A camera over a plane, as seven numbers; what cameras and decks are usually like is weighed against the corners.

    Logarithm of a millimetre on the lens's axis and of the focal length, place of that axis, all in the picture's long
    sides; logarithm of a card's width over the usual one; tilt about x and y in radians.
    """

    def __init__(
        self, corners: NDArray[np.float64], shapes: NDArray[np.float64], squares: int, size_px: tuple[int, int],
        width_spread: float,
    ) -> None:  # fmt: skip
        """*corners* (n, 4, 2) pixels and *shapes* (n, 2) millimetres; the last *squares* of them are printed."""
        self.long = float(max(size_px))
        self.middle = np.array(size_px, np.float64) / 2 - 0.5
        self.rim = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (self.middle / self.long)
        self.kept = np.ones(len(corners), np.bool_)
        self.corners, self.shapes, self.width_spread = (corners - self.middle) / self.long, shapes, width_spread
        self.printed = np.arange(len(corners)) >= len(corners) - squares
        self.noise = np.where(self.printed, PRINTED_MM, NOISE_MM)[:, None, None]
        areas = [cv2.contourArea(c.astype(np.float32)) for c in self.corners]
        self.per_mm = float(np.sqrt(max(np.median(areas / shapes.prod(1)), 1e-9)))
        self.start = (float(np.log(self.per_mm)), float(np.log(FOCAL)), 0.0, 0.0, 0.0)

    def search(
        self, start: Sequence[float] | NDArray[np.float64], kept: NDArray[np.bool_] | None = None
    ) -> Any:
        """The best numbers near *start* for the *kept* cards, as scipy tells them."""
        self.kept = self.kept if kept is None else kept
        near: dict[str, Any] = {"max_nfev": 60, "ftol": 1e-5, "xtol": 1e-5}
        return least_squares(self._errors, np.array(start), loss="cauchy", f_scale=ROBUST, **near)

    def to_picture(self, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        """Millimetres to the picture over its long side, (3, 3)."""
        scale, focal, x, y, _, about_x, about_y = numbers
        turn, _ = cv2.Rodrigues(np.array([about_x, about_y, 0.0]))
        focal = np.exp(focal)
        lens = np.array([[focal, 0, x], [0, focal, y], [0, 0, 1]])
        out = lens @ np.column_stack([turn[:, 0], turn[:, 1], (0, 0, focal / np.exp(scale))])
        return np.asarray(out, np.float64)

    def misses(self, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far the corners lie from the best rectangles, (n, 4, 2), millimetres at the usual scale."""
        matrix = self.to_picture(numbers)
        flat = _across(self.corners, np.linalg.inv(matrix))
        shapes = self.shapes.copy()
        shapes[~self.printed, 0] *= np.exp(numbers[4])
        right = _rectangles(flat, shapes)
        return np.asarray((_across(right, matrix) - self.corners) / self.per_mm, np.float64)

    def apart(self, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        """Root mean square miss of each card, (n,) millimetres."""
        return np.asarray(np.sqrt((self.misses(numbers) ** 2).sum(2).mean(1)), np.float64)

    def _errors(self, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        _, focal, x, y, width, about_x, about_y = numbers
        believed = [(focal - np.log(FOCAL)) / FOCAL_SPREAD, x / OFF_CENTRE, y / OFF_CENTRE, width / self.width_spread,
                    about_x / TILT_SPREAD, about_y / TILT_SPREAD]  # fmt: skip
        near = np.linalg.inv(self.to_picture(numbers))[2] @ np.column_stack([self.rim, np.ones(4)]).T
        deep = np.log(np.maximum(near / near.mean(), 1e-3)) / DEPTH_SPREAD
        return np.concatenate([(self.misses(numbers) / self.noise)[self.kept].ravel(), believed, deep])

    def plane(self, found: Any, used: tuple[bool, ...], card_mm: tuple[float, float]) -> Plane:
        """The finished plane."""
        matrix = self._upright(found.x)
        residual = float(np.sqrt((self.apart(found.x)[self.kept] ** 2).mean()))
        tilt = float(np.degrees(np.hypot(found.x[5], found.x[6])))
        width = (card_mm[0] * float(np.exp(found.x[4])), card_mm[1])
        a, b, c = (tuple(float(v) for v in row) for row in matrix / matrix[2, 2])
        return Plane(((a[0], a[1], a[2]), (b[0], b[1], b[2]), (c[0], c[1], c[2])), used, residual,
                     self._doubt(found, residual), tilt, width)  # fmt: skip

    def _upright(self, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        """Picture pixels to millimetres, origin at the picture's middle, x to its right there."""
        shrink = np.array([[1, 0, -self.middle[0]], [0, 1, -self.middle[1]], [0, 0, self.long]]) / self.long
        matrix = np.linalg.inv(self.to_picture(numbers)) @ shrink
        steps = np.array([[self.middle, self.middle + np.eye(2)[0]]])
        here, right = cv2.perspectiveTransform(steps, matrix)[0]
        turn = np.arctan2(right[1] - here[1], right[0] - here[0])
        return moved(matrix, -float(turn), here)

    def _doubt(self, found: Any, residual: float) -> float:
        """Root mean square way that places all over the picture go among the likely fits."""
        spread = np.linalg.inv(found.jac.T @ found.jac) * max(1.0, residual / NOISE_MM) ** 2
        root = np.linalg.cholesky(spread)
        places = np.concatenate([self.rim, (self.rim + np.roll(self.rim, 1, 0)) / 2, [(0.0, 0.0)]]) * 0.9
        here, *ways = (
            cv2.perspectiveTransform(places[None], np.linalg.inv(self.to_picture(numbers)))[0]
            for numbers in (found.x, *(found.x + 0.3 * column for column in root.T))
        )
        return float(np.sqrt(sum((_apart(way, here) / 0.3) ** 2 for way in ways)))


def moved(matrix: NDArray[np.float64], turn: float, origin: Sequence[float] | Floats) -> NDArray[np.float64]:
    """Return *matrix* (to millimetres) with *origin* made 0, 0 and then the table turned by *turn* radians."""
    c, s = np.cos(turn), np.sin(turn)
    shift = np.array([[1, 0, -origin[0]], [0, 1, -origin[1]], [0, 0, 1]], np.float64)
    return np.asarray(np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ shift @ matrix, np.float64)


def _rectangles(flat: NDArray[np.float64], shapes: NDArray[np.float64]) -> NDArray[np.float64]:
    """The rectangle of its width and length nearest to each quad (n, 4, 2), mm; corners run clockwise from the top."""
    shape = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * shapes[:, None] / 2
    centre = flat.mean(1, keepdims=True)
    off = flat - centre
    turned = (off * shape).sum((1, 2)), (shape[..., 0] * off[..., 1] - shape[..., 1] * off[..., 0]).sum(1)
    size = np.maximum(np.hypot(*turned), 1e-12)
    c, s = turned[0] / size, turned[1] / size
    turn = np.stack([np.stack([c, -s], -1), np.stack([s, c], -1)], 1)  # (n, 2, 2)
    return np.asarray(centre + np.einsum("nij,nkj->nki", turn, shape), np.float64)


def _across(points: NDArray[np.float64], matrix: Floats) -> NDArray[np.float64]:
    """Points (n, 4, 2) after a homography."""
    flat = cv2.perspectiveTransform(points.reshape(1, -1, 2), matrix)
    return np.asarray(flat, np.float64).reshape(points.shape)


def _apart(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Root mean square distance of the places (n, 2) after the best move and turn."""
    one, other = one - one.mean(0), other - other.mean(0)
    u, _, v = np.linalg.svd(one.T @ other)
    turn = u @ np.diag([1.0, np.linalg.det(u @ v)]) @ v
    return float(np.sqrt(((one @ turn - other) ** 2).sum(1).mean()))
