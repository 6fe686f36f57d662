"""Where hands stop before and after the stock tells the hand card from the flip."""

from __future__ import annotations

import numpy as np

from engine.observation import Source
from vision.hands import Arm, HandLook
from vision.origin import Stops

NOTHING = np.zeros((4, 4), np.bool_)


class Hands:
    """Moves the hand of seat 0, at ten looks a second, over a small picture of one pixel a millimetre."""

    def __init__(self) -> None:
        self.stops, self.seconds = Stops(1.0), 0.0

    def at(self, x: float, y: float, looks: int = 4, *, seat: int = 0, stock: bool = False) -> None:
        """Rest there for so many looks."""
        for _ in range(looks):
            self.seconds += 0.1
            arm = Arm(seat, NOTHING, (x, y), stock)
            masks = (NOTHING,) * 5
            quiet = np.zeros(NOTHING.shape)
            look = HandLook((arm,), *masks, frozenset(), {}, None, True, False, quiet)
            self.stops.see(look, self.seconds)

    def gone(self, seconds: float) -> None:
        """No hand is there for a while."""
        self.seconds += seconds

    def turn(self) -> None:
        """Lay at (100, 100), fetch from the stock, lay at (300, 100)."""
        self.at(100, 100)
        self.at(200, 150, looks=1)
        self.at(220, 160, looks=3, stock=True)
        self.at(260, 130, looks=1)
        self.at(300, 100)


def test_card_where_the_hand_stopped_before_the_stock_is_from_the_hand_however_late_it_is_seen() -> None:
    hands = Hands()
    hands.turn()
    assert hands.stops.source(110, 105) is Source.HAND
    assert hands.stops.source(305, 95) is Source.STOCK


def test_place_where_the_hand_only_passed_tells_nothing() -> None:
    hands = Hands()
    hands.turn()
    assert hands.stops.source(200, 40) is None


def test_nothing_is_told_before_the_stock_was_touched() -> None:
    hands = Hands()
    hands.at(100, 100)
    assert hands.stops.source(100, 100) is None


def test_the_hand_of_a_later_visit_did_not_bring_what_lay_there_before() -> None:
    hands = Hands()
    hands.turn()
    hands.gone(3.0)
    seen = hands.seconds
    hands.gone(1.0)
    hands.turn()
    assert hands.stops.source(100, 100, since=seen) is None


def test_stops_of_an_earlier_visit_do_not_count_for_the_next_seat() -> None:
    hands = Hands()
    hands.turn()
    hands.gone(2.0)
    hands.at(310, 100, seat=1)
    assert hands.stops.source(305, 95) is None
