"""Stand-ins for tests: a tiny drawn table, and a recogniser that is fed the truth and errs on purpose."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import FACES
from vision import layout as layouts
from vision.layout import Layout
from vision.types import Bgr, Corners, Detection, Frame, Quad

SIZE = (1280, 720)


@dataclass(frozen=True, slots=True)
class TrueCard:
    """What the picture shows of one card: label, corners in pixels, visible fraction."""

    label: str
    corners: Corners
    visible: float = 1.0


def corners_mm(x: float, y: float, angle: float = 0.0, card: tuple[float, float] = (36.0, 54.0)) -> NDArray[np.float32]:
    """Corners of a card at a place, clockwise from its top left; *angle* in degrees clockwise."""
    turn = np.deg2rad(angle)
    across = np.array([np.cos(turn), np.sin(turn)]) * card[0] / 2
    along = np.array([-np.sin(turn), np.cos(turn)]) * card[1] / 2
    centre = np.array([x, y])
    return np.array(
        [centre - across - along, centre + across - along, centre + across + along, centre - across + along], np.float32
    )


def card_at(label: str, x: float, y: float, angle: float = 0.0, *, layout: Layout, visible: float = 1.0) -> TrueCard:
    """A card lying at a place in millimetres."""
    return TrueCard(label, layout.to_px(corners_mm(x, y, angle)), visible)


def detection(card: TrueCard, scores: dict[str, float] | None = None) -> Detection:
    """A clean finding of that card."""
    return Detection(Quad(card.corners, card.visible, 0.95), scores or {card.label: 0.95})


@dataclass
class DrawnTable:
    """Felt, light rectangles for cards, skin-coloured arms, grain; frame by frame at 10 a second."""

    layout: Layout = field(default_factory=lambda: layouts.default(2, SIZE))
    light: float = 1.0
    cards: list[TrueCard] = field(default_factory=list)
    number: int = -1
    glare: tuple[int, int, int] | None = None  # pixels x, y and radius of a lamp's mirror image

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(7)
        self.felt = np.full((SIZE[1], SIZE[0], 3), (60, 100, 50), np.uint8)

    def frame(self, *arms: tuple[tuple[float, float], tuple[float, float]]) -> Frame:
        """The next frame; each arm goes from a place in millimetres (outside the table) to its finger tips."""
        self.number += 1
        picture = self.felt.copy()
        for card in self.cards:
            shade = 120 + 5 * (sum(map(ord, card.label)) % 20)
            cv2.fillConvexPoly(picture, np.round(card.corners).astype(np.int32), (shade, shade, 230))
        for start, end in arms:
            self.draw_line(picture, start, end, (120, 150, 205))
        if self.glare:
            cv2.circle(picture, self.glare[:2], self.glare[2], (255, 255, 255), -1)
        grain = self.rng.normal(0, 4, (SIZE[1] // 2, SIZE[0] // 2, 3)).repeat(2, 0).repeat(2, 1)
        noisy = np.clip(picture * self.light + grain, 0, 255).astype(np.uint8)
        return Frame(self.number, self.number / 10, noisy)

    def draw_line(
        self, bgr: Bgr, start: tuple[float, float], end: tuple[float, float], colour: tuple[int, int, int]
    ) -> None:
        """Draw an arm or a part of one, from place to place in millimetres."""
        a, b = (tuple(int(v) for v in self.layout.to_px(p)) for p in (start, end))
        cv2.line(bgr, a, b, colour, 90)


class TruthRecogniser:
    """Finds the true cards with jitter, misses what is hidden, and misnames now and then; seeded."""

    def __init__(
        self,
        truth: Callable[[], Iterable[TrueCard]],
        seed: int = 0,
        *,
        jitter_px: float = 1.0,
        misnamed: float = 0.02,
        false_finds: float = 0.05,
    ) -> None:
        self.truth, self.rng = truth, np.random.default_rng(seed)
        self.jitter_px, self.misnamed, self.false_finds = jitter_px, misnamed, false_finds
        self.unreadable: set[str] = set()  # labels of cards that lie under glare
        self.spent = 0.0  # seconds
        self.shares: list[float] = []  # of the picture that each run was asked for

    def table(
        self,
        bgr: Bgr,
        layout: Layout,
        region_mask: NDArray[np.bool_] | None = None,
        known: Sequence[Detection] | None = None,
        recent: Sequence[Corners] = (),
        look: int = 0,
    ) -> list[Detection]:
        """Cards in floor, stock outline and piles whose middle lies in *region_mask*."""
        began = time.process_time()
        self.shares.append(1.0 if region_mask is None else float(region_mask.mean()))
        height, width = bgr.shape[:2]
        found = [self._find(card) for card in self.truth()]
        if self.rng.random() < self.false_finds:
            x, y = self.rng.uniform((0.1, 0.1), (0.9, 0.9)) * layout.size_mm
            found.append(self._find(TrueCard("03-bright", layout.to_px(corners_mm(x, y)))))
        kept = [d for d in found if d is not None and _inside(d, layout, region_mask, (width, height))]
        kept = [next((k for k in known or () if _same(k, d)), d) for d in kept]
        self.spent += time.process_time() - began
        return kept

    def _find(self, card: TrueCard) -> Detection | None:
        chance = np.clip((card.visible - 0.12) / 0.5, 0, 0.985)
        if self.rng.random() > chance:
            return None
        corners = card.corners + self.rng.normal(0, self.jitter_px, (4, 2)) / np.sqrt(card.visible)
        label, sure = card.label, self.rng.uniform(0.75, 0.99)
        if label != "back" and self.rng.random() < self.misnamed + 0.15 * max(0.0, 0.6 - card.visible):
            label, sure = str(FACES[self.rng.integers(len(FACES))]), self.rng.uniform(0.3, 0.8)
        other = str(FACES[self.rng.integers(len(FACES))])
        scores = {label: sure} | ({other: (1 - sure) * 0.6} if other != label else {})
        visible = float(np.clip(card.visible + self.rng.normal(0, 0.08), 0.05, 1))
        if card.label in self.unreadable:
            return Detection(Quad(corners.astype(np.float32), visible, 0.9), {"unknown": 1.0}, "glare")
        return Detection(Quad(corners.astype(np.float32), visible, 0.9), scores)


def _same(one: Detection, other: Detection) -> bool:
    return bool(np.hypot(*(one.quad.corners.mean(0) - other.quad.corners.mean(0))) < 8)


def _inside(found: Detection, layout: Layout, region: NDArray[np.bool_] | None, size: tuple[int, int]) -> bool:
    x, y = found.quad.corners.mean(0)
    if not (0 <= x < size[0] and 0 <= y < size[1]) or layout.zone_at(layout.to_mm((x, y))) is None:
        return False
    if region is None:
        return True
    height, width = region.shape
    return bool(region[int(y * height / size[1]), int(x * width / size[0])])
