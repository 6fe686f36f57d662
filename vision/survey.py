"""Watch a table that is not known yet until it lies still with enough cards in sight to propose its layout."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import LayoutError
from vision.layout import CARD_MM
from vision.marks import find
from vision.proposal import Proposal, propose
from vision.types import Bgr, Frame

if TYPE_CHECKING:
    from vision.pipeline import Look  # who only waits for a table loads no networks

REST_S = 0.3  # seconds without motion before cards are looked for
RETRY_S = 1.0  # between two looks: each takes about half a second
PLAIN_CARDS, PLAIN_MM = 7, 10.0  # with so many cards, the stock and so little doubt one look is enough: play begins
WIDTH = 160  # of the small picture that tells motion
MOTION, MOVED = 14, 0.002  # grey levels; share of the picture that a hand exceeds and grain does not
ALIKE = 1  # cards by which two looks may differ: nothing is being dealt


class Sight(Protocol):
    """Finds and names the cards of a picture whose scale is not known."""

    def picture(self, bgr: Bgr) -> Look:
        """The cards."""
        ...


def survey(
    sight: Sight, bgr: Bgr, players: int, card_mm: tuple[float, float] = CARD_MM, *, known: bool = False
) -> Proposal | None:
    """What one picture proposes, whatever its weakness; None if it shows neither cards nor marks.

    *known*: *card_mm* was measured.
    """
    cards, marks = sight.picture(bgr).cards, find(bgr)
    try:
        return propose(cards, (bgr.shape[1], bgr.shape[0]), players, card_mm, known=known, marks=marks)
    except LayoutError:
        return None


class Survey:
    """Takes frames until a look at the resting table shows a dealt floor, or two agree on how many cards lie there."""

    def __init__(
        self, sight: Sight, players: int, card_mm: tuple[float, float] = CARD_MM, *, known: bool = False
    ) -> None:
        """*known*: *card_mm* was measured."""
        self._look = partial(survey, sight, players=players, card_mm=card_mm, known=known)
        self._last: NDArray[np.uint8] | None = None
        self._moved = self._looked = float("-inf")
        self.best: Proposal | None = None  # of the newest look that showed cards, whatever its weakness

    def see(self, frame: Frame) -> Proposal | None:
        """Take the next frame; the proposal to rely on, once there is one."""
        if not self._rests(frame) or frame.seconds - self._looked < RETRY_S:
            return None
        self._looked = frame.seconds
        before, self.best = self.best, self._look(frame.bgr)
        if self.best is not None and _plain(self.best):
            return self.best
        if before is None or self.best is None or before.weakness or self.best.weakness:
            return None
        if abs(before.plane.cards - self.best.plane.cards) > ALIKE:
            return None
        return min(before, self.best, key=lambda one: one.plane.doubt_mm)

    @property
    def weakness(self) -> str:
        """Why there is no layout yet: "few", "disagree" or "small" as a proposal says, "empty" without any card."""
        return "empty" if self.best is None else self.best.weakness or "few"

    def _rests(self, frame: Frame) -> bool:
        height = max(1, round(frame.bgr.shape[0] * WIDTH / frame.bgr.shape[1]))
        small = np.asarray(cv2.resize(frame.bgr, (WIDTH, height), interpolation=cv2.INTER_AREA).max(2), np.uint8)
        last, self._last = self._last, small
        if last is None or last.shape != small.shape or np.mean(cv2.absdiff(small, last) > MOTION) > MOVED:
            self._moved = frame.seconds
        return frame.seconds - self._moved >= REST_S


def _plain(one: Proposal) -> bool:
    """Whether a proposal needs no second look."""
    clear = one.plane.cards >= PLAIN_CARDS and one.plane.doubt_mm <= PLAIN_MM
    return one.stock_seen and clear and one.weakness is None
