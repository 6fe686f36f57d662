"""How long the virtual table takes to draw: python benchmarks/bench_twin.py [--players 2 3] [--seeds 3] [--seconds 90].

One thread, 1280 x 720. Prints milliseconds a frame, apart for frames in which nothing moves. Budget: 25 ms.
"""

from __future__ import annotations

import argparse
import time

import cv2
import numpy as np

from vision.twin.source import TwinSource

BUDGET_MS = 25.0


def frame_times(seed: int, players: int, seconds: float) -> tuple[list[float], list[bool]]:
    """CPU milliseconds of each frame, and whether anything moved in it."""
    source = TwinSource(seed=seed, players=players)
    _ = source.scene  # setting up is not drawing
    spent: list[float] = []
    busy: list[bool] = []
    frames = source.frames()
    while True:
        start = time.process_time()
        frame = next(frames, None)
        if frame is None or frame.seconds > seconds:
            return spent, busy
        spent.append((time.process_time() - start) * 1000)
        busy.append(source.scene.busy)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=90.0)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    for players in asked.players:
        runs = [frame_times(seed, players, asked.seconds) for seed in range(1, asked.seeds + 1)]
        spent = np.array([ms for run in runs for ms in run[0]])
        busy = np.array([b for run in runs for b in run[1]])
        verdict = "kept" if spent.mean() < BUDGET_MS else "BROKEN"
        print(
            f"{players} players: {len(spent)} frames, mean {spent.mean():.1f} ms, "
            f"95 % {np.percentile(spent, 95):.1f}, max {spent.max():.1f}; still {spent[~busy].mean():.1f}, "
            f"moving {spent[busy].mean():.1f}; budget {BUDGET_MS:.0f} ms {verdict}"
        )


if __name__ == "__main__":
    main()
