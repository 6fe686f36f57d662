"""Who may do what: the roles, and one table of every route with the roles that may call it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.table import Seat


class Role(StrEnum):
    """What a browser is to the table."""

    STRANGER = "stranger"  # has shown no PIN yet
    CAMERA = "camera"  # a phone that sends pictures and nothing else
    SPECTATOR = "spectator"
    PLAYER = "player"
    HOST = "host"


@dataclass(frozen=True, slots=True)
class Who:
    """A role, and the seat of a player."""

    role: Role
    seat: Seat | None = None


STRANGER, HOST = Who(Role.STRANGER), Who(Role.HOST)

_ALL = frozenset(Role)
_CAMERA = frozenset({Role.CAMERA, Role.HOST})
_LOOK = frozenset({Role.SPECTATOR, Role.PLAYER, Role.HOST})
_PLAY = frozenset({Role.PLAYER, Role.HOST})
_HOST = frozenset({Role.HOST})

ROUTES: Mapping[str, frozenset[Role]] = {
    # open to whoever reaches the port: nothing of the game is in them
    "GET /static/<path:filename>": _ALL,
    "GET /healthz": _ALL,
    "GET /join": _ALL,
    "POST /join": _ALL,
    "POST /leave": _ALL,
    "GET /trust": _ALL,
    "GET /trust/hwatupan.crt": _ALL,
    # a phone as camera
    "GET /phone": _CAMERA,
    "GET /phone/ws": _CAMERA,
    # looking
    "GET /": _LOOK,
    "GET /overlay": _LOOK,
    "GET /ws": _LOOK,
    "GET /api/table": _LOOK,
    "GET /api/seen": _LOOK,
    "GET /api/picture.jpg": _LOOK,
    "GET /api/health": _LOOK,
    "GET /api/alert/<int:number>/<when>.jpg": _LOOK,
    "GET /eyes": _LOOK,
    "GET /card/<art>": _LOOK,
    # playing
    "GET /seat/<int:seat>": _PLAY,
    "POST /api/say": _PLAY,
    "POST /api/seats": _PLAY,
    # counting without the table's camera
    "GET /count": _PLAY,
    "GET /photo": _PLAY,
    "POST /api/count": _PLAY,
    "POST /api/photo": _PLAY,
    "POST /api/count/keep": _HOST,
    "POST /api/count/drop": _HOST,
    # what was played
    "GET /history": _PLAY,
    "GET /history/<int:evening>": _PLAY,
    "GET /history/<int:evening>/<int:number>": _PLAY,
    "GET /history/<int:evening>/<int:number>/<int:n>.jpg": _PLAY,
    "GET /history/<int:evening>/export.<kind>": _PLAY,
    "GET /players": _PLAY,
    "GET /api/moment.zip": _HOST,
    "POST /api/evening": _HOST,
    "POST /api/history/seats": _HOST,
    "POST /api/history/stake": _HOST,
    "POST /api/history/delete": _HOST,
    "POST /api/history/import": _HOST,
    "POST /api/people/add": _HOST,
    "POST /api/people/change": _HOST,
    "POST /api/people/forget": _HOST,
    # setting the table
    "GET /setup": _HOST,
    "GET /setup/<step>": _HOST,
    "GET /settings": _HOST,
    "GET /setup/picture.jpg": _HOST,
    "GET /setup/camera/<int:number>.jpg": _HOST,
    "GET /setup/deck/<int:number>.jpg": _HOST,
    "GET /setup/deck/card/<int:number>.jpg": _HOST,
    "GET /api/setup/cameras": _HOST,
    "GET /api/setup/look": _HOST,
    "POST /api/setup/look": _HOST,
    "POST /api/setup/camera": _HOST,
    "POST /api/setup/zones": _HOST,
    "POST /api/setup/table": _HOST,
    "GET /api/setup/deck": _HOST,
    "POST /api/setup/deck/shoot": _HOST,
    "POST /api/setup/deck/upload": _HOST,
    "POST /api/setup/deck/clear": _HOST,
    "POST /api/setup/deck/say": _HOST,
    "POST /api/setup/deck/keep": _HOST,
    "POST /api/setup/players": _HOST,
    "POST /api/setup/rules": _HOST,
    "POST /api/setup/start": _HOST,
    "POST /api/setup/stay": _HOST,
    # running the table
    "GET /invite": _HOST,
    "POST /invite/open": _HOST,
    "POST /invite/renew": _HOST,
    "POST /invite/free": _HOST,
    "GET /metrics": _HOST,
    "POST /api/undo": _HOST,
    "POST /api/redo": _HOST,
    "POST /api/move": _HOST,
    "POST /api/turn": _HOST,
    "POST /api/whose-turn": _HOST,
    "POST /api/pause": _HOST,
    "POST /api/correct": _HOST,
    "POST /api/alert": _HOST,
    "POST /api/join": _HOST,
    "POST /api/round": _HOST,
    "POST /api/view": _HOST,
    "POST /api/names": _HOST,
    "POST /api/camera/retry": _HOST,
}
"""``"METHOD /rule"`` -> who may call it; docs/http-api.md says the same. A route that is not here is the host's."""

OWN_SEAT = frozenset({"POST /api/say", "POST /api/seats"})
"""Routes whose body names a seat; a player may only name their own."""


def may(who: Who, route: str) -> bool:
    """Whether *who* may call *route* at all."""
    return who.role in ROUTES.get(route, _HOST)


def may_for(who: Who, route: str, seat: object) -> bool:
    """Whether *who* may call *route* for *seat*, as the body names it."""
    return who.role is not Role.PLAYER or route not in OWN_SEAT or (type(seat) is int and seat == who.seat)
