"""A recorded game from any file that the product writes: record, lines of watch, truth, record file, moment."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import NotationError
from engine.events import from_json
from engine.gameparse import is_game, parse_game
from engine.record import GameRecord
from engine.referee import start, step
from engine.rulefile import understood
from engine.rules import RuleSet, preset, ruleset
from engine.seengame import Line, seen_game, truth_lines
from webui.commands.console import CommandError, track
from webui.moment import ZIP, play, unpack
from webui.store import read_newest

SQLITE = b"SQLite format 3\0"
KINDS = "give a game record, what watch --json printed, a film's truth, the record file of serve, or a moment's ZIP"


def read_game(path: Path, rules: RuleSet | None = None) -> GameRecord:
    """The game in *path*. *rules* None: as the file says, korean_standard if it does not.

    Raises CommandError for a file that cannot be read, NotationError and StoreError for what is in it.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror or error}; {KINDS}") from None
    if raw.startswith(SQLITE):
        return _recorded(path, rules)
    if raw.startswith(ZIP):
        moment = unpack(raw)
        return seen_game(map(Line, play(moment, rules)), rules or understood(moment.rules))
    try:
        text = raw.decode("utf-8-sig")  # Windows editors begin with a mark
    except UnicodeDecodeError:
        raise CommandError(f"{path} is no text in UTF-8; {KINDS}") from None
    try:
        return _from_text(text, rules)
    except NotationError as error:
        raise NotationError(f"{path}: {error}") from None


def _from_text(text: str, rules: RuleSet | None) -> GameRecord:
    if is_game(text):
        record = parse_game(text)
        return record if rules is None else replace(record, rules=rules)
    truth = _json(text)
    if isinstance(truth, dict) and isinstance(truth.get("rounds"), list):
        name, options = truth.get("preset", "korean_standard"), truth.get("options") or {}
        if not isinstance(name, str) or not isinstance(options, dict):
            raise NotationError(f"a truth names its rules by preset and options, not by {name!r} and {options!r}")
        return seen_game(truth_lines(truth), rules or ruleset(name, options))
    return seen_game(_lines(text), rules or preset("korean_standard"))


def _lines(text: str) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        data = _json(line)
        if not isinstance(data, dict) or "type" not in data:
            raise NotationError(f"line {number} belongs to no game; {KINDS}")
        yield Line(data, number)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _recorded(path: Path, rules: RuleSet | None) -> GameRecord:
    """The newest match of a record file, told by the referee again."""
    match, bodies = read_newest(path)
    house = rules or understood(match.rules)
    game, lines = start(house, match.players, match.dealer), list[Line]()
    for body in track(bodies, "reading", len(bodies)):
        game, outputs = step(game, from_json(body))
        lines += [Line(output.to_json()) for output in outputs]
    return seen_game(lines, house)
