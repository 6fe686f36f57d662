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
LENGTH_MM = 900.0  # from the fingertips down to the shoulder

Point = tuple[float, float]
SKINS = ((128, 158, 206), (150, 180, 226), (108, 140, 190), (90, 122, 172))
CLOTHS = ((70, 60, 52), (120, 80, 50), (60, 60, 150), (90, 110, 90), (180, 180, 176), (40, 38, 40), (130, 150, 190))

PINCH: tuple[tuple[tuple[Point, ...], float], ...] = (
    (((40, 84), (46, 56), (43, 40)), 14),
    (((26, 74), (31, 40), (27, 22)), 17),
    (((8, 70), (12, 32), (10, 10)), 18),
    (((-12, 72), (-11, 34), (-3, 4)), 17),
    (((-38, 108), (-36, 62), (-14, 18)), 20),
)
FLAT: tuple[tuple[tuple[Point, ...], float], ...] = (
    (((38, 84), (46, 50), (50, 30)), 14),
    (((22, 74), (25, 30), (27, 8)), 17),
    (((4, 70), (4, 22), (4, -4)), 18),
    (((-14, 74), (-18, 32), (-20, 6)), 17),
    (((-40, 108), (-58, 70), (-64, 52)), 20),
)
SHAPES = {"pinch": PINCH, "flat": FLAT}
"""Fingers (points in millimetres from the fingertips, y towards the arm; width), drawn first to last."""


@dataclass(frozen=True)
class Arm:
    """One person's right arm: a sprite for each shape of the hand. Fingertips lie at (0, 0), the arm goes down."""

    sprites: dict[str, Sprite]

    @cached_property
    def shadows(self) -> dict[str, NDArray[np.uint8]]:
        """Soft masks of the sprites, the same size."""
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


def _paint(
    shape: str, skin: NDArray[np.float32], cloth: NDArray[np.float32], cuff: float, pattern: str,
    texture: NDArray[np.float32],
) -> Sprite:  # fmt: skip
    height, width = texture.shape
    colour = np.zeros((height, width, 3), np.float32)
    alpha = np.zeros((height, width), np.float32)
    fine = np.asarray(cv2.GaussianBlur(texture, (0, 0), 1.5), np.float32)
    for outline, thick in _skin_parts(shape):
        _add(colour, alpha, _capsules(outline, thick, (height, width)), skin * 1.0, fine * 0.05, 9.0)
    sleeve = _capsules(((2, cuff), (4, LENGTH_MM)), 0, (height, width), (78, 150))
    _add(colour, alpha, sleeve, cloth, _cloth(pattern, height, width, fine), 16.0)
    premultiplied = np.dstack([colour, alpha * 255])
    return np.asarray(np.clip(premultiplied, 0, 255), np.uint8)


def _skin_parts(shape: str) -> list[tuple[tuple[Point, ...], float]]:
    forearm: tuple[Point, ...] = ((2, 150), (2, 420))
    palm: tuple[Point, ...] = ((4, 92), (2, 118))
    wrist: tuple[Point, ...] = ((3, 120), (2, 170))
    return [(forearm, 62), (wrist, 58), *SHAPES[shape][:4], (palm, 78), *SHAPES[shape][4:]]


def _capsules(
    points: tuple[Point, ...], thick: float, size: tuple[int, int], taper: tuple[float, float] | None = None
) -> NDArray[np.uint8]:
    """A mask of a thick line through *points*, or of a tapered one with a width at either end."""
    mask = np.zeros(size, np.uint8)
    place = [(round((x + HALF_MM) * PX_PER_MM), round((y + TIP_MM) * PX_PER_MM)) for x, y in points]
    if taper is None:
        cv2.polylines(mask, [np.array(place, np.int32)], False, (255,), round(thick * PX_PER_MM), cv2.LINE_AA)
        return mask
    (x0, y0), (x1, y1) = place
    a, b = (round(t * PX_PER_MM / 2) for t in taper)
    cv2.fillPoly(mask, [np.array([(x0 - a, y0), (x0 + a, y0), (x1 + b, y1), (x1 - b, y1)], np.int32)], (255,))
    return mask


def _add(
    colour: NDArray[np.float32], alpha: NDArray[np.float32], mask: NDArray[np.uint8], tone: NDArray[np.float32],
    texture: NDArray[np.float32], round_px: float,
) -> None:  # fmt: skip
    """Lay a rounded part over what is there: darker at its rim, lighter along its middle."""
    depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    shade = 0.62 + 0.38 * np.sqrt(np.clip(depth / round_px, 0, 1))
    share = mask.astype(np.float32) / 255
    colour *= (1 - share)[..., None]
    colour += (share * shade * (1 + texture))[..., None] * tone
    np.maximum(alpha, share, out=alpha)


def _cloth(pattern: str, height: int, width: int, fine: NDArray[np.float32]) -> NDArray[np.float32]:
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    folds = np.sin(ys / 31 + np.sin(xs / 40) * 1.5) * 0.05
    if pattern == "stripes":
        return np.asarray(folds + fine * 0.1 + np.where(ys % 48 < 16, -0.3, 0.0), np.float32)
    if pattern == "knit":
        return np.asarray(folds + fine * 0.15 + np.sin(xs * 1.1) * 0.12, np.float32)
    return np.asarray(folds + fine * 0.12, np.float32)


def _soften(alpha: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.GaussianBlur(alpha, (0, 0), 8 * PX_PER_MM), np.uint8)
