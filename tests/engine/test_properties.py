"""Properties of any round that legal actions lead to."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.bots import choose_any
from engine.cards import BONUS_FACES, DECK, Face
from engine.gameparse import parse_game
from engine.gametext import format_game
from engine.notation import format_play, format_table, parse_play, parse_table
from engine.playback import canonical
from engine.round import Round, apply, legal_actions
from engine.rules import RuleSet
from engine.score import Place, score, total
from engine.settle import Ending, settle
from engine.simulate import new_game, next_round
from engine.steal import is_fair_gift
from engine.turn import resolve
from tests.engine.conservation import all_cards, check_invariants
from tests.mixes import random_rules
from tests.strategies import play_on, rounds, rule_sets

quick = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@quick
@given(rounds())
def test_every_legal_action_conserves_the_cards(state: Round) -> None:
    for action in legal_actions(state):
        after = apply(state, action)
        check_invariants(state, after)
        assert all_cards(after) == all_cards(state)


@quick
@given(rounds(), st.integers(0, 2**32 - 1))
def test_the_net_of_a_round_is_zero(state: Round, seed: int) -> None:
    over = play_on(state, random.Random(seed), 1000)
    assert over.result is not None
    assert (sum(over.result.net), sum(over.result.paid)) == (0, 0)


@quick
@given(rounds(), st.data())
def test_any_settlement_sums_to_zero(state: Round, data: st.DataObject) -> None:
    players = state.players
    gos = tuple(data.draw(st.lists(st.integers(0, 4), min_size=players, max_size=players)))
    winner = data.draw(st.integers(0, players - 1))
    order = tuple(seat for seat in range(players) if gos[seat])
    found = settle(state.table.piles, Ending(winner, gos, order, nagari=data.draw(st.integers(0, 3))), state.rules)
    assert sum(found.net) == 0
    assert found.net[winner] >= 0


@quick
@given(rounds())
def test_tables_and_turns_read_back_from_their_text(state: Round) -> None:
    assert parse_table(format_table(state.table)) == state.table
    if state.last is not None:
        assert parse_play(format_play(state.last.play)) == state.last.play


@quick
@given(rounds())
def test_a_gift_by_the_rule_is_fair_and_changes_nothing(state: Round) -> None:
    for action in legal_actions(state):
        last = apply(state, action).last
        if last is None or last == state.last:
            continue
        result = last.result
        assert resolve(state.table, last.play, state.rules, give=result.stolen) == result
        assert all(is_fair_gift(state.table.piles[seat], cards, result.debts, seat, state.rules)
                   for seat, cards in result.stolen.items())


@quick
@given(rounds(), st.integers(0, 2**32 - 1))
def test_the_score_does_not_depend_on_the_order_of_the_pile(state: Round, seed: int) -> None:
    for pile in state.table.piles:
        mixed = list(pile)
        random.Random(seed).shuffle(mixed)
        assert score(mixed, state.rules).total == score(pile, state.rules).total


@quick
@given(st.lists(st.sampled_from(DECK + BONUS_FACES), max_size=30), rule_sets, st.sampled_from([None, "animal", "junk"]))
def test_the_quick_total_is_that_of_the_lines(pile: list[Face], rules: RuleSet, cup: Place | None) -> None:
    cards = list((Counter(pile) & Counter(DECK + BONUS_FACES)).elements())
    assert total(cards, rules, cup) == score(cards, rules, cup_as=cup).total


@quick
@given(st.lists(st.sampled_from(DECK + BONUS_FACES), max_size=50), st.integers(0, 2**32 - 1))
def test_no_pile_scores_below_zero_by_any_rules(pile: list[Face], seed: int) -> None:
    cards = list((Counter(pile) & Counter(DECK + BONUS_FACES)).elements())
    assert score(cards, random_rules(random.Random(seed))).total >= 0


@quick
@given(st.integers(0, 2**32 - 1), st.integers(2, 4), st.integers(0, 30))
def test_a_round_that_breaks_off_anywhere_plays_back_to_where_it_stood(seed: int, players: int, steps: int) -> None:
    rng = random.Random(seed)
    record, match = new_game(random_rules(rng), players, rng, hour=12)
    one, _ = next_round(match, rng, choose_any)
    cut = replace(record, rounds=(replace(one, steps=one.steps[:steps], end=None),))
    again, wrong = canonical(parse_game(format_game(cut)))
    assert wrong == ()
    assert again.rounds[0].steps == cut.rounds[0].steps
