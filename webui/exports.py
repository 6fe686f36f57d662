"""An evening as a file: CSV for spreadsheets, JSON that can be imported again, the text record that `replay` reads."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from engine.events import read_table
from engine.gametext import format_game
from engine.playback import canonical
from engine.record import GameRecord
from engine.rulefile import understood
from engine.seengame import Line, seen_game
from webui.errors import WebError
from webui.history import Evening, History, RoundKept, TurnKept
from webui.ledger import finished, nets
from webui.people import Person

Json = dict[str, Any]
FORMAT = "hwatupan evening 1"
KINDS = {"csv": "text/csv; charset=utf-8", "json": "application/json", "txt": "text/plain; charset=utf-8"}
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def export(history: History, number: int, kind: str) -> str:
    """An evening in one of the KINDS. Raises WebError for an evening that is not kept, or nothing to tell."""
    evening, people = history.evening(number), {person.id: person for person in history.people()}
    if kind == "csv":
        return as_csv(evening, people)
    turns = {one.number: history.turns(number, one.number) for one in evening.rounds}
    if kind == "json":
        return json.dumps(as_json(evening, turns, people), ensure_ascii=False, indent=1) + "\n"
    return as_text(evening, turns, people)


def file_name(evening: Evening, kind: str) -> str:
    """A name that every system takes, for example ``hwatupan-2026-11-30-5.csv``."""
    day = "" if evening.begun is None else f"{datetime.fromtimestamp(evening.begun):%Y-%m-%d}-"
    return f"hwatupan-{day}{evening.id}.{kind}"


def names(evening: Evening, people: Mapping[int, Person], number: int) -> list[str]:
    """Who sat at each seat in that round; empty for nobody who is known."""
    sitting = (people.get(evening.sitter(seat, number) or 0) for seat in range(evening.players))
    return [person.name if person else "" for person in sitting]


def as_csv(evening: Evening, people: Mapping[int, Person]) -> str:
    """One line a round and seat, with a mark that tells spreadsheets the letters."""
    out = io.StringIO()
    out.write("\ufeff")
    rows = csv.writer(out)
    rows.writerow(["evening", "ended", "round", "kind", "seat", "player", "dealer", "winner", "go", "points", "money"])
    for one in finished(evening):
        result = one.result or {}
        ended = "" if one.ended is None else f"{datetime.fromtimestamp(one.ended):%Y-%m-%d %H:%M}"
        called = names(evening, people, one.number)
        for seat, net in enumerate(nets(one)):
            go = result["go"][seat] if seat < len(result.get("go", ())) else 0
            rows.writerow([
                evening.id, ended, one.number, result["kind"], seat, harmless(called[seat]), int(seat == one.dealer),
                int(seat == result["winner"]), go, net, net * evening.stake,
            ])  # fmt: skip
    return out.getvalue()


def harmless(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def as_json(evening: Evening, turns: Mapping[int, Sequence[TurnKept]], people: Mapping[int, Person]) -> Json:
    """Everything but log and pictures; `webui.imports` reads it back."""
    sitters = [
        {"seat": seat, "from": first, "name": person.name, "colour": person.colour}
        for seat, told in sorted(evening.seats.items())
        for first, number in told
        if (person := people.get(number or 0)) is not None
    ]
    return {
        "format": FORMAT, "begun": evening.begun, "stake": evening.stake, "players": evening.players,
        "dealer": evening.dealer, "rules": evening.rules, "sitters": sitters,
        "rounds": [_round(one, turns.get(one.number, ())) for one in evening.rounds],
    }  # fmt: skip


def _round(one: RoundKept, turns: Sequence[TurnKept]) -> Json:
    return {
        "number": one.number, "begun": one.begun, "ended": one.ended, "dealer": one.dealer, "nagari": one.nagari,
        "opening": one.opening, "deal": one.deal, "result": one.result,
        "turns": [{"n": turn.n, "turn": turn.line, "table": turn.table, "said": turn.said} for turn in turns],
    }  # fmt: skip


def as_text(evening: Evening, turns: Mapping[int, Sequence[TurnKept]], people: Mapping[int, Person]) -> str:
    """A game record with hidden hands. Rounds that were followed from their middle cannot be told in one.

    Raises WebError (409) if there is no other.
    """
    told = [one for one in evening.rounds if _from_the_deal(one)]
    lines = [Line(line) for one in told for line in round_lines(one, turns.get(one.number, ()))]
    if not any(line.data["type"] in ("turn", "result") for line in lines):
        raise WebError("import", "no round of this evening was followed from its deal; JSON holds what was seen", 409)
    record = seen_game(lines, understood(evening.rules))
    called = tuple(names(evening, people, told[-1].number))
    record = replace(record, players=evening.players, stake=evening.stake or 1, names=called if all(called) else ())
    missing = [str(one.number) for one in evening.rounds if one not in told]
    note = f"# followed from their middle, not told here: round {', '.join(missing)}\n" if missing else ""
    record = _numbered(record, told)
    ruled, wrong = canonical(record)  # with what was paid at once and the Gos, where nothing was told otherwise
    return format_game(record if wrong else ruled) + note


def _numbered(record: GameRecord, told: Sequence[RoundKept]) -> GameRecord:
    """Carries are told, because a round before may be missing."""
    rounds = (replace(one, nagari=kept.nagari or None) for one, kept in zip(record.rounds, told, strict=True))
    return replace(record, rounds=tuple(rounds))


def _from_the_deal(one: RoundKept) -> bool:
    if one.opening is None:
        return False
    table = read_table(one.opening)
    return not any(table.piles) and len(set(table.hands) - {0}) == 1  # of four, one sits out with no hand


def round_lines(one: RoundKept, turns: Sequence[TurnKept]) -> list[Json]:
    """A round in the words of ``watch --json``."""
    lines: list[Json] = []
    if one.opening is not None:
        table = read_table(one.opening)
        floor = [str(face) for face in (*table.loose, *(card for stack in table.stacks for card in stack.cards))]
        lines.append({"type": "round", "round": one.number, "dealer": one.dealer, "floor": floor})
    lines += [turn.line for turn in turns]
    return [*lines, one.result] if one.result else lines
