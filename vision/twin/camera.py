"""The virtual camera: where a place of the table lands in the picture, and what lens, lamp and sensor do to it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import TABLE_MM, Matrix
from vision.types import Bgr

Rect = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are outside."""

NOISE_SPARE = 64  # the noise fields are this much larger than the picture, so that they can be shifted


@dataclass(frozen=True)
class Camera:
    """A perspective camera. World: table millimetres x right, y down, z up from the table."""

    matrix: NDArray[np.float64]  # (3, 4): world to picture, homogeneous
    size: tuple[int, int]  # picture width, height

    def project(self, points: Any) -> NDArray[np.float32]:
        """World points (..., 3) in millimetres as picture pixels (..., 2)."""
        world = np.asarray(points, np.float64)
        moved = world @ self.matrix[:, :3].T + self.matrix[:, 3]
        return np.asarray(moved[..., :2] / moved[..., 2:], np.float32)

    @cached_property
    def homography(self) -> Matrix:
        """Picture pixels to table millimetres on the table plane, as a layout stores it."""
        plane = np.linalg.inv(self.matrix[:, [0, 1, 3]])
        a, b, c = (tuple(float(v) for v in row) for row in plane / plane[2, 2])
        return ((a[0], a[1], a[2]), (b[0], b[1], b[2]), (c[0], c[1], c[2]))


@dataclass(frozen=True)
class Bump:
    """Somebody knocks against the camera: from then on it looks at the table otherwise."""

    at: float  # seconds
    shift_mm: tuple[float, float] = (0.0, 0.0)  # by which the picture goes over the table, right and down
    turn: float = 0.0  # degrees by which things turn in the picture, counter-clockwise about the table's middle
    tilt: float = 0.0  # degrees towards seat 0
    lasts: float = 0.4  # seconds until the camera is at rest again

    def camera(self, before: Camera, seconds: float) -> Camera:
        """How the camera looks at a moment."""
        part = float(np.clip((seconds - self.at) / self.lasts, 0.0, 1.0))
        lean = np.radians(self.tilt * part)
        rotation = _turn(2, self.turn * part)
        rotation = rotation @ np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
        middle = np.array([TABLE_MM[0] / 2, TABLE_MM[1] / 2, 0.0])
        world = np.eye(4)
        world[:3, :3] = rotation
        world[:3, 3] = middle - rotation @ middle - np.array([*self.shift_mm, 0.0]) * part
        return Camera(before.matrix @ world, before.size)


def aim(
    size: tuple[int, int], tilt: float = 8.0, pan: float = 0.0, roll: float = 0.0, distance: float = 1100.0,
    room: float = 1.0,
) -> Camera:  # fmt: skip
    """A camera that holds the whole table in a picture of *size*; angles in degrees, distance in millimetres.

    A positive *tilt* moves the camera towards seat 0, who sits at the bottom. The table just fits; *room* 1.2 shows a
    fifth more than that.
    """
    rotation = _turn(2, roll) @ _turn(1, pan) @ _turn(0, tilt)
    width, height = TABLE_MM
    centre = np.array([width / 2, height / 2, 0.0])
    up = np.diag([1.0, 1.0, -1.0])  # z up in the world, forward in the camera
    outside = np.hstack([rotation @ up, (np.array([0, 0, distance]) - rotation @ up @ centre)[:, None]])
    corners = np.array([[x, y, 0, 1] for x in (0, width) for y in (0, height)], np.float64)
    seen = corners @ outside.T
    flat = seen[:, :2] / seen[:, 2:]
    low, high = flat.min(0), flat.max(0)
    focal = float(min(np.array(size) / (high - low))) * 0.995 / room
    shift = np.array(size) / 2 - focal * (low + high) / 2
    inside = np.array([[focal, 0, shift[0]], [0, focal, shift[1]], [0, 0, 1]])
    return Camera(inside @ outside, size)


def _turn(axis: int, degrees: float) -> NDArray[np.float64]:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    out = np.eye(3)
    i, j = [k for k in range(3) if k != axis]
    out[i, i], out[i, j], out[j, i], out[j, j] = c, s, -s, c
    return out


def draw_camera(size: tuple[int, int], rng: np.random.Generator, room: float = 1.0) -> Camera:
    """A camera as people put it up: a little tilted, a little crooked; *room* as for `aim`."""
    return aim(
        size,
        tilt=float(rng.uniform(4, 13)),
        pan=float(rng.uniform(-2.5, 2.5)),
        roll=float(rng.uniform(-1.2, 1.2)),
        distance=float(rng.uniform(950, 1350)),
        room=room,
    )


class Lens:
    """Light, blur and noise of one film. `expose` turns clean paint into lit picture; `grain` adds the sensor."""

    MARGIN = 3  # pixels around a region that the blur reads

    def __init__(self, size: tuple[int, int], rng: np.random.Generator) -> None:
        self.size = size
        self.light = _light(size, rng)
        self.blur = float(rng.uniform(0.45, 0.8)) * size[0] / 1280
        self.shutter = float(rng.uniform(0.004, 0.02))  # seconds that a picture is exposed
        self._mirror = rng.uniform(0.1, 0.9, 2) * size  # where a card mirrors the lamp
        self._gloss = float(rng.uniform(0, 34))
        self._noise = _noise_pool(size, float(rng.uniform(1.5, 3.5)), rng)

    def expose(self, paint: Bgr, rect: Rect) -> Bgr:
        """Clean paint of *rect* as the lens shows it, same shape."""
        left, top, right, bottom = rect
        lit = cv2.multiply(paint, self.light[top:bottom, left:right], scale=1 / 128)
        return np.asarray(cv2.GaussianBlur(lit, (0, 0), self.blur), np.uint8)

    def gloss(self, place: NDArray[np.float32]) -> int:
        """How much white a glossy card at *place* (picture pixels) mirrors, 0..255."""
        away = float(np.hypot(*(place - self._mirror))) / self.size[0]
        return int(self._gloss * np.exp(-((away / 0.16) ** 2)))

    def grain(self, picture: Bgr, number: int) -> Bgr:
        """*picture* with the noise of frame *number*: equal for equal numbers."""
        width, height = self.size
        field = self._noise[number % len(self._noise)]
        dx, dy = number * 37 % NOISE_SPARE, number * 53 % NOISE_SPARE
        bright, dark = (part[dy : dy + height, dx : dx + width] for part in field)
        return np.asarray(cv2.subtract(cv2.add(picture, bright), dark), np.uint8)


def _light(size: tuple[int, int], rng: np.random.Generator) -> Bgr:
    """A lamp's falloff, the lens's dark corners and the lamp's colour, as 128 times the factor."""
    width, height = size
    ys, xs = np.mgrid[0:height:4, 0:width:4].astype(np.float32)
    lamp = rng.uniform(0.2, 0.8, 2) * (width, height)
    away = np.hypot(xs - lamp[0], ys - lamp[1]) / width
    corner = np.hypot(xs - width / 2, ys - height / 2) / width
    falloff = 1.06 - rng.uniform(0.1, 0.5) * away**2
    level = rng.uniform(0.86, 1.04) * falloff * (1 - rng.uniform(0.05, 0.35) * corner**2)
    warm = rng.uniform(-0.08, 0.05)
    tint = np.array([1 + warm, 1.0, 1 - warm], np.float32)
    small = np.clip(level[..., None] * tint * 128, 0, 255).astype(np.float32)
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _noise_pool(size: tuple[int, int], sigma: float, rng: np.random.Generator) -> list[tuple[Bgr, Bgr]]:
    """Noise fields split into what brightens and what darkens, so that uint8 arithmetic suffices."""
    width, height = size[0] + NOISE_SPARE, size[1] + NOISE_SPARE
    pool = []
    for _ in range(4):
        grey = rng.standard_normal((height, width, 1), np.float32) * sigma
        colour = rng.standard_normal((height, width, 3), np.float32) * (sigma * 0.5)
        noise = np.rint(cv2.GaussianBlur(colour, (0, 0), 0.7) + cv2.GaussianBlur(grey, (0, 0), 0.45)[..., None])
        pool.append((np.maximum(noise, 0).astype(np.uint8), np.maximum(-noise, 0).astype(np.uint8)))
    return pool
