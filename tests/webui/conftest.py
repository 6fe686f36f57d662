"""Fresh everything for each test: a record file, a live table, an app."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.serving import BaseWSGIServer, make_server

from tests.webui.tables import table
from webui import create_app
from webui.live import LiveTable


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveTable]:
    """A running table for two that looks at a plain mat; not the virtual table, so people answer."""
    watched = table(tmp_path, source="0")
    watched.start()
    yield watched
    watched.stop()
    watched.store.close()


@pytest.fixture
def app(live: LiveTable) -> Flask:
    """The app over that table."""
    made = create_app(live.settings, live)
    made.testing = True
    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without a browser."""
    return app.test_client()


@pytest.fixture
def server(app: Flask) -> Iterator[BaseWSGIServer]:
    """The app on a free port of this computer."""
    running = make_server("127.0.0.1", 0, app, threaded=True)
    running.daemon_threads = True
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield running
    running.shutdown()
    thread.join()
    running.server_close()


@pytest.fixture
def address(server: BaseWSGIServer) -> str:
    """Where that server answers."""
    return f"http://127.0.0.1:{server.port}"
