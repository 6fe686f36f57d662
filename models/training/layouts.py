"""Where cards lie in a training scene: scatter, grids, fans, stacks, pairs; units are card widths."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from vision.types import Floats


@dataclass(frozen=True, slots=True)
class Place:
    """A card's centre and turn in the table plane, in card widths and radians; later places lie on top."""

    x: float
    y: float
    turn: float


def draw_places(rng: Generator, aspect: float, reach: float) -> list[Place]:
    """Draw the places of all cards of a scene within about *reach* card widths of the middle."""
    places: list[Place] = []
    most = int(reach * reach * 4 / aspect * rng.uniform(0.1, 0.6)) + 1
    for _ in range(int(rng.integers(1, 6))):
        group = GROUPS[rng.choice(len(GROUPS), p=WEIGHTS)](rng, aspect)
        angle = float(rng.choice([0, np.pi / 2, rng.uniform(0, 2 * np.pi)], p=[0.3, 0.15, 0.55]))
        centre = rng.uniform(-reach, reach, 2) * 0.8
        places += [_moved(p, angle, centre) for p in group]
    return places[:most] if rng.random() < 0.8 else places[: 2 * most]


def _moved(place: Place, angle: float, centre: Floats) -> Place:
    c, s = np.cos(angle), np.sin(angle)
    return Place(
        float(c * place.x - s * place.y + centre[0]), float(s * place.x + c * place.y + centre[1]), place.turn + angle
    )


def _scatter(rng: Generator, aspect: float) -> list[Place]:
    n, spread = int(rng.integers(1, 14)), rng.uniform(1.5, 5)
    places = []
    for _ in range(n):
        x, y = rng.normal(0, spread, 2)
        places.append(Place(float(x), float(y), float(rng.uniform(0, 2 * np.pi))))
    return places


def _grid(rng: Generator, aspect: float) -> list[Place]:
    columns, rows = int(rng.integers(2, 8)), int(rng.integers(1, 4))
    gap_x, gap_y = (0.0, 0.0) if rng.random() < 0.3 else rng.uniform(-0.05, 0.5, 2)
    wobble = rng.uniform(0, 0.08)
    return [
        Place(
            float((c - columns / 2) * (1 + gap_x) + rng.normal(0, wobble * 0.5)),
            float((r - rows / 2) * (aspect + gap_y) + rng.normal(0, wobble * 0.5)),
            float(rng.normal(0, wobble) + np.pi * rng.integers(2)),
        )
        for r in range(rows)
        for c in range(columns)
        if rng.random() < 0.93
    ]


def _fan(rng: Generator, aspect: float) -> list[Place]:
    n = int(rng.integers(2, 10))
    step, bend = rng.uniform(0.22, 0.7), rng.uniform(0, 0.18) if rng.random() < 0.4 else 0.0
    lengthwise = rng.random() < 0.15
    places = []
    for i in range(n):
        t = (i - (n - 1) / 2) * step * (aspect if lengthwise else 1) + rng.normal(0, 0.02)
        turn = (i - (n - 1) / 2) * bend + rng.normal(0, 0.03)
        sag = (i - (n - 1) / 2) ** 2 * bend * step * 0.5
        places.append(Place(float(sag), float(t), turn) if lengthwise else Place(float(t), float(sag), turn))
    return places[::-1] if rng.random() < 0.5 else places


def _rows(rng: Generator, aspect: float) -> list[Place]:
    """A captured pile: two to four short fans beside or above one another."""
    places = []
    for r in range(int(rng.integers(2, 5))):
        fan = _fan(rng, aspect)
        shift = np.array([rng.normal(0, 0.3), r * aspect * rng.uniform(0.6, 1.15)])
        places += [_moved(p, 0.0, shift) for p in fan]
    return places


def _stack(rng: Generator, aspect: float) -> list[Place]:
    step = rng.normal(0, 0.22, 2)
    wobble = rng.uniform(0.02, 0.3)
    return [
        Place(float(i * step[0] + rng.normal(0, 0.05)), float(i * step[1]), float(rng.normal(0, wobble)))
        for i in range(int(rng.integers(2, 5)))
    ]


def _pair(rng: Generator, aspect: float) -> list[Place]:
    offset = rng.uniform(-0.75, 0.75, 2) * np.array([1, aspect])
    below = Place(0, 0, float(rng.normal(0, 0.1)))
    return [below, Place(float(offset[0]), float(offset[1]), float(rng.normal(0, 0.3)))]


GROUPS = (_scatter, _grid, _fan, _rows, _stack, _pair)
WEIGHTS = (0.18, 0.16, 0.22, 0.18, 0.12, 0.14)
