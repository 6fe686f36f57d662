"""Every option has an effect: for each, something that comes out differently when it is changed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from engine.audit import Claim, judge_claim
from engine.calls import stop_wrongly
from engine.deal import choose_dealer, deal_counts, draw_for_dealer, months_held, next_dealer, setup_table
from engine.errors import EngineError, IllegalPlay
from engine.family import transfer
from engine.four import sale
from engine.legal import legal_actions
from engine.match import Match
from engine.round import Action, Do, Round, RoundResult, apply, begin, deal
from engine.rules import RuleSet, ruleset
from engine.score import score
from engine.settle import (
    Ending,
    ResultKind,
    count_shakes,
    decide,
    immediate_pay,
    nagari_factor,
    ppeok_pay,
    settle,
    settle_chongtong,
    settle_points,
)
from engine.showdown import Showdown, ShowdownResult, answer, settle_showdown
from engine.table import Stack, Table
from engine.turn import TurnEvent, TurnResult, resolve
from tests.builders import faces, play, stack, table

Effect = Callable[[RuleSet], Any]
FOUR = faces("05-animal 05-ribbon 05-junk 05-junk")
JUNK = "01-junk 01-junk 02-junk 02-junk 03-junk 03-junk 04-junk 04-junk 05-junk 05-junk"
ANIMALS = "02-animal 04-animal 05-animal 06-animal 07-animal 10-animal 12-animal"


def of(result: TurnResult) -> Any:
    return result.events, dict(result.stolen), result.table


def turn(loose: str, hand: str, flip: str, **more: Any) -> Effect:
    """The result of a turn against a pile of three kinds of junk, or the refusal."""
    playing = {key: more.pop(key) for key in ("take", "bonus", "shakes", "seat") if key in more}
    piles = more.pop("piles", {1: "01-junk 01-junk 11-djunk bonus2"})
    special = {key: more.pop(key) for key in ("leave",) if key in more}

    def effect(rules: RuleSet) -> Any:
        try:
            one = replace(play(hand, flip, **playing), **special)
            return of(resolve(table(loose, piles=piles, **more), one, rules))
        except IllegalPlay:
            return "refused"
    return effect


def hands(*own: str, floor: str = "03-junk 08-junk", stock: str = "11-junk 10-junk 06-junk 07-junk",
          go: tuple[str, ...] = ()) -> Effect:
    """The round that begins with these hands, after the actions of *go*."""
    def effect(rules: RuleSet) -> Any:
        state = begin([faces(hand) for hand in own], faces(floor), faces(stock), rules)
        for code in go:
            state = apply(state, next(a for a in legal_actions(state) if code in (str(a.do), *map(str, a.cards))))
        return seen(state)
    return effect


def seen(state: Round) -> Any:
    result = state.result and (state.result.kind, state.result.winner, state.result.net)
    return state.phase, state.turn, result, state.table, legal_actions(state)


def money(won: str, *lost: str, go: tuple[int, ...] = (), order: tuple[int, ...] = (), **ending: Any) -> Effect:
    piles = [faces(won), *map(faces, lost)]
    return lambda rules: settle(piles, Ending(0, go or (0,) * len(piles), order, **ending), rules).net


def fed(rules: RuleSet) -> Any:
    """Seat 0 lays the bright with which seat 1 reaches the target of three."""
    own = [faces("08-bright 06-junk"), faces("08-junk 10-ribbon"), faces("04-junk 09-ribbon")]
    state = begin(own, faces("12-ribbon 11-junk"), faces("05-junk 10-animal 09-junk 02-junk"), rules)
    piles = ((), faces("01-bright 03-bright"), ())
    state = replace(state, table=replace(state.table, piles=piles), own_turns=(4, 4, 4))
    for action in (Action(Do.PLAY, faces("08-bright")), Action(Do.PLAY, faces("08-junk")), Action(Do.STOP)):
        state = apply(state, action)
    return state.result and state.result.net


def dry(rules: RuleSet) -> Any:
    """Five turns of seat 0 that take nothing."""
    own = [faces("01-junk 02-junk 03-junk"), faces("07-junk 07-junk 08-junk")]
    state = begin(own, (), faces("09-junk 10-junk 11-junk 12-ribbon"), rules)
    state = replace(state, extras=replace(state.extras, dry=(4, 0)))
    return seen(apply(state, Action(Do.PLAY, faces("01-junk"))))


def consent(rules: RuleSet) -> Any:
    return Match(rules, 2).record(RoundResult(ResultKind.NAGARI, None, (0, 0), (0, 0)), agreed=False).nagari


def purse(rules: RuleSet) -> Any:
    match = Match(rules, 2, purse=(5, 5))
    return match.deal(random.Random(2)).extras.balances


def missions(rules: RuleSet) -> Any:
    return deal(random.Random(1), 2, rules).extras.missions, money(ANIMALS, "08-animal")(rules)


def nuclear(rules: RuleSet) -> Any:
    """Seat 0 lays the card on which seat 1 has a bomb."""
    own = [faces("05-ribbon 01-ribbon"), faces("05-animal 05-junk 05-junk 02-ribbon")]
    state = begin(own, faces("03-junk 08-junk"), faces("10-junk 11-junk 06-junk 07-junk"), rules)
    state = replace(state, table=replace(state.table, piles=(faces("02-junk 02-junk 04-junk"), ())))
    state = apply(state, Action(Do.PLAY, faces("05-ribbon")))
    return apply(state, Action(Do.BOMB, faces("05-animal 05-junk 05-junk"))).table.piles


EFFECTS: dict[str, tuple[Any, Effect]] = {
    "game": ("hwatu", turn("05-junk", "05-animal", "05-ribbon")),
    "target": (5, lambda r: decide(6, 0, None, 3, r.target(2))),
    "first_dealer": ("low", lambda r: draw_for_dealer((3, 9), 12, r)),
    "day_hours": ([9, 18], lambda r: draw_for_dealer((3, 9), 7, r)),
    "dealer_tie": ("card_rank", lambda r: draw_for_dealer(faces("09-animal 09-junk"), 12, r)),
    "next_dealer": ("rotate", lambda r: next_dealer(0, 2, 3, r)),
    "deal_totals_2p": ([8, 10], lambda r: deal_counts(2, r)),
    "bonus_cards": (["bonus2"], lambda r: deal_counts(2, r)),
    "table_four": ("dealer_wins", hands("01-junk", "02-junk", floor="05-animal 05-ribbon 05-junk 05-junk")),
    "table_triple_steal": (False, turn("03-junk 08-junk", "05-animal", "09-junk",
                                       stacks=[stack("05-junk 05-junk 05-ribbon")])),
    "chongtong_points": ("target", lambda r: settle_chongtong((0,), 2, r)),
    "chongtong_mode": ("choice", hands("05-animal 05-ribbon 05-junk 05-junk", "01-junk")),
    "chongtong_multi": ("dealer_wins", lambda r: settle_chongtong((0, 2), 3, r, dealer=1)),
    "bonus_chongtong": ("always", hands("05-animal 05-ribbon 05-junk bonus2", "01-junk 02-junk", go=("lay_bonus",),
                                        stock="05-junk 10-junk 06-junk 07-junk")),
    "cup": ("animal_only", lambda r: score(faces("09-animal " + JUNK), r)),
    "cup_timing": ("at_capture", hands("09-junk 01-ribbon", "02-ribbon 04-ribbon", floor="09-animal 03-junk",
                                       go=("09-junk",))),
    "cup_value": (1, lambda r: score(faces("09-animal " + JUNK), r, cup_as="junk")),
    "may_animal": ("choice", lambda r: score(faces("05-animal " + JUNK), r)),
    "december_ribbon_counts": (False, lambda r: score(faces("12-ribbon"), r).ribbons),
    "december_animal_counts": (False, lambda r: score(faces("12-animal"), r).animals),
    "five_bright": (50, lambda r: score(faces("01-bright 03-bright 08-bright 11-bright 12-bright"), r).total),
    "four_bright": (5, lambda r: score(faces("01-bright 03-bright 08-bright 12-bright"), r).total),
    "extra_yaku": ([{"name": "bidori", "cards": ["12-animal"], "points": 3}], lambda r: score(faces("12-animal"), r)),
    "must_capture": (False, turn("05-junk 03-junk", "05-animal", "09-junk", leave=True)),
    "jappeok_steal": (1, turn("03-junk 08-junk", "05-animal", "09-junk",
                              stacks=[stack("05-junk 05-junk 05-ribbon", 0)])),
    "ppeok_eat_from": ("maker_only", turn("03-junk 08-junk", "05-animal", "09-junk", players=3,
                                          piles={1: "01-junk", 2: "02-junk"},
                                          stacks=[stack("05-junk 05-junk 05-ribbon", 1)])),
    "two_steal_double_settles": (False, turn("03-junk 08-junk", "05-animal", "09-junk",
                                             piles={1: "11-djunk 12-djunk"},
                                             stacks=[stack("05-junk 05-junk 05-ribbon", 0)])),
    "steal_change": (True, turn("03-junk 08-junk", "05-animal", "05-junk", piles={0: "01-junk", 1: "11-djunk"})),
    "ppeok_pay": ("first", lambda r: ppeok_pay((1, 2), 2, r)),
    "three_ppeok": ("off", lambda r: _three_ppeok(r)),
    "first_ttadak_pay": (True, lambda r: immediate_pay([TurnEvent.TTADAK], 1, (), 2, r)),
    "first_jjok_pay": (True, lambda r: immediate_pay([TurnEvent.JJOK], 1, (), 2, r)),
    "first_bomb_pay": (True, lambda r: immediate_pay([TurnEvent.BOMB], 1, (), 2, r)),
    "sseul": (False, turn("05-junk 08-junk", "05-animal", "08-bright")),
    "sseul_definition": ("two_different", turn("05-junk 05-junk", "05-animal", "05-ribbon", take="05-junk")),
    "sseul_on_jjok": (False, turn("", "05-animal", "05-junk")),
    "shake_timing": ("on_play", hands("05-animal 05-junk 05-junk 01-ribbon", "02-ribbon 04-ribbon",
                                      floor="05-ribbon 03-junk")),
    "shake_x4_months": ([11], lambda r: count_shakes((11,), (), r)),
    "bomb_steal": (0, turn("05-ribbon 03-junk", "05-animal 05-junk 05-junk", "09-junk")),
    "bomb_multiplier": (1, lambda r: settle_points(7, Ending(0, (0, 0), bombs=1), r).final),
    "bomb_after_shake": (False, turn("05-ribbon 03-junk", "05-animal 05-junk 05-junk", "09-junk", shakes=(5,))),
    "shake_plus_bomb_same_set": (2, lambda r: count_shakes((5,), (5,), r)),
    "two_card_bomb": ("steal_only", turn("05-ribbon 05-junk 03-junk", "05-animal 05-junk", "09-junk")),
    "nuclear": (True, nuclear),
    "heodang": (True, dry),
    "bonus_hand": ("flip_and_play", hands("bonus2 01-ribbon", "02-ribbon 04-ribbon", go=("lay_bonus",))),
    "bonus_steals": (True, turn("05-junk 03-junk", "05-animal", "bonus2 09-junk")),
    "last_turn_scope": ("none", turn("03-junk 08-junk", "05-animal", "05-junk", hands=(1, 3))),
    "last_turn_ppeok": ("normal", turn("05-junk 08-junk", "05-animal", "05-ribbon", hands=(1, 3))),
    "last_turn_stack_steal": (True, turn("03-junk", "05-animal", "09-junk", hands=(1, 3),
                                         stacks=[stack("05-junk 05-junk 05-ribbon", 1)])),
    "go_rule": ("italian", lambda r: settle_points(10, Ending(0, (3, 0)), r).final),
    "reverse_go": ("x2", lambda r: settle_points(10, Ending(0, (1, 1), (1, 0)), r).final),
    "pibak_limit": (5, money(JUNK, "06-junk 06-junk 07-junk 07-junk 08-junk 08-junk")),
    "pibak_zero_exempt": (False, money(JUNK, "02-animal")),
    "meongtta": (False, money(ANIMALS, "08-animal")),
    "meongbak": ("w7_l0", money(ANIMALS, "01-ribbon")),
    "gobak_2p": ("none", money(ANIMALS, "08-animal", go=(0, 1), order=(1,))),
    "gobak_3p": ("x2_own", money(ANIMALS, "08-animal", "01-ribbon", go=(0, 1, 0), order=(1,))),
    "gobak_multi": ("each_x2", money(ANIMALS, "08-animal", "01-ribbon", go=(0, 1, 1), order=(1, 2))),
    "nagari_growth": ("flat_2", lambda r: nagari_factor(2, r)),
    "nagari_cap": (None, lambda r: nagari_factor(5, r)),
    "nagari_needs_consent": (True, consent),
    "feeding_dokbak": (True, fed),
    "no_capture_exempt": (True, money(ANIMALS, "", "08-animal")),
    "cap_points": (4, money(ANIMALS, "08-animal")),
    "cap_at_balance": (True, lambda r: (purse(r), money(ANIMALS, "08-animal", balances=(9, 2))(r))),
    "missions": ([{"name": "each", "cards": ["02-animal"], "times": 2, "each": True}], missions),
    "showdown": ("off", lambda r: answer(3, 0, {1: True, 2: True}, r).result),
    "showdown_refuser_pays": (False, lambda r: settle_showdown(
        (-3, 6, -3), Showdown(ShowdownResult.FEED, 0, 1, 2), 1, r)),
    "sell_payers": ("non_dealers", lambda r: sale(faces("01-bright"), 3, r)),
    "sell_unit": (2, lambda r: sale(faces("01-bright"), 3, r)),
    "sell_bonus": (True, lambda r: sale(faces("bonus2"), 3, r)),
    "sell_sets": (True, lambda r: sale(faces("01-ribbon 02-ribbon 03-ribbon"), 3, r)),
    "minhwatu_chodan": (True, lambda r: transfer(faces("04-ribbon 05-ribbon 07-ribbon"), r)),
    "false_stop": ("pays_as_loser", lambda r: seen(stop_wrongly(deal(random.Random(1), 2, r), 1))),
}

WITHOUT = {
    "table_bonus_steals": "nobody owns a junk before the first turn",
    "four_mode": "all_play goes with the family game: test_four_play_the_family_game",
    "four_reveal": "one value", "late_claim": "one value", "steal_deadline": "one value",
}
"""Options that cannot be shown here, and why."""


def _three_ppeok(rules: RuleSet) -> Any:
    state = begin([faces("05-animal 12-ribbon"), faces("09-ribbon 10-animal")], faces("05-ribbon 03-junk"),
                  faces("05-junk 09-junk 02-ribbon 06-junk"), rules)
    return seen(apply(replace(state, ppeoks=((2, 3), ()), own_turns=(4, 4)), Action(Do.PLAY, faces("05-animal"))))


def test_every_option_is_shown_or_excused() -> None:
    assert EFFECTS.keys() | WITHOUT.keys() == {field.name for field in fields(RuleSet)}


@pytest.mark.parametrize("name", EFFECTS)
def test_an_option_has_an_effect(name: str) -> None:
    value, effect = EFFECTS[name]
    more = {"bonus_cards": ["bonus2"]} if name in ("bonus_steals", "bonus_hand", "bonus_chongtong") else {}
    assert effect(ruleset(options=more)) != effect(ruleset(options=more | {name: value}))


def test_four_play_the_family_game() -> None:
    rules = ruleset("family_hwatu")
    assert deal(random.Random(1), 4, rules).table.hands == (5, 5, 5, 5)
    with pytest.raises(EngineError, match="four_mode"):
        ruleset(options={"four_mode": "all_play"})


def test_the_last_turn_of_the_stock_is_another_scope() -> None:
    own, stock = turn("03-junk 08-junk", "05-animal", "05-junk", stock=1), ruleset(
        options={"last_turn_scope": "final_turn_of_hand"})
    assert own(RuleSet()) != own(stock)


def test_the_first_dealer_by_lot_by_card_and_appointed() -> None:
    for how in ("night_low_day_high", "high", "low", "lot"):
        rules = ruleset(options={"first_dealer": how})
        dealers = {choose_dealer(random.Random(seed), 3, rules, 12) for seed in range(30)}
        assert dealers == {0, 1, 2}, how
    assert choose_dealer(random.Random(1), 3, ruleset(options={"first_dealer": "appointed"}), 12, 2) == 2


def test_a_bonus_card_drawn_for_dealer_is_the_highest_and_drawn_again_at_night() -> None:
    draws = faces("12-djunk bonus2")
    assert draw_for_dealer(draws, 12, RuleSet()) == (1,)
    assert draw_for_dealer(draws, 23, RuleSet()) == (0, 1)  # everybody draws again; nobody deals by it
    rank = ruleset(options={"dealer_tie": "card_rank"})
    assert [draw_for_dealer(faces("11-bright 11-junk 11-djunk"), hour, rank) for hour in (12, 23)] == [(0,), (1,)]


def test_a_declined_chongtong_may_be_shaken_and_counts_twice() -> None:
    rules = ruleset(options={"chongtong_mode": "choice"})
    state = begin([faces("05-animal 05-ribbon 05-junk 05-junk 01-ribbon"), faces("02-ribbon 04-ribbon")],
                  faces("03-junk 08-junk"), faces("11-junk 10-junk 06-junk 07-junk"), rules)
    won = apply(state, Action(Do.CHONGTONG)).result
    assert won is not None
    assert (won.kind, won.net) == (ResultKind.CHONGTONG, (5, -5))
    on = apply(state, Action(Do.PLAY_ON))
    assert (on.turn, months_held(on.hand_cards[0], 4)) == (0, (5,))
    shown = apply(on, Action(Do.SHAKE, faces("05-animal 05-ribbon 05-junk 05-junk")))
    assert count_shakes(shown.shaken[0], (), rules, fours=shown.extras.fours[0]) == (2, 0)


def test_a_cup_that_was_laid_as_junk_can_be_stolen_and_stays_junk() -> None:
    rules = ruleset(options={"cup_timing": "declared"})
    state = begin([faces("05-animal 01-ribbon"), faces("02-ribbon 04-ribbon")], faces("03-junk 08-junk"),
                  faces("05-junk 10-junk 06-junk 07-junk"), rules)
    state = replace(state, table=replace(state.table, piles=((), faces("09-animal 11-djunk"))), own_turns=(3, 3),
                    extras=replace(state.extras, cups=(None, "junk")))
    after = apply(state, Action(Do.PLAY, faces("05-animal")))
    assert after.table.piles[1] == faces("09-animal")  # the double is the lower one
    state = replace(state, table=replace(state.table, piles=((), faces("09-animal bonus3"))))
    after = apply(state, Action(Do.PLAY, faces("05-animal")))
    assert (after.table.piles[1], after.extras.cups) == (faces("bonus3"), ("junk", None))


def test_setup_and_claims_follow_the_house() -> None:
    floor = faces("05-animal 05-ribbon 05-junk 05-junk 01-junk 02-junk")
    assert setup_table(floor, (), ruleset(options={"table_four": "nagari_x2"})).ruling == "nagari"
    on_play = ruleset(options={"shake_timing": "on_play"})
    claim = Claim("shake", 0, 0, shown=faces("05-animal 05-ribbon 05-junk"), floor=faces("05-junk"))
    assert [judge_claim(claim, 2, rules).code for rules in (RuleSet(), on_play)] == [None, "FALSE_SHAKE"]
    assert Table((), (Stack(faces("05-junk 05-junk 05-ribbon")),), (), (), 0, ()).stacks[0].month == 5
