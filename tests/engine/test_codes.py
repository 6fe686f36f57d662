"""Each foul that can be seen is asked about with its code, seat and evidence; what only looks like one is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.alerts import AlertCode, Certainty, Level, Request
from engine.events import Looked, from_json, to_json
from engine.observation import FLOOR, STOCK, Note, Observation, SeenCard, Source
from engine.outputs import AlertRaised
from engine.rules import ruleset
from tests.builders import codes, stack
from tests.engine.script import Scene, pile, scene

Code = AlertCode
Q, S = Level.QUESTION, Level.STOP
FLOOR_CARDS = "05-junk 08-bright 03-junk 11-junk 06-ribbon"
PILES = {0: "01-junk 01-junk 02-animal 02-junk 07-ribbon 07-junk",
         1: "04-animal 04-junk 10-animal 10-junk 12-djunk 12-ribbon"}


def ordinary(**more: object) -> Scene:
    """A table in the middle of a round, seat 0 to move."""
    return scene(FLOOR_CARDS, PILES, **more)  # type: ignore[arg-type]


def month_mismatch(one: Scene) -> None:
    one.lay(0, "05-animal")
    one.flip(0, "09-ribbon")
    one.take(0, "05-animal 08-bright")


def extra_card(one: Scene) -> None:
    one.lay(0, "05-animal")
    one.flip(0, "09-ribbon")
    one.take(0, "05-animal 05-junk 03-junk")


def two_cards(one: Scene) -> None:
    one.lay(0, "05-animal 11-djunk")
    one.flip(0, "09-ribbon")


def double_flip(one: Scene) -> None:
    one.lay(0, "05-animal")
    one.flip(0, "09-ribbon")
    one.flip(0, "10-ribbon")


def ppeok_taken(one: Scene) -> None:
    one.lay(0, "05-animal")
    one.flip(0, "05-ribbon")
    one.take(0, "05-animal 05-ribbon 05-junk")


def pile_robbed(one: Scene) -> None:
    one.take(0, "10-animal", source=pile(1))


def junk_robbed(one: Scene) -> None:
    one.turn(0, "05-animal", "09-ribbon", "05-animal 05-junk")
    one.take(0, "10-junk", source=pile(1))


FOULS = [(month_mismatch, Code.MONTH_MISMATCH, "08-bright"), (extra_card, Code.EXTRA_TABLE_CARD, "03-junk"),
         (two_cards, Code.TWO_CARDS_PLAYED, "11-djunk"), (double_flip, Code.DOUBLE_FLIP, "10-ribbon"),
         (ppeok_taken, Code.PPEOK_TAKEN, "05-junk"), (pile_robbed, Code.CAPTURED_PILE_TAMPER, "10-animal"),
         (junk_robbed, Code.EXTRA_STEAL, "10-junk")]


@pytest.mark.parametrize(("foul", "code", "card"), FOULS, ids=[str(one[1]) for one in FOULS])
def test_foul_of_the_seat_to_move_is_asked_about_once(foul, code: Code, card: str) -> None:  # type: ignore[no-untyped-def]
    one = ordinary()
    foul(one)
    one.wait(3.0)
    assert one.alerts == [(code, Q, 0)]
    assert card in codes(one.raised[0].alert.cards)


def stacked() -> Scene:
    """A ppeok of seat 1 lies there."""
    return scene("08-bright 03-junk 06-ribbon", PILES, stacks=(stack("05-junk 05-junk 05-ribbon", 1),))


def test_stack_of_which_a_part_is_left_is_broken_when_play_goes_on() -> None:
    one = stacked()
    one.lay(0, "05-animal")
    one.flip(0, "09-ribbon")
    one.take(0, "05-animal 05-junk")
    one.wait(3.0)
    assert one.alerts == []  # people collect a stack in several grips
    one.lay(1, "11-junk")
    one.wait(2.0)
    assert one.alerts == [(Code.STACK_BROKEN, Q, 0)]


def test_card_taken_from_a_stack_alone_breaks_it() -> None:
    one = stacked()
    one.turn(0, "09-ribbon", "01-bright")
    one.take(0, "05-ribbon")
    one.wait(2.0)
    assert one.alerts == [(Code.STACK_BROKEN, Q, 0)]


def test_flip_is_missed_only_when_the_next_seats_card_lies() -> None:
    one = ordinary()
    one.lay(0, "09-ribbon")
    one.wait(4.0)
    assert one.alerts == []
    one.lay(1, "10-ribbon")
    one.wait(2.0)
    assert one.alerts == [(Code.FLIP_SKIPPED, Q, 0)]


def test_capture_is_missed_only_when_the_next_seats_card_lies() -> None:
    one = ordinary()
    one.lay(0, "05-animal")
    one.flip(0, "09-ribbon")
    one.wait(4.0)
    assert one.alerts == []
    one.lay(1, "10-ribbon")
    one.flip(1, "07-junk")
    one.wait(2.5)
    assert one.alerts == [(Code.CAPTURE_MISSED, Q, 0)]


def owed(one: Scene) -> None:
    """Seat 0 makes a jjok, which takes a junk of seat 1, and nobody gives it."""
    one.lay(0, "09-ribbon")
    one.flip(0, "09-junk")
    one.take(0, "09-ribbon 09-junk")
    one.wait(2.0)


def test_debt_is_a_hint_then_a_question_then_it_lapses() -> None:
    one = ordinary()
    owed(one)
    assert one.raised == [] and codes(one.turns[0].stolen[1]) == ["10-junk"]
    one.turn(1, "01-bright", "10-ribbon")
    assert [(r.alert.code, r.alert.level, r.alert.seat) for r in one.raised] == [(Code.STEAL_OWED, Level.HINT, 1)]
    one.lay(0, "12-bright")
    one.wait(2.0)
    assert one.alerts == [(Code.STEAL_OWED, Q, 1)]
    assert one.turns[0].stolen[1] == ()  # the debt has lapsed


def test_wrong_junk_is_asked_about() -> None:
    one = ordinary()
    one.lay(0, "09-ribbon")
    one.flip(0, "09-junk")
    one.take(0, "09-ribbon 09-junk")
    one.take(0, "12-djunk", source=pile(1))
    one.wait(3.0)
    assert one.alerts == [(Code.WRONG_CARD_STOLEN, Q, 0)]


def test_whoever_gives_chooses_among_equal_junk() -> None:
    one = ordinary()
    one.lay(0, "09-ribbon")
    one.flip(0, "09-junk")
    one.take(0, "09-ribbon 09-junk")
    one.take(0, "04-junk", source=pile(1))
    one.wait(3.0)
    assert one.raised == []
    assert codes(one.turns[0].stolen[1]) == ["04-junk"]


def test_card_of_the_floor_that_comes_to_a_pile_outside_a_turn_is_asked_about() -> None:
    one = ordinary(players=2)
    one.turn(0, "09-ribbon", "01-bright")
    one.take(0, "03-junk")
    one.wait(2.0)
    assert one.alerts == [(Code.EXTRA_TABLE_CARD, Q, 0)]


def test_ppeok_that_is_taken_after_a_rest_is_asked_about() -> None:
    one = ordinary()
    one.lay(0, "05-animal")
    one.flip(0, "05-ribbon")
    one.wait(2.0)
    assert one.turns[0].stack is not None
    one.take(0, "05-animal 05-ribbon 05-junk")
    one.wait(2.0)
    assert one.alerts == [(Code.PPEOK_TAKEN, Q, 0)]


def test_alert_carries_what_it_is_about() -> None:
    one = ordinary()
    extra_card(one)
    one.wait(3.0)
    evidence = one.raised[0].alert.evidence
    assert evidence.invariant == "I4" and evidence.before < evidence.after
    assert [(str(s.face), s.zone) for s in evidence.spots_before] == [("03-junk", FLOOR)]
    assert [(str(s.face), s.zone) for s in evidence.spots_after] == [("03-junk", pile(0))]
    assert all(s.track is not None and s.at is not None for s in evidence.spots_after)
    line = one.raised[0].to_json()
    assert line["invariant"] == "I4" and line["request"] == "put_back" and line["after"][0]["zone"] == "pile:0"


def test_fifth_card_of_a_month_is_foreign_and_a_second_single_face_is_double() -> None:
    piles = {0: "05-animal 05-ribbon 05-junk", 1: "04-animal 04-junk"}
    one = scene("05-junk 08-bright 03-junk", piles)
    one.lay(0, "05-junk", beside=False)
    one.wait(3.0)
    assert one.alerts == [(Code.FOREIGN_CARD, Q, 0)]
    two = ordinary()
    two.lay(0, "08-bright", beside=False)
    two.wait(3.0)
    assert two.alerts == [(Code.DUPLICATE_CARD, Q, 0)]


def test_bonus_card_that_the_house_does_not_know_is_foreign() -> None:
    one = ordinary()
    one.lay(0, "bonus2", beside=False)
    one.wait(3.0)
    assert one.alerts == [(Code.FOREIGN_CARD, Q, 0)]


def test_one_card_doubled_and_one_missing_in_its_place_is_rather_misread() -> None:
    one = ordinary()
    one.hand(0)
    next(card for card in one.stage.cards if str(card.face) == "06-ribbon").face = one.stage.cards[1].face
    one.hand(0)
    one.wait(7.0)
    assert one.alerts == [(Code.DUPLICATE_CARD, Q, 0)]
    asked = one.raised[0].alert
    assert codes(asked.cards) == ["08-bright"]
    assert (asked.certainty, asked.evidence.request) == (Certainty.NEEDS_CONFIRMATION, Request.SHOW)


@pytest.mark.parametrize(("sseul", "hints"), [(True, 1), (False, 0)])
def test_event_that_is_off_owes_nothing(sseul: bool, hints: int) -> None:
    """Seat 0 sweeps the floor and is given no junk."""
    rules = ruleset(options={"sseul": sseul})
    one = scene("05-junk 09-junk", {1: "04-animal 04-junk 10-junk"}, rules=rules)
    one.turn(0, "05-animal", "09-ribbon", "05-animal 05-junk 09-ribbon 09-junk")
    one.turn(1, "01-bright", "10-ribbon")
    assert [one.alert.code for one in one.raised] == [Code.STEAL_OWED] * hints


def test_hand_that_lingers_at_the_stock_and_notes_of_the_eyes_are_hints() -> None:
    one = ordinary()
    one.hand(1, frozenset({STOCK}), 1.0, stock=True)
    one.wait(2.0)
    assert [(r.alert.code, r.alert.level, r.alert.seat) for r in one.raised] == [(Code.PEEK, Level.HINT, 1)]
    noted = Observation(one.stage.seconds, (), frozenset({FLOOR}), notes=(Note("NO_CUT"), Note("DEAL_ORDER", 1)))
    said = one.tell(from_json(to_json(Looked(noted))))
    assert [r.alert.code for r in said if isinstance(r, AlertRaised)] == [Code.NO_CUT, Code.DEAL_ORDER]


def test_second_copy_that_takes_its_twin_is_double_and_the_turn_is_told_as_it_was() -> None:
    one = ordinary()
    one.turn(0, "08-bright", "09-ribbon", "08-bright 08-bright")
    one.wait(1.5)
    assert one.alerts == [(Code.DUPLICATE_CARD, Q, 0)]
    assert codes(one.turns[-1].hand) == ["08-bright"]
    assert codes(one.turns[-1].captured) == ["08-bright", "08-bright"]


def test_loose_card_pocketed_after_the_own_turn_is_asked_of_that_seat() -> None:
    one = ordinary()
    one.turn(0, "05-animal", "09-ribbon", "05-animal 05-junk")
    one.hand(0)
    one.drop("03-junk")
    one.wait(1.0)
    one.turn(1, "01-bright", "10-ribbon")
    one.wait(2.5)
    assert one.alerts == [(Code.CARD_MISSING, Q, 0)]


def test_card_laid_on_the_bare_place_of_a_pocketed_one_does_not_hide_it() -> None:
    one = ordinary()
    one.turn(0, "05-animal", "09-ribbon", "05-animal 05-junk")
    lay_at = next(card.at for card in one.stage.cards if str(card.face) == "03-junk")
    one.hand(0)
    one.drop("03-junk")
    one.wait(1.0)
    one.lay(1, "01-bright")
    one.stage.cards[-1].at = lay_at
    one.flip(1, "10-ribbon")
    one.wait(4.0)
    assert one.alerts == [(Code.CARD_MISSING, Q, 0)]


def strange(one: Scene, seconds: float, unknown: float = 0.97, visible: float = 1.0) -> None:
    """Something lies on the floor that the eyes take for no card of this game."""
    thing = SeenCard(900, None, FLOOR, unknown, (400.0, 250.0), visible=visible, unknown=unknown)
    end = one.stage.seconds + seconds
    while one.stage.seconds < end:
        for event in one.stage._wait(0.1):
            assert isinstance(event, Looked)
            seen = event.observation
            look = Looked(replace(seen, cards=(*seen.cards, thing)))
            one.happen(iter([from_json(to_json(look))]))


def test_card_of_no_known_face_that_a_seat_lays_is_foreign() -> None:
    one = ordinary()
    one.hand(1)
    strange(one, 4.0)
    assert one.alerts == [(Code.FOREIGN_CARD, Q, 1)]


@pytest.mark.parametrize(("seconds", "unknown", "visible"), [(1.5, 0.97, 1.0), (5.0, 0.8, 1.0), (5.0, 0.97, 0.6)])
def test_thing_seen_shortly_doubtfully_or_in_part_is_not_asked_about(seconds: float, unknown: float, visible: float
                                                                     ) -> None:
    one = ordinary()
    one.hand(1)
    strange(one, seconds, unknown, visible)
    one.wait(2.0)
    assert one.alerts == []


def test_second_copy_that_nobody_saw_lie_on_its_twin_is_asked_of_who_laid_it() -> None:
    """The book guesses another card of the month; no look ever showed that one."""
    one = ordinary()
    one.lay(0, "08-bright")
    laid = one.stage.cards[-1]
    laid.shown = False
    one.flip(0, "09-ribbon")
    one.hand(0)
    laid.shown = True
    one.take(0, "08-bright 08-bright")
    one.wait(3.0)
    assert one.alerts == [(Code.DUPLICATE_CARD, Q, 0)]


def last_turn() -> Scene:
    """Seat 0 has one card left."""
    return scene("09-ribbon 05-junk", {0: "01-junk 02-animal", 1: "04-junk"}, hands=1, stock=2)


def test_last_turn_that_only_flips_leaves_a_hand_short() -> None:
    one = last_turn()
    one.hand(0, frozenset({STOCK}), stock=True)
    one.lay(0, "09-animal", source=Source.STOCK)
    one.take(0, "09-animal 09-ribbon")
    one.wait(3.0)
    assert one.alerts == [(Code.HAND_COUNT, Q, 0)]


def test_last_card_that_hides_its_twin_is_no_short_hand() -> None:
    """The hand was at the floor before it came to the stock."""
    one = last_turn()
    one.lay(0, "05-junk")
    one.stage.cards[-1].shown = False
    one.hand(0, seconds=0.6)
    one.flip(0, "09-animal")
    one.take(0, "09-animal 09-ribbon")
    one.wait(3.0)
    assert one.alerts == []
