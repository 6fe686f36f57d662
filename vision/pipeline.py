"""The stages of recognition in order, with timings: a single picture, or the frame of a known table."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np

from vision.decks import EnrolledDeck
from vision.detect import ALIKE, CARD_PX, ROUGH, Detector, Fit, Refiner, lifted, overlap, suppress
from vision.identify import Identifier
from vision.layout import Layout
from vision.legible import CROP, Condition, brightened, brightness, dazzled, shrunk, spoilt
from vision.order import ordered
from vision.parts import Mask, Wanted, from_above
from vision.rectify import Pyramid, side_lengths
from vision.scale import Vote, find_width, scale_for, searched
from vision.settle import plane_of, settled
from vision.several import read_cut, read_often
from vision.snap import snapped
from vision.types import Bgr, Corners, Detection, Floats, Quad

MARGIN_PX = 16  # added around single pictures, of which a card may fill all
UNKNOWN = {"unknown": 1.0}
SAME = 0.5  # overlap of a rough quad with a known card from which it is that card
TOUCHED = 0.3  # overlap from which two quads are the same card, if both can be seen whole
AGAIN = 0.5  # heat of a quad where a card was seen before: the refiner tells whether it is still there
PLAIN = 0.75  # visible fraction of a card that is hardly covered


@dataclass(frozen=True, slots=True)
class Look:
    """What one picture shows."""

    width: int
    height: int
    cards: tuple[Detection, ...]
    ms: dict[str, float]  # stage -> milliseconds
    warnings: tuple[str, ...]  # codes: "no_card", or conditions (`vision.legible`) that spoil the picture or a card


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

    def __init__(self, threads: int = 2, deck: EnrolledDeck | None = None) -> None:
        """*deck*: whose cards they are, if it was enrolled."""
        self.detector, self.refiner, self.identifier = Detector(threads), Refiner(threads), Identifier(threads, deck)

    def picture(self, bgr: Bgr) -> Look:
        """Return the cards of a picture of unknown scale, uint8 BGR of any size."""
        clock, small = Clock(), shrunk(bgr)
        bgr = brightened(bgr, brightness(small))
        with clock.stage("scale"):
            width = find_width(bgr, self._votes)
        cards = [] if width is None else self._cards(bgr, width, clock)
        with clock.stage("check"):
            crops = Pyramid(bgr).crops([card.quad.corners for card in cards], CROP)
            whole, each = spoilt(small, crops, [side_lengths(card.quad.corners)[0] for card in cards])
            cards = _unread(cards, [whole or one for one in each])
        warnings = {str(one) for one in (whole, *each) if one} | ({"no_card"} if not cards else set())
        return Look(bgr.shape[1], bgr.shape[0], tuple(cards), clock.ms, tuple(sorted(warnings)))

    def table(
        self,
        bgr: Bgr,
        layout: Layout,
        region_mask: Mask | None = None,
        known: Sequence[Detection] | None = None,
        recent: Sequence[Corners] = (),
        look: int = 0,
        clock: Clock | None = None,
    ) -> list[Detection]:
        """Return the cards on a known table, quads in pixels of *bgr*.

        Only cards whose middle lies on the floor, on the stock or in a pile are named (fair play). *region_mask*,
        bool (h, w) at any resolution over the whole picture, narrows the search to cards whose middle it holds.
        *known* detections are returned as they are, the same objects, where one is found again. *recent*: corners
        of cards that showed whole in an earlier look; those places are looked at though the finder overlooks them.
        *look*: how often the table was looked at before; each look cuts cards out in another of a few ways, so that
        what misleads one does not mislead them all.
        """
        clock = clock or Clock()
        per_mm = CARD_PX / layout.card_mm[0]
        with clock.stage("warp"):
            wanted = Wanted(layout, per_mm, region_mask, bgr.shape[1::-1])
            parts = [(box, from_above(bgr, layout, per_mm, box)) for box in wanted.boxes()]
        rough: list[Quad] = []
        with clock.stage("detect"):
            for box, part in parts:
                shift = np.array(box[:2], np.float32)
                found = (_shifted(q, shift) for q in self.detector.find(part, ROUGH))
                rough += [q for q in found if wanted.holds(q.corners.mean(0))]
        above = layout.topdown_matrix(per_mm)
        inverse = np.linalg.inv(above)
        rough = suppress(sorted((lifted(q, inverse) for q in rough), key=_worst_last))
        same, fresh = _found_again(known or (), rough)
        fresh += [q for q in map(_overlooked, recent) if wanted.holds(_middle(q, above))]
        fit = partial(snapped, plane=layout.matrix, size=layout.card_mm)
        pyramid = Pyramid(bgr)
        quads = self._exact(fresh, pyramid, clock, None, fit, twice=False)
        left = [k for k in known or () if all(k is not one for one in same)]
        same += [k for k in left if any(_alike(k.quad, q) for q in quads)]  # beside others a rough quad may fit none
        there = [k.quad for k in known or ()]
        quads = [q for q in quads if all(_apart(q, k) for k in there)]
        named = self._named(ordered([*quads, *there])[: len(quads)] if there else quads, pyramid, clock, look)
        crops = pyramid.crops([d.quad.corners for d in named], CROP)
        return same + _unread(named, map(dazzled, crops))

    def _cards(self, bgr: Bgr, width: float, clock: Clock) -> list[Detection]:
        """Cards of about *width* px: three neighbouring sizes are searched, since tilt makes near cards larger.

        Sure cards tell the plane on which all of them lie, and then all are measured once more as cards on it.
        """
        with clock.stage("detect"):
            rough = searched(self.detector, bgr, scale_for(width), MARGIN_PX)
        pyramid = Pyramid(bgr)
        quads = self._exact(rough, pyramid, clock, width)
        with clock.stage("plane"):
            plane = plane_of(self._named(quads, pyramid, clock, 0), (bgr.shape[1], bgr.shape[0]))
        if plane is not None:
            fit = partial(snapped, plane=plane.matrix, size=plane.card_mm)
            quads = self._exact(rough, pyramid, clock, width, fit)
        return settled(self._named(quads, pyramid, clock))

    def _exact(
        self, rough: Sequence[Quad], pyramid: Pyramid, clock: Clock, width: float | None, fit: Fit | None = None,
        *, twice: bool = True,
    ) -> list[Quad]:
        with clock.stage("refine"):
            return [q for q in self.refiner.exact(pyramid, rough, fit, twice) if _plausible(q, width)]

    def _named(self, quads: Sequence[Quad], pyramid: Pyramid, clock: Clock, look: int | None = None) -> list[Detection]:
        """*quads*, named in one *look* of many, or with all the care of the only one."""
        if not quads:
            return []
        with clock.stage("name"):
            if look is None:
                return self.identifier.told(quads, read_often(self.identifier, pyramid, quads))
            return self.identifier.told(quads, read_cut(self.identifier, pyramid, quads, look))

    def _votes(self, small: Bgr, scale: float) -> list[Vote]:
        rough = self.detector.find(small, 0.35, MARGIN_PX)[:16]
        pyramid = Pyramid(small)
        quads = [q for q in self.refiner.refine(pyramid, rough) if q.score > 0.5 and _plausible(q, CARD_PX)]
        named = self.identifier.name(pyramid, quads)
        sure = [d for d in named if d.confidence > 0.75 and d.face not in ("back", "unknown")]
        return [Vote(side_lengths(d.quad.corners)[0] / scale, d.quad.score * d.confidence) for d in sure]


def _unread(cards: Sequence[Detection], why: Iterable[Condition | None]) -> list[Detection]:
    """*cards*, unknown where there is a reason *why* they cannot be read: no guess."""
    return [d if doubt is None else Detection(d.quad, UNKNOWN, doubt) for d, doubt in zip(cards, why, strict=True)]


def _worst_last(quad: Quad) -> float:
    return -quad.score


def _plausible(quad: Quad, width: float | None) -> bool:
    """A card is about one and a half times as long as wide (tilt shortens it) and about as large as all others."""
    across, along = side_lengths(quad.corners)
    if across < 4 or not 0.9 < along / across < 2.6:
        return False
    return width is None or 0.62 < float(np.sqrt(across * along / 1.55)) / width < 1.6


def _overlooked(corners: Corners) -> Quad:
    """A rough quad where a card that shows whole was seen before."""
    x, y = corners.mean(0)
    return Quad(corners, 1.0, AGAIN, at=(float(x), float(y)))


def _middle(quad: Quad, above: Floats) -> Floats:
    """Where the middle of *quad* lies from above, pixels x, y."""
    return np.asarray(cv2.perspectiveTransform(quad.corners.mean(0)[None, None], above)[0, 0], np.float64)


def _alike(one: Quad, other: Quad) -> bool:
    return overlap(one.corners, other.corners) > ALIKE


def _apart(found: Quad, known: Quad) -> bool:
    """False for a second find of a known card that lies as before: on it, or so near that it would have changed it."""
    share = overlap(found.corners, known.corners)
    return share <= (TOUCHED if found.visible > PLAIN and known.visible > PLAIN else ALIKE)


def _found_again(known: Sequence[Detection], rough: Sequence[Quad]) -> tuple[list[Detection], list[Quad]]:
    """Return the *known* cards that the rough quads show again, and the rough quads that show something else."""
    pairs = [(overlap(k.quad.corners, q.corners), n, m) for n, k in enumerate(known) for m, q in enumerate(rough)]
    taken: dict[int, int] = {}
    for share, n, m in sorted(pairs, reverse=True):
        if share >= SAME and n not in taken and m not in taken.values():
            taken[n] = m
    return [known[n] for n in taken], [q for m, q in enumerate(rough) if m not in taken.values()]


def _shifted(quad: Quad, by: Floats) -> Quad:
    at = None if quad.at is None else (quad.at[0] + float(by[0]), quad.at[1] + float(by[1]))
    return replace(quad, corners=(quad.corners + by).astype(np.float32), at=at)
