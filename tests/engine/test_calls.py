"""What people say beside the turns: a mission that was met, a hand that is void, four of a month shown."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.bots import choose_any
from engine.calls import call_void, claim_chongtong, meet_mission
from engine.errors import IllegalPlay
from engine.four import deal_four, seating, sit_down
from engine.round import Round, apply, apply_legal, deal
from engine.rules import RuleSet, ruleset
from engine.settle import ResultKind

MISSION = ruleset(options={"missions": [{"name": "bomb", "times": 3}]})


def stopped(state: Round, rng: random.Random) -> Round:
    while state.result is None:
        state = apply_legal(state, choose_any(state, rng))
    return state


def test_a_mission_that_people_say_was_met_multiplies_what_the_winner_gets() -> None:
    plain, met = (stopped(state, random.Random(4)) for state in (
        deal(random.Random(4), 2, MISSION), meet_mission(deal(random.Random(4), 2, MISSION), "bomb")))
    assert plain.result is not None and met.result is not None
    assert plain.result.kind is ResultKind.STOP
    assert met.result.net == tuple(3 * points for points in plain.result.net)


def test_a_mission_that_is_not_played_cannot_be_met() -> None:
    with pytest.raises(IllegalPlay, match=r"no mission 'sweep'.*'bomb'"):
        meet_mission(deal(random.Random(4), 2, MISSION), "sweep")


def test_a_void_hand_takes_back_what_was_paid_at_once() -> None:
    state = replace(deal(random.Random(1), 2, RuleSet()), paid=(7, -7))
    result = call_void(state).result
    assert result is not None
    assert (result.kind, result.net, result.paid) == (ResultKind.VOID, (0, 0), (0, 0))
    with pytest.raises(IllegalPlay, match="over"):
        call_void(call_void(state))


def test_shown_chongtong_wins_at_a_table_where_nobody_sees_the_hands() -> None:
    state = deal(random.Random(1), 3, RuleSet(), nagari=1)
    result = claim_chongtong(state, 2).result
    assert result is not None
    assert (result.kind, result.winner, result.net) == (ResultKind.CHONGTONG, 2, (-10, -10, 20))
    with pytest.raises(IllegalPlay, match="before the first card"):
        claim_chongtong(apply(state, choose_any(state, random.Random(1))), 2)


def test_brights_are_not_sold_in_a_void_hand() -> None:
    rng = random.Random(3)
    table = sit_down(deal_four(rng, RuleSet()), seating({1: True, 2: True}), rng)
    assert any(table.sold(stopped(table.round, rng)))
    assert table.net(call_void(table.round)) == (0, 0, 0, 0)
