"""Any mix of options gives rounds that hold together; `make soak` plays many more of them."""

from __future__ import annotations

import random

import pytest

from engine.bots import choose_any
from engine.round import apply_legal, deal
from engine.rulefile import dumps, loads
from engine.rules import ruleset
from tests.engine.conservation import check_invariants
from tests.mixes import random_rules


@pytest.mark.parametrize("seed", range(300))
def test_any_mix_of_options_plays_to_a_result_that_sums_to_zero(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    state = deal(rng, rng.choice((2, 3)), rules, nagari=rng.randrange(4))
    check_invariants(state, state)
    while state.result is None:
        before, state = state, apply_legal(state, choose_any(state, rng))
        check_invariants(before, state)
    assert sum(state.result.net) == sum(state.result.paid) == 0
    assert min(state.totals()) >= 0


def test_any_mix_of_options_is_written_and_read_as_toml() -> None:
    for seed in range(200):
        rules = random_rules(random.Random(seed))
        assert loads(dumps(rules)) == rules


def test_the_family_game_sums_to_zero_whatever_target_a_house_names() -> None:
    """A target of 100 once made every player gain 20 out of nothing."""
    rules = ruleset("family_hwatu", {"target": 100})
    rng = random.Random(1)
    state = deal(rng, 2, rules)
    while state.result is None:
        state = apply_legal(state, choose_any(state, rng))
    assert sum(state.result.net) == 0
