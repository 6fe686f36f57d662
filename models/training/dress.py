"""Print a face as some maker would: frame, crop, ink, tint, corners. One style per scene."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from models.training.art import Bytes
from vision.types import Bgr, Floats

FRAMES = ((40, 30, 200), (25, 20, 150), (20, 20, 20), (45, 40, 40), (235, 240, 240), (60, 20, 90), (120, 60, 20))


@dataclass(frozen=True, slots=True)
class Style:
    """How one deck is printed."""

    aspect: float  # length over width
    frame: tuple[int, int, int] | None  # BGR; None: the art's own
    frame_width: float  # fraction of the card's width
    edge: float  # a thin pale or dark rim outside the frame, fraction
    edge_colour: tuple[int, int, int]
    crop: float  # fraction of the art cut away all round
    corner: float  # corner radius, fraction of the width
    colour: Floats  # (3, 4) affine map of BGR in 0..255
    wobble: float  # by how much lines are drawn elsewhere, fraction of the width
    ink: float  # how fat dark lines are printed: 1 a pixel of the art more on either side, -1 a pixel less


def draw_style(rng: Generator) -> Style:
    """Draw a random style."""
    own = rng.random() < 0.3
    frame = None if own else FRAMES[rng.integers(len(FRAMES))]
    if frame is not None:
        b, g, r = np.clip(np.array(frame) + rng.normal(0, 14, 3), 0, 255)
        frame = (int(b), int(g), int(r))
        if rng.random() < 0.45:  # Korean decks: red
            frame = (int(rng.integers(10, 70)), int(rng.integers(5, 60)), int(rng.integers(120, 245)))
    pale = rng.random() < 0.5
    return Style(
        aspect=float(rng.uniform(1.46, 1.72)),
        frame=frame,
        frame_width=float(rng.uniform(0.015, 0.09)),
        edge=float(rng.uniform(0.01, 0.03)) if rng.random() < 0.25 else 0.0,
        edge_colour=(225, 232, 235) if pale else (20, 20, 25),
        crop=float(rng.uniform(0, 0.05)) if not own else 0.0,
        corner=float(rng.choice([0.02, 0.05, 0.09, 0.13])),
        colour=_colour_map(rng),
        wobble=float(rng.uniform(0.01, 0.045)) if rng.random() < 0.5 else 0.0,
        ink=float(rng.uniform(-0.7, 0.8)) if rng.random() < 0.4 else 0.0,
    )


def _colour_map(rng: Generator) -> Floats:
    saturation = rng.uniform(0.55, 1.3)
    grey = np.array([[0.114, 0.587, 0.299]] * 3)
    matrix = saturation * np.eye(3) + (1 - saturation) * grey
    matrix = matrix + rng.normal(0, 0.05, (3, 3))  # inks differ: blue to purple, orange to yellow
    cream = np.array([rng.uniform(0.78, 1.0), rng.uniform(0.9, 1.0), 1.0]) if rng.random() < 0.5 else np.ones(3)
    black = rng.uniform(0, 45) if rng.random() < 0.4 else 0.0
    matrix = cream[:, None] * matrix * (255 - black) / 255
    return np.concatenate([matrix, np.full((3, 1), black)], axis=1).astype(np.float32)


def dress(art: Bgr, style: Style, width: int, rng: Generator) -> Bytes:
    """Return *art* printed in *style*, uint8 (H, width, 4) with alpha; H follows the style's aspect."""
    if style.wobble:
        art = _wobbled(art, style.wobble, rng)
    if style.ink:
        art = _inked(art, style.ink)
    height = max(8, round(width * style.aspect))
    card = np.empty((height, width, 3), np.uint8)
    edge, rim = round(style.edge * width), 0
    if style.frame is not None:
        rim = max(1, round(style.frame_width * width))
        card[:] = style.frame
    if edge:
        card[:] = style.edge_colour
        if style.frame is not None:
            card[edge:-edge, edge:-edge] = style.frame
    inset = edge + rim
    cut_y, cut_x = round(art.shape[0] * style.crop), round(art.shape[1] * style.crop)
    inner = art[cut_y : art.shape[0] - cut_y, cut_x : art.shape[1] - cut_x]
    size = (max(4, width - 2 * inset), max(4, height - 2 * inset))
    printed = cv2.transform(cv2.resize(inner, size, interpolation=cv2.INTER_AREA), style.colour)
    card[inset : inset + size[1], inset : inset + size[0]] = printed[: height - inset, : width - inset]
    return np.dstack([card, rounded(height, width, style.corner * width)])


def _wobbled(art: Bgr, much: float, rng: Generator) -> Bgr:
    """Return *art* as another hand would have drawn it: everything a little elsewhere, larger or smaller."""
    height, width = art.shape[:2]
    zoom = np.exp(rng.normal(0, 1.5 * much, 2))
    shift = rng.normal(0, much * width, 2)
    coarse = rng.normal(0, much * width, (5, 4, 2)).astype(np.float32)
    coarse[[0, -1]] *= 0.3  # frames stay nearly straight
    coarse[:, [0, -1]] *= 0.3
    off = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    x = (x - width / 2) * np.float32(zoom[0]) + np.float32(width / 2 + shift[0]) + off[..., 0]
    y = (y - height / 2) * np.float32(zoom[1]) + np.float32(height / 2 + shift[1]) + off[..., 1]
    return np.asarray(cv2.remap(art, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _inked(art: Bgr, much: float) -> Bgr:
    """Return *art* with its dark lines fatter, or thinner where *much* is negative."""
    pen = np.ones((3, 3), np.uint8)
    other = cv2.erode(art, pen) if much > 0 else cv2.dilate(art, pen)
    return np.asarray(cv2.addWeighted(art, 1 - abs(much), other, abs(much), 0), np.uint8)


def rounded(height: int, width: int, radius: float) -> Bytes:
    """Return an alpha mask, uint8 (height, width), of a rectangle with rounded corners."""
    mask = np.full((height, width), 255, np.uint8)
    r = round(radius)
    if r < 1:
        return mask
    y, x = np.mgrid[0:r, 0:r]
    corner = (((x - r + 0.5) ** 2 + (y - r + 0.5) ** 2) <= r * r).astype(np.uint8) * 255
    mask[:r, :r], mask[:r, -r:] = corner, corner[:, ::-1]
    mask[-r:, :r], mask[-r:, -r:] = corner[::-1], corner[::-1, ::-1]
    return mask


def draw_back(rng: Generator, width: int = 64) -> Bgr:
    """Draw the back of an unknown deck: a plain colour, sometimes with a rim, stripes or dots."""
    height = round(width * 1.55)
    base = rng.integers(10, 230, 3) if rng.random() < 0.4 else np.array([30, 25, 170]) + rng.normal(0, 25, 3)
    if rng.random() < 0.2:
        base = np.array([25, 25, 25]) + rng.normal(0, 10, 3)
    back = np.full((height, width, 3), np.clip(base, 0, 255), np.uint8)
    ink = tuple(int(v) for v in np.clip(base + rng.normal(0, 50, 3), 0, 255))
    style = rng.integers(5)
    if style == 1:
        cv2.rectangle(back, (5, 5), (width - 6, height - 6), ink, int(rng.integers(1, 4)))
    elif style == 2:
        step = int(rng.integers(6, 16))
        for x in range(-height, width, step):
            cv2.line(back, (x, 0), (x + height, height), ink, 1)
    elif style == 3:
        step = int(rng.integers(7, 16))
        for y in range(step // 2, height, step):
            for x in range(step // 2, width, step):
                cv2.circle(back, (x, y), max(1, step // 4), ink, -1)
    elif style == 4:
        noise = cv2.resize(rng.normal(0, 18, (height // 4, width // 4, 3)), (width, height))
        back = np.clip(back + noise, 0, 255).astype(np.uint8)
    return back
