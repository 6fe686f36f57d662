"""Counting without the table's camera: the scorekeeper and photographs. Nothing is stored until a round is kept."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from engine.cards import BY_CODE
from engine.rules import RuleSet
from engine.settle import ResultKind
from webui import hand_rounds
from webui.access import Role
from webui.counted import Count, as_line, read_count, settled
from webui.errors import WebError
from webui.gate import asking, gate
from webui.history import Evening, RoundKept
from webui.history_pages import history, shown, sit_down
from webui.ledger import seat_totals
from webui.names import NAME_LENGTH, plain
from webui.pages import asked_language, json_body, site
from webui.photo import LARGEST, Read, ReadCard, Reader
from webui.present import card_view, deck_view, teller
from webui.present.count import count_view, whole_deck
from webui.texts import Language, card_mark, card_name, say, speak

blueprint = Blueprint("count", __name__)


def _rules() -> RuleSet:
    """The house rules of the table."""
    return site().live.snapshot().game.rules


@blueprint.get("/count")
def scorekeeper() -> ResponseReturnValue:
    """The scorekeeper: cards are tapped, the score follows."""
    language, now = asked_language(), site().live.snapshot()
    told = {"players": now.game.players, "names": list(now.view.names)}
    return shown("count.html", language, deck=whole_deck(language, _rules()), told=told)


@blueprint.get("/photo")
def photo_page() -> ResponseReturnValue:
    """One pile, photographed and counted."""
    language, now = asked_language(), site().live.snapshot()
    deck = deck_view(language, bonus=bool(now.game.rules.bonus_cards))
    tell = teller(now, language)
    return shown("photo.html", language, deck=deck, seats=[tell.who(seat) for seat in range(now.game.players)])


@blueprint.post("/api/count")
def count() -> ResponseReturnValue:
    """The round in the body counted; ``pick`` and ``names`` only matter to the page."""
    body, language = json_body(required=True), asked_language()
    told = read_count(body)
    going = _going(told)
    balance = seat_totals(going) if going else ()
    view = count_view(told, _rules(), language, _names(body, told.players), balance)
    pick = body.get("pick")
    html = render_template(
        "counted.html", page=view, count=told, pick=pick if type(pick) is int else 0, going=going,
        host=asking().role is Role.HOST, t=speak(language),
    )  # fmt: skip
    return jsonify({"html": html, **view.to_json()})


@blueprint.post("/api/count/keep")
def keep() -> ResponseReturnValue:
    """Keep the round with the evening that goes on by hand, or (``new``) with another one."""
    body = json_body(required=True)
    told = read_count(body)
    going = None if body.get("new") is True else _going(told)
    number = going.rounds[-1].number + 1 if going and going.rounds else 1
    result = settled(told, _rules(), number)
    if result is None:
        raise WebError("field", "end is null; say how the round ended before it is kept")
    now, called = int(time.time()), _names(body, told.players)
    evening = going.id if going else hand_rounds.begin(history(), site().settings.rules, told.players, now)
    dealer = told.dealer if told.out is not None else None
    one = RoundKept(number, None, now, dealer, told.nagari, as_line(result), None)
    if any(called):
        sit_down(called, evening)
    hand_rounds.keep(history(), evening, one)
    carried = told.nagari + 1 if result.kind is ResultKind.NAGARI else 0
    return jsonify({"evening": evening, "number": number, "nagari": carried, "net": list(result.net)})


@blueprint.post("/api/count/drop")
def drop() -> ResponseReturnValue:
    """``{"players"}``: take the last round that was counted by hand away again."""
    going = history().newest_of(hand_rounds.SOURCE)
    number = hand_rounds.drop(history(), going) if going else None
    if number is None:
        raise WebError("no_round_kept", "no round was counted by hand yet", 409)
    return jsonify({"number": number})


def _going(told: Count) -> Evening | None:
    return hand_rounds.going(history(), site().settings.rules, told.players, int(time.time()))


def _names(body: Mapping[str, Any], players: int) -> list[str]:
    """What the players are called, by seat; empty for the place. Raises WebError."""
    given = body.get("names", [])
    if not isinstance(given, list) or len(given) > 4 or not all(isinstance(name, str) for name in given):
        raise WebError("field", "names must be a list of texts, one for each seat")
    called = [plain(name[: 4 * NAME_LENGTH]) for name in given][:players]
    if len(set(filter(None, called))) < len(list(filter(None, called))):
        raise WebError("same_name", "two seats have the same name; call one of them otherwise", 409)
    return called


@blueprint.post("/api/photo")
def photo() -> ResponseReturnValue:
    """The body is a picture; the cards on it. It is read once and forgotten."""
    gate().slow_down("photo")
    request.max_content_length = LARGEST + 1
    try:
        raw = request.get_data(cache=False)
    except RequestEntityTooLarge:
        raise WebError("large", f"more than {LARGEST:,} bytes; take a smaller picture", 413) from None
    reader: Reader = current_app.extensions["hwatupan_reader"]
    read = reader.read(raw)
    language = asked_language()
    cards = [_shown(one, number, language) for number, one in enumerate(read.cards)]
    return jsonify({"width": read.width, "height": read.height, "cards": cards, "notes": _notes(read, language)})


def _shown(one: ReadCard, number: int, language: Language) -> dict[str, Any]:
    """A card as the overlay of the picture takes it (`webui.views.SeenView`)."""
    face = BY_CODE[one.face] if one.face else None
    view = card_view(face, language) if face else None
    return {
        "track": number, "face": one.face, "zone": "out" if one.left_out else "pile", "sure": one.sure,
        "label": card_mark(face, language) if face else "?",
        "name": card_name(face, language) if face else say("card.unsure", language),
        "art": view.art if view else None, "confidence": one.confidence,
        "likely": list(one.likely), "corners": [list(corner) for corner in one.corners], "under": [],
    }  # fmt: skip


def _notes(read: Read, language: Language) -> list[str]:
    """What people should know of the reading, in words."""
    counted = [one for one in read.cards if one.face and not one.left_out]
    facts = {
        "photo.nameless": sum(one.face is None for one in read.cards),
        "photo.left_out": sum(one.left_out for one in read.cards),
        "photo.backs": read.backs,
    }
    first = say("photo.found" if counted else "photo.found_none", language, count=len(counted))
    doubt = [say("photo.doubt", language)] if any(not one.sure for one in read.cards) else []
    spoilt = [say(f"why.{code}", language) for code in read.warnings if code != "no_card"]
    return [first, *doubt, *(say(key, language, count=count) for key, count in facts.items() if count), *spoilt]
