"""Still frames averaged: grain goes, what moved does not smear."""

from __future__ import annotations

import numpy as np

from vision.calm import Calm
from vision.types import Frame

CLEAN = np.full((72, 128, 3), 90, np.uint8)
EVERYWHERE = np.ones((18, 32), np.bool_)


def grainy(calm: Calm, count: int, sigma: float = 12.0, *, start: int = 0) -> list[Frame]:
    rng = np.random.default_rng(start)
    frames = []
    for n in range(start, start + count):
        noisy = np.clip(CLEAN + rng.normal(0, sigma, CLEAN.shape), 0, 255).astype(np.uint8)
        frames.append(Frame(n, n / 10, noisy))
        calm.add(frames[-1])
    return frames


def rough(bgr: np.ndarray) -> float:
    return float((bgr.astype(float) - CLEAN).std())


def test_four_still_frames_halve_the_grain() -> None:
    calm = Calm()
    frames = grainy(calm, 6)
    assert abs(rough(calm.mean(EVERYWHERE, -1.0)) / rough(frames[-1].bgr) - 0.5) < 0.06


def test_only_frames_since_the_last_motion_are_averaged() -> None:
    calm = Calm()
    frames = grainy(calm, 6)
    two = rough(calm.mean(EVERYWHERE, frames[-3].seconds))
    assert abs(two / rough(frames[-1].bgr) - 0.71) < 0.06
    assert calm.mean(EVERYWHERE, frames[-2].seconds) is frames[-1].bgr


def test_away_from_the_region_the_newest_frame_stays_as_it_is() -> None:
    calm = Calm()
    newest = grainy(calm, 4)[-1].bgr
    region = np.zeros((180, 320), np.bool_)
    region[20:30, 20:30] = True
    big = Calm()
    for n in range(3):
        big.add(Frame(n, n / 10, np.full((720, 1280, 3), 10 * n, np.uint8)))
    mean = big.mean(region, -1.0)
    assert (mean[100, 100] == 10).all(), "0, 10 and 20"
    assert (mean[400, 900] == 20).all()
    assert (calm.mean(EVERYWHERE, 9.0) == newest).all()


def test_grain_is_measured_though_a_hand_moves() -> None:
    calm = Calm()
    assert calm.grain() == 0.0
    grainy(calm, 2, 8.0)
    assert abs(calm.grain() - 8) < 1
    moved = grainy(calm, 1, 8.0, start=7)[0].bgr.copy()
    moved[:, :40] = 240
    calm.add(Frame(9, 0.9, moved))
    assert calm.grain() < 14
