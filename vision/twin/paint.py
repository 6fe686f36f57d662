"""Pasting sprites into a picture: premultiplied colour, soft shadows and filled edges, all in uint8 arithmetic."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.twin.art import Sprite
from vision.twin.camera import Rect
from vision.types import Bgr, Corners

Mask = NDArray[np.uint8]


def bounds(points: NDArray[np.float32], margin: int, size: tuple[int, int]) -> Rect:
    """The pixels around *points* (n, 2), cut to a picture of *size* (width, height); may be empty."""
    low, high = np.floor(points.min(0)) - margin, np.ceil(points.max(0)) + margin
    left, right = (int(min(max(v, 0), size[0])) for v in (low[0], high[0]))
    top, bottom = (int(min(max(v, 0), size[1])) for v in (low[1], high[1]))
    return left, top, max(left, right), max(top, bottom)


def overlap(a: Rect, b: Rect) -> bool:
    """Whether two rectangles share a pixel."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def union(rects: list[Rect]) -> Rect:
    """The smallest rectangle around all of *rects*."""
    lefts, tops, rights, bottoms = zip(*rects, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def grown(rect: Rect, margin: int, size: tuple[int, int]) -> Rect:
    """*rect* with *margin* pixels more on every side, cut to the picture."""
    left, top, right, bottom = rect
    return max(0, left - margin), max(0, top - margin), min(size[0], right + margin), min(size[1], bottom + margin)


def paste(
    canvas: Bgr, origin: tuple[int, int], sprite: Sprite, quad: Corners, rim: int, shade: float = 1.0, gloss: int = 0
) -> None:
    """Draw *sprite* so that its corners (without *rim* clear pixels) fall on *quad*; picture pixels, clockwise.

    *canvas* is the part of the picture that begins at *origin* and is changed in place. *shade* multiplies the
    sprite's colours, *gloss* (0..255) is the light that it mirrors.
    """
    placed = _place(canvas, origin, sprite, quad, rim)
    if placed is None:
        return
    window, warped = placed
    colour = cv2.cvtColor(warped, cv2.COLOR_BGRA2BGR)
    if shade != 1.0:
        colour = cv2.convertScaleAbs(colour, alpha=shade)
    cover = cv2.cvtColor(warped[..., 3], cv2.COLOR_GRAY2BGR)
    if gloss:
        colour = cv2.add(colour, cv2.convertScaleAbs(cover, alpha=gloss / 255))
    keep = 255 - cover
    cv2.add(cv2.multiply(window, keep, scale=1 / 255), colour, dst=window)


def darken(canvas: Bgr, origin: tuple[int, int], mask: Mask, quad: Corners, rim: int, strength: float) -> None:
    """Throw a shadow: *canvas* gets darker by *strength* where *mask*, put on *quad*, is 255."""
    placed = _place(canvas, origin, mask, quad, rim)
    if placed is None:
        return
    window, warped = placed
    keep = cv2.cvtColor(255 - cv2.convertScaleAbs(warped, alpha=strength), cv2.COLOR_GRAY2BGR)
    cv2.multiply(window, keep, dst=window, scale=1 / 255)


def _place(
    canvas: Bgr, origin: tuple[int, int], sprite: NDArray[np.uint8], quad: Corners, rim: int
) -> tuple[Bgr, NDArray[np.uint8]] | None:
    """The window of *canvas* that the sprite may touch, and the sprite warped into it."""
    height, width = sprite.shape[:2]
    source = np.array([(rim, rim), (width - rim, rim), (width - rim, height - rim), (rim, height - rim)], np.float32)
    moved = (quad - np.array(origin, np.float32)).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source - 0.5, moved)
    outline = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) if rim else source
    whole = cv2.perspectiveTransform(outline[None], matrix)[0]
    left, top, right, bottom = bounds(whole, 1, (canvas.shape[1], canvas.shape[0]))
    if right <= left or bottom <= top:
        return None
    shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]], np.float64)
    warped = cv2.warpPerspective(sprite, shift @ matrix, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
    return canvas[top:bottom, left:right], np.asarray(warped, np.uint8)
