"""`hwatupan cases`: the report, the exit codes, and what is said about a file that is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from webui.commands import main

GOLDEN = Path(__file__).parents[2] / "golden" / "cases.json"


def test_the_golden_cases_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cases", str(GOLDEN)]) == 0
    assert capsys.readouterr().out == "278 of 278 cases pass\n"


def test_a_failed_case_is_told_with_both_sides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = {"id": "two-brights", "given": {"kind": "score", "captured": ["01-bright", "03-bright"]},
            "expect": {"total": 2, "bright_count": 2}}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"cases": [case]}), encoding="utf-8")
    assert main(["cases", str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "passed": 0, "failed": 1,
        "failures": [{"id": "two-brights", "expected": {"total": 2}, "got": {"total": 0}}]}
    assert main(["cases", str(file)]) == 1
    assert "two-brights" in capsys.readouterr().out


@pytest.mark.parametrize(("content", "why"), [
    (None, "cannot read"), (b"\xff\xfe", "UTF-8"), (b"{", "no JSON"), (b"{}", 'no list "cases"')])
def test_a_file_that_is_none_gets_one_sentence(content: bytes | None, why: str, tmp_path: Path,
                                               capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.json"
    if content is not None:
        file.write_bytes(content)
    assert main(["cases", str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert why in told.err and "bad.json" in told.err
