"""A wizard on a server where nothing was set up yet; what plays behind it are tables without a camera."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webui.tables import Still, eyes, opener, settings
from webui import create_app
from webui.live import LiveTable
from webui.settings import Settings
from webui.setup.desk import Desk
from webui.store import Store


@pytest.fixture
def made() -> list[LiveTable]:
    """Every table that was made, the newest last."""
    return []


@pytest.fixture
def app(tmp_path: Path, made: list[LiveTable]) -> Iterator[Flask]:
    """A server that leads to the wizard."""
    told = settings(tmp_path)
    store = Store(told.record)

    def make(wanted: Settings) -> LiveTable:
        made.append(LiveTable(wanted.source, wanted, store, opener=opener(Still()), eyes=eyes()))
        return made[-1]

    ready = create_app(told, make(told), make=make, lead=True)
    ready.testing = True
    yield ready
    desk: Desk = ready.extensions["hwatupan_setup"]
    desk.finder.close()
    for live in made:
        live.stop()
    store.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """The host's browser."""
    return app.test_client()


@pytest.fixture
def desk(app: Flask) -> Desk:
    """The wizard itself."""
    found: Desk = app.extensions["hwatupan_setup"]
    return found
