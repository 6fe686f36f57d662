"""The web: page, JSON API and socket over one live table. Importing does nothing; `create_app` assembles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask

from webui.live import LiveTable
from webui.network import Reach
from webui.settings import Settings

if TYPE_CHECKING:
    from webui.phone import PhoneCamera
    from webui.tls import Certificates


def create_app(
    settings: Settings,
    live: LiveTable,
    reach: Reach | None = None,
    certificates: Certificates | None = None,
    camera: PhoneCamera | None = None,
) -> Flask:
    """The Flask app over a table that is, or will be, started by the caller.

    *reach* is what the server listens on, *certificates* what it does so over TLS with, *camera* where the pictures of
    a phone go.
    """
    from webui import api, camera_pages, gate, guard, joining, metrics, pages, phone, screens, sock
    from webui.cardart import card_art

    app = Flask(__name__)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.config["MAX_CONTENT_LENGTH"] = 64 * 1024
    app.extensions["hwatupan"] = pages.Site(settings, live, card_art(settings))
    app.extensions["hwatupan_tls"] = certificates
    guard.protect(app, settings)
    gate.install(app, gate.Gate(settings, reach or Reach(settings.host, settings.port)))
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(api.blueprint)
    app.register_blueprint(joining.blueprint)
    app.register_blueprint(screens.blueprint)
    app.register_blueprint(camera_pages.blueprint)
    app.register_blueprint(metrics.blueprint)
    sock.attach(app)
    phone.attach(app, camera or phone.PhoneCamera())
    return app
