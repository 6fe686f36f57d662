"""What a step of the game changes in the index of rounds and turns. Pure: from the game before and after it.

An undo, a correction and a revised turn change earlier rows; so the two games are compared instead of the outputs.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from engine.events import table_json
from engine.game import Game, Round
from engine.outputs import RoundResult, TurnSeen
from engine.table import Table

Json = dict[str, Any]
Body = tuple[TurnSeen, Table]


@dataclass(frozen=True, slots=True)
class RoundNote:
    """How a round began."""

    number: int
    dealer: int
    nagari: int
    opening: Json  # the table before the first turn


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to be written, after rows that no longer hold are gone."""

    rounds: int  # rounds with a greater number are gone
    begun: RoundNote | None = None
    round: int = 0  # whose turns these are
    kept: int = 0  # its turns with a greater number are gone
    turns: tuple[tuple[int, Json], ...] = ()
    said: tuple[int, str | None] | None = None  # after turn n somebody said Go, or took that back
    results: tuple[tuple[int, Json | None, Json | None], ...] = ()  # round, how it ended, the dealer's own hand


def changes(before: Game, after: Game) -> Changes | None:
    """What is new in *after*; None where the index stays as it is."""
    same = before.round is after.round and before.results is after.results and before.rounds == after.rounds
    if same:
        return None
    now, past = after.round, before.round
    results = _results(before, after)
    if now is None:
        return Changes(after.rounds, results=results)
    fresh = past is None or past.number != now.number
    old, new = () if past is None or fresh else bodies(past), bodies(now)
    turns = tuple((n + 1, _body(*new[n])) for n in range(_same(old, new), len(new)))
    begun = RoundNote(now.number, now.dealer, after.nagari if not now.over else before.nagari, table_json(_first(now)))
    opened = fresh or past is not None and (_first(past), past.dealer) != (_first(now), now.dealer)
    said = None if past is None or fresh else _said(past, now)
    return Changes(after.rounds, begun if opened else None, now.number, len(now.turns), turns, said, results)


def bodies(round_: Round) -> tuple[Body, ...]:
    """What was seen in each turn, and the table after it, with the cards where people say that they lie."""
    tables = [turn.before for turn in round_.turns[1:]] + [round_.table]
    return tuple((turn.seen, table) for turn, table in zip(round_.turns, tables, strict=False))


def turn_bodies(round_: Round) -> dict[int, Json]:
    """The turns as they are kept, by number."""
    return {n: _body(*body) for n, body in enumerate(bodies(round_), 1)}


def _body(seen: TurnSeen, table: Table) -> Json:
    return {"turn": seen.to_json(), "table": table_json(table)}


def _first(round_: Round) -> Table:
    """The table before the first turn."""
    return round_.turns[0].before if round_.turns else round_.table


def _same(old: tuple[Body, ...], new: tuple[Body, ...]) -> int:
    """How many turns at the beginning are the same as before."""
    for number, (one, other) in enumerate(zip(old, new, strict=False)):
        if one != other:
            return number
    return min(len(old), len(new))


def _said(before: Round, after: Round) -> tuple[int, str | None] | None:
    more, less = (after, before) if len(after.gos) > len(before.gos) else (before, after)
    if len(more.gos) == len(less.gos):
        return None
    own = [turn.seen.n for turn in after.turns if turn.seen.seat == more.gos[-1]]
    return (own[-1], "go" if more is after else None) if own else None


def _results(before: Game, after: Game) -> tuple[tuple[int, Json | None, Json | None], ...]:
    if before.results is after.results:
        return ()
    old, new = _numbered(before), _numbered(after)
    told: list[tuple[int, Json | None, Json | None]] = []
    for number in sorted(old.keys() | new.keys()):
        if number not in new:
            told.append((number, None, None))
        elif old.get(number) != new[number]:
            dealt = asdict(after.deals[-1]) if len(after.deals) > len(before.deals) else None
            told.append((number, new[number].to_json(), dealt))
    return tuple(told)


def _numbered(game: Game) -> dict[int, RoundResult]:
    return {result.round: result for result in game.results}
