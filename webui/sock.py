"""The socket: pushes the page and the recognised cards as text, and a picture whenever the viewer asks for one.

A viewer that is slow gets fewer pictures, never older ones. Pings find closed tabs; their thread is freed.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from time import monotonic
from typing import Any

from flask import Flask, current_app, request
from flask_sock import Sock
from simple_websocket import ConnectionClosed, Server

from webui.pages import Site, asked_language, site
from webui.present import seen_view
from webui.texts import Language, say

TICK_S = 0.05
PING_S = 10
TRY_LATER = 1013


def attach(app: Flask) -> None:
    """Serve ``/ws`` (``?lang=ko|en``)."""
    app.config["SOCK_SERVER_OPTIONS"] = {"ping_interval": PING_S, "max_message_size": 1024}
    Sock(app).route("/ws")(table_socket)


def table_socket(socket: Server) -> None:
    """One viewer, until its tab closes."""
    here, language = site(), asked_language()
    with here.lock:
        full = here.viewers >= here.settings.viewers
        here.viewers += not full
    if full:
        socket.close(TRY_LATER, say("error.viewers", language))
        return
    try:
        _Viewer(socket, here, language, request.args.get("as") == "json").serve()
    except (ConnectionClosed, OSError):
        pass  # the tab was closed or its network went away: the usual end
    finally:
        with here.lock:
            here.viewers -= 1


class _Viewer:
    def __init__(self, socket: Server, here: Site, language: Language, plain: bool) -> None:
        self._socket, self._here, self._language, self._plain = socket, here, language, plain
        self._version = -1
        self._page: Any = None
        self._seen: Any = None
        self._wants_picture = False
        self._picture = -1
        self._next_picture = 0.0

    def serve(self) -> None:
        """Send what is new, listen, again. Raises ConnectionClosed at the end."""
        while True:
            self._send_snapshot()
            self._send_picture()
            message = self._socket.receive(timeout=TICK_S)
            self._wants_picture |= message == "picture"

    def _send_snapshot(self) -> None:
        snapshot = self._here.live.snapshot()
        if snapshot.version == self._version:
            return
        self._version = snapshot.version
        rendered = self._here.render(current_app, snapshot, self._language)
        page = rendered.page.to_json()
        if (rendered.html, page) != self._page:  # how the picture is turned stands in the values only
            self._page = rendered.html, page
            html = {} if self._plain else {"html": rendered.html}
            self._send({"type": "page", "page": page, **html})
        seen = seen_view(snapshot.seen, self._language)
        if seen != self._seen:
            self._seen = seen
            self._send({"type": "seen", "cards": [asdict(card) for card in seen]})

    def _send_picture(self) -> None:
        if not self._wants_picture or monotonic() < self._next_picture:
            return
        picture = self._here.live.picture()
        if picture is None or picture.number == self._picture:
            return
        self._picture, self._wants_picture = picture.number, False
        self._next_picture = monotonic() + 1 / self._here.settings.picture_fps
        self._socket.send(picture.jpeg)

    def _send(self, message: dict[str, Any]) -> None:
        self._socket.send(json.dumps(message, ensure_ascii=False))
