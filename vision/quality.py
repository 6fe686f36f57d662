"""What keeps the eyes from seeing the whole table: a named condition instead of a guess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.legible import (
    DARK,
    FULL_BRIGHT,
    GLARE,
    SMALL_PX,
    Condition,
    Edges,
    blurred,
    brightened,
    brightness,
    edges,
    soft,
    spots,
)
from vision.types import Bgr

GLARE_ALL = 0.1  # share of the picture under glare from which hardly anything can be trusted
SHIFT_PX = 1.5  # small pixels, about 4 mm of table: an eighth of a card, where places begin to be mixed up
SHIFT_SURE = 0.3  # peak of the phase correlation; a still camera with hands measures above 0.4 at no shift
SHIFTED_LOOKS = 3  # checks in a row: one may catch a passing arm
ALIKE, FAINT = 0.1, 0.2  # correlation of the detail with that a moment ago, and its strength; less: covered lens
CELL, PRINTED = 20, 3.0  # small pixels; detail of a place where something is to be seen
BUSY = 0.35  # share of such places from which no hand clears a table in a second
OTHERWISE, NEARLY_ALL = 25, 0.7  # levels by which a place has another colour than before; share of such places
NAMED_LOOKS = 2  # checks in a row before a condition is named that was not there when watching began
ENOUGH_CARDS = 3  # whose edges tell better than the whole picture's
FOLLOW = 0.2  # share of a new measurement in the brightness of cards

Detail = NDArray[np.float32]
"""Edges of a small picture, float32 (h, w)."""


@dataclass(frozen=True, slots=True)
class Quality:
    """What was measured in one frame, and the name of the worst condition, if any."""

    bright: float  # level of the brightest things, 0..255
    glare: float  # share of clipped pixels, 0..1
    shift: float  # small pixels that the picture moved
    condition: Condition | None


class QualityWatch:
    """Compares frames with fixed bounds, and with what a steady picture showed before."""

    def __init__(self, card_px: float = 1000.0) -> None:
        """*card_px*: width of a card in the middle of the frames."""
        self._small = card_px < SMALL_PX
        self._bright = self._paper = 255.0  # level of the brightest things; of the light parts of cards
        self._found: list[Condition | None] = []  # in the last checks
        self._named: Condition | None = None
        self._before: Detail | None = None  # when all was well
        self._small_before: Bgr | None = None
        self._reference: Detail | None = None
        self._window: Detail | None = None
        self._shifted = 0

    def readable(self, bgr: Bgr) -> Bgr:
        """Return a frame as bright as the networks want it."""
        return brightened(bgr, self._bright)

    @property
    def suspects(self) -> bool:
        """Whether the last check found something that one more must confirm."""
        return bool(self._found) and self._found[-1] is not self._named

    @property
    def gain(self) -> float:
        """By how much `readable` makes a frame brighter."""
        return max(1.0, FULL_BRIGHT / max(self._bright, 1.0))

    def even(self, small: Bgr) -> Bgr:
        """Return *small* as bright as lit cards make it: steadier than `readable`, which a dark cloth brightens too."""
        return brightened(small, self._paper)

    def see(self, small: Bgr, cards: Sequence[Bgr] = ()) -> Quality:
        """Measure a frame, *small* as the hand masks have it; *cards*: a few in plain sight, straightened to `CROP`."""
        self._bright = brightness(small)
        self._follow(cards)
        detail = _detail(np.asarray(cv2.cvtColor(self.even(small), cv2.COLOR_BGR2GRAY), np.uint8))
        covered = self._covered(small, detail)
        shift = 0.0 if covered or self._bright < DARK else self._shift(detail)
        white = float(np.mean(small.min(2) >= GLARE))
        sharp = edges([self.readable(card) for card in cards])
        condition = self._name(self._worst(small, covered, white, sharp))
        if self._found[-1] is None:
            self._before, self._small_before = detail, small
        return Quality(self._bright, white, shift, condition)

    def recalibrated(self, card_px: float) -> None:
        """The layout is right again for what the camera shows now; *card_px* as at the beginning."""
        self._small = card_px < SMALL_PX
        self._reference, self._before, self._shifted, self._named, self._found = None, None, 0, None, []

    def _worst(self, small: Bgr, covered: bool, white: float, cards: Sequence[Edges]) -> Condition | None:
        if covered:
            return Condition.COVERED
        if self._bright < DARK:
            return Condition.DARK
        if self._shifted >= SHIFTED_LOOKS:
            return Condition.MOVED
        if white > GLARE_ALL:
            return Condition.GLARE
        if self._small:
            return Condition.SMALL
        return blurred(cards) if len(cards) >= ENOUGH_CARDS else soft(small)

    def _name(self, found: Condition | None) -> Condition | None:
        """Name what was found several times in a row, or is there from the beginning."""
        self._found = [*self._found, found][-NAMED_LOOKS:]
        if found is Condition.MOVED or all(one is found for one in self._found):
            self._named = found
        return self._named

    def _follow(self, cards: Sequence[Bgr]) -> None:
        """Take the light of the cards over slowly: a jump would look like motion."""
        if len(cards) >= ENOUGH_CARDS and self._bright >= DARK:
            now = float(np.median([np.percentile(card.max(2), 95) for card in cards]))
            self._paper = now if self._paper == 255.0 else self._paper + FOLLOW * (now - self._paper)

    def _covered(self, small: Bgr, detail: Detail) -> bool:
        """True if all that the picture showed a moment ago is gone at once, and that was more than a few cards."""
        if self._before is None or self._small_before is None:
            return False
        one, other = (float(np.linalg.norm(d)) for d in (self._before, detail))
        alike = float(np.vdot(self._before, detail)) / max(one * other, 1e-6)
        if alike >= ALIKE or _strength(detail) >= FAINT * _strength(self._before):
            return False
        otherwise = np.mean(cv2.absdiff(small, self._small_before).max(2) > OTHERWISE)
        return bool(otherwise >= NEARLY_ALL or np.mean(_cells(self._before) > PRINTED) >= BUSY)

    def _shift(self, detail: Detail) -> float:
        edges = np.clip(detail, -40, 40)  # a new card must not outweigh the table
        if self._reference is None or self._window is None:
            self._reference, self._window = edges, _window(detail.shape)
            return 0.0
        (dx, dy), peak = cv2.phaseCorrelate(self._reference, edges, self._window)
        shift = float(np.hypot(dx, dy)) if peak >= SHIFT_SURE else 0.0
        self._shifted = self._shifted + 1 if shift > SHIFT_PX else 0
        if not self._shifted and shift < SHIFT_PX / 2:
            cv2.accumulateWeighted(edges, self._reference, 0.1)  # cards come and go
        return shift


def glaring(small: Bgr, least: float, large: float) -> NDArray[np.bool_]:
    """Where a small picture is dazzled by spots of at least so many pixels, bool (h, w), with a margin; see `spots`."""
    dazzled = np.zeros(small.shape[:2], np.uint8)
    for spot in spots(small, least, large):
        dazzled |= spot.astype(np.uint8)
    return np.asarray(cv2.dilate(dazzled, np.ones((5, 5), np.uint8)) > 0)


def _strength(detail: Detail) -> float:
    """How strong the detail is in the few parts of the picture that show most; grain alone gives some 1.5."""
    return float(np.percentile(_cells(detail), 95))


def _cells(detail: Detail) -> Detail:
    """Root mean square of each square of `CELL` pixels."""
    rows, columns = (size // CELL for size in detail.shape)
    squares = np.square(detail[: rows * CELL, : columns * CELL]).reshape(rows, CELL, columns, CELL)
    return np.asarray(np.sqrt(squares.mean((1, 3))), np.float32)


def _detail(grey: NDArray[np.uint8]) -> Detail:
    return np.asarray(cv2.Laplacian(cv2.GaussianBlur(grey, (3, 3), 0), cv2.CV_32F), np.float32)


def _window(shape: tuple[int, ...]) -> Detail:
    return np.asarray(cv2.createHanningWindow((shape[1], shape[0]), cv2.CV_32F), np.float32)
