"""Train the detector on scenes whose cards all have about one size; other sizes are negatives."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.training.art import DeckArt
from models.training.loop import Trainer, jittered, kept, progress
from models.training.nets import STRIDE, UNIT, Detector
from models.training.ring import Fill, Ring, Sample
from models.training.scene import Composer, Recipe, Scene
from vision.types import Floats

MOST = 64
"""Cards kept of one scene."""

LEAST_VISIBLE = 0.17
"""Cards of which less is visible are neither wanted nor punished."""

SIZE = 288
RIGHT, SMALL, LARGE = (25.0, 40.0), (9.0, 16.0), (62.0, 150.0)


def sampler(decks: list[DeckArt], textures: Path | None) -> Fill:
    """Return a function that draws one detector sample; 14 % of them show cards of a wrong size only."""
    composer, recipe = Composer(decks, textures), Recipe(SIZE, RIGHT)

    def fill(rng: np.random.Generator) -> list[Sample]:
        roll = rng.random()
        if roll < 0.86:
            return [pack(composer.scene(rng, recipe), wanted=True)]
        wrong = replace(recipe, widths=SMALL if roll < 0.9 else LARGE)
        return [pack(composer.scene(rng, wrong), wanted=False)]

    return fill


def pack(scene: Scene, *, wanted: bool) -> Sample:
    """Return a scene as arrays: picture, ids, quads (MOST, 4, 2), facts (MOST, 5): use, back, visible, centroid."""
    quads, facts = np.zeros((MOST, 4, 2), np.float32), np.zeros((MOST, 5), np.float32)
    ids = np.where(scene.ids > MOST, 255, scene.ids)
    for i, card in enumerate(scene.cards[:MOST]):
        quads[i] = card.quad
        use = 1.0 if card.visible >= LEAST_VISIBLE and _mostly_inside(card.quad) else 0.5
        facts[i] = (use if wanted else 0.0, card.label == "back", card.visible, *card.seen_at)
    return {"picture": scene.picture, "ids": ids if wanted else np.zeros_like(ids), "quads": quads, "facts": facts}


def _mostly_inside(quad: Floats) -> bool:
    middle = quad.mean(0)
    return bool((middle > -4).all() and (middle < SIZE + 4).all())


SPEC = {
    "picture": ((SIZE, SIZE, 3), "uint8"),
    "ids": ((SIZE, SIZE), "uint8"),
    "quads": ((MOST, 4, 2), "float32"),
    "facts": ((MOST, 5), "float32"),
}


def turned(batch: Sample, rng: np.random.Generator) -> Sample:
    """Return *batch* mirrored and turned by one of eight symmetries, so that each scene serves several times."""
    picture, ids, quads, facts = (batch[k] for k in ("picture", "ids", "quads", "facts"))
    quads, facts = quads.copy(), facts.copy()
    points = [quads, facts[..., 3:5]]
    if rng.random() < 0.5:
        picture, ids = picture[:, :, ::-1], ids[:, :, ::-1]
        for p in points:
            p[..., 0] = SIZE - 1 - p[..., 0]
        quads[:] = quads[:, :, [1, 0, 3, 2]]  # a mirror reverses the sense: keep it clockwise
    for _ in range(int(rng.integers(4))):
        picture, ids = np.rot90(picture, axes=(1, 2)), np.rot90(ids, axes=(1, 2))
        for p in points:
            p[..., 0], p[..., 1] = p[..., 1].copy(), SIZE - 1 - p[..., 0]
    return {"picture": np.ascontiguousarray(picture), "ids": np.ascontiguousarray(ids), "quads": quads, "facts": facts}


def tensors(batch: Sample, rng: np.random.Generator) -> tuple[Tensor, ...]:
    """Return picture, ids, quads and facts of the batch as tensors; pictures as (N, 3, H, W) in 0..1, jittered."""
    return jittered(batch["picture"], rng), *(torch.from_numpy(batch[k]) for k in ("ids", "quads", "facts"))


def losses(maps: Tensor, ids: Tensor, quads: Tensor, facts: Tensor) -> dict[str, Tensor]:
    """Return focal heat loss, corner loss in card widths, back and visible losses."""
    n, _, rows, columns = maps.shape
    middle = torch.arange(columns) * STRIDE + (STRIDE - 1) / 2
    heat = _heat(facts, middle, rows)
    cell = ids[:, STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE].long()
    index = (cell - 1).clamp(0, MOST - 1).flatten(1)
    use, back, visible = (facts[..., k].gather(1, index) for k in range(3))
    on_card = (cell.flatten(1) > 0) & (cell.flatten(1) <= MOST)
    dense = on_card & (use == 1)
    doubtful = (on_card & (use == 0.5)) | (cell.flatten(1) == 255)
    weight = torch.where(doubtful, 0.0, 1.0).view(n, rows, columns)
    out: dict[str, Tensor] = {"heat": _focal(maps[:, 0], heat, weight)}
    aim = quads.view(n, MOST, 8).gather(1, index[..., None].expand(-1, -1, 8))
    grid = torch.stack(torch.meshgrid(middle, torch.arange(rows) * STRIDE + (STRIDE - 1) / 2, indexing="xy"), -1)
    got = maps[:, 1:9].permute(0, 2, 3, 1).reshape(n, -1, 8) * UNIT + grid.view(1, -1, 2).repeat(1, 1, 4)
    share = dense.float() * (0.3 + heat.flatten(1))
    total = share.sum().clamp(min=1)
    width = (aim[..., :2] - aim[..., 2:4]).norm(dim=-1).clamp(min=8)
    as_is = functional.smooth_l1_loss(got, aim, reduction="none", beta=1.0).mean(-1)
    other = functional.smooth_l1_loss(got, aim.roll(4, -1), reduction="none", beta=1.0).mean(-1)
    out["corners"] = 4 * (torch.minimum(as_is, other) / width * share).sum() / total
    flat = maps[:, 9:].flatten(2)
    bce = functional.binary_cross_entropy_with_logits
    out["back"] = 0.2 * (bce(flat[:, 0], back, reduction="none") * share).sum() / total
    out["visible"] = 0.3 * (bce(flat[:, 1], visible, reduction="none") * share).sum() / total
    return out


def _heat(facts: Tensor, middle: Tensor, rows: int) -> Tensor:
    """Return the wanted heat map (N, rows, columns): a Gaussian at each visible centroid, one at its nearest cell."""
    use = facts[..., 0] == 1
    gap = torch.cdist(facts[..., 3:], facts[..., 3:])
    gap = torch.where((use[:, None] & use[:, :, None]) & (gap > 0), gap, torch.inf).amin(2)
    sigma = torch.minimum(2.5 + 3.0 * facts[..., 2].sqrt(), (0.35 * gap).clamp(min=1.8))  # strips of a fan keep apart
    cx = (facts[..., 3] / STRIDE).floor().clamp(0, rows - 1) * STRIDE + (STRIDE - 1) / 2
    cy = (facts[..., 4] / STRIDE).floor().clamp(0, rows - 1) * STRIDE + (STRIDE - 1) / 2
    dx = (middle[None, None] - cx[..., None]) / sigma[..., None]
    dy = (middle[None, None] - cy[..., None]) / sigma[..., None]
    x, y = torch.exp(-dx * dx / 2) * use[..., None], torch.exp(-dy * dy / 2) * use[..., None]
    heat = torch.zeros(len(facts), rows, rows)
    for k in range(facts.shape[1]):  # one card at a time keeps the memory small
        if bool(use[:, k].any()):
            heat = torch.maximum(heat, y[:, k, :, None] * x[:, k, None, :])
    return heat


def _focal(logit: Tensor, aim: Tensor, weight: Tensor) -> Tensor:
    p = torch.sigmoid(logit).clamp(1e-4, 1 - 1e-4)
    peak = aim > 0.999
    hit = -((1 - p) ** 2) * torch.log(p) * peak
    miss = -((1 - aim) ** 4) * p**2 * torch.log(1 - p) * ~peak * weight
    return (hit.sum() + miss.sum()) / peak.sum().clamp(min=1)


def train(decks: list[DeckArt], textures: Path | None, out: Path, minutes: float, seed: int, workers: int) -> None:
    """Train for *minutes* and leave `checkpoint.pt` in *out*; resumes if one is there."""
    ring = Ring(3000, SPEC)
    ring.start(functools.partial(sampler, decks, textures), workers, seed)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    ring.wait(300)
    with progress() as bar:
        trainer = Trainer(Detector(), out, minutes, bar)
        trainer.resume()
        with kept(trainer):
            while trainer.done < 1:
                picture, ids, quads, facts = tensors(turned(ring.draw(rng, 8), rng), rng)
                trainer.step(losses(trainer.net(picture), ids, quads, facts))
    ring.close()
