"""The socket: what is new is pushed, pictures come when asked for, closed tabs are freed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from simple_websocket import Client, ConnectionClosed
from werkzeug.serving import BaseWSGIServer

from engine.events import Paused
from tests.webui.games import prompted
from tests.webui.tables import tell
from webui.live import LiveTable
from webui.pages import Site


@pytest.fixture
def viewers(server: BaseWSGIServer) -> Iterator[list[Client]]:
    """Everyone who looks; closed at the end."""
    open_ones: list[Client] = []
    yield open_ones
    for viewer in open_ones:
        if viewer.connected:
            viewer.close()


PATIENCE_S = 30  # a busy machine is slow; nobody waits so long otherwise


def look(server: BaseWSGIServer, viewers: list[Client], query: str = "lang=ko", **options: Any) -> Client:
    viewers.append(Client.connect(f"ws://127.0.0.1:{server.port}/ws?{query}", **options))
    return viewers[-1]


def page(viewer: Client) -> dict[str, Any]:
    """The next page; other messages are passed over."""
    while True:
        data = viewer.receive(timeout=PATIENCE_S)
        assert data is not None, f"no page within {PATIENCE_S} s"
        if isinstance(data, str):
            message: dict[str, Any] = json.loads(data)
            if message["type"] == "page":
                return message


def test_the_page_comes_at_once_and_again_when_something_happens(
    server: BaseWSGIServer, viewers: list[Client], live: LiveTable
) -> None:
    viewer = look(server, viewers)
    assert page(viewer)["page"]["prompt"] is None
    tell(live, prompted())
    shown = page(viewer)
    while shown["page"]["prompt"] is None:
        shown = page(viewer)
    assert "스톱" in shown["html"]


def test_each_viewer_hears_its_language(server: BaseWSGIServer, viewers: list[Client]) -> None:
    korean, english = look(server, viewers, "lang=ko"), look(server, viewers, "lang=en&as=json")
    assert page(korean)["page"]["language"] == "ko"
    plain = page(english)
    assert plain["page"]["language"] == "en"
    assert "html" not in plain


def test_a_picture_comes_only_when_asked_for(server: BaseWSGIServer, viewers: list[Client], live: LiveTable) -> None:
    assert live.wait_for(lambda now: now.camera.state == "playing", timeout=5)
    viewer = look(server, viewers)
    page(viewer)
    assert not isinstance(viewer.receive(timeout=0.3), bytes)
    viewer.send("picture")
    data: Any = ""
    while not isinstance(data, bytes):
        data = viewer.receive(timeout=5)
        assert data is not None
    assert data.startswith(b"\xff\xd8")


def test_no_picture_while_paused(server: BaseWSGIServer, viewers: list[Client], live: LiveTable) -> None:
    tell(live, [Paused(0.5)])
    viewer = look(server, viewers)
    viewer.send("picture")
    page(viewer)
    assert not isinstance(viewer.receive(timeout=0.3), bytes)


def test_a_closed_tab_is_freed(server: BaseWSGIServer, viewers: list[Client], app: Flask, live: LiveTable) -> None:
    site: Site = app.extensions["hwatupan"]
    viewer = look(server, viewers)
    page(viewer)
    assert site.viewers == 1
    viewer.close()
    assert live.wait_for(lambda _: site.viewers == 0, timeout=5) or site.viewers == 0


def test_too_many_viewers_are_told(server: BaseWSGIServer, viewers: list[Client], app: Flask) -> None:
    site: Site = app.extensions["hwatupan"]
    site.settings = site.settings.model_copy(update={"viewers": 3})
    for _ in range(3):
        page(look(server, viewers))
    late = look(server, viewers)
    with pytest.raises(ConnectionClosed, match="너무 많아요"):
        late.receive(timeout=PATIENCE_S)


def test_sockets_of_other_sites_are_refused(client: FlaskClient) -> None:
    asked = {"Connection": "Upgrade", "Upgrade": "websocket", "Origin": "https://evil.example"}
    assert client.get("/ws", headers=asked).status_code == 403
