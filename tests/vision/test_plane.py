"""The plane from the cards: scale, tilt and perspective, with few cards, with wrong quads, with printed marks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.fakes import corners_mm
from tests.vision.planes import SIZE, Overhead, miss_mm
from vision.errors import LayoutError
from vision.plane import fit
from vision.types import Quad


@pytest.mark.parametrize(("tilt", "bound"), [(0, 4.0), (20, 6.0), (40, 12.0)])
def test_twenty_cards_tell_the_plane_at_any_tilt(tilt: int, bound: float) -> None:
    camera = Overhead(tilt, roll=7.0)
    plane = fit(camera.cards(20, np.random.default_rng(tilt)), SIZE)
    assert miss_mm(plane.matrix, camera) < bound
    assert plane.tilt_deg == pytest.approx(tilt, abs=6)
    assert plane.residual_mm < 1.2
    assert plane.cards == 20
    assert plane.good


def test_exact_corners_give_the_exact_plane() -> None:
    camera = Overhead(30)
    plane = fit(camera.cards(12, np.random.default_rng(1), noise_mm=0.0), SIZE)
    assert miss_mm(plane.matrix, camera) < 1.0
    assert plane.residual_mm < 0.1


@pytest.mark.parametrize("count", [1, 2, 3])
def test_few_cards_give_a_plane_and_say_that_it_is_doubtful(count: int) -> None:
    camera = Overhead(15)
    plane = fit(camera.cards(count, np.random.default_rng(count)), SIZE)
    assert miss_mm(plane.matrix, camera) < 60
    assert plane.doubt_mm > 5
    assert plane.doubt_mm > 2 * fit(camera.cards(20, np.random.default_rng(count)), SIZE).doubt_mm


def test_half_cards_and_cards_in_the_wrong_direction_are_left_out() -> None:
    camera, rng = Overhead(25), np.random.default_rng(3)
    cards = camera.cards(14, rng)
    half = cards[2].corners.copy()
    half[2:] = half[:2] + (half[2:] - half[:2]) / 2
    cards[2] = replace(cards[2], corners=half)
    cards[5] = replace(cards[5], corners=np.roll(cards[5].corners, 1, 0))
    middle = cards[9].corners.mean(0)
    cards[9] = replace(cards[9], corners=middle + (cards[9].corners - middle) * 1.7)
    plane = fit(cards, SIZE)
    assert [n for n, used in enumerate(plane.used) if not used] == [2, 5, 9]
    assert miss_mm(plane.matrix, camera) < 8


def test_a_card_that_is_mostly_hidden_is_not_measured() -> None:
    camera = Overhead(10)
    cards = camera.cards(6, np.random.default_rng(4))
    cards[0] = replace(cards[0], visible=0.3)
    assert fit(cards, SIZE).used == (False, True, True, True, True, True)
    with pytest.raises(LayoutError, match="no card lies open"):
        fit(cards[:1], SIZE)


def test_a_narrower_deck_is_measured_and_keeps_the_scale() -> None:
    camera = Overhead(12)
    plane = fit(camera.cards(16, np.random.default_rng(5), noise_mm=0.4, width=33.5), SIZE)
    assert plane.card_mm[0] == pytest.approx(33.5, abs=0.6)
    assert miss_mm(plane.matrix, camera) < 5


def test_things_that_are_no_equal_rectangles_make_no_good_plane() -> None:
    rng = np.random.default_rng(6)
    camera = Overhead()
    odd = [
        Quad(camera.see(corners_mm(*rng.uniform(-150, 150, 2), 0.0, tuple(rng.uniform(20, 90, 2)))), 1.0, 0.9)
        for _ in range(6)
    ]
    assert not fit(odd, SIZE).good


def test_printed_squares_alone_tell_the_plane_better_than_a_few_cards() -> None:
    camera, rng = Overhead(20), np.random.default_rng(7)
    places = ((-350, -170), (350, -170), (350, 170), (-350, 170))
    squares = [camera.see(corners_mm(x, y, 3.0, (60, 60)) + rng.normal(0, 0.15, (4, 2))) for x, y in places]
    plane = fit([], SIZE, squares=squares)
    assert plane.cards == 0
    assert plane.good
    assert miss_mm(plane.matrix, camera) < 4
