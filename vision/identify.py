"""Name cards: quads in, calibrated probabilities of the faces out; or "back", or "unknown"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.decks import EnrolledDeck
from vision.likeness import Memory, judge, known
from vision.nets import open_net
from vision.rectify import Pyramid
from vision.types import Bgr, Detection, Floats, Quad

GREY = 128
"""What pixels of neighbours are painted with, as in training: left as they are, they mislead the namer."""

PLAIN = 0.1
"""By how much more a crop must be like an enrolled card one way up than the other, to be turned so."""

KEPT = 5
"""How many of the best labels a detection keeps."""


DOUBTED, WARY = 0.85, 6.0
"""Probability of a card of this game below which it is doubted, and how much more common other things then count."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read from n quads."""

    crops: Bgr  # uint8 (n, 96, 64, 3), either way up
    faces: Floats  # (n, labels) probabilities, if each shows one of the labels
    known: Floats  # (n,) probability that it does
    flipped: Floats  # (n,) probability that the crop is upside down
    embedding: Floats  # (n, 128) unit vectors

    @staticmethod
    def joined(readings: Sequence[Reading]) -> Reading:
        """Return several readings as one."""
        return Reading(*(np.concatenate([getattr(read, name) for read in readings]) for name in Reading.__slots__))

    def pick(self, numbers: Sequence[int]) -> Reading:
        """Return what is read from some of the quads, in that order."""
        at = np.array(numbers, int)
        return Reading(self.crops[at], self.faces[at], self.known[at], self.flipped[at], self.embedding[at])

    def picture(self, number: int) -> Bgr:
        """Return a crop, uint8 (96, 64, 3), turned upright."""
        crop = self.crops[number]
        return np.array(crop[::-1, ::-1] if self.flipped[number] > 0.5 else crop)


class Identifier:
    """The network that names faces, and the cards of an enrolled deck where there is one."""

    def __init__(self, threads: int = 2, deck: EnrolledDeck | None = None) -> None:
        self._net = open_net("namer", threads)
        self._size = (int(self._net.about["size"][0]), int(self._net.about["size"][1]))
        self.labels: tuple[str, ...] = tuple(self._net.about["labels"])
        self._memory = None if deck is None else Memory(deck, self.labels, self.embed)

    def name(self, pyramid: Pyramid, quads: Sequence[Quad]) -> list[Detection]:
        """Return *quads* named, their corners turned so that they start at the upright art's top left."""
        return self.told(quads, self.read(pyramid, quads)) if quads else []

    def told(self, quads: Sequence[Quad], read: Reading) -> list[Detection]:
        """Return *quads* with the names that were *read* from them, turned like those of `name`."""
        return [
            Detection(_upright(q, float(f) > 0.5), self._scores(p, float(k)))
            for q, p, k, f in zip(quads, read.faces, read.known, read.flipped, strict=True)
        ]

    def read(self, pyramid: Pyramid, quads: Sequence[Quad]) -> Reading:
        """Return what there is to know of at least one quad, for those whom a few best labels are not enough."""
        crops = np.stack(pyramid.crops([q.corners for q in quads], self._size))
        masked = crops.copy()
        for crop, quad in zip(masked, quads, strict=True):
            if quad.shown is not None:
                crop[quad.shown < 128] = GREY
        faces, game, flipped, embedding = self._net(masked)
        sure = wary(game)
        if self._memory is not None:
            like = self._memory.compare(crops, [q.shown for q in quads], embedding)
            faces = judge(faces, like, self._memory.enrolled)
            best = faces.argmax(1)
            sure = np.where(self._memory.enrolled[best], known(like, best, game), sure)
            turned = (like.upside - like.upright)[np.arange(len(best)), best]
            flipped = np.where(np.abs(turned) > PLAIN, turned > 0, flipped)
        return Reading(crops, faces, sure, flipped, embedding)

    def embed(self, crops: Bgr) -> Floats:
        """Return unit vectors (n, 128) of crops (n, 96, 64, 3); like cards lie near each other."""
        return self._net(crops)[3]

    def _scores(self, probabilities: Floats, known: float) -> dict[str, float]:
        best = np.argsort(-probabilities)[:KEPT]
        scores = {self.labels[i]: float(probabilities[i]) * known for i in best}
        scores["unknown"] = 1 - known
        return dict(sorted(scores.items(), key=lambda item: -item[1]))


def wary(game: Floats) -> Floats:
    """Return the probabilities *game* (n,) of a card of this game, where doubtful ones are taken for other things.

    They are calibrated for tables on which other things are rare. But to take another game's card for one of this costs
    more than to ask: below DOUBTED such things are weighed as if they were WARY times as common.
    """
    odds = game / np.maximum(1 - game, 1e-9)
    return np.asarray(np.where(game < DOUBTED, odds / (odds + WARY), game), np.float32)


def _upright(quad: Quad, flipped: bool) -> Quad:
    if not flipped:
        return quad
    shown = None if quad.shown is None else np.ascontiguousarray(quad.shown[::-1, ::-1])
    return replace(quad, corners=np.roll(quad.corners, 2, 0), shown=shown)
