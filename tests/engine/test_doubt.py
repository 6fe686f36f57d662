"""Fouls of which the eyes see less than all: hidden under a hand, read in part, read dimly, covered in a pile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.alerts import AlertCode, Level
from engine.displaced import readable
from engine.foul import seen_turn
from engine.observation import FLOOR, STOCK, SeenCard, Source, Zone
from tests.builders import codes, faces
from tests.engine.script import Scene, pile, scene
from tests.observed import Card

Code, Q = AlertCode, Level.QUESTION
FLOOR_CARDS = "05-junk 08-bright 03-junk 11-junk 06-ribbon"
PILES = {0: "01-junk 01-junk 02-animal 02-junk", 1: "04-animal 04-junk 10-animal 10-junk"}
HIDDEN = -1.0


def dimmed(one: Scene, read: Mapping[tuple[str, Zone], float], visible: float = 1.0) -> None:
    """From now on the eyes read these faces in these zones with that confidence; `HIDDEN`: not at all."""
    see = one.stage._see

    def seen(card: Card, covered: frozenset[Zone]) -> SeenCard | None:
        found, sure = see(card, covered), read.get((str(card.face), card.zone))
        if found is None or found.face is None or sure is None:
            return found
        return None if sure == HIDDEN else replace(found, confidence=sure, scores={found.face: sure}, visible=visible)

    one.stage._see = seen  # type: ignore[method-assign]


def slip(one: Scene, text: str) -> None:
    """Cards come to the pile of seat 0 that nobody saw on the floor."""
    for face in faces(text):
        one.stage._put(face, pile(0), (400.0 + 70 * len(one.stage.cards), 40.0), None)


@pytest.mark.parametrize("told", [True, False])
def test_card_that_is_read_in_part_is_what_people_said_lies_there(told: bool) -> None:
    """A second 10-animal; nobody told of the first one unless the pile was told."""
    one = scene("05-junk 08-bright", {1: "04-junk 04-animal 10-animal" if told else "04-junk 04-animal"})
    if not told:
        one.stage._put(faces("10-animal")[0], pile(1), (300.0, 440.0), None)
    dimmed(one, {("10-animal", pile(1)): 0.92}, 0.45)
    next(card for card in one.stage.cards if str(card.face) == "10-animal").track = 900
    one.wait(3.0)
    one.lay(0, "10-animal", beside=False)
    one.wait(3.0)
    assert (one.alerts == [(Code.DUPLICATE_CARD, Q, 0)]) is told


def test_card_under_others_in_a_pile_is_no_reading_of_the_one_beside_it_and_counts_for_its_month() -> None:
    one = scene("05-junk 08-bright 11-junk", {1: "05-junk 05-ribbon"})
    one.turn(0, "05-animal", "09-ribbon", "05-animal 05-junk")
    dimmed(one, {("05-animal", pile(0)): HIDDEN})
    one.wait(2.0)
    one.lay(1, "05-junk", beside=False)
    one.wait(3.0)
    assert one.alerts == [(Code.FOREIGN_CARD, Q, 1)]


def test_card_pocketed_before_a_turn_was_not_captured_by_it() -> None:
    one = scene("05-junk 05-animal 08-bright 03-junk", PILES)
    one.turn(0, "09-ribbon", "11-junk")
    one.hand(0)
    one.drop("05-junk")
    one.hand(0)
    one.wait(1.5)
    one.turn(1, "05-ribbon", "12-djunk", "05-ribbon 05-animal")
    one.wait(3.0)
    assert one.alerts == [(Code.CARD_MISSING, Q, 0)]


@pytest.mark.parametrize("seen", ["05-animal", ""])
def test_ppeok_is_taken_though_a_hand_covered_the_flip_or_both_cards(seen: str) -> None:
    one = scene(FLOOR_CARDS, PILES)
    if seen:
        one.lay(0, seen)
    one.hand(0, frozenset({STOCK}), stock=True)
    one.take(0, f"{seen} 05-junk".strip())
    slip(one, "05-ribbon" if seen else "05-ribbon 05-animal")
    one.wait(4.0)
    assert one.alerts == [(Code.PPEOK_TAKEN, Q, 0)]
    assert sorted(codes(one.raised[0].alert.cards)) == ["05-animal", "05-junk", "05-ribbon"]


def test_flip_that_is_read_dimly_hides_no_wrong_capture() -> None:
    one = scene(FLOOR_CARDS, PILES)
    dimmed(one, {("09-ribbon", FLOOR): 0.75})
    one.lay(0, "07-animal")
    one.flip(0, "09-ribbon")
    one.take(0, "07-animal 08-bright")
    one.wait(2.0)
    one.lay(1, "11-djunk")
    one.wait(2.0)
    assert one.alerts == [(Code.MONTH_MISMATCH, Q, 0)]


def test_extra_card_is_taken_though_a_hand_covered_the_card_that_was_played() -> None:
    one = scene(FLOOR_CARDS, PILES)
    one.hand(0, seconds=0.8)
    one.flip(0, "09-ribbon")
    one.take(0, "05-junk 03-junk")
    slip(one, "05-animal")
    one.wait(3.0)
    assert one.alerts == [(Code.EXTRA_TABLE_CARD, Q, 0)]
    assert codes(one.raised[0].alert.cards) == ["03-junk"]


def test_card_that_went_to_another_pile_is_no_second_card_of_the_mover() -> None:
    """The eyes tell whose hand came a moment too late."""
    one = scene(FLOOR_CARDS, PILES)
    one.lay(0, "05-animal")
    one.flip(0, "09-ribbon")
    one.take(0, "05-animal 05-junk 03-junk")
    one.hand(0)
    one.stage._put(faces("11-djunk")[0], FLOOR, one.stage._free(), Source.HAND)
    one.hand(0, seconds=1.5)
    one.take(1, "11-djunk 11-junk")
    one.wait(0.6)
    assert one.game.round is not None
    seen = seen_turn(one.game, one.game.round, readable)
    assert seen is not None and len(seen.hand) == 1


def test_cards_that_went_straight_to_another_pile_were_not_taken_from_the_first() -> None:
    """The hand is told to be of the wrong seat: the book is wrong, and nobody robbed a pile."""
    one = scene(FLOOR_CARDS, PILES)
    one.lay(0, "05-animal")
    one.flip(0, "09-ribbon")
    for face in faces("05-animal 05-junk"):
        one.stage._move(face, FLOOR, pile(1))
    one.wait(5.0)
    assert one.alerts == []
