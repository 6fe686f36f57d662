"""The JSON API: docs/http-api.md has a paragraph for each route. Errors: {"error": {"code", "message", "detail"}}."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from typing import Any

from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue

from engine.cards import COPIES, Face, parse_face
from engine.errors import NotationError
from engine.events import (
    AlertAnswered,
    CardMove,
    Corrected,
    Fix,
    NewRound,
    Paused,
    Redone,
    Resumed,
    Said,
    Say,
    TurnDrop,
    TurnFix,
    TurnTold,
    Undone,
)
from engine.observation import Zone
from engine.table import Seat
from webui.errors import WebError
from webui.history_pages import sit_down
from webui.mend import checked, joined, renamed, zone_of
from webui.names import plain
from webui.pages import asked_language, json_body, site
from webui.present import answers, mended, page_view, seen_view, teller
from webui.snapshot import Snapshot
from webui.sources import is_twin

blueprint = Blueprint("api", __name__, url_prefix="/api")
ANSWER_S = 5.0


@blueprint.get("/table")
def table() -> ResponseReturnValue:
    """The page's values in the language asked for."""
    return _page(site().live.snapshot())


@blueprint.get("/seen")
def seen() -> ResponseReturnValue:
    """The cards recognised in the newest look, as outlines on the picture."""
    cards = seen_view(site().live.snapshot().seen, asked_language())
    return jsonify({"cards": [_plain(card) for card in cards]})


@blueprint.get("/picture.jpg")
def picture() -> ResponseReturnValue:
    """The newest picture of the table."""
    newest = site().live.picture()
    if newest is None and site().live.snapshot().game.paused:
        raise WebError("paused", "watching is paused; POST /api/pause to go on", 404)
    if newest is None:
        raise WebError("picture", "no picture yet; ask again in a moment", 404)
    return Response(newest.jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@blueprint.get("/alert/<int:number>/<when>.jpg")
def evidence(number: int, when: str) -> ResponseReturnValue:
    """The table as it lay before or after an alert."""
    jpeg = site().live.evidence.of_alert(number, when)
    if jpeg is None:
        raise WebError("picture", f"no picture of alert {number} is kept", 404)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})


@blueprint.get("/health")
def health() -> ResponseReturnValue:
    """Whether the server plays, in a few words for scripts."""
    now = site().live.snapshot()
    state, why = now.game.told
    body = {
        "version": now.version,
        "camera": str(now.camera.state),
        "state": str(state),
        "why": why,
        "round": now.game.round.number if now.game.round else 0,
        "totals": list(now.game.totals),
        "viewers": site().viewers,
        "trouble": now.trouble.message if now.trouble else "",
    }
    return jsonify(body)


@blueprint.post("/say")
def say() -> ResponseReturnValue:
    """``{"seat", "say", "cards"?, "value"?}``: what a seat declares (CONTRACT.md section 4)."""
    body = json_body()
    word = body.get("say")
    if not isinstance(word, str) or word not in set(Say):
        raise WebError("field", f"say is {word!r}; one of {', '.join(Say)} is right")
    value = body.get("value")
    if value is not None and type(value) is not int:
        raise WebError("field", f"value is {value!r}; a whole number is right")
    live, seat = site().live, _seat(body, "seat")
    if word in (Say.GO, Say.STOP) and not answers(live.snapshot(), seat):
        raise WebError("bot", f"a bot plays seat {seat}; POST /api/seats to answer for it", 409)
    return _done(live.say(Said(live.now(), seat, Say(word), _faces(body.get("cards", [])), value)))


@blueprint.post("/undo")
def undo() -> ResponseReturnValue:
    """Take back the last visible step."""
    live = site().live
    if live.snapshot().game.past is None:
        raise WebError("nothing", "nothing has happened that could be undone", 409)
    return _done(live.say(Undone(live.now())))


@blueprint.post("/pause")
def pause() -> ResponseReturnValue:
    """``{"paused": bool}``: do not look, or look again."""
    live = site().live
    paused = _flag(json_body(), "paused")
    return _done(live.say(Paused(live.now()) if paused else Resumed(live.now())))


@blueprint.post("/redo")
def redo() -> ResponseReturnValue:
    """Bring back the step that was undone last."""
    live = site().live
    if live.snapshot().game.ahead is None:
        raise WebError("nothing_ahead", "nothing was undone that could come back", 409)
    return _done(live.say(Redone(live.now())))


@blueprint.post("/correct")
def correct() -> ResponseReturnValue:
    """``{"was", "face", "zone"?, "seat"?}``: the card read as *was* is *face*; ``notice`` says what is different."""
    body = json_body()
    zone = body.get("zone", "floor")
    was, face = _face(body.get("was")), _face(body.get("face"))
    live = site().live
    now, seat = live.snapshot(), _seat_or_none(body, "seat")
    return _mended(renamed(now.game, was, face, zone, seat, live.now(), now.view.names))


@blueprint.post("/move")
def move() -> ResponseReturnValue:
    """``{"face", "from", "to"}``: the card lies in another place; a place is ``{"zone", "seat"?}`` or null."""
    body = json_body()
    was, now = _place(body, "from"), _place(body, "to")
    return _mended(_checked(CardMove(_face(body.get("face")), was, now)))


@blueprint.post("/turn")
def turn() -> ResponseReturnValue:
    """``{"n", "seat", "hand", "flip", "choose_hand"?, "choose_flip"?}``: turn *n* was this. ``{"n", "drop": true}``."""
    body = json_body()
    n = body.get("n")
    if type(n) is not int:
        raise WebError("field", f"n is {n!r}; the number of a turn is right")
    if "drop" in body and _flag(body, "drop"):
        return _mended(_checked(TurnDrop(n)))
    by_hand, by_flip = (
        None if body.get(key) is None else _face(body[key]) for key in ("choose_hand", "choose_flip")
    )
    hand, flip = _faces(body.get("hand", [])), _faces(body.get("flip", []))
    return _mended(_checked(TurnFix(n, _seat(body, "seat"), hand, flip, by_hand, by_flip)))


@blueprint.post("/whose-turn")
def whose_turn() -> ResponseReturnValue:
    """``{"seat"}``: it is that seat's turn; the turns between are counted, cards are taken as they lie."""
    live = site().live
    return _done(live.say(TurnTold(live.now(), _seat(json_body(), "seat"))))


@blueprint.post("/alert")
def alert() -> ResponseReturnValue:
    """``{"number", "accepted": bool}``: an alert was right, or the play stands."""
    body = json_body()
    live = site().live
    number = body.get("number")
    if type(number) is not int or number not in {raised.number for raised in live.snapshot().game.alerts}:
        raise WebError("field", f"alert {number!r} is not open", 409)
    return _done(live.say(AlertAnswered(live.now(), number, _flag(body, "accepted"))))


@blueprint.post("/join")
def join() -> ResponseReturnValue:
    """``{"floor": [..], "piles": [[..], ..], "turn", "dealer"?}``: follow a round that already runs.

    ``dealer`` is for a round that the referee does not know yet; without it, the cards in play tell who dealt.
    """
    body = json_body()
    live = site().live
    game = live.snapshot().game
    piles = body.get("piles")
    if not isinstance(piles, list) or len(piles) != game.players:
        raise WebError("field", f"piles must be {game.players} lists of cards, one for each seat")
    floor, captured = _faces(body.get("floor")), tuple(_faces(pile) for pile in piles)
    _check_deck(floor + tuple(face for pile in captured for face in pile))
    dealer = _seat_or_none(body, "dealer")
    return _done(live.say(joined(game, floor, captured, _seat(body, "turn"), dealer, live.now())))


@blueprint.post("/round")
def new_round() -> ResponseReturnValue:
    """``{"dealer"?}``: void what runs and wait for a deal."""
    body = json_body()
    live = site().live
    dealer = _seat_or_none(body, "dealer")
    return _done(live.say(NewRound(live.now(), dealer)))


@blueprint.post("/view")
def view() -> ResponseReturnValue:
    """``{"rotate"?: 0|90|180|270, "mirror"?: bool}``: how the camera hangs."""
    body = json_body()
    rotate = body.get("rotate")
    if rotate is not None and (type(rotate) is not int or rotate not in (0, 90, 180, 270)):
        raise WebError("field", f"rotate is {rotate!r}; 0, 90, 180 or 270 is right")
    mirror = _flag(body, "mirror") if "mirror" in body else None
    return _done(site().live.turn_picture(rotate, mirror))


@blueprint.post("/seats")
def seats() -> ResponseReturnValue:
    """``{"seat", "human": bool}``: a person answers this seat of the virtual table."""
    body = json_body()
    live = site().live
    if not is_twin(live.snapshot().source):
        raise WebError("twin", "only the virtual table has seats that a program plays", 409)
    return _done(live.answer_for(_seat(body, "seat"), _flag(body, "human")))


@blueprint.post("/names")
def names() -> ResponseReturnValue:
    """``{"names": [..]}``: what the players are called, by seat; an empty name is the place again."""
    live = site().live
    given, players = json_body().get("names"), live.snapshot().game.players
    if not isinstance(given, list) or len(given) != players or not all(isinstance(name, str) for name in given):
        raise WebError("field", f"names must be {players} texts, one for each seat")
    short = [plain(name) for name in given]
    if len(set(filter(None, short))) < len(list(filter(None, short))):
        raise WebError("same_name", "two seats have the same name; call one of them otherwise", 409)
    answer = _done(live.name_players(short))
    sit_down(short)
    return answer


@blueprint.post("/camera/retry")
def retry() -> ResponseReturnValue:
    """Open the source again now."""
    site().live.retry_camera()
    return _page(site().live.snapshot())


def _checked(fix: Fix) -> Corrected:
    live = site().live
    now = live.snapshot()
    return checked(now.game, fix, live.now(), now.view.names)


def _mended(event: Corrected) -> ResponseReturnValue:
    after = _wait(site().live.say(event))
    language = asked_language()
    notice = mended(after.game, event.fix, teller(after, language))
    return jsonify({**page_view(after, language).to_json(), "notice": notice})


def _done(future: Future[Snapshot]) -> ResponseReturnValue:
    return _page(_wait(future))


def _wait(future: Future[Snapshot]) -> Snapshot:
    try:
        return future.result(timeout=ANSWER_S)
    except Late:
        raise WebError("late", f"no answer within {ANSWER_S:.0f} s; the request stays in the queue", 503) from None


def _page(snapshot: Snapshot) -> ResponseReturnValue:
    return jsonify(page_view(snapshot, asked_language()).to_json())


def _plain(card: Any) -> dict[str, Any]:
    return {name: getattr(card, name) for name in card.__slots__}


def _seat(body: dict[str, Any], name: str) -> Seat:
    players = site().live.snapshot().game.players
    seat = body.get(name)
    if type(seat) is not int or not 0 <= seat < players:
        raise WebError("seat", f"{name} is {seat!r}; 0 to {players - 1} is right")
    return seat


def _seat_or_none(body: dict[str, Any], name: str) -> Seat | None:
    return None if body.get(name) is None else _seat(body, name)


def _place(body: dict[str, Any], name: str) -> Zone | None:
    """A place where a card may lie, None for nowhere."""
    place = body.get(name)
    if place is None:
        return None
    if not isinstance(place, dict):
        raise WebError("field", f"{name} is {place!r}; an object with zone and seat, or null, is right")
    return zone_of(place.get("zone"), _seat_or_none(place, "seat"))


def _flag(body: dict[str, Any], name: str) -> bool:
    value = body.get(name)
    if type(value) is not bool:
        raise WebError("field", f"{name} is {value!r}; true or false is right")
    return value


def _face(code: Any) -> Face:
    try:
        return parse_face(code if isinstance(code, str) else repr(code))
    except NotationError as error:
        raise WebError("card", str(error)) from None


def _faces(codes: Any) -> tuple[Face, ...]:
    if not isinstance(codes, list):
        raise WebError("field", f"{codes!r} is no list of cards")
    return tuple(_face(code) for code in codes)


def _check_deck(faces: tuple[Face, ...]) -> None:
    over = [str(face) for face, count in Counter(faces).items() if count > COPIES.get(face, 6)]
    if over:
        raise WebError("field", f"more of {', '.join(over)} than a deck holds", 409)
