"""Cards side by side: how large one is at each place of a tilted picture, and the order in which they are numbered."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.identify import Reading
from vision.spread import choose, cube_root_of_area, even_matrix, fits, in_rows
from vision.types import Quad

SIZE = (1600, 1200)


def tilted(columns: int = 8, rows: int = 6, slant: float = 0.0) -> list[Quad]:
    """A grid of equal cards seen by a camera that does not look straight down, row by row."""
    turn = np.array([[np.cos(slant), -np.sin(slant), 0], [np.sin(slant), np.cos(slant), 0], [0, 0, 1]])
    plane = np.array([[150, 10, 800], [0, 140, 600], [0.005, 0.03, 1.0]]) @ turn
    card = np.array([[-0.5, -0.78], [0.5, -0.78], [0.5, 0.78], [-0.5, 0.78]])
    quads = []
    for row in range(rows):
        for column in range(columns):
            place = card + np.array([1.2 * (column - columns / 2), 1.9 * (row - rows / 2)])
            quads.append(Quad(cv2.perspectiveTransform(place[None], plane)[0].astype(np.float32), 1.0, 0.9))
    return quads


def test_the_size_of_cards_is_known_at_every_place() -> None:
    quads = tilted()
    size = cube_root_of_area(quads[::3])
    assert size is not None
    areas = [cv2.contourArea(q.corners) for q in quads]
    assert max(areas) > 2 * min(areas)
    for quad, area in zip(quads, areas, strict=True):
        assert float(np.dot(size, (1, *quad.corners.mean(0)))) ** 3 == pytest.approx(area, rel=0.05)


def test_parts_of_cards_do_not_spoil_it_and_do_not_fit() -> None:
    quads = tilted()
    half = quads[5].corners.copy()
    half[2:] = (half[2:] + half[1::-1]) / 2
    part = Quad(np.roll(half, 1, 0), 1.0, 0.9)
    size = cube_root_of_area([*quads, *[part] * 5])
    assert size is not None and not fits(part, size) and all(fits(quad, size) for quad in quads)


def test_few_cards_tell_no_size() -> None:
    assert cube_root_of_area(tilted()[:3]) is None


def test_the_evened_picture_shows_all_cards_equally_large() -> None:
    quads = tilted()
    size = cube_root_of_area(quads)
    assert size is not None
    matrix, shape = even_matrix(size, SIZE, 32.0)
    flat = [cv2.perspectiveTransform(quad.corners[None].astype(np.float64), matrix)[0] for quad in quads]
    areas = [cv2.contourArea(corners.astype(np.float32)) for corners in flat]
    assert max(areas) < 1.1 * min(areas)
    assert np.mean(areas) == pytest.approx(32 * 32 * 1.55, rel=0.1)
    inside = [c for c, q in zip(flat, quads, strict=True) if (q.corners > 0).all() and (q.corners < SIZE).all()]
    assert all((corners > 0).all() and (corners < shape).all() for corners in inside)


@pytest.mark.parametrize("slant", [-0.2, 0.0, 0.15])
def test_cards_are_numbered_row_by_row_however_the_table_is_turned(slant: float) -> None:
    quads = tilted(slant=slant)
    order = np.random.default_rng(2).permutation(len(quads))
    shuffled = [quads[k] for k in order]
    assert [int(order[k]) for k in in_rows(shuffled, range(len(quads)))] == list(range(len(quads)))


def test_cards_upside_down_are_numbered_alike() -> None:
    quads = [Quad(np.roll(q.corners, 2 * (k % 2), 0), 1.0, 0.9) for k, q in enumerate(tilted(slant=0.15))]
    assert in_rows(quads, range(len(quads))) == list(range(len(quads)))


def chosen(named: float, out: float | None = 1.0, **facts: float) -> bool:
    """Whether a quad with these *facts* that reads as a face with probability *named* counts as a card."""
    square = np.array([[0, 0], [40, 0], [40, 60], [0, 60]], np.float32)
    quad = replace(Quad(square, 1.0, 0.8), **facts)
    faces = np.array([[named, 1 - named, 0.0]])
    read = Reading(np.zeros((1, 96, 64, 3), np.uint8), faces, np.ones(1), np.zeros(1), np.zeros((1, 128)))
    return choose([quad], read, 2, None if out is None else np.array([out])) == [0]


def test_a_strange_card_of_the_right_size_is_one_if_it_stands_out_from_the_table() -> None:
    assert chosen(0.5, off=0.03)
    assert not chosen(0.5, off=0.03, score=0.95, out=-1.0), "a piece of a pattern"
    assert not chosen(0.5, off=0.1) and chosen(0.5, off=0.1, out=4.0), "bent, but plainly there"
    assert not chosen(0.5, off=0.2, out=4.0)
    assert chosen(0.97, off=0.1, out=-1.0), "a face is read from a bent card too, and on any table"
    assert not chosen(0.97, off=0.2)


def test_where_nothing_tells_the_size_strange_cards_must_be_sure() -> None:
    assert not chosen(0.5, out=None)
    assert chosen(0.5, out=None, score=0.9)


def test_what_shows_by_half_must_be_sure_whatever_it_reads_as() -> None:
    assert not chosen(0.97, visible=0.5)
    assert chosen(0.97, visible=0.5, score=0.9)


def test_cards_that_lie_over_one_another_a_little_are_all_kept_and_what_is_between_two_is_not() -> None:
    square = np.array([[0, 0], [40, 0], [40, 60], [0, 60]], np.float32)
    row = [Quad(square + np.float32([34 * k, 0]), 1.0, 0.93, off=0.02) for k in range(4)]
    between = Quad(square + np.float32([17, 0]), 1.0, 0.9, off=0.02)
    quads = [*row, between]
    faces = np.full((5, 3), 0.01)
    faces[:, 0] = 0.98
    read = Reading(np.zeros((5, 96, 64, 3), np.uint8), faces, np.ones(5), np.zeros(5), np.zeros((5, 128)))
    assert sorted(choose(quads, read, 2, np.full(5, 2.0))) == [0, 1, 2, 3]


def test_no_card_is_numbered_where_there_is_none() -> None:
    assert in_rows([], []) == []
