"""Judge naming on decks that were left out of training, as shipped: the refiner's mask, then the namer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from models.training.art import Bytes, DeckArt
from models.training.crops import LABELS, no_card
from models.training.nets import NAMER_SIZE, Namer
from models.training.scene import Composer, Recipe, Scene, SceneCard
from vision.detect import Refiner
from vision.identify import GREY, Identifier, Reading
from vision.order import ordered
from vision.rectify import Pyramid, rectify
from vision.several import read_often
from vision.types import Corners, Floats, Quad

WIDTHS = ((21, 27), (28, 36), (43, 53), (57, 71))
"""Card widths in pixels, about 24, 32, 48 and 64."""

VISIBLE = ((0.97, 1.01), (0.55, 0.65), (0.35, 0.45), (0.25, 0.35))
"""Visible fractions: all, about 60, 40 and 30 %."""

FROM_WIDTH = 40.0
"""Pixels that a card must be wide to count in the table of visible fractions."""


@dataclass(frozen=True, slots=True)
class Crops:
    """Namer crops of judged scenes: pictures (N, H, W, 3), label index or -1, what it is in words, width, visible; and
    what the shipped namer reads there with the care of a single picture, if it was asked."""

    pictures: Bytes
    labels: NDArray[np.int64]
    kinds: tuple[str, ...]  # "face", "back", "extra", "foreign" and its kind, "nothing"
    widths: Floats  # pixels
    visible: Floats  # fraction
    faces: Floats  # (N, classes) probabilities
    sure: Floats  # (N,) probability of a card of this game

    @property
    def right(self) -> NDArray[np.bool_]:
        """Which were read right."""
        return np.asarray((self.labels >= 0) & (self.faces.argmax(1) == self.labels))

    def pick(self, keep: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return where both *keep* and a known label hold."""
        return keep & (self.labels >= 0)


def draw_crops(
    decks: Sequence[DeckArt], textures: Path | None, scenes: int, seed: int, widest: float = 76.0,
    foreign: float = 0.04, identifier: Identifier | None = None,
) -> Crops:
    """Draw *scenes* scenes of *decks*; every card counts once, its quad a little off, plus things that are no card.
    The *identifier* reads them, if it is given."""
    composer, rng, refiner = Composer(list(decks), textures), np.random.default_rng(seed), Refiner(1)
    recipe = Recipe(size=320, widths=(20.0, widest), backs=0.03, foreign=foreign)
    rows: list[tuple[Bytes, int, str, float, float]] = []
    reads: list[Reading] = []
    for _ in range(scenes):
        scene = composer.scene(rng, recipe)
        pyramid = Pyramid(scene.picture)
        good = [(i, c) for i, c in enumerate(scene.cards, 1) if c.visible >= 0.2]
        quads = [Quad(_off(card.quad, rng), 1.0, 1.0) for _, card in good]
        masks = refiner.masks(pyramid, quads)
        masked = ordered([
            replace(q, shown=mask, visible=float(mask.mean()) / 255) for q, mask in zip(quads, masks, strict=True)
        ])
        facts = [_facts(card) for _, card in good]
        for quad in (no_card(scene, good, rng) for _ in range(2)):
            if quad is not None:
                masked.append(Quad(quad, 1.0, 1.0))
                facts.append((-1, "nothing", 0.0, 0.0))
        rows += [(_crop(scene, quad), *fact) for quad, fact in zip(masked, facts, strict=True)]
        if identifier is not None and masked:
            reads.append(read_often(identifier, pyramid, masked))
    pictures, labels, kinds, widths, visible = zip(*rows, strict=True)
    faces, sure = np.zeros((0, len(LABELS))), np.zeros(0)
    if reads:
        faces, sure = np.concatenate([r.faces for r in reads]), np.concatenate([r.known for r in reads])
    return Crops(np.stack(pictures), np.array(labels), tuple(kinds), np.array(widths), np.array(visible), faces, sure)


def _off(corners: Corners, rng: np.random.Generator) -> Corners:
    """Return *corners* as far off as the refiner usually is."""
    unit = float(np.linalg.norm(corners[1] - corners[0]))
    return corners + rng.normal(0, 0.02 * unit, (4, 2)).astype(np.float32)


def _facts(card: SceneCard) -> tuple[int, str, float, float]:
    label = LABELS.index(card.label) if card.label in LABELS else -1
    kind = card.label if card.label.startswith(("back", "extra", "foreign")) else "face"
    return label, kind, float(np.linalg.norm(card.quad[1] - card.quad[0])), card.visible


def _crop(scene: Scene, quad: Quad) -> Bytes:
    crop = rectify(scene.picture, quad.corners, NAMER_SIZE)
    if quad.shown is not None:
        crop[quad.shown < 128] = GREY
    return crop


def outputs(net: Namer, crops: Crops) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the namer's logits (N, classes) and its logits of "a card of this game" (N,) for *crops*."""
    parts = []
    with torch.no_grad():
        for k in range(0, len(crops.pictures), 128):
            batch = torch.from_numpy(crops.pictures[k : k + 128]).permute(0, 3, 1, 2).float() / 255
            parts.append(net(batch)[:2])
    return torch.cat([p[0] for p in parts]), torch.cat([p[1][:, 1] for p in parts])


def naming_table(deck: str, crops: Crops) -> list[dict[str, float | str]]:
    """Return the share named right by card width (fully visible) and by visible fraction (40 px and wider)."""
    rows: list[dict[str, float | str]] = []
    whole, wide = crops.visible > VISIBLE[0][0], crops.widths >= FROM_WIDTH
    for low, high in WIDTHS:
        pick = crops.pick(whole & (crops.widths >= low) & (crops.widths < high))
        rows.append({"deck": deck, "width": f"{low}-{high}", "visible": "all", **_share(crops.right, pick)})
    for least, below in VISIBLE[1:]:
        pick = crops.pick(wide & (crops.visible >= least) & (crops.visible < below))
        share = _share(crops.right, pick)
        rows.append({"deck": deck, "width": f">{FROM_WIDTH:.0f}", "visible": f"{least}-{below}", **share})
    return rows


def _share(right: NDArray[np.bool_], pick: NDArray[np.bool_]) -> dict[str, float]:
    return {"n": int(pick.sum()), "named": round(float(right[pick].mean()), 4) if pick.any() else 0.0}
