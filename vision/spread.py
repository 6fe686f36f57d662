"""Find every card of a deck that was laid out side by side: none missed, no part taken for a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from scipy.optimize import least_squares

from vision.decks import BACK
from vision.detect import CARD_PX, Fit, lifted, suppress
from vision.identify import Reading
from vision.legible import CROP, Condition, brightened, brightness, shrunk, spoilt
from vision.pipeline import Recogniser
from vision.plane import fit
from vision.rectify import Pyramid, side_lengths
from vision.scale import Vote, find_width
from vision.several import read_often
from vision.snap import snapped
from vision.standout import stands_out, straightened
from vision.types import Bgr, Floats, Quad

ENOUGH, FEW = 4, 12
"""Cards that a first look must find before their sizes tell the tilt; fewer than that, and most may lie face down."""

ROUGH, CARD, NAMELESS = 0.1, 0.55, 0.85
"""Least heat of a rough quad; least score of a card that has a face; of one that seems to have none."""

SURE, SHOWN = 0.8, 0.7
"""Least score of cards that tell the plane of the table; visible fraction below which a card must be as sure as one
without a face."""

OFF, OFF_PLAIN = 0.08, 0.15
"""Card widths by which a card may miss its size on that plane; by which one with a face may, or one that plainly stands
out from the table."""

LIKELY_CARD = 0.3
"""Score from which a quad without a sure face is laid on the edges around it."""

LIKE_BACKS = 2.0
"""Log-odds by which something is sooner a card where nearly all lie face down: a back of another deck is only a
coloured rectangle."""

PLAINLY = 3.0
"""Log-odds from which something plainly stands out."""

SURE_NAME, LIKELY = 0.9, 0.6
"""Probability from which a face counts as read; from which there is one."""

UNSURE = 0.02
"""Share by which the size of a card that is found may err; larger errors are parts, pairs and things."""

SMALLEST, LARGEST = 0.72, 1.35
"""Area of a card against what is expected at its place; halves and pairs lie outside."""

APART, OVER = 0.2, 0.45
"""Share of a card that others may have in common with it; more, and it is no card but what is between them. The same of
one that is surely a card."""

ROOM = 24
"""Pixels of the evened picture around the cards, which may reach its edge."""

SURE_BACK, MANY_BACKS = 0.65, 24
"""Least score of a back that tells how large cards are; how many of a picture are asked."""

RATIO = 1.55
"""Length of a card over its width."""

FARTHEST = 0.35
"""Cards at the picture's far end are taken to be at least this fraction as large in length as in its middle."""

NEARBY = (1.0, 1.18, 0.85)
"""Sizes of the evened picture that are searched: what tilt squeezes is not the same in all directions."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The cards on one picture, row by row, each row from left to right."""

    quads: tuple[Quad, ...]
    read: Reading | None  # what is read from them; None if there are none
    why: Condition | None  # what spoils the picture
    each: tuple[Condition | None, ...]  # what spoils each card


def find(recogniser: Recogniser, bgr: Bgr) -> Spread:
    """Return the cards on *bgr*, uint8 BGR of any size.

    A first look finds the size of most cards. Since all are equal in truth, it tells their size everywhere, so that
    the picture can be evened for a second look, and what has another size is no card.
    """
    small = shrunk(bgr)
    bgr = brightened(bgr, brightness(small))
    pyramid = Pyramid(bgr)
    quads = [card.quad for card in recogniser.picture(bgr).cards]
    face_down = len(quads) < FEW
    if face_down:
        quads += _backs(recogniser, bgr, pyramid)
    size, onto = cube_root_of_area(quads), None
    if size is not None:
        onto = _onto(quads, (bgr.shape[1], bgr.shape[0]))
        quads = [quad for quad in quads + _again(recogniser, bgr, pyramid, size, onto) if fits(quad, size)]
    quads = suppress(sorted(quads, key=lambda q: -q.score), 0.85)
    read = recogniser.identifier.read(pyramid, quads) if quads else None
    kept = []
    if read is not None:
        out = None
        if onto is not None:
            quads = _straightened(pyramid, quads, read, onto)
            out = stands_out(bgr, pyramid, quads) + face_down * LIKE_BACKS
        kept = in_rows(quads, choose(quads, read, recogniser.identifier.labels.index(BACK), out))
    crops = pyramid.crops([quads[k].corners for k in kept], CROP)
    why, each = spoilt(small, crops, [side_lengths(quads[k].corners)[0] for k in kept])
    cards = tuple(quads[k] for k in kept)
    return Spread(cards, read_often(recogniser.identifier, pyramid, cards) if cards else None, why, tuple(each))


def choose(quads: Sequence[Quad], read: Reading, back: int, out: Floats | None) -> list[int]:
    """Return which of *quads* are cards and no parts of others nor pieces of a pattern; *back*: the label of backs;
    *out*: how much each stands out from the table, log-odds; None where nothing tells the size of a card."""
    named = read.faces.max(1) * read.known
    plain = (named < SURE_NAME) | (read.faces.argmax(1) == back)
    least = [CARD if quad.visible >= SHOWN else NAMELESS for quad in quads]
    if out is None:
        out = np.where([quad.score >= NAMELESS for quad in quads], 1.0, -1.0)
    off = np.where((named < LIKELY) & (out < PLAINLY), OFF, OFF_PLAIN)
    card = np.where(plain, out > 0, [quad.score >= one for quad, one in zip(quads, least, strict=True)])
    good = [k for k, quad in enumerate(quads) if card[k] and quad.off <= off[k]]
    return _apart(quads, sorted(good, key=lambda k: -(quads[k].score + float(named[k]))))


def _straightened(pyramid: Pyramid, quads: Sequence[Quad], read: Reading, onto: Fit) -> list[Quad]:
    """*quads*, those without a sure face laid on the edges around them: of strange cards the networks know less well
    where they lie."""
    named, moved = read.faces.max(1) * read.known, list(quads)
    unsure = [k for k, quad in enumerate(quads) if named[k] < SURE_NAME and quad.score >= LIKELY_CARD]
    for k, quad in zip(unsure, straightened(pyramid, [quads[k] for k in unsure], onto), strict=True):
        moved[k] = quad
    return moved


def _onto(quads: Sequence[Quad], size_px: tuple[int, int]) -> Fit | None:
    """What makes equal cards on one table of *quads*, if enough of them lie on one."""
    plane = fit([quad for quad in quads if quad.score >= SURE], size_px) if len(quads) >= ENOUGH else None
    return None if plane is None or plane.cards < ENOUGH else partial(snapped, plane=plane.matrix, size=plane.card_mm)


def _again(
    recogniser: Recogniser, bgr: Bgr, pyramid: Pyramid, size: Floats, onto: Fit | None = None
) -> list[Quad]:
    """Quads from a second look at a picture of which the cards' *size* is known everywhere."""
    rough = [quad for zoom in NEARBY for quad in _evened(recogniser, bgr, size, zoom)]
    rough = suppress(sorted(rough, key=lambda q: -q.score), 0.85)
    return recogniser.refiner.refine(pyramid, recogniser.refiner.refine(pyramid, rough, onto), onto)


def _backs(recogniser: Recogniser, bgr: Bgr, pyramid: Pyramid) -> list[Quad]:
    """Cards of a picture on which nearly all lie face down, which tell no size unless there are many."""

    def votes(small: Bgr, scale: float) -> list[Vote]:
        rough = recogniser.detector.find(small, SURE_BACK)[:MANY_BACKS]
        quads = [q for q in recogniser.refiner.refine(Pyramid(small), rough) if q.score > SURE_BACK]
        named = recogniser.identifier.name(Pyramid(small), quads)
        return [Vote(side_lengths(d.quad.corners)[0] / scale, d.confidence) for d in named if d.face == BACK]

    width = find_width(bgr, votes)
    if width is None:
        return []
    size = np.array([np.cbrt(RATIO * width**2), 0.0, 0.0])
    return [quad for quad in _again(recogniser, bgr, pyramid, size) if quad.score >= SURE_BACK]


def cube_root_of_area(quads: Sequence[Quad]) -> Floats | None:
    """Return (a, b, c) so that a card at x, y covers about (a + b x + c y) ** 3 pixels; None for too few quads.

    In a picture of a plane the area of equal things is the cube of a linear function of the place.
    """
    if len(quads) < ENOUGH:
        return None
    middles = np.array([quad.corners.mean(0) for quad in quads])
    roots = np.cbrt([max(1.0, float(cv2.contourArea(quad.corners))) for quad in quads])
    signs = np.column_stack([np.ones(len(quads)), middles])
    start = np.array([np.median(roots), 0.0, 0.0])

    def error(size: Floats) -> Floats:
        return np.asarray(signs @ size / roots - 1)

    return np.asarray(least_squares(error, start, x_scale="jac", loss="cauchy", f_scale=UNSURE).x)


def fits(quad: Quad, size: Floats) -> bool:
    """Whether *quad* is as large as a card at its place, and about as long as one."""
    expected = float(np.dot(size, (1, *quad.corners.mean(0)))) ** 3
    across, along = side_lengths(quad.corners)
    shape = 0.9 < along / max(across, 1e-6) < 2.4
    return shape and SMALLEST < cv2.contourArea(quad.corners) / max(expected, 1e-6) < LARGEST


def in_rows(quads: Sequence[Quad], chosen: Sequence[int]) -> list[int]:
    """Return *chosen* indices of *quads* as one reads: rows from above, each from the left, as slanted as the cards."""
    if not chosen:
        return []
    sides = np.array([quads[k].corners[1] - quads[k].corners[0] for k in chosen])
    slant = np.angle(((sides[:, 0] + 1j * sides[:, 1]) ** 2).sum()) / 2  # the same for a card upside down
    middles = np.array([quads[k].corners.mean(0) for k in chosen])
    right, down = (middles @ (np.cos(a), np.sin(a)) for a in (slant, slant + np.pi / 2))
    height = float(np.median([side_lengths(quads[k].corners)[1] for k in chosen]))
    rows: list[list[int]] = []
    for n in np.argsort(down):
        if not rows or down[n] - np.mean(down[rows[-1]]) > height / 2:
            rows.append([])
        rows[-1].append(int(n))
    return [chosen[n] for row in rows for n in sorted(row, key=lambda n: float(right[n]))]


def _evened(recogniser: Recogniser, bgr: Bgr, size: Floats, zoom: float) -> list[Quad]:
    """Rough quads, in pixels of *bgr*, from a look at it in which all cards are equally large."""
    even, shape = even_matrix(size, bgr.shape[1::-1], CARD_PX * zoom)
    factor = min(1.0, 2 * _scale_at_middle(even, bgr.shape[1::-1]))  # shrunk first, lest sampling skips pixels
    shrunk = cv2.resize(bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    grow = np.diag([bgr.shape[1] / shrunk.shape[1], bgr.shape[0] / shrunk.shape[0], 1.0])
    small = cv2.warpPerspective(shrunk, even @ grow, shape, borderMode=cv2.BORDER_REPLICATE)
    back = np.linalg.inv(even)
    return [lifted(quad, back) for quad in recogniser.detector.find(np.asarray(small, np.uint8), ROUGH)]


def even_matrix(size: Floats, picture: Sequence[int], width: float) -> tuple[Floats, tuple[int, int]]:
    """Return the homography from a *picture* (width, height) to one in which all cards are about *width* px wide, but
    for what tilt squeezes them, and the width and height of that one."""
    corners = np.array([[0, 0], [picture[0], 0], picture, [0, picture[1]]], np.float64)
    middle = corners.mean(0)
    root = size[0] + size[1:] @ middle
    lean = size[1:] / root
    lean *= min(1.0, (1 - FARTHEST) / max(1e-9, float(-((corners - middle) @ lean).min())))
    # its determinant is 1: a card of (root (1 + lean x)) ** 3 pixels becomes one of root ** 3, wherever it lies
    tilt = np.array([[1, 0, 0], [0, 1, 0], [*lean, 1.0]]) @ _moved(-middle)
    scale = width / np.sqrt(root**3 / RATIO)
    even = np.diag([scale, scale, 1.0]) @ tilt
    seen = cv2.perspectiveTransform(corners[None], even)[0]
    across, down = np.ceil(np.ptp(seen, 0) + 2 * ROOM).astype(int)
    return _moved(ROOM - seen.min(0)) @ even, (int(across), int(down))


def _moved(by: Floats) -> Floats:
    return np.array([[1, 0, by[0]], [0, 1, by[1]], [0, 0, 1]], np.float64)


def _scale_at_middle(matrix: Floats, picture: Sequence[int]) -> float:
    """By how much *matrix* grows lengths at the middle of a *picture* (width, height)."""
    x, y = picture[0] / 2, picture[1] / 2
    square = np.array([[[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]], np.float64)
    return float(np.sqrt(cv2.contourArea(cv2.perspectiveTransform(square, matrix)[0].astype(np.float32))))


def _apart(quads: Sequence[Quad], best_first: Sequence[int]) -> list[int]:
    """Of the quads that lie over one another keep the one that comes first."""
    kept: list[int] = []
    for k in best_first:
        most = OVER if quads[k].score >= NAMELESS else APART
        if sum(_shared(quads[k], quads[other]) for other in kept) <= most:
            kept.append(int(k))
    return kept


def _shared(one: Quad, other: Quad) -> float:
    """Share of the smaller of two quads that lies in both."""
    both, _ = cv2.intersectConvexConvex(one.corners, other.corners)
    return float(both) / max(1.0, min(cv2.contourArea(one.corners), cv2.contourArea(other.corners)))
