"""The pages of history, and what people may change there: docs/http-api.md has a paragraph for each route."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from engine.rulefile import understood
from webui import sweep
from webui.access import Role
from webui.errors import StoreError, WebError
from webui.gate import asking
from webui.guard import web_error
from webui.history import Evening, History, RoundKept
from webui.history_present import evening_page, list_page, people_page, totals_row, who
from webui.history_replay import replay_page
from webui.pages import answered, asked_language, json_body, site
from webui.people import COLOURS, Person
from webui.present.count import kept_view
from webui.texts import TEXTS, Language, say, speak

log = logging.getLogger(__name__)
blueprint = Blueprint("history", __name__)
MOST_STAKE = 1_000_000
LARGEST_KEY = 2**31


def history() -> History:
    """The history of the record that the live table writes."""
    found: History | None = current_app.extensions.get("hwatupan_history")
    if found is None:
        found = current_app.extensions["hwatupan_history"] = History(site().live.store.where)
    return found


def known() -> dict[int, Person]:
    """Everybody with a name, by number."""
    return {person.id: person for person in history().people()}


@blueprint.errorhandler(WebError)
def told(error: WebError) -> ResponseReturnValue:
    """A page that cannot be shown says so as a page; everything else as JSON."""
    if request.method != "GET" or request.path.endswith(".jpg") or f"error.{error.code}" not in TEXTS:
        return web_error(error)
    try:
        language = asked_language()
    except WebError as asked:  # for a language that nobody speaks here
        return web_error(asked)
    page = shown("book_error.html", language, message=say(f"error.{error.code}", language))
    return page, error.status


def bounded() -> None:
    """No evening, round or turn has a number that a database cannot hold. Raises WebError (404)."""
    numbers = [value for value in (request.view_args or {}).values() if isinstance(value, int)]
    if max(numbers, default=0) >= LARGEST_KEY:
        raise WebError("evening", "no evening has such a number; GET /history lists them", 404)


blueprint.before_request(bounded)


@blueprint.get("/history")
def evenings() -> ResponseReturnValue:
    """Every evening, by month."""
    language = asked_language()
    page = list_page(history().evenings(), known(), site().live.match, language)
    return shown("history.html", language, page=page)


@blueprint.get("/history/<int:evening>")
def one_evening(evening: int) -> ResponseReturnValue:
    """One evening: who won what, round by round."""
    language, kept = asked_language(), history().evening(evening)
    people, last = known(), max((one.number for one in kept.rounds), default=1)
    page = evening_page(kept, people, site().live.match, history().picture_bytes(evening), language)
    names = [who(kept, seat, last, people, language)[0] for seat in range(kept.players)]
    return shown("evening.html", language, page=page, totals=totals_row(kept), names=names)


@blueprint.get("/history/<int:evening>/<int:number>")
def one_round(evening: int, number: int) -> ResponseReturnValue:
    """One round, ``?turn=`` after that turn; without it at its end."""
    language, kept = asked_language(), history().evening(evening)
    one = next((one for one in kept.rounds if one.number == number), None)
    if one is None:
        raise WebError("evening", f"evening {evening} has no round {number}", 404)
    turns, pictured = history().turns(evening, number), history().pictured(evening, number)
    if one.opening is None:
        return _end_only(kept, one, language)
    turn = request.args.get("turn", default=len(turns), type=int)
    page = replay_page(
        kept, one, turns, turn, understood(kept.rules), known(), pictured, site().live.match, language
    )  # fmt: skip
    return shown("replay_step.html" if "part" in request.args else "replay.html", language, page=page)


def _end_only(kept: Evening, one: RoundKept, language: Language) -> Response:
    """A round of which no turns are kept: how it ended, if it did."""
    people = known()
    names = [who(kept, seat, one.number, people, language)[0] for seat in range(kept.players)]
    told = one.result and kept_view(one.result, kept.players, understood(kept.rules), language, names)
    result, piles = told or (None, ())
    return shown("replay_none.html", language, evening=kept.id, number=one.number, r=result, piles=piles)


@blueprint.get("/history/<int:evening>/<int:number>/<int:n>.jpg")
def picture(evening: int, number: int, n: int) -> ResponseReturnValue:
    """The picture of the table when turn *n* was booked."""
    jpeg = history().picture(evening, number, n)
    if jpeg is None:
        raise WebError("picture", f"no picture of turn {n} is kept", 404)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})


@blueprint.get("/players")
def players() -> ResponseReturnValue:
    """Everybody with a name, and statistics."""
    language = asked_language()
    return shown("people.html", language, page=people_page(history().evenings(), known(), language))


@blueprint.post("/api/people/add")
def add_person() -> ResponseReturnValue:
    """``{"name", "colour"?}``: remember somebody."""
    body = json_body(required=True)
    person = history().add_person(body.get("name"), body.get("colour"))
    return jsonify({"id": person.id, "name": person.name, "colour": person.colour})


@blueprint.post("/api/people/change")
def change_person() -> ResponseReturnValue:
    """``{"id", "name", "colour"}``: another name or colour."""
    body = json_body(required=True)
    person = history().change_person(_number(body, "id"), body.get("name"), body.get("colour"))
    _call(history().evening(site().live.match))
    return jsonify({"id": person.id, "name": person.name, "colour": person.colour})


@blueprint.post("/api/people/forget")
def forget_person() -> ResponseReturnValue:
    """``{"id"}``: forget a name; the rounds stay."""
    history().forget_person(_number(json_body(required=True), "id"))
    _call(history().evening(site().live.match))
    return jsonify({})


@blueprint.post("/api/history/seats")
def seats() -> ResponseReturnValue:
    """``{"evening", "people": [id or null, ..], "from": "all"|"next"}``: who sits where."""
    body = json_body(required=True)
    evening = history().evening(_number(body, "evening"))
    people, since = body.get("people"), body.get("from", "all")
    if not isinstance(people, list) or len(people) != evening.players or since not in ("all", "next"):
        raise WebError("field", f"people must be {evening.players} numbers or null, from all or next")
    if not all(one is None or type(one) is int for one in people):
        raise WebError("field", "people must be numbers or null")
    sitting = [one for one in people if one is not None]
    if len(set(sitting)) < len(sitting):
        raise WebError("seated_twice", "one person cannot sit at two seats", 409)
    history().seat(evening.id, dict(enumerate(people)), 1 if since == "all" else _next_round(evening))
    if evening.id == site().live.match:
        _call(history().evening(evening.id))
    return jsonify({})


def _call(evening: Evening) -> None:
    """Call the players at the table by the names of those who sit there."""
    people, now = known(), _next_round(evening)
    sitting = [people.get(evening.sitter(seat, now) or 0) for seat in range(evening.players)]
    site().live.name_players([person.name if person else "" for person in sitting]).result(timeout=5)


def sit_down(names: Sequence[str], match: int | None = None) -> None:
    """Let the points go to those *names* from now on; who is new is remembered. A seat gets its first name for the
    whole evening, another one from the next round on. The evening is *match*, or the one that goes on."""
    evening = history().evening(site().live.match if match is None else match)
    people = {person.name: person for person in history().people()}
    for seat, name in enumerate(names):
        before = evening.sitter(seat, _next_round(evening))
        person = None if not name else people.get(name) or history().add_person(name)
        number = person.id if person else None
        if number != before:
            history().seat(evening.id, {seat: number}, _next_round(evening) if before else 1)


def _next_round(evening: Evening) -> int:
    return max((one.number for one in evening.rounds), default=0) + 1


@blueprint.post("/api/history/stake")
def stake() -> ResponseReturnValue:
    """``{"evening", "stake"}``: money a point, 0 for points."""
    body = json_body(required=True)
    history().evening(_number(body, "evening"))
    history().set_stake(_number(body, "evening"), _stake(body))
    return jsonify({})


@blueprint.post("/api/history/delete")
def delete() -> ResponseReturnValue:
    """``{"evening"}``: delete it for good, with log and pictures. The one that goes on cannot be."""
    evening = _number(json_body(required=True), "evening")
    if evening == site().live.match:
        raise WebError("going", "this evening goes on; POST /api/evening begins another", 409)
    sweep.hide(history(), evening)
    threading.Thread(target=_sweep, args=(history(),), name="sweeper", daemon=True).start()
    return jsonify({})


def _sweep(kept: History) -> None:
    try:
        sweep.sweep(kept)
    except StoreError as error:  # the next start makes up for it
        log.warning("a deleted evening is not swept yet: %s", error)


@blueprint.post("/api/evening")
def begin() -> ResponseReturnValue:
    """``{"stake"?}``: put away what runs and begin another evening; whoever sits there stays seated."""
    body = json_body(required=True)
    old = history().evening(site().live.match)
    money = _stake(body) if "stake" in body else old.stake
    site().live.begin_evening(money).result(timeout=5)
    seated = {seat: old.sitter(seat, _next_round(old)) for seat in range(old.players)}
    if any(seated.values()):
        history().seat(site().live.match, seated, 1)
    return jsonify({"evening": site().live.match})


def shown(template: str, language: Language, **values: Any) -> Response:
    """A page in *language*, which the browser remembers if the address asked for it."""
    host = asking().role is Role.HOST  # others look; what they may not do is not shown
    told = render_template(template, language=language, t=speak(language), colours=COLOURS, host=host, **values)
    return answered(told, language)


def _number(body: dict[str, Any], name: str) -> int:
    value = body.get(name)
    if type(value) is not int or not 0 < value < LARGEST_KEY:
        raise WebError("field", f"{name} is {value!r}; a number above 0 is right")
    return value


def _stake(body: dict[str, Any]) -> int:
    value = body.get("stake")
    if type(value) is not int or not 0 <= value <= MOST_STAKE:
        raise WebError("stake", f"stake is {value!r}; 0 to {MOST_STAKE} is right")
    return value
