"""Backs side by side: one of another deck is seen, uneven light is not taken for one."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.dress import draw_back
from vision.backs import odd_ones, usual_one
from vision.types import Bgr, Floats

PLACES = np.array([[100.0 * (k % 8), 150.0 * (k // 8)] for k in range(40)])


def backs(number: int = 40) -> Bgr:
    """The same striped red back many times, with a little noise."""
    rng = np.random.default_rng(3)
    back = np.full((96, 64, 3), (40, 35, 170), np.uint8)
    back[::8] = (60, 60, 200)
    noise = rng.normal(0, 3, (number, 96, 64, 3))
    return np.clip(back + noise, 0, 255).astype(np.uint8)


def lit(pictures: Bgr, light: Floats) -> Bgr:
    return np.clip(pictures * light[:, None, None, None], 0, 255).astype(np.uint8)


def test_equal_backs_are_alike() -> None:
    assert odd_ones(backs(), PLACES) == []


@pytest.mark.parametrize("seed", [5, 6, 7])
def test_the_back_of_another_deck_is_seen(seed: int) -> None:
    pictures = backs()
    pictures[17] = draw_back(np.random.default_rng(seed), 64)[:96]
    assert odd_ones(pictures, PLACES) == [17]


def test_a_shadow_over_the_table_is_no_difference() -> None:
    light = np.where(PLACES[:, 0] > 350, 1.0, 0.6) * (0.8 + 0.4 * PLACES[:, 1] / PLACES[:, 1].max())
    assert odd_ones(lit(backs(), light), PLACES) == []


def test_backs_may_lie_upside_down() -> None:
    pictures = backs()
    pictures[:, :20, :20] = (200, 200, 200)
    pictures[::3] = pictures[::3, ::-1, ::-1]
    assert odd_ones(pictures, PLACES) == []


def test_few_backs_tell_nothing() -> None:
    pictures = backs(4)
    pictures[0] = 0
    assert odd_ones(pictures, PLACES[:4]) == []


def test_the_usual_back_is_kept() -> None:
    pictures = backs(9)
    pictures[:4] = 255 - pictures[:4]
    assert usual_one(pictures) >= 4
