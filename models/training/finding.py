"""Judge finding on decks that were left out of training, as shipped, at a known scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.art import DeckArt
from models.training.scene import Composer, Recipe, Scene
from models.training.trust import calibration_error
from vision.detect import Detector, Refiner, overlap, placing
from vision.rectify import Pyramid
from vision.scale import searched
from vision.snap import snapped
from vision.types import Floats, Quad

BINS = ((0.97, 1.01), (0.6, 0.97), (0.4, 0.6), (0.25, 0.4))
"""Visible fractions of the table."""

RIGHT = 0.7
"""Overlap from which a find lies on a card."""

PRECISE = 0.97
"""Share of right finds at which recall is told."""

SIZE = 416
ORDINARY = (0.1, 0.5)
"""Ordinary light: half of what the training scenes suffer at worst."""


def recipe(widths: tuple[float, float] = (29.0, 35.0)) -> Recipe:
    """Return scenes as a known table gives them: cards about 32 px wide, little remaining tilt."""
    return Recipe(SIZE, widths, tilt_deg=14, backs=0.03, damage=ORDINARY)


def find(scene: Scene, detector: Detector, refiner: Refiner) -> list[Quad]:
    """Return the cards of a scene whose cards are about 32 px wide, as in a single picture of which size and plane are
    known."""
    pyramid = Pyramid(scene.picture)
    fit = partial(snapped, plane=np.linalg.inv(scene.plane), size=(1.0, scene.aspect))
    return refiner.exact(pyramid, searched(detector, scene.picture, 1.0), fit, twice=True)


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found in judged scenes: for each true card its visible fraction, whether another touches it and how
    surely it was found (0: not at all); for each find how sure it is to lie on a card, whether it does, and what the
    first was weighed from."""

    visible: Floats
    touching: NDArray[np.bool_]
    hit: Floats
    scores: Floats
    right: NDArray[np.bool_]
    facts: Floats  # (n, 3), `vision.detect.placing`

    def sure(self, precision: float) -> float:
        """Return the least score from which on *precision* of all finds lie on a card; 1 if there is none."""
        order = np.argsort(-self.scores)
        share = np.cumsum(self.right[order]) / np.arange(1, len(order) + 1)
        enough = np.flatnonzero(share >= precision)
        return float(self.scores[order][enough[-1]]) if len(enough) else 1.0

    def curve(self) -> tuple[Floats, Floats]:
        """Return recall of fully visible cards and precision of all finds at falling scores."""
        scores = np.unique(self.scores)[::-1]
        whole = self.hit[self.visible >= BINS[0][0]]
        recall = [float((whole >= s).mean()) for s in scores]
        return np.array(recall), np.array([float(self.right[self.scores >= s].mean()) for s in scores])


def judge(decks: Sequence[DeckArt], textures: Path | None, scenes: int, seed: int) -> Judged:
    """Find the cards of *scenes* scenes; a find lies on a card at an overlap (IoU) of 0.7."""
    composer, rng = Composer(list(decks), textures), np.random.default_rng(seed)
    detector, refiner = Detector(1), Refiner(1)
    cards: list[tuple[float, bool, float]] = []
    finds: list[tuple[float, ...]] = []
    for _ in range(scenes):
        scene = composer.scene(rng, recipe())
        quads = find(scene, detector, refiner)
        for card in (c for c in scene.cards if c.visible >= BINS[-1][0] and inside(c.quad)):
            hit = max((q.placed for q in quads if overlap(q.corners, card.quad) >= RIGHT), default=0.0)
            cards.append((card.visible, _touches(card.quad, scene), hit))
        for quad in (q for q in quads if inside(q.corners)):
            share = max((overlap(quad.corners, c.quad) for c in scene.cards), default=0.0)
            finds.append((quad.placed, share >= RIGHT, *placing(quad.score, quad.usual)))
    true, found = np.array(cards).reshape(-1, 3).T, np.array(finds).reshape(-1, 5).T
    return Judged(true[0], true[1] > 0, true[2], found[0], found[1] > 0, found[2:].T)


def finding_table(name: str, judged: Judged) -> list[dict[str, float | str]]:
    """Return recall by visible fraction at the score that the program asks for, and at that of 97 % precision."""
    sure = judged.sure(PRECISE)
    rows: list[dict[str, float | str]] = []
    whole = judged.visible >= BINS[0][0]
    picks = [(f"{low}-{high:.2g}", (judged.visible >= low) & (judged.visible < high)) for low, high in BINS]
    picks += [("all, touching another", whole & judged.touching), ("all, apart", whole & ~judged.touching)]
    for visible, pick in picks:
        hit = judged.hit[pick] if pick.any() else np.zeros(1)
        recall = {"recall": hit > 0, f"recall at precision {PRECISE}": hit >= sure}
        shares = {what: round(float(found.mean()), 4) for what, found in recall.items()}
        rows.append({"deck": name, "visible": visible, "n": int(pick.sum()), **shares})
    finds = {
        "precision": round(float(judged.right.mean()), 4),
        "sureness of that precision": round(sure, 3),
        "calibration_error": round(calibration_error(judged.scores, judged.right), 4),
    }
    return [*rows, {"deck": name, "visible": "any", "n": len(judged.right), **finds}]


def inside(quad: Floats) -> bool:
    """True if the whole quad lies in the picture."""
    return bool((quad >= 0).all() and (quad < SIZE).all())


def _touches(quad: Floats, scene: Scene) -> bool:
    """True if another card begins within a tenth of a card's width of *quad*, but lies mostly beside it."""
    grown = ((quad - quad.mean(0)) * 1.2 + quad.mean(0)).astype(np.float32)
    return any(0 < overlap(grown, c.quad) < 0.2 for c in scene.cards if c.visible > 0 and c.quad is not quad)
