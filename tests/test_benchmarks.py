"""The ways that `make bench` compares with do read cards where that is easy: else they would prove nothing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from benchmarks.bench_sight import Score
from benchmarks.classics import Contours, Sift, label_of, scans_of
from vision.twin.art import load_deck
from vision.types import Bgr, Corners, Detection, Quad

CODES = ("01-bright", "08-bright", "05-animal", "12-djunk")
WIDTH, HEIGHT = 120, 180


def easy_table() -> tuple[Bgr, list[tuple[str, Corners]]]:
    """Four large cards, a little turned, far apart on plain cloth."""
    scans = scans_of(load_deck())
    table = np.full((480, 1000, 3), (60, 110, 70), np.uint8)
    truth = []
    for n, code in enumerate(CODES):
        turn = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), 6.0 * (n - 1), 1.0)
        turn[:, 2] += (70 + 230 * n, 140)
        card = cv2.resize(scans[code], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        cv2.warpAffine(card, turn, (1000, 480), table, borderMode=cv2.BORDER_TRANSPARENT)
        corners = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)
        truth.append((label_of(code), cv2.transform(corners[None], turn)[0].astype(np.float32)))
    return table, truth


@pytest.mark.parametrize("way", [Sift, Contours])
def test_an_easy_table_is_read_in_the_classic_ways(way: type[Sift] | type[Contours]) -> None:
    table, truth = easy_table()
    score = Score()
    score.add(way(scans_of(load_deck())).find(table, WIDTH), truth)
    assert score.found == 4
    assert score.right >= 3
    assert score.false <= 2


def test_a_score_counts_what_is_found_named_right_and_false() -> None:
    square = np.array([(0, 0), (30, 0), (30, 45), (0, 45)], np.float32)
    places = ((0, "08-bright"), (300, "back"))
    cards = [Detection(Quad(square + shift, 1.0, 0.9), {face: 0.9}) for shift, face in places]
    score = Score()
    score.add(cards, [("08-bright", square + 2), ("05-junk", square + 600)])
    assert (score.cards, score.found, score.right, score.false) == (2, 1, 1, 1)
    score.add(cards[:1], [("01-bright", square)])
    assert (score.cards, score.found, score.right, score.false) == (3, 2, 1, 1)
