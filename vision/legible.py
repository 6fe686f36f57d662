"""Whether a picture can be read: brightness of the whole, sharpness and glare of single cards.

Bounds were set where naming falls, on frames of the virtual table made dark, blurred and dazzled step by step; the
tables stand in docs/recognition.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Bgr

CROP = (32, 48)
"""Width and height of the straightened cards that are measured."""

SMALL_WIDTH = 320
FULL_BRIGHT = 110.0  # level of the brightest things; a picture where they are darker is brightened before it is read
DARK = 36.0  # brightened it still reads right, but a real camera's noise and compression hide faces
UNSHARP, UNSHARP_CARD = 0.08, 0.06  # steepness of edges: of the middle card of a frame, of one card alone
ONE_WAY = 0.64  # steepness in the worst direction against the best: lower is motion, higher is focus
CELL = 20  # pixels of a small picture
COARSE_DETAIL, SOFT = 12.0, 0.4  # contrast of things as large as cards; how much of it finer ones must have
PLACES = 12  # cells with such things: one soft mirror image of a lamp fills fewer
GLARE = 250  # levels of the darkest channel; lit paper stays below
GLARE_SHARE = 0.3  # of a card under one glaring spot
FADED, FADES = 140, 0.2  # level of what a mirror image leaves of the card around it, and how much of its rim does so
BARE = 0.5  # share of a card that is more white than any face has
SMALL_PX = 20.0  # width of a card
FLAT = 12.0  # levels of contrast
ANGLES = np.arange(8) * np.pi / 8


class Condition(StrEnum):
    """What keeps the eyes from seeing; `webui.words` has a sentence for each that says what to do."""

    COVERED = "covered"  # the lens
    DARK = "dark"
    MOVED = "moved"  # the camera
    SMALL = "small"
    BLUR = "blur"  # by motion
    FOCUS = "focus"
    GLARE = "glare"
    HAND = "hand"  # or a thing lies over the cards


@dataclass(frozen=True, slots=True)
class Edges:
    """How steep a card's edges are: by how much neighbouring pixels differ, as a share of the card's contrast."""

    least: float  # in the direction where they are flattest
    most: float


def shrunk(bgr: Bgr) -> Bgr:
    """A whole picture as small as `brightness` and `soft` want it."""
    size = (SMALL_WIDTH, max(1, round(bgr.shape[0] * SMALL_WIDTH / bgr.shape[1])))
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8)


def brightness(small: Bgr) -> float:
    """How bright the brightest things of a picture are, 0..255; those of a small part of it do not count."""
    return float(np.percentile(small.max(2), 99.5))


def brightened(bgr: Bgr, bright: float) -> Bgr:
    """Return *bgr* as bright as the networks want it, if its brightest things are only *bright*; else itself."""
    if bright >= FULL_BRIGHT:
        return bgr
    table = np.clip(np.arange(256) * (FULL_BRIGHT / max(bright, 1.0)), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(bgr, table), np.uint8)


def edges(crops: Sequence[Bgr]) -> list[Edges]:
    """How sharp straightened cards of size `CROP` are. Motion flattens edges in one direction only.

    What has no contrast has no edges to judge and passes for sharp.
    """
    if not crops:
        return []
    soft = [cv2.GaussianBlur(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), (0, 0), 0.7) for crop in crops]
    grey = np.stack(soft).astype(np.float32)
    low, high = np.percentile(grey.reshape(len(crops), -1), [5, 95], axis=1)
    across, down = (grey[:, 1:-1, 2:] - grey[:, 1:-1, :-2]) / 2, (grey[:, 2:, 1:-1] - grey[:, :-2, 1:-1]) / 2
    along = np.stack([across * np.cos(a) + down * np.sin(a) for a in ANGLES], 1).reshape(len(crops), len(ANGLES), -1)
    steep = np.mean(np.square(np.square(np.square(along))), axis=2) ** (1 / 8)  # led by the few steepest places
    contrast = high - low
    steep = np.where(contrast[:, None] < FLAT, 1.0, steep / np.maximum(contrast, 1.0)[:, None])
    return [Edges(float(one.min()), float(one.max())) for one in steep]


def glare(crop: Bgr) -> float:
    """Share of a straightened card that lies under its largest glaring spot, 0..1."""
    area = crop[..., 0].size
    return max(map(np.count_nonzero, spots(crop, 1, BARE * area)), default=0) / area


def spots(bgr: Bgr, least: float, large: float) -> list[NDArray[np.bool_]]:
    """The glaring spots of at least so many pixels, each bool (h, w).

    White paper is as bright where a picture is exposed a little too long, but it ends where the printing begins; a
    mirror image fades away. What is *large* is no paper.
    """
    levels = bgr.min(2)
    white = (levels >= GLARE).astype(np.uint8)
    if np.count_nonzero(white) < least:
        return []
    count, labels, stats, _ = cv2.connectedComponentsWithStats(white, connectivity=8)
    found = [labels == n for n in range(1, count) if stats[n, cv2.CC_STAT_AREA] >= least]
    return [spot for spot in found if np.count_nonzero(spot) >= large or _fades(levels, spot)]


def _fades(levels: NDArray[np.uint8], spot: NDArray[np.bool_]) -> bool:
    """Whether much of what surrounds a *spot*, three pixels away, is neither as bright nor something else."""
    filled = spot.astype(np.uint8)
    ring = (cv2.dilate(filled, np.ones((7, 7), np.uint8)) > 0) & (cv2.dilate(filled, np.ones((5, 5), np.uint8)) == 0)
    around = levels[ring]
    return len(around) == 0 or float(np.mean((around >= FADED) & (around < GLARE - 3))) >= FADES


def blurred(cards: Sequence[Edges], bound: float = UNSHARP) -> Condition | None:
    """Motion, focus or neither, by the edges of the middle one of some cards; neither without cards."""
    if not cards or np.median([one.least for one in cards]) >= bound:
        return None
    return Condition.BLUR if np.median([one.least / one.most for one in cards]) < ONE_WAY else Condition.FOCUS


def soft(small: Bgr) -> Condition | None:
    """Focus, if the things that a small picture of a whole table shows in many places lack all fine detail."""
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    rows, columns = (size // CELL for size in grey.shape)
    cells = grey[: rows * CELL, : columns * CELL]
    fine, coarse = (_most(np.abs(_blur(cells, sigma) - _blur(cells, 2 * sigma))) for sigma in (0.7, 3.0))
    there = coarse >= COARSE_DETAIL
    if np.count_nonzero(there) < PLACES or np.median(fine[there] / coarse[there]) >= SOFT:
        return None
    return Condition.FOCUS


def _most(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """The largest value in each cell."""
    rows, columns = (size // CELL for size in values.shape)
    return np.asarray(values.reshape(rows, CELL, columns, CELL).max((1, 3)), np.float32)


def _blur(grey: NDArray[np.float32], sigma: float) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), sigma), np.float32)


def dazzled(crop: Bgr) -> Condition | None:
    """Glare, if a glaring spot keeps a straightened card from being read."""
    return Condition.GLARE if glare(crop) >= GLARE_SHARE else None


def spoilt(
    small: Bgr, crops: Sequence[Bgr], widths: Sequence[float]
) -> tuple[Condition | None, list[Condition | None]]:
    """What spoils a whole picture, and what each of its cards.

    *small*: the picture shrunk, not `brightened`; *crops*: its cards straightened to `CROP`, brightened; *widths*: how
    many pixels they are wide in the picture.
    """
    sharp = edges(crops)
    each = [
        Condition.SMALL if width < SMALL_PX else dazzled(crop) or blurred([one], UNSHARP_CARD)
        for crop, width, one in zip(crops, widths, sharp, strict=True)
    ]
    if brightness(small) < DARK:
        return Condition.DARK, each
    if crops and np.median(widths) < SMALL_PX:
        return Condition.SMALL, each
    return blurred(sharp) if crops else soft(small), each
