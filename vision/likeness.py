"""How like the cards of an enrolled deck a crop looks, and what that says about its face.

Two likenesses, since each sees what the other misses: small pictures compared pixel by pixel where the card shows
(strong for a strip of a fanned card), and the namer's embeddings (strong for a card under another lamp).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decks import EnrolledDeck
from vision.types import Bgr, Floats, Mask

Bools = NDArray[np.bool_]

SMALL = (16, 24)
"""Width and height at which pictures are compared: coarse enough to bear corners that are a little off."""

SHIFTS = (-1, 0, 1)
"""Pixels of the small picture by which an enrolled one is moved to and fro; the best place counts."""

FAINT = 20.0
"""Contrast, levels of 0..255, under which a likeness fades: two blank areas are alike by chance."""

TINY = 1e-6
"""Probability below which the base model's differences mean nothing."""

LOW, HIGH = -0.5, 0.985
"""Correlations below and above which differences mean nothing."""

CLOSEST = 0.001
"""How near to 0 or 1 the base model's "a card of this game" is believed to come."""

SEEN, LEAST = 150, 0.08
"""From which level a mask counts as showing the card; a mask that shows less than this share is not believed."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each sign counts; fitted on decks that were left out of training (`python -m benchmarks.enrolled`)."""

    named: float  # of the base model's log-probability
    near: float  # of the nearest embedding's cosine
    alike: float  # of the best pixel likeness, as `_firm` has it
    bare: float  # of the base model's log-probability of a label without an enrolled picture
    strange: float  # score of such a label, in place of likenesses
    known: tuple[float, ...]  # logistic for "a card of this deck": constant, alike, near, shown, the base model's odds


FITTED = Weights(0.38, 2.59, 7.51, 1.10, 6.34, (-4.83, 3.27, 1.55, 1.31, 0.57))


@dataclass(frozen=True, slots=True)
class Likeness:
    """How like each label's enrolled card n crops are; -1 for labels without one."""

    upright: Floats  # (n, labels) correlation of pixels, the best of the label's cards and shifts
    upside: Floats  # (n, labels) the same with the crop taken to be upside down
    near: Floats  # (n, labels) cosine of embeddings, the best of the label's cards
    shown: Floats  # (n,) share of the crop that was compared

    @property
    def alike(self) -> Floats:
        """Correlation of pixels the better way up, (n, labels)."""
        return np.maximum(self.upright, self.upside)


class Memory:
    """The enrolled cards, ready to be compared."""

    def __init__(self, deck: EnrolledDeck, labels: Sequence[str], embed: Callable[[Bgr], Floats]) -> None:
        """*embed* gives the namer's unit vectors (n, 128) of pictures (n, 96, 64, 3)."""
        self._columns = np.array([labels.index(face) for face in deck.faces])
        self._count = len(labels)
        self.enrolled = np.isin(np.arange(self._count), self._columns)
        self._vectors = embed(deck.pictures)
        upright = _small(deck.pictures)
        moved = np.concatenate([_moved(cards, x, y) for cards in (upright, upright[:, ::-1, ::-1])
                                for x, y in product(SHIFTS, SHIFTS)])  # fmt: skip
        self._pixels = np.ascontiguousarray(moved.reshape(len(moved), -1, 3).transpose(2, 1, 0))
        self._squares = (self._pixels**2).sum(0)

    def compare(self, crops: Bgr, masks: Sequence[Mask | None], embeddings: Floats) -> Likeness:
        """Compare crops (n, 96, 64, 3) with masks of their size and embeddings (n, 128) with every enrolled card."""
        weights = np.stack([_weights(mask) for mask in masks])
        alike = self._correlate(_small(crops), weights).reshape(len(crops), 2, -1, len(self._columns)).max(2)
        upright, upside, near = (self._by_label(v) for v in (alike[:, 0], alike[:, 1], embeddings @ self._vectors.T))
        return Likeness(upright, upside, near, weights.mean(1))

    def _correlate(self, crops: Floats, weights: Floats) -> Floats:
        """Correlations (n, ways * shifts * cards) over the pixels that *weights* (n, pixels) keep, colours together."""
        queries, total = crops.reshape(len(crops), -1, 3), weights.sum(1, keepdims=True)
        both, one, other = 0.0, 0.0, weights @ self._squares
        for colour, cards in enumerate(self._pixels):
            kept, sum_c = weights * queries[..., colour], weights @ cards
            sum_q = kept.sum(1, keepdims=True)
            both = both + kept @ cards - sum_q * sum_c / total
            one = one + (kept * queries[..., colour]).sum(1, keepdims=True) - sum_q**2 / total
            other -= sum_c**2 / total
        return np.asarray(both / np.sqrt(np.maximum(one, 0) * np.maximum(other, 0) + (FAINT * total) ** 2))

    def _by_label(self, values: Floats) -> Floats:
        """The best of (n, cards) for each label."""
        best = np.full((len(values), self._count), -1.0, np.float32)
        for card, column in enumerate(self._columns):
            best[:, column] = np.maximum(best[:, column], values[:, card])
        return best


def judge(faces: Floats, like: Likeness, enrolled: Bools, weights: Weights = FITTED) -> Floats:
    """Return probabilities (n, labels) from those of the base model and the likeness to the labels in *enrolled*."""
    logs = np.log(faces + TINY)
    seen = weights.named * logs + weights.near * like.near + weights.alike * _firm(like.alike)
    scores = np.where(enrolled, seen, weights.bare * logs + weights.strange)
    grown = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(grown / grown.sum(1, keepdims=True))


def known(like: Likeness, best: Floats, game: Floats, weights: Weights = FITTED) -> Floats:
    """Return how likely crops, (n,), are cards of the deck at all; *best*: index of the label each is taken for;
    *game*: how likely the base model takes them for cards of this game."""
    odds = signs(like, best, game) @ np.array(weights.known)
    return np.asarray(1 / (1 + np.exp(-odds)))


def signs(like: Likeness, best: Floats, game: Floats) -> Floats:
    """Return what `Weights.known` weighs, (n, 5)."""
    rows, sure = np.arange(len(best)), np.clip(game, CLOSEST, 1 - CLOSEST)
    alike, near = _firm(like.alike[rows, best]), like.near[rows, best]
    return np.column_stack([np.ones(len(best)), alike, near, like.shown, np.log(sure / (1 - sure))])


def _firm(alike: Floats) -> Floats:
    """Correlations spread out (Fisher's z): from 0.90 to 0.95 is further than from 0.40 to 0.45."""
    return np.asarray(np.arctanh(np.clip(alike, LOW, HIGH)))


def _small(pictures: Bgr) -> Floats:
    return np.stack([cv2.resize(p, SMALL, interpolation=cv2.INTER_AREA) for p in pictures]).astype(np.float32)


def _moved(cards: Floats, x: int, y: int) -> Floats:
    """Cards (n, h, w, 3) moved by whole pixels; the rim is repeated."""
    height, width = cards.shape[1:3]
    wide = np.pad(cards, ((0, 0), (1, 1), (1, 1), (0, 0)), "edge")
    return wide[:, 1 + y : 1 + y + height, 1 + x : 1 + x + width]


def _weights(mask: Mask | None) -> Floats:
    """Which pixels of the small picture count, float32 (pixels,) of 0 and 1."""
    whole = np.ones(SMALL[0] * SMALL[1], np.float32)
    if mask is None:
        return whole
    seen = (cv2.resize(mask, SMALL, interpolation=cv2.INTER_AREA) >= SEEN).astype(np.float32).ravel()
    return seen if seen.mean() >= LEAST else whole
