"""Fill the 48 places of a deck with the cards that lie there, so that all readings together are likeliest.

That a deck holds each face once, plain junk twice, helps a doubtful reading. It never overrules a sure one: a second
card of a face costs little when the two look alike, and a card that is read surely costs much anywhere else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from engine.cards import BONUS_FACES, DECK, FACES
from vision.decks import BACK
from vision.identify import Reading
from vision.types import Floats

FOREIGN, NOTHING = "foreign", "nothing"
"""What a card may be besides a face, a bonus card or "back": of another game; no card at all."""

NAMES, BONUS = tuple(map(str, FACES)), tuple(map(str, BONUS_FACES))
SLOTS = tuple(map(str, DECK))
COPIES = Counter(SLOTS)

MISSING_COST, FOREIGN_COST, DOUBLE_COST, BACK_COST, BONUS_COST = 2.0, 1.0, 4.5, 4.0, 3.0
"""How unlikely faults are before a card is seen, and what else is none of the 48: minus the logarithm of the odds."""

ALIKE_FROM, ALIKE_STEEP, ALIKE_LEAST, ALIKE_MOST = 0.86, 60.0, -8.0, 3.0
"""Likeness at which two cards are as likely the same face as not; what more of it counts; at least, at most."""

SURE_COST, SURE_LEAST = 0.02, -2.0
"""Cost of a reading, minus its logarithm, up to which it counts as sure; what unlikeness counts at least against it."""

ROUNDS = 2
"""Of weighing likenesses again by what the cards were taken for."""

NEVER, LEAST = 50.0, 1e-6


@dataclass(frozen=True, slots=True)
class Label:
    """What a card is taken for."""

    face: str  # a face, a bonus card, "back", "foreign" or "nothing"
    double: bool = False  # one more of its face than a deck holds


class Places:
    """What it costs, in minus logarithms of probabilities, to take each card for each thing."""

    def __init__(
        self, read: Reading, labels: Sequence[str], twins: Floats, said: Mapping[int, str], odd: Floats | float = 0.0
    ) -> None:
        """*labels*: of the namer; *twins* (n, n): how alike two cards look, 0 of a card and itself; *said*: what
        people call cards, by index; *odd* (n,): log-odds that a card is of another print."""
        self._said, self._twins = said, twins
        columns = [labels.index(name) for name in (*NAMES, *BONUS, BACK)]
        known = np.clip(read.known, LEAST, 1 - LEAST)
        cost = -np.log(np.maximum(read.faces[:, columns] * known[:, None], LEAST))
        self._faces = cost[:, : len(NAMES)]
        self._cost, self._strange = cost, FOREIGN_COST - np.log(1 - known) - odd
        for k, face in said.items():
            self._faces[k] = [0.0 if name == face else NEVER for name in NAMES]
        self._weigh([Label(labels[k]) for k in read.faces.argmax(1)])
        for _ in range(ROUNDS):  # those that fill the places tell what a face looks like, better than first readings
            self._weigh(self.fill()[0])

    def fill(self, never: tuple[int, str] | None = None) -> tuple[list[Label], float]:
        """Return what each card is and what all that costs; *never*: a card and what it must not be taken for."""
        count = len(self._outside)
        outside = [self._cheapest(k, never) for k in range(count)]
        cost = np.zeros((count + len(SLOTS), len(SLOTS) + count))
        cost[:count, : len(SLOTS)] = self._place[:, [NAMES.index(slot) for slot in SLOTS]]
        cost[:count, len(SLOTS) :] = np.array([worth for _, worth in outside]).reshape(-1, 1)
        cost[count:, : len(SLOTS)] = MISSING_COST
        if never is not None:
            cost[never[0], [k for k, slot in enumerate(SLOTS) if slot == never[1]]] = NEVER
        rows, columns = linear_sum_assignment(cost)
        taken = [Label(SLOTS[k]) if k < len(SLOTS) else outside[card][0] for card, k in enumerate(columns[:count])]
        return taken, float(cost[rows, columns].sum())

    def _weigh(self, taken: Sequence[Label]) -> None:
        """Set what it costs to take each card for each thing, if the others are *taken* for these."""
        alike = self._alike([self._said.get(k, NOTHING if one.double else one.face) for k, one in enumerate(taken)])
        faces = [self._said.get(k, one.face) for k, one in enumerate(taken)]
        self._place = self._faces + self._unlike(faces)
        sure = self._cost[:, : len(NAMES)] < SURE_COST
        alike = np.where(sure, np.maximum(alike, SURE_LEAST), alike)  # a sure eye is hardly overruled
        strange = self._strange + self._copied(faces)
        self._outside = [self._elsewhere(self._cost[k], alike[k], float(strange[k])) for k in range(len(self._cost))]
        for k, face in self._said.items():
            self._outside[k] = {Label(face, face in NAMES): DOUBLE_COST if face in NAMES else 0.0}

    def _elsewhere(self, cost: Floats, alike: Floats, strange: float) -> dict[Label, float]:
        """All that one card may be besides one of the 48."""
        double = {Label(face, True): float(cost[k] + DOUBLE_COST - alike[k]) for k, face in enumerate(NAMES)}
        bonus = {Label(face): float(cost[len(NAMES) + k]) + BONUS_COST for k, face in enumerate(BONUS)}
        return {**double, **bonus, Label(BACK): float(cost[-1]) + BACK_COST, Label(FOREIGN): strange}

    def _alike(self, faces: Sequence[str]) -> Floats:
        """How much it speaks for a card being one more of a face that it looks like those there are, (n, faces)."""
        signs = np.zeros((len(faces), len(NAMES)))
        for column, face in enumerate(NAMES):
            those = np.array([k for k, other in enumerate(faces) if other == face], int)
            for card in range(len(faces)) if len(those) else ():
                others = those[those != card]
                most = ALIKE_MOST if len(others) >= COPIES[face] else 0.0  # the two plain junks may well be alike
                best = self._twins[card, others].max() if len(others) else ALIKE_FROM
                signs[card, column] = np.clip(ALIKE_STEEP * (best - ALIKE_FROM), ALIKE_LEAST, most)
        return signs

    def _copied(self, faces: Sequence[str]) -> Floats:
        """How much it speaks against a card being of another game that it looks like one of this deck, (n,)."""
        ours = [k for k, face in enumerate(faces) if face != FOREIGN]
        return np.asarray(self._same()[:, ours].max(1, initial=0.0))

    def _unlike(self, faces: Sequence[str]) -> Floats:
        """How much it speaks against a card being of a face that it looks like one of another face, (n, faces)."""
        same, unlike = self._same(), np.zeros((len(faces), len(NAMES)))
        for card, face in enumerate(faces):
            if face in NAMES:
                at = NAMES.index(face)
                sure = max(0.0, 2 * float(np.exp(-self._faces[card, at])) - 1)  # cards misread alike tell nothing
                others = np.arange(len(NAMES)) != at
                unlike[:, others] = np.maximum(unlike[:, others], sure * same[:, card, None])
        return unlike

    def _same(self) -> Floats:
        """How much it speaks for each two cards being of one face that they look alike, (n, n)."""
        return np.asarray(np.clip(ALIKE_STEEP * (self._twins - ALIKE_FROM), 0.0, ALIKE_MOST))

    def _cheapest(self, card: int, never: tuple[int, str] | None) -> tuple[Label, float]:
        barred = never[1] if never is not None and never[0] == card else None
        open_ = (place for place in self._outside[card].items() if place[0].face != barred)
        return min(open_, key=lambda place: place[1], default=(Label(NOTHING), NEVER))


def missing(labels: Sequence[Label]) -> tuple[str, ...]:
    """Return the places that stay empty, a face once for each card that is not there."""
    left = Counter(SLOTS)
    left.subtract(label.face for label in labels if label.face in left and not label.double)
    return tuple(face for face in NAMES for _ in range(left[face]))
