"""Draw what was recognised onto a picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from engine.observation import ZoneKind
from vision.assign import FOREIGN
from vision.decks import BACK
from vision.enrol import LaidCard
from vision.errors import PictureError
from vision.layout import Layout
from vision.types import Bgr, Detection

COLOURS = {
    ZoneKind.FLOOR: (90, 210, 90), ZoneKind.STOCK: (60, 190, 255), ZoneKind.PILE: (255, 170, 70),
    ZoneKind.SHOW: (230, 120, 220),
}  # fmt: skip
"""Blue-green-red by kind of zone."""

SURE, UNSURE = (60, 200, 60), (40, 170, 255)
"""BGR colours of sure and of doubtful cards."""


def annotate(bgr: Bgr, cards: Sequence[Detection]) -> Bgr:
    """Return a copy of *bgr* with each card's outline, a mark at its upright top, its face and its confidence."""
    picture = bgr.copy()
    unit = max(picture.shape[:2]) / 1000
    thick = max(1, round(2 * unit))
    for card in cards:
        corners = card.quad.corners
        colour = SURE if card.confidence >= 0.8 and card.face != "unknown" else UNSURE
        cv2.polylines(picture, [np.round(corners).astype(np.int32)], True, colour, thick, cv2.LINE_AA)
        top = np.round(corners[:2]).astype(int).tolist()
        cv2.line(picture, top[0], top[1], colour, 3 * thick, cv2.LINE_AA)
    texts = [f"{card.face} {round(100 * card.confidence)}" for card in cards]
    middles = [card.quad.corners.mean(0).astype(int).tolist() for card in cards]
    for text, middle in zip(texts, apart(middles, [_extent(text, unit) for text in texts]), strict=True):
        _label(picture, text, middle, unit)
    return picture


def apart(middles: Sequence[list[int]], sizes: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Where labels of *sizes* (width, height) go so that none lies on another: at *middles*, or a little above or
    below; pixels."""
    placed: list[list[int]] = []
    for (x, y), (width, height) in zip(middles, sizes, strict=True):
        ways = [[x, y + step * height] for step in (0, -1, 1, -2, 2, -3, 3)]

        def free(at: list[int], width: int = width, height: int = height) -> bool:
            return all(2 * abs(at[0] - other[0]) >= width + size[0] or 2 * abs(at[1] - other[1]) >= height + size[1]
                       for other, size in zip(placed, sizes, strict=False))

        placed.append(next(filter(free, ways), ways[0]))
    return placed


def number_cards(bgr: Bgr, cards: Sequence[LaidCard]) -> Bgr:
    """Return a copy of *bgr* with the outline, number and face of each card of a lay-out, doubtful ones in orange."""
    picture = bgr.copy()
    unit = max(picture.shape[:2]) / 1000
    for card in cards:
        sound = not card.doubtful and not card.double and card.face not in (FOREIGN, BACK)
        cv2.polylines(picture, [np.round(card.quad.corners).astype(np.int32)], True, SURE if sound else UNSURE,
                      max(1, round(2 * unit)), cv2.LINE_AA)  # fmt: skip
        x, y = card.quad.corners.mean(0).astype(int).tolist()
        _label(picture, str(card.number), [x, y - round(9 * unit)], 2 * unit)
        _label(picture, card.face, [x, y + round(12 * unit)], unit)
    return picture


def draw_zones(bgr: Bgr, layout: Layout, step_mm: float = 100.0) -> Bgr:
    """A copy of the picture with a grid of *step_mm* on the table and the outline and name of each zone."""
    picture = bgr.copy()
    unit = max(picture.shape[:2]) / 1000
    thick = max(1, round(unit))
    width, height = layout.size_mm
    for at in np.arange(0, width + 1, step_mm):
        _line(picture, layout, [(at, 0), (at, height)], (190, 190, 190), thick)
    for at in np.arange(0, height + 1, step_mm):
        _line(picture, layout, [(0, at), (width, at)], (190, 190, 190), thick)
    for zone in layout.zones:
        colour = COLOURS[zone.zone.kind]
        _line(picture, layout, [*zone.polygon, zone.polygon[0]], colour, 3 * thick)
        name = str(zone.zone.kind) if zone.zone.seat is None else f"{zone.zone.kind} {zone.zone.seat}"
        x, y = layout.to_px(np.array(zone.polygon).mean(0)).round().astype(int).tolist()
        size = 0.8 * max(unit, 0.6)
        cv2.putText(picture, name, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, (20, 20, 20), 5 * thick, cv2.LINE_AA)
        cv2.putText(picture, name, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, colour, 2 * thick, cv2.LINE_AA)
    return picture


def write(target: Path, bgr: Bgr) -> None:
    """Write a picture file, and the folder it goes into. Raises PictureError."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        written = cv2.imwrite(str(target), bgr)
    except (OSError, cv2.error):
        written = False
    if not written:
        raise PictureError(f"cannot write {target}; end its name in .png or .jpg, in a folder that may be written")


def _extent(text: str, unit: float) -> tuple[int, int]:
    """Width and height of a label with its ground, pixels."""
    size, thick = _font(unit)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    return width + 7, height + 10


def _font(unit: float) -> tuple[float, int]:
    return 0.5 * max(unit, 0.6), max(1, round(1.3 * unit))


def _label(picture: Bgr, text: str, middle: list[int], unit: float) -> None:
    size, thick = _font(unit)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    x, y = middle[0] - width // 2, middle[1] + height // 2
    cv2.rectangle(picture, (x - 3, y - height - 4), (x + width + 3, y + 5), (20, 20, 20), -1)
    cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), thick, cv2.LINE_AA)


def _line(picture: Bgr, layout: Layout, mm: Sequence[tuple[float, float]], colour: tuple[int, ...], thick: int) -> None:
    points = [np.linspace(a, b, 20) for a, b in pairwise(mm)]
    px = np.round(layout.to_px(np.concatenate(points))).clip(-20000, 20000).astype(np.int32)
    cv2.polylines(picture, [px], False, colour, thick, cv2.LINE_AA)
