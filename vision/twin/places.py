"""Where things lie on the virtual table: seats, floor slots, rows of captured cards, shown cards, the stock."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.cards import Face, Kind
from engine.observation import FLOOR, STOCK, Zone, ZoneKind
from engine.table import Seat
from vision.layout import CARD_MM, TABLE_MM, Layout, LayoutZone, default
from vision.twin.camera import Camera
from vision.twin.motion import Pose

SIDES = {2: ("bottom", "top"), 3: ("bottom", "right", "left"), 4: ("bottom", "right", "top", "left")}
ANGLES = {"bottom": 0.0, "top": 180.0, "right": -90.0, "left": 90.0, "corner": 135.0}
STANDS = {2: "left", 3: "top", 4: "corner"}
"""Where somebody stands who does not play; such a one counts as the seat after the last."""
ROWS = (Kind.BRIGHT, Kind.ANIMAL, Kind.RIBBON, Kind.JUNK)


def side(players: int, seat: Seat) -> str:
    """The edge of the picture at which *seat* sits, or a bystander stands."""
    return SIDES[players][seat] if seat < players else STANDS[players]


def facing(players: int, seat: Seat) -> float:
    """Angle of a card that is upright for *seat*, degrees clockwise."""
    return ANGLES[side(players, seat)]


def shoulder(players: int, seat: Seat) -> tuple[float, float]:
    """Where the arm of *seat* begins, table millimetres, far outside the picture."""
    width, height = TABLE_MM
    return {
        "bottom": (width / 2 + 110, height + 380),
        "top": (width / 2 - 110, -380),
        "right": (width + 420, height / 2 - 90),
        "left": (-420, height / 2 + 90),
        "corner": (-320, -280),
    }[side(players, seat)]


def outside(players: int, seat: Seat) -> tuple[float, float]:
    """Where the hand of *seat* rests, out of the picture."""
    width, height = TABLE_MM
    return {
        "bottom": (width / 2 + 90, height + 150),
        "top": (width / 2 - 90, -150),
        "right": (width + 170, height / 2 - 70),
        "left": (-170, height / 2 + 70),
        "corner": (-120, -110),
    }[side(players, seat)]


def make_layout(players: int, camera: Camera) -> Layout:
    """The zones of the virtual table as *camera* sees them."""
    return Layout(players, camera.homography, default(players).zones)


@lru_cache(maxsize=32)
def box(players: int, zone: Zone) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a zone in millimetres."""
    found: LayoutZone = next(z for z in default(players).zones if z.zone == zone)
    xs, ys = zip(*found.polygon, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def middle(players: int, zone: Zone) -> tuple[float, float]:
    """The centre of a zone in millimetres."""
    left, top, right, bottom = box(players, zone)
    return (left + right) / 2, (top + bottom) / 2


def stock_pose(players: int) -> Pose:
    """The face-down pile in the middle."""
    x, y = middle(players, STOCK)
    return Pose(x, y, 0.0, 0.0, 180.0)


def floor_slots(players: int) -> list[tuple[float, float]]:
    """Centres of the places for floor cards, those next to the stock first."""
    left, top, right, bottom = box(players, FLOOR)
    x, y = middle(players, STOCK)
    columns = [x + way * (94 + 74 * k) for k in range(5) for way in (-1, 1)]
    rows = [y + 66 * k for k in range(-3, 4)]
    slots = [(c, r) for c in columns for r in rows if left + 30 <= c <= right - 30 and top + 32 <= r <= bottom - 32]
    return sorted(slots, key=lambda s: (np.hypot((s[0] - x) * 0.8, (s[1] - y) * 1.1), s))


@dataclass(frozen=True)
class Row:
    """One row of captured cards in a seat's own directions: it starts at `u`, lies at depth `v`, holds `room`."""

    u: float
    v: float
    room: float


@lru_cache(maxsize=64)
def row(players: int, seat: Seat, kind: Kind) -> Row:
    """The row for a class of card (double junk and bonus count as junk); millimetres in the seat's directions.

    Brights, animals and ribbons lie in the line next to the floor, junk in the line next to the seat.
    """
    wide, deep = pile_size(players, seat)
    upper, lower = CARD_MM[1] / 2 + 6, deep - CARD_MM[1] / 2 - 6
    side_by_side = {Kind.BRIGHT: 5, Kind.ANIMAL: 8, Kind.RIBBON: 8}
    gap = 10.0
    unit = min(22.0, (wide - 8 - 2 * gap - 3 * CARD_MM[0]) / sum(n - 1 for n in side_by_side.values()))
    if kind not in side_by_side:
        return Row(4, lower, wide - 8)
    at = 4.0
    for other, most in side_by_side.items():
        room = CARD_MM[0] + (most - 1) * unit
        if other is kind:
            return Row(at, upper, room)
        at += room + gap
    raise AssertionError(kind)


def pile_size(players: int, seat: Seat) -> tuple[float, float]:
    """How wide and deep the pile of *seat* is as that seat sees it."""
    left, top, right, bottom = box(players, Zone(ZoneKind.PILE, seat))
    sideways = side(players, seat) in ("left", "right")
    return (bottom - top, right - left) if sideways else (right - left, bottom - top)


def in_zone(players: int, zone: Zone, u: float, v: float) -> tuple[float, float]:
    """Table millimetres of a place in *zone* of a seat: *u* to its right, *v* towards it, from its own top left."""
    assert zone.seat is not None
    left, top, right, bottom = box(players, zone)
    return {
        "bottom": (left + u, top + v),
        "top": (right - u, bottom - v),
        "right": (left + v, bottom - u),
        "left": (right - v, top + u),
    }[side(players, zone.seat)]


def row_pose(players: int, seat: Seat, face: Face, n: int, step: float) -> Pose:
    """Where the *n*-th card of its row lies; *step* is the wanted distance, smaller when the row is full."""
    line = row(players, seat, face.kind if face.kind in ROWS else Kind.JUNK)
    last = line.room - CARD_MM[0]
    along = min(n * step, last + (n * step - last) * 0.15) if n * step > last else n * step
    x, y = in_zone(players, Zone(ZoneKind.PILE, seat), line.u + CARD_MM[0] / 2 + along, line.v)
    return Pose(x, y, facing(players, seat))


def show_pose(players: int, seat: Seat, n: int) -> Pose:
    """Where the *n*-th card shown as proof lies."""
    zone = Zone(ZoneKind.SHOW, seat)
    x, y = in_zone(players, zone, 0, 0)
    left, top, right, bottom = box(players, zone)
    x, y = (left + right) / 2, (top + bottom) / 2
    angle = facing(players, seat)
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    away = (n - 1) * 28.0
    return Pose(float(x + away * c), float(y + away * s), angle)
