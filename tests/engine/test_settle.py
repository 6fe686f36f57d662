"""What the rule cases do not say about money (RULES.md 13, 14)."""

from __future__ import annotations

import pytest

from engine.rules import ruleset
from engine.settle import (
    Ending,
    SettleLine,
    count_shakes,
    go_bonus,
    immediate_pay,
    nagari_factor,
    ppeok_pay,
    settle,
    settle_chongtong,
    settle_false_stop,
    settle_heodang,
    settle_points,
    settle_three_ppeok,
)
from engine.turn import TurnEvent
from tests.builders import faces


@pytest.mark.parametrize(("rule", "wanted"), [
    ("plus_n_pow2", [10, 11, 12, 26, 56, 120, 256]),
    ("pagat", [10, 11, 12, 26, 56, 120, 256]),
    ("wiki_n_minus_1", [10, 11, 12, 20, 30, 40, 50]),
    ("pow2_no_bonus", [10, 11, 12, 20, 40, 80, 160]),
    ("plus2_pow2", [10, 11, 12, 24, 48, 96, 192]),
    ("italian", [10, 11, 12, 13, 28, 30, 32]),
])
def test_ten_points_after_up_to_six_gos(rule: str, wanted: list[int]) -> None:
    rules = ruleset(options={"go_rule": rule})
    bonuses = [go_bonus(go, rules) for go in range(7)]
    assert [(10 + add) * times for add, times in bonuses] == wanted


@pytest.mark.parametrize(("rule", "net"), [
    ("pays_for_all", (8, -8, 0)), ("x2_own", (12, -8, -4)), ("pays_for_all_x2", (16, -16, 0)),
    ("pays_for_all_own_x2", (12, -12, 0)), ("none", (8, -4, -4)),
])
def test_who_pays_when_one_of_two_losers_said_go(rule: str, net: tuple[int, ...]) -> None:
    assert settle_points(4, Ending(0, (0, 1, 0), (1,)), ruleset(options={"gobak_3p": rule})).net == net


def test_two_callers_each_pay_double_where_the_house_says_so() -> None:
    rules = ruleset(options={"gobak_multi": "each_x2"})
    assert settle_points(4, Ending(0, (0, 1, 1), (1, 2)), rules).net == (16, -8, -8)


def test_loser_without_cards_is_exempt_where_the_house_says_so() -> None:
    piles = [faces("02-animal 04-animal 08-animal"), (), faces("01-junk")]
    ending = Ending(0, (0, 0, 0))
    assert settle(piles, ending, ruleset()).net == (10, -5, -5)
    assert settle(piles, ending, ruleset(options={"no_capture_exempt": True})).net == (5, 0, -5)


def test_reverse_go_counts_only_after_an_opponents_go() -> None:
    rules = ruleset(options={"reverse_go": "x2"})
    assert settle_points(8, Ending(0, (1, 1), (1, 0)), rules).final == 18
    assert settle_points(8, Ending(0, (1, 1), (0, 1)), rules).final == 9


def test_a_set_shaken_and_bombed_doubles_once_by_default() -> None:
    assert count_shakes([5, 11], [5], ruleset()) == (2, 0)
    assert count_shakes([5], [5], ruleset(options={"shake_plus_bomb_same_set": 2})) == (1, 1)
    assert count_shakes([11], [], ruleset(options={"shake_x4_months": [11, 12]})) == (2, 0)


def test_a_two_card_bomb_counts_as_a_shake_where_the_house_says_so_and_each_month_once() -> None:
    double = ruleset(options={"two_card_bomb": "double"})
    assert count_shakes([], [], double, pairs=[4, 4]) == (1, 0)
    assert count_shakes([4], [], double, pairs=[4, 6]) == (2, 0)
    assert count_shakes([], [], ruleset(options={"two_card_bomb": "steal_only"}), pairs=[4]) == (0, 0)


def test_nagari_carry_grows_to_its_cap() -> None:
    assert [nagari_factor(n, ruleset()) for n in range(5)] == [1, 2, 4, 8, 8]
    assert [nagari_factor(n, ruleset(options={"nagari_growth": "flat_2"})) for n in range(3)] == [1, 2, 2]


def test_lines_tell_every_step_of_the_sum() -> None:
    piles = [faces("01-bright 03-bright 08-bright"), faces("01-junk")]
    found = settle(piles, Ending(0, (1, 1), (1, 0), shakes=1, nagari=1), ruleset())
    assert found.lines == (
        SettleLine("cards", 3), SettleLine("go", 1), SettleLine("shake", 2, True), SettleLine("nagari", 2, True),
        SettleLine("gwangbak", 2, True, 1), SettleLine("gobak", 2, True, 1))
    assert found.net == (64, -64)


def test_immediate_payments_follow_the_first_own_turns() -> None:
    rules = ruleset()
    ppeok = (TurnEvent.PPEOK,)
    rows = ((1, (1,)), (2, (1, 2)), (2, (2,)))
    assert [immediate_pay(ppeok, turn, own, 2, rules) for turn, own in rows] == [7, 14, 0]
    assert immediate_pay(ppeok, 2, (1, 2), 2, ruleset(options={"ppeok_pay": "first"})) == 0
    assert immediate_pay((TurnEvent.TTADAK,), 1, (), 3, ruleset(options={"first_ttadak_pay": True})) == 3
    assert immediate_pay((TurnEvent.TTADAK,), 2, (), 3, ruleset(options={"first_ttadak_pay": True})) == 0


def test_chongtong_pays_the_target_where_the_house_says_so() -> None:
    assert settle_chongtong([1], 3, ruleset(options={"chongtong_points": "target"})) == (-3, 6, -3)
    assert settle_chongtong([0, 1], 2, ruleset(options={"chongtong_multi": "nagari_x2"})) == (0, 0)


@pytest.mark.parametrize(("dealer", "paid"), [(0, 0), (1, 1), (2, 0)])
def test_of_two_chongtongs_the_first_from_the_dealer_on_is_paid(dealer: int, paid: int) -> None:
    net = settle_chongtong((0, 1), 3, ruleset(options={"chongtong_multi": "dealer_wins"}), dealer=dealer)
    assert net == tuple(10 if seat == paid else -5 for seat in range(3))


def test_wins_without_a_count_take_the_target_times_the_nagari_carry() -> None:
    rules = ruleset()
    for win in (settle_three_ppeok, settle_heodang):
        assert win(0, 3, rules) == (6, -3, -3)
        assert win(0, 3, rules, 2) == (24, -12, -12)


def test_a_false_stop_costs_nothing_or_the_target_to_each() -> None:
    assert settle_false_stop(1, 3, ruleset()) == (0, 0, 0)
    rules = ruleset(options={"false_stop": "pays_as_loser"})
    assert settle_false_stop(1, 3, rules) == (3, -6, 3)
    assert settle_false_stop(1, 3, rules, 1) == (6, -12, 6)


def test_a_turn_without_a_ppeok_is_not_paid_for_an_earlier_one() -> None:
    assert immediate_pay([TurnEvent.JJOK], 2, [1], 3, ruleset()) == 0
    assert immediate_pay([TurnEvent.PPEOK], 1, [1], 3, ruleset()) == 3


def test_only_an_unbroken_row_of_up_to_three_ppeoks_pays() -> None:
    rows = ([], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [2], [1, 3])
    assert [ppeok_pay(row, 3, ruleset()) for row in rows] == [0, 3, 6, 9, 0, 0, 0]
    assert [ppeok_pay(row, 3, ruleset(options={"ppeok_pay": "first"})) for row in rows] == [0, 3, 0, 0, 0, 0, 0]


def test_a_line_of_the_sum_as_json() -> None:
    assert SettleLine("gwangbak", 2, True, 1).to_json() == {"name": "gwangbak", "value": 2, "times": True, "seat": 1}
