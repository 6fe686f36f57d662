"""Screens beside the table: each player's own seat on a phone, and the overlay for streaming software."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, redirect
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from engine.table import Seat
from webui.access import Role
from webui.gate import asking
from webui.joining import shown
from webui.pages import Shape, asked_language, site
from webui.present import deck_view

blueprint = Blueprint("screens", __name__)


@blueprint.get("/seat/<int:seat>")
def own_seat(seat: Seat) -> ResponseReturnValue:
    """One seat: own score, own prompt, own words. A player is led to their own."""
    who = asking()
    if who.role is Role.PLAYER and who.seat != seat:
        return redirect(f"/seat/{who.seat}", 303)
    if seat >= site().live.snapshot().game.players:
        abort(404)
    return shown("access/seat.html", seat=seat, live=_live("access/seat_live.html", seat), deck=_deck())


@blueprint.get("/overlay")
def overlay() -> ResponseReturnValue:
    """Scores on a transparent ground."""
    return shown("access/overlay.html", live=_live("access/overlay_live.html", None))


def _live(template: str, seat: Seat | None) -> dict[str, object]:
    here = site()
    rendered = here.render(current_app, here.live.snapshot(), asked_language(), Shape(template, seat))
    return {"page": rendered.page, "html": Markup(rendered.html)}


def _deck() -> dict[int, list[dict[str, str]]]:
    """The four cards of each month, equal junk twice."""
    months: dict[int, list[dict[str, str]]] = {}
    for card in deck_view(asked_language(), bonus=False):
        twice = card.face.endswith("-junk")
        for copy in (1, 2) if twice else (0,):
            art = f"{card.face}{copy}" if copy else card.art
            months.setdefault(card.month, []).append({"face": card.face, "name": card.name, "art": art})
    return months
