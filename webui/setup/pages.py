"""Pages of the set-up and the pictures on them: docs/http-api.md has a paragraph for each route."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, redirect
from flask.typing import ResponseReturnValue

from vision.cameras import list_cameras
from vision.decks import load
from vision.errors import DeckError
from webui.decks import SUFFIX, deck_path
from webui.errors import SettingsError, WebError
from webui.gate import gate
from webui.history_pages import history
from webui.joining import qr, shown
from webui.pages import asked_language, site
from webui.people import COLOURS
from webui.setup import present
from webui.setup.deck import jpeg
from webui.setup.desk import desk
from webui.setup.draft import STEPS, Draft
from webui.sources import PHONE, kind
from webui.sources import shown as plain

blueprint = Blueprint("setup", __name__)
LONGEST = 1280  # pixels of a picture on a page
THUMB = 480


@blueprint.get("/setup")
def welcome() -> ResponseReturnValue:
    """Where people begin, go on, or find their settings."""
    here, language = desk(), asked_language()
    here.finder.look_at(None)
    steps = present.steps_view(here.draft, "", cameras(), language)
    settings = site().settings
    fixed = here.draft.finished and settings.source != here.draft.source
    live = site().live
    evening = bool(live.snapshot().game.results) or here.round_runs
    return shown("setup/welcome.html", draft=here.draft, steps=steps, fixed=fixed, lead=here.leads(),
                 going=live.alive(), evening=evening)  # fmt: skip


@blueprint.get("/settings")
def settings() -> ResponseReturnValue:
    """The same page."""
    return redirect("/setup", 303)


@blueprint.get("/setup/<step>")
def one_step(step: str) -> ResponseReturnValue:
    """One of the five steps."""
    if step not in STEPS:
        abort(404)
    here, language = desk(), asked_language()
    if step in ("camera", "table", "deck"):
        here.look_through()
    else:
        here.finder.look_at(None)
    number = STEPS.index(step)
    told: dict[str, Any] = {
        "steps": present.steps_view(here.draft, step, cameras(), language), "draft": here.draft, "step": step,
        "before": STEPS[number - 1] if number else "", "after": STEPS[number + 1] if number + 1 < len(STEPS) else "",
    }  # fmt: skip
    return shown(f"setup/{step}.html", **told, **VALUES[step]())


def cameras() -> dict[int, str]:
    """Names of the webcams by number; none is opened."""
    return dict(list_cameras())


def _camera_values() -> dict[str, Any]:
    made, draft = gate(), desk().draft
    source = draft.source or (site().settings.source if site().live.alive() else "")
    addresses = made.reach.addresses() if made.reach.https_port is not None else []
    link = f"{made.reach.http(addresses[0])}/trust?key={made.pairing.keys.camera}" if addresses else ""
    what = kind(source) if source else ""
    return {
        "source": source, "what": what, "address": plain(source) if what == "address" else "", "phone": PHONE,
        "code": qr(link) if link else "", "link": link, "may_move": made.doorway is not None and made.doorway.may_move,
    }  # fmt: skip


def _table_values() -> dict[str, Any]:
    return {"seats": {n: present.seats_view(Draft(players=n), asked_language()) for n in (2, 3)}}


def _deck_values() -> dict[str, Any]:
    folder = deck_path(desk().data, "x").parent
    known = sorted(one.stem for one in folder.glob(f"*{SUFFIX}"))
    return {"choices": present.deck_choices(asked_language()), "known": known}


def _players_values() -> dict[str, Any]:
    known = {person.name: person.colour for person in history().people()}
    return {"seats": present.seats_view(desk().draft, asked_language()), "colours": COLOURS, "people": known}


def _rules_values() -> dict[str, Any]:
    language, draft = asked_language(), desk().draft
    return {"questions": present.questions_view(draft.answers, _faces(draft.enrolled), language),
            "presets": present.presets_view(language)}  # fmt: skip


def _faces(deck: str) -> tuple[str, ...] | None:
    """The faces of an enrolled deck; None without one."""
    if not deck:
        return None
    try:
        return load(deck_path(desk().data, deck)).faces
    except (SettingsError, DeckError):
        return None


VALUES = {"camera": _camera_values, "table": _table_values, "deck": _deck_values, "players": _players_values,
          "rules": _rules_values}  # fmt: skip
"""What each step's page needs besides."""


@blueprint.get("/setup/picture.jpg")
def picture() -> ResponseReturnValue:
    """The newest picture of the camera that is looked through; 404 with the reason without one."""
    found = desk().finder.picture()
    if found is None:
        raise WebError("setup_no_picture", "no picture yet; GET /api/setup/look says why", 404)
    return _jpeg(jpeg(found, LONGEST))


@blueprint.get("/setup/camera/<int:number>.jpg")
def still(number: int) -> ResponseReturnValue:
    """A small picture of one camera of this computer."""
    found = desk().finder.still(number) if number in cameras() else None
    if found is None:
        raise WebError("setup_no_picture", f"camera {number} gives no picture", 404)
    return _jpeg(jpeg(found, THUMB))


@blueprint.get("/setup/deck/<int:number>.jpg")
def laid_out(number: int) -> ResponseReturnValue:
    """The picture *number*, from 0, of the deck that is laid out."""
    pictures = desk().deck.now.pictures
    if number >= len(pictures):
        raise WebError("picture", f"there is no picture {number}", 404)
    return _jpeg(jpeg(pictures[number], LONGEST))


@blueprint.get("/setup/deck/card/<int:number>.jpg")
def one_card(number: int) -> ResponseReturnValue:
    """The card *number*, from 1, cut out and upright."""
    laid = desk().deck.now.laid
    if laid is None or not 1 <= number <= len(laid.quads):
        raise WebError("picture", f"there is no card {number}", 404)
    return _jpeg(jpeg(laid.picture(number - 1), quality=90))


def _jpeg(data: bytes) -> Response:
    return Response(data, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})
