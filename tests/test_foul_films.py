"""Fouls of the virtual table, seen by eyes that do not err: asked about by code and seat, in time, and play goes on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest

from benchmarks.film_plan import Film, fouls, honest
from engine.referee import start, step
from engine.rules import ruleset
from tests.oracle import SIZE, Oracle
from vision.twin.source import TwinSource
from webui.commands.compare import Heard, Tally, compare
from webui.commands.filmed import dealer_of, joinings

FOUND = ("MONTH_MISMATCH", "EXTRA_TABLE_CARD", "PPEOK_TAKEN", "STACK_BROKEN", "CAPTURED_PILE_TAMPER",
         "TWO_CARDS_PLAYED", "DOUBLE_FLIP", "OUT_OF_TURN", "FLIP_SKIPPED", "CAPTURE_MISSED", "EXTRA_STEAL",
         "WRONG_CARD_STOLEN", "STEAL_OWED")
SEEN = {one.foul: one for one in (list(fouls([None]))[2::3])}  # the last film of each code: three play, from mid-round


@lru_cache
def watched(film: Film) -> tuple[Tally, tuple[Heard, ...], dict[str, Any]]:
    """What the referee says to a film."""
    source = TwinSource(film.seed, film.players, 1, None, size=SIZE, tempo=film.tempo, clumsy=film.clumsy,
                        fouls=(film.foul,) if film.foul else (), from_turn=film.from_turn)
    truth = source.truth
    house = ruleset(truth["preset"], truth["options"])
    game, heard, joins = start(house, film.players, dealer_of(truth)), list[Heard](), joinings(truth, house)
    for event in Oracle(source).events():
        while joins and joins[0].seconds <= event.seconds:
            game, outputs = step(game, joins.pop(0))
            heard += [Heard(line.to_json(), event.seconds) for line in outputs]
        game, outputs = step(game, event)
        heard += [Heard(line.to_json(), event.seconds) for line in outputs]
    return compare(truth, heard), tuple(heard), truth


def turns(heard: Sequence[Heard]) -> list[dict[str, Any]]:
    return [dict(one.line) for one in heard if one.line["type"] == "turn"]


@pytest.mark.parametrize("code", FOUND)
def test_a_foul_is_found_by_its_code_and_seat_in_time(code: str) -> None:
    tally, _, _ = watched(SEEN[code])
    assert tally.found[code] == tally.planted[code] > 0
    assert tally.unwarranted["question"] == tally.unwarranted["stop"] == 0


@pytest.mark.parametrize("code", ["MONTH_MISMATCH", "CAPTURED_PILE_TAMPER"])
def test_play_goes_on_from_the_table_as_it_lies(code: str) -> None:
    _, heard, truth = watched(SEEN[code])
    (played,) = truth["rounds"]
    after = next(t for t in played["turns"] if t["start"] > played["fouls"][0]["rest"])
    assert any(sorted(t["captured"]) == sorted(after["captured"]) and t["hand"] == after["hand"] for t in turns(heard))


@pytest.mark.parametrize("number", [0, 2])
def test_honest_play_is_followed_without_a_question(number: int) -> None:
    tally, _, _ = watched(list(honest([None]))[number])
    assert tally.turns_right == tally.turns
    assert not tally.unwarranted.total()


@pytest.mark.parametrize(("code", "number"), [("PPEOK_TAKEN", 0), ("WRONG_CARD_STOLEN", 0), ("OUT_OF_TURN", 1)])
def test_a_foul_is_found_though_the_turn_was_booked_before_or_hands_crossed(code: str, number: int) -> None:
    """A ppeok collected after it was booked; a fan that hides the junk that should have been given; a late giver."""
    tally, _, _ = watched(list(fouls([None], [code]))[number])
    assert tally.found[code] == 1
