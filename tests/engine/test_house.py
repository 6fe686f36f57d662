"""The ten questions: every answer makes rules that are followed, and the preset behind them is the nearest."""

from __future__ import annotations

import pytest

from engine.errors import RuleSetError
from engine.house import ASKED, DEFAULT, QUESTIONS, bases, house, nearest_preset, unasked
from engine.rulefile import dumps, loads
from engine.rules import PRESETS, RuleSet, ruleset
from engine.watched import watchable


def of(name: str) -> dict[str, str]:
    """Return the answers that a preset gives."""
    found = ((question.code, question.answered(PRESETS[name])) for question in QUESTIONS)
    return {code: answer.code for code, answer in found if answer is not None}


def test_ten_are_asked_and_no_option_twice() -> None:
    assert len(QUESTIONS) == 10
    assert len(ASKED) == sum(len(question.options) for question in QUESTIONS)


def test_the_first_answers_are_the_default() -> None:
    assert house({question.code: question.answers[0].code for question in QUESTIONS}) == RuleSet()
    assert house({}) == RuleSet()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.code)
def test_every_answer_makes_other_rules_that_the_referee_follows(question) -> None:  # type: ignore[no-untyped-def]
    made = [house({question.code: answer.code}) for answer in question.answers]
    assert len(set(made)) == len(made)
    for answer, rules in zip(question.answers, made, strict=True):
        assert watchable(rules) is rules
        assert question.answered(rules) == answer
        assert loads(dumps(rules)) == rules


@pytest.mark.parametrize("name", ["korean_standard", "wikipedia_strict", "gamerules_italian", "pmang_newmatgo"])
def test_every_preset_of_gostop_gives_ten_answers(name: str) -> None:
    assert len(of(name)) == 10


@pytest.mark.parametrize("name", bases())
def test_the_answers_of_a_preset_find_it_again(name: str) -> None:
    assert nearest_preset(of(name)) == name
    assert house(of(name)) == PRESETS[name]


def test_one_answer_of_their_own_leaves_the_preset_behind() -> None:
    mixed = of("wikipedia_strict") | {"bonus": "two"}
    assert nearest_preset(mixed) == "wikipedia_strict"
    assert house(mixed) == ruleset("wikipedia_strict", {"bonus_cards": ["bonus2", "bonus3"]})


def test_a_house_between_presets_keeps_what_nobody_was_asked_as_it_is_usual() -> None:
    mixed = of("wikipedia_strict") | {"bonus": "two", "go": "plus_double", "ppeok": "pay_win"}
    assert nearest_preset(mixed) == DEFAULT
    assert house(mixed).sseul


def test_presets_that_the_referee_does_not_follow_are_never_behind() -> None:
    assert nearest_preset(of("pmang_newmatgo")) == DEFAULT
    assert set(bases()) == {"korean_standard", "wikipedia_strict", "gamerules_italian"}


def test_what_a_preset_brings_unasked_is_known() -> None:
    assert unasked(DEFAULT) == ()
    assert {"sseul", "jappeok_steal"} <= set(unasked("wikipedia_strict"))


def test_rules_of_their_own_are_begun_from() -> None:
    begin = ruleset(options={"pibak_limit": 6, "sseul": False})
    assert next(q for q in QUESTIONS if q.code == "pibak").answered(begin) is None
    changed = house({"bomb": "plain"}, begin)
    assert (changed.sseul, changed.pibak_limit(2), changed.bomb_multiplier) == (False, 6, 1)


def test_an_unknown_answer_is_refused() -> None:
    with pytest.raises(KeyError):
        house({"bomb": "sometimes"})
    with pytest.raises(RuleSetError):
        house({"bonus": "two"}, PRESETS["family_hwatu"])
