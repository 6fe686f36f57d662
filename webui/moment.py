"""A moment of a game in one ZIP, for those who mend Hwatupan: the round's log, pictures of the table, what was set.

Nothing but the zones of the table is in the pictures, and nobody is named unless people choose so.
"""

from __future__ import annotations

import io
import json
import platform
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import metadata
from typing import Any

from engine.errors import EngineError
from engine.events import from_json
from engine.game import Game
from engine.referee import start, step
from engine.rulefile import understood
from engine.rules import RuleSet
from webui.errors import WebError
from webui.exports import names, round_lines
from webui.history import Evening, History
from webui.people import Person
from webui.settings import Settings
from webui.snapshot import Snapshot
from webui.sources import kind

Json = dict[str, Any]
FORMAT = "hwatupan moment 1"
ZIP = b"PK\x03\x04"
LIBRARIES = ("hwatupan", "numpy", "onnxruntime", "opencv-python-headless", "flask", "sqlalchemy")
SETTINGS = ("players", "language", "viewers", "picture_fps", "picture_quality", "lost_after", "pictures")
"""Not the source, the data folder, the host or a database: they may hold names and passwords."""

MOST_EVENTS = 20_000
LARGEST_PART = 64_000_000
BROKEN = (zipfile.BadZipFile, zlib.error, KeyError, TypeError, ValueError, NotImplementedError, RuntimeError, EOFError)
"""What reading a file says that is no ZIP, or a ZIP of something else."""

READ_ME = """A moment of a game that Hwatupan watched, packed to be sent with a report of what went wrong.

moment.json   what was shown, the settings, versions of libraries
events.jsonl  the log of the round: what the camera read and what people pressed
lines.jsonl   what the referee said of the round
layout.toml   where the zones lie in the picture
turns/        the table when each turn was booked; now.jpg: when this was packed

Pictures hold the zones where cards lie open, and nothing beside them. Replay it with: hwatupan replay FILE
"""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a ZIP holds of a game."""

    rules: str
    players: int
    dealer: int | None
    number: int  # of the round
    nagari: int
    events: tuple[Json, ...]
    lines: tuple[Json, ...]


def pack(
    history: History,
    match: int,
    snapshot: Snapshot,
    settings: Settings,
    *,
    table: bytes | None,
    layout: str,
    named: bool,
) -> bytes:
    """The round that runs, or the one that ended last. Raises WebError (404) before anything was seen."""
    evening = history.evening(match)
    number = evening.rounds[-1].number if evening.rounds else 1
    after = history.last_event(match, number - 1) if number > 1 else 0
    events = history.events(match, after, MOST_EVENTS)
    if not events and table is None:
        raise WebError("moment", "nothing was seen yet; send a moment while a table is watched", 404)
    people = {person.id: person for person in history.people()} if named else {}
    one = evening.rounds[-1] if evening.rounds else None
    lines = round_lines(one, history.turns(match, number)) if one else []
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", READ_ME)
        told = {**_game(evening, number, people), **_shown(snapshot, settings)}
        archive.writestr("moment.json", json.dumps(told, ensure_ascii=False, indent=1) + "\n")
        archive.writestr("events.jsonl", _jsonl(events))
        archive.writestr("lines.jsonl", _jsonl(lines))
        if layout:
            archive.writestr("layout.toml", layout)
        if table is not None:
            archive.writestr("now.jpg", table, zipfile.ZIP_STORED)
        for n in sorted(history.pictured(match, number)):
            jpeg = history.picture(match, number, n)
            if jpeg is not None:
                archive.writestr(f"turns/{n:02d}.jpg", jpeg, zipfile.ZIP_STORED)
    return out.getvalue()


def _game(evening: Evening, number: int, people: Mapping[int, Person]) -> Json:
    one = evening.rounds[-1] if evening.rounds else None
    told = {"format": FORMAT, "rules": evening.rules, "players": evening.players, "dealer": evening.dealer,
            "round": number, "nagari": one.nagari if one else 0}  # fmt: skip
    return {**told, "names": names(evening, people, number)} if people else told


def _shown(snapshot: Snapshot, settings: Settings) -> Json:
    game, camera = snapshot.game, snapshot.camera
    state, why = game.told
    return {
        "source": kind(snapshot.source),
        "camera": str(camera.state), "fault": camera.fault.code if camera.fault else "",
        "trouble": snapshot.trouble.code if snapshot.trouble else "", "state": str(state), "why": why,
        "paused": game.paused, "totals": list(game.totals), "rotate": snapshot.view.rotate,
        "mirror": snapshot.view.mirror, "alerts": [raised.to_json() for raised in game.alerts],
        "settings": {name: getattr(settings, name) for name in SETTINGS},
        "python": platform.python_version(), "system": platform.system(), "libraries": dict(_libraries()),
    }  # fmt: skip


def _libraries() -> Iterator[tuple[str, str]]:
    for name in LIBRARIES:
        try:
            yield name, metadata.version(name)
        except metadata.PackageNotFoundError:
            yield name, "missing"


def unpack(raw: bytes) -> Moment:
    """What *raw* holds. Raises WebError for anything that `pack` did not write."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            told = json.loads(_part(archive, "moment.json"))
            if told["format"] != FORMAT:
                raise WebError("moment", f"the file is of the format {told['format']!r}; {FORMAT!r} can be read")
            events, lines = (_lines(_part(archive, name)) for name in ("events.jsonl", "lines.jsonl"))
            players, number, nagari = (_small(told[name]) for name in ("players", "round", "nagari"))
            dealer = None if told["dealer"] is None else _small(told["dealer"])
            return Moment(str(told["rules"]), players, dealer, number, nagari, events, lines)
    except BROKEN as error:
        raise WebError("moment", f"the ZIP holds no moment of a game ({error}); take what the page packed") from None


def play(moment: Moment, rules: RuleSet | None = None) -> list[Json]:
    """The lines that the referee says when it sees the round again; those of the file where it follows nothing."""
    house = rules or understood(moment.rules)
    game: Game = start(house, moment.players, moment.dealer)
    game = replace(game, rounds=moment.number - 1, nagari=moment.nagari)
    said: list[Json] = []
    try:
        for body in moment.events:
            game, outputs = step(game, from_json(body))
            said += [output.to_json() for output in outputs]
    except EngineError as error:
        raise WebError("moment", f"the log in the ZIP is damaged: {error}") from None
    followed = any(line["type"] in ("turn", "result") for line in said)
    return said if followed else list(moment.lines)


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as part:
        body = part.read(LARGEST_PART + 1)
    if len(body) > LARGEST_PART:
        raise ValueError(f"{name} is larger than {LARGEST_PART:,} bytes")
    return body


def _lines(body: bytes) -> tuple[Json, ...]:
    return tuple(json.loads(line) for line in body.decode("utf-8").splitlines() if line.strip())


def _small(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 10_000:
        raise ValueError(f"{value!r} is no small number")
    return value


def _jsonl(values: Sequence[Json]) -> str:
    return "".join(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n" for value in values)
