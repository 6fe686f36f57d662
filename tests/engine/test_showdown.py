"""Showdown: who may call one, what the answers lead to, and who pays when the accepter is fed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.calls import call_showdown, stop_wrongly
from engine.errors import IllegalPlay
from engine.round import Action, Do, Round, apply, begin
from engine.rules import RuleSet, ruleset
from engine.settle import ResultKind
from engine.showdown import Showdown, ShowdownResult, settle_showdown
from tests.builders import faces

KS = RuleSet()


def three(rules: RuleSet = KS, hand: str = "08-bright 04-animal 06-junk") -> Round:
    """Seat 0 holds what seat 1 (two brights) and seat 2 (two birds) lack; the floor lets both take it."""
    hands = [faces(hand), faces("08-junk 10-ribbon 06-ribbon"), faces("04-junk 09-ribbon 07-ribbon")]
    stock = faces("05-junk 10-animal 09-junk 02-junk 07-junk 06-animal")
    state = begin(hands, faces("12-ribbon 11-junk"), stock, rules)
    piles = (faces("10-junk 10-junk"), faces("01-bright 03-bright"), faces("02-animal 08-animal"))
    return replace(state, table=replace(state.table, piles=piles), own_turns=(4, 4, 4))


def test_all_accept_and_the_round_is_void() -> None:
    over = call_showdown(three(), {1: True, 2: True})
    assert over.result is not None
    assert (over.result.kind, over.result.net) == (ResultKind.NAGARI, (0, 0, 0))


def test_all_refuse_and_play_goes_on() -> None:
    state = call_showdown(three(), {1: False, 2: False})
    assert apply(state, Action(Do.PLAY, faces("06-junk"))).turn == 1


@pytest.mark.parametrize(("options", "net"), [({}, (0, 12, -12)), ({"showdown_refuser_pays": False}, (-6, 12, -6))])
def test_the_one_who_refused_pays_when_the_other_is_fed(options: dict[str, object], net: tuple[int, ...]) -> None:
    shown, normal = Showdown(ShowdownResult.FEED, caller=0, fed=1, refuser=2), (-6, 12, -6)
    rules = ruleset(options=options)
    assert settle_showdown(normal, shown, 1, rules) == net
    assert settle_showdown(normal, shown, 2, rules) == normal


def test_the_fed_player_wins_and_the_caller_pays_nothing() -> None:
    state = call_showdown(three(), {1: True, 2: False})
    state = apply(state, Action(Do.PLAY, faces("08-bright")))
    state = apply(state, Action(Do.PLAY, faces("08-junk")))
    state = apply(state, Action(Do.STOP))
    assert state.result is not None
    assert state.result.winner == 1
    assert state.result.net[0] == 0
    assert state.result.net[2] == -state.result.net[1]


@pytest.mark.parametrize(("state", "why"), [
    (three(hand="08-bright 06-junk"), "no card in the hand lets seat 2 win"),
    (three(hand="08-bright"), "two cards"),
    (three(ruleset(options={"showdown": "off"})), "showdown is off"),
])
def test_a_showdown_without_the_cards_for_it_is_refused(state: Round, why: str) -> None:
    with pytest.raises(IllegalPlay, match=why):
        call_showdown(state, {1: True, 2: True})


def test_who_can_win_may_not_call_one() -> None:
    state = three()
    rich = replace(state, table=replace(state.table, piles=(faces("01-bright 03-bright 11-bright"),
                                                            *state.table.piles[1:])))
    with pytest.raises(IllegalPlay, match="can win"):
        call_showdown(rich, {1: True, 2: True})


def test_a_false_stop_has_no_effect_or_loses_the_hand() -> None:
    assert stop_wrongly(three(), 2) == three()
    lost = stop_wrongly(three(ruleset(options={"false_stop": "pays_as_loser"})), 2)
    assert lost.result is not None
    assert (lost.result.winner, lost.result.net) == (None, (3, 3, -6))
