"""The drawn table: what rests stays painted, what moves is drawn anew in every frame, and who covers whom is known."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import parse_face
from engine.table import Seat
from vision.twin.art import RIM, Deck
from vision.twin.camera import Camera, Lens, Rect
from vision.twin.hands import Arm, arm_corners
from vision.twin.lights import Light, lit
from vision.twin.motion import THICKNESS_MM, HandMove, Move, Pose, corners
from vision.twin.paint import bounds, darken, grown, overlap, paste, union
from vision.types import Bgr, Corners

SHADOW_RIM_MM = 9.0
SHADOW_PX_PER_MM = 1.0
BLUR_STEP_PX = 4.0
MOST_BLUR_STEPS = 6


@dataclass(frozen=True)
class Rest:
    """A thing that lies still."""

    pose: Pose
    count: int
    rect: Rect  # all pixels that it and its shadow may touch


@dataclass(frozen=True)
class Visible:
    """A card in the last frame, as the truth knows it."""

    thing: int
    face: str  # label of the model: a face, or "back"
    quad: Corners  # float32 (4, 2) picture pixels, from the upright art's top left, clockwise
    visible: float  # fraction of its area that the picture shows
    at_mm: tuple[float, float]
    moving: bool
    count: int = 1


class Scene:
    """Paints frames from moves. Times must not go back."""

    def __init__(
        self, camera: Camera, lens: Lens, top: Bgr, deck: Deck, codes: Sequence[str], arms: Sequence[Arm],
        players: int, sun: tuple[float, float] = (0.5, 0.35), odd: Container[int] = (),
        lights: Sequence[Light] = (),
    ) -> None:  # fmt: skip
        """*arms* by seat, those of a bystander last; *odd*: the cards that have another back."""
        self.camera, self.lens, self.deck, self.codes, self.arms = camera, lens, deck, codes, arms
        self.players, self.sun, self.odd, self.lights = players, sun, odd, lights
        self._top = top
        self._paint = top.copy()
        self._lit = lens.expose(top, (0, 0, *camera.size))
        self._resting: dict[int, Rest] = {}  # in the order of lying: later covers earlier
        self._waiting: list[Move] = []
        self._moving: list[Move] = []
        self._hands: list[HandMove] = []
        self._now = 0.0
        self._shadows = {soft: _shadow(soft) for soft in (1.0, 3.5)}
        for arm in arms:
            _ = arm.shadows  # drawn now, not in the first frame with a hand

    def add(self, moves: Iterable[Move], hands: Iterable[HandMove] = ()) -> None:
        """Plan what will happen."""
        self._waiting = sorted([*self._waiting, *moves], key=lambda m: m.start)
        self._hands += hands

    def frame(self, seconds: float, number: int) -> Bgr:
        """The picture at *seconds*, blue-green-red uint8 (H, W, 3)."""
        self._advance(seconds)
        picture = self._lit.copy()
        hands = self._hands_now()
        rects = [r for when in (seconds, seconds - self.lens.shutter) for r in self._moving_rects(hands, when)]
        rects = [r for r in rects if r[0] < r[2] and r[1] < r[3]]
        if rects:
            self._draw_moving(picture, union(rects), hands)
        picture = lit(picture, self.lights, seconds, self._faces_up)
        return self.lens.grain(picture, number)

    def _faces_up(self) -> list[Corners]:
        """Where open cards lie, picture pixels."""
        return [self._quad(rest.pose, rest.count) for rest in self._resting.values() if rest.pose.face_up]

    def look_through(self, camera: Camera, top: Bgr) -> None:
        """Another view of the same things from now on; *top* is the empty table through *camera*."""
        self.camera, self._top = camera, top
        self._paint, self._lit = top.copy(), self.lens.expose(top, (0, 0, *camera.size))
        for thing, lying in self._resting.items():
            self._resting[thing] = Rest(lying.pose, lying.count, self._rect(lying.pose, lying.count))
        self._repaint((0, 0, *camera.size))

    @property
    def busy(self) -> bool:
        """Whether a card or a hand was in motion in the last frame."""
        return bool(self._moving or self._hands_now())

    def visible(self) -> list[Visible]:
        """Every card of the last frame with the fraction that can be seen; hands cover."""
        shown = [(thing, rest.pose, rest.count, False) for thing, rest in self._resting.items()]
        shown += [(m.thing, m.at(self._now), m.count, True) for m in self._moving]
        owner = np.zeros((self.camera.size[1], self.camera.size[0]), np.uint16)
        quads = [self._quad(pose, count) for _, pose, count, _ in shown]
        for number, quad in enumerate(quads, 1):
            cv2.fillConvexPoly(owner, np.round(quad * 16).astype(np.int32), (number,), cv2.LINE_8, 4)
        for hand in self._hands_now():
            owner[self.hand_mask(hand)] = 0
        seen = np.bincount(owner.ravel(), minlength=len(shown) + 1)
        out = []
        for number, ((thing, pose, count, moving), quad) in enumerate(zip(shown, quads, strict=True), 1):
            part = min(1.0, float(seen[number]) / max(1.0, cv2.contourArea(quad)))
            face = "back" if thing < 0 or not pose.face_up else str(parse_face(self.codes[thing]))
            out.append(Visible(thing, face, quad, part, (pose.x, pose.y), moving, count))
        return out

    def hand_mask(self, hand: HandMove) -> NDArray[np.bool_]:
        """Where the hand covers the picture, bool (H, W)."""
        sprite = self.arms[hand.seat].sprites[hand.shape]
        height, width = sprite.shape[:2]
        source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        matrix = cv2.getPerspectiveTransform(source, self._hand_quad(hand, hand.lift, self._now))
        return np.asarray(cv2.warpPerspective(sprite[..., 3], matrix, self.camera.size) > 100)

    def hands(self) -> Mapping[Seat, HandMove]:
        """The hands over the table in the last frame, by seat."""
        return {hand.seat: hand for hand in self._hands_now()}

    def _advance(self, seconds: float) -> None:
        dirty: list[Rect] = []
        self._now = seconds
        while self._waiting and self._waiting[0].start <= seconds:
            move = self._waiting.pop(0)
            self._settle(move.start, dirty)
            if (lying := self._resting.pop(move.thing, None)) is not None:
                dirty.append(lying.rect)
            self._moving.append(move)
        self._settle(seconds, dirty)
        self._hands = [h for h in self._hands if h.end > seconds]
        for rect in _merged(dirty):
            self._repaint(rect)

    def _settle(self, seconds: float, dirty: list[Rect]) -> None:
        """Lay down what has arrived."""
        for move in sorted((m for m in self._moving if m.end <= seconds), key=lambda m: m.end):
            self._moving.remove(move)
            if not move.leaves:
                rest = Rest(move.b, move.count, self._rect(move.b, move.count))
                self._resting[move.thing] = rest
                dirty.append(rest.rect)

    def _repaint(self, rect: Rect) -> None:
        left, top, right, bottom = rect
        canvas = self._paint[top:bottom, left:right]
        canvas[:] = self._top[top:bottom, left:right]
        for thing, rest in self._resting.items():
            if overlap(rest.rect, rect):
                self._draw(canvas, (left, top), thing, rest.pose, rest.count)
        wide = grown(rect, 2 * self.lens.MARGIN, self.camera.size)
        self._develop(self._lit, self._paint[wide[1] : wide[3], wide[0] : wide[2]], wide, rect)

    def _develop(self, picture: Bgr, paint: Bgr, wide: Rect, rect: Rect) -> None:
        """Put the lit and blurred *paint* of *wide* into *picture* where *rect* may have changed it."""
        left, top, right, bottom = grown(rect, self.lens.MARGIN, self.camera.size)
        lit = self.lens.expose(paint, wide)
        picture[top:bottom, left:right] = lit[top - wide[1] : bottom - wide[1], left - wide[0] : right - wide[0]]

    def _moving_rects(self, hands: list[HandMove], when: float) -> list[Rect]:
        return [self._rect(m.at(when), m.count) for m in self._moving] + [self._hand_rect(h, when) for h in hands]

    def _draw_moving(self, picture: Bgr, rect: Rect, hands: list[HandMove]) -> None:
        """Cards and hands in motion, blurred over the time that the shutter is open."""
        wide = grown(rect, 2 * self.lens.MARGIN, self.camera.size)
        left, top, right, bottom = wide
        steps = self._blur_steps(hands)
        total = np.zeros((bottom - top, right - left, 3), np.float32)
        for step in range(steps):
            canvas = self._paint[top:bottom, left:right].copy()
            self._draw_instant(canvas, (left, top), hands, self._now - self.lens.shutter * step / steps)
            if steps > 1:
                cv2.accumulate(canvas, total)
        mixed = cv2.convertScaleAbs(total, alpha=1 / steps) if steps > 1 else canvas
        self._develop(picture, np.asarray(mixed, np.uint8), wide, rect)

    def _blur_steps(self, hands: list[HandMove]) -> int:
        """How many instants make a smooth blur: one for every few pixels that the fastest thing goes."""
        before = self._now - self.lens.shutter
        ways = [(h.at(self._now), h.at(before)) for h in hands]
        poses = [(m.at(self._now), m.at(before)) for m in self._moving]
        ways += [((a.x, a.y), (b.x, b.y)) for a, b in poses]
        fastest = max((float(np.hypot(b[0] - a[0], b[1] - a[1])) for a, b in ways), default=0.0)
        return int(np.clip(fastest * self.camera.size[0] / 920 / BLUR_STEP_PX, 0, MOST_BLUR_STEPS - 1)) + 1

    def _draw_instant(self, canvas: Bgr, origin: tuple[int, int], hands: list[HandMove], when: float) -> None:
        for hand in hands:
            quad = self._hand_quad(hand, 0.0, when) + self._shade_shift(hand.lift)
            darken(canvas, origin, self.arms[hand.seat].shadows[hand.shape], quad, 0, 0.42)
        things = [(move, move.at(when)) for move in self._moving]
        for number, (move, pose) in enumerate(things):
            if not any(_same_place(pose, later) for _, later in things[number + 1 :]):
                self._draw(canvas, origin, move.thing, pose, move.count)
        for hand in hands:
            quad = self._hand_quad(hand, hand.lift, when)
            paste(canvas, origin, self.arms[hand.seat].sprites[hand.shape], quad, 0)

    def _draw(self, canvas: Bgr, origin: tuple[int, int], thing: int, pose: Pose, count: int) -> None:
        """One card or packet with its shadow and its cut edge."""
        height = pose.z + count * THICKNESS_MM
        soft = 1.0 if height < 6 else 3.5
        on_table = Pose(pose.x, pose.y, pose.angle, 0.0, pose.turn)
        shadow = self.camera.project(_flat(corners(on_table))) + self._shade_shift(height)
        if cv2.contourArea(shadow) > 60:
            rim = round(SHADOW_RIM_MM * SHADOW_PX_PER_MM)
            darken(canvas, origin, self._shadows[soft], shadow, rim, 0.5 if soft == 1.0 else 0.36)
        low, quad = self.camera.project(corners(pose)), self._quad(pose, count)
        self._draw_edge(canvas, origin, low, quad, count)
        if cv2.contourArea(quad) > 60:
            back = self.deck.odd_back if thing in self.odd else self.deck.back
            sprite = self.deck.faces[self.codes[thing]] if thing >= 0 and pose.face_up else back
            shade = 0.8 + 0.2 * abs(float(np.cos(np.radians(pose.turn))))
            paste(canvas, origin, sprite, quad, RIM, shade, self.lens.gloss(quad.mean(0)))

    def _draw_edge(self, canvas: Bgr, origin: tuple[int, int], low: Corners, high: Corners, count: int) -> None:
        """The side of a card or of a packet, with the lines between its cards."""
        hull = cv2.convexHull(np.concatenate([low, high]))[:, 0] - np.array(origin, np.float32)
        edge = self.deck.edge_bgr
        cv2.fillConvexPoly(canvas, np.round(hull * 16).astype(np.int32), edge, cv2.LINE_AA, 4)
        pale = tuple(min(255, c * 2 + 40) for c in edge)
        for layer in range(1, count, 2):
            line = low + (high - low) * (layer / count) - np.array(origin, np.float32)
            cv2.polylines(canvas, [np.round(line * 16).astype(np.int32)], True, pale, 1, cv2.LINE_AA, 4)

    def _quad(self, pose: Pose, count: int) -> Corners:
        return self.camera.project(corners(pose, count * THICKNESS_MM))

    def _rect(self, pose: Pose, count: int) -> Rect:
        points = np.concatenate([self.camera.project(_flat(corners(pose))), self._quad(pose, count)])
        low = self.camera.project(_flat(corners(Pose(pose.x, pose.y, pose.angle))))
        return bounds(np.concatenate([points, low, low + self._shade_shift(pose.z + count)]), 14, self.camera.size)

    def _shade_shift(self, height: float) -> NDArray[np.float32]:
        """How far the shadow of something at *height* falls, picture pixels."""
        scale = self.camera.size[0] / 920 * height
        return np.array([self.sun[0] * scale, self.sun[1] * scale], np.float32)

    def _hands_now(self) -> list[HandMove]:
        return [h for h in self._hands if h.start <= self._now < h.end]

    def _hand_quad(self, hand: HandMove, lift: float, when: float) -> Corners:
        return arm_corners(self.camera, self.players, hand.seat, hand.at(when), lift)

    def _hand_rect(self, hand: HandMove, when: float) -> Rect:
        quad = self._hand_quad(hand, hand.lift, when)
        shade = self._hand_quad(hand, 0.0, when) + self._shade_shift(hand.lift)
        return bounds(np.concatenate([quad, shade]), 2, self.camera.size)


def _flat(points: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(points * np.array([1.0, 1.0, 0.0]))


def _same_place(a: Pose, b: Pose) -> bool:
    return abs(a.x - b.x) < 1.2 and abs(a.y - b.y) < 1.2 and abs(a.angle - b.angle) < 3 and a.face_up == b.face_up


def _shadow(soft_mm: float) -> NDArray[np.uint8]:
    rim, width, height = (round(v * SHADOW_PX_PER_MM) for v in (SHADOW_RIM_MM, 36, 54))
    mask = np.zeros((height + 2 * rim, width + 2 * rim), np.uint8)
    mask[rim : rim + height, rim : rim + width] = 255
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), soft_mm * SHADOW_PX_PER_MM), np.uint8)


def _merged(rects: list[Rect]) -> list[Rect]:
    """Join rectangles that overlap."""
    out: list[Rect] = []
    for rect in rects:
        if rect[0] >= rect[2] or rect[1] >= rect[3]:
            continue
        touching = [r for r in out if overlap(r, rect)]
        out = [r for r in out if r not in touching] + [union([rect, *touching])]
    return out
