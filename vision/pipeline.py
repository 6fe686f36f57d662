"""The stages of recognition in order, with timings: a single picture, or the frame of a known table."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import cv2
import numpy as np

from engine.observation import ZoneKind
from vision.detect import CARD_PX, Detector, Refiner, suppress
from vision.identify import Identifier
from vision.layout import Layout
from vision.rectify import Pyramid, side_lengths
from vision.scale import Vote, find_width, scale_for, shrink
from vision.types import Bgr, Detection, Floats, Quad

ROUGH, SURE = 0.3, 0.5
"""Least heat of a rough quad, least score of a quad that is shown."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one picture shows."""

    width: int
    height: int
    cards: tuple[Detection, ...]
    ms: dict[str, float]  # stage -> milliseconds
    warnings: tuple[str, ...]


class Clock:
    """Adds up milliseconds by stage."""

    def __init__(self) -> None:
        self.ms: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the time of the block under *name*."""
        begun = time.perf_counter()
        yield
        self.ms[name] = self.ms.get(name, 0.0) + 1000 * (time.perf_counter() - begun)


class Recogniser:
    """Finds and names cards. Holds the three networks; not for use by several threads at once."""

    def __init__(self, threads: int = 2) -> None:
        self.detector, self.refiner, self.identifier = Detector(threads), Refiner(threads), Identifier(threads)

    def picture(self, bgr: Bgr) -> Look:
        """Return the cards of a picture of unknown scale, uint8 BGR of any size."""
        clock = Clock()
        with clock.stage("scale"):
            width = find_width(bgr, self._votes)
        warnings: list[str] = []
        cards: list[Detection] = []
        if width is None:
            warnings.append("no card found; is the picture sharp, and do cards fill at least a fiftieth of its width?")
        else:
            small = shrink(bgr, scale_for(width))
            factor = bgr.shape[1] / small.shape[1]
            cards = self._cards(small, bgr, factor, clock, width)
        return Look(bgr.shape[1], bgr.shape[0], tuple(cards), clock.ms, tuple(warnings))

    def table(self, bgr: Bgr, layout: Layout, mask: Floats | None = None, clock: Clock | None = None) -> list[Detection]:
        """Return the cards on a known table, quads in pixels of *bgr*.

        Only cards whose middle lies on the floor, on the stock or in a pile are named (fair play); *mask*, uint8 in
        top-down pixels (`layout.topdown` at PX_PER_MM), leaves out more, for example where hands are.
        """
        clock = clock or Clock()
        per_mm = CARD_PX / layout.card_mm[0]
        with clock.stage("warp"):
            top = layout.topdown(bgr, per_mm)
        with clock.stage("detect"):
            rough = self.detector.find(top, ROUGH)
        inverse = np.linalg.inv(layout.topdown_matrix(per_mm))
        inside = [q for q in rough if _open(q, layout, per_mm, mask)]
        lifted = [_lifted(q, inverse) for q in inside]
        return self._exact(lifted, Pyramid(bgr), clock, None)

    def _cards(self, small: Bgr, bgr: Bgr, factor: float, clock: Clock, width: float) -> list[Detection]:
        with clock.stage("detect"):
            rough = self.detector.find(small, ROUGH)
        scaled = [Quad((q.corners + 0.5) * factor - 0.5, q.visible, q.score) for q in rough]
        return self._exact(scaled, Pyramid(bgr), clock, width)

    def _exact(self, rough: Sequence[Quad], pyramid: Pyramid, clock: Clock, width: float | None) -> list[Detection]:
        with clock.stage("refine"):
            quads = self.refiner.refine(pyramid, rough)
            quads = self.refiner.refine(pyramid, [q for q in quads if q.score >= ROUGH])
            quads = suppress(sorted((q for q in quads if q.score >= SURE and _plausible(q, width)), key=_worst_last))
        with clock.stage("name"):
            return self.identifier.name(pyramid, quads)

    def _votes(self, small: Bgr, scale: float) -> list[Vote]:
        rough = self.detector.find(small, 0.35)[:16]
        pyramid = Pyramid(small)
        quads = [q for q in self.refiner.refine(pyramid, rough) if q.score > 0.5 and _plausible(q, CARD_PX)]
        named = self.identifier.name(pyramid, quads)
        sure = [d for d in named if d.confidence > 0.6 and d.face not in ("back", "unknown")]
        return [Vote(side_lengths(d.quad.corners)[0] / scale, d.quad.score * d.confidence) for d in sure]


def _worst_last(quad: Quad) -> float:
    return -quad.score


def _plausible(quad: Quad, width: float | None) -> bool:
    """A card is about one and a half times as long as wide (tilt shortens it) and about as large as all others."""
    across, along = side_lengths(quad.corners)
    if across < 4 or not 0.9 < along / across < 2.6:
        return False
    return width is None or 0.62 < float(np.sqrt(across * along / 1.55)) / width < 1.6


def _open(quad: Quad, layout: Layout, per_mm: float, mask: Floats | None) -> bool:
    x, y = quad.corners.mean(0)
    zone = layout.zone_at((float((x + 0.5) / per_mm), float((y + 0.5) / per_mm)))
    if zone is None or zone.kind is ZoneKind.SHOW:
        return False
    if mask is None:
        return True
    row, column = int(np.clip(y, 0, mask.shape[0] - 1)), int(np.clip(x, 0, mask.shape[1] - 1))
    return bool(mask[row, column])


def _lifted(quad: Quad, inverse: Floats) -> Quad:
    corners = cv2.perspectiveTransform(quad.corners[None].astype(np.float32), inverse)[0]
    return Quad(corners.astype(np.float32), quad.visible, quad.score)
