"""The socket: pushes the page and the recognised cards as text, and a picture whenever the viewer asks for one.

A viewer that is slow gets fewer pictures, never older ones. Pings find closed tabs; their thread is freed.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from time import monotonic
from typing import Any

from flask import Flask, current_app, request

from webui.access import Role
from webui.gate import asking, gate
from webui.pages import Shape, Site, asked_language, site
from webui.present import eyes_view, seen_view
from webui.snapshot import Snapshot
from webui.texts import Language, say
from webui.wire import Wire, route

TICK_S = 0.05
STILL_S = 1.0
EYES_S = 0.5
LONGEST = 1024  # bytes of a message: viewers say one word
TRY_LATER, SENT_AWAY = 1013, 4401


def attach(app: Flask) -> None:
    """Serve ``/ws`` (``?lang=ko|en``, ``?view=table|eyes|seat|overlay``, ``?seat=``, ``?as=json``)."""
    route(app, "/ws", table_socket, LONGEST)


def table_socket(socket: Wire) -> None:
    """One viewer, until its tab closes."""
    here, language = site(), asked_language()
    with here.lock:
        full = here.viewers >= here.settings.viewers
        here.viewers += not full
    if full:
        socket.end(TRY_LATER, say("error.viewers", language))
        return
    try:
        _Viewer(socket, here, language, request.args.get("as") == "json").serve()
    finally:
        with here.lock:
            here.viewers -= 1


def _shape() -> Shape:
    """What this viewer is shown: the table, one seat, or the overlay."""
    view = request.args.get("view")
    if view == "overlay":
        return Shape("access/overlay_live.html")
    if view != "seat":
        return Shape("live.html")
    who = asking()
    seat = who.seat if who.role is Role.PLAYER else request.args.get("seat", type=int)
    players = site().live.snapshot().game.players
    return Shape("access/seat_live.html", seat if seat is not None and 0 <= seat < players else 0)


class _Viewer:
    def __init__(self, socket: Wire, here: Site, language: Language, plain: bool) -> None:
        self._socket, self._here, self._language, self._plain = socket, here, language, plain
        self._shape = _shape()
        self._eyes, self._next_eyes = request.args.get("view") == "eyes", 0.0
        self._sent: Snapshot | None = None
        self._page: Any = None
        self._seen: Any = None
        self._wants_picture = False
        self._picture = -1
        self._next_picture = 0.0
        self._next_check = monotonic() + STILL_S

    def serve(self) -> None:
        """Send what is new, listen, again. Raises ConnectionClosed at the end."""
        while True:
            self._send_snapshot()
            self._send_picture()
            message = self._socket.receive(timeout=TICK_S)
            while message is not None:
                self._wants_picture |= message == "picture"
                message = self._socket.receive(timeout=0)
            if monotonic() > self._next_check:
                self._next_check = monotonic() + STILL_S
                if not gate().still():
                    self._socket.end(SENT_AWAY, say("error.stranger", self._language))
                    return

    def _send_snapshot(self) -> None:
        snapshot = self._here.live.snapshot()
        if snapshot is self._sent:
            return
        self._sent = snapshot
        rendered = self._here.render(current_app, snapshot, self._language, self._shape)
        if rendered.json is not self._page:  # how the picture is turned stands in the values only
            self._page = rendered.json
            html = {} if self._plain or self._eyes else {"html": rendered.html}
            self._send({"type": "page", "page": rendered.json, **html})
        self._send_seen(snapshot)

    def _send_seen(self, snapshot: Snapshot) -> None:
        if self._eyes and monotonic() >= self._next_eyes:
            self._next_eyes = monotonic() + EYES_S
            self._send({"type": "eyes", "eyes": eyes_view(snapshot, self._language).to_json()})
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
