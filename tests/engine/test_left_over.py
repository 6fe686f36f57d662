"""Cards that are left over or hidden: of a stack, of a turn that was booked already, of a deal that went on."""

from __future__ import annotations

from dataclasses import replace

from engine.alerts import AlertCode, Level
from engine.events import Joined
from engine.observation import FLOOR, STOCK, SeenCard, Source, Zone
from engine.referee import start
from tests.builders import codes, faces, stack
from tests.engine.script import KS, Scene, Stage, pile, scene
from tests.observed import PERFECT, Card

Code, Q = AlertCode, Level.QUESTION
PILES = {0: "01-junk 01-junk 02-animal 02-junk", 1: "04-animal 04-junk 10-animal 10-junk"}
DEALT = "05-junk 08-bright 03-junk 11-junk 06-ribbon 09-junk"


def test_stack_is_broken_though_a_card_of_another_stack_lies_hidden() -> None:
    one = scene("08-bright 03-junk 07-junk 07-junk", PILES, stacks=(stack("05-junk 05-junk 05-ribbon"),))
    assert one.game.table is not None
    stacks = (*one.game.table.stacks, stack("07-junk 07-junk 07-ribbon"))  # its ribbon was never seen
    one.tell(Joined(one.stage.seconds, replace(one.game.table, loose=faces("08-bright 03-junk"), stacks=stacks), 0, 0))
    one.lay(0, "05-animal")
    one.flip(0, "09-ribbon")
    one.take(0, "05-animal 05-ribbon 05-junk")
    one.wait(3.0)
    assert one.alerts == []
    one.lay(1, "11-junk")
    one.wait(2.0)
    assert one.alerts == [(Code.STACK_BROKEN, Q, 0)]


def test_turn_told_anew_leaves_a_second_card_of_the_stock_over() -> None:
    """One card and what it took were hidden under a hand; they come to light when the turn has been booked."""
    one = scene("05-junk 08-bright 11-junk 06-ribbon", PILES)
    one.lay(0, "03-junk")
    one.flip(0, "12-djunk")
    one.happen(one.stage._wait(0.2, frozenset({pile(0)})))
    assert codes(one.turns[0].flip) == ["12-djunk"]
    one.stage._move(faces("05-junk")[0], FLOOR, pile(0))
    one.stage._put(faces("05-animal")[0], pile(0), (300.0, 40.0), None)
    one.happen(one.stage._wait(0.4, frozenset({pile(0)})))
    one.wait(2.5)
    assert codes(one.turns[0].flip) == ["05-animal"]
    assert one.alerts == [(Code.DOUBLE_FLIP, Q, 0)]
    one.turn(1, "12-bright", "09-ribbon", "12-bright 12-djunk")
    assert codes(one.turns[1].captured) == ["12-bright", "12-djunk"]


def glimpse(one: Scene, text: str) -> None:
    """A part of a card of the stack, read as something else, as long as it lies there."""
    face = faces(text)[0]
    other, track = faces("04-ribbon")[0], 900
    see = one.stage._see

    def seen(card: Card, covered: frozenset[Zone]) -> SeenCard | None:
        found = see(card, covered)
        if found is None or card.face != face or card.zone != FLOOR:
            return found
        return replace(found, track=track, face=other, confidence=0.8, scores={other: 0.8}, visible=0.3)

    one.stage._see = seen  # type: ignore[method-assign]


def test_part_of_a_covered_card_does_not_hide_who_played() -> None:
    one = scene("08-bright 03-junk 11-junk 06-ribbon 12-djunk", PILES, stacks=(stack("07-junk 07-animal 07-ribbon"),))
    one.turn(0, "11-djunk", "09-ribbon", "11-djunk 11-junk")
    one.turn(1, "03-ribbon", "10-ribbon", "03-ribbon 03-junk")
    one.turn(0, "06-junk", "01-bright", "06-junk 06-ribbon")
    one.lay(0, "07-junk")
    glimpse(one, "07-ribbon")
    one.flip(0, "02-ribbon")
    one.take(0, "07-junk 07-junk 07-animal 07-ribbon")
    one.wait(3.0)
    assert one.alerts == [(Code.OUT_OF_TURN, Q, 0)]


def test_last_flip_that_is_seen_in_part_only_leaves_a_hand_short() -> None:
    one = scene("05-junk 09-ribbon", {0: "02-animal", 1: "04-junk"}, hands=1, stock=2)
    one.hand(0, frozenset({STOCK}), stock=True)
    one.hand(0, seconds=0.6)
    one.stage._put(faces("09-animal")[0], pile(0), (300.0, 40.0), None)
    see = one.stage._see

    def seen(card: Card, covered: frozenset[Zone]) -> SeenCard | None:
        found = see(card, covered)
        if found is None or found.face is None or str(card.face) != "09-animal":
            return found
        return replace(found, confidence=0.88, scores={found.face: 0.88}, visible=0.4)

    one.stage._see = seen  # type: ignore[method-assign]
    one.take(0, "09-ribbon")
    one.wait(3.0)
    assert one.alerts == [(Code.HAND_COUNT, Q, 0)]


def dealt(pause: float) -> Scene:
    """Six cards of a deal for three; the dealer's hand stays, and a seventh card comes after *pause*."""
    one = Scene(start(KS, 3), Stage(1, 3, 1, PERFECT, KS), [])
    one.wait(1.0)
    for face in faces(DEALT):
        one.stage._put(face, FLOOR, one.stage._free(), None)
        one.hand(0)
    one.hand(0, seconds=pause)
    one.stage._put(faces("12-djunk")[0], FLOOR, one.stage._free(), Source.HAND)
    one.hand(0)
    one.wait(3.5)
    return one


def test_deal_that_went_on_when_the_round_had_begun_is_a_misdeal() -> None:
    assert dealt(0.8).alerts == [(Code.MISDEAL, Level.STOP, 0)]


def test_first_card_of_the_dealer_is_no_misdeal() -> None:
    assert dealt(3.0).alerts == []
