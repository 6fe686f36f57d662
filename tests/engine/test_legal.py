"""What is refused, and by which rule; and what the family game leaves in each pile."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.bots import choose_any
from engine.errors import IllegalPlay
from engine.round import Action, Do, Round, apply, apply_legal, begin, deal
from engine.rules import RuleSet, ruleset
from tests.builders import faces

HANDS = ("05-animal 05-ribbon 05-junk bonus2 01-ribbon", "02-ribbon 04-ribbon 06-ribbon 07-ribbon 09-ribbon")


def start(options: dict[str, object] | None = None, floor: str = "03-junk 03-bright 08-junk") -> Round:
    rules = ruleset(options={"bonus_cards": ["bonus2"]} | (options or {}))
    return begin(list(map(faces, HANDS)), faces(floor), faces("11-junk 10-junk 06-junk 07-junk"), rules)


@pytest.mark.parametrize(("action", "why"), [
    (Action(Do.PLAY, faces("02-ribbon")), "does not hold 02-ribbon"),
    (Action(Do.PLAY, faces("bonus2")), "laid aside"),
    (Action(Do.PLAY, faces("05-animal 05-junk")), "one card"),
    (Action(Do.PLAY, faces("05-animal"), leave=True), "must_capture"),
    (Action(Do.BOMB, faces("05-animal 05-ribbon 05-junk")), "RULES.md 9.7"),
    (Action(Do.DRAW), "no draw-only turn"),
    (Action(Do.STOP), "RULES.md 13"),
    (Action(Do.SHAKE, faces("05-animal 05-ribbon 01-ribbon")), "RULES.md 9.6"),
    (Action(Do.LAY_BONUS, faces("01-ribbon")), "RULES.md 10"),
    (Action(Do.CHOOSE), "may not do choose"),
])
def test_a_refused_action_names_the_rule(action: Action, why: str) -> None:
    with pytest.raises(IllegalPlay, match=why):
        apply(start(), action)


def test_a_set_is_shaken_once_and_bound_to_its_month_where_the_house_says_so() -> None:
    three = faces("05-animal 05-ribbon 05-junk")
    shaken = apply(start(), Action(Do.SHAKE, three))
    with pytest.raises(IllegalPlay, match="once"):
        apply(shaken, Action(Do.SHAKE, three))
    bound = apply(start({"shake_timing": "on_play"}), Action(Do.SHAKE, three))
    with pytest.raises(IllegalPlay, match="shake_timing=on_play"):
        apply(bound, Action(Do.PLAY, faces("01-ribbon")))


def test_nothing_is_played_while_a_question_is_open_or_the_round_is_over() -> None:
    state = begin([faces("05-animal 05-ribbon 05-junk 05-junk"), faces("01-junk")], faces("03-junk"), (),
                  ruleset(options={"chongtong_mode": "choice"}))
    with pytest.raises(IllegalPlay, match="asked for chongtong"):
        apply(state, Action(Do.PLAY, faces("05-animal")))
    with pytest.raises(IllegalPlay, match="the round is over"):
        apply(apply(state, Action(Do.CHONGTONG)), Action(Do.PLAY, faces("05-animal")))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_family_game_ends_with_whole_pairs_and_balances_of_zero(players: int) -> None:
    rules: RuleSet = ruleset("family_hwatu")
    for seed in range(15):
        rng = random.Random(seed)
        state = deal(rng, players, rules)
        while state.result is None:
            state = apply_legal(state, choose_any(state, rng))
        for pile in state.table.piles:
            assert set(Counter(card.month for card in pile).values()) <= {2, 4}
        assert (state.table.loose, sum(state.result.net)) == ((), 0)
