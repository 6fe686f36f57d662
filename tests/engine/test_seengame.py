"""What the referee said, or a film's truth, as a game record: hands hidden, the same rules."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.errors import NotationError
from engine.playback import canonical
from engine.replay import fold
from engine.rules import RuleSet, preset
from engine.seengame import Line, seen_game, truth_lines
from engine.settle import ResultKind
from tests.observed import HONEST, Film
from vision.twin.source import TwinSource

KS = RuleSet()


def said(seed: int, players: int) -> tuple[Film, list[Line]]:
    """What the referee says of a match of two rounds, as JSON."""
    film = Film(seed, players, 2, HONEST)
    _, outputs = fold(KS, players, film.events(), 0)
    return film, [Line(json.loads(json.dumps(output.to_json())), nth) for nth, output in enumerate(outputs, 1)]


@pytest.mark.parametrize(("seed", "players"), [(0, 2), (1, 3), (2, 4)])
def test_what_the_referee_said_is_played_back_without_a_difference(seed: int, players: int) -> None:
    film, lines = said(seed, players)
    record, wrong = canonical(seen_game(lines, KS))
    assert wrong == ()
    assert record.players == players
    assert [one.end.net for one in record.rounds if one.end] == film.nets
    assert any(step.n is None for one in record.rounds for step in one.steps)  # a Stop that no line tells


@pytest.mark.parametrize("seed", range(6))
def test_the_truth_of_a_film_is_played_back_without_a_difference(seed: int) -> None:
    truth = json.loads(json.dumps(TwinSource(seed, players=2 + seed % 3, rounds=3).truth))
    record, wrong = canonical(seen_game(truth_lines(truth), preset(truth["preset"])))
    assert wrong == ()
    assert [list(one.end.net or ()) for one in record.rounds if one.end] == [
        one["result"]["net"] for one in truth["rounds"]]


def line(word: str, **data: Any) -> Line:
    return Line({"type": word, "seconds": 1.0, "round": 1, **data}, 1)


def turn(n: int, seat: int, hand: str, flip: str, captured: str = "", **data: Any) -> Line:
    return line("turn", **{"n": n, "seat": seat, "hand": hand.split(), "flip": flip.split(), "stack": None,
                           "captured": captured.split(), "stolen": {}, "events": [], "totals": [0, 0], **data})


OPENED = line("round", dealer=0, floor=["01-ribbon", "03-junk", "05-ribbon", "05-animal", "07-junk", "08-junk",
                                        "08-bright", "10-junk"])


def test_a_revised_turn_counts_as_said_last_and_keeps_its_place() -> None:
    lines = [OPENED, turn(1, 0, "02-junk", "11-junk"), turn(2, 1, "12-ribbon", "06-junk"),
             turn(1, 0, "02-ribbon", "11-junk", revised=True)]
    record = seen_game(lines, KS)
    assert [str(step.does.hand[0]) for step in record.rounds[0].steps] == ["02-ribbon", "12-ribbon"]  # type: ignore[union-attr]


def test_a_turn_that_was_taken_back_and_told_anew_takes_back_those_after_it() -> None:
    lines = [OPENED, turn(1, 0, "02-junk", "11-junk"), turn(2, 1, "12-ribbon", "06-junk"),
             turn(1, 0, "02-ribbon", "11-junk")]
    assert [step.n for step in seen_game(lines, KS).rounds[0].steps] == [1]


def test_a_shaken_month_and_bonus_cards_of_the_hand_are_known_from_the_line() -> None:
    rules = preset("pmang_newmatgo")
    lines = [OPENED, turn(1, 0, "02-junk", "bonus2 11-junk", "bonus3 bonus2", shakes=[2],
                          events=["shake", "bonus_hand", "bonus_flip"])]
    (one,) = seen_game(lines, rules).rounds
    play = one.steps[0].does
    assert (play.shakes, list(map(str, play.bonus_laid))) == ((2,), ["bonus3"])  # type: ignore[union-attr]
    assert canonical(seen_game(lines, rules))[1] == ()


def test_a_round_whose_turns_were_not_all_seen_says_where_it_cannot_be_followed() -> None:
    lines = [OPENED, turn(2, 1, "12-ribbon", "06-junk"),
             line("result", kind="stop", winner=1, net=[-7, 7], totals=[0, 7], lines=[])]
    record, wrong = canonical(seen_game(lines, KS))
    assert "cannot be played: seat 0 is to move" in str(wrong[0])
    assert record.rounds[0].end is not None
    assert record.rounds[0].end.kind is ResultKind.STOP


DAMAGE: tuple[Any, ...] = (None, "x", -1, 99, [], {}, ["zz"], [1, 2], {"1": ["01-junk"]}, True, 1.5)


def test_damaged_lines_are_refused_or_played_back_but_never_break_it() -> None:
    _, lines = said(0, 2)
    refused: list[bool] = []
    for seed in range(150):
        rng = random.Random(seed)
        at = rng.randrange(len(lines))
        data = {**lines[at].data, rng.choice(list(lines[at].data)): rng.choice(DAMAGE)}
        try:
            canonical(seen_game([*lines[:at], Line(data, at + 1), *lines[at + 1:]], KS))
        except NotationError as error:
            refused.append(str(error).startswith(f"line {at + 1}: "))
    assert len(refused) > 20 and all(refused)


@pytest.mark.parametrize("lines", [
    [], [line("alert")], [OPENED], [OPENED, line("turn", n=1)],
    [OPENED, turn(1, 0, "5-junk", "11-junk")], [OPENED, turn(1, 0, "02-junk", "11-junk", events=["win"])]])
def test_lines_that_tell_no_game_are_refused(lines: list[Line]) -> None:
    with pytest.raises(NotationError, match="line 1: no line of a game log|tells of no turn"):
        seen_game(lines, KS)
