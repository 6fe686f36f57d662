"""The gate: who asks, whether they may, and how often. People who may not are led to the page to join."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Flask, Response, current_app, g, redirect, request
from flask.typing import ResponseReturnValue

from webui import access
from webui.access import Role, Who
from webui.doorway import Doorway
from webui.errors import WebError
from webui.limits import Limits, device
from webui.network import Reach, is_own
from webui.pairing import KEPT_S, Pairing
from webui.settings import Settings

COOKIE = "hwatupan"
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-Ip")
PLAIN = ("/api/", "/ws", "/metrics", "/phone/ws")


class Gate:
    """What the views share about access."""

    def __init__(self, settings: Settings, doorway: Doorway | None = None) -> None:
        """Secrets lie in the data folder of *settings*; without a *doorway* the address is that of the settings."""
        self.pairing, self.limits, self.doorway = Pairing(settings.data), Limits(), doorway
        self.own_is_host = settings.own_is_host
        self._reach = Reach(settings.host, settings.port)

    @property
    def reach(self) -> Reach:
        """What the server listens on now."""
        return self.doorway.reach if self.doorway else self._reach

    def who(self) -> Who:
        """Who asks: by cookie, by the key of a link, or because the browser runs on this very computer."""
        known = self.pairing.known(request.cookies[COOKIE]) if COOKIE in request.cookies else None
        keyed = self.pairing.keyed(request.args["key"]) if "key" in request.args else None
        if keyed and (known is None or keyed.role is Role.CAMERA):
            g.greet = keyed if keyed.role is Role.SPECTATOR else None
            return keyed
        return known or (access.HOST if self.here() else access.STRANGER)

    def here(self) -> bool:
        """Whether the browser runs on this computer and no proxy speaks for others."""
        direct = not any(name in request.headers for name in FORWARDED)
        return self.own_is_host and direct and is_own(request.remote_addr)

    def still(self) -> bool:
        """Whether the device of an open socket has not been sent away since."""
        return access.may(self.who(), route())

    def slow_down(self, what: str, *, everybody: bool = False) -> None:
        """Raise WebError (429) for a device that asks too often; this computer may."""
        if not self.here():
            wait = self.limits.take(what, "" if everybody else device(request.remote_addr))
            if wait > 0:
                raise WebError("often", f"too many tries; wait {wait:.0f} s", 429)


def gate() -> Gate:
    """The gate of the current app."""
    found: Gate = current_app.extensions["hwatupan_gate"]
    return found


def asking() -> Who:
    """Who sent the current request."""
    found: Who = g.get("who", access.STRANGER)
    return found


def route() -> str:
    """The current request as a key of `access.ROUTES`."""
    method = "GET" if request.method in ("HEAD", "OPTIONS") else request.method
    return f"{method} {request.url_rule.rule}" if request.url_rule else ""


def install(app: Flask, made: Gate) -> None:
    """Ask every request for its role; after `guard.protect`, which looks at host and origin first."""
    app.extensions["hwatupan_gate"] = made

    @app.before_request
    def check() -> ResponseReturnValue | None:
        if request.url_rule is None:
            return None  # there is no such address: told to everybody alike
        asked = route()
        if request.method == "POST":
            made.slow_down("post")
        if request.headers.get("Upgrade"):
            made.slow_down("socket")
        g.who = who = made.who()
        if not access.may(who, asked):
            return _refused(who)
        if asked in access.OWN_SEAT and who.role is Role.PLAYER:
            body = request.get_json(silent=True)
            if not access.may_for(who, asked, body.get("seat") if isinstance(body, dict) else None):
                raise WebError("own_seat", f"this device plays seat {who.seat} and may not act for another", 403)
        return None

    @app.after_request
    def greet(response: Response) -> Response:
        if g.get("greet") is not None and response.status_code < 400:
            remember(response, made.pairing.cookie(g.greet))
        return response


def remember(response: Response, cookie: str | None) -> None:
    """Let the device keep *cookie*, or forget it for None."""
    if cookie is None:
        response.delete_cookie(COOKIE, samesite="Lax", httponly=True)
    else:
        response.set_cookie(COOKIE, cookie, max_age=KEPT_S, samesite="Lax", httponly=True, secure=request.is_secure)


def _refused(who: Who) -> ResponseReturnValue:
    if request.method == "GET" and not request.path.startswith(PLAIN):
        return redirect(f"/join?{urlencode({'next': request.full_path.rstrip('?')})}", 303)
    if who.role is Role.STRANGER:
        raise WebError("stranger", "this device has not joined; open /join and type the PIN", 401)
    raise WebError("role", f"a {who.role} may not do this; the host can", 403)
