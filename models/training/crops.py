"""Train namer and refiner together on crops of whole scenes, cards 19 to 80 px wide."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from engine.cards import BONUS_FACES, FACES
from models.training.art import Bytes, DeckArt
from models.training.loop import Trainer, jittered, kept, progress
from models.training.nets import NAMER_SIZE, REFINER_SIZE, REFINER_ZOOM, Namer, Refiner
from models.training.ring import Fill, Ring, Sample
from models.training.scene import Composer, Recipe, Scene, SceneCard
from vision.detect import Detector, enlarged, overlap
from vision.detect import Refiner as Exact
from vision.identify import GREY
from vision.order import ordered
from vision.rectify import Pyramid, crop_corners, crop_matrix, marked, rectify
from vision.scale import scale_for, shrink
from vision.types import Corners, Floats, Mask, Quad

LABELS = (*(str(f) for f in FACES + BONUS_FACES), "back")
UNKNOWN = -1
RECIPE = Recipe(size=320, widths=(19.0, 80.0), tilt_deg=40.0, backs=0.06, foreign=0.12)
SPEC = {
    "named": ((NAMER_SIZE[1], NAMER_SIZE[0], 3), "uint8"),
    "label": ((), "int64"),
    "flip": ((), "float32"),
    "rough": ((REFINER_SIZE[1], REFINER_SIZE[0], 4), "uint8"),
    "aim": ((8,), "float32"),
    "card": ((), "float32"),
    "visible": ((), "float32"),
    "mask": ((REFINER_SIZE[1] // 2, REFINER_SIZE[0] // 2), "uint8"),
}


FACTS = ("label", "flip", "aim", "card", "visible", "mask")
"""Fields of a sample that are no pictures."""


def sampler(decks: list[DeckArt], textures: Path | None, *, found: bool = False) -> Fill:
    """Return a function that draws a scene and cuts a few samples from it.

    *found*: quads are mostly those that the exported detector finds there, its false finds among them, instead of true
    ones shaken at random: what the refiner will have to deal with. And neighbours are mostly greyed by the masks of
    the exported refiner, instead of true ones spoiled at random: what the namer will have to deal with.
    """
    composer, finder = Composer(decks, textures), Finder() if found else None

    def fill(rng: np.random.Generator) -> list[Sample]:
        scene = composer.scene(rng, RECIPE)
        good = [(i, c) for i, c in enumerate(scene.cards, 1) if c.visible >= 0.2]
        rough, false = finder.find(scene, good) if finder is not None and rng.random() < 0.7 else ({}, [])
        near = {i: _near(card, rng) for i, card in good}
        shown = finder.masks(scene, good, near, rng) if finder is not None and rng.random() < 0.6 else {}
        chosen = [good[k] for k in rng.permutation(len(good))[:12]]
        samples = [_positive(scene, i, card, rng, near[i], shown.get(i), rough.get(i)) for i, card in chosen]
        nothing = [false[k] for k in rng.permutation(len(false))[:4]]
        samples += [_nothing(scene, found.corners, found.at) for found in nothing]
        return samples + [s for s in (negative(scene, good, rng) for _ in range(2)) if s is not None]

    return fill


class Finder:
    """The exported detector, at the size that a scene's cards ask for, and the exported refiner."""

    def __init__(self) -> None:
        self._detector, self._refiner = Detector(1), Exact(1)

    def find(self, scene: Scene, good: list[tuple[int, SceneCard]]) -> tuple[dict[int, Quad], list[Quad]]:
        """Return rough quads by the number of the card at whose visible part they were found, and those that find
        nothing."""
        widths = [float(np.linalg.norm(card.quad[1] - card.quad[0])) for card in scene.cards]
        if not widths:
            return {}, []
        small = shrink(scene.picture, scale_for(float(np.median(widths))))
        grow, last = scene.picture.shape[1] / small.shape[1], scene.picture.shape[0] - 1
        rough: dict[int, Quad] = {}
        false: list[Quad] = []
        cards = dict(good)
        for quad in self._detector.find(small, 0.2, margin=16):
            quad = enlarged(quad, grow)
            x, y = (int(np.clip(round(v), 0, last)) for v in quad.at or (0, 0))
            number = int(scene.ids[y, x])
            if number in cards and overlap(quad.corners, cards[number].quad) >= 0.25:
                rough.setdefault(number, quad)
            elif max((overlap(quad.corners, card.quad) for card in scene.cards), default=0.0) < 0.3:
                false.append(quad)
        return rough, false

    def masks(
        self, scene: Scene, good: list[tuple[int, SceneCard]], near: dict[int, Corners], rng: np.random.Generator
    ) -> dict[int, Mask]:
        """Return by the number of a card what the refiner takes to be the card's own in the crop of its quad *near*."""
        spot = rng.random() < 0.7
        quads = [Quad(near[i], 1.0, 1.0, at=card.seen_at if spot else None) for i, card in good]
        masks = self._refiner.masks(Pyramid(scene.picture), quads)
        whole = ordered([replace(q, shown=mask) for q, mask in zip(quads, masks, strict=True)])
        return {i: q.shown for (i, _), q in zip(good, whole, strict=True) if q.shown is not None}


def _near(card: SceneCard, rng: np.random.Generator) -> Corners:
    """Return the card's quad as the refiner might have left it, either way up."""
    unit = float(np.linalg.norm(card.quad[1] - card.quad[0]))
    near = card.quad + rng.normal(0, unit * rng.choice([0.015, 0.04]), (4, 2)).astype(np.float32)
    return np.roll(near, 2, 0) if rng.random() < 0.5 else near


def _positive(
    scene: Scene, number: int, card: SceneCard, rng: np.random.Generator, near: Corners, masked: Mask | None = None,
    found: Quad | None = None,
) -> Sample:  # fmt: skip
    unit = float(np.linalg.norm(card.quad[1] - card.quad[0]))
    flip = bool(np.abs(near - card.quad).sum() > np.abs(near - np.roll(card.quad, 2, 0)).sum())
    own = np.where(scene.ids == number, 255, 0).astype(np.uint8)
    label = LABELS.index(card.label) if card.label in LABELS else UNKNOWN
    true, rough = card.quad, _shaken(card.quad, unit, rng) if found is None else found.corners
    if np.abs(rough - true).sum() > np.abs(rough - np.roll(true, 2, 0)).sum():
        true = np.roll(true, 2, 0)
    seen = tuple(np.array(card.seen_at) + rng.normal(0, 0.06 * unit, 2)) if rng.random() < 0.8 else None
    if rng.random() < 0.5:  # the detector does not know which end is up
        true, rough = np.roll(true, 2, 0), np.roll(rough, 2, 0)
    named = rectify(scene.picture, near, NAMER_SIZE)
    if masked is not None:
        named[masked < 128] = GREY
    elif rng.random() < 0.8:
        named[doubtful_mask(own, near, rng) < 128] = GREY
    shown = cv2.warpPerspective(own, crop_matrix(rough, REFINER_SIZE, REFINER_ZOOM), REFINER_SIZE)
    mask = cv2.resize(shown, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return {
        "named": named,
        "label": np.array(label, np.int64),
        "flip": np.array(flip, np.float32),
        "rough": _rough(scene, rough, seen if found is None else found.at),
        "aim": _offsets(rough, true),
        "card": np.array(1, np.float32),
        "visible": np.array(card.visible, np.float32),
        "mask": np.asarray(mask, np.uint8),
    }


def _rough(scene: Scene, quad: Corners, at: Sequence[float] | Floats | None) -> Bytes:
    return marked(rectify(scene.picture, quad, REFINER_SIZE, REFINER_ZOOM), quad, at, REFINER_ZOOM)


def doubtful_mask(own: Bytes, quad: Corners, rng: np.random.Generator) -> Bytes:
    """Return where the crop of *quad* shows the card whose pixels *own* marks, as coarse and wrong as the refiner's."""
    mask = cv2.warpPerspective(own, crop_matrix(quad, NAMER_SIZE), NAMER_SIZE)
    coarse = cv2.resize(mask, (21, 32), interpolation=cv2.INTER_AREA)
    reach = int(rng.integers(0, 5))
    blurred = cv2.blur(cv2.resize(coarse, NAMER_SIZE), (2 * reach + 1, 2 * reach + 1))
    return (np.asarray(blurred, np.float32) + rng.normal(0, 35)).clip(0, 255).astype(np.uint8)


def _shaken(quad: Corners, unit: float, rng: np.random.Generator) -> Corners:
    """Return *quad* as a detector might have found it: shifted, scaled, turned, corners off."""
    much = rng.uniform(0.2, 1.3) if rng.random() < 0.75 else rng.uniform(1.3, 2.4)  # covered cards are found badly
    middle = quad.mean(0)
    angle = rng.normal(0, 0.07 * much)
    c, s = np.cos(angle), np.sin(angle)
    scale = np.exp(rng.normal(0, 0.08 * much, 2))
    along = (quad[1] - quad[0]) / max(unit, 1e-6)
    axes = np.array([along, [-along[1], along[0]]])
    local = (quad - middle) @ axes.T * scale
    moved = local @ axes @ np.array([[c, s], [-s, c]]) + middle + rng.normal(0, 0.1 * unit * much, 2)
    return np.asarray(moved + rng.normal(0, 0.04 * unit * much, (4, 2)), np.float32)


def _offsets(rough: Corners, true: Corners) -> Floats:
    """Return where *true* lies in the crop of *rough*, as offsets in crop fractions, float32 (8,)."""
    matrix = crop_matrix(rough, REFINER_SIZE, REFINER_ZOOM)
    there = cv2.perspectiveTransform(true[None].astype(np.float32), matrix)[0]
    offsets = (there - crop_corners(REFINER_SIZE, REFINER_ZOOM)) / np.array(REFINER_SIZE)
    return np.asarray(offsets.clip(-1, 1).reshape(8), np.float32)


def negative(scene: Scene, good: list[tuple[int, SceneCard]], rng: np.random.Generator) -> Sample | None:
    """Return a sample of a quad that is no card, or None where the quad drawn happens to fit a card."""
    quad = no_card(scene, good, rng)
    return None if quad is None else _nothing(scene, quad, None if rng.random() < 0.2 else quad.mean(0))


def no_card(scene: Scene, good: list[tuple[int, SceneCard]], rng: np.random.Generator) -> Corners | None:
    """Return a quad that is none of the *good* cards, or None where the one drawn happens to fit a card."""
    if good and rng.random() < 0.65:
        quad = _spoiled(good[rng.integers(len(good))][1].quad, rng)
    else:
        quad = _anywhere(scene.picture.shape[0], rng)
    return None if max((overlap(quad, card.quad) for _, card in good), default=0.0) > 0.42 else quad


def _nothing(scene: Scene, quad: Corners, at: Sequence[float] | Floats | None) -> Sample:
    return {
        "named": rectify(scene.picture, quad, NAMER_SIZE),
        "label": np.array(UNKNOWN, np.int64),
        "flip": np.array(0.5, np.float32),
        "rough": _rough(scene, quad, at),
        "aim": np.zeros(8, np.float32),
        "card": np.array(0, np.float32),
        "visible": np.array(0, np.float32),
        "mask": np.zeros((REFINER_SIZE[1] // 2, REFINER_SIZE[0] // 2), np.uint8),
    }


def _spoiled(quad: Corners, rng: np.random.Generator) -> Corners:
    """Return a quad that a detector might take for a card beside the true one: shifted, a half, too large."""
    across, along = quad[1] - quad[0], quad[3] - quad[0]
    unit, roll = np.linalg.norm(across), rng.random()
    if roll < 0.5:  # shifted by half a card or more
        side, least = (across, 0.5) if rng.random() < 0.5 else (along, 0.45)
        quad = quad + side * rng.choice([-1, 1]) * rng.uniform(least, 1)
    elif roll < 0.8:  # a part of the card, cut at an inner edge
        keep = rng.uniform(0.3, 0.62)
        half = np.stack([quad[0], quad[1], quad[1] + along * keep, quad[0] + along * keep])
        quad = half if rng.random() < 0.5 else half + along * (1 - keep)
        if rng.random() < 0.7:  # such a half lies across: its short side is the other one
            quad = np.roll(quad, 1, 0)
    else:
        quad = (quad - quad.mean(0)) * rng.uniform(1.7, 2.6) + quad.mean(0)
    return (quad + rng.normal(0, unit * 0.03, (4, 2))).astype(np.float32)


def _anywhere(size: int, rng: np.random.Generator) -> Corners:
    """Return a quad of a card's shape anywhere in a picture of *size* px: most often bare table."""
    width = float(np.exp(rng.uniform(np.log(19), np.log(80))))
    x, y = rng.uniform(0, size, 2)
    box = ((float(x), float(y)), (width, width * rng.uniform(1.3, 1.8)), float(rng.uniform(0, 360)))
    quad = np.asarray(cv2.boxPoints(box), np.float32)
    upright = np.linalg.norm(quad[1] - quad[0]) <= np.linalg.norm(quad[2] - quad[1])
    return quad if upright else np.roll(quad, 1, 0)


def namer_losses(net: Namer, crops: Tensor, label: Tensor, flip: Tensor) -> dict[str, Tensor]:
    """Cross entropy with smoothing for known faces; other things are pushed towards no face, and told apart as such."""
    logits, facts, _ = net(crops)
    known = label >= 0
    face = functional.cross_entropy(logits[known], label[known], label_smoothing=0.05)
    strange = -functional.log_softmax(logits[~known], 1).mean(1)
    none = strange.sum() / max(1, known.numel())
    bce = functional.binary_cross_entropy_with_logits
    turn = bce(facts[known, 0], flip[known])
    return {"face": face, "none": 0.5 * none, "turn": 0.3 * turn, "known": bce(facts[:, 1], known.float())}


def refiner_losses(
    net: Refiner, crops: Tensor, aim: Tensor, card: Tensor, visible: Tensor, mask: Tensor
) -> dict[str, Tensor]:
    """Corner distance for cards and its usual size; card or not; visible fraction; which pixels are the card's own."""
    corners, spread, is_card, seen, shown = net(crops)
    yes = card > 0.5
    distance = functional.smooth_l1_loss(corners[yes], aim[yes], beta=0.02)
    off = (corners[yes] - aim[yes]).abs().detach()
    usual = (spread[yes] + off * torch.exp(-spread[yes])).mean()  # least where spread is the log of the usual error
    bce = functional.binary_cross_entropy_with_logits
    own = bce(shown[yes], mask[yes].float() / 255)
    seen_loss = 0.5 * bce(seen[yes], visible[yes])
    losses = {"distance": 20 * distance, "usual": 0.1 * usual, "card": bce(is_card, card)}
    return {**losses, "seen": seen_loss, "own": 2 * own}


def train(
    decks: list[DeckArt], textures: Path | None, out: Path, minutes: float, seed: int, workers: int,
    *, found: bool = False,
) -> None:  # fmt: skip
    """Train both for *minutes*; leaves `namer/checkpoint.pt` and `refiner/checkpoint.pt` in *out*.

    *found*: on what the exported detector finds.
    """
    ring = Ring(12000, SPEC)
    ring.start(functools.partial(sampler, decks, textures, found=found), workers, seed)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    ring.wait(3000)
    with progress() as bar:
        naming = Trainer(Namer(len(LABELS)), out / "namer", minutes, bar)
        refining = Trainer(Refiner(), out / "refiner", minutes, bar)
        naming.resume()
        refining.resume()
        with kept(naming, refining):
            while naming.done < 1:
                batch = ring.draw(rng, 64)
                label, flip, *aims = (torch.from_numpy(batch[k]) for k in FACTS)
                naming.step(namer_losses(naming.net, jittered(batch["named"], rng), label, flip))
                refining.step(refiner_losses(refining.net, jittered(batch["rough"], rng), *aims))
    ring.close()
