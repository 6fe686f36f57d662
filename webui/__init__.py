"""The web: page, JSON API and socket over one live table. Importing does nothing; `create_app` assembles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask

from webui.live import LiveTable
from webui.settings import Settings

if TYPE_CHECKING:
    from webui.doorway import Doorway
    from webui.phone import PhoneCamera
    from webui.setup.desk import TableMaker


def create_app(
    settings: Settings,
    live: LiveTable,
    doorway: Doorway | None = None,
    camera: PhoneCamera | None = None,
    make: TableMaker | None = None,
    *,
    lead: bool = False,
) -> Flask:
    """The Flask app over a table that is, or will be, started by the caller.

    *doorway*: the ports it will be served on; *camera*: where the pictures of a phone go; *make*: makes another table
    for what people set up; *lead*: the host comes to the set-up first.
    """
    from webui import (
        api,
        camera_pages,
        count_pages,
        gate,
        guard,
        history_files,
        history_pages,
        joining,
        metrics,
        pages,
        phone,
        screens,
        sock,
    )
    from webui.cardart import card_art
    from webui.photo import reader
    from webui.setup import api as setup_api
    from webui.setup import pages as setup_pages
    from webui.setup.desk import Desk

    app = Flask(__name__)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.config["MAX_CONTENT_LENGTH"] = 64 * 1024
    app.extensions["hwatupan_reader"] = reader(settings)
    camera = camera or phone.PhoneCamera()
    here = app.extensions["hwatupan"] = pages.Site(settings, live, card_art(settings))
    app.extensions["hwatupan_setup"] = Desk(here, make, camera, lead=lead)
    guard.protect(app, settings)
    gate.install(app, gate.Gate(settings, doorway))
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(api.blueprint)
    app.register_blueprint(joining.blueprint)
    app.register_blueprint(screens.blueprint)
    app.register_blueprint(camera_pages.blueprint)
    app.register_blueprint(metrics.blueprint)
    app.register_blueprint(history_pages.blueprint)
    app.register_blueprint(history_files.blueprint)
    app.register_blueprint(count_pages.blueprint)
    app.register_blueprint(setup_pages.blueprint)
    app.register_blueprint(setup_api.blueprint)
    sock.attach(app)
    phone.attach(app, camera)
    return app
