"""House rules: presets, options as JSON, and clear refusals."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.errors import RuleSetError
from engine.rules import PRESETS, RuleSet, preset, ruleset


@pytest.mark.parametrize("name", PRESETS)
def test_options_of_every_preset_read_back(name: str) -> None:
    assert ruleset(options=json.loads(json.dumps(preset(name).options()))) == preset(name)


def test_target_and_pibak_limit_depend_on_the_players() -> None:
    rules = ruleset()
    assert [rules.target(n) for n in (2, 3, 4)] == [7, 3, 3]
    assert [rules.pibak_limit(n) for n in (2, 3, 4)] == [7, 5, 5]
    with pytest.raises(RuleSetError, match="5 players"):
        rules.target(5)


def test_options_lie_over_the_preset_and_keep_the_other_player_counts() -> None:
    rules = ruleset("wikipedia_strict", {"target": {"2": 5}, "bonus_cards": ["bonus2", "bonus3"]})
    assert (rules.target(2), rules.target(3), rules.go_rule, len(rules.bonus_cards)) == (5, 3, "wiki_n_minus_1", 2)


@pytest.mark.parametrize(("options", "why"), [
    ({"go_rul": "italian"}, "did you mean 'go_rule'"),
    ({"go_rule": "bolder"}, "it takes plus_n_pow2"),
    ({"sseul": 1}, "true or false"),
    ({"cup_value": True}, "cup_value"),
    ({"cup_value": 3}, "cup_value"),
    ({"target": {"5": 3}}, "by players"),
    ({"target": "7"}, "by players"),
    ({"target": 0}, "target"),
    ({"bonus_cards": ["05-junk"]}, "bonus_cards"),
    ({"bonus_cards": ["joker"]}, "joker"),
    ({"deal_totals_2p": [9, 9]}, "deal_totals_2p"),
    ({"day_hours": [18, 6]}, "day_hours"),
    ({"missions": [{"name": "mission_month", "card": ["01-bright"]}]}, "missions.*did you mean 'cards'"),
    ({"missions": [{"cards": ["01-bright"]}]}, "missions"),
    ({"extra_yaku": [{"name": "bidori", "points": 5}]}, "extra_yaku"),
    ({"cap_points": 0}, "cap_points"),
    ({"four_mode": "all_play"}, "four_mode"),
])
def test_wrong_options_are_refused_with_the_reason(options: dict[str, Any], why: str) -> None:
    with pytest.raises(RuleSetError, match=why):
        ruleset(options=options)


def test_unknown_preset_offers_the_nearest_name() -> None:
    with pytest.raises(RuleSetError, match="did you mean 'korean_standard'"):
        preset("korean_standart")


def test_a_rule_set_is_a_value() -> None:
    assert hash(RuleSet()) == hash(ruleset())
