"""How a pushed camera looks at the table now: told by the background it still shows and by cards that are known.

Pure: two pictures, the old layout and the cards' places in; a new layout or none out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from vision.layout import Layout, Matrix
from vision.stacking import angle_of
from vision.types import Bgr, Detection, Floats

LONG = 960  # pixels of the pictures in which the background is matched
POINTS = 1500
PICK = 0.8  # a match must be better than the second best by this
SLACK_PX = 2.5  # of these pixels
LEAST_POINTS, LEAST_SPREAD = 25, 0.08  # matches that agree, and the share of the picture that they span
FAR_MM, TURN_DEG, TILT = 220.0, 25.0, 0.45  # no bump is larger; change of scale over the table
NEAR_MM, NEAR_DEG = 30.0, 12.0  # a card so near to where a guess puts it may be that card
SAME_MM = 6.0  # and so near at the end it is
FIT_MM = 3.0  # largest root mean square miss of the cards to be sure
LEAST_CARDS, LEAST_SHARE = 3, 0.6  # known cards that must be found again; share of those found that are where they were
MANY_POINTS = 100  # of the background, from which cards are not needed
UNMOVED_MM = 2.5
NOISE_MM, POINT_MM = 1.0, 1.5  # usual error of a card's corner; of a point of the background
UNIT_MM = 300.0
STIFF = np.array([1.0, 1.0, 1.0, 0.06, 0.03, 0.03, 0.06, 0.06])
"""How much the eight numbers of a bump vary: move right and down, turn, size, two ways of shearing, two of tilting."""

Find = Callable[[Layout], Sequence[Detection]]
"""Finds the cards of the new picture with a layout that may be right."""


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card that lay on the table before."""

    label: str
    corners: Floats  # (4, 2) millimetres, clockwise


@dataclass(frozen=True, slots=True)
class Registration:
    """A layout for the new view, and what it rests on."""

    layout: Layout
    cards: int  # known cards found again at their places
    points: int  # points of the background that agree
    miss_mm: float  # root mean square by which the cards' corners miss their places


def register(
    before: Bgr | None, now: Bgr, layout: Layout, known: Sequence[KnownCard], find: Find
) -> Registration | None:
    """Return how the camera looks at the table in *now*, None if that is not sure.

    *before*: the last picture for which *layout* was right; *known*: the cards that lay there.
    """
    points = matches(before, now, layout) if before is not None else _NONE
    guesses = [_pose(layout, points, ())] if len(points[0]) else []
    if len(points[0]) >= MANY_POINTS and apart(guesses[0], layout) <= UNMOVED_MM:
        return Registration(layout, 0, len(points[0]), 0.0)  # the camera stands as before, whatever became of the cards
    found = find(layout)
    if (stands := _unmoved(found, layout, known)) is not None:
        return stands
    guesses += [_pose(layout, _NONE, pairs) for pairs in _agreeing(found, layout, known)]
    best: Registration | None = None
    for guess in guesses:
        told = _checked(guess, layout, points, known, find)
        if told is not None and (best is None or (told.cards, -told.miss_mm) > (best.cards, -best.miss_mm)):
            best = told
    return best


Points = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Places in the new picture, (n, 2) pixels, and on the table, (n, 2) millimetres."""

Pair = tuple[Floats, Floats]
"""Corners of a card in the new picture and on the table, each (4, 2)."""

_NONE: Points = (np.zeros((0, 2)), np.zeros((0, 2)))


def _unmoved(found: Sequence[Detection], layout: Layout, known: Sequence[KnownCard]) -> Registration | None:
    """The old layout, if known cards lie where they lay: on a bare cloth a hand and a new card look like a push."""
    pairs, _ = _again(found, layout, known, SAME_MM)
    off = _miss(pairs, layout)
    return Registration(layout, len(pairs), 0, off) if len(pairs) >= LEAST_CARDS and off <= UNMOVED_MM else None


def _miss(pairs: Sequence[Pair], layout: Layout) -> float:
    """Root mean square by which cards' corners miss their places, mm."""
    miss = np.array([layout.to_mm(px) - mm for px, mm in pairs]).reshape(-1, 2)
    return float(np.sqrt((miss**2).sum(1).mean())) if len(miss) else 0.0


def matches(before: Bgr, now: Bgr, layout: Layout) -> Points:
    """Points of the table that both pictures show and that agree on one plane; none if they are too few."""
    shrink = min(1.0, LONG / max(now.shape[:2]))
    orb = cv2.ORB.create(POINTS, fastThreshold=8)
    (old, was), (new, here) = (orb.detectAndCompute(_grey(bgr, shrink), None) for bgr in (before, now))
    if min(len(old), len(new)) < LEAST_POINTS:
        return _NONE
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(here, was, k=2)
    good = [two[0] for two in pairs if len(two) == 2 and two[0].distance < PICK * two[1].distance]
    if len(good) < LEAST_POINTS:
        return _NONE
    a = np.array([new[m.queryIdx].pt for m in good])
    b = np.array([old[m.trainIdx].pt for m in good])
    cv2.setRNGSeed(1)
    _, kept = cv2.findHomography(a, b, cv2.USAC_MAGSAC, SLACK_PX, maxIters=4000, confidence=0.999)
    inside = np.asarray(kept).ravel().astype(bool)  # nothing at all without a plane
    spread = cv2.contourArea(cv2.convexHull(a[inside].astype(np.float32))) if inside.sum() > 2 else 0.0
    if inside.sum() < LEAST_POINTS or spread < LEAST_SPREAD * shrink**2 * now.shape[0] * now.shape[1]:
        return _NONE
    return _up(a[inside], shrink), layout.to_mm(_up(b[inside], shrink)).astype(np.float64)


def _agreeing(found: Sequence[Detection], layout: Layout, known: Sequence[KnownCard]) -> list[list[Pair]]:
    """Cards found with the old layout beside known ones, for the turn and move on which most of them agree."""
    pairs = [(layout.to_mm(d.quad.corners), d.quad.corners, k) for d in found for k in known if d.face == k.label]
    best: list[tuple[Floats, Floats, KnownCard]] = []
    for flat, _, card in pairs:
        turn = (angle_of(card.corners) - angle_of(flat) + 90) % 180 - 90
        if abs(turn) > TURN_DEG:
            continue
        rotate = _rotation(turn)
        move = card.corners.mean(0) - rotate @ flat.mean(0)
        if np.hypot(*(rotate @ flat.mean(0) - flat.mean(0) + move)) > FAR_MM:
            continue
        agree = [
            one for one in pairs
            if np.hypot(*(rotate @ one[0].mean(0) + move - one[2].corners.mean(0))) < NEAR_MM
            and abs((angle_of(one[2].corners) - angle_of(one[0]) - turn + 90) % 180 - 90) < NEAR_DEG
        ]  # fmt: skip
        best = max(best, agree, key=len)
    if len(best) < LEAST_CARDS:
        return []
    return [[(px, _same_start(layout.to_mm(px), card.corners)) for _, px, card in best]]


def _checked(
    guess: Layout, layout: Layout, points: Points, known: Sequence[KnownCard], find: Find
) -> Registration | None:
    """The layout made exact with the cards found where *guess* puts them; None if it does not hold."""
    if not _plausible(guess, layout):
        return None
    pairs, named = _again(find(guess), guess, known, NEAR_MM)
    if named and not pairs:
        return None
    exact = _pose(guess, points, pairs)
    pairs, named = _again(find(exact), exact, known, SAME_MM)
    enough = len(pairs) >= LEAST_CARDS or len(points[0]) >= MANY_POINTS
    if not enough or len(pairs) < LEAST_SHARE * named or not _plausible(exact, layout):
        return None
    off = _miss(pairs, exact)
    return Registration(exact, len(pairs), len(points[0]), off) if off <= FIT_MM else None


def _again(
    found: Sequence[Detection], layout: Layout, known: Sequence[KnownCard], within: float
) -> tuple[list[Pair], int]:
    """Known cards found near their places, and how many cards were found whose face is known at all."""
    pairs: list[Pair] = []
    named = 0
    for one in found:
        alike = [card for card in known if card.label == one.face]
        named += bool(alike)
        flat = layout.to_mm(one.quad.corners)
        near = min(alike, key=lambda card: float(np.hypot(*(card.corners.mean(0) - flat.mean(0)))), default=None)
        if near is None or np.hypot(*(near.corners.mean(0) - flat.mean(0))) > within:
            continue
        if abs((angle_of(near.corners) - angle_of(flat) + 90) % 180 - 90) < NEAR_DEG:
            pairs.append((one.quad.corners, _same_start(flat, near.corners)))
    return pairs, named


def _pose(layout: Layout, points: Points, pairs: Sequence[Pair]) -> Layout:
    """*layout* after the bump that puts points and cards best at their places; a bump is nearly a move and a turn."""
    if not len(points[0]) and not pairs:
        return layout
    centre = np.array(layout.size_mm) / 2
    px = np.concatenate([points[0], *(pair[0] for pair in pairs)])
    mm = (np.concatenate([points[1], *(pair[1] for pair in pairs)]) - centre) / UNIT_MM
    flat = (layout.to_mm(px) - centre) / UNIT_MM
    count = len(points[0])
    weight = np.concatenate([np.full(count, UNIT_MM / POINT_MM / np.sqrt(max(1.0, count / 100))),
                             np.full(len(px) - count, UNIT_MM / NOISE_MM)])  # fmt: skip

    def errors(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        off = (_across(flat, _bump(numbers)) - mm) * weight[:, None]
        return np.concatenate([off.ravel(), (numbers / STIFF)[3:]])

    start = np.zeros(8)
    start[:3] = _move(flat, mm)
    numbers = least_squares(errors, start, loss="soft_l1", f_scale=2.0, max_nfev=100).x
    to_unit = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, UNIT_MM]]) / UNIT_MM
    return replace(layout, homography=_rows(np.linalg.inv(to_unit) @ _bump(numbers) @ to_unit @ layout.matrix))


def _bump(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """The bump of eight numbers, (3, 3)."""
    right, down, turn, size, shear, stretch, tilt_x, tilt_y = numbers
    c, s = np.cos(turn), np.sin(turn)
    shape = np.array([[1 + size + stretch, shear, 0], [shear, 1 + size - stretch, 0], [tilt_x, tilt_y, 1]])
    return np.asarray(np.array([[c, -s, right], [s, c, down], [0, 0, 1]]) @ shape, np.float64)


def _move(a: Floats, b: Floats) -> tuple[float, float, float]:
    """The move right and down and the turn that bring places *a* to *b*, (n, 2), best."""
    from_, to = a - a.mean(0), b - b.mean(0)
    turn = float(np.arctan2((from_[:, 0] * to[:, 1] - from_[:, 1] * to[:, 0]).sum(), (from_ * to).sum()))
    move = b.mean(0) - _rotation(np.degrees(turn)) @ a.mean(0)
    return float(move[0]), float(move[1]), turn


def apart(one: Layout, other: Layout) -> float:
    """By how many millimetres two layouts put the table's corners apart at most."""
    width, height = one.size_mm
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)])
    return float(np.hypot(*(one.to_mm(other.to_px(corners)) - corners).T).max())


def _plausible(new: Layout, old: Layout) -> bool:
    """Whether a camera may have been pushed so: the table's corners went not too far, its size is nearly the same."""
    width, height = old.size_mm
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)])
    try:
        went = new.to_mm(old.to_px(corners))
    except np.linalg.LinAlgError:
        return False
    turn = abs(float(np.degrees(_move(corners, went)[2])))
    middle = np.hypot(*(went.mean(0) - corners.mean(0)))
    here, there = (np.linalg.norm(np.roll(four, 1, 0) - four, axis=1) for four in (corners, went))
    return bool(middle <= FAR_MM and turn <= TURN_DEG and (np.abs(there / here - 1) < TILT).all())


def _same_start(flat: Floats, card: Floats) -> Floats:
    """The corners of *card* in the order of *flat*: a track does not tell which end is up."""
    turned = np.roll(card, 2, 0)
    off, off_turned = (((corners - corners.mean(0)) - (flat - flat.mean(0))) for corners in (card, turned))
    return card if (off**2).sum() <= (off_turned**2).sum() else turned


def _rotation(degrees: float) -> NDArray[np.float64]:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s], [s, c]])


def _across(points: Floats, matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    out = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(out[:, :2] / out[:, 2:], np.float64)


def _grey(bgr: Bgr, shrink: float) -> NDArray[np.uint8]:
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)


def _up(points: NDArray[np.float64], shrink: float) -> NDArray[np.float64]:
    """Pixels of the shrunk picture as pixels of the whole one; pixel centres lie at integers."""
    return np.asarray((points + 0.5) / shrink - 0.5, np.float64)


def _rows(matrix: NDArray[np.float64]) -> Matrix:
    a, b, c = (tuple(float(v) for v in row) for row in matrix / matrix[2, 2])
    return ((a[0], a[1], a[2]), (b[0], b[1], b[2]), (c[0], c[1], c[2]))
