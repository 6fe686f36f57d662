"""Fouls that are told by when and where cards came, because the eyes are not sure of more or play goes on at once."""

from __future__ import annotations

from dataclasses import replace

from engine.alerts import AlertCode, Level
from engine.observation import FLOOR, STOCK, Source
from tests.builders import codes, faces
from tests.engine.script import Scene, pile, scene
from tests.observed import PERFECT

Code, Q = AlertCode, Level.QUESTION
FLOOR_CARDS = "05-junk 08-bright 03-junk 11-junk 06-ribbon"
PILES = {0: "01-junk 01-junk 02-animal 02-junk 07-ribbon 07-junk",
         1: "04-animal 04-junk 10-animal 10-junk 12-djunk 12-ribbon"}
GUESSING = replace(PERFECT, sure=0.55)  # eyes that hardly know where a card came from


def quick(one: Scene, seat: int, hand: str, flip: str) -> None:
    """A turn after which the table rests too shortly for a question."""
    one.lay(seat, hand)
    one.flip(seat, flip)
    one.wait(0.6)


def test_card_before_another_of_the_hand_was_not_flipped() -> None:
    one = scene(FLOOR_CARDS, PILES, noise=GUESSING)
    one.lay(0, "05-animal", source=Source.STOCK)
    one.lay(0, "11-djunk")
    one.flip(0, "09-ribbon")
    one.wait(3.0)
    assert one.alerts == [(Code.TWO_CARDS_PLAYED, Q, 0)]
    assert codes(one.raised[0].alert.cards) == ["05-animal", "11-djunk"]


def test_card_before_any_hand_was_at_the_stock_is_of_the_hand() -> None:
    one = scene(FLOOR_CARDS, PILES, noise=GUESSING)
    one.lay(0, "05-animal", source=Source.STOCK)
    one.flip(0, "09-ribbon 10-ribbon")
    one.wait(3.0)
    assert one.alerts == [(Code.DOUBLE_FLIP, Q, 0)]
    assert codes(one.raised[0].alert.cards) == ["09-ribbon", "10-ribbon"]


def test_pair_is_missed_when_the_table_rests_a_whole_circle_later() -> None:
    one = scene(FLOOR_CARDS, PILES)
    quick(one, 0, "05-animal", "09-ribbon")
    one.wait(1.5)
    one.lay(1, "10-ribbon")
    one.wait(0.9)
    one.flip(1, "07-animal")
    one.wait(0.6)
    quick(one, 0, "01-bright", "12-bright")
    one.lay(1, "02-ribbon")
    one.wait(2.0)
    assert one.alerts == [(Code.CAPTURE_MISSED, Q, 0)]


def test_captured_card_exchanged_for_one_of_the_floor_though_the_eyes_still_see_it_in_its_row() -> None:
    one = scene(FLOOR_CARDS, PILES)
    one.take(1, "08-bright")
    one.hand(1)
    one.stage._put(faces("04-animal")[0], FLOOR, one.stage._free(), Source.HAND)
    one.hand(1)
    one.wait(3.0)
    assert one.alerts == [(Code.CAPTURED_PILE_TAMPER, Q, 1)]
    assert codes(one.raised[0].alert.cards) == ["04-animal", "08-bright"]


def test_debt_is_hinted_at_though_players_are_quick() -> None:
    """Seat 0 makes a jjok; when seat 1 flips the table rests for a moment only."""
    one = scene(FLOOR_CARDS, PILES)
    one.turn(0, "09-ribbon", "09-junk", "09-ribbon 09-junk")
    one.wait(1.0)
    one.lay(1, "01-bright")
    one.flip(1, "10-ribbon")
    one.wait(0.9)
    one.hand(0)
    one.wait(0.4)
    assert [(r.alert.code, r.alert.level, r.alert.seat, r.alert.turn) for r in one.raised] == [
        (Code.STEAL_OWED, Level.HINT, 1, 1)]


def test_junk_taken_while_the_takers_turn_is_not_booked_yet_may_be_due() -> None:
    """Seat 0 sweeps seat 1's junk for a jjok that lies under its hand from beginning to end."""
    one = scene(FLOOR_CARDS, PILES)
    one.turn(0, "05-animal", "09-ribbon", "05-animal 05-junk")
    one.turn(1, "01-bright", "12-bright")
    one.hand(0)
    one.hand(0, frozenset({STOCK}), stock=True)
    one.take(0, "10-junk", source=pile(1))
    one.wait(2.0)
    assert one.alerts == []


def unseen(one: Scene, seat: int, text: str) -> None:
    """A hand lays a card that it hides until the card lies in the pile."""
    one.hand(seat, seconds=0.8)
    for face in faces(text):
        one.stage._put(face, pile(seat), (100.0 + 18 * len(one.stage.cards), 40.0 + 400 * seat), None)


def test_card_that_came_with_the_next_seats_hand_is_not_the_flip_that_was_skipped() -> None:
    """Of the next seat's turn only the flip is seen on the floor."""
    one = scene(FLOOR_CARDS, PILES)
    one.lay(0, "09-ribbon")
    one.wait(2.0)
    one.hand(1, seconds=0.8)
    one.flip(1, "10-ribbon")
    unseen(one, 1, "11-djunk")
    one.take(1, "11-junk")
    one.wait(2.0)
    assert one.alerts == [(Code.FLIP_SKIPPED, Q, 0)]
    assert codes(one.raised[0].alert.cards) == ["09-ribbon"]


def test_flip_is_skipped_though_the_hand_card_was_seen_in_the_pile_only() -> None:
    one = scene(FLOOR_CARDS, PILES)
    unseen(one, 0, "05-animal")
    one.take(0, "05-junk")
    one.wait(2.0)
    one.hand(1, seconds=0.8)
    one.flip(1, "10-ribbon")
    one.wait(2.0)
    assert one.alerts == [(Code.FLIP_SKIPPED, Q, 0)]


def test_turn_under_two_hands_in_a_row_skips_no_flip() -> None:
    """The next seat's hand comes while the mover's still turns its card."""
    one = scene(FLOOR_CARDS, PILES)
    one.lay(0, "09-ribbon")
    one.hand(0, frozenset({STOCK}), stock=True)
    one.hand(1)
    one.stage._put(faces("10-ribbon")[0], FLOOR, one.stage._free(), Source.STOCK)
    one.hand(1)
    one.wait(1.5)
    assert one.alerts == [] and codes(one.turns[0].flip) == ["10-ribbon"]


def test_hand_that_was_at_the_floor_before_it_took_from_the_stock_is_not_short() -> None:
    """The eyes do not see the card that it laid, because they have no name for it."""
    one = scene(FLOOR_CARDS, PILES)
    one.hand(0, seconds=1.0)
    one.flip(0, "09-ribbon")
    one.wait(1.5)
    one.turn(1, "11-djunk", "10-ribbon", "11-djunk 11-junk")
    one.wait(1.0)
    assert one.alerts == []


def test_hand_that_went_straight_to_the_stock_is_short_when_the_next_seat_has_played() -> None:
    one = scene(FLOOR_CARDS, PILES)
    one.flip(0, "09-ribbon")
    one.wait(1.5)
    one.turn(1, "11-djunk", "10-ribbon", "11-djunk 11-junk")
    one.wait(1.0)
    assert one.alerts == [(Code.HAND_COUNT, Q, 0)]
