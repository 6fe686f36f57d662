"""Naming after enrolment, on decks that were left out of training: how good, and which weights are best.

    python -m benchmarks.enrolled --art DECKS --textures TABLES --decks NAME NAME
    python -m benchmarks.enrolled … --fit

Each deck is printed in several styles; of each one photograph of the whole deck is enrolled, one picture a card, and
scenes of the same print under other light are named, given the quad (a little off); the refiner tells what shows.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from scipy.optimize import minimize

from benchmarks.spread import FOREIGN, deck_cards, draw_print, foreign, photograph
from models.training.art import DeckArt, load_deck
from models.training.scene import Composer, Recipe, Scene, SceneCard
from vision.decks import EnrolledDeck
from vision.detect import Refiner, overlap
from vision.identify import Identifier
from vision.likeness import FITTED, TINY, Bools, Likeness, Memory, Weights, judge, known, signs
from vision.order import ordered
from vision.rectify import Pyramid
from vision.types import Bgr, Corners, Floats, Quad

WIDTHS = ((21, 27), (28, 36), (43, 53), (57, 71))
"""Card widths in pixels, about 24, 32, 48 and 64, of cards that show wholly."""

VISIBLE = ((0.55, 0.65), (0.35, 0.45), (0.25, 0.35))
"""Visible fractions, about 60, 40 and 30 %, of cards at least 40 px wide."""

SMALL_SCAN = 80
"""Pixels below which a scan is judged on cards up to 50 px wide only."""

OFF = (0.015, 0.03, 0.06)
"""Errors of corners in card widths; the largest only where a card is covered."""

STRANGE = 0.06  # share of cards that are of no hwatu deck


Part = tuple[Floats, Floats, Floats, Likeness]
"""Of the crops of one scene: facts (n, 4), base, game, likeness."""


@dataclass(frozen=True)
class Crops:
    """Crops of many scenes, each compared with the deck it belongs to."""

    labels: tuple[str, ...]  # of the namer
    aims: Floats  # (n,) index of the true label, -1: none of the deck
    deck: Floats  # (n,) which print of which deck
    widths: Floats  # (n,) pixels
    visible: Floats  # (n,) fraction
    base: Floats  # (n, labels) probabilities of the namer alone
    game: Floats  # (n,) the namer's probability of a card of this game
    like: Likeness

    def named(self, weights: Weights = FITTED) -> Floats:
        """Return the probabilities (n, labels) after enrolment."""
        return judge(self.base, self.like, (self.like.near > -1).any(0), weights)

    def pick(self, keep: Bools) -> Crops:
        """Return those of *keep* alone."""
        like = Likeness(*(getattr(self.like, name)[keep] for name in Likeness.__slots__))
        parts = (self.aims, self.deck, self.widths, self.visible, self.base, self.game)
        return Crops(self.labels, *(part[keep] for part in parts), like)


class StrangeCards(Composer):
    """Scenes in which some cards are of no hwatu deck."""

    def _card(self, rng: Generator, deck: DeckArt, back: Bgr, *rest: object) -> tuple[str, Bgr]:
        if rng.random() < STRANGE:
            return FOREIGN, foreign(rng).art
        return super()._card(rng, deck, back, *rest)  # type: ignore[arg-type]


def collect(decks: Sequence[DeckArt], textures: Path | None, prints: int, scenes: int, seed: int) -> Crops:
    """Draw *prints* prints of each deck and *scenes* scenes of each print."""
    parts, number = [], 0
    identifier, refiner = Identifier(1), Refiner(1)
    for deck in decks:
        composer, recipe = StrangeCards([deck], textures), _recipe(deck)
        for _ in range(prints):
            rng, style = np.random.default_rng([seed, number]), draw_print(np.random.default_rng([seed, number, 1]))
            photo = photograph(deck_cards(deck), rng, textures, style)
            crops = Pyramid(photo.bgr).crops([_off(quad, 0.015, rng) for quad in photo.quads], (64, 96))
            memory = Memory(EnrolledDeck(photo.labels, np.stack(crops)), identifier.labels, identifier.embed)
            for _ in range(scenes):
                parts.append(_scene(composer.scene(rng, recipe, style), memory, identifier, refiner, number, rng))
            number += 1
            print(f"\r{number} of {prints * len(decks)} prints", end="", flush=True)
    print()
    return _joined(identifier.labels, [part for part in parts if part is not None])


def _recipe(deck: DeckArt) -> Recipe:
    """Scenes of cards as wide as the scans of *deck* bear."""
    scan = next(iter(deck.faces.values()))[0].shape[1]
    return Recipe(size=320, widths=(20.0, 50.0 if scan < SMALL_SCAN else 76.0), tilt_deg=40.0, backs=0.02)


def _scene(
    scene: Scene, memory: Memory, identifier: Identifier, refiner: Refiner, number: int, rng: Generator
) -> Part | None:
    """What is read from the cards of *scene* and from a few quads that are none."""
    seen = [card for card in scene.cards if card.visible >= 0.2 and card.label != "extra"]
    quads, facts = [], []
    for card in seen:
        width = float(np.linalg.norm(card.quad[1] - card.quad[0]))
        corners = _off(card.quad, rng.choice(OFF[:2] if card.visible > 0.9 else OFF), rng)
        if rng.random() < 0.5:
            corners = np.roll(corners, 2, 0)
        x, y = np.array(card.seen_at) + rng.normal(0, 0.06 * width, 2)  # as well as a detector knows it
        quads.append(Quad(corners, card.visible, 1.0, at=(float(x), float(y))))
        aim = identifier.labels.index(card.label) if card.label in identifier.labels else -1
        facts.append((aim, number, width, card.visible))
    for corners in _parts(seen, rng):
        x, y = corners.mean(0)
        quads.append(Quad(corners, 1.0, 1.0, at=(float(x), float(y))))
        facts.append((-1, number, 0.0, 0.0))
    if not quads:
        return None
    pyramid = Pyramid(scene.picture)
    shown = [replace(q, shown=mask) for q, mask in zip(quads, refiner.masks(pyramid, quads), strict=True)]
    shown[: len(seen)] = ordered(shown[: len(seen)])  # as the program does with the cards of one picture
    read = identifier.read(pyramid, shown)
    return np.array(facts), read.faces, read.known, memory.compare(read.crops, [q.shown for q in shown], read.embedding)


def _off(quad: Corners, much: float, rng: Generator) -> Corners:
    """Return *quad* as a refiner finds it: corners off by *much* of the width."""
    return quad + rng.normal(0, much * np.linalg.norm(quad[1] - quad[0]), (4, 2)).astype(np.float32)


def _parts(cards: Sequence[SceneCard], rng: Generator) -> list[Corners]:
    """Quads that a detector might take for cards: halves of cards, and places between two."""
    parts = []
    for _ in range(min(2, len(cards))):
        a, b, _, d = cards[rng.integers(len(cards))].quad
        keep = rng.uniform(0.3, 0.62)
        half = np.roll(np.array([a, b, b + (d - a) * keep, a + (d - a) * keep]), 1, 0)
        part = half if rng.random() < 0.6 else np.array([a, b, b + d - a, d]) + (b - a) * rng.uniform(0.5, 1)
        if max(overlap(part.astype(np.float32), card.quad) for card in cards) < 0.42:
            parts.append(part.astype(np.float32))
    return parts


def _joined(labels: tuple[str, ...], parts: Sequence[Part]) -> Crops:
    facts, base, game = (np.concatenate([part[k] for part in parts]) for k in range(3))
    like = Likeness(*(np.concatenate([getattr(part[3], name) for part in parts]) for name in Likeness.__slots__))
    return Crops(labels, facts[:, 0].astype(int), facts[:, 1].astype(int), facts[:, 2], facts[:, 3], base, game, like)


def table(crops: Crops, weights: Weights = FITTED) -> list[dict[str, float | str]]:
    """Return the share named right before and after enrolment, by width and by visible fraction; 60 is 55 to 65 %."""
    before = crops.base.argmax(1) == crops.aims
    after = crops.named(weights).argmax(1) == crops.aims
    rows: list[dict[str, float | str]] = []
    faces = crops.aims >= 0
    for low, high in WIDTHS:
        pick = faces & (crops.visible > 0.97) & (crops.widths >= low) & (crops.widths < high)
        rows.append({"width": f"{low}-{high}", "visible": "all", **_shares(before, after, pick)})
    for least, below in VISIBLE:
        pick = faces & (crops.widths >= 40) & (crops.visible >= least) & (crops.visible < below)
        rows.append({"width": ">40", "visible": f"{least}-{below}", **_shares(before, after, pick)})
    return rows


def _shares(before: Floats, after: Floats, pick: Floats) -> dict[str, float]:
    if not pick.any():
        return {"n": 0}
    base, enrolled = (round(float(right[pick].mean()), 4) for right in (before, after))
    return {"n": int(pick.sum()), "base": base, "enrolled": enrolled}


def doubts(crops: Crops, weights: Weights = FITTED) -> dict[str, float]:
    """Return calibration errors, and the share of strange things accepted where 99 % of whole cards are kept."""
    crops = crops.pick(crops.aims != crops.labels.index("back"))
    p = crops.named(weights)
    best, sure = p.argmax(1), p.max(1)
    trust = known(crops.like, best, crops.game, weights)
    face = crops.aims >= 0
    score = sure * trust
    floor = np.quantile(score[face & (crops.visible > 0.97)], 0.01)
    strange = (~face) & (crops.visible > 0.97)
    return {
        "ece_face": _ece(sure[face], (best == crops.aims)[face]),
        "ece_known": _ece(np.maximum(trust, 1 - trust), (trust > 0.5) == face),
        "ece_score": _ece(score, best == crops.aims),
        "accepted_foreign": float((score[strange] >= floor).mean()) if strange.any() else 0.0,
        "accepted_parts": float((score[crops.visible == 0] >= floor).mean()),
    }


def _ece(probability: Floats, right: Floats, bins: int = 15) -> float:
    at = np.minimum((probability * bins).astype(int), bins - 1)
    used = [at == k for k in set(at.tolist())]
    return float(sum(abs(probability[k].mean() - right[k].mean()) * k.mean() for k in used))


def fit(crops: Crops) -> Weights:
    """Return the weights of greatest likelihood on *crops*."""
    faces = crops.pick(crops.aims >= 0)
    aims = faces.aims

    def loss(x: Floats) -> float:
        right = faces.named(Weights(*x, known=FITTED.known))[np.arange(len(aims)), aims]
        return -float(np.log(right + TINY).mean())

    start = np.array([FITTED.named, FITTED.near, FITTED.alike, FITTED.bare, FITTED.strange])
    return fit_known(crops, Weights(*map(float, minimize(loss, start, method="Powell").x), known=FITTED.known))


def fit_known(crops: Crops, weights: Weights) -> Weights:
    """Return *weights* with those that tell cards of the deck from all else, of greatest likelihood on *crops*."""
    best = crops.named(weights).argmax(1)
    use = (crops.like.near > -1).any(0)[best]
    seen = signs(crops.like, best, crops.game)[use]
    face = (crops.aims[use] >= 0) & (crops.aims[use] != crops.labels.index("back"))

    def loss(x: Floats) -> float:
        odds = seen @ x
        return float((np.logaddexp(0, odds) - face * odds).mean())

    found = minimize(loss, np.array(weights.known), method="BFGS").x
    return replace(weights, known=tuple(map(float, found)))


def main() -> None:
    """Print the tables, or the best weights first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--art", type=Path, required=True)
    parser.add_argument("--textures", type=Path)
    parser.add_argument("--decks", nargs="+", required=True)
    parser.add_argument("--prints", type=int, default=6)
    parser.add_argument("--scenes", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fit", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    decks = [load_deck(asked.art / name) for name in asked.decks]
    crops = collect(decks, asked.textures, asked.prints, asked.scenes, asked.seed)
    weights = fit(crops) if asked.fit else FITTED
    print(weights)
    for k, deck in enumerate(decks):
        part = crops.pick(crops.deck // asked.prints == k)
        for row in table(part, weights):
            print(deck.name, *(f"{name}={value}" for name, value in row.items()))
        print(deck.name, *(f"{name}={value:.4f}" for name, value in doubts(part, weights).items()))


if __name__ == "__main__":
    main()
