"""The ten questions in which houses differ most, and the rules that their answers make. Source: RULES.md 17, 18."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from engine.options import read
from engine.rules import PRESETS, RuleSet, preset, ruleset
from engine.watched import not_watched

DEFAULT = "korean_standard"


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: a code, and the options that it sets, as JSON values."""

    code: str
    sets: Mapping[str, Any]

    def holds(self, rules: RuleSet) -> bool:
        """Say whether *rules* are as this answer sets them."""
        return all(getattr(rules, name) == read(name, value, getattr(rules, name)) for name, value in self.sets.items())


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answers; the first is that of ``korean_standard``. The words lie with who asks."""

    code: str
    answers: tuple[Answer, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """The options that its answers set."""
        return tuple(dict.fromkeys(name for answer in self.answers for name in answer.sets))

    def answered(self, rules: RuleSet) -> Answer | None:
        """Return the answer that *rules* give; None if they have values of their own."""
        return next((answer for answer in self.answers if answer.holds(rules)), None)

    def answer(self, code: str) -> Answer:
        """Return the answer called *code*. Raises KeyError for another."""
        return {answer.code: answer for answer in self.answers}[code]


def _question(code: str, **answers: Mapping[str, Any]) -> Question:
    return Question(code, tuple(Answer(name, sets) for name, sets in answers.items()))


def _players(two: int, more: int) -> dict[str, int]:
    return {"2": two, "3": more, "4": more}


def _gobak(two: str, three: str, several: str = "last_caller") -> dict[str, str]:
    return {"gobak_2p": two, "gobak_3p": three} | ({"gobak_multi": several} if three != "none" else {})


def _pibak(two: int, more: int, *, exempt: bool) -> dict[str, Any]:
    return {"pibak_limit": _players(two, more), "pibak_zero_exempt": exempt}


QUESTIONS: tuple[Question, ...] = (
    _question(
        "target", seven_three={"target": _players(7, 3)}, five_three={"target": _players(5, 3)},
        seven_five={"target": _players(7, 5)}),
    _question(
        "bonus", none={"bonus_cards": []}, two={"bonus_cards": ["bonus2", "bonus3"]},
        twins={"bonus_cards": ["bonus2", "bonus2"]}, three={"bonus_cards": ["bonus2", "bonus2", "bonus3"]}),
    _question(
        "go", plus_double={"go_rule": "plus_n_pow2"}, double={"go_rule": "pow2_no_bonus"},
        count={"go_rule": "wiki_n_minus_1"}, points={"go_rule": "italian"}),
    _question(
        "pibak", seven_five=_pibak(7, 5, exempt=True), seven_five_all=_pibak(7, 5, exempt=False),
        five=_pibak(5, 5, exempt=True), five_all=_pibak(5, 5, exempt=False)),
    _question(
        "gobak", for_all=_gobak("x2", "pays_for_all"), for_all_twice=_gobak("x2", "pays_for_all_x2"),
        own=_gobak("x2", "x2_own", "each_x2"), none=_gobak("none", "none")),
    _question(
        "ppeok", pay_win={"ppeok_pay": "on", "three_ppeok": "win"},
        first_win={"ppeok_pay": "first", "three_ppeok": "win"}, win={"ppeok_pay": "off", "three_ppeok": "win"},
        none={"ppeok_pay": "off", "three_ppeok": "off"}),
    _question("bomb", double={"bomb_multiplier": 2}, plain={"bomb_multiplier": 1}),
    _question(
        "meong", tta={"meongtta": True, "meongbak": "off"}, tta_bak={"meongtta": True, "meongbak": "w7_l0"},
        five_bak={"meongtta": True, "meongbak": "w5_l0"}, none={"meongtta": False, "meongbak": "off"}),
    _question(
        "nagari", grow={"nagari_growth": "double_each", "nagari_cap": 8},
        endless={"nagari_growth": "double_each", "nagari_cap": None}, flat={"nagari_growth": "flat_2"},
        none={"nagari_growth": "double_each", "nagari_cap": 1}),
    _question(
        "chongtong", five={"chongtong_points": 5}, seven={"chongtong_points": 7}, ten={"chongtong_points": 10},
        target={"chongtong_points": "target"}),
)  # fmt: skip
"""What is asked, in order."""

ASKED = frozenset(name for question in QUESTIONS for name in question.options)
"""Every option that a question sets."""


def bases() -> tuple[str, ...]:
    """Return the presets that may lie behind the answers: Go-Stop that the referee follows; the default first."""
    return tuple(name for name, rules in PRESETS.items() if rules.game == "gostop" and not not_watched(rules))


def nearest_preset(answers: Mapping[str, str]) -> str:
    """Return the preset behind *answers* (question code -> answer code).

    It is the default, unless another preset gives more of them, and all but one at most: a preset also decides what
    nobody was asked.
    """
    def agrees(name: str) -> int:
        rules = PRESETS[name]
        return sum(question.answer(answers[question.code]).holds(rules)
                   for question in QUESTIONS if question.code in answers)

    best = max(bases(), key=agrees)  # of several, the first
    return best if agrees(best) >= len(answers) - 1 else DEFAULT


def house(answers: Mapping[str, str], base: RuleSet | None = None) -> RuleSet:
    """Return the rules that *answers* make over *base*; None: over the nearest preset. Raises KeyError for a code."""
    sets = {name: value for question in QUESTIONS if question.code in answers
            for name, value in question.answer(answers[question.code]).sets.items()}
    if base is None:
        return ruleset(nearest_preset(answers), sets)
    return ruleset(DEFAULT, base.options() | sets)


def unasked(base: str) -> tuple[str, ...]:
    """Return the options in which preset *base* differs from the default and about which nobody is asked."""
    return tuple(f.name for f in fields(RuleSet)
                 if f.name not in ASKED and getattr(preset(base), f.name) != getattr(PRESETS[DEFAULT], f.name))
