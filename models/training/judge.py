"""Judge the networks on decks that were left out of training, and fit the namer's calibration there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from models.training.art import Bytes, DeckArt
from models.training.crops import LABELS, negative
from models.training.nets import NAMER_SIZE, Namer
from models.training.scene import Composer, Recipe
from vision.detect import Detector, Refiner, overlap
from vision.rectify import Pyramid, rectify
from vision.types import Floats


@dataclass(frozen=True, slots=True)
class Crops:
    """Namer crops of judged scenes: pictures (N, H, W, 3), label index or -1, card width in px, visible fraction."""

    pictures: Bytes
    labels: NDArray[np.int64]
    widths: Floats
    visible: Floats


def draw_crops(decks: list[DeckArt], textures: Path | None, scenes: int, seed: int) -> Crops:
    """Draw *scenes* scenes of *decks* over all widths; every card counts once, plus four things that are no card."""
    composer, rng = Composer(decks, textures), np.random.default_rng(seed)
    rows: list[tuple[Bytes, int, float, float]] = []
    for _ in range(scenes):
        scene = composer.scene(rng, Recipe(size=320, widths=(19.0, 80.0), backs=0.03))
        good = [(i, c) for i, c in enumerate(scene.cards, 1) if c.visible >= 0.2]
        for _, card in good:
            unit = float(np.linalg.norm(card.quad[1] - card.quad[0]))
            near = card.quad + rng.normal(0, 0.02 * unit, (4, 2)).astype(np.float32)
            label = LABELS.index(card.label) if card.label in LABELS else -1
            rows.append((rectify(scene.picture, near, NAMER_SIZE), label, unit, card.visible))
        for sample in (negative(scene, good, rng) for _ in range(4)):
            if sample is not None:
                rows.append((sample["named"], -1, 0.0, 0.0))
    pictures, labels, widths, visible = zip(*rows, strict=True)
    return Crops(np.stack(pictures), np.array(labels), np.array(widths), np.array(visible))


def logits(net: Namer, crops: Crops) -> torch.Tensor:
    """Return the namer's logits (N, classes) for *crops*."""
    parts = []
    with torch.no_grad():
        for k in range(0, len(crops.pictures), 128):
            batch = torch.from_numpy(crops.pictures[k : k + 128]).permute(0, 3, 1, 2).float() / 255
            parts.append(net(batch)[0])
    return torch.cat(parts)


def calibrate(raw: torch.Tensor, labels: NDArray[np.int64]) -> tuple[float, tuple[float, float]]:
    """Return (temperature, (middle, width)): the softmax temperature of least loss on known crops, and the logistic
    on the best face's probability that tells known from unknown crops."""
    known = torch.from_numpy(labels >= 0)
    aim = torch.from_numpy(labels[labels >= 0])
    grid = np.exp(np.linspace(np.log(0.2), np.log(2.5), 60))
    losses = [float(functional.cross_entropy(raw[known] / t, aim)) for t in grid]
    temperature = float(grid[int(np.argmin(losses))])
    best = torch.softmax(raw / temperature, 1).max(1).values
    scale, shift = torch.tensor(10.0, requires_grad=True), torch.tensor(-5.0, requires_grad=True)
    optimiser = torch.optim.LBFGS([scale, shift], max_iter=100)

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        loss = functional.binary_cross_entropy_with_logits(best * scale + shift, known.float())
        loss.backward()  # type: ignore[no-untyped-call]
        return loss

    optimiser.step(closure)  # type: ignore[no-untyped-call]
    return temperature, (float(-shift / scale), float(1 / scale))


def naming_table(raw: torch.Tensor, crops: Crops) -> list[dict[str, float]]:
    """Return the share named right by card width (fully visible) and by visible fraction (48 px and wider)."""
    right = (raw.argmax(1).numpy() == crops.labels) & (crops.labels >= 0)
    rows: list[dict[str, float]] = []
    bounds: dict[str, float]
    for low, high in ((20, 28), (28, 40), (40, 56), (56, 80)):
        pick = (crops.labels >= 0) & (crops.visible > 0.97) & (crops.widths >= low) & (crops.widths < high)
        bounds = {"width_from": low, "width_to": high, "visible_from": 0.97}
        rows.append({**bounds, "n": int(pick.sum()), "named": round(float(right[pick].mean()), 4)})
    for least, below in ((0.8, 0.97), (0.6, 0.8), (0.4, 0.6), (0.2, 0.4)):
        pick = (crops.labels >= 0) & (crops.visible >= least) & (crops.visible < below) & (crops.widths >= 40)
        bounds = {"width_from": 40, "width_to": 80, "visible_from": least}
        rows.append({**bounds, "n": int(pick.sum()), "named": round(float(right[pick].mean()), 4)})
    return rows


def finding_table(decks: list[DeckArt], textures: Path | None, scenes: int, seed: int) -> list[dict[str, float]]:
    """Return recall by visible fraction and precision of the shipped detector and refiner at a known scale, IoU 0.7."""
    composer, rng = Composer(decks, textures), np.random.default_rng(seed)
    detector, refiner = Detector(1), Refiner(1)
    bins = ((0.97, 1.01), (0.6, 0.97), (0.4, 0.6), (0.25, 0.4))
    hits, wanted, found, right = np.zeros(4), np.zeros(4), 0, 0
    for _ in range(scenes):
        scene = composer.scene(rng, Recipe(size=416, widths=(29.0, 35.0), tilt_deg=14, backs=0.03))
        pyramid = Pyramid(scene.picture)
        quads = refiner.refine(pyramid, refiner.refine(pyramid, detector.find(scene.picture)))
        quads = [q for q in quads if q.score >= 0.5]
        cards = [c for c in scene.cards if c.visible >= 0.25 and _inside(c.quad, 416)]
        best = [max((overlap(q.corners, c.quad) for q in quads), default=0.0) for c in cards]
        for card, iou in zip(cards, best, strict=True):
            k = next(i for i, (low, high) in enumerate(bins) if low <= card.visible < high)
            wanted[k] += 1
            hits[k] += iou >= 0.7
        inside = [q for q in quads if _inside(q.corners, 416)]
        found += len(inside)
        right += sum(max((overlap(q.corners, c.quad) for c in scene.cards), default=0) >= 0.7 for q in inside)
    rows = [
        {"visible_from": low, "n": int(n), "recall": round(float(h / max(n, 1)), 4)}
        for (low, _), n, h in zip(bins, wanted, hits, strict=True)
    ]
    return [*rows, {"n": found, "precision": round(right / max(found, 1), 4)}]


def _inside(quad: Floats, size: int) -> bool:
    return bool((quad >= 0).all() and (quad < size).all())
