"""`hwatupan serve`: watch a table and show it in the browser."""

from __future__ import annotations

import logging
import signal
import socket
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from webui import create_app
from webui.commands.console import CommandError
from webui.live import LiveTable
from webui.settings import Settings, load_settings
from webui.store import Store


def serve(
    source: Annotated[str | None, typer.Option(metavar="S", help="twin, camera number, file, folder, address.")] = None,
    players: Annotated[int | None, typer.Option(min=2, max=4, help="How many play.")] = None,
    rules: Annotated[str | None, typer.Option(metavar="PRESET", help="House rules.")] = None,
    dealer: Annotated[int | None, typer.Option(min=0, max=3, help="The first dealer's seat.")] = None,
    host: Annotated[str | None, typer.Option(metavar="H", help="0.0.0.0 lets other devices in.")] = None,
    port: Annotated[int | None, typer.Option(metavar="P", min=0, max=65535, help="0 takes any free port.")] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where games are kept.")] = None,
    layout: Annotated[Path | None, typer.Option(metavar="F", help="Layout file of the table.")] = None,
    settings: Annotated[Path | None, typer.Option(metavar="F", help="Settings file (TOML).")] = None,
) -> None:
    """Watch a table and show the score in the browser.

    Examples:

      hwatupan serve

      hwatupan serve --source 0 --players 3

      hwatupan serve --source http://192.168.0.20:8080/video --host 0.0.0.0
    """
    flags = {"source": source, "players": players, "rules": rules, "dealer": dealer, "host": host, "port": port,
             "data": data, "layout": layout}  # fmt: skip
    chosen = load_settings(settings, **flags)
    logging.getLogger("webui").setLevel(logging.INFO)
    server = bind(chosen)
    try:
        run(chosen, server)
    finally:
        server.server_close()


def bind(settings: Settings) -> BaseWSGIServer:
    """The server on its port, without an app yet. Raises CommandError if the port cannot be had."""
    try:
        held = socket.create_server((settings.host, settings.port))
    except OSError as error:
        reason = error.strerror or str(error)
        advice = f"end the other program or give --port {settings.port + 1}"
        raise CommandError(f"port {settings.port} on {settings.host} cannot be used ({reason}); {advice}") from None
    with held:
        port = held.getsockname()[1]
        return make_server(settings.host, port, _starting, threaded=True, request_handler=Quiet, fd=held.fileno())


def run(settings: Settings, server: BaseWSGIServer) -> None:
    """Serve until Ctrl-C or a termination signal. Raises WebError, EngineError for what cannot be resumed."""
    with closing(Store(settings.database)) as store:
        live = LiveTable(settings.source, settings, store)
        server.app = create_app(settings, live)
        signal.signal(signal.SIGTERM, _interrupt)
        live.start()
        print(f"Hwatupan: {address(settings.host, server.port)}  (Ctrl-C ends)", flush=True)
        try:
            server.serve_forever()  # returns after Ctrl-C
            print("Hwatupan: stopped; the game is kept", flush=True)
        finally:
            live.stop()


def address(host: str, port: int) -> str:
    """What to type into the browser."""
    if host in ("0.0.0.0", "::"):
        return f"http://{_own_address()}:{port}/"
    return f"http://{host}:{port}/"


def _own_address() -> str:
    """This computer's address in the home network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


class Quiet(WSGIRequestHandler):
    """One line a request would bury the messages that matter."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing."""


def _starting(environ: object, start_response: object) -> list[bytes]:
    raise AssertionError("a request came before the app was there")


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt
