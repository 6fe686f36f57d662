"""Find cards: a picture whose cards are about 32 px wide in, rough quads out, then made exact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.nets import open_net
from vision.order import ordered
from vision.rectify import Pyramid, crop_corners, crop_matrix, marked
from vision.snap import LEAST_ERROR, MOST_OFF
from vision.types import Bgr, Corners, Floats, Mask, Quad

Fit = Callable[[Floats, Floats], tuple[Floats, Floats]]
"""Corners (N, 4, 2) in picture pixels and their usual errors (N, 4, 2) across and along the cards, in widths and
lengths, to corners of cards of the known size and by how many card widths those given miss them (N,)."""

ROUGH, SURE = 0.3, 0.5
"""Least heat of a rough quad; least score of a quad that is shown."""

FAINT, LIKELY = 0.1, 0.4
"""The same where there is time to measure many: least heat; least probability of lying right."""

STEADY = 0.8
"""Overlap of a rough and a refined quad from which refining it again would gain nothing."""

ALIKE = 0.75
"""Overlap from which two quads are one card: the cards of a tight fan overlap by less."""

CARD_PX = 32.0
"""The card width, in pixels, that the detector was trained for (it accepts 25 to 40)."""


class Detector:
    """The network that finds cards of one known size."""

    def __init__(self, threads: int = 2) -> None:
        self._net = open_net("detector", threads)
        self._stride, self._unit = int(self._net.about["stride"]), float(self._net.about["unit"])

    def find(self, bgr: Bgr, least: float = 0.3, margin: int = 0) -> list[Quad]:
        """Return rough quads, best first, in pixels of *bgr*; corner order is right up to a turn by 180 degrees.

        *margin* pixels are added all round, so that cards which fill the picture have surroundings.
        """
        height, width = bgr.shape[0] + 2 * margin, bgr.shape[1] + 2 * margin
        below, right = margin + -height % 32, margin + -width % 32
        padded = cv2.copyMakeBorder(bgr, margin, below, margin, right, cv2.BORDER_REPLICATE)
        maps = self._net(np.asarray(padded[None], np.uint8))[0][0]
        rows, columns = np.nonzero(maps[0] >= least)
        if len(rows) == 0:
            return []
        values = maps[:, rows, columns].T
        middle = np.stack([columns, rows], 1) * self._stride + (self._stride - 1) / 2 - margin
        corners = values[:, 1:9].reshape(-1, 4, 2) * self._unit + middle[:, None]
        order = np.argsort(-values[:, 0])
        return suppress(
            [
                Quad(corners[i].astype(np.float32), float(values[i, 10]), float(values[i, 0]),
                     at=(float(middle[i, 0]), float(middle[i, 1])))
                for i in order
            ]
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Measured:
    """What the refiner tells of n quads."""

    corners: Floats  # (n, 4, 2) picture pixels
    usual: Floats  # (n, 4, 2) usual errors of the corners across and along, in card widths and lengths
    card: Floats  # (n,) probability that it is one
    visible: Floats  # (n,) fraction
    shown: Floats  # (n, h, w) where the crop shows the card itself, 0..1

    def turned(self) -> Measured:
        """The same of the quads upside down."""
        corners, usual = (np.roll(value, 2, 1) for value in (self.corners, self.usual))
        return Measured(corners, usual, self.card, self.visible, self.shown[:, ::-1, ::-1])

    def mean(self, other: Measured) -> Measured:
        """The mean of two; each corner counts by how small its usual error is."""
        mine, theirs = (1 / np.maximum(one.usual, LEAST_ERROR) ** 2 for one in (self, other))
        corners = (mine * self.corners + theirs * other.corners) / (mine + theirs)
        usual, visible, shown = ((getattr(self, w) + getattr(other, w)) / 2 for w in ("usual", "visible", "shown"))
        return Measured(corners.astype(np.float32), usual, np.sqrt(self.card * other.card), visible, shown)


class Refiner:
    """The network that makes a rough quad exact and says whether it is a card."""

    def __init__(self, threads: int = 2) -> None:
        self._net = open_net("refiner", threads)
        self._size = (int(self._net.about["size"][0]), int(self._net.about["size"][1]))
        self._zoom = float(self._net.about["zoom"])
        self._placing: tuple[float, ...] = tuple(self._net.about["placed"])

    def exact(
        self, pyramid: Pyramid, rough: Sequence[Quad], fit: Fit | None = None, twice: bool = False
    ) -> list[Quad]:
        """Return the cards that *rough* quads lead to, exact, best first, each once; without what is no card or fits
        none on the table. Refined again is only what the first time moved; where there is time all is measured *twice*,
        also upside down, and even a faint quad may prove to be a card."""
        once = self.refine(pyramid, rough, fit, twice)
        least = FAINT if twice else ROUGH
        pairs = [(before, after) for before, after in zip(rough, once, strict=True) if after.score >= least]
        steady = [overlap(before.corners, after.corners) >= STEADY for before, after in pairs]
        moved = [after for (_, after), still in zip(pairs, steady, strict=True) if not still]
        again = self.refine(pyramid, moved, fit, twice)
        same = [_agreed(*pair) for pair, still in zip(pairs, steady, strict=True) if still]
        told = [replace(q, placed=placed(q.score, q.usual, self._placing)) for q in (*again, *same)]
        cards = [q for q in told if (q.placed >= LIKELY if twice else q.score >= SURE) and q.off <= MOST_OFF]
        return ordered(suppress(sorted(cards, key=lambda q: -q.placed)))

    def refine(
        self, pyramid: Pyramid, quads: Sequence[Quad], fit: Fit | None = None, twice: bool = False
    ) -> list[Quad]:
        """Return *quads* with better corners and what of them shows; `score` becomes the geometric mean of the old one
        and "is a card". *fit* knows the table: it corrects the corners by how sure each of them is. *twice*: measure
        upside down, too, and take the mean."""
        if not quads:
            return []
        seen = self._measure_twice(pyramid, quads) if twice else self._measure(pyramid, quads)
        corners, off = (seen.corners, np.zeros(len(quads))) if fit is None else fit(seen.corners, seen.usual)
        matrices = (crop_matrix(q.corners, self._size, self._zoom) for q in quads)
        there = [_moved(c, m) for c, m in zip(corners, matrices, strict=True)]
        masks = [self._straight(mask, t) for mask, t in zip(seen.shown, there, strict=True)]
        scores = np.sqrt([q.score for q in quads] * seen.card)
        return [
            Quad(corners[k].astype(np.float32), float(seen.visible[k]), float(scores[k]), masks[k], q.at, float(off[k]),
                 float(seen.usual[k].mean()))
            for k, q in enumerate(quads)
        ]

    def _measure_twice(self, pyramid: Pyramid, quads: Sequence[Quad]) -> Measured:
        return self._measure(pyramid, quads).mean(self._measure(pyramid, [_turned(q) for q in quads]).turned())

    def _measure(self, pyramid: Pyramid, quads: Sequence[Quad]) -> Measured:
        offsets, usual, card, visible, shown = self._net(self._crops(pyramid, quads))
        matrices = [crop_matrix(q.corners, self._size, self._zoom) for q in quads]
        there = crop_corners(self._size, self._zoom) + offsets.reshape(-1, 4, 2) * np.array(self._size, np.float32)
        corners: Floats = np.stack([_moved(t, np.linalg.inv(m)) for t, m in zip(there, matrices, strict=True)])
        return Measured(corners, usual.reshape(-1, 4, 2) * self._zoom, card, visible, shown)

    def _crops(self, pyramid: Pyramid, quads: Sequence[Quad]) -> Bgr:
        crops = pyramid.crops([q.corners for q in quads], self._size, self._zoom)
        return np.stack([marked(c, q.corners, q.at, self._zoom) for c, q in zip(crops, quads, strict=True)])

    def masks(self, pyramid: Pyramid, quads: Sequence[Quad]) -> list[Mask]:
        """Return where the straightened crop of each of *quads*, taken as exact, shows the card itself, uint8."""
        if not quads:
            return []
        shown = self._measure_twice(pyramid, quads).shown
        return [self._straight(mask, crop_corners(self._size, self._zoom)) for mask in shown]

    def _straight(self, shown: Floats, there: Corners) -> Mask:
        """Return the mask *shown* of a whole crop as one of the straightened quad alone, uint8 like the crop."""
        grown = cv2.resize(shown, self._size) * 255
        return np.asarray(cv2.warpPerspective(grown, crop_matrix(there, self._size), self._size), np.uint8)


def _turned(quad: Quad) -> Quad:
    return replace(quad, corners=np.roll(quad.corners, 2, 0))


def _agreed(before: Quad, after: Quad) -> Quad:
    """*after*, which lies where *before* did, with the score that refining it once more would give."""
    return replace(after, score=min(1.0, float(np.sqrt(after.score**3 / before.score))))


def _moved(corners: Corners, matrix: Floats) -> Corners:
    return np.asarray(cv2.perspectiveTransform(corners[None].astype(np.float32), matrix)[0], np.float32)


def placed(score: float, usual: float, weights: Sequence[float]) -> float:
    """Return the probability that a card lies just where a quad of this *score* and *usual* error of corners does."""
    away = float(np.dot(weights, placing(score, usual)))
    return float(1 / (1 + np.exp(-away)))


def placing(score: float, usual: float) -> tuple[float, float, float]:
    """Return what the logistic of `placed` weighs: the odds of the score, the usual error, a constant."""
    score = min(max(score, 1e-4), 1 - 1e-4)
    return float(np.log(score / (1 - score))), float(np.log(usual + 1e-3)), 1.0


def enlarged(quad: Quad, by: float) -> Quad:
    """Return *quad*, found in a picture, as it lies in one that is *by* times as large; what shows is forgotten."""
    at = None if quad.at is None else ((quad.at[0] + 0.5) * by - 0.5, (quad.at[1] + 0.5) * by - 0.5)
    return Quad(((quad.corners + 0.5) * by - 0.5).astype(np.float32), quad.visible, quad.score, at=at)


def lifted(quad: Quad, inverse: Floats) -> Quad:
    """Return *quad*, found in a warped picture, as it lies in the one from which *inverse* (3, 3) leads there."""
    points = quad.corners if quad.at is None else np.vstack([quad.corners, quad.at])
    there = cv2.perspectiveTransform(points[None].astype(np.float32), inverse)[0].astype(np.float32)
    at = None if quad.at is None else (float(there[4, 0]), float(there[4, 1]))
    return replace(quad, corners=there[:4], at=at)


def suppress(quads: Sequence[Quad], most: float = ALIKE) -> list[Quad]:
    """Drop each quad that overlaps a better one (they come best first) by more than *most* of their union."""
    if not quads:
        return []
    corners = np.stack([q.corners for q in quads])
    middles = corners.mean(1)
    reach = np.linalg.norm(corners[:, 0] - corners[:, 2], axis=1) / 3
    near = np.linalg.norm(middles[:, None] - middles[None], axis=2) < reach[:, None]
    kept: list[int] = []
    for k in range(len(quads)):
        if all(not near[k, m] or overlap(corners[k], corners[m]) <= most for m in kept):
            kept.append(k)
    return [quads[k] for k in kept]


def overlap(a: Corners, b: Corners) -> float:
    """Return the intersection over union of two convex quads."""
    both, _ = cv2.intersectConvexConvex(a, b)
    total = cv2.contourArea(a) + cv2.contourArea(b) - both
    return float(both / total) if total > 0 else 0.0
