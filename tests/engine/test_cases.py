"""Every rule case of tests/golden, and the runner that judges such files."""

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
GOLDEN = Path(__file__).parents[1] / "golden"
TEXT = (GOLDEN / "cases.json").read_text(encoding="utf-8")
CASES: list[Json] = read_cases(TEXT)
MORE: list[Json] = read_cases((GOLDEN / "cases_more.json").read_text(encoding="utf-8"))
META: Json = json.loads(TEXT)["meta"]


@pytest.mark.parametrize("case", CASES + MORE, ids=lambda case: case["id"])
def test_case(case: Json) -> None:
    assert run([case]).failures == ()


def test_every_further_case_has_a_name_of_its_own_a_section_and_a_reason() -> None:
    names = [case["id"] for case in CASES + MORE]
    assert len(names) == len(set(names))
    assert all(case["source"].startswith("RULES.md ") and case["note"] for case in MORE)


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
    ('{"cases": {}}', 'no list "cases"'),
    ("7", 'no list "cases"'),
    ('{"cases": []}', "holds no case"),
])
def test_a_file_without_cases_is_refused_with_its_name(text: str, why: str) -> None:
    with pytest.raises(CaseError, match=f"my.json.*{why}"):
        run_text(text, "my.json")


GOOD: Json = {"id": "good", "given": {"kind": "deal", "players": 2}, "expect": {"table": 8}}


def test_a_byte_order_mark_is_no_reason_to_refuse_a_file() -> None:
    assert run_text('\ufeff' + json.dumps({"cases": [GOOD]})).passed == 1


def test_a_misspelt_key_is_named_with_the_nearest_one() -> None:
    (failed,) = run([{**GOOD, "given": {"kind": "deal", "plaeyrs": 2}}]).failures
    assert "'plaeyrs'" in failed.got["error"] and "did you mean 'players'" in failed.got["error"]


@pytest.mark.parametrize(("case", "name", "why"), [
    (7, "case 1", "a case is an object"),
    (None, "case 1", "a case is an object"),
    ({"id": "a", "given": [], "expect": {}}, "a", "a case is an object"),
    ({"given": {"kind": "deal"}}, "case 1", "expect"),
    ({"id": "a", "given": {"kind": "deal"}, "expect": [1]}, "a", "expect"),
    ({"id": "a", "given": {"kind": "scor"}, "expect": {}}, "a", "did you mean 'score'"),
    ({"id": "a", "given": {"players": 2}, "expect": {}}, "a", "no kind None"),
    ({"id": "a", "given": {"kind": "score"}, "expect": {"total": 0}}, "a", "lacks 'captured'"),
    ({"id": "a", "given": {"kind": "deal", "players": 9}, "expect": {"table": 8}}, "a", "players is 9"),
    ({"id": "a", "given": {"kind": "deal", "players": "2"}, "expect": {"table": 8}}, "a", "players is '2'"),
    ({"id": "a", "given": {"kind": "deal", "preset": "korean"}, "expect": {"table": 8}}, "a", "korean_standard"),
    ({"id": "a", "given": {"kind": "deal", "options": {"targt": 3}}, "expect": {"table": 8}}, "a", "'target'"),
    ({"id": "a", "given": {"kind": "settle", "winner": -1, "card_points": 7}, "expect": {"net": []}}, "a", "winner"),
    ({"id": "a", "given": {"kind": "settle", "players": 3, "winner": 0, "card_points": 7, "go": [0]},
      "expect": {"net": []}}, "a", "1 numbers of go"),
    ({"id": "a", "given": {"kind": "settle", "winner": 0, "card_points": 7, "nagari_before": 10**6},
      "expect": {"net": []}}, "a", "nagari_before"),
    ({"id": "a", "given": {"kind": "deal"}, "expect": {"hands": json.loads("[" * 700 + "]" * 700)}}, "a", "deep"),
])
def test_one_bad_case_fails_with_the_reason_and_the_others_are_judged(case: Any, name: str, why: str) -> None:
    report = run([case, GOOD])
    assert (report.passed, report.failed) == (1, 1)
    assert report.failures[0].id == name
    assert why in report.failures[0].got["error"]
    json.dumps(report.to_json())


@pytest.mark.parametrize(("given", "expect"), [
    ({"kind": "score", "captured": ["05-junk", "05-junk", "bonus2", "bonus2#2"], "players": None}, {"junk_value": 6}),
    ({"kind": "settle", "winner": 1, "card_points": 3, "loser_counts": {"0": {}}}, {"net": [-3, 3]}),
    ({"kind": "settle", "winner": 0, "captured": {"0": ["01-ribbon", "02-ribbon", "03-ribbon"], "2": ["01-bright"]}},
     {"net": [6, -3, -3]}),
    ({"kind": "decision", "score": 3}, {"prompt": True}),
    ({"kind": "hand_end", "scores": [1, 2]}, {"result": "nagari", "net": [0, 0]}),
    ({"kind": "next_dealer", "dealer": 2, "winner": 0, "options": {"next_dealer": "rotate"}}, {"dealer": 0}),
    ({"kind": "dealer", "draws": [3, 9]}, {"dealer": 1}),
    ({"kind": "dealer", "draws": [9, 3, 9]}, {"redraw": [2, 0]}),
    ({"kind": "four_choice", "dealer": 2, "answers": {"3": "die"}}, {"active": [2, 0, 1], "out": 3}),
    ({"kind": "turn", "hand": ["05-junk", "12-animal"], "table": ["05-junk"], "stock_top": ["11-junk1"],
      "action": {"play": ["05-junk"]}}, {"captured": ["05-junk1", "05-junk2"], "table_after": ["11-junk"]}),
    ({"kind": "turn", "hand": ["bonus2", "05-animal"], "table": [], "stock_top": ["12-djunk", "11-junk"],
      "action": {"play": "05-animal", "lay_bonus": "bonus2"}, "weather": "fine"}, {"captured": ["bonus2"]}),
    ({"kind": "turn", "hand": ["05-junk", "05-junk", "05-animal"], "table": [], "stock_top": ["11-junk"],
      "action": {"play": "05-junk", "shake": [5]}}, {"events": ["shake"]}),
    ({"kind": "sequence", "hands": [["05-animal"], ["06-animal"]], "table": [], "stock": ["01-junk", "02-junk"],
      "actions": [{"seat": 0, "play": "05-animal"}]}, {"hands_final": [[], ["06-animal"]], "tokens_final": [0, 0],
                                                       "immediate": [0, 0], "winner": None}),
    ({"kind": "observe", "before": {"phase": "ledger", "entries": [3, -3, 0]}}, {"violation": None}),
])
def test_what_a_case_may_leave_out_or_write_otherwise(given: Json, expect: Json) -> None:
    assert run([{"given": given, "expect": expect}]).failures == ()


def test_a_refused_play_within_a_sequence_is_an_answer() -> None:
    given = {"kind": "sequence", "hands": [["05-animal"], ["06-animal"]], "table": [], "stock": ["01-junk", "02-junk"]}
    for actions in ([{"seat": 0, "play": "07-animal"}], [{"seat": 0, "play": None}],
                    [{"seat": 0, "play": "05-animal"}, {"seat": 0, "play": "05-animal"}]):
        case = {"id": "x", "given": {**given, "actions": actions}, "expect": {"illegal": "some words"}}
        assert run([case]).failures == ()
        case["expect"] = {"events": [[]]}
        assert run([case]).failures[0].got["illegal"]


def test_a_failed_turn_says_why_the_play_was_refused() -> None:
    case = next(one for one in CASES if "illegal" in one["expect"])
    wrong = {**case, "expect": {"captured": ["05-animal"]}}
    assert "illegal" in run([wrong]).failures[0].got


def test_shorthand_keys_are_read_as_options() -> None:
    rules = rules_of({"options": {"last_turn": False, "ppeok_pay": False, "three_ppeok": True, "cup_declared": "junk"}})
    assert (rules.last_turn_scope, rules.ppeok_pay, rules.three_ppeok) == ("none", "off", "win")
    assert rules_of({"options": {"family": True}}).game == "hwatu"
