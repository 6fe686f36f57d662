"""Hypothesis strategies: rule sets, and rounds played by chance to some point."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from engine.bots import choose_any
from engine.round import Round, apply_legal, deal
from engine.rules import RuleSet, ruleset

RULE_SETS: dict[str, RuleSet] = {
    "korean": ruleset(),
    "wikipedia": ruleset("wikipedia_strict"),
    "italian with bonus cards": ruleset("gamerules_italian", {"bonus_cards": ["bonus2", "bonus3"]}),
    "bonus cards that steal": ruleset(options={
        "bonus_cards": ["bonus2", "bonus2", "bonus3"], "bonus_steals": True, "shake_timing": "on_play"}),
    "house": ruleset(options={
        "last_turn_scope": "final_turn_of_hand", "last_turn_stack_steal": True, "cup": "junk_only",
        "first_bomb_pay": True, "ppeok_eat_from": "maker_only", "two_steal_double_settles": False,
        "gobak_3p": "pays_for_all_x2",
        "deal_totals_2p": [8, 10]}),
    "pmang": ruleset("pmang_newmatgo"),
    "family": ruleset("family_hwatu"),
    "rare house rules": ruleset(options={
        "must_capture": False, "steal_change": True, "two_card_bomb": "steal_only", "nuclear": True, "heodang": True,
        "bonus_cards": ["bonus2", "bonus3"], "bonus_chongtong": "always", "chongtong_mode": "choice",
        "cup_timing": "at_capture", "feeding_dokbak": True, "cap_points": 30, "table_four": "dealer_wins",
        "extra_yaku": [{"name": "sagwangjul", "cards": ["04-ribbon", "04-animal"], "points": 2}],
        "missions": [{"name": "mission_month", "cards": ["01-bright", "01-ribbon"], "times": 3}]}),
    "late cup": ruleset(options={"cup_timing": "at_first_target", "chongtong_multi": "dealer_wins",
                                 "bonus_cards": ["bonus2"], "bonus_chongtong": "first_turn"}),
}
"""Rule sets that together reach every branch of a round."""

rule_sets = st.sampled_from(list(RULE_SETS.values()))
players = st.sampled_from((2, 3))


def play_on(state: Round, rng: random.Random, steps: int) -> Round:
    """Return the round after up to *steps* actions, each legal one equally likely."""
    for _ in range(steps):
        if state.result is not None:
            break
        state = apply_legal(state, choose_any(state, rng))
    return state


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """Any state of a round that legal actions lead to."""
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    state = deal(rng, draw(players), draw(rule_sets), nagari=draw(st.integers(0, 4)))
    return play_on(state, rng, draw(st.integers(0, 60)))
