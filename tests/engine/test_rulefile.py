"""House rules as TOML: what is read, what is refused and how, and that everything reads back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleSetError
from engine.options import Mission
from engine.rulefile import dumps, loads
from engine.rules import PRESETS, RuleSet, ruleset
from tests.builders import faces
from tests.strategies import RULE_SETS

FILE = """
preset = "wikipedia_strict"
go_rule = "italian"
target = { 2 = 5 }
bonus_cards = ["bonus2", "bonus3"]
nagari_cap = "none"

[[missions]]
name = "mission_month"
cards = ["01-bright", "01-ribbon"]
times = 3
"""


def test_options_lie_over_the_preset() -> None:
    rules = loads(FILE)
    assert rules == ruleset("wikipedia_strict", {
        "go_rule": "italian", "target": {"2": 5}, "bonus_cards": ["bonus2", "bonus3"], "nagari_cap": None,
        "missions": [{"name": "mission_month", "cards": ["01-bright", "01-ribbon"], "times": 3}]})
    assert rules.missions == (Mission("mission_month", faces("01-bright 01-ribbon"), times=3),)


def test_no_words_are_the_default_preset() -> None:
    assert loads("") == RuleSet()


@pytest.mark.parametrize(("text", "why"), [
    ("go_rul = 1", "house.toml: no option 'go_rul'; did you mean 'go_rule'"),
    ('go_rule = "bolder"', "house.toml: option go_rule does not take 'bolder'; it takes plus_n_pow2"),
    ('preset = "korean"', "house.toml: no rule set 'korean'; did you mean 'korean_standard'"),
    ("preset = 3", "house.toml: no rule set '3'"),
    ("target = { 7 = 2 }", "house.toml: option target.*by players"),
    ("sseul = ", "house.toml is no TOML"),
    ('cap_points = "many"', "house.toml: option cap_points"),
    ('[[missions]]\nname = "x"\ntime = 2', "house.toml: option missions.*did you mean 'times'"),
])
def test_a_wrong_line_is_refused_with_file_key_and_the_nearest_name(text: str, why: str) -> None:
    with pytest.raises(RuleSetError, match=why):
        loads(text, "house.toml")


@given(st.sampled_from([*PRESETS.values(), *RULE_SETS.values()]), st.sampled_from([None, *PRESETS]))
def test_rules_read_back(rules: RuleSet, base: str | None) -> None:
    assert loads(dumps(rules, base)) == rules


def test_only_what_differs_is_written() -> None:
    assert dumps(ruleset(options={"sseul": False})) == 'preset = "korean_standard"\nsseul = false\n'
