"""The deck check on rendered lay-outs: is every planted fault named, and no other?

    python -m benchmarks.deck_check --art DECKS --textures TABLES --decks NAME NAME --lay-outs 100 --draw OUT

Each lay-out is a whole deck in a print of its own, photographed once, with none, one or two faults: a card missing, one
twice, one of another game. Decks that were left out of training tell most.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from benchmarks.spread import FOREIGN, MANNERS, Laid, Photo, deck_cards, photograph, plant
from models.training.art import DeckArt, load_deck
from vision.detect import overlap
from vision.draw import number_cards, write
from vision.enrol import Enrolment, Fault, look, name
from vision.pipeline import Recogniser

MOST = 2
"""Faults planted in one lay-out."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One lay-out: what was planted, what was said, and how the cards fared."""

    planted: tuple[str, ...]
    told: tuple[str, ...]
    cards: int
    found: int
    wrong: tuple[str, ...]  # cards named wrong without a doubt, "truth for name"
    asked: int  # cards that a person would be asked about

    @property
    def right(self) -> bool:
        """Whether every fault was named and no other."""
        return self.planted == self.told

    @property
    def clean(self) -> bool:
        """Whether besides every card was found and named right."""
        return self.right and self.found == self.cards and not self.wrong


def judge(found: Enrolment, photo: Photo, planted: Sequence[str]) -> Outcome:
    """Compare what was said with the truth."""
    faces = {Fault.MISSING, Fault.DOUBLE}
    told = sorted(f"{f.fault} {f.face}" if f.fault in faces else str(f.fault) for f in found.faults())
    wrong, hits = [], 0
    for label, quad in zip(photo.labels, photo.quads, strict=True):
        best = max(found.cards, key=lambda card: overlap(card.quad.corners, quad))
        if overlap(best.quad.corners, quad) >= 0.5:
            hits += 1
            if best.face != label and not best.doubtful:
                wrong.append(f"{best.face} for {label}")
    return Outcome(tuple(planted), tuple(told), len(photo.labels), hits, tuple(wrong), len(found.doubtful))


def lay_out(
    deck: DeckArt, number: int, textures: Path | None, seed: int, manner: str | None, bonus: Sequence[Laid]
) -> tuple[Photo, list[str]]:
    """Return a lay-out of *deck* and *bonus* cards, and the faults in it, as many as *number* tells."""
    rng = np.random.default_rng([seed, number])
    cards, planted = plant(deck_cards(deck), number % (MOST + 1), rng)
    return photograph([*cards, *bonus], rng, textures, manner=manner), sorted([*planted, *(FOREIGN for _ in bonus)])


def main() -> None:
    """Judge many lay-outs and print those that went wrong, then the sums."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--art", type=Path, required=True, help="folder of deck folders")
    parser.add_argument("--textures", type=Path, help="folder of table pictures")
    parser.add_argument("--decks", nargs="+", required=True)
    parser.add_argument("--lay-outs", type=int, default=100)
    parser.add_argument("--from", type=int, default=0, dest="first", help="number of the first lay-out")
    parser.add_argument("--manner", choices=MANNERS, help="how cards are laid; tidily or by hand if not given")
    parser.add_argument("--bonus", type=int, default=0, help="bonus cards of --bonus-deck; nobody says what they are")
    parser.add_argument("--bonus-deck")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draw", type=Path, help="folder for the pictures of lay-outs that went wrong")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    decks, recogniser, outcomes, begun = [load_deck(asked.art / d) for d in asked.decks], Recogniser(), [], time.time()
    extras = load_deck(asked.art / asked.bonus_deck).extras if asked.bonus else []
    bonus = [Laid(FOREIGN, art) for art in extras[: asked.bonus]]
    for number in range(asked.first, asked.first + asked.lay_outs):
        deck = decks[number // (MOST + 1) % len(decks)]
        photo, planted = lay_out(deck, number, asked.textures, asked.seed, asked.manner, bonus)
        found = name(look(recogniser, [photo.bgr]))
        outcomes.append(judge(found, photo, planted))
        print(f"{len(outcomes)} of {asked.lay_outs}", end="\r", file=sys.stderr, flush=True)
        if not outcomes[-1].clean:
            print(number, deck.name, outcomes[-1], flush=True)
            if asked.draw is not None:
                write(asked.draw / f"{number:03d}.jpg", number_cards(photo.bgr, found.cards))
    print(summary(outcomes), f"in {time.time() - begun:.0f} s, drawing included")


def summary(outcomes: Sequence[Outcome]) -> str:
    """Return the sums in one line."""
    count = len(outcomes)
    cards, found, asked = (sum(getattr(o, part) for o in outcomes) for part in ("cards", "found", "asked"))
    faults, right = sum(len(o.planted) for o in outcomes), sum(o.right for o in outcomes)
    wrong = sum(len(o.wrong) for o in outcomes)
    return (f"{right} of {count} lay-outs right, {faults} faults; {found} of {cards} cards found, "
            f"{wrong} named wrong without a doubt, {asked / max(1, count):.2f} asked about a lay-out")  # fmt: skip


if __name__ == "__main__":
    main()
