"""Cameras over a table of cards whose plane is known, for tests of what is told from the cards."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.fakes import corners_mm
from vision.types import Corners, Quad

SIZE = (1280, 720)


@dataclass(frozen=True)
class Overhead:
    """A camera whose tilt leans to *way* degrees in the picture; table millimetres, origin below the lens's axis."""

    tilt: float = 0.0
    way: float = 70.0
    roll: float = 0.0
    focal: float = 1.0  # over the picture's width
    far: float = 900.0  # millimetres

    @property
    def matrix(self) -> NDArray[np.float64]:
        """Millimetres to picture pixels, (3, 3)."""
        way, tilt = np.radians(self.way), np.radians(self.tilt)
        lean, _ = cv2.Rodrigues(np.array([np.cos(way) * tilt, np.sin(way) * tilt, 0.0]))
        roll, _ = cv2.Rodrigues(np.array([0.0, 0.0, np.radians(self.roll)]))
        turn = lean @ roll
        focal = self.focal * SIZE[0]
        lens = np.array([[focal, 0, SIZE[0] / 2], [0, focal, SIZE[1] / 2], [0, 0, 1]])
        return np.asarray(lens @ np.column_stack([turn[:, 0], turn[:, 1], (0, 0, self.far * self.focal)]), np.float64)

    def see(self, mm: NDArray[np.float32]) -> Corners:
        """Points (n, 2) of the table in the picture."""
        return np.asarray(cv2.perspectiveTransform(mm[None].astype(np.float64), self.matrix)[0], np.float32)

    def cards(self, count: int, rng: np.random.Generator, noise_mm: float = 0.7, width: float = 36.0) -> list[Quad]:
        """Cards all over what the camera sees; each corner is off by about *noise_mm*."""
        out: list[Quad] = []
        while len(out) < count:
            angle = float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 12))
            mm = corners_mm(*rng.uniform((-330, -180), (330, 180)), angle, (width, 54.0))
            px = self.see(mm)
            if (px > 0).all() and (px < SIZE).all():
                out.append(Quad(self.see(mm + rng.normal(0, noise_mm, (4, 2)).astype(np.float32)), 1.0, 0.95))
        return out


def miss_mm(to_mm: NDArray[np.float64], camera: Overhead) -> float:
    """Root mean square error of *to_mm* (picture to millimetres, wherever its origin lies) all over the picture."""
    places = np.array([[(x, y) for x in (80.0, 640.0, 1200.0) for y in (60.0, 360.0, 660.0)]])
    here = cv2.perspectiveTransform(places, to_mm)[0]
    true = cv2.perspectiveTransform(places, np.linalg.inv(camera.matrix))[0]
    here, true = here - here.mean(0), true - true.mean(0)
    u, _, v = np.linalg.svd(here.T @ true)
    turn = u @ np.diag([1.0, np.linalg.det(u @ v)]) @ v
    return float(np.sqrt(((here @ turn - true) ** 2).sum(1).mean()))
