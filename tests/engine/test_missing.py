"""A card that nobody captured is gone: it is asked about only where all else lies as the book has it (I2)."""

from __future__ import annotations

import pytest

from engine.alerts import AlertCode, Level
from engine.observation import FLOOR, Zone
from tests.builders import faces
from tests.engine.script import Scene, pile, scene

Code = AlertCode
PILES = {0: "01-junk 03-junk 07-ribbon", 1: "04-animal 04-junk 12-djunk"}


def gone(zone: Zone | None = None, more: str = "") -> Scene:
    """A scene in which 03-junk is pocketed and two turns follow; before, *more* appears in *zone* under a hand."""
    one = scene("05-junk 08-bright 03-junk 11-junk 06-ribbon", PILES)
    one.hand(1)
    one.drop("03-junk")
    for face in faces(more) if zone else ():
        at = (500.0, 40.0 + 400 * (zone.seat or 0)) if zone != FLOOR else one.stage._free()
        one.stage._put(face, zone, at, None)
    one.hand(1)
    one.turn(0, "09-ribbon", "10-ribbon")
    one.turn(1, "02-ribbon", "12-bright")
    one.wait(4.0)
    return one


def test_a_card_pocketed_between_turns_is_missed_once_play_has_gone_on() -> None:
    assert gone().alerts == [(Code.CARD_MISSING, Level.QUESTION, 1)]  # whose hand it was


def test_a_card_of_a_fan_that_is_seen_twice_hides_no_missing_card() -> None:
    assert Code.CARD_MISSING in [code for code, _, _ in gone(pile(1), "04-junk").alerts]


@pytest.mark.parametrize(("zone", "more"), [
    (pile(0), "03-junk"),  # it may be the one that is missed
    (pile(1), "10-junk"),  # nothing of that kind is booked there
    (FLOOR, "11-junk"),  # the floor is read otherwise, too
])
def test_where_the_book_and_the_table_differ_in_more_nobody_is_asked_for_a_missing_card(zone: Zone, more: str) -> None:
    assert Code.CARD_MISSING not in [code for code, _, _ in gone(zone, more).alerts]
