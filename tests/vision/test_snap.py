"""Cards of a known size on a known table: a strip tells where the whole card lies."""

from __future__ import annotations

import numpy as np
import pytest

from vision.snap import MOST_OFF, snap, snapped
from vision.types import Floats

SIZE = (35.0, 54.0)
SURE = np.full((4, 2), 0.01)


def card(turn: float, at: tuple[float, float]) -> Floats:
    c, s = np.cos(turn), np.sin(turn)
    corners = np.array([[-17.5, -27], [17.5, -27], [17.5, 27], [-17.5, 27]])
    return np.asarray(corners @ np.array([[c, s], [-s, c]]) + at, np.float64)


@pytest.mark.parametrize("turn", [0.0, 0.7, 2.0, -3.0])
def test_a_card_of_the_right_size_stays_where_it_is(turn: float) -> None:
    true = card(turn, (120, -40))
    best, off = snap(true[None], SURE[None], SIZE)
    assert np.allclose(best[0], true, atol=1e-6)
    assert off[0] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("turn", [0.0, 0.9, -2.2])
def test_of_a_strip_only_the_hidden_side_is_moved(turn: float) -> None:
    true = card(turn, (10, 20))
    across = (true[1] - true[0]) / SIZE[0]
    wrong = true.copy()
    wrong[1:3] += 14 * across  # the right side, hidden, was guessed 14 mm too far out
    errors = SURE.copy()
    errors[1:3, 0] = 0.4
    best, off = snap(wrong[None], errors[None], SIZE)
    assert np.abs(best[0] - true).max() < 0.2
    assert off[0] < 0.1


def test_many_cards_are_fitted_as_each_alone() -> None:
    chance = np.random.default_rng(3)
    corners = np.stack([card(t, (5 * t, 9)) for t in (0.1, 1.3, 2.9)]) + chance.normal(0, 1, (3, 4, 2))
    errors = chance.uniform(0.02, 0.3, (3, 4, 2))
    together = snap(corners, errors, SIZE)
    for k in range(3):
        alone = snap(corners[k : k + 1], errors[k : k + 1], SIZE)
        assert np.allclose(together[0][k], alone[0][0])
        assert together[1][k] == pytest.approx(alone[1][0])


def test_half_a_card_is_off_and_keeps_its_corners() -> None:
    half = card(0.4, (0, 0))
    half[2:] = (half[2:] + half[1::-1]) / 2
    kept, off = snapped(half[None], SURE[None], np.eye(3), SIZE)
    assert off[0] > MOST_OFF
    assert np.allclose(kept[0], half, atol=1e-4)


def test_a_tilted_table_is_allowed_for() -> None:
    to_table = np.array([[1.0, 0.1, 3], [0.05, 1.4, -2], [0.0002, 0.0009, 1]])
    there = card(1.1, (60, 80))
    homogeneous = np.column_stack([there, np.ones(4)]) @ np.linalg.inv(to_table).T
    pixels = homogeneous[:, :2] / homogeneous[:, 2:]
    best, off = snapped(pixels[None], SURE[None], to_table, SIZE)
    assert np.allclose(best[0], pixels, atol=1e-2)
    assert off[0] < 1e-4
