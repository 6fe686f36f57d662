"""What stands out from a table as a card does, and where its edges are."""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np
import pytest

from vision.detect import overlap
from vision.rectify import Pyramid
from vision.snap import snapped
from vision.standout import stands_out, straightened
from vision.types import Bgr, Corners, Quad

PLACE = np.array([[300, 200], [420, 200], [420, 380], [300, 380]], np.float32)


def bricks(seed: int = 1) -> Bgr:
    """A wall of bricks as large as cards, each a little different."""
    rng = np.random.default_rng(seed)
    wall = np.full((600, 800, 3), 60, np.uint8)
    for row, y in enumerate(range(20, 600, 180)):
        for x in range(-120 + 60 * (row % 2), 800, 120):
            tone = np.array([70, 80, 150]) + rng.integers(-15, 16, 3)
            cv2.rectangle(wall, (x + 4, y + 4), (x + 115, y + 175), tone.tolist(), -1)
    noisy = wall + rng.normal(0, 12, wall.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(noisy, (0, 0), 1.2), 0, 255), np.uint8)


def laid(table: Bgr, place: Corners = PLACE) -> Bgr:
    """A pale card of no game on *table*."""
    card = table.copy()
    cv2.fillConvexPoly(card, np.round(place).astype(np.int32), (205, 225, 235), cv2.LINE_AA)
    x, y = place.mean(0)
    cv2.circle(card, (round(float(x)), round(float(y))), 25, (40, 40, 180), -1, cv2.LINE_AA)
    return card


def evidence(bgr: Bgr, corners: Corners = PLACE, score: float = 0.85) -> float:
    return float(stands_out(bgr, Pyramid(bgr), [Quad(corners, 1.0, score)])[0])


def test_a_strange_card_stands_out_from_bricks_and_a_brick_does_not() -> None:
    wall = bricks()
    assert evidence(laid(wall)) > 2
    assert evidence(wall) < 0, "its colours lie all over the table"


def test_a_piece_of_a_table_without_edges_does_not_stand_out() -> None:
    plain = np.full((600, 800, 3), (60, 120, 60), np.uint8)
    assert evidence(plain) < -3 and evidence(laid(plain)) > 2


@pytest.mark.parametrize("turn", [-0.09, 0.0, 0.07])
def test_a_quad_that_lies_askew_is_laid_on_the_edges_around_it(turn: float) -> None:
    c, s = np.cos(turn), np.sin(turn)
    askew = ((PLACE - PLACE.mean(0)) @ np.array([[c, s], [-s, c]]) + PLACE.mean(0) + [5, -4]).astype(np.float32)
    bgr = laid(np.full((600, 800, 3), (60, 120, 60), np.uint8))
    onto = partial(snapped, plane=np.eye(3), size=(120.0, 180.0))
    (quad,) = straightened(Pyramid(bgr), [Quad(askew, 1.0, 0.7)], onto)
    assert overlap(quad.corners, PLACE) > 0.97 > overlap(askew, PLACE)
    assert quad.off < 0.03 and evidence(bgr, quad.corners) >= evidence(bgr, askew)


def test_a_quad_around_which_there_are_no_edges_stays_where_it_is() -> None:
    bgr = laid(np.full((600, 800, 3), (60, 120, 60), np.uint8))
    beside = PLACE + np.float32([60, 0])
    onto = partial(snapped, plane=np.eye(3), size=(120.0, 180.0))
    (quad,) = straightened(Pyramid(bgr), [Quad(beside, 1.0, 0.7)], onto)
    assert overlap(quad.corners, beside) > 0.98


def test_nothing_stands_out_where_nothing_is_found() -> None:
    bgr = bricks()
    assert len(stands_out(bgr, Pyramid(bgr), [])) == 0
    assert straightened(Pyramid(bgr), [], partial(snapped, plane=np.eye(3), size=(1.0, 1.5))) == []
