"""Judge naming on decks that were left out of training, as shipped: the refiner's mask, then the namer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from models.training.art import Bytes, DeckArt
from models.training.crops import LABELS, negative
from models.training.nets import NAMER_SIZE, Namer
from models.training.scene import Composer, Recipe
from vision.detect import Refiner
from vision.identify import GREY
from vision.order import ordered
from vision.rectify import Pyramid, rectify
from vision.types import Floats, Quad

WIDTHS = ((21, 27), (28, 36), (43, 53), (57, 71))
"""Card widths in pixels, about 24, 32, 48 and 64."""

VISIBLE = ((0.97, 1.01), (0.55, 0.65), (0.35, 0.45), (0.25, 0.35))
"""Visible fractions: all, about 60, 40 and 30 %."""

FROM_WIDTH = 40.0
"""Pixels that a card must be wide to count in the table of visible fractions."""


@dataclass(frozen=True, slots=True)
class Crops:
    """Namer crops of judged scenes: pictures (N, H, W, 3), label index or -1, what it is in words, width, visible."""

    pictures: Bytes
    labels: NDArray[np.int64]
    kinds: tuple[str, ...]  # "face", "back", "extra", "foreign" and its kind, "nothing"
    widths: Floats  # pixels
    visible: Floats  # fraction

    def pick(self, keep: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return where both *keep* and a known label hold."""
        return keep & (self.labels >= 0)


def draw_crops(
    decks: Sequence[DeckArt], textures: Path | None, scenes: int, seed: int, widest: float = 76.0, foreign: float = 0.04
) -> Crops:
    """Draw *scenes* scenes of *decks*; every card counts once, its quad a little off, plus things that are no card."""
    composer, rng, refiner = Composer(list(decks), textures), np.random.default_rng(seed), Refiner(1)
    recipe = Recipe(size=320, widths=(20.0, widest), backs=0.03, foreign=foreign)
    rows: list[tuple[Bytes, int, str, float, float]] = []
    for _ in range(scenes):
        scene = composer.scene(rng, recipe)
        good = [(i, c) for i, c in enumerate(scene.cards, 1) if c.visible >= 0.2]
        quads = []
        for _, card in good:
            unit = float(np.linalg.norm(card.quad[1] - card.quad[0]))
            quads.append(card.quad + rng.normal(0, 0.02 * unit, (4, 2)).astype(np.float32))
        masks = refiner.masks(Pyramid(scene.picture), [Quad(q, 1.0, 1.0) for q in quads])
        masked = ordered([Quad(q, 1.0, 1.0, mask) for q, mask in zip(quads, masks, strict=True)])
        for (_, card), quad in zip(good, masked, strict=True):
            crop = rectify(scene.picture, quad.corners, NAMER_SIZE)
            crop[np.asarray(quad.shown) < 128] = GREY
            label = LABELS.index(card.label) if card.label in LABELS else -1
            kind = card.label if card.label.startswith(("back", "extra", "foreign")) else "face"
            unit = float(np.linalg.norm(card.quad[1] - card.quad[0]))
            rows.append((crop, label, kind, unit, card.visible))
        for sample in (negative(scene, good, rng) for _ in range(2)):
            if sample is not None:
                rows.append((sample["named"], -1, "nothing", 0.0, 0.0))
    pictures, labels, kinds, widths, visible = zip(*rows, strict=True)
    return Crops(np.stack(pictures), np.array(labels), tuple(kinds), np.array(widths), np.array(visible))


def outputs(net: Namer, crops: Crops) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the namer's logits (N, classes) and its logits of "a card of this game" (N,) for *crops*."""
    parts = []
    with torch.no_grad():
        for k in range(0, len(crops.pictures), 128):
            batch = torch.from_numpy(crops.pictures[k : k + 128]).permute(0, 3, 1, 2).float() / 255
            parts.append(net(batch)[:2])
    return torch.cat([p[0] for p in parts]), torch.cat([p[1][:, 1] for p in parts])


def naming_table(deck: str, scores: Floats, crops: Crops) -> list[dict[str, float | str]]:
    """Return the share named right by card width (fully visible) and by visible fraction (40 px and wider)."""
    right = (scores.argmax(1) == crops.labels) & (crops.labels >= 0)
    rows: list[dict[str, float | str]] = []
    whole, wide = crops.visible > VISIBLE[0][0], crops.widths >= FROM_WIDTH
    for low, high in WIDTHS:
        pick = crops.pick(whole & (crops.widths >= low) & (crops.widths < high))
        rows.append({"deck": deck, "width": f"{low}-{high}", "visible": "all", **_share(right, pick)})
    for least, below in VISIBLE[1:]:
        pick = crops.pick(wide & (crops.visible >= least) & (crops.visible < below))
        rows.append({"deck": deck, "width": f">{FROM_WIDTH:.0f}", "visible": f"{least}-{below}", **_share(right, pick)})
    return rows


def _share(right: NDArray[np.bool_], pick: NDArray[np.bool_]) -> dict[str, float]:
    return {"n": int(pick.sum()), "named": round(float(right[pick].mean()), 4) if pick.any() else 0.0}
