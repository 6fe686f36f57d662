"""Four players: who sits out, what is sold, and rounds of three whose points are shared out to four seats."""

from __future__ import annotations

import random

import pytest

from engine.bots import choose_any
from engine.cards import DECK
from engine.errors import IllegalPlay
from engine.four import FourTable, deal_four, sale, sale_value, seating, sit_down
from engine.round import Round, apply_legal
from engine.rules import RuleSet, ruleset
from engine.settle import ResultKind
from tests.builders import faces

KS = RuleSet()
THREE_BRIGHTS = faces("01-bright 03-bright 12-bright 05-junk 06-junk 07-ribbon 10-junk")


def played(table: FourTable, rng: random.Random) -> Round:
    state = table.round
    while state.result is None:
        state = apply_legal(state, choose_any(state, rng))
    return state


def test_the_two_after_the_dealer_choose_and_the_last_is_out() -> None:
    assert seating({1: True, 2: True}).out == 3
    assert seating({1: True, 2: False}) == seating({1: True, 2: False, 3: True})
    assert (seating({0: True, 3: False}, dealer=2).out, seating({0: True, 3: True}, dealer=2).out) == (3, 1)
    assert [seating({1: True, 2: play}).may_sell for play in (True, False)] == [True, False]
    with pytest.raises(IllegalPlay, match="seat 2 must say"):
        seating({1: True})


def test_nobody_dies_twice_in_a_row() -> None:
    with pytest.raises(IllegalPlay, match="twice in a row"):
        seating({1: False}, died_last=1)
    assert seating({1: True, 2: False}, died_last=1).out == 2


@pytest.mark.parametrize(("options", "losers", "net"), [
    ({}, None, (-3, -3, -3, 9)),
    ({"sell_payers": "non_dealers"}, None, (0, -3, -3, 6)),
    ({"sell_payers": "losers_after_hand", "sell_unit": 2}, (0, 2), (-6, 0, -6, 12)),
    ({"sell_payers": "losers_after_hand"}, (), (0, 0, 0, 0)),
])
def test_who_pays_for_sold_brights(options: dict[str, object], losers: tuple[int, ...] | None,
                                   net: tuple[int, ...]) -> None:
    assert sale(THREE_BRIGHTS, 3, ruleset(options=options), losers=losers) == net


def test_bonus_cards_and_sets_are_sold_only_where_the_house_says_so() -> None:
    hand = faces("01-bright bonus2 01-ribbon 02-ribbon 03-ribbon 10-junk 11-junk")
    assert sale_value(hand, KS) == 1
    assert sale_value(hand, ruleset(options={"sell_bonus": True})) == 2
    assert sale_value(hand, ruleset(options={"sell_sets": True})) == 4


@pytest.mark.parametrize("seed", range(12))
def test_a_hand_of_four_is_played_by_three_and_sums_to_zero(seed: int) -> None:
    rng = random.Random(seed)
    dealer = seed % 4
    rules = ruleset(options={"sell_payers": ("all_active", "non_dealers", "losers_after_hand")[seed % 3]})
    dealt = deal_four(rng, rules, dealer, nagari=seed % 2)
    seated = seating({(dealer + 1) % 4: seed % 2 == 0, (dealer + 2) % 4: seed % 4 < 2}, dealer)
    table = sit_down(dealt, seated, rng)
    start = table.round
    cards = [*start.stock_cards, *dealt.floor, *(card for hand in start.hand_cards for card in hand)]
    assert sorted(cards) == sorted(DECK)
    assert (start.turn, len(start.stock_cards)) == (seated.active.index(dealer), 21)
    over = played(table, rng)
    net = table.net(over)
    assert sum(net) == 0
    if not seated.may_sell:
        assert net[seated.out] == 0
    assert table.winner(over) is None or table.winner(over) in seated.active


def test_the_numbers_for_four_players_count() -> None:
    rules = ruleset(options={"target": {"4": 5}, "pibak_limit": {"4": 6}})
    table = sit_down(deal_four(random.Random(3), rules), seating({1: True, 2: True}), random.Random(3))
    assert (table.round.rules.target(3), table.round.rules.pibak_limit(3)) == (5, 6)


def test_nobody_pays_for_brights_of_the_losers_after_a_nagari() -> None:
    rules = ruleset(options={"sell_payers": "losers_after_hand", "target": 500})
    rng = random.Random(1)
    table = sit_down(deal_four(rng, rules), seating({1: True, 2: True}), rng)
    over = played(table, rng)
    assert over.result is not None
    assert over.result.kind is ResultKind.NAGARI
    assert table.net(over)[3] == 0
