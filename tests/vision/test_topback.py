"""A back of another colour on the stock is seen; light, hands and an empty place are no such thing."""

from __future__ import annotations

import cv2
import numpy as np

from vision.topback import TopBack

RED, BLUE, FELT = (40, 35, 150), (200, 150, 40), (60, 110, 60)
CORNERS = np.array([(150, 80), (162, 80), (162, 98), (150, 98)], np.float64)


class Stock:
    """A small picture of a stock, ten a second."""

    def __init__(self) -> None:
        self.top, self.seconds, self.rng = TopBack(), 0.0, np.random.default_rng(1)

    def look(
        self,
        colour: tuple[int, int, int],
        times: int,
        *,
        light: float = 1.0,
        hand: bool = False,
        seam: bool = False,
        gathered: bool = False,
    ) -> int:
        """Look at a top card of *colour*; returns how often it was told to be odd."""
        told = 0
        for _ in range(times):
            small = np.full((180, 320, 3), FELT, np.float64)
            if seam:
                cv2.rectangle(small, (148, 0), (160, 179), (20, 30, 15), -1)
            if colour != FELT:
                cv2.rectangle(small, (150, 80), (162, 98), colour, -1)
            if gathered:
                cv2.rectangle(small, (146, 70), (168, 84), (225, 230, 235), -1)
            small = np.clip(small * light + self.rng.normal(0, 2, small.shape), 0, 255).astype(np.uint8)
            steady = np.ones((180, 320), np.bool_)
            steady[90:, 155:] = not hand
            self.seconds += 0.1
            told += self.top.see(small, CORNERS, steady, colour in (RED, BLUE), self.seconds)
        return told


def test_another_back_is_told_once_while_it_lies_there() -> None:
    stock = Stock()
    assert stock.look(RED, 60) == 0
    assert stock.look(BLUE, 30) == 1
    assert stock.look(RED, 30) == 0
    assert stock.look(BLUE, 30) == 1


def test_it_must_lie_there_for_a_while_and_in_plain_sight() -> None:
    stock = Stock()
    stock.look(RED, 60)
    assert stock.look(BLUE, 5) == 0
    stock.look(RED, 5)
    assert stock.look(BLUE, 30, hand=True) == 0


def test_less_light_and_an_empty_place_are_no_other_back() -> None:
    stock = Stock()
    stock.look(RED, 60)
    assert stock.look(RED, 30, light=0.5) == 0
    assert stock.look(FELT, 30) == 0


def test_lamp_switched_off_and_cards_gathered_over_the_stock_are_no_other_back() -> None:
    stock = Stock()
    stock.look(RED, 60)
    assert stock.look(RED, 30, light=0.2) == 0
    assert stock.look(BLUE, 30, light=0.2) == 0, "in another light it is not judged"
    assert stock.look(BLUE, 30, gathered=True) == 0
    assert stock.look(BLUE, 30) == 1


def test_light_that_stays_is_the_light_from_then_on() -> None:
    stock = Stock()
    stock.look(RED, 60)
    for _ in range(4):
        assert stock.look(RED, 60, light=0.3) == 0
        assert stock.look(RED, 60) == 0
    assert stock.look(RED, 200, light=0.3) == 0
    assert stock.look(BLUE, 30, light=0.3) == 1


def test_seam_of_the_cloth_under_the_last_card_is_no_back() -> None:
    stock = Stock()
    stock.look(RED, 60, seam=True)
    assert stock.look(FELT, 30, seam=True) == 0
    assert stock.look(BLUE, 30, seam=True) == 1


def test_first_back_of_an_evening_cannot_be_odd() -> None:
    assert Stock().look(BLUE, 60) == 0


def test_where_the_eyes_are_not_sure_of_a_back_none_is_odd() -> None:
    stock = Stock()
    stock.look(RED, 60)
    assert stock.look((90, 160, 90), 30) == 0
