"""Several looks at one card are averaged, each as if the card lay one way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from vision.identify import Identifier, Reading
from vision.rectify import Pyramid
from vision.several import CUTS, read_cut, read_often
from vision.types import Quad

CARD = np.array([[10, 10], [42, 10], [42, 58], [10, 58]], np.float32)


class Reader(Identifier):
    """Sees the card upright from the quad as it is, and is wrong in one look of all; a mark in the crop's first row."""

    def __init__(self) -> None:
        self.seen: list[Quad] = []

    def read(self, pyramid: Pyramid, quads: Sequence[Quad]) -> Reading:
        (quad,) = quads
        self.seen.append(quad)
        upside = quad.corners[0, 1] > quad.corners[2, 1]
        faces = [0.02, 0.98] if len(self.seen) == 3 else [0.8, 0.2]
        embedding = np.array([[1.0, 0.0]]) if upside else np.array([[0.0, 1.0]])
        crop = np.zeros((1, 96, 64, 3), np.uint8)
        crop[0, -1 if upside else 0] = 255
        return Reading(crop, np.array([faces]), np.array([0.9]), np.array([float(upside)]), embedding)


@pytest.fixture
def blank() -> Pyramid:
    return Pyramid(np.zeros((70, 60, 3), np.uint8))


def test_one_look_that_is_wrong_is_outvoted_and_a_turned_one_is_no_other_way_up(blank: Pyramid) -> None:
    read = read_often(Reader(), blank, [Quad(CARD, 1.0, 0.9)])
    assert read.faces[0, 0] > 0.6 and read.faces.sum() == pytest.approx(1)
    assert read.known == pytest.approx(0.9) and read.flipped == pytest.approx(0)
    assert np.linalg.norm(read.embedding) == pytest.approx(1)


def test_what_lies_over_a_card_is_left_out_the_right_way_up(blank: Pyramid) -> None:
    shown = np.zeros((96, 64), np.uint8)
    shown[:40] = 255
    reader = Reader()
    read_often(reader, blank, [Quad(CARD, 0.4, 0.9, shown)])
    assert len(reader.seen) == len(CUTS)
    for quad, (_, turned) in zip(reader.seen, CUTS, strict=True):
        assert (quad.shown == (shown[::-1, ::-1] if turned else shown)).all()
    reader = Reader()
    read_often(reader, blank, [Quad(CARD, 1.0, 0.9, shown)])
    assert all(quad.shown is None for quad in reader.seen)


def test_two_looks_in_a_row_cut_a_card_out_differently_and_tell_the_same_of_it(blank: Pyramid) -> None:
    reader = Reader()
    reads = [read_cut(reader, blank, [Quad(CARD, 1.0, 0.9)], look) for look in range(2 * len(CUTS))]
    assert all(read.flipped == pytest.approx(0) and read.crops[0, 0].all() for read in reads)
    assert all((a.corners != b.corners).any() for a, b in pairwise(reader.seen))
