"""`hwatupan doctor`: is everything there that a game needs, and what to do where it is not."""

from __future__ import annotations

import importlib.metadata
import re
import socket
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console

from models import registry
from vision.cameras import find_cameras
from webui.commands.console import print_json
from webui.database import connect, revision, session, shown
from webui.errors import StoreError
from webui.settings import Settings, load_settings

State = Literal["ok", "note", "wrong"]
MARKS = {"ok": "[green]ok[/]", "note": "[yellow]note[/]", "wrong": "[red]wrong[/]"}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: what was found, and what to do about it when it is not as it should be."""

    name: str
    state: State
    found: str
    advice: str = ""


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where games are kept.")] = None,
    port: Annotated[int | None, typer.Option(metavar="P", min=0, max=65535, help="The port of serve.")] = None,
) -> int:
    """Check the installation, the models, the cameras, and say what to do about each problem.

    Examples:

      hwatupan doctor

      hwatupan doctor --json
    """
    console = Console()
    checks = list(examine(load_settings(data=data, port=port)))
    for check in checks:
        if as_json:
            print_json(asdict(check))
        else:
            console.print(f"{MARKS[check.state]:>5} {check.name}: {check.found}", highlight=False)
            if check.advice:
                console.print(f"      {check.advice}", highlight=False)
    return 1 if any(check.state == "wrong" for check in checks) else 0


def examine(settings: Settings) -> Iterator[Check]:
    """All checks, in the order in which problems are best mended."""
    yield from _libraries()
    yield from _models()
    yield _data(settings)
    yield _games(settings)
    yield _port(settings)
    yield _cameras()


def _libraries() -> Iterator[Check]:
    """The libraries that the installed distribution asks for."""
    try:
        wanted = importlib.metadata.requires("hwatupan") or []
    except importlib.metadata.PackageNotFoundError:
        yield Check("installation", "wrong", "hwatupan is not installed", "run: make setup")
        return
    version = ".".join(map(str, sys.version_info[:3]))
    yield Check("installation", "ok", f"hwatupan {importlib.metadata.version('hwatupan')} on Python {version}")
    for requirement in wanted:
        name = re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0]
        if "extra ==" in requirement:
            continue
        try:
            importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            yield Check("library", "wrong", f"{name} is missing", "run: make setup")


def _models() -> Iterator[Check]:
    problems = registry.check()
    for problem in problems:
        sentence, _, advice = problem.partition("; ")
        yield Check("model", "wrong", sentence, advice)
    if not problems:
        yield Check("models", "ok", ", ".join(f"{e.name} {e.version}" for e in registry.entries().values()))


def _data(settings: Settings) -> Check:
    place = settings.data
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError as error:
        advice = "give another folder with --data DIR"
        return Check("data", "wrong", f"{place} cannot be written ({error.strerror})", advice)
    return Check("data", "ok", f"games are kept in {place}")


def _games(settings: Settings) -> Check:
    where = settings.record
    if isinstance(where, Path):
        return _file(where)
    try:
        engine = connect(where)
        with session(engine, where, writes=False) as connection:
            now = revision(connection)
    except StoreError as error:
        sentence, _, advice = str(error).partition("; ")
        return Check("games", "wrong", sentence, advice)
    return Check("games", "ok", f"format {now} in {shown(where)}" if now else f"none played yet in {shown(where)}")


def _file(path: Path) -> Check:
    if not path.exists():
        return Check("games", "ok", "none played yet")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()  # a server may be using it
    except sqlite3.Error:
        verdict = "unreadable"
    if verdict != "ok":
        advice = "move it to another folder, a new one is made at the next start; or use --data with another folder"
        return Check("games", "wrong", f"the record file {path} is damaged", advice)
    return Check("games", "ok", f"{path.stat().st_size / 1e6:.1f} MB in {path.name}")


def _port(settings: Settings) -> Check:
    try:
        socket.create_server((settings.host, settings.port)).close()
    except OSError as error:
        advice = f"end the program that uses it or say: hwatupan serve --port {settings.port + 1}"
        reason = (error.strerror or str(error)).partition(" (while")[0].lower()
        return Check("port", "note", f"{settings.port} on {settings.host} cannot be used: {reason}", advice)
    return Check("port", "ok", f"{settings.port} on {settings.host} is free")


def _cameras() -> Check:
    cameras = find_cameras()
    working = [camera for camera in cameras if camera.opens]
    if not cameras:
        advice = "plug one in, or use a phone's MJPEG address; the virtual table works without: hwatupan serve"
        return Check("cameras", "note", "none found", advice)
    names = ", ".join(f"{camera.index} ({camera.name})" for camera in cameras)
    if not working:
        advice = "end other programs that use it; on Linux your user must be in the group video"
        return Check("cameras", "note", f"{names}: found, but gives no picture", advice)
    first = working[0].index
    return Check("cameras", "ok", f"{names}; try: hwatupan serve --source {first}")
