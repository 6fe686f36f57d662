"""What the pages of the set-up ask for: docs/http-api.md has a paragraph for each route. Only the host may."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import TimeoutError as Late
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from engine.observation import ZoneKind
from vision.cameras import list_cameras
from vision.layout import Layout, Polygon
from vision.sketch import Sketch, sketched
from webui.decks import deck_path
from webui.errors import SettingsError, WebError
from webui.history_pages import history, sit_down
from webui.pages import asked_language, json_body, site
from webui.photo import LARGEST, decoded
from webui.setup import draft as drafts
from webui.setup import present
from webui.setup.desk import desk
from webui.setup.draft import Draft
from webui.sources import is_twin, shown
from webui.texts import say

blueprint = Blueprint("setup_api", __name__, url_prefix="/api/setup")
POINTS = 12
NAMED_S = 5.0


@blueprint.get("/cameras")
def cameras() -> ResponseReturnValue:
    """The cameras of this computer."""
    return jsonify({"cameras": [{"source": str(number), "name": name} for number, name in list_cameras()]})


@blueprint.get("/look")
def look() -> ResponseReturnValue:
    """Why there is no picture, in words; empty while there is one."""
    finder, language = desk().finder, asked_language()
    fault = finder.fault
    if fault is None:
        return jsonify({"message": "" if finder.picture() is not None else say("setup.camera.waiting", language)})
    return jsonify({"message": say(f"fault.{fault.code}", language, source=shown(finder.source))})


@blueprint.post("/look")
def look_through() -> ResponseReturnValue:
    """``{"source", "rotate"?, "mirror"?}``: show the picture of that camera, and keep nothing."""
    desk().look_through(drafts.with_camera(desk().draft, json_body()))
    return jsonify({})


@blueprint.post("/camera")
def camera() -> ResponseReturnValue:
    """``{"source", "rotate"?, "mirror"?}``: this camera it is."""
    body = json_body()
    return _entered(lambda draft: drafts.with_camera(draft, body), "camera")


@blueprint.post("/zones")
def zones() -> ResponseReturnValue:
    """``{"players", "again"?}``: where things lie on the newest picture: as it was drawn, or found ``again``."""
    body, here = json_body(), desk()
    players = drafts.with_players(here.draft, body.get("players")).players
    picture = here.finder.picture()
    if picture is None:
        raise WebError("setup_no_picture", "there is no picture yet", 409)
    size = (picture.shape[1], picture.shape[0])
    kept = None if body.get("again") is True or players != here.draft.players else here.kept_layout()
    layout, found, cards = (kept, None, []) if kept else here.propose(picture, players)
    twin = is_twin(here.finder.source)
    weakness = None if kept or twin else "empty" if found is None else found.weakness
    words, good = present.table_words(
        weakness, found.plane.cards if found else 0, twin=twin, kept=kept is not None, language=asked_language()
    )
    return jsonify({"size": size, "words": words, "good": good, "cards": cards, **_sketch(layout)})


@blueprint.post("/table")
def table() -> ResponseReturnValue:
    """``{"players", "corners", "size_mm", "card_mm", "zones"}`` as ``zones`` answers, in pixels: so the table lies."""
    here = desk()
    here.lay_out(_drawn(json_body()))
    return _changed(here.draft, anew=True)


@blueprint.get("/deck")
def deck() -> ResponseReturnValue:
    """How far the deck is, what was found, and what people should say."""
    return _deck()


@blueprint.post("/deck/shoot")
def shoot() -> ResponseReturnValue:
    """Take a picture of the deck with the camera."""
    desk().no_peeking()
    picture = desk().finder.picture()
    if picture is None:
        raise WebError("setup_no_picture", "there is no picture yet", 409)
    desk().deck.add(picture)
    return _deck()


@blueprint.post("/deck/upload")
def upload() -> ResponseReturnValue:
    """The body is a picture of the deck: JPEG, PNG or WebP."""
    desk().no_peeking()
    request.max_content_length = LARGEST + 1
    try:
        data = request.get_data(cache=False)
    except RequestEntityTooLarge:
        raise WebError("photo_size", f"more than {LARGEST:,} bytes", 413) from None
    desk().deck.add(decoded(data)[0])
    return _deck()


@blueprint.post("/deck/clear")
def clear() -> ResponseReturnValue:
    """Begin anew with the deck."""
    desk().deck.clear()
    return _deck()


@blueprint.post("/deck/say")
def said() -> ResponseReturnValue:
    """``{"said": {"17": "07-junk"}}``: what cards are."""
    told = json_body().get("said")
    if not isinstance(told, dict) or not all(key.isdecimal() and len(key) < 4 for key in told):
        raise WebError("field", "said must name cards by number")
    desk().deck.say({int(key): str(face) for key, face in told.items()})
    return _deck()


@blueprint.post("/deck/keep")
def keep() -> ResponseReturnValue:
    """``{"name"}``: learn the deck under that name, or use one that is known; null: play without."""
    name, here = json_body().get("name"), desk()
    if name is None:
        return _entered(lambda draft: replace(draft, enrolled=""), "deck")
    try:
        path = deck_path(here.data, name.strip()[:20] if isinstance(name, str) else "")
    except SettingsError as error:
        raise WebError("setup_name", str(error)) from None
    learnt = here.deck.now.found is not None or not path.is_file()
    if learnt:
        here.deck.keep(path)
        here.deck.clear()
    return _entered(lambda draft: replace(draft, enrolled=path.stem), "deck", anew=learnt)


@blueprint.post("/players")
def players() -> ResponseReturnValue:
    """``{"names", "colours", "stake", "dealer"}``, names and colours by seat."""
    body = json_body()
    return _entered(lambda draft: drafts.with_people(draft, body), "players")


@blueprint.post("/rules")
def rules() -> ResponseReturnValue:
    """``{"answers": {question: answer}}``: how the house plays."""
    answers = json_body().get("answers")
    return _entered(lambda draft: drafts.with_answers(draft, answers), "rules")


@blueprint.post("/start")
def start() -> ResponseReturnValue:
    """Begin an evening with what was entered."""
    desk().apply(fresh=True)
    _seat_people(desk().draft)
    return jsonify({"to": "/"})


@blueprint.post("/stay")
def stay() -> ResponseReturnValue:
    """Go to the table as it is."""
    desk().stay()
    return jsonify({"to": "/"})


def _entered(change: Callable[[Draft], Draft], step: str, *, anew: bool = False) -> ResponseReturnValue:
    before, after = desk().draft, desk().enter(change, step)
    turned = (before.rotate, before.mirror) != (after.rotate, after.mirror)
    return _changed(after, anew=anew or turned)


def _changed(draft: Draft, *, anew: bool) -> ResponseReturnValue:
    """After a set-up that was finished once, each step counts at once; *anew*: though the settings read the same."""
    if draft.finished:
        desk().apply(anew=anew)
        _seat_people(desk().draft)
    return jsonify({"step": draft.step, "done": draft.done, "finished": draft.finished})


def _seat_people(draft: Draft) -> None:
    """Write down who sits where, in which colour, and for what."""
    live, kept = site().live, history()
    kept.set_stake(live.match, draft.stake)
    names = [draft.name(seat) for seat in range(draft.players)]
    with suppress(Late):  # a table that just woke up takes the names a little later
        live.name_players(names).result(timeout=NAMED_S)
    sit_down(names)
    colours = {draft.name(seat): draft.colour(seat) for seat in range(draft.players)}
    for person in kept.people():
        if colours.get(person.name, person.colour) != person.colour:
            kept.change_person(person.id, person.name, colours[person.name])


def _deck() -> ResponseReturnValue:
    now = desk().deck.now
    found = now.found
    sizes = [(picture.shape[1], picture.shape[0]) for picture in now.pictures]
    seen = found.count if found else len(now.laid.quads) if now.laid else 0
    return jsonify(present.deck_view(
        str(now.stage), now.why, found.cards if found else (), found.faults() if found else (), now.said, sizes, seen,
        asked_language(),
    ))  # fmt: skip


def _sketch(layout: Layout) -> dict[str, Any]:
    drawn = sketched(layout)
    zones = [{"kind": str(kind), "seat": seat, "points": points} for kind, seat, points in drawn.zones]
    matrix = [list(row) for row in layout.homography]
    return {"players": drawn.players, "corners": drawn.corners, "size_mm": drawn.size_mm, "card_mm": drawn.card_mm,
            "zones": zones, "matrix": matrix}  # fmt: skip


def _drawn(body: Mapping[str, Any]) -> Sketch:
    """Raises WebError for what is no drawing."""
    players = drafts.with_players(desk().draft, body.get("players")).players
    zones = body.get("zones")
    if not isinstance(zones, list) or not 1 <= len(zones) <= 12 or not all(isinstance(one, dict) for one in zones):
        raise WebError("field", "zones must be a list of outlines")
    if not all(one.get("kind") in set(ZoneKind) and type(one.get("seat")) in (int, type(None)) for one in zones):
        raise WebError("field", "a zone has a kind and a seat, or null")
    pair = partial(_points, least=1, most=1)
    (size,), (card,) = (pair([body.get(key)], key) for key in ("size_mm", "card_mm"))
    outlines = tuple((ZoneKind(one["kind"]), one.get("seat"), _points(one.get("points"), "points")) for one in zones)
    return Sketch(players, _points(body.get("corners"), "corners", 4, 4), size, outlines, card)


def _points(value: Any, name: str, least: int = 3, most: int = POINTS) -> Polygon:
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise WebError("field", f"{name} must be {least} to {most} points")
    if not all(isinstance(one, list) and len(one) == 2 and all(map(_is_place, one)) for one in value):
        raise WebError("field", f"{name} must be pairs of numbers")
    return tuple((float(x), float(y)) for x, y in value)


def _is_place(value: Any) -> bool:
    return type(value) in (int, float) and -1e5 < value < 1e5
