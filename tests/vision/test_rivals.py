"""Two finds of one card, and cards that lie on one another."""

from __future__ import annotations

import numpy as np

from vision.rivals import alone
from vision.types import Corners, Mask, Quad


def box(x: float, y: float, width: float = 40, length: float = 60) -> Corners:
    return np.array([[x, y], [x + width, y], [x + width, y + length], [x, y + length]], np.float32)


def shown(*, left: float = 0.0, right: float = 1.0) -> Mask:
    """The mask of a card of which only the columns from *left* to *right* show."""
    mask = np.zeros((96, 64), np.uint8)
    mask[:, round(64 * left) : round(64 * right)] = 255
    return mask


def found(corners: Corners, mask: Mask | None) -> Quad:
    return Quad(corners, 1.0, 0.9, mask)


def test_a_strip_that_shows_what_a_better_find_shows_is_no_card() -> None:
    card = found(box(0, 0), shown())
    strip = found(box(20, 0), shown(right=0.5))  # goes on beside the card, but shows only the card's right half
    assert alone([card, strip]) == [True, False]


def test_a_card_and_the_strip_of_another_below_it_are_two() -> None:
    above, below = found(box(0, 0), shown()), found(box(16, 0), shown(left=0.6))
    assert alone([above, below]) == [True, True]


def test_cards_side_by_side_and_finds_without_a_mask_are_alone() -> None:
    quads = [found(box(0, 0), shown()), found(box(41, 0), shown()), found(box(2, 2), None)]
    assert alone(quads) == [True, True, True]


def test_the_same_card_found_thrice_is_found_once() -> None:
    assert alone([found(box(x, 0), shown()) for x in (0, 3, 6)]) == [True, False, False]
