"""Joining: the page with PIN and seats, and the host's page with QR codes for everybody else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import segno
from flask import Blueprint, current_app, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from engine.table import Seat
from webui.access import Role, Who
from webui.doorway import ALL, CHOICE
from webui.errors import WebError
from webui.gate import COOKIE, Gate, asking, gate, remember
from webui.limits import device
from webui.pages import answered, asked_language, site
from webui.sources import PHONE
from webui.texts import speak
from webui.tls import fingerprint

blueprint = Blueprint("joining", __name__)
SEAT, WATCH = "seat-", "watch"
LONGEST_PATH = 200


@dataclass(frozen=True, slots=True)
class Place:
    """A seat to choose: its number, its name, and whether a device has it already."""

    seat: Seat
    name: str
    taken: bool


@dataclass(frozen=True, slots=True)
class Link:
    """An address to open on another device, and the same as a QR code (SVG)."""

    address: str
    qr: Markup


def shown(template: str, status: int = 200, **values: Any) -> ResponseReturnValue:
    """A page of this family in the language asked for."""
    language, who = asked_language(), asking()
    other = url_with(lang="en" if language == "ko" else "ko")
    body = render_template(template, t=speak(language), language=language, who=who, other=other, **values)
    return answered(body, language, status)


def url_with(**changed: str) -> str:
    """The current page's query with some values changed."""
    return f"?{urlencode({**request.args.to_dict(), **changed})}"


@blueprint.get("/join")
def join() -> ResponseReturnValue:
    """The page to join; ``?pin=`` from a QR code fills the field."""
    return _join_page(pin=request.args.get("pin", "")[:16])


@blueprint.post("/join")
def joined() -> ResponseReturnValue:
    """Form ``pin``, ``as`` (``watch`` or ``seat-0``…), ``next``: sign the device in, or say what is wrong."""
    made, who = gate(), asking()
    pin, chosen = request.form.get("pin", ""), request.form.get("as", "")
    wait = _too_often(made) if pin else 0.0
    if wait:
        return _join_page("join.wait", 429, wait=max(wait, 1.0))
    role = made.pairing.role_of(pin) if pin else None
    if role is None and (pin or who.role not in (Role.PLAYER, Role.HOST)):
        return _join_page("join.wrong", 403)
    if role is Role.HOST:
        return _signed_in(Who(Role.HOST), request.form.get("next", ""))
    if chosen == WATCH:
        return _signed_in(Who(Role.SPECTATOR), request.form.get("next", ""))
    seats = {f"{SEAT}{place.seat}": place.seat for place in _places()}
    if chosen not in seats:
        return _join_page("join.choose", 400, pin=pin)
    return _signed_in(Who(Role.PLAYER, seats[chosen]), f"/seat/{seats[chosen]}")


@blueprint.post("/leave")
def leave() -> ResponseReturnValue:
    """Forget this device; its seat is free again."""
    who = asking()
    if who.role is Role.PLAYER and who.seat is not None:
        gate().pairing.free(who.seat)
    response = make_response(redirect("/join", 303))
    remember(response, None)
    return response


@blueprint.get("/invite")
def invite() -> ResponseReturnValue:
    """QR codes for players, spectators, a phone as camera; who sits where; PINs."""
    made = gate()
    addresses = made.reach.addresses()
    links = _links(made, addresses[0]) if addresses else None
    return shown(
        "access/invite.html",
        links=links, keys=made.pairing.keys, places=_places(),
        others=[made.reach.http(one) for one in addresses[1:4]],
        may_move=made.doorway is not None and made.doorway.may_move, lan=made.reach.lan,
        print=fingerprint(made.doorway.certificates.authority()) if made.doorway and made.reach.https_port else "",
        phone=site().settings.source == PHONE, tls=made.reach.https_port is not None,
    )  # fmt: skip


@blueprint.post("/invite/open")
def let_in() -> ResponseReturnValue:
    """Form ``lan`` (``yes``, ``no``): let other devices in, or only this computer; kept for the next start."""
    doorway, lan = gate().doorway, request.form.get("lan") == "yes"
    if doorway is None or not doorway.may_move:
        raise WebError("fixed", "the address is a setting; change host in it and start again", 409)
    try:
        doorway.move(ALL if lan else "127.0.0.1")
    except OSError as error:
        raise WebError("port", f"the port cannot be had on all addresses: {error.strerror}", 409) from None
    site().live.store.choose(CHOICE, lan)
    return redirect(_inside(request.form.get("next", "")) or "/invite", 303)


@blueprint.post("/invite/renew")
def renew() -> ResponseReturnValue:
    """New PINs and links; every device must join again."""
    who, pairing = asking(), gate().pairing
    pairing.renew()
    response = make_response(redirect("/invite", 303))
    if not gate().here():
        remember(response, pairing.cookie(who))  # the host's tablet stays the host's
    return response


@blueprint.post("/invite/free")
def free() -> ResponseReturnValue:
    """Form ``seat``: let another device have it."""
    seat = request.form.get("seat", "")
    if seat.isdecimal() and len(seat) == 1:
        gate().pairing.free(int(seat))
    return redirect("/invite", 303)


def _join_page(wrong: str = "", status: int = 200, *, pin: str = "", wait: float = 0) -> ResponseReturnValue:
    told = speak(asked_language())(wrong, **({"seconds": f"{wait:.0f}"} if wait else {})) if wrong else ""
    asked = request.values.get("next", "")
    return shown("access/join.html", status, wrong=told, pin=pin, places=_places(), next=_inside(asked), asked=asked)


def _too_often(made: Gate) -> float:
    """Count a try with a PIN; the seconds to wait if there were too many."""
    if made.here():
        return 0.0
    return max(made.limits.take("pin", device(request.remote_addr)), made.limits.take("pins"))


def _signed_in(who: Who, following: str) -> ResponseReturnValue:
    cookie = gate().pairing.cookie(who, request.cookies.get(COOKIE))
    if cookie is None:
        return _join_page("join.seat_gone", 409)
    response = make_response(redirect(_inside(following) or "/", 303))
    remember(response, cookie)
    return response


def _inside(path: str) -> str:
    """*path* if it leads to a page of ours, else nothing: a link must not send people elsewhere."""
    plain = path.isascii() and path.isprintable() and "\\" not in path and len(path) <= LONGEST_PATH
    return path if plain and path.startswith("/") and not path.startswith(("//", "/join", "/leave")) else ""


def _places() -> tuple[Place, ...]:
    here = site()
    page = here.render(current_app, here.live.snapshot(), asked_language()).page
    return tuple(Place(seat.seat, seat.name, gate().pairing.taken(seat.seat)) for seat in page.seats)


def _links(made: Gate, address: str) -> dict[str, Link]:
    keys, base = made.pairing.keys, made.reach.http(address)
    wanted = {
        "players": f"{base}/join?pin={keys.pin}",
        "watch": f"{base}/?key={keys.view}",
        "stream": f"{base}/overlay?key={keys.view}",
        "camera": f"{base}/trust?key={keys.camera}",
    }
    return {name: Link(one, qr(one)) for name, one in wanted.items()}


def qr(text: str) -> Markup:
    """*text* as a QR code: an SVG with a white ground and a quiet zone, so that it scans on dark pages too."""
    made = segno.make_qr(text, error="m")
    return Markup(made.svg_inline(border=3, light="#fff", dark="#000", omitsize=True))
