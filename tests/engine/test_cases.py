"""Every rule case of tests/golden/cases.json, and the runner that judges such files."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from engine.cases import read_cases, rules_of, run, run_text
from engine.errors import CaseError
from engine.judges import JUDGES
from engine.rules import PRESETS

Json = dict[str, Any]
TEXT = (Path(__file__).parents[1] / "golden" / "cases.json").read_text(encoding="utf-8")
CASES: list[Json] = read_cases(TEXT)
META: Json = json.loads(TEXT)["meta"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: Json) -> None:
    assert run([case]).failures == ()


def test_every_kind_of_the_format_has_a_judge() -> None:
    assert set(META["kinds"]) == set(JUDGES)
    assert set(META["presets"]) == set(PRESETS)


def test_the_whole_file_is_reported() -> None:
    report = run_text(TEXT)
    assert report.to_json() == {"passed": len(CASES), "failed": 0, "failures": []}


def _turned(value: Any) -> Any:
    """Something else of the same kind."""
    match value:
        case bool() | None:
            return "else"
        case int():
            return value + 1
        case dict() if value:
            return {key: _turned(one) for key, one in value.items()}
        case dict():
            return {"0": ["single"]}
        case list():
            return [*value, "else"]
        case _:
            return f"not {value}"


@pytest.mark.parametrize("kind", sorted(JUDGES))
def test_a_wrong_expectation_fails_whatever_the_key(kind: str) -> None:
    for case in (one for one in CASES if one["given"]["kind"] == kind):
        for key in case["expect"].keys() - {"illegal", "reason"}:
            wrong = deepcopy(case)
            wrong["expect"] = {key: _turned(case["expect"][key])}
            failed = run([wrong]).failures
            assert [one.id for one in failed] == [case["id"]], key
            assert failed[0].expected == wrong["expect"]


def test_prose_is_compared_by_its_presence() -> None:
    case = next(one for one in CASES if "illegal" in one["expect"])
    assert run([{**case, "expect": {"illegal": "any words"}}]).failed == 0
    allowed = next(one for one in CASES if one["given"]["kind"] == "turn" and "illegal" not in one["expect"])
    assert run([{**allowed, "expect": {"illegal": "any words"}}]).failed == 1


def test_a_case_with_values_that_make_no_sense_fails_and_says_why() -> None:
    case = {"id": "x", "given": {"kind": "score", "captured": ["13-bright"]}, "expect": {"total": 0}}
    assert "13-bright" in run([case]).failures[0].got["error"]
    case = {"id": "x", "given": {"kind": "chongtong"}, "expect": {"net": [0, 0]}}
    assert "hands_with_four" in run([case]).failures[0].got["error"]


@pytest.mark.parametrize(("text", "why"), [
    ("{", "no JSON"),
    ("{}", 'no list "cases"'),
    ('{"cases": [7]}', "case 1"),
    ('{"cases": [{"id": "a", "given": {"kind": "score"}}]}', "expect"),
    ('{"cases": [{"id": "a", "given": {"kind": "scor"}, "expect": {}}]}', "did you mean 'score'"),
])
def test_a_file_that_is_not_in_the_format_is_refused_with_the_place(text: str, why: str) -> None:
    with pytest.raises(CaseError, match=f"my.json.*{why}"):
        run_text(text, "my.json")


def test_shorthand_keys_are_read_as_options() -> None:
    rules = rules_of({"options": {"last_turn": False, "ppeok_pay": False, "three_ppeok": True, "cup_declared": "junk"}})
    assert (rules.last_turn_scope, rules.ppeok_pay, rules.three_ppeok) == ("none", "off", "win")
    assert rules_of({"options": {"family": True}}).game == "hwatu"
