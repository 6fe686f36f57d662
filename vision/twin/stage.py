"""The hands at work: reaching, carrying, turning cards. Writes moves while its clock runs on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from engine.table import Seat
from vision.layout import TABLE_MM
from vision.twin.motion import THICKNESS_MM, HandMove, Move, Pose, Script
from vision.twin.places import facing, outside, shoulder, stock_pose

STOCK = -1  # the thing that is the face-down pile; other packets have smaller numbers
FASTEST_MM = 1500.0  # millimetres a second that no hand exceeds
GRIP_MM = 15.0  # fingertips lie this far from a card's centre, towards the arm
ARM_MM = 740.0  # an arm that would have to be longer is not drawn whole


@dataclass
class Stage:
    """One clock, the poses of all cards at that moment, and the moves written so far.

    *pace* stretches every nominal duration.
    """

    players: int
    rng: np.random.Generator
    pace: float = 1.0
    now: float = 0.0
    poses: dict[int, Pose] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)  # how many cards a packet holds
    hands: dict[Seat, tuple[float, float]] = field(default_factory=dict)  # those over the table
    moves: list[Move] = field(default_factory=list)
    hand_moves: list[HandMove] = field(default_factory=list)
    written: float = 0.0  # up to here the moves were handed out

    def wait(self, seconds: float) -> None:
        """Let time go by; hands over the table stay where they are."""
        end = self.now + seconds
        for seat, place in self.hands.items():
            self.hand_moves.append(HandMove(seat, self.now, end, place, place))
        self.now = end

    def pause(self, nominal: float) -> None:
        """Wait as a player of this pace does."""
        self.wait(nominal * self.pace * float(self.rng.uniform(0.8, 1.25)))

    def reach(self, seat: Seat, place: tuple[float, float], nominal: float, shape: str = "pinch") -> None:
        """The hand of *seat* goes to *place*; it comes in from outside if it was not over the table."""
        self.carry(seat, {}, nominal, place=place, shape=shape)

    def grip(self, seat: Seat, pose: Pose) -> tuple[float, float]:
        """Where the fingertips are that hold a card at *pose*."""
        root = np.array(shoulder(self.players, seat))
        away = root - (pose.x, pose.y)
        x, y = np.array([pose.x, pose.y]) + away / np.linalg.norm(away) * GRIP_MM
        return float(x), float(y)

    def in_reach(self, seat: Seat, pose: Pose) -> bool:
        """Whether *seat* gets at a card there without leaning over the whole table."""
        root, tip = np.array(shoulder(self.players, seat)), np.array([pose.x, pose.y])
        x, y = tip + (root - tip) / np.linalg.norm(root - tip) * ARM_MM
        return not (0 < x < TABLE_MM[0] and 0 < y < TABLE_MM[1])

    def carry(
        self, seat: Seat, cards: Mapping[int, Pose], nominal: float, *, place: tuple[float, float] | None = None,
        lift: float = 0.0, shape: str = "pinch", leaves: bool = False,
    ) -> None:  # fmt: skip
        """The hand takes *cards* to their poses; without *place* it ends where it holds the last of them."""
        start_at = self.hands.get(seat, outside(self.players, seat))
        end_at = place or self.grip(seat, list(cards.values())[-1])
        way = float(np.hypot(end_at[0] - start_at[0], end_at[1] - start_at[1]))
        seconds = max(nominal * self.pace * float(self.rng.uniform(0.88, 1.14)), way / FASTEST_MM, 0.08)
        end = self.now + seconds
        for other, other_place in self.hands.items():
            if other != seat:
                self.hand_moves.append(HandMove(other, self.now, end, other_place, other_place))
        high = 16.0 + lift if cards else 26.0
        self.hand_moves.append(HandMove(seat, self.now, end, start_at, end_at, shape, high))
        self.move(cards, end, lift=lift, leaves=leaves)
        self.hands[seat] = end_at
        self.now = end

    def move(self, cards: Mapping[int, Pose], end: float, lift: float = 0.0, leaves: bool = False) -> None:
        """Cards go to their poses from now to *end*; the clock stays."""
        for thing, pose in cards.items():
            a = self.poses.get(thing, pose)
            self.moves.append(Move(thing, self.now, end, a, pose, lift, self.counts.get(thing, 1), leaves))
            if leaves:
                self.poses.pop(thing, None)
            else:
                self.poses[thing] = pose

    def withdraw(self, seat: Seat, nominal: float = 0.45) -> None:
        """The hand leaves the picture."""
        if seat in self.hands:
            self.reach(seat, outside(self.players, seat), nominal)
            del self.hands[seat]

    def set_count(self, packet: int, count: int, pose: Pose | None = None) -> None:
        """A packet holds *count* cards from now on; 0 takes it from the table. *pose* where it appears."""
        place = pose or self.poses[packet]
        self.counts[packet] = count
        self.moves.append(Move(packet, self.now, self.now, place, place, 0.0, max(count, 1), count == 0))
        if count:
            self.poses[packet] = place
        else:
            self.poses.pop(packet, None)

    def stock_top(self) -> Pose:
        """The pose of the stock's top card."""
        return replace(stock_pose(self.players), z=max(0, self.counts.get(STOCK, 1) - 1) * THICKNESS_MM)

    def held(self, seat: Seat, card: int) -> None:
        """*card* is in the hand of *seat*, outside the picture, its back up."""
        x, y = outside(self.players, seat)
        self.poses[card] = Pose(x, y, facing(self.players, seat), 30.0, 180.0)

    def on_top(self, pose: Pose, *others: int) -> Pose:
        """*pose* raised to lie on those of *others* that it overlaps."""
        under = [self.poses[i] for i in others if i in self.poses]
        near = [p.z for p in under if abs(p.x - pose.x) < 38 and abs(p.y - pose.y) < 54]
        return replace(pose, z=min(2.4, max(near, default=-THICKNESS_MM) + THICKNESS_MM))

    def script(self) -> Script:
        """Hand out what was written since the last call."""
        out = Script(self.written, self.now, tuple(self.moves), tuple(self.hand_moves))
        self.moves, self.hand_moves, self.written = [], [], self.now
        return out
