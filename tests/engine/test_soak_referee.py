"""A little of `make soak-referee` in every test run, and that it can fail."""

from __future__ import annotations

import pytest

from engine.alerts import Alert, AlertCode, Certainty, Evidence, Level
from engine.outputs import AlertRaised
from tests import soak_referee
from tests.soak_referee import check, jobs


@pytest.mark.parametrize("job", list(jobs(8)), ids=str)
def test_honest_round_seen_by_perfect_eyes_raises_no_alert(job: soak_referee.Job) -> None:
    assert check(job) is None


def test_an_alert_in_an_honest_round_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    alert = AlertRaised(1.0, 1, Alert(AlertCode.PEEK, Level.HINT, Certainty.LIKELY, (), 0, Evidence(0.0, 1.0)))
    right = soak_referee.step
    monkeypatch.setattr(soak_referee, "step", lambda game, event: (right(game, event)[0], (alert,)))
    assert "PEEK" in (check(next(jobs(1))) or "")
