"""`hwatupan serve`: watch a table and show it in the browser."""

from __future__ import annotations

import errno
import logging
import signal
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from flask import Flask

from engine.rulefile import understood
from vision import layout as layouts
from vision.frames import open_source
from webui import create_app, logs, sweep
from webui.commands.console import CommandError
from webui.commands.enrolled import Enrolled, deck_of
from webui.commands.films import INPUTS, LAYOUT, beside, film_of, read_inputs
from webui.commands.rulefile import kept
from webui.doorway import ALL, CHOICE, Doorway
from webui.eyes import open_eyes
from webui.history import History
from webui.live import LiveTable
from webui.network import Reach
from webui.phone import PhoneCamera
from webui.serving import page_address
from webui.settings import Settings, given_settings, with_setup
from webui.sources import is_twin, kind
from webui.store import Store
from webui.tls import Certificates

log = logging.getLogger(__name__)

STOPS = (signal.SIGINT, signal.SIGTERM)
AWAKE_S = 0.5  # a signal that another thread caught, or that came just before the wait, is seen no later


def serve(
    source: Annotated[str | None, typer.Option(metavar="S", help="twin, phone, camera number, film, address.")] = None,
    players: Annotated[int | None, typer.Option(min=2, max=4, help="How many play; the virtual table: 2 or 3.")] = None,
    rules: Annotated[str | None, typer.Option(metavar="PRESET|FILE", help="House rules.")] = None,
    dealer: Annotated[int | None, typer.Option(min=0, max=3, help="The first dealer's seat.")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let other devices of your network in, with a PIN.")] = False,
    host: Annotated[str | None, typer.Option(metavar="H", help="The address to serve on; --lan: all.")] = None,
    port: Annotated[int | None, typer.Option(metavar="P", min=0, max=65535, help="0 takes any free port.")] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where games are kept.")] = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help="PostgreSQL instead of a file in DIR.")] = None,
    layout: Annotated[Path | None, typer.Option(metavar="F", help="Layout file of the table.")] = None,
    enrolled: Enrolled = None,
    settings: Annotated[Path | None, typer.Option(metavar="F", help="Settings file (TOML).")] = None,
) -> None:
    """Watch a table and show the score in the browser.

    Examples:

      hwatupan serve

      hwatupan serve --source 0 --players 3

      hwatupan serve --source film

      hwatupan serve --source 0 --rules house.toml --enrolled mine

      hwatupan serve --source http://192.168.0.20:8080/video --lan

      hwatupan serve --source phone --lan
    """
    flags = {"source": source, "players": players, "rules": rules, "dealer": dealer, "port": port,
             "host": host or (ALL if lan else None), "data": data, "database": database, "layout": layout,
             "enrolled": enrolled}  # fmt: skip
    given = given_settings(settings, **flags)
    chosen, inputs = look_up(with_setup(given))
    logs.set_up(chosen.log)
    doorway = bind(chosen)
    try:
        run(chosen, doorway, inputs, lead="source" not in given.model_fields_set)
    finally:
        doorway.close()


def look_up(settings: Settings) -> tuple[Settings, Sequence[Mapping[str, Any]]]:
    """The settings with a film's folder made its film and its players, and what people say in that film.

    House rules of a file become its text. Raises SourceError for a virtual table that cannot be set up, RuleSetError
    for unknown rules, CommandError for what is not there, CommandError and LayoutError for damaged files.
    """
    if settings.dealer is not None and settings.dealer >= settings.players:
        last = settings.players - 1
        raise CommandError(f"seats are 0 to {last} for {settings.players} players; --dealer {settings.dealer} is none")
    if kind(settings.source) == "file" and not Path(settings.source).exists():
        raise CommandError(f"there is no film, folder or camera {settings.source}; see hwatupan serve --help")
    settings = settings.model_copy(update={"rules": kept(settings.rules)})
    if is_twin(settings.source):  # refused now and not again and again on the page
        open_source(settings.source, players=settings.players, options=understood(settings.rules).options())
    film = film_of(settings.source)
    if film is None:
        return settings, ()
    layout, inputs = beside(film, LAYOUT), beside(film, INPUTS)
    found: dict[str, Any] = {"source": str(film)}
    if layout is not None and "players" not in settings.model_fields_set:
        found["players"] = layouts.load(layout).players
    return settings.model_copy(update=found), read_inputs(inputs) if inputs is not None else ()


def bind(settings: Settings) -> Doorway:
    """The ports of the server, without an app yet. Raises CommandError if they cannot be had, StoreError for
    certificates that cannot be kept."""
    doorway = Doorway(settings, Certificates(settings.data))
    try:
        doorway.open(settings.host)
    except OSError as error:
        where = f"port {settings.port} on {settings.host}"
        if error.errno == errno.EADDRINUSE:
            advice = f"end the program that uses it or give --port {settings.port + 1}"
            if "https_port" in settings.model_fields_set:
                advice += f" (or another https_port than {settings.https_port})"
            raise CommandError(f"{where} is busy; {advice}") from None
        reason = (error.strerror or str(error)).partition(" (while")[0].lower()
        raise CommandError(f"{where} cannot be used: {reason}; give another --port or --host") from None
    return doorway


def run(
    settings: Settings, doorway: Doorway, inputs: Sequence[Mapping[str, Any]] = (), *, lead: bool = False
) -> None:
    """Serve until Ctrl-C or a termination signal. *lead*: the host sees the set-up first, and while nothing is set up
    no table is watched. Raises WebError, EngineError for what cannot be resumed, VisionError for an enrolled deck that
    cannot be read."""
    phone = PhoneCamera()
    with closing(Store(settings.record, settings.data)) as store:
        sweep.sweep(History(settings.record))  # what a deletion left that was cut off

        def table(told: Settings) -> LiveTable:
            eyes, said = partial(open_eyes, deck_of(told.enrolled, told.data)), inputs if told is settings else ()
            return LiveTable(told.source, told, store, opener=phone.opener(open_source), eyes=eyes, inputs=said)

        live = table(settings)
        app = create_app(settings, live, doorway, phone, table, lead=lead)
        stopping = threading.Event()
        for number in STOPS:
            signal.signal(number, lambda number, frame: stopping.set())
        try:
            if not lead or "source" in settings.model_fields_set:
                live.start()
            doorway.serve(app)
            reopen(doorway, store)
            announce(doorway.reach, app)
            while not stopping.wait(AWAKE_S):
                pass
            print("Hwatupan: stopped; the game is kept", flush=True)
        finally:
            for number in STOPS:
                signal.signal(number, signal.SIG_IGN)  # to the very end of the program
            app.extensions["hwatupan_setup"].finder.close()
            app.extensions["hwatupan"].live.stop()


def reopen(doorway: Doorway, store: Store) -> None:
    """Let other devices in again if people chose so on the page the last time."""
    if doorway.may_move and store.choices().get(CHOICE):
        try:
            doorway.move(ALL)
        except OSError as error:
            log.warning("other devices cannot come in now: %s", error)


def announce(reach: Reach, app: Flask) -> None:
    """Say where the page is, and how others come in."""
    print(f"Hwatupan: {page_address(reach.host, reach.port)}  (Ctrl-C ends)", flush=True)
    for address in reach.addresses()[:1]:
        keys = app.extensions["hwatupan_gate"].pairing.keys
        print(f"Others:   {reach.http(address)}/join  PIN {keys.pin}, host PIN {keys.host_pin}", flush=True)
