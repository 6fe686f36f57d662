"""What a frame costs besides recognition: `python -m benchmarks.bench_eyes`.

One thread, 1280 x 720, an arm moving over the table. Prints processor time: of the hands alone, and of a whole
observation of 48 cards less the time in the recogniser, which here is told the truth. Budgets: 12 and 20 ms.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from tests.fakes import SIZE, DrawnTable, TruthRecogniser, card_at
from vision import layout as layouts
from vision.hands import HandWatch
from vision.observe import Observer
from vision.types import Frame

CARDS, FRAMES = 48, 40
HANDS_MS, FRAME_MS = 12.0, 20.0


def drawn_table() -> DrawnTable:
    """Return a table for two players with 48 cards in rows."""
    table = DrawnTable(layouts.default(2, SIZE))
    for n in range(CARDS):
        x, y = 60.0 + 45 * (n % 18), 180.0 + 60 * (n // 18)
        table.cards.append(card_at(f"{1 + n % 11:02d}-junk", x, y, layout=table.layout))
    return table


def reaching(table: DrawnTable) -> list[Frame]:
    """Return frames in which seat 0's arm moves in, a little further in each."""
    return [table.frame(((300.0, 560.0), (300.0, 350.0 - 5 * n))) for n in range(FRAMES)]


def milliseconds(work: Callable[[Frame], object], frames: Sequence[Frame], spent: Callable[[], float]) -> list[float]:
    """Return processor milliseconds of *work* on each frame, less what *spent* (seconds so far) grew meanwhile."""
    took = []
    for frame in frames:
        start, other = time.process_time(), spent()
        work(frame)
        took.append(1000 * (time.process_time() - start - (spent() - other)))
    return took


def report(what: str, took: Sequence[float], budget: float) -> None:
    """Print one line."""
    median, late = np.median(took), np.percentile(took, 95)
    print(f"{what}: median {median:.1f} ms, 95 % {late:.1f} ms; budget {budget:.0f} ms "
          f"{'kept' if median < budget else 'BROKEN'}")  # fmt: skip


def main() -> None:
    """Measure and print."""
    cv2.setNumThreads(1)
    table = drawn_table()
    hands = HandWatch(table.layout, SIZE)
    hands.see(hands.small(table.frame().bgr), 0.0)
    looks = milliseconds(lambda f: hands.see(hands.small(f.bgr), f.seconds), reaching(table), lambda: 0.0)
    report("hands", looks, HANDS_MS)

    table = drawn_table()
    recogniser = TruthRecogniser(lambda: table.cards, false_finds=0.0)
    observer = Observer(table.layout, recogniser)
    for _ in range(6):
        observer.see(table.frame())
    report("observation", milliseconds(observer.see, reaching(table), lambda: recogniser.spent), FRAME_MS)


if __name__ == "__main__":
    main()
