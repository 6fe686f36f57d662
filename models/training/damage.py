"""What a camera does to a scene: blur, colour cast, gamma, uneven light, glare, noise, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.random import Generator

from models.training.art import Bytes
from vision.types import Bgr


def damage(picture: Bgr, rng: Generator, strength: float = 1.0) -> Bgr:
    """Return *picture* (uint8 BGR) as an ordinary camera would have taken it; *strength* 0..1 scales the worst."""
    taken = _light(_blur(picture, rng, strength), rng, strength)
    if rng.random() < 0.6:
        spread = rng.uniform(1, 9 * strength + 1)
        cv2.setRNGSeed(int(rng.integers(2**31 - 1)))  # OpenCV's own generator: one seed, one scene
        noise = cv2.randn(np.empty(taken.shape, np.int16), np.zeros(3), np.full(3, spread))
        taken = cv2.add(taken, noise, dtype=cv2.CV_8U)
    if rng.random() < 0.5:
        quality = int(rng.integers(35, 96))
        packed = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(taken, np.uint8)


def _blur(picture: Bgr, rng: Generator, strength: float) -> MatLike:
    kind = rng.random()
    if kind < 0.3:
        return cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 0.4 + 1.1 * strength))
    if kind < 0.38:
        length = int(rng.integers(2, 3 + round(4 * strength)))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0)
        return cv2.filter2D(picture, -1, kernel / max(kernel.sum(), 1e-6))
    if kind < 0.55:
        factor = rng.uniform(1 - 0.45 * strength, 1.0)
        small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        return cv2.resize(small, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return picture


def _light(picture: MatLike, rng: Generator, strength: float) -> MatLike:
    gamma = float(np.exp(rng.normal(0, 0.25 * strength)))
    gain = float(np.exp(rng.normal(0, 0.18 * strength)))
    cast = np.exp(rng.normal(0, 0.12 * strength, 3))
    steps = np.arange(256) / 255
    lut = np.clip((steps[:, None] ** gamma * gain * cast) * 255, 0, 255).astype(np.uint8)
    picture = cv2.LUT(picture, lut[None])
    if rng.random() < 0.55:
        height, width = picture.shape[:2]
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
        angle = rng.uniform(0, 2 * np.pi)
        along = x * np.cos(angle) + y * np.sin(angle)
        if rng.random() < 0.35:  # the edge of a shadow
            soft = rng.uniform(0.01, 0.2)
            field = 1 - rng.uniform(0.15, 0.5) / (1 + np.exp(np.clip((along - rng.uniform(-0.7, 0.7)) / soft, -30, 30)))
        else:
            field = 1 + along * rng.uniform(0, 0.45 * strength)
        field = field.astype(np.float32)
        if rng.random() < 0.2 * strength:  # glare: a lamp mirrored by the gloss
            cx, cy = rng.uniform(-1, 1, 2)
            spot = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / rng.uniform(0.01, 0.15))
            glow = np.asarray(cv2.multiply(picture, cv2.merge([field] * 3), dtype=cv2.CV_32F), np.float32)
            bright: Bytes = np.clip(glow + (spot * rng.uniform(40, 150))[..., None], 0, 255).astype(np.uint8)
            return bright
        return cv2.multiply(picture, cv2.merge([field] * 3), dtype=cv2.CV_8U)
    return picture
