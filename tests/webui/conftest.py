"""Fresh everything for each test: a record file, a live table, an app."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

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
