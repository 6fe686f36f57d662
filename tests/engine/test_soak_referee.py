"""A little of `make soak-referee` in every test run, and that it can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.alerts import Alert, AlertCode, Certainty, Evidence, Level
from engine.outputs import AlertRaised
from tests import soak_referee
from tests.soak_referee import Job, check, jobs, main, results


@pytest.mark.parametrize("job", list(jobs(12)), ids=str)
def test_honest_round_seen_by_perfect_eyes_raises_no_alert(job: Job) -> None:
    assert check(job) is None


def test_an_alert_in_an_honest_round_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    alert = AlertRaised(1.0, 1, Alert(AlertCode.PEEK, Level.HINT, Certainty.LIKELY, (), 0, Evidence(0.0, 1.0)))
    right = soak_referee.step
    monkeypatch.setattr(soak_referee, "step", lambda game, event: (right(game, event)[0], (alert,)))
    assert "PEEK" in (check(next(jobs(1))) or "")


def test_a_soak_that_was_cut_goes_on_and_watches_again_what_went_wrong(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    watched: list[int] = []
    wrong = {1}

    def checked(job: Job) -> str | None:
        watched.append(job.seed)
        return "turn 3 was not seen" if job.seed in wrong else None

    monkeypatch.setattr(soak_referee, "check", checked)
    command = ["--jobs", "1", "--results", str(tmp_path / "runs" / "soak.jsonl"), "--rounds"]
    assert main([*command, "2"]) == 1
    assert "1 of 2 honest rounds" in capsys.readouterr().out
    wrong.clear()
    with (tmp_path / "runs" / "soak.jsonl").open("a", encoding="utf-8") as file:
        file.write('\n{"rules": "korean_st')
    assert main([*command, "4"]) == 0
    assert watched == [0, 1, 1, 2, 3]
    assert main([*command, "4", "--report"]) == 0
    assert "4 of 4 honest rounds" in capsys.readouterr().out
    assert set(results(tmp_path / "runs" / "soak.jsonl").values()) == {None}
