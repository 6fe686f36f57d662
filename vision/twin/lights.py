"""Light that changes while the table is filmed: a lamp that is switched, a shadow over half of it, a mirror image."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Bgr, Corners

RAMP_S = 0.25


@dataclass(frozen=True)
class Light:
    """Something that the light does from `start` to `end`, film seconds. `place`: picture widths and heights, 0..1."""

    kind: str  # "lamp", "shadow" or "glare"
    start: float
    end: float
    strength: float  # lamp and shadow: the share of light that is left; glare: levels added
    place: tuple[float, float] = (0.5, 0.5)  # of the mirror image, or a point of the shadow's edge
    angle: float = 0.0  # of the shadow's edge, degrees
    size: float = 0.1  # of the mirror image, picture widths

    def level(self, seconds: float) -> float:
        """How much of it is there, 0..1."""
        up, down = (seconds - self.start) / RAMP_S, (self.end - seconds) / RAMP_S
        return float(np.clip(min(up, down), 0.0, 1.0))


def lit(picture: Bgr, lights: Iterable[Light], seconds: float, cards: Callable[[], list[Corners]]) -> Bgr:
    """*picture* as the lights of that moment show it. *cards* tells where glossy cards lie, picture pixels."""
    for light in lights:
        part = light.level(seconds)
        if part <= 0:
            continue
        mirrors = light.kind == "glare"
        picture = _mirrored(picture, light, part, cards()) if mirrors else _dimmed(picture, light, part)
    return picture


def _dimmed(picture: Bgr, light: Light, part: float) -> Bgr:
    left = 1 - (1 - light.strength) * part
    if light.kind == "lamp":
        return np.asarray(cv2.convertScaleAbs(picture, alpha=left), np.uint8)
    keep = _half(picture.shape[1], picture.shape[0], light)
    share = 128 * (1 - (1 - left) * keep)
    mask = np.repeat(share.astype(np.uint8)[..., None], 3, 2)
    return np.asarray(cv2.multiply(picture, mask, scale=1 / 128), np.uint8)


def _half(width: int, height: int, light: Light) -> NDArray[np.float32]:
    """1 on the shadow's side of its edge, 0 on the other, soft between."""
    ys, xs = np.mgrid[0:height:8, 0:width:8].astype(np.float32)
    turn = np.radians(light.angle)
    away = (xs - light.place[0] * width) * np.cos(turn) + (ys - light.place[1] * height) * np.sin(turn)
    small = np.clip(0.5 + away / (0.03 * width), 0, 1).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _mirrored(picture: Bgr, light: Light, part: float, cards: list[Corners]) -> Bgr:
    """A lamp's mirror image, on glossy cards only: cloth does not mirror."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    for quad in cards:
        cv2.fillConvexPoly(mask, np.round(quad * 16).astype(np.int32), (255,), cv2.LINE_AA, 4)
    x, y = light.place[0] * width, light.place[1] * height
    reach = light.size * width
    left, right = (int(np.clip(v, 0, width)) for v in (x - 3 * reach, x + 3 * reach))
    top, bottom = (int(np.clip(v, 0, height)) for v in (y - 3 * reach, y + 3 * reach))
    ys, xs = np.mgrid[top:bottom, left:right].astype(np.float32)
    glow = light.strength * part * np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / reach**2)
    glow *= mask[top:bottom, left:right] / 255
    out = picture.copy()
    window = out[top:bottom, left:right]
    added = np.clip(glow, 0, 255).astype(np.uint8)
    cv2.add(window, cv2.merge([added, added, added]), dst=window)
    return out
