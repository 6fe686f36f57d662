"""`make bench`: rounds a second of the engine; time of one 1280x720 frame with 25 cards, and how right it is.

Times are medians of one run on this machine; the shares compare stages of the same run.
"""

from __future__ import annotations

import statistics
import time

import cv2
import numpy as np

from benchmarks import bench_engine
from vision.detect import overlap
from vision.pipeline import Clock, Recogniser
from vision.twin.source import TwinSource, VisibleCard
from vision.types import Bgr, Detection

CARDS, ROUNDS = 25, 30


def main() -> None:
    """Print the figures."""
    bench_engine.main()
    cv2.setNumThreads(2)
    source, bgr, truth = crowded_frame()
    recogniser = Recogniser(threads=2)
    cards = recogniser.table(bgr, source.layout)
    times, stages = [], Clock()
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        cards = recogniser.table(bgr, source.layout, clock=stages)
        times.append(1000 * (time.perf_counter() - begun))
    print(f"known table, {len(truth)} cards: median {statistics.median(times):.1f} ms, slowest {max(times):.1f} ms")
    print("  " + ", ".join(f"{name} {ms / ROUNDS:.1f} ms" for name, ms in stages.ms.items()))
    print("  found {} of {}, named right {}, false {}".format(*judge(cards, truth)))
    begun = time.perf_counter()
    look = recogniser.picture(bgr)
    print(f"single picture, scale unknown: {1000 * (time.perf_counter() - begun):.0f} ms, {len(look.cards)} cards")


def crowded_frame() -> tuple[TwinSource, Bgr, list[VisibleCard]]:
    """Return a virtual table and its first frame that shows 25 resting cards."""
    source = TwinSource(seed=11, players=2)
    for frame in source.frames():
        if frame.number % 5 == 0:
            cards = [c for c in source.visible_cards() if c.visible > 0.2]
            if len(cards) >= CARDS and not any(c.moving for c in cards):
                return source, frame.bgr.copy(), cards
    raise RuntimeError(f"no frame of this game shows {CARDS} cards; take another seed")


def judge(cards: list[Detection], truth: list[VisibleCard]) -> tuple[int, int, int, int]:
    """Return (found, of how many, named right, false finds) at IoU 0.7."""
    found = right = 0
    left = list(cards)
    for want in truth:
        ious = [overlap(c.quad.corners, np.asarray(want.quad, np.float32)) for c in left]
        if ious and max(ious) >= 0.7:
            got = left.pop(int(np.argmax(ious)))
            found += 1
            right += got.face == want.face
    return found, len(truth), right, len(left)


if __name__ == "__main__":
    main()
