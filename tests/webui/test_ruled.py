"""House rules in words: every option, question and preset is named in both languages, and fits on a terminal."""

from __future__ import annotations

import pytest

from engine.house import QUESTIONS
from engine.rulefile import dumps, loads
from engine.rules import PRESETS, RuleSet, ruleset
from webui import ruled
from webui.tallied import width
from webui.texts import LANGUAGES, TEXTS, Language


def test_every_question_and_answer_has_words() -> None:
    keys = {f"house.{question.code}" for question in QUESTIONS}
    keys |= {f"house.{question.code}.{answer.code}" for question in QUESTIONS for answer in question.answers}
    assert keys == {key for key in TEXTS if key.startswith("house.")}


def test_every_option_and_preset_has_a_name_and_no_other() -> None:
    assert {f"option.{name}" for name in ruled.options()} == {key for key in TEXTS if key.startswith("option.")}
    assert {f"preset.{name}" for name in PRESETS} == {key for key in TEXTS if key.startswith("preset.")}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.code)
def test_a_question_begins_with_the_word_of_the_players(question) -> None:  # type: ignore[no-untyped-def]
    names = {ruled.option_name(option, "ko") for option in question.options}
    words = {word for name in names for word in name.split(", ")}
    begin = ruled.asked(question, "ko").partition(":")[0]
    assert any(word.removesuffix(" 배수") in begin for word in words), begin


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_told_whole_and_fit(language: Language) -> None:
    for name, rules in PRESETS.items():
        lines = ruled.whole(name, rules, language)
        assert max(map(width, lines)) <= 80, max(lines, key=width)
        assert len(lines) > 60
    assert max(map(width, ruled.presets(language))) <= 80


def test_what_differs_from_the_default_is_marked() -> None:
    lines = ruled.whole("mine", ruleset(options={"sseul": False, "missions": [{"name": "push", "times": 2}]}), "ko")
    marked = [line.split()[1] for line in lines if line.startswith("*")]
    assert marked == ["sseul", "missions"]


def test_values_of_their_own_are_told_as_they_are() -> None:
    pibak = next(question for question in QUESTIONS if question.code == "pibak")
    assert ruled.answered(pibak, ruleset(options={"pibak_limit": 6}), "ko") == (
        "pibak_limit = 6 · 6 · 6; pibak_zero_exempt = 네")
    assert ruled.value(None, "en") == ruled.value((), "en") == "none"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_with_names_behind_its_options_reads_back(language: Language) -> None:
    rules = ruleset("wikipedia_strict", {"nagari_cap": None, "missions": [{"name": "x", "times": 2}], "sseul": True})
    text = ruled.commented(dumps(rules, "korean_standard"), language)
    assert loads(text) == rules
    assert f"# {ruled.option_name('nagari_cap', language)}" in text
    assert ruled.commented(dumps(RuleSet()), language) == 'preset = "korean_standard"\n'
