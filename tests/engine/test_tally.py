"""A round counted by hand: what people may leave out, what cannot have been, and that money is only moved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import BONUS_FACES, DECK, FACES, Face
from engine.cases import rules_of
from engine.errors import TallyError
from engine.judges_values import piles_of
from engine.options import Mission
from engine.rules import PRESETS, ruleset
from engine.settle import Ending, ResultKind, settle
from engine.tally import ANY_JUNK, Tally, Told, surplus, tally, tally_win
from tests.builders import faces
from tests.strategies import RULE_SETS

THREE_BRIGHTS = faces("01-bright 03-bright 08-bright")
JUNK = {count: (ANY_JUNK,) * count for count in (1, 4, 9, 10)}


def counted(pile: tuple[Face, ...], *losers: tuple[Face, ...] | None, players: int = 0, options: Any = None,
            **told: Any) -> Tally:
    return tally(Told(pile, losers, **told), players or len(losers) + 1, ruleset(options=options or {}))


def test_it_is_settled_as_the_engine_settles() -> None:
    piles = (THREE_BRIGHTS + JUNK[10], faces("12-bright") + JUNK[4])
    found = counted(*piles, go=2, shakes=1, nagari=1)
    assert found.settlement == settle(piles, Ending(0, (2, 0), (0, 0), 1, 0, 1), ruleset())
    assert (found.target, found.settlement.card_points, found.net) == (7, 4, (48, -48))


def test_a_pile_that_nobody_tells_gives_no_bak_but_seven_animals_still_double() -> None:
    seven = faces("02-animal 04-animal 05-animal 06-animal 07-animal 08-animal 10-animal")
    found = counted(seven + THREE_BRIGHTS, None)
    assert found.settlement.meongtta
    assert found.settlement.baks == {1: ()}
    assert found.settlement.lost == {}
    assert found.net == (22, -22)


def test_a_loser_who_captured_nothing_is_not_one_of_whom_nobody_tells() -> None:
    assert counted(THREE_BRIGHTS, ()).settlement.baks == {1: ("gwang",)}
    assert counted(THREE_BRIGHTS, (), options={"no_capture_exempt": True}).net == (0, 0)
    assert counted(THREE_BRIGHTS, None, options={"no_capture_exempt": True}).net == (3, -3)


def test_losers_are_judged_one_by_one_and_told_with_what_they_have() -> None:
    found = counted(THREE_BRIGHTS + JUNK[10], faces("05-animal") + JUNK[4], faces("12-bright") + JUNK[9])
    assert found.settlement.baks == {1: ("gwang", "pi"), 2: ()}
    assert [found.settlement.lost[seat].junk_value for seat in (1, 2)] == [4, 9]
    assert found.net == (20, -16, -4)


@pytest.mark.parametrize(("options", "net"), [
    ({}, (12, -12, 0)), ({"gobak_3p": "x2_own"}, (18, -12, -6)), ({"gobak_3p": "pays_for_all_x2"}, (24, -24, 0)),
    ({"gobak_3p": "none"}, (12, -6, -6)),
])
def test_a_loser_who_said_go_pays_as_the_house_says(options: Any, net: tuple[int, ...]) -> None:
    assert counted(faces("02-animal 04-animal 08-animal") + JUNK[10], None, None, options=options,
                   loser_gos=(1,)).net == net


def test_of_two_losers_who_said_go_the_last_pays() -> None:
    birds = faces("02-animal 04-animal 08-animal")
    assert counted(birds, None, None, loser_gos=(1, 2)).net == (10, 0, -10)
    assert counted(birds, None, None, loser_gos=(2, 1)).net == (10, -10, 0)


def test_who_fed_the_winner_or_refused_a_showdown_pays_for_all() -> None:
    assert counted(THREE_BRIGHTS, (), faces("12-bright"), payer=2).net == (9, 0, -9)
    with pytest.raises(TallyError, match="another loser said Go"):
        counted(THREE_BRIGHTS, None, None, payer=2, loser_gos=(1,))


def test_a_go_after_a_go_counts_where_the_house_says_so() -> None:
    told: Any = {"options": {"reverse_go": "x2"}, "go": 1, "loser_gos": (1,)}
    assert counted(THREE_BRIGHTS, None, **told).net == (8, -8)
    assert counted(THREE_BRIGHTS, None, go_after=True, **told).net == (16, -16)


def test_a_limit_leaves_what_was_due_in_sight() -> None:
    found = counted(THREE_BRIGHTS, None, None, options={"cap_points": 5}, shakes=2)
    assert (found.net, found.due) == ((10, -5, -5), {1: 12, 2: 12})
    purse = counted(THREE_BRIGHTS, None, options={"cap_at_balance": True}, purses=(2,))
    assert (purse.net, purse.due) == ((2, -2), {1: 3})


def test_missions_add_before_they_multiply() -> None:
    missions = (Mission("push", times=2), Mission("month", faces("03-bright"), plus=3), Mission("open", times=3))
    assert counted(THREE_BRIGHTS, None, missions=missions, met=("push",)).net == (12, -12)


@pytest.mark.parametrize(("place", "as_junk", "net", "otherwise"), [
    (None, False, (2, -2), (1, -1)), ("junk", True, (1, -1), (2, -2)), ("animal", False, (2, -2), (1, -1))])
def test_the_cup_moved_is_counted_too(place: Any, as_junk: bool, net: Any, otherwise: Any) -> None:
    pile = faces("09-animal 02-animal 05-animal 06-animal 07-animal 10-animal") + (ANY_JUNK,) * 7
    found = counted(pile, faces("01-bright") + JUNK[9], cup_as=place)
    assert found.net == net
    assert found.cup is not None and found.cup.net == otherwise
    assert (found.cup.place == "animal") is as_junk


def test_the_cup_of_a_loser_saves_him_from_pibak() -> None:
    found = counted(faces("11-djunk 12-djunk 02-ribbon") + JUNK[10], faces("09-animal") + (ANY_JUNK,) * 6)
    assert found.settlement.cup_as == {1: "junk"}
    assert found.cup is not None
    assert (found.net, found.cup.net, found.cup.seat) == ((5, -5), (10, -10), 1)


@pytest.mark.parametrize("options", [{"cup": "animal_only"}, {"cup_timing": "declared"}])
def test_a_cup_that_may_not_move_is_no_question(options: Any) -> None:
    assert counted(faces("09-animal") + THREE_BRIGHTS, None, options=options).cup is None


def test_of_four_players_one_sits_out_and_may_have_sold() -> None:
    found = counted(THREE_BRIGHTS, faces("12-bright"), None, players=4, sold=faces("11-bright 01-junk"))
    assert (found.sold, found.net) == ((-1, -1, -1, 3), (5, -4, -4, 3))
    dealer = counted(THREE_BRIGHTS, None, None, players=4, options={"sell_payers": "non_dealers"}, dealer=1,
                     sold=faces("11-bright"))
    assert dealer.sold == (-1, 0, -1, 2)
    fours = {"target": {"3": 3, "4": 5}}
    assert counted(THREE_BRIGHTS, None, None, players=4, options=fours).target == 5


@pytest.mark.parametrize(("told", "players", "why"), [
    (Told(THREE_BRIGHTS, ()), 2, "one winner and 1 losers"),
    (Told(THREE_BRIGHTS, (None, None, None)), 4, "one winner and 2 losers"),
    (Told(THREE_BRIGHTS, (faces("01-bright"),)), 2, "so many of 01-bright"),
    (Told(THREE_BRIGHTS, (None,), loser_gos=(2,)), 2, "no loser 2"),
    (Told(THREE_BRIGHTS, (None,), payer=0), 2, "no loser 0"),
    (Told(THREE_BRIGHTS, (None, None), purses=(3,)), 3, "2 purses"),
    (Told(THREE_BRIGHTS, (None, None), sold=faces("11-bright")), 3, "only the one of four"),
])
def test_what_cannot_have_been_is_refused(told: Told, players: int, why: str) -> None:
    with pytest.raises(TallyError, match=why):
        tally(told, players, ruleset())


def test_what_a_deck_does_not_hold_is_found_over_all_piles() -> None:
    assert surplus([DECK, BONUS_FACES * 3]) == ()
    assert surplus([faces("05-junk 05-junk"), faces("05-junk 08-bright 08-bright")]) == faces("05-junk 08-bright")
    assert surplus([DECK[:40], (ANY_JUNK,)]) == ()
    assert surplus([DECK, (ANY_JUNK,)]) == (ANY_JUNK,)
    assert surplus([BONUS_FACES[:1] * 7]) == BONUS_FACES[:1]


def test_wins_without_counting_are_paid_by_everybody_at_the_table() -> None:
    assert tally_win(ResultKind.CHONGTONG, 3, ruleset(), nagari=1) == (20, -10, -10)
    assert tally_win(ResultKind.THREE_PPEOK, 2, ruleset()) == (7, -7)
    assert tally_win(ResultKind.HEODANG, 4, ruleset(options={"heodang": True})) == (6, -3, -3, 0)
    with pytest.raises(TallyError, match="counted by its cards"):
        tally_win(ResultKind.STOP, 2, ruleset())


@given(st.data(), st.sampled_from([*(r for r in PRESETS.values() if r.game == "gostop"), *RULE_SETS.values()]),
       st.integers(2, 4))
def test_whatever_is_told_money_is_only_moved(data: st.DataObject, rules: Any, players: int) -> None:
    order, active = data.draw(st.permutations(DECK)), min(players, 3)
    cuts = sorted(data.draw(st.lists(st.integers(0, 48), min_size=active, max_size=active)))
    piles = [tuple(order[low:high]) for low, high in zip([0, *cuts], cuts, strict=False)]
    losers = tuple(data.draw(st.sampled_from([pile, None])) for pile in piles[1:])
    gos = tuple(data.draw(st.lists(st.integers(1, active - 1), max_size=3)))
    told = Told(piles[0], losers, data.draw(st.integers(0, 6)), gos, data.draw(st.booleans()),
                data.draw(st.integers(0, 2)), data.draw(st.integers(0, 2)), data.draw(st.integers(0, 4)))
    found = tally(told, players, rules)
    assert sum(found.net) == 0 and len(found.net) == players
    assert found.cup is None or sum(found.cup.net) == 0
    assert all(-found.settlement.net[seat] <= due for seat, due in found.due.items())


def test_any_junk_is_no_face_of_the_deck() -> None:
    assert ANY_JUNK not in FACES and ANY_JUNK.junk_value == 1


GOLDEN = Path(__file__).parents[1] / "golden"
CASES = [case for file in sorted(GOLDEN.glob("*.json"))
         for case in json.loads(file.read_text(encoding="utf-8"))["cases"]]
SETTLED = [case for case in CASES if case["given"]["kind"] == "settle" and "captured" in case["given"]
           and "net" in case["expect"]]


@pytest.mark.parametrize("case", SETTLED, ids=lambda case: case["id"])
def test_rounds_of_the_rule_cases_told_by_hand_come_to_the_same(case: dict[str, Any]) -> None:
    given, players = case["given"], len(case["given"]["go"])
    seats = [given["winner"], *(seat for seat in range(players) if seat != given["winner"])]
    told_as = {seat: at for at, seat in enumerate(seats)}
    order = given.get("go_order") or [seat for seat in range(players) for _ in range(given["go"][seat])]
    calls = [told_as[seat] for seat in order]
    last = max((at for at, seat in enumerate(calls) if seat == 0), default=0)
    piles = piles_of(given["captured"], players)
    told = Told(piles[seats[0]], tuple(piles[seat] for seat in seats[1:]), given["go"][seats[0]],
                tuple(seat for seat in calls if seat), any(calls[:last]), given.get("shakes", 0), given.get("bombs", 0),
                given.get("nagari_before", 0), cup_as=given.get("options", {}).get("cup_declared"),
                met=tuple(given.get("missions_met", ())))
    found = tally(told, players, rules_of(given))
    assert list(found.net) == [case["expect"]["net"][seat] for seat in seats]


@pytest.mark.parametrize(("kind", "rules"), [
    (ResultKind.HEODANG, ruleset()),
    (ResultKind.THREE_PPEOK, PRESETS["wikipedia_strict"]),
    (ResultKind.CHONGTONG, PRESETS["family_hwatu"]),
])  # fmt: skip
def test_a_win_that_the_house_does_not_know_is_refused(kind: ResultKind, rules: Any) -> None:
    with pytest.raises(TallyError, match="know no win"):
        tally_win(kind, 2, rules)


def test_missions_told_twice_and_debts_in_a_purse_are_refused() -> None:
    twice = (Mission("month", plus=3), Mission("month", times=2))
    with pytest.raises(TallyError, match="told twice"):
        counted(THREE_BRIGHTS, JUNK[9], missions=twice)
    with pytest.raises(TallyError, match="less than nothing"):
        counted(THREE_BRIGHTS, JUNK[9], purses=(-5,))
