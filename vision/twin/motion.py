"""Things that move on the virtual table: where a card or a hand is at a time, and the list of moves that says so."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.table import Seat
from vision.layout import CARD_MM

THICKNESS_MM = 0.8


@dataclass(frozen=True, slots=True)
class Pose:
    """A card in space: centre in table millimetres, angle of its upright (clockwise, 0 = upright for seat 0)."""

    x: float
    y: float
    angle: float = 0.0  # degrees
    z: float = 0.0  # height of its lower side above the table, millimetres
    turn: float = 0.0  # degrees about its long axis: 0 face up, 180 face down

    @property
    def face_up(self) -> bool:
        """Whether the camera can see the face."""
        return self.turn < 90


@dataclass(frozen=True, slots=True)
class Move:
    """One thing goes from a place to a place. After `end` it rests there, or is gone if it `leaves`.

    A thing is a card's number, or a packet of `count` face-down cards (a negative number).
    """

    thing: int
    start: float
    end: float
    a: Pose
    b: Pose
    lift: float = 0.0  # how high it is carried in the middle, millimetres
    count: int = 1
    leaves: bool = False

    def at(self, seconds: float) -> Pose:
        """Where the thing is."""
        s = ease(self.start, self.end, seconds)
        hop = self.lift * 4 * s * (1 - s)
        turn = (self.b.angle - self.a.angle + 180) % 360 - 180
        return Pose(
            self.a.x + (self.b.x - self.a.x) * s,
            self.a.y + (self.b.y - self.a.y) * s,
            self.a.angle + turn * s,
            self.a.z + (self.b.z - self.a.z) * s + hop,
            self.a.turn + (self.b.turn - self.a.turn) * _late(s),
        )


@dataclass(frozen=True, slots=True)
class HandMove:
    """A seat's hand goes from a place to a place; fingertips in table millimetres."""

    seat: Seat
    start: float
    end: float
    a: tuple[float, float]
    b: tuple[float, float]
    shape: str = "pinch"  # or "flat"
    lift: float = 25.0  # height of the hand above the table

    def at(self, seconds: float) -> tuple[float, float]:
        """Where the fingertips are."""
        s = ease(self.start, self.end, seconds)
        return self.a[0] + (self.b[0] - self.a[0]) * s, self.a[1] + (self.b[1] - self.a[1]) * s


@dataclass(frozen=True, slots=True)
class Script:
    """What happens from `start` to `end`: every move of cards and hands."""

    start: float
    end: float
    moves: tuple[Move, ...] = ()
    hands: tuple[HandMove, ...] = field(default=())


def ease(start: float, end: float, seconds: float) -> float:
    """Progress 0..1 of a smooth reach (minimum jerk)."""
    if end <= start:
        return 1.0
    t = min(1.0, max(0.0, (seconds - start) / (end - start)))
    return t * t * t * (10 - 15 * t + 6 * t * t)


def _late(s: float) -> float:
    """Cards turn in the last part of their way, over the place where they will lie: no face is shown before."""
    t = min(1.0, max(0.0, (s - 0.74) / 0.25))
    return t * t * (3 - 2 * t)


def corners(pose: Pose, top: float = 0.0) -> NDArray[np.float64]:
    """World corners (4, 3) of a card, clockwise from the upright art's top left; *top* is added to the height.

    A card that is face down gives the corners of its back as the camera sees it, clockwise too.
    """
    half_w, half_h = CARD_MM[0] / 2, CARD_MM[1] / 2
    tip = np.radians(pose.turn)
    across, rise = half_w * np.cos(tip), half_w * abs(np.sin(tip))
    if not pose.face_up:
        across = -across
    c, s = np.cos(np.radians(pose.angle)), np.sin(np.radians(pose.angle))
    sign = 1.0 if pose.face_up else -1.0
    out = []
    for u, v, side in ((-1, -1, -1.0), (1, -1, 1.0), (1, 1, 1.0), (-1, 1, -1.0)):
        x, y = u * across, v * half_h
        out.append((pose.x + x * c - y * s, pose.y + x * s + y * c, pose.z + top + rise * (1 + side * sign)))
    return np.array(out, np.float64)


def shifted(pose: Pose, dx: float = 0.0, dy: float = 0.0, **changes: Any) -> Pose:
    """*pose* moved in table millimetres, with other fields replaced."""
    return replace(pose, x=pose.x + dx, y=pose.y + dy, **changes)
