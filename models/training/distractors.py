"""Things on a table that are no hwatu cards: below the cards (paper, phones, other games) and above (hands)."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from models.training.art import Bytes
from vision.types import Bgr, Floats


def put_below(picture: Bgr, rng: Generator, unit: float) -> None:
    """Draw up to four things that cards may cover; *unit* is a card's width in pixels."""
    for _ in range(int(rng.integers(0, 4))):
        THINGS[rng.integers(len(THINGS))](picture, rng, unit)


def put_above(picture: Bgr, ids: Bytes, rng: Generator, unit: float) -> None:
    """Draw a hand or a phone over the cards; *ids* is set to 0 there, for what is covered is not visible."""
    size = picture.shape[0]
    mask: Bytes = np.zeros((size, size), np.uint8)
    edge = rng.uniform(0, size, 2)
    edge[rng.integers(2)] = rng.choice([0, size - 1])
    tip = rng.uniform(0.15, 0.85, 2) * size
    thick = unit * rng.uniform(0.9, 1.8)
    start, end = (int(edge[0]), int(edge[1])), (int(tip[0]), int(tip[1]))
    skin = np.clip(np.array([120, 150, 205]) * rng.uniform(0.5, 1.15) + rng.normal(0, 12, 3), 0, 255)
    cv2.line(mask, start, end, 255, max(3, int(thick)))
    for _ in range(int(rng.integers(2, 6))):
        finger = tip + rng.normal(0, unit * 0.9, 2)
        cv2.line(mask, end, (int(finger[0]), int(finger[1])), 255, max(2, int(unit * rng.uniform(0.3, 0.5))))
    mask = np.asarray(cv2.GaussianBlur(mask, (5, 5), 0), np.uint8)
    alpha = mask[..., None].astype(np.float32) / 255
    shade = cv2.resize(rng.normal(0, 12, (6, 6, 3)).astype(np.float32), (size, size))
    sleeve = rng.integers(10, 240, 3) if rng.random() < 0.5 else skin
    along = np.linalg.norm(np.indices((size, size)).transpose(1, 2, 0)[..., ::-1] - tip, axis=2) > unit * 3
    colour = np.where(along[..., None], sleeve, skin) + shade
    picture[:] = np.clip(picture * (1 - alpha) + colour * alpha, 0, 255).astype(np.uint8)
    ids[mask > 127] = 0


def _box(rng: Generator, unit: float, size: int, low: float, high: float, ratio: float) -> Floats:
    width = unit * rng.uniform(low, high)
    box = ((rng.uniform(0, size), rng.uniform(0, size)), (width, width * ratio), float(rng.uniform(0, 180)))
    return np.asarray(cv2.boxPoints(box), np.float32)


def _ink(rng: Generator, low: int = 10, high: int = 245) -> tuple[int, int, int]:
    b, g, r = rng.integers(low, high, 3)
    return int(b), int(g), int(r)


def _rectangle(picture: Bgr, rng: Generator, unit: float) -> None:
    """A phone, a box, a sheet: one colour, a rim, maybe a screen; sometimes as large as a card."""
    near = rng.random() < 0.35
    points = _box(rng, unit, picture.shape[0], 0.8 if near else 1.4, 1.3 if near else 5, rng.uniform(1, 2.1))
    cv2.fillConvexPoly(picture, points.astype(np.int32), _ink(rng), cv2.LINE_AA)
    cv2.polylines(picture, [points.astype(np.int32)], True, _ink(rng), int(rng.integers(1, 4)), cv2.LINE_AA)
    if rng.random() < 0.5:
        inner = (points - points.mean(0)) * rng.uniform(0.6, 0.95) + points.mean(0)
        cv2.fillConvexPoly(picture, inner.astype(np.int32), _ink(rng), cv2.LINE_AA)


def _paper(picture: Bgr, rng: Generator, unit: float) -> None:
    points = _box(rng, unit, picture.shape[0], 1.0, 6, rng.uniform(1.2, 1.5))
    cv2.fillConvexPoly(picture, points.astype(np.int32), _ink(rng, 200, 255), cv2.LINE_AA)
    a, b, _, d = points
    for t in np.arange(0.1, 0.9, rng.uniform(0.04, 0.12)):
        start, end = a + (d - a) * t + (b - a) * 0.1, a + (d - a) * t + (b - a) * rng.uniform(0.4, 0.9)
        cv2.line(picture, start.astype(int).tolist(), end.astype(int).tolist(), _ink(rng, 0, 120), 1, cv2.LINE_AA)


def _western(picture: Bgr, rng: Generator, unit: float) -> None:
    """A western playing card of its true size, 63 mm wide, or a book of pips: pale. (Of a hwatu card's size it would
    be a foreign card, which is to be found.)"""
    points = _box(rng, unit, picture.shape[0], 1.6, 2.2, rng.uniform(1.3, 1.55))
    cv2.fillConvexPoly(picture, points.astype(np.int32), _ink(rng, 215, 255), cv2.LINE_AA)
    ink = (30, 20, 190) if rng.random() < 0.5 else (20, 20, 20)
    a, b, _, d = points
    for u in (0.25, 0.5, 0.75):
        for v in np.linspace(0.15, 0.85, int(rng.integers(2, 5))):
            if rng.random() < 0.6:
                centre = (a + (b - a) * u + (d - a) * v).astype(int).tolist()
                cv2.circle(picture, centre, max(1, int(unit * 0.09)), ink, -1, cv2.LINE_AA)


def _cup(picture: Bgr, rng: Generator, unit: float) -> None:
    centre = tuple(int(v) for v in rng.integers(0, picture.shape[0], 2))
    radius = int(unit * rng.uniform(0.4, 1.6))
    for k in np.linspace(1, 0.3, int(rng.integers(2, 4))):
        cv2.circle(picture, centre, max(2, int(radius * k)), _ink(rng), -1, cv2.LINE_AA)


def _coin(picture: Bgr, rng: Generator, unit: float) -> None:
    """Coins: two or three, with a rim and a lighter middle."""
    for _ in range(int(rng.integers(1, 4))):
        centre, metal = tuple(int(v) for v in rng.integers(0, picture.shape[0], 2)), rng.uniform(0.5, 1.2)
        radius = max(2, int(unit * rng.uniform(0.25, 0.37)))
        tone = np.array([150, 190, 205]) if rng.random() < 0.5 else np.array([185, 185, 185])
        for k, shade in ((1.0, 0.6), (0.9, 1.0), (0.5, 1.15)):
            b, g, r = np.clip(tone * metal * shade, 0, 255).astype(int).tolist()
            cv2.circle(picture, centre, max(1, int(radius * k)), (b, g, r), -1, cv2.LINE_AA)


def _cable(picture: Bgr, rng: Generator, unit: float) -> None:
    points = np.cumsum(rng.normal(0, unit * 2, (6, 2)), axis=0) + rng.uniform(0, picture.shape[0], 2)
    cv2.polylines(picture, [points.astype(np.int32)], False, _ink(rng), int(rng.integers(1, 6)), cv2.LINE_AA)


THINGS = (_rectangle, _rectangle, _paper, _western, _cup, _cable, _coin)
