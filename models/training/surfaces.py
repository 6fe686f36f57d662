"""Table surfaces for training scenes: generated families, and pictures from a folder if there is one."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from vision.types import Bgr, Floats

COLOURS = ((60, 110, 40), (50, 85, 50), (45, 60, 75), (60, 90, 140), (80, 120, 160), (110, 150, 190), (200, 215, 220),
           (235, 238, 240), (90, 90, 95), (40, 40, 45), (150, 120, 80), (70, 60, 120), (35, 45, 90), (120, 140, 150))


class Surfaces:
    """Draws table pictures of a given size."""

    def __init__(self, folder: Path | None) -> None:
        paths = sorted(folder.glob("*.jpg")) if folder is not None else []
        self.pictures = [p for p in (_load(path) for path in paths) if p is not None]

    def draw(self, rng: Generator, size: int) -> Bgr:
        """Return a square surface, uint8 (size, size, 3) BGR."""
        if self.pictures and rng.random() < 0.5:
            return self._from_picture(rng, size)
        return _generate(rng, size)

    def _from_picture(self, rng: Generator, size: int) -> Bgr:
        source = self.pictures[rng.integers(len(self.pictures))]
        angle, scale = rng.uniform(0, 360), float(np.exp(rng.uniform(np.log(0.35), np.log(2.5))))
        matrix = cv2.getRotationMatrix2D((source.shape[1] / 2, source.shape[0] / 2), angle, scale)
        matrix[:, 2] += rng.uniform(-100, 100, 2) + size / 2 - np.array([source.shape[1] / 2, source.shape[0] / 2])
        table = cv2.warpAffine(source, matrix, (size, size), borderMode=cv2.BORDER_REFLECT_101)
        if rng.random() < 0.5:  # tint: the same weave in another colour
            colour = np.array(COLOURS[rng.integers(len(COLOURS))], np.float32)
            grey = cv2.cvtColor(table, cv2.COLOR_BGR2GRAY)
            contrast = rng.uniform(0.3, 1.0)
            lut = np.clip((np.arange(256)[:, None] / 128 * contrast + 1 - contrast) * colour, 0, 255).astype(np.uint8)
            table = lut[grey]
        return np.ascontiguousarray(table)


def _load(path: Path) -> Bgr | None:
    picture = cv2.imread(str(path))
    if picture is None:
        return None
    scale = 480 / max(picture.shape[:2])
    if scale < 1:
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(picture, np.uint8)


def _generate(rng: Generator, size: int) -> Bgr:
    colour = np.clip(np.array(COLOURS[rng.integers(len(COLOURS))]) + rng.normal(0, 15, 3), 0, 255)
    family = rng.integers(8)
    shade: Floats
    if family == 0:  # plain
        shade = np.zeros((size, size), np.float32)
    elif family == 1:  # felt
        shade = _noise(rng, size, 1) * 14 + _noise(rng, size, 6) * 8
    elif family == 2:  # weave
        step = rng.uniform(2, 7)
        x = np.sin(np.arange(size) * 2 * np.pi / step).astype(np.float32)
        shade = (x[None] + x[:, None]) * rng.uniform(3, 14) + _noise(rng, size, 1) * 6
    elif family == 3:  # wood
        grain = rng.normal(0, 1, (max(2, size // 3), 4)).astype(np.float32)
        shade = np.asarray(cv2.resize(grain, (size, size)), np.float32) * 16 + _noise(rng, size, 2) * 5
        shade = np.rot90(shade, int(rng.integers(2))).copy()  # OpenCV draws on plain arrays only
    elif family == 4:  # checks, tiles
        step = int(rng.integers(14, 90))
        board = (np.arange(size) // step) % 2
        shade = (board[None] ^ board[:, None]).astype(np.float32) * rng.uniform(-70, 70) + _noise(rng, size, 2) * 4
    elif family == 5:  # blobs, flowered blankets
        return _blobs(rng, size, colour)
    elif family == 6:  # bricks and boards: what a detector of cards takes for cards face down
        return _bricks(rng, size, colour)
    else:  # stripes
        step = rng.uniform(5, 60)
        wave = np.sign(np.sin(np.arange(size) * 2 * np.pi / step)).astype(np.float32)
        shade = np.broadcast_to(wave[None] * rng.uniform(10, 60), (size, size)) + _noise(rng, size, 2) * 4
    return np.clip(shade[..., None] + colour.astype(np.float32), 0, 255).astype(np.uint8)


def _noise(rng: Generator, size: int, grain: int) -> Floats:
    cells = max(2, size // grain)
    field = rng.standard_normal((cells, cells), np.float32)
    return field if cells == size else np.asarray(cv2.resize(field, (size, size)), np.float32)


def _blobs(rng: Generator, size: int, colour: Floats) -> Bgr:
    table = np.full((size, size, 3), colour, np.uint8)
    inks = rng.integers(20, 240, (4, 3))
    for _ in range(int(rng.integers(10, 60))):
        centre = tuple(int(v) for v in rng.integers(0, size, 2))
        axes = tuple(int(v) for v in rng.integers(3, 26, 2))
        ink = tuple(int(v) for v in inks[rng.integers(4)])
        cv2.ellipse(table, centre, axes, float(rng.uniform(0, 180)), 0, 360, ink, -1)
    return np.asarray(cv2.GaussianBlur(table, (3, 3), 0), np.uint8)


def _bricks(rng: Generator, size: int, colour: Floats) -> Bgr:
    """Courses of bricks, tiles or parquet about as large as cards, each of its own shade, turned by any angle."""
    wide, high = int(rng.integers(14, 90)), int(rng.integers(10, 60))
    joint, shift = int(rng.integers(1, 4)), rng.choice([0.0, 0.33, 0.5])
    mortar = np.clip(colour + rng.uniform(-90, 90), 0, 255)
    reach = int(size * 1.5)
    wall = np.full((reach, reach, 3), mortar, np.uint8)
    vary = rng.uniform(2, 25)
    for row, top in enumerate(range(0, reach, high + joint)):
        for left in range(-int(row * shift * wide) % wide - wide, reach, wide + joint):
            ink = np.clip(colour + rng.normal(0, vary) + rng.normal(0, vary / 4, 3), 0, 255)
            cv2.rectangle(wall, (left, top), (left + wide - 1, top + high - 1), tuple(map(float, ink)), -1)
    turn = np.asarray(cv2.getRotationMatrix2D((reach / 2, reach / 2), float(rng.uniform(0, 360)), 1.0), np.float64)
    turn[:, 2] += (size - reach) / 2
    table = cv2.warpAffine(wall, turn, (size, size), borderMode=cv2.BORDER_REFLECT_101)
    grain = _noise(rng, size, 1)[..., None] * rng.uniform(1, 8)
    return np.clip(table + grain, 0, 255).astype(np.uint8)
