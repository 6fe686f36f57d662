"""Judge finding on decks that were left out of training, as shipped, at a known scale."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from models.training.art import DeckArt
from models.training.scene import Composer, Recipe, Scene
from vision.detect import Detector, Refiner, overlap, suppress
from vision.pipeline import ROUGH, SURE
from vision.rectify import Pyramid
from vision.snap import snapped
from vision.types import Floats, Quad

BINS = ((0.97, 1.01), (0.6, 0.97), (0.4, 0.6), (0.25, 0.4))
"""Visible fractions of the table."""

SIZE = 416
ORDINARY = (0.1, 0.5)
"""Ordinary light: half of what the training scenes suffer at worst."""


def recipe(widths: tuple[float, float] = (29.0, 35.0)) -> Recipe:
    """Return scenes as a known table gives them: cards about 32 px wide, little remaining tilt."""
    return Recipe(SIZE, widths, tilt_deg=14, backs=0.03, damage=ORDINARY)


def find(scene: Scene, detector: Detector, refiner: Refiner) -> list[Quad]:
    """Return the cards of a scene whose cards are about 32 px wide, as at a known table: plane and card size known."""
    pyramid = Pyramid(scene.picture)
    fit = partial(snapped, plane=np.linalg.inv(scene.plane), size=(1.0, scene.aspect))
    quads = refiner.refine(pyramid, detector.find(scene.picture, ROUGH), fit)
    quads = refiner.refine(pyramid, [q for q in quads if q.score >= ROUGH], fit)
    return suppress(sorted((q for q in quads if q.score >= SURE), key=lambda q: -q.score))


def finding_table(
    name: str, decks: Sequence[DeckArt], textures: Path | None, scenes: int, seed: int
) -> list[dict[str, float | str]]:
    """Return recall by visible fraction, and precision, at IoU 0.7."""
    composer, rng = Composer(list(decks), textures), np.random.default_rng(seed)
    detector, refiner = Detector(1), Refiner(1)
    hits, wanted, touching, found, right = np.zeros(4), np.zeros(4), np.zeros(2), 0, 0
    for _ in range(scenes):
        scene = composer.scene(rng, recipe())
        quads = find(scene, detector, refiner)
        for card in (c for c in scene.cards if c.visible >= BINS[-1][0] and inside(c.quad)):
            hit = max((overlap(q.corners, card.quad) for q in quads), default=0.0) >= 0.7
            k = next(i for i, (low, high) in enumerate(BINS) if low <= card.visible < high)
            wanted[k] += 1
            hits[k] += hit
            if k == 0 and _touches(card.quad, scene):
                touching += (1, hit)
        shown = [q for q in quads if inside(q.corners)]
        found += len(shown)
        right += sum(max((overlap(q.corners, c.quad) for c in scene.cards), default=0) >= 0.7 for q in shown)
    rows: list[dict[str, float | str]] = [
        {"deck": name, "visible": f"{low}-{high:.2g}", "n": int(n), "recall": round(float(h / max(n, 1)), 4)}
        for (low, high), n, h in zip(BINS, wanted, hits, strict=True)
    ]
    rows.append({"deck": name, "visible": "all, touching another", "n": int(touching[0]),
                 "recall": round(float(touching[1] / max(touching[0], 1)), 4)})
    return [*rows, {"deck": name, "visible": "any", "n": found, "precision": round(right / max(found, 1), 4)}]


def inside(quad: Floats) -> bool:
    """True if the whole quad lies in the picture."""
    return bool((quad >= 0).all() and (quad < SIZE).all())


def _touches(quad: Floats, scene: Scene) -> bool:
    """True if another card begins within a tenth of a card's width of *quad*, but lies mostly beside it."""
    grown = ((quad - quad.mean(0)) * 1.2 + quad.mean(0)).astype(np.float32)
    return any(0 < overlap(grown, c.quad) < 0.2 for c in scene.cards if c.visible > 0 and c.quad is not quad)
