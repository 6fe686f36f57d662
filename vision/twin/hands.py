"""Drawn hands and arms with sleeves: sprites that reach in from a seat's edge, cover cards and throw a soft shadow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table import Seat
from vision.twin.art import Sprite
from vision.twin.camera import Camera
from vision.twin.places import shoulder

PX_PER_MM = 1.5
HALF_MM = 95.0  # half width of the sprite
TIP_MM = 30.0  # space above the fingertips
LENGTH_MM = 760.0  # from the fingertips down to the shoulder

Point = tuple[float, float]
Mask = NDArray[np.uint8]
Grey = NDArray[np.float32]
SKINS = ((128, 158, 206), (150, 180, 226), (108, 140, 190), (90, 122, 172))
CLOTHS = ((70, 60, 52), (120, 80, 50), (60, 60, 150), (90, 110, 90), (180, 180, 176), (40, 38, 40), (130, 150, 190))

THUMB_MM = 20

PINCH: tuple[tuple[tuple[Point, ...], float], ...] = (
    (((38, 84), (45, 54), (40, 36)), 14),
    (((24, 74), (30, 38), (25, 19)), 16),
    (((6, 70), (12, 30), (10, 8)), 17),
    (((-12, 72), (-12, 34), (-4, 4)), 16),
    (((-26, 112), (-42, 76), (-32, 44), (-15, 18)), THUMB_MM),
)
FLAT: tuple[tuple[tuple[Point, ...], float], ...] = (
    (((38, 84), (46, 50), (51, 30)), 14),
    (((22, 74), (26, 30), (28, 8)), 16),
    (((4, 70), (5, 22), (5, -4)), 17),
    (((-14, 74), (-18, 32), (-20, 6)), 16),
    (((-26, 112), (-48, 84), (-62, 54)), THUMB_MM),
)
HAND_BACK: tuple[Point, ...] = (
    (-36, 116), (-28, 76), (-10, 64), (8, 60), (28, 64), (45, 78), (44, 112), (34, 160), (-28, 160),
)  # fmt: skip
SHAPES = {"pinch": PINCH, "flat": FLAT}
"""Fingers (points in millimetres from the fingertips, y towards the arm; width), drawn first to last."""


@dataclass(frozen=True)
class Arm:
    """One person's right arm: a sprite for each shape of the hand. Fingertips lie at (0, 0), the arm goes down."""

    sprites: dict[str, Sprite]

    @cached_property
    def shadows(self) -> dict[str, NDArray[np.uint8]]:
        """Soft masks of the sprites, a quarter of their size."""
        return {name: _soften(sprite[..., 3]) for name, sprite in self.sprites.items()}


def draw_arm(rng: np.random.Generator) -> Arm:
    """A person: skin, sleeve or bare arm, from *rng*."""
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))], np.float32) * float(rng.uniform(0.85, 1.05))
    cloth = np.array(CLOTHS[int(rng.integers(len(CLOTHS)))], np.float32) * float(rng.uniform(0.8, 1.15))
    cuff = float(rng.choice([185.0, 200.0, 330.0]))
    pattern = str(rng.choice(["plain", "stripes", "knit"]))
    texture = rng.standard_normal((round((LENGTH_MM + TIP_MM) * PX_PER_MM), round(2 * HALF_MM * PX_PER_MM)))
    return Arm({name: _paint(name, skin, cloth, cuff, pattern, texture.astype(np.float32)) for name in SHAPES})


def arm_corners(camera: Camera, players: int, seat: Seat, tip: Point, lift: float) -> NDArray[np.float32]:
    """Picture corners (4, 2) of an arm sprite whose fingertips are at *tip* (table mm), *lift* mm above the table."""
    root = shoulder(players, seat)
    away = np.array([root[0] - tip[0], root[1] - tip[1]])
    down = away / np.linalg.norm(away)
    across = np.array([down[1], -down[0]])
    low, high = np.array(tip) - down * TIP_MM, np.array(tip) + down * LENGTH_MM
    places = [low - across * HALF_MM, low + across * HALF_MM, high + across * HALF_MM, high - across * HALF_MM]
    return camera.project([(x, y, lift) for x, y in places])


def _paint(shape: str, skin: Grey, cloth: Grey, cuff: float, pattern: str, texture: Grey) -> Sprite:
    height, width = texture.shape
    fine = np.asarray(cv2.GaussianBlur(texture, (0, 0), 1.5), np.float32)
    mask, shade = _skin(shape, (height, width))
    colour = (shade * (1 + fine * 0.05))[..., None] * skin
    _add_nails(colour, shape, skin)
    alpha = mask.astype(np.float32) / 255
    colour *= alpha[..., None]
    sleeve = _polygon(((2 - 40, cuff), (2 + 40, cuff), (80, LENGTH_MM), (-76, LENGTH_MM)), (height, width))
    share = cv2.GaussianBlur(sleeve, (0, 0), 1.0).astype(np.float32) / 255
    folds = 0.6 + 0.4 * np.sqrt(np.clip(_depth(sleeve) / (13 * PX_PER_MM), 0, 1))
    colour *= (1 - share)[..., None]
    colour += (share * folds * (1 + _cloth(pattern, height, width, fine)))[..., None] * cloth
    premultiplied = np.dstack([colour, np.maximum(alpha, share) * 255])
    return np.asarray(np.clip(premultiplied, 0, 255), np.uint8)


def _skin(shape: str, size: tuple[int, int]) -> tuple[Mask, Grey]:
    """Mask and shade of hand and forearm: one rounded body, with lines where fingers lie side by side."""
    fingers = [(_capsule(points, thick, size), thick) for points, thick in SHAPES[shape]]
    body = _polygon(HAND_BACK, size) | _capsule(((3, 120), (2, 440)), 58, size)
    small = cv2.GaussianBlur(cv2.resize(body, None, fx=0.25, fy=0.25), (0, 0), 1.25 * PX_PER_MM)
    body = np.asarray(cv2.resize(small, size[::-1]) > 128, np.uint8) * np.uint8(255)
    for mask, _ in fingers:
        body |= mask
    body = np.asarray(cv2.GaussianBlur(body, (0, 0), 1.2 * PX_PER_MM), np.uint8)
    body = np.clip((body.astype(np.float32) - 96) * 4, 0, 255).astype(np.uint8)
    shade = 0.66 + 0.34 * np.sqrt(np.clip(_depth(body) / (15 * PX_PER_MM), 0, 1))
    down = (np.arange(size[0], dtype=np.float32) / PX_PER_MM - TIP_MM)[:, None]
    for mask, thick in fingers:
        ends = 104.0 if thick == THUMB_MM else 76.0
        fade = np.clip((ends - down) / 24, 0, 1)
        round_top = np.sqrt(np.clip(_depth(mask) / (thick * 0.42 * PX_PER_MM), 0, 1))
        weight = fade * (mask > 127)
        shade = shade * (1 - weight) + weight * (0.56 + 0.44 * round_top)
    return body, np.asarray(cv2.GaussianBlur(shade, (0, 0), 0.8 * PX_PER_MM), np.float32)


def _add_nails(colour: Grey, shape: str, skin: Grey) -> None:
    for points, thick in SHAPES[shape]:
        (x0, y0), (x1, y1) = points[-2:]
        away = np.hypot(x1 - x0, y1 - y0)
        tip = ((x1 - (x1 - x0) / away * 1.5), (y1 - (y1 - y0) / away * 1.5))
        axes = (round(thick * 0.27 * PX_PER_MM), round(thick * 0.34 * PX_PER_MM))
        angle = float(np.degrees(np.arctan2(y1 - y0, x1 - x0))) + 90
        nail = tuple(float(v) for v in np.minimum(skin * 1.08 + (14, 8, 10), 250))
        cv2.ellipse(colour, _pixel(tip), axes, angle, 0, 360, nail, -1, cv2.LINE_AA)


def _pixel(point: Point) -> tuple[int, int]:
    return round((point[0] + HALF_MM) * PX_PER_MM), round((point[1] + TIP_MM) * PX_PER_MM)


def _capsule(points: tuple[Point, ...], thick: float, size: tuple[int, int]) -> Mask:
    """A mask of a thick line through *points*."""
    mask = np.zeros(size, np.uint8)
    line = np.array([_pixel(p) for p in points], np.int32)
    cv2.polylines(mask, [line], False, (255,), round(thick * PX_PER_MM), cv2.LINE_AA)
    return mask


def _polygon(points: tuple[Point, ...], size: tuple[int, int]) -> Mask:
    mask = np.zeros(size, np.uint8)
    cv2.fillPoly(mask, [np.array([_pixel(p) for p in points], np.int32)], (255,), cv2.LINE_AA)
    return mask


def _depth(mask: Mask) -> Grey:
    """Distance of each pixel of *mask* from its rim."""
    return np.asarray(cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3), np.float32)


def _cloth(pattern: str, height: int, width: int, fine: NDArray[np.float32]) -> NDArray[np.float32]:
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    folds = np.sin(ys / 31 + np.sin(xs / 40) * 1.5) * 0.05
    if pattern == "stripes":
        return np.asarray(folds + fine * 0.1 + np.where(ys % 48 < 16, -0.3, 0.0), np.float32)
    if pattern == "knit":
        return np.asarray(folds + fine * 0.15 + np.sin(xs * 1.1) * 0.12, np.float32)
    return np.asarray(folds + fine * 0.12, np.float32)


def _soften(alpha: NDArray[np.uint8]) -> NDArray[np.uint8]:
    small = cv2.resize(alpha, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 2 * PX_PER_MM), np.uint8)
