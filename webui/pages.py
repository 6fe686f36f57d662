"""The page for people: the shell once, and the part that changes as HTML that all viewers of a language share."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, Flask, Response, current_app, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from webui.access import HOST
from webui.cardart import CardArt
from webui.errors import WebError
from webui.gate import asking
from webui.live import LiveTable
from webui.present import deck_view, page_view
from webui.settings import Settings
from webui.snapshot import Snapshot
from webui.texts import Language, parse_language, speak
from webui.views import PageView

blueprint = Blueprint("pages", __name__)
COOKIE = "language"


@dataclass(frozen=True, slots=True)
class Shape:
    """Which part of the page a viewer is sent again and again, and for whose seat."""

    template: str
    seat: int | None = None


TABLE = Shape("live.html")


@dataclass(frozen=True, slots=True)
class Rendered:
    """One snapshot in one language: the values, their HTML and JSON; the same object while nothing changes."""

    page: PageView
    html: str
    json: dict[str, Any]


@dataclass
class Site:
    """What the views share: settings, the live table, and the newest rendering of each language and shape."""

    settings: Settings
    live: LiveTable
    art: CardArt = field(default_factory=CardArt)
    viewers: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    _newest: dict[tuple[str, Shape], Rendered] = field(default_factory=dict)

    def put(self, settings: Settings, live: LiveTable, art: CardArt) -> None:
        """Another table stands here from now on."""
        with self.lock:
            self.settings, self.live, self.art = settings, live, art
            self._newest.clear()

    def render(self, app: Flask, snapshot: Snapshot, language: Language, shape: Shape = TABLE) -> Rendered:
        """The page of *snapshot*; rendered once however many look at it."""
        with self.lock:
            kept = self._newest.get((language, shape))
            if kept is None or kept.page.version != snapshot.version:
                page = page_view(snapshot, language)
                if kept is not None and replace(kept.page, version=page.version) == page:
                    kept = Rendered(page, kept.html, kept.json)  # a look that changed nothing
                else:
                    template = app.jinja_env.get_template(shape.template)
                    html = template.render(page=page, t=speak(language), seat=shape.seat)
                    kept = Rendered(page, html, page.to_json())
                self._newest[language, shape] = kept
            return kept


def site() -> Site:
    """The site of the current app."""
    found: Site = current_app.extensions["hwatupan"]
    return found


def asked_language() -> Language:
    """``?lang=``, else the cookie, else the setting."""
    default = site().settings.language
    if "lang" in request.args:
        return parse_language(request.args["lang"], default)
    cookie = request.cookies.get(COOKIE)
    return parse_language(cookie if cookie in ("ko", "en") else None, default)


def json_body(*, required: bool = False) -> dict[str, Any]:
    """The body of the request, {} if it has none and none is *required*. Raises WebError for anything but an object."""
    body = request.get_json(silent=True)
    if body is None and request.content_length in (None, 0) and not required:
        return {}
    if not isinstance(body, dict):
        raise WebError("json", "the body must be a JSON object with Content-Type application/json")
    return body


def answered(body: str, language: Language, status: int = 200) -> Response:
    """A page in *language*, which the browser remembers if the address asked for it."""
    response = make_response(body, status)
    response.headers["Cache-Control"] = "no-store"
    if "lang" in request.args:
        response.set_cookie(COOKIE, language, max_age=365 * 86400, samesite="Lax", httponly=True)
    return response


@blueprint.get("/")
def table() -> ResponseReturnValue:
    """The live table; the host is led through the set-up first where that waits."""
    language = asked_language()
    here = site()
    if asking() == HOST and current_app.extensions["hwatupan_setup"].leads():
        return redirect("/setup", 303)
    snapshot = here.live.snapshot()
    page = page_view(snapshot, language)
    deck = deck_view(language, bonus=bool(snapshot.game.rules.bonus_cards))
    body = render_template("page.html", page=page, now=page.to_json(), deck=deck, who=asking(), t=speak(language),
                           placed=here.settings.layout is not None)  # fmt: skip
    return answered(body, language)


@blueprint.get("/card/<art>")
def card(art: str) -> ResponseReturnValue:
    """A card's picture: of the own deck if it was enrolled, else our drawing."""
    own = site().art.of(art)
    answer = Response(own, mimetype="image/jpeg") if own else current_app.send_static_file(f"cards/{art}.svg")
    answer.headers["Cache-Control"] = "private, max-age=60"  # another deck may be learnt
    return answer


@blueprint.get("/eyes")
def eyes() -> ResponseReturnValue:
    """What the camera sees."""
    language = asked_language()
    response = make_response(render_template("eyes.html", language=language, who=asking(), t=speak(language)))
    response.headers["Cache-Control"] = "no-store"
    return response
