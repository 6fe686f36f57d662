"""The web: page, JSON API and socket over one live table. Importing does nothing; `create_app` assembles."""

from __future__ import annotations

from flask import Flask

from webui.live import LiveTable
from webui.settings import Settings


def create_app(settings: Settings, live: LiveTable) -> Flask:
    """The Flask app over a table that is, or will be, started by the caller."""
    from webui import api, guard, pages, sock

    app = Flask(__name__)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.config["MAX_CONTENT_LENGTH"] = 64 * 1024
    app.extensions["hwatupan"] = pages.Site(settings, live)
    guard.protect(app, settings)
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(api.blueprint)
    sock.attach(app)
    return app
