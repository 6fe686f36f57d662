"""The pages of history, and what people may change there: docs/http-api.md has a paragraph for each route."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue

from engine.rulefile import understood
from webui.errors import WebError
from webui.history import Evening, History
from webui.history_present import evening_page, list_page, people_page, totals_row, who
from webui.history_replay import replay_page
from webui.pages import COOKIE, asked_language, site
from webui.people import COLOURS, Person
from webui.texts import Language, say

blueprint = Blueprint("history", __name__)
MOST_STAKE = 1_000_000


def history() -> History:
    """The history of the record that the live table writes."""
    found: History | None = current_app.extensions.get("hwatupan_history")
    if found is None:
        found = current_app.extensions["hwatupan_history"] = History(site().live.store.where)
    return found


def known() -> dict[int, Person]:
    """Everybody with a name, by number."""
    return {person.id: person for person in history().people()}


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
        return shown("replay_none.html", language, evening=evening, number=number)
    turn = request.args.get("turn", default=len(turns), type=int)
    page = replay_page(
        kept, one, turns, turn, understood(kept.rules), known(), pictured, site().live.match, language
    )  # fmt: skip
    return shown("replay_step.html" if "part" in request.args else "replay.html", language, page=page)


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
    body = _body()
    person = history().add_person(body.get("name"), body.get("colour"))
    return jsonify({"id": person.id, "name": person.name, "colour": person.colour})


@blueprint.post("/api/people/change")
def change_person() -> ResponseReturnValue:
    """``{"id", "name", "colour"}``: another name or colour."""
    body = _body()
    person = history().change_person(_number(body, "id"), body.get("name"), body.get("colour"))
    _call(history().evening(site().live.match))
    return jsonify({"id": person.id, "name": person.name, "colour": person.colour})


@blueprint.post("/api/people/forget")
def forget_person() -> ResponseReturnValue:
    """``{"id"}``: forget a name; the rounds stay."""
    history().forget_person(_number(_body(), "id"))
    _call(history().evening(site().live.match))
    return jsonify({})


@blueprint.post("/api/history/seats")
def seats() -> ResponseReturnValue:
    """``{"evening", "people": [id or null, ..], "from": "all"|"next"}``: who sits where."""
    body = _body()
    evening = history().evening(_number(body, "evening"))
    people, since = body.get("people"), body.get("from", "all")
    if not isinstance(people, list) or len(people) != evening.players or since not in ("all", "next"):
        raise WebError("field", f"people must be {evening.players} numbers or null, from all or next")
    if not all(one is None or type(one) is int for one in people):
        raise WebError("field", "people must be numbers or null")
    sitting = [one for one in people if one is not None]
    if len(set(sitting)) < len(sitting):
        raise WebError("twice", "one person cannot sit at two seats", 409)
    last = max((one.number for one in evening.rounds), default=0)
    history().seat(evening.id, dict(enumerate(people)), 1 if since == "all" else last + 1)
    if evening.id == site().live.match:
        _call(history().evening(evening.id))
    return jsonify({})


def _call(evening: Evening) -> None:
    """Call the players at the table by the names of those who sit there."""
    call = getattr(site().live, "name_players", None)
    if call is not None:
        people, last = known(), max((one.number for one in evening.rounds), default=0)
        sitting = [people.get(evening.sitter(seat, last + 1) or 0) for seat in range(evening.players)]
        call([person.name if person else "" for person in sitting])


@blueprint.post("/api/history/stake")
def stake() -> ResponseReturnValue:
    """``{"evening", "stake"}``: money a point, 0 for points."""
    body = _body()
    history().evening(_number(body, "evening"))
    history().set_stake(_number(body, "evening"), _stake(body))
    return jsonify({})


@blueprint.post("/api/history/delete")
def delete() -> ResponseReturnValue:
    """``{"evening"}``: delete it for good, with log and pictures. The one that goes on cannot be."""
    evening = _number(_body(), "evening")
    if evening == site().live.match:
        raise WebError("going", "this evening goes on; POST /api/evening begins another", 409)
    history().delete(evening)
    return jsonify({})


@blueprint.post("/api/evening")
def begin() -> ResponseReturnValue:
    """``{"stake"?}``: put away what runs and begin another evening; whoever sits there stays seated."""
    body = _body()
    old = history().evening(site().live.match)
    money = _stake(body) if "stake" in body else old.stake
    site().live.begin_evening(money).result(timeout=5)
    last = max((one.number for one in old.rounds), default=0)
    seated = {seat: old.sitter(seat, last + 1) for seat in range(old.players)}
    if any(seated.values()):
        history().seat(site().live.match, seated, 1)
    return jsonify({"evening": site().live.match})


def shown(template: str, language: Language, **values: Any) -> Response:
    """A page in *language*, which the browser remembers if the address asked for it."""
    text = partial(_say, language)
    response = make_response(render_template(template, language=language, t=text, colours=COLOURS, **values))
    response.headers["Cache-Control"] = "no-store"
    if "lang" in request.args:
        response.set_cookie(COOKIE, language, max_age=365 * 86400, samesite="Lax", httponly=True)
    return response


def _say(language: Language, key: str, **values: object) -> str:
    return say(key, language, **values)


def _body() -> dict[str, Any]:
    body = request.get_json(silent=True)
    if not isinstance(body, dict):
        raise WebError("json", "the body must be a JSON object with Content-Type application/json")
    return body


def _number(body: dict[str, Any], name: str) -> int:
    value = body.get(name)
    if type(value) is not int or not 0 < value < 2**31:
        raise WebError("field", f"{name} is {value!r}; a number above 0 is right")
    return value


def _stake(body: dict[str, Any]) -> int:
    value = body.get("stake")
    if type(value) is not int or not 0 <= value <= MOST_STAKE:
        raise WebError("stake", f"stake is {value!r}; 0 to {MOST_STAKE} is right")
    return value
