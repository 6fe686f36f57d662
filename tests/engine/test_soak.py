"""A little of `make soak` in every test run: presets, player counts, mixes of options; and that it can fail."""

from __future__ import annotations

from typing import Any

import pytest

from engine import round as rounds
from tests import soak
from tests.soak import Job, check, jobs


@pytest.mark.parametrize("job", list(jobs(rounds=20, mixes=100)), ids=str)
def test_seeded_matches_hold_together(job: Job) -> None:
    failed = check(job)
    assert failed is None, f"{failed.error}\n{failed.record}"


def test_the_soak_covers_every_preset_and_player_count_that_it_is_defined_for() -> None:
    todo = {(job.rules, job.players) for job in jobs(10, 10)}
    assert todo == {("korean_standard", 2), ("korean_standard", 3), ("korean_standard", 4), ("wikipedia_strict", 2),
                    ("wikipedia_strict", 3), ("gamerules_italian", 2), ("gamerules_italian", 3), ("pmang_newmatgo", 2),
                    ("family_hwatu", 2), ("family_hwatu", 3), ("family_hwatu", 4), ("mix", 2), ("mix", 3), ("mix", 4)}
    assert len(list(jobs(10_000, 0, only="pmang_newmatgo"))) == 1000


def test_a_fault_ends_the_soak_with_seed_and_record(monkeypatch: pytest.MonkeyPatch,
                                                    capsys: pytest.CaptureFixture[str]) -> None:
    right = rounds.settle

    def settle(*args: Any, **names: Any) -> Any:
        """Somebody gets a point from nobody."""
        settled = right(*args, **names)
        return type(settled)((settled.net[0] + 1, *settled.net[1:]), settled.winner, 0, 0, (), {}, {})

    monkeypatch.setattr(rounds, "settle", settle)
    assert soak.main(["--rounds", "10", "--mixes", "0", "--only", "korean_standard", "--jobs", "1"]) == 1
    told = capsys.readouterr().err
    assert "failed: korean_standard of 2, seed 0" in told
    assert "hwatupan game 1" in told
    assert "sum" in told


def test_a_soak_without_faults_says_what_it_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["--rounds", "10", "--mixes", "0", "--only", "pmang_newmatgo", "--jobs", "1"]) == 0
    assert "pmang_newmatgo: 10 rounds of 2" in capsys.readouterr().out
