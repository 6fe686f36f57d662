"""Which rules the referee follows at a watched table."""

from __future__ import annotations

import pytest

from engine.errors import RuleSetError
from engine.rules import PRESETS, preset, ruleset
from engine.watched import NOT_WATCHED, PRESET_PLAYERS, not_watched, watchable


def test_the_presets_of_the_encyclopedia_and_of_korea_are_followed() -> None:
    for name in ("korean_standard", "wikipedia_strict", "gamerules_italian"):
        assert watchable(preset(name)) is preset(name)


def test_what_is_not_followed_is_named() -> None:
    assert not_watched(preset("pmang_newmatgo")) == ("two_card_bomb", "missions")
    with pytest.raises(RuleSetError, match=r"does not follow game='hwatu' yet"):
        watchable(preset("family_hwatu"))


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in NOT_WATCHED.items() for value in values])
def test_every_value_on_the_list_is_an_option_that_can_be_played(name: str, value: object) -> None:
    assert name in not_watched(ruleset(options={name: value}))


def test_every_preset_says_for_how_many_it_is() -> None:
    assert PRESET_PLAYERS.keys() == PRESETS.keys()
