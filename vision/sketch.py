"""A layout as people draw it on a picture: the table's corners and the zones' outlines in pixels, and back.

Pure: values in, a layout out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.observation import Zone, ZoneKind
from vision.errors import LayoutError
from vision.layout import CARD_MM, Layout, LayoutZone, Point, Polygon, loads

LEAST_MM, MOST_MM = 150.0, 4000.0
"""Sides of a table that may be."""

CORNERS = 12
"""Corners that an outline has at most."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """Where the table and its zones are in a picture."""

    players: int
    corners: Polygon  # of the table: left top, right top, right bottom, left bottom; pixels
    size_mm: tuple[float, float]  # of the table between these corners: width, height
    zones: tuple[tuple[ZoneKind, int | None, Polygon], ...]  # kind, seat, outline in pixels
    card_mm: tuple[float, float] = CARD_MM


def sketched(layout: Layout) -> Sketch:
    """Return *layout* as it lies in its picture, to a tenth of a pixel."""
    width, height = layout.size_mm
    corners = _points(layout.to_px([(0, 0), (width, 0), (width, height), (0, height)]))
    zones = tuple((one.zone.kind, one.zone.seat, _points(layout.to_px(one.polygon))) for one in layout.zones)
    return Sketch(layout.players, corners, layout.size_mm, zones, layout.card_mm)


def drawn(sketch: Sketch) -> Layout:
    """Return the layout that *sketch* shows.

    Raises LayoutError for corners that make no rectangle seen from anywhere, outlines that are none, missing zones.
    """
    corners = np.array(sketch.corners, np.float32)
    if corners.shape != (4, 2) or not _convex(corners):
        raise LayoutError("the four corners of the table cross each other; begin at the top left, clockwise")
    width, height = sketch.size_mm
    if not all(LEAST_MM <= side <= MOST_MM for side in sketch.size_mm):
        raise LayoutError(f"a table of {width:.0f} x {height:.0f} mm is none; draw its corners again")
    flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(corners, flat), np.float64)
    zones = tuple(_zone(kind, seat, outline, matrix) for kind, seat, outline in sketch.zones)
    rows = tuple((float(a), float(b), float(c)) for a, b, c in matrix)
    return loads(Layout(sketch.players, rows, zones, sketch.size_mm, sketch.card_mm).dumps(), "the table")


def _zone(kind: ZoneKind, seat: int | None, outline: Sequence[Point], matrix: NDArray[np.float64]) -> LayoutZone:
    if not 3 <= len(outline) <= CORNERS:
        raise LayoutError(f"the outline of {kind} has {len(outline)} corners; 3 to {CORNERS} are right")
    points = np.array(outline, np.float64)
    depth = np.column_stack([points, np.ones(len(points))]) @ matrix[2]
    if (depth <= 0).any():
        raise LayoutError(f"{kind} lies behind the table's horizon; draw the table's corners again")
    mm = cv2.perspectiveTransform(points[None], matrix)[0]
    if cv2.contourArea(mm.astype(np.float32)) < 100:
        raise LayoutError(f"{kind} is smaller than a square centimetre; draw it larger")
    return LayoutZone(Zone(kind, seat), tuple((round(float(x), 1), round(float(y), 1)) for x, y in mm))


def _convex(corners: NDArray[np.float32]) -> bool:
    """Whether the corners run clockwise (y down) around a quad without dents."""
    sides = np.roll(corners, -1, 0) - corners
    after = np.roll(sides, -1, 0)
    return bool((sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0] > 1).all())


def _points(pixels: NDArray[np.float32]) -> Polygon:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in pixels)
