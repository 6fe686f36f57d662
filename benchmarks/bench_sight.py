"""How right and how fast cards are read, beside two classic ways on the same pictures; and a table that is watched.

    make bench ARGS="FOLDER --scans DECK"

Pictures: frames of the virtual table with 25 cards and more; with FOLDER also the photographs of its labels.json. The
classic ways know the scale and the deck: for photographs, --scans names a folder of card pictures (else our own
drawings are tried). Times are medians of one run on this machine; where other work runs, compare the processor times
and the ratios.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from benchmarks.classics import Contours, Sift, scans_of
from vision.detect import overlap
from vision.frames import read_picture
from vision.layout import Layout
from vision.observe import Observer
from vision.pipeline import Clock, Recogniser
from vision.rectify import side_lengths
from vision.twin.art import load_deck
from vision.twin.source import TwinSource
from vision.types import Bgr, Corners, Detection

CARDS, ROUNDS, CLASSIC_ROUNDS = 25, 15, 3
TABLES = ((11, 2), (12, 3), (13, 2), (14, 3))
"""Seeds and players of the virtual tables."""
WARM_S, WATCHED_S = 6.0, 30.0
COLD_MS, LIVE_MS, LATE_MS = 45.0, 15.0, 40.0
LEAST_SEEN = 0.2  # visible fraction of the cards that are asked for


@dataclass(frozen=True)
class Picture:
    """What to read, and what is there: (label, corners)."""

    bgr: Bgr
    truth: Sequence[tuple[str, Corners]]
    layout: Layout | None = None

    @property
    def width(self) -> float:
        """The usual width of its cards, pixels."""
        return statistics.median(side_lengths(quad)[0] for _, quad in self.truth)


@dataclass
class Score:
    """Sums over pictures, at IoU 0.7."""

    cards: int = 0
    found: int = 0
    right: int = 0
    false: int = 0
    wall: list[float] = field(default_factory=list)  # milliseconds a picture
    spent: list[float] = field(default_factory=list)  # of processor time

    def add(self, cards: Sequence[Detection], truth: Sequence[tuple[str, Corners]]) -> None:
        """Count one picture."""
        left = list(cards)
        for label, quad in truth:
            ious = [overlap(card.quad.corners, quad) for card in left]
            if ious and max(ious) >= 0.7:
                self.found += 1
                self.right += left.pop(int(np.argmax(ious))).face == label
        self.cards += len(truth)
        self.false += len(left)


def crowded(seed: int, players: int) -> tuple[Picture, float]:
    """A frame at rest of a virtual table with at least `CARDS` cards, and its second of the game."""
    for start in (50.0, 65.0, 80.0):
        source = TwinSource(seed, players)
        source.skip(start)
        for frame in source.frames():
            if frame.number % 3 == 0 and not source.scene.busy and frame.seconds > start + 0.4:
                cards = [c for c in source.visible_cards() if c.visible > LEAST_SEEN]
                if len(cards) >= CARDS:
                    truth = [(c.face, np.asarray(c.quad, np.float32)) for c in cards]
                    return Picture(frame.bgr.copy(), truth, source.layout), frame.seconds
            if frame.seconds > start + 12:
                break
    raise RuntimeError(f"seed {seed} never shows {CARDS} cards at rest; take another")


def photographs(folder: Path) -> list[Picture]:
    """The labelled photographs of *folder*."""
    pictures = []
    for one in json.loads((folder / "labels.json").read_text(encoding="utf-8"))["photos"]:
        truth = [(card["face"], np.array(card["quad"], np.float32)) for card in one["cards"]]
        pictures.append(Picture(read_picture(folder / one["file"]), truth))
    return pictures


def measure(pictures: Sequence[Picture], read: Callable[[Picture], list[Detection]], rounds: int) -> Score:
    """Read each picture several times."""
    score = Score()
    for picture in pictures:
        wall, spent = [], []
        for _ in range(rounds):
            begun, used = time.perf_counter(), time.process_time()
            cards = read(picture)
            wall.append(1000 * (time.perf_counter() - begun))
            spent.append(1000 * (time.process_time() - used))
        score.add(cards, picture.truth)
        score.wall.append(statistics.median(wall))
        score.spent.append(statistics.median(spent))
    return score


def compare(title: str, pictures: Sequence[Picture], recogniser: Recogniser, scans: Path | None) -> None:
    """Print one table: our way and the classic ones on the same pictures."""
    drawings = scans_of(load_deck(scans))
    sift, contours = Sift(drawings), Contours(drawings)

    def ours(picture: Picture) -> list[Detection]:
        if picture.layout is None:
            return list(recogniser.picture(picture.bgr).cards)
        return recogniser.table(picture.bgr, picture.layout)

    ways = (
        ("Hwatupan", measure(pictures, ours, ROUNDS if pictures[0].layout else CLASSIC_ROUNDS)),
        (sift.name, measure(pictures, lambda p: sift.find(p.bgr, p.width), CLASSIC_ROUNDS)),
        (contours.name, measure(pictures, lambda p: contours.find(p.bgr, p.width), CLASSIC_ROUNDS)),
    )
    first = statistics.median(ways[0][1].spent)
    print(f"{title}: {len(pictures)} pictures, {ways[0][1].cards} cards")
    print(f"  {'way':26s}{'found':>8s}{'right':>8s}{'false':>8s}{'ms':>9s}{'cpu ms':>9s}{'times':>8s}")
    for name, one in ways:
        spent = statistics.median(one.spent)
        print(f"  {name:26s}{one.found:8d}{one.right:8d}{one.false:8d}{statistics.median(one.wall):9.1f}"
              f"{spent:9.1f}{spent / first:8.1f}")  # fmt: skip


def stages(picture: Picture, recogniser: Recogniser) -> str:
    """Where the time of a first frame goes."""
    clock = Clock()
    assert picture.layout is not None
    for _ in range(ROUNDS):
        recogniser.table(picture.bgr, picture.layout, clock=clock)
    return ", ".join(f"{name} {ms / ROUNDS:.1f}" for name, ms in clock.ms.items())


def watched(seed: int, players: int, start: float, recogniser: Recogniser) -> Iterator[tuple[float, float, bool]]:
    """Milliseconds of each frame of a table that is known, those of the processor, and whether anything moved."""
    source = TwinSource(seed, players)
    source.skip(start - WARM_S)
    observer = Observer(source.layout, recogniser)
    for frame in source.frames():
        begun, used = time.perf_counter(), time.process_time()
        observer.see(frame)
        took = 1000 * (time.perf_counter() - begun), 1000 * (time.process_time() - used)
        if frame.seconds > start + WATCHED_S:
            return
        if frame.seconds >= start:
            yield *took, source.scene.busy


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", help="photographs with labels.json")
    parser.add_argument("--scans", type=Path, metavar="DECK", help="card pictures of the deck on the photographs")
    asked = parser.parse_args()
    cv2.setNumThreads(2)
    recogniser = Recogniser(threads=2)
    shots = [(*table, *crowded(*table)) for table in TABLES]
    pictures = [picture for *_, picture, _ in shots]
    compare("virtual table, scale known", pictures, recogniser, None)
    cold = measure(pictures, lambda p: recogniser.table(p.bgr, p.layout) if p.layout else [], ROUNDS)
    print(f"first frame: median {_budget(cold.wall, 50, COLD_MS)}; ms: {stages(pictures[0], recogniser)}")
    looks = [look for seed, players, _, at in shots for look in watched(seed, players, at, recogniser)]
    for name, some in (("all frames", looks), ("something moves", [look for look in looks if look[2]])):
        wall, spent = [look[0] for look in some], [look[1] for look in some]
        print(f"watched table, {name} ({len(some)}): median {_budget(wall, 50, LIVE_MS)}, "
              f"95 % {_budget(wall, 95, LATE_MS)}; "
              f"of the processor {np.median(spent):.1f} and {np.percentile(spent, 95):.1f} ms")  # fmt: skip
    if asked.folder:
        compare("photographs, scale to be found by ours", photographs(asked.folder), recogniser, asked.scans)


def _budget(times: Sequence[float], percent: float, most: float) -> str:
    got = float(np.percentile(times, percent))
    return f"{got:.1f} ms (budget {most:.0f}: {'kept' if got <= most else 'BROKEN'})"


if __name__ == "__main__":
    main()
