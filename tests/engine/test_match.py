"""Several rounds in a row: dealer, carry, ledger (RULES.md 3, 14.4)."""

from __future__ import annotations

import random

import pytest

from engine.bots import choose
from engine.errors import EngineError
from engine.match import Match
from engine.round import RoundResult, apply
from engine.rules import RuleSet, ruleset
from engine.settle import ResultKind

KS = RuleSet()


def ended(kind: ResultKind, winner: int | None, *net: int) -> RoundResult:
    return RoundResult(kind, winner, net, (0,) * len(net))


def test_the_winner_deals_next_and_the_carry_ends() -> None:
    match = Match(KS, 3, dealer=1, nagari=2).record(ended(ResultKind.STOP, 2, -3, -3, 6))
    assert (match.dealer, match.nagari, match.totals()) == (2, 0, (-3, -3, 6))


def test_a_nagari_keeps_the_dealer_and_doubles_what_follows() -> None:
    match = Match(KS, 2, dealer=1).record(ended(ResultKind.NAGARI, None, 0, 0))
    assert (match.dealer, match.nagari) == (1, 1)
    assert match.deal(random.Random(1)).nagari == 1


def test_a_void_round_changes_neither_dealer_nor_carry() -> None:
    match = Match(KS, 2, dealer=1, nagari=1).record(ended(ResultKind.VOID, None, 0, 0))
    assert (match.dealer, match.nagari) == (1, 1)


def test_the_deal_passes_on_where_the_house_rotates() -> None:
    match = Match(ruleset(options={"next_dealer": "rotate"}), 3, dealer=2).record(ended(ResultKind.STOP, 1, -3, 6, -3))
    assert match.dealer == 0


@pytest.mark.parametrize("net", [(1, 0), (0, 0, 0)])
def test_points_that_do_not_sum_to_zero_are_refused(net: tuple[int, ...]) -> None:
    with pytest.raises(EngineError, match="do not sum to 0"):
        Match(KS, 2).record(ended(ResultKind.STOP, 0, *net))


def test_the_ledger_of_a_played_match_sums_to_zero() -> None:
    rng, match = random.Random(3), Match(KS, 3)
    for _ in range(12):
        state = match.deal(rng)
        while state.result is None:
            state = apply(state, choose(state, rng))
        match = match.record(state.result)
    assert len(match.ledger) == 12
    assert sum(match.totals()) == 0
    assert any(match.totals())


def test_a_round_that_was_paid_with_the_carry_ends_it_although_nobody_won_alone() -> None:
    """Two of three hold four of a month: the third has paid both, doubled."""
    assert Match(KS, 3, nagari=1).record(ended(ResultKind.CHONGTONG, None, 10, 10, -20)).nagari == 0
    assert Match(KS, 3, nagari=1).record(ended(ResultKind.CHONGTONG, None, 0, 0, 0)).nagari == 1
    assert Match(KS, 2, nagari=1).record(ended(ResultKind.STOP, None, -14, 14)).nagari == 0  # a false Stop, paid


def test_a_nagari_is_carried_although_immediate_payments_stand() -> None:
    assert Match(KS, 2).record(ended(ResultKind.NAGARI, None, 7, -7), paid=(7, -7)).nagari == 1


def test_points_become_money_by_the_stake() -> None:
    assert Match(KS, 2, stake=100).record(ended(ResultKind.STOP, 0, 7, -7)).money() == (700, -700)


def test_parts_of_the_ledger_sum_to_zero_too() -> None:
    with pytest.raises(EngineError, match="do not sum to 0"):
        Match(KS, 2).record(ended(ResultKind.STOP, 0, 7, -7), paid=(7, 0))
