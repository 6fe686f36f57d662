"""The errors that recur in other engines, one test or more for each (RULES.md 19, in its order)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalPlay
from engine.round import Action, Do, apply, begin, legal_actions
from engine.rules import RuleSet, ruleset
from engine.score import score
from engine.settle import Ending, ppeok_pay, settle, settle_points
from engine.turn import TurnEvent, resolve
from tests.builders import faces, play, stack, table

KS = RuleSet()
NO_GO = (0, 0, 0)
JUNK_TEN = "01-junk 01-junk 02-junk 02-junk 03-junk 03-junk 04-junk 04-junk 05-junk 05-junk"
THREE_BRIGHTS = "01-bright 03-bright 08-bright"


def settled(*piles: str, go: tuple[int, ...] | None = None, rules: RuleSet = KS) -> tuple[tuple[int, ...], object]:
    found = settle([faces(pile) for pile in piles], Ending(0, go or (0,) * len(piles)), rules)
    return found.net, {seat: set(own) for seat, own in found.baks.items()}


def test_01_two_pairs_of_different_months_are_no_ttadak() -> None:
    result = resolve(table("05-junk 08-junk", piles={1: "01-junk"}, stock=5),
                     play("05-animal", "08-bright"), ruleset(options={"sseul": False}))
    assert (result.events, dict(result.stolen)) == ((), {})
    assert sorted(result.captured) == sorted(faces("05-animal 05-junk 08-bright 08-junk"))


def test_01_only_four_cards_of_one_month_are_a_ttadak() -> None:
    result = resolve(table("05-junk 05-junk 03-junk", piles={1: "01-junk"}),
                     play("05-animal", "05-ribbon", take="05-junk"), KS)
    assert result.events == (TurnEvent.TTADAK,)


def test_02_bak_is_judged_for_each_loser() -> None:
    net, baks = settled(THREE_BRIGHTS, "12-bright 09-junk", "09-junk")
    assert baks == {1: set(), 2: {"gwang"}}
    assert net == (9, -3, -6)


def test_03_no_pibak_without_a_junk_line_of_the_winner() -> None:
    assert settled(THREE_BRIGHTS, "12-bright 09-junk", "11-bright 10-junk")[1] == {1: set(), 2: set()}


def test_03_no_pibak_for_a_loser_without_any_junk() -> None:
    assert settled(JUNK_TEN, "02-animal", "09-junk")[1] == {1: set(), 2: {"pi"}}
    strict = ruleset(options={"pibak_zero_exempt": False})
    assert settled(JUNK_TEN, "02-animal", "09-junk", rules=strict)[1] == {1: {"pi"}, 2: {"pi"}}


def test_04_pibak_counts_the_value_and_not_the_cards() -> None:
    three_cards_worth_six = "11-djunk 12-djunk bonus2"
    five_cards_worth_five = "06-junk 06-junk 07-junk 07-junk 09-junk"
    assert settled(JUNK_TEN, three_cards_worth_six, five_cards_worth_five)[1] == {1: set(), 2: {"pi"}}


def test_05_a_steal_moves_one_card_and_the_lowest_first() -> None:
    result = resolve(table("03-junk 08-junk", piles={1: "11-djunk 01-junk 12-djunk"}), play("05-animal", "05-junk"), KS)
    assert result.stolen == {1: faces("01-junk")}
    assert result.table.piles[1] == faces("11-djunk 12-djunk")


def test_05_only_doubles_are_left_and_one_double_is_given_without_change() -> None:
    result = resolve(table("03-junk 08-junk", piles={0: "01-junk", 1: "11-djunk"}), play("05-animal", "05-junk"), KS)
    assert result.stolen == {1: faces("11-djunk")}
    assert result.change == {}


def test_06_a_ppeok_costs_its_maker_nothing() -> None:
    before = table("05-junk 03-junk", piles={0: "01-junk", 1: "02-junk"})
    result = resolve(before, play("05-animal", "05-ribbon"), KS)
    assert result.events == (TurnEvent.PPEOK,)
    assert (result.due, result.table.piles) == ({}, before.piles)


def test_06_a_ppeok_on_the_first_turn_is_paid_to_its_maker_by_the_others() -> None:
    assert ppeok_pay((1,), 3, KS) == 3
    hands = [faces("05-animal 12-ribbon"), faces("09-ribbon 10-animal")]
    state = begin(hands, faces("05-ribbon 03-junk"), faces("05-junk 09-junk 02-ribbon 06-junk"), KS)
    assert apply(state, Action(Do.PLAY, faces("05-animal"))).paid == (7, -7)
    assert ppeok_pay((2,), 3, KS) == 0


@pytest.mark.parametrize(("go", "final"), [(1, 11), (2, 12), (3, 26), (4, 56), (5, 120)])
def test_07_gos_add_before_they_multiply(go: int, final: int) -> None:
    assert settle_points(10, Ending(0, (go, 0)), KS).final == final


def test_08_the_december_ribbon_counts_as_a_ribbon_and_in_no_set() -> None:
    with_rain = score(faces("12-ribbon 04-ribbon 05-ribbon 01-ribbon 09-ribbon"), KS)
    assert (with_rain.points("ribbon"), with_rain.points("chodan"), with_rain.ribbons) == (1, 0, 5)
    assert score(faces("12-ribbon 04-ribbon 05-ribbon"), KS).total == 0
    assert score(faces("07-ribbon 04-ribbon 05-ribbon"), KS).points("chodan") == 3


def test_09_the_stock_is_turned_after_a_bomb() -> None:
    before = table("05-ribbon 03-junk", piles={1: "01-junk"})
    with pytest.raises(IllegalPlay, match="flip is compulsory"):
        resolve(before, play("05-animal 05-junk 05-junk", ""), KS)
    result = resolve(before, play("05-animal 05-junk 05-junk", "03-ribbon"), KS)
    assert len(result.captured) == 6


def test_09_a_bomb_leaves_two_turns_without_a_card() -> None:
    hands = [faces("05-animal 05-junk 05-junk 12-ribbon"), faces("09-ribbon 10-animal 06-junk 06-ribbon")]
    state = begin(hands, faces("05-ribbon 03-junk"), faces("11-junk 02-ribbon 01-junk 07-junk 08-junk 04-junk"), KS)
    state = apply(state, Action(Do.BOMB, faces("05-animal 05-junk 05-junk")))
    assert state.table.tokens == (2, 0)
    for left in (1, 0):
        state = apply(state, next(a for a in legal_actions(state) if a.do is Do.PLAY))
        state = apply(state, Action(Do.DRAW))
        assert (state.table.tokens[0], state.table.hands[0]) == (left, 1)


SEVEN_ANIMALS = "02-animal 04-animal 05-animal 06-animal 07-animal 10-animal 12-animal"


def test_10_meongtta_doubles_for_seven_animals_whatever_the_losers_hold() -> None:
    piles = [faces(SEVEN_ANIMALS), faces("08-animal"), faces("01-ribbon")]
    found = settle(piles, Ending(0, NO_GO), KS)
    assert (found.meongtta, found.final) == (True, 6)
    assert dict(found.baks) == {1: (), 2: ()}


def test_10_meongbak_is_for_losers_without_animals_and_off_unless_the_house_has_it() -> None:
    rules = ruleset(options={"meongbak": "w7_l0", "meongtta": False})
    found = settle([faces(SEVEN_ANIMALS), faces("08-animal"), faces("01-ribbon")], Ending(0, NO_GO), rules)
    assert (found.meongtta, found.net) == (False, (9, -3, -6))


def test_11_one_of_two_loose_cards_is_taken_and_the_other_stays() -> None:
    result = resolve(table("05-junk 05-ribbon 03-junk"), play("05-animal", "09-junk", take="05-ribbon"), KS)
    assert sorted(result.captured) == sorted(faces("05-animal 05-ribbon"))
    assert sorted(result.table.loose) == sorted(faces("03-junk 05-junk 09-junk"))


def test_11_three_are_taken_only_as_a_stack() -> None:
    stacked = resolve(table("03-junk", stacks=[stack("05-junk 05-junk 05-ribbon")]), play("05-animal", "09-junk"), KS)
    assert len(stacked.captured) == 4


def test_12_with_three_players_the_one_who_said_go_pays_for_all() -> None:
    ending = Ending(0, (0, 1, 0), (1,))
    assert settle_points(4, ending, KS).net == (8, -8, 0)
    assert settle_points(4, ending, ruleset("wikipedia_strict")).net == (12, -8, -4)


def test_12_each_part_is_reckoned_with_the_bak_of_the_one_it_is_for() -> None:
    piles = [faces(THREE_BRIGHTS), faces("12-bright"), faces("09-junk")]
    found = settle(piles, Ending(0, (0, 1, 0), (1,)), KS)
    assert found.net == (9, -9, 0)
