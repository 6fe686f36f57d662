"""Rounds with known hands: deal, declarations, Go and Stop, endings."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.bots import choose, choose_any
from engine.cards import DECK
from engine.errors import IllegalPlay, RuleSetError
from engine.round import Action, Do, Phase, Round, apply, begin, deal, legal_actions
from engine.rules import RuleSet, ruleset
from engine.settle import ResultKind
from tests.builders import faces
from tests.engine.conservation import all_cards, check_invariants
from tests.strategies import RULE_SETS

KS = RuleSet()


def duel(hand: str, floor: str, stock: str, *, other: str = "06-junk 06-ribbon 07-ribbon", rules: RuleSet = KS,
         own: str = "", theirs: str = "") -> Round:
    """Return a two-player round in the middle: seat 0 moves."""
    state = begin([faces(hand), faces(other)], faces(floor), faces(stock), rules)
    return replace(state, table=replace(state.table, piles=(faces(own), faces(theirs))), own_turns=(3, 3))


def lay(code: str, choose: str = "") -> Action:
    return Action(Do.PLAY, faces(code), faces(choose)[0] if choose else None)


@pytest.mark.parametrize(("players", "hand", "floor", "stock"), [(2, 10, 8, 20), (3, 7, 6, 21)])
def test_deal_gives_the_counts_of_the_rules(players: int, hand: int, floor: int, stock: int) -> None:
    state = deal(random.Random(1), players, KS, dealer=1)
    on_floor = len(state.table.loose) + sum(len(s.cards) for s in state.table.stacks)
    assert (state.table.hands, on_floor, state.table.stock, state.turn) == ((hand,) * players, floor, stock, 1)


def test_four_players_deal_by_their_own_road() -> None:
    with pytest.raises(RuleSetError, match="one sits out"):
        deal(random.Random(1), 4, KS)


def test_bonus_card_on_the_floor_goes_to_the_dealer_and_is_replaced() -> None:
    hands = [faces("01-junk"), faces("02-junk")]
    state = begin(hands, faces("bonus2 08-bright"), faces("bonus3 03-junk 05-junk"), KS, dealer=1)
    assert state.table.piles == ((), faces("bonus2 bonus3"))
    assert (state.table.loose, state.stock_cards) == (faces("03-junk 08-bright"), faces("05-junk"))


def test_three_on_the_floor_are_a_stack_and_four_are_dealt_again() -> None:
    three = begin([faces("01-junk")] * 2, faces("05-junk 05-junk 05-ribbon 08-junk"), faces("03-junk"), KS)
    assert [(s.month, s.owner) for s in three.table.stacks] == [(5, None)]
    four = begin([faces("01-junk")] * 2, faces("05-junk 05-junk 05-ribbon 05-animal"), faces("03-junk"), KS)
    assert four.result is not None
    assert four.result.kind is ResultKind.VOID


def test_chongtong_ends_the_round_before_it_begins() -> None:
    hands = [faces("05-junk 05-junk 05-ribbon 05-animal"), faces("02-junk")]
    state = begin(hands, faces("08-junk"), faces("03-junk"), KS, nagari=1)
    assert state.result is not None
    assert (state.result.kind, state.result.winner, state.result.net) == (ResultKind.CHONGTONG, 0, (10, -10))
    assert legal_actions(state) == []


def test_floor_choice_is_part_of_the_play_and_flip_choice_is_asked() -> None:
    state = duel("05-animal 12-ribbon", "05-junk 05-ribbon 08-junk 08-bright", "08-animal 01-junk")
    assert lay("05-animal") not in legal_actions(state)
    asked = apply(state, lay("05-animal", "05-ribbon"))
    assert (asked.phase, asked.turn, asked.choices) == (Phase.CHOOSE, 0, faces("08-junk 08-bright"))
    done = apply(asked, Action(Do.CHOOSE, choose=faces("08-bright")[0]))
    assert sorted(done.table.piles[0]) == sorted(faces("05-animal 05-ribbon 08-animal 08-bright"))
    assert (done.turn, done.phase) == (1, Phase.PLAY)


def test_an_action_that_is_not_legal_is_refused() -> None:
    with pytest.raises(IllegalPlay, match="legal_actions"):
        apply(duel("05-animal 12-ribbon", "08-junk", "08-animal"), Action(Do.DRAW))


def test_shake_then_bomb_doubles_once_and_leaves_two_draw_only_turns() -> None:
    state = duel("05-animal 05-junk 05-junk 12-ribbon", "05-ribbon 03-junk", "11-junk 01-junk",
                 own="02-animal 04-animal 08-animal 06-animal 07-animal 10-animal 12-animal")
    bomb = Action(Do.BOMB, faces("05-animal 05-junk 05-junk"))
    state = apply(apply(state, Action(Do.SHAKE, bomb.cards)), bomb)
    assert state.last is not None
    assert [str(e) for e in state.last.result.events] == ["shake", "bomb"]
    assert (state.hand_cards[0], state.table.tokens, state.phase) == (faces("12-ribbon"), (2, 0), Phase.GO_STOP)
    settled = apply(state, Action(Do.STOP)).result
    assert settled is not None
    assert settled.settlement is not None
    factors = [(line.name, line.value) for line in settled.settlement.lines if line.times]
    assert factors == [("shake", 2), ("meongtta", 2)]


def test_a_set_is_shaken_once() -> None:
    state = duel("05-animal 05-junk 05-junk 12-ribbon", "03-junk", "11-junk")
    shake = Action(Do.SHAKE, faces("05-animal 05-junk 05-junk"))
    assert shake in legal_actions(state)
    assert shake not in legal_actions(apply(state, shake))


def test_on_play_shake_binds_the_card_that_is_laid() -> None:
    rules = ruleset(options={"shake_timing": "on_play"})
    state = duel("05-animal 05-junk 05-junk 12-ribbon", "03-junk", "11-junk", rules=rules)
    state = apply(state, Action(Do.SHAKE, faces("05-animal 05-junk 05-junk")))
    assert {action.cards[0].month for action in legal_actions(state)} == {5}
    on_floor = duel("05-animal 05-junk 05-junk 12-ribbon", "05-ribbon", "11-junk", rules=rules)
    assert Do.SHAKE not in {action.do for action in legal_actions(on_floor)}


def test_bonus_in_hand_is_replaced_from_the_stock_before_the_play() -> None:
    state = duel("bonus2 05-animal 12-animal 10-ribbon", "05-junk 03-junk", "07-ribbon 11-junk")
    state = apply(state, Action(Do.LAY_BONUS, faces("bonus2")))
    assert sorted(state.hand_cards[0]) == sorted(faces("05-animal 12-animal 10-ribbon 07-ribbon"))
    state = apply(state, lay("05-animal"))
    assert state.table.piles[0] == faces("bonus2 05-animal 05-junk")
    assert (state.table.stock, state.table.hands[0], len(state.hand_cards[0])) == (0, 3, 3)


def test_bonus_in_hand_is_played_by_its_replacement_in_the_italian_game() -> None:
    rules = ruleset("gamerules_italian")
    state = duel("bonus2 05-animal 12-animal", "05-junk 03-junk 03-bright", "03-ribbon 11-junk", rules=rules)
    state = apply(state, Action(Do.LAY_BONUS, faces("bonus2")))
    assert state.phase is Phase.CHOOSE
    state = apply(state, Action(Do.CHOOSE, choose=faces("03-bright")[0]))
    assert state.table.piles[0] == faces("bonus2 03-ribbon 03-bright")
    assert (state.hand_cards[0], state.table.hands[0]) == (faces("05-animal 12-animal"), 2)


def test_go_is_asked_again_only_above_the_score_of_the_last_go() -> None:
    own = "02-animal 04-animal 08-animal 06-animal 07-animal 12-animal"
    state = duel("01-ribbon 05-junk 11-junk", "01-junk 03-junk", "04-junk 08-junk 02-junk 12-djunk 10-junk", own=own)
    state = apply(state, lay("01-ribbon"))
    assert state.phase is Phase.GO_STOP
    state = apply(state, Action(Do.GO))
    assert (state.go, state.go_points, state.turn) == ((1, 0), (7, None), 1)
    state = apply(apply(state, lay("06-junk")), lay("11-junk"))
    assert (state.phase, state.turn) == (Phase.PLAY, 1)


def test_a_stoppable_score_on_the_last_turn_stops_by_itself() -> None:
    own = "02-animal 04-animal 08-animal 06-animal 07-animal 12-animal"
    state = apply(duel("01-ribbon", "01-junk 03-junk", "04-junk 08-junk", own=own), lay("01-ribbon"))
    assert state.result is not None
    assert (state.result.kind, state.result.winner, state.result.net) == (ResultKind.STOP, 0, (7, -7))


def test_nobody_at_the_target_when_the_cards_are_gone_is_nagari() -> None:
    state = duel("01-ribbon", "03-junk", "08-junk 04-junk", other="06-junk")
    state = apply(apply(state, lay("01-ribbon")), lay("06-junk"))
    assert state.result is not None
    assert (state.result.kind, state.result.net) == (ResultKind.NAGARI, (0, 0))


def test_first_ppeok_pays_at_once_and_survives_a_nagari() -> None:
    state = replace(duel("05-animal 01-ribbon", "05-junk 03-junk", "05-ribbon 08-junk 04-junk 09-junk",
                         other="06-junk 07-junk"), own_turns=(0, 0))
    for code in ("05-animal", "06-junk", "01-ribbon", "07-junk"):
        state = apply(state, lay(code))
    assert state.result is not None
    assert (state.result.kind, state.result.net, state.result.paid) == (ResultKind.NAGARI, (7, -7), (7, -7))


def test_third_ppeok_wins_the_target_from_each() -> None:
    state = duel("05-animal 01-ribbon", "05-junk 03-junk", "05-ribbon 08-junk")
    state = apply(replace(state, ppeoks=((1, 3), ())), lay("05-animal"))
    assert state.result is not None
    assert (state.result.kind, state.result.winner, state.result.net) == (ResultKind.THREE_PPEOK, 0, (7, -7))


def test_the_same_seed_plays_the_same_round() -> None:
    def record(seed: int) -> list[Action]:
        rng = random.Random(seed)
        state, actions = deal(rng, 3, KS), []
        while state.result is None:
            actions.append(choose(state, rng))
            state = apply(state, actions[-1])
        return actions
    assert record(5) == record(5)
    assert record(5) != record(6)


def test_bots_have_nothing_to_choose_when_the_round_is_over() -> None:
    over = begin([faces("05-junk 05-junk 05-ribbon 05-animal"), ()], (), (), KS)
    with pytest.raises(ValueError, match="over"):
        choose(over, random.Random(1))


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", RULE_SETS)
def test_random_rounds_keep_every_invariant_to_the_end(name: str, players: int) -> None:
    rules = RULE_SETS[name]
    for seed in range(40):
        rng = random.Random(seed)
        before = state = deal(rng, players, rules, dealer=seed % players, nagari=seed % 3)
        bot = choose_any if seed % 2 else choose
        for _ in range(400):
            if state.result is not None:
                break
            before, state = state, apply(state, bot(state, rng))
            check_invariants(before, state)
        assert state.result is not None, f"seed {seed} does not end"
        assert sum(state.result.net) == 0
        assert all_cards(state) == sorted(DECK + rules.bonus_cards)
