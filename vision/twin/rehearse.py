"""Find a game in which the wanted fouls and slips come, and cut the film out of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from vision.twin.director import Director
from vision.twin.mishaps import Wanted
from vision.twin.motion import Script

Json = dict[str, Any]
GAMES = 80
"""Games of a seed that are tried."""

EARLY_GAMES = 30
"""Games in which the foul must come soon after the film's beginning; then it may come later."""

LEAD = 1.6  # seconds of rest before the first turn of a film that begins in mid-round
BARE_S = 0.5  # the least of it, with no hand over the table
QUIET = 1.5  # seconds after the last turn of a film that ends by itself


class NoOccasionError(ValueError):
    """No game of a seed has a turn for what is wanted."""


@dataclass(frozen=True)
class Rehearsed:
    """A whole game, planned, and the part of it that is filmed: from *start* to *end*, seconds of the game."""

    director: Director
    scripts: tuple[Script, ...]
    start: float
    end: float | None  # None: to the end of the game


def rehearse(make: Callable[[int, bool], Director], wanted: Wanted, seconds: float | None) -> Rehearsed:
    """Play games until one has all that is *wanted* within *seconds* of film.

    *make* gives the game of a number; True: fouls come early. Raises NoOccasionError if there is none.
    """
    missing: list[str] = []
    for game in range(GAMES):
        director = make(game, game < EARLY_GAMES)
        scripts = tuple(step for step in director.steps() if isinstance(step, Script))
        missing = director.mishaps.missing
        if missing:
            continue
        start = _start(director, wanted, scripts)
        end = None if start is None else _end(director, start, seconds)
        if start is not None and (end is None or _holds(director, end)):
            return Rehearsed(director, scripts, start, end)
    what = ", ".join(missing) or ", ".join((*wanted.fouls, *wanted.slips)) or f"turn {wanted.from_turn}"
    raise NoOccasionError(
        f"in {GAMES} games of this seed no turn has an occasion for {what}"
        f"{' within the film' if not missing else ''}; try another seed, fewer at once, or a longer film"
    )


def _start(director: Director, wanted: Wanted, scripts: Sequence[Script]) -> float | None:
    """Where the film begins: with the deal, or shortly before the wanted turn, when the last hand has left.

    None: that turn is not played, or comes while a hand is still over the table.
    """
    if wanted.from_turn is None:
        return 0.0
    turns = director.rounds_told[0]["turns"]
    if len(turns) < wanted.from_turn:
        return None
    first = turns[wanted.from_turn - 1]["start"]
    if wanted.from_turn == 1:
        return 0.0
    hands = (move.end for script in scripts for move in script.hands if move.start < first)
    start = max(turns[wanted.from_turn - 2]["rest"] + 0.5, first - LEAD, max(hands, default=0.0))
    return round(start + 0.001, 3) if start <= first - BARE_S else None


def _end(director: Director, start: float, seconds: float | None) -> float | None:
    if seconds is not None:
        return start + seconds
    untils = [foul["until"] for told in director.rounds_told for foul in told["fouls"]]
    if not untils:
        return None
    end = max(untils) + 1.0
    turns = [turn for told in director.rounds_told for turn in told["turns"] if turn["start"] < end]
    return float(max(end, turns[-1]["rest"] + QUIET)) if turns else end


def _holds(director: Director, end: float) -> bool:
    """Whether every foul and every slip that was noted is over by then."""
    told = director.rounds_told
    fouls = all(foul["until"] <= end for one in told for foul in one["fouls"])
    named = set(director.mishaps.wanted.slips)
    return fouls and all(c["end"] <= end for one in told for c in one["clumsy"] if c["name"] in named)


def cut(rounds: list[Json], start: float, end: float | None) -> list[Json]:
    """The truth of a film that shows *start* to *end* of a game, its times from the film's beginning.

    A round that goes on after the film has no result. One that went on before it says in `begun` what lay there.
    """
    out = []
    for told in rounds:
        if end is not None and told["start"] >= end:
            continue
        over = end is None or told["end"] <= end
        shown = [t for t in told["turns"] if t["start"] >= start and (end is None or t["rest"] <= end)]
        line = {
            **told, "start": _shift(max(told["start"], start), start),
            "end": _shift(told["end"] if end is None else min(told["end"], end), start),
            "turns": [_shifted(turn, start) for turn in shown],
            "fouls": [_shifted(foul, start) for foul in told["fouls"] if end is None or foul["start"] < end],
            "clumsy": [
                _shifted(c, start) for c in told["clumsy"] if c["end"] > start and (end is None or c["start"] < end)
            ],
            "result": told["result"] if over else None,
        }  # fmt: skip
        if told["start"] < start:
            line["begun"] = begun([turn for turn in told["turns"] if turn["start"] < start], told)
        out.append(line)
    return out


def begun(turns: list[Json], told: Json) -> Json:
    """What lies on the table after *turns* of a round, from the truth alone."""
    players = len(told["turns"][0]["totals"])
    floor, piles = list(told["floor"]), [list[str]() for _ in range(players)]
    for turn in turns:
        floor += [*turn["hand"], *turn["flip"]]
        for face in turn["captured"]:
            floor.remove(face)
            piles[turn["seat"]].append(face)
        for victim, faces in turn["stolen"].items():
            for face in faces:
                piles[int(victim)].remove(face)
                piles[turn["seat"]].append(face)
    laid = [sum(len(turn["hand"]) for turn in turns if turn["seat"] == seat) for seat in range(players)]
    return {"turns": len(turns), "floor": floor, "captured": piles, "laid": laid,
            "flipped": sum(len(turn["flip"]) for turn in turns), "ppeoks": _ppeoks(turns, floor),
            "tokens": [_tokens(turns, seat) for seat in range(players)]}  # fmt: skip


def _ppeoks(turns: list[Json], floor: list[str]) -> dict[str, int]:
    """Who made each ppeok that lies on the *floor*, by one of its cards."""
    return {turn["stack"][0]: turn["seat"] for turn in turns if turn["stack"] and turn["stack"][0] in floor}


def _tokens(turns: list[Json], seat: int) -> int:
    """Draw-only turns that the bombs of *seat* have left to it."""
    laid = [len(turn["hand"]) for turn in turns if turn["seat"] == seat]
    return 2 * laid.count(3) - laid.count(0)


def shifted_script(script: Script, start: float) -> Script:
    """*script* as a film that begins at *start* sees it."""
    moves = tuple(replace(m, start=m.start - start, end=m.end - start) for m in script.moves)
    hands = tuple(replace(h, start=h.start - start, end=h.end - start) for h in script.hands)
    return Script(script.start - start, script.end - start, moves, hands)


def shifted_inputs(lines: list[Json], start: float, end: float | None) -> list[Json]:
    """What is said while the film runs."""
    kept = [line for line in lines if line["seconds"] >= start and (end is None or line["seconds"] <= end)]
    return [{**line, "seconds": _shift(line["seconds"], start)} for line in kept]


def _shifted(line: Json, start: float) -> Json:
    times = {key: _shift(line[key], start) for key in ("start", "end", "rest", "until") if line.get(key) is not None}
    return {**line, **times}


def _shift(seconds: float, start: float) -> float:
    return round(seconds - start, 3)
