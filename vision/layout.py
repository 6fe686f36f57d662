"""The table plane and its zones: pixels to millimetres and back, top-down pictures, the layout file."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.observation import FLOOR, STOCK, Zone, ZoneKind
from vision.errors import LayoutError
from vision.types import Bgr

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Matrix = tuple[tuple[float, float, float], ...]

CARD_MM = (36.0, 54.0)
TABLE_MM = (920.0, 520.0)
PRIORITY = (ZoneKind.STOCK, ZoneKind.SHOW, ZoneKind.PILE, ZoneKind.FLOOR)
"""Which zone wins where outlines overlap: the stock lies inside the floor."""


@dataclass(frozen=True, slots=True)
class LayoutZone:
    """A zone and its outline in table millimetres."""

    zone: Zone
    polygon: Polygon


@dataclass(frozen=True)
class Layout:
    """How the picture shows the table (CONTRACT.md section 2). Table origin top left, x right, y down, millimetres."""

    players: int
    homography: Matrix  # picture pixels to table millimetres
    zones: tuple[LayoutZone, ...]
    size_mm: tuple[float, float] = TABLE_MM  # width, height
    card_mm: tuple[float, float] = CARD_MM

    @cached_property
    def matrix(self) -> NDArray[np.float64]:
        """`homography` as float64 (3, 3)."""
        return np.array(self.homography, np.float64)

    @cached_property
    def inverse(self) -> NDArray[np.float64]:
        """Table millimetres to picture pixels, float64 (3, 3)."""
        return np.asarray(np.linalg.inv(self.matrix), np.float64)

    @cached_property
    def _ordered(self) -> tuple[tuple[Zone, NDArray[np.float32]], ...]:
        by_priority = sorted(self.zones, key=lambda z: PRIORITY.index(z.zone.kind))
        return tuple((z.zone, np.array(z.polygon, np.float32)) for z in by_priority)

    def to_mm(self, points: Any) -> NDArray[np.float32]:
        """Picture pixels, (..., 2), as table millimetres of the same shape."""
        return _project(self.matrix, points)

    def to_px(self, points: Any) -> NDArray[np.float32]:
        """Table millimetres, (..., 2), as picture pixels of the same shape."""
        return _project(self.inverse, points)

    def zone_at(self, mm: Sequence[float] | NDArray[Any]) -> Zone | None:
        """The zone at a place of the table; the stock wins over the floor around it."""
        place = (float(mm[0]), float(mm[1]))
        return next((zone for zone, shape in self._ordered if cv2.pointPolygonTest(shape, place, False) >= 0), None)

    def polygon(self, zone: Zone) -> NDArray[np.float32]:
        """Outline of *zone* in millimetres, float32 (n, 2). Raises LayoutError if the layout has none."""
        found = next((shape for here, shape in self._ordered if here == zone), None)
        if found is None:
            raise LayoutError(f"the layout marks no {describe(zone)}; add it to the layout file")
        return found

    def topdown_size(self, px_per_mm: float) -> tuple[int, int]:
        """Width and height of the top-down picture, pixels."""
        return round(self.size_mm[0] * px_per_mm), round(self.size_mm[1] * px_per_mm)

    def topdown_matrix(self, px_per_mm: float) -> NDArray[np.float64]:
        """Picture pixels to top-down pixels, float64 (3, 3)."""
        return np.diag([px_per_mm, px_per_mm, 1.0]) @ self.matrix

    def topdown(self, bgr: Bgr, px_per_mm: float) -> Bgr:
        """The table as seen from straight above, blue-green-red; what the picture does not show is black."""
        matrix, size = self.topdown_matrix(px_per_mm), self.topdown_size(px_per_mm)
        return np.asarray(cv2.warpPerspective(bgr, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)

    def mask(self, kinds: Collection[ZoneKind | Zone], px_per_mm: float) -> NDArray[np.uint8]:
        """Zones of these kinds (or these very zones) in the top-down picture: 255 inside, uint8 (H, W)."""
        width, height = self.topdown_size(px_per_mm)
        out = np.zeros((height, width), np.uint8)
        wanted = [shape for zone, shape in self._ordered if zone in kinds or zone.kind in kinds]
        for shape in wanted:
            cv2.fillPoly(out, [np.round(shape * px_per_mm).astype(np.int32)], (255,))
        return out

    def dumps(self) -> str:
        """The layout as TOML text; `loads` reads it back equal."""
        rows = ",\n".join(f"    {_numbers(row)}" for row in self.homography)
        head = [
            "format = 1",
            f"players = {self.players}",
            f"card_mm = {_numbers(self.card_mm)}",
            f"homography = [\n{rows},\n]",
            f"size_mm = {_numbers(self.size_mm)}",
        ]
        return "\n".join(head) + "\n" + "".join(_zone_text(zone) for zone in self.zones)

    def dump(self, path: Path | str) -> None:
        """Write the layout file. Raises LayoutError if that cannot be."""
        try:
            Path(path).write_text(self.dumps(), encoding="utf-8")
        except OSError as error:
            raise LayoutError(f"cannot write {path}: {error.strerror or error}; name another file") from None


def describe(zone: Zone) -> str:
    """A zone in words for messages, for example ``"pile of seat 1"``."""
    return str(zone.kind) if zone.seat is None else f"{zone.kind} of seat {zone.seat}"


def load(path: Path | str) -> Layout:
    """Read a layout file. Raises LayoutError if it is missing, damaged or describes no table."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LayoutError(f"cannot read the layout {path}: {error}; set the table up again") from None
    return loads(text, str(path))


def loads(text: str, name: str = "layout") -> Layout:
    """Read layout text; *name* stands in messages. Raises LayoutError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LayoutError(f"{name} is no TOML: {error}") from None
    if data.get("format") != 1:
        raise LayoutError(f"{name} has format {data.get('format')!r}; this version reads format 1")
    try:
        return _checked(data)
    except LayoutError as error:
        raise LayoutError(f"{name}: {error}") from None


def default(players: int, size_px: tuple[int, int] = (1280, 720)) -> Layout:
    """Sensible zones for a camera that looks straight down at 920 x 520 mm of table; *size_px* is width, height.

    Raises LayoutError unless 2, 3 or 4 play.
    """
    if players not in DEFAULT_ZONES:
        raise LayoutError(f"{players} players have no default layout; 2, 3 or 4 can play")
    across, down = TABLE_MM[0] / size_px[0], TABLE_MM[1] / size_px[1]
    zones = tuple(LayoutZone(zone, _box(*box)) for zone, box in DEFAULT_ZONES[players])
    return Layout(players, ((across, 0.0, 0.0), (0.0, down, 0.0), (0.0, 0.0, 1.0)), zones)


def _pile(seat: int) -> Zone:
    return Zone(ZoneKind.PILE, seat)


def _show(seat: int) -> Zone:
    return Zone(ZoneKind.SHOW, seat)


DEFAULT_ZONES: dict[int, tuple[tuple[Zone, tuple[float, float, float, float]], ...]] = {
    2: (
        (FLOOR, (20, 146, 900, 374)),
        (STOCK, (425, 220, 495, 300)),
        (_pile(0), (20, 380, 750, 516)),
        (_pile(1), (170, 4, 900, 140)),
        (_show(0), (756, 380, 900, 516)),
        (_show(1), (20, 4, 164, 140)),
    ),
    3: (
        (FLOOR, (186, 10, 734, 374)),
        (STOCK, (425, 152, 495, 232)),
        (_pile(0), (186, 380, 590, 516)),
        (_pile(1), (740, 10, 916, 374)),
        (_pile(2), (4, 10, 180, 374)),
        (_show(0), (596, 380, 734, 516)),
        (_show(1), (740, 380, 916, 516)),
        (_show(2), (4, 380, 180, 516)),
    ),
    4: (
        (FLOOR, (186, 146, 734, 374)),
        (STOCK, (425, 220, 495, 300)),
        (_pile(0), (186, 380, 590, 516)),
        (_pile(1), (740, 146, 916, 516)),
        (_pile(2), (330, 4, 734, 140)),
        (_pile(3), (4, 4, 180, 374)),
        (_show(0), (596, 380, 734, 516)),
        (_show(1), (740, 4, 916, 140)),
        (_show(2), (186, 4, 324, 140)),
        (_show(3), (4, 380, 180, 516)),
    ),
}
"""Zone and box (left, top, right, bottom; millimetres) by player count; cards face their seat's edge."""


def _box(left: float, top: float, right: float, bottom: float) -> Polygon:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _project(matrix: NDArray[np.float64], points: Any) -> NDArray[np.float32]:
    flat = np.asarray(points, np.float64)
    ones = np.ones((*flat.shape[:-1], 1))
    moved = np.concatenate([flat, ones], -1) @ matrix.T
    return np.asarray(moved[..., :2] / moved[..., 2:], np.float32)


def _numbers(values: Sequence[float]) -> str:
    return "[" + ", ".join(repr(int(v)) if float(v).is_integer() else repr(float(v)) for v in values) + "]"


def _zone_text(zone: LayoutZone) -> str:
    seat = "" if zone.zone.seat is None else f"seat = {zone.zone.seat}\n"
    points = ", ".join(_numbers(point) for point in zone.polygon)
    return f'\n[[zone]]\nkind = "{zone.zone.kind}"\n{seat}polygon = [{points}]\n'


def _checked(data: Mapping[str, Any]) -> Layout:
    players = data.get("players")
    if players not in DEFAULT_ZONES:
        raise LayoutError(f"players is {players!r}; 2, 3 or 4 can play")
    rows = _points(data.get("homography"), 3, "homography")
    if len(rows) != 3 or abs(np.linalg.det(np.array(rows))) < 1e-12:
        raise LayoutError("homography is not an invertible 3x3 table of numbers")
    size, card = (_points([data.get(key)], 2, key)[0] for key in ("size_mm", "card_mm"))
    if min(*size, *card) <= 0:
        raise LayoutError("size_mm and card_mm must be positive")
    zones = tuple(_zone(entry, players) for entry in data.get("zone", ()))
    missing = {FLOOR, *(_pile(seat) for seat in range(players))} - {z.zone for z in zones}
    if missing:
        raise LayoutError(f"no zone for the {describe(min(missing))}; mark it on the table")
    return Layout(players, tuple((r[0], r[1], r[2]) for r in rows), zones, (size[0], size[1]), (card[0], card[1]))


def _zone(entry: Mapping[str, Any], players: int) -> LayoutZone:
    if entry.get("kind") not in set(ZoneKind):
        raise LayoutError(f"zone kind {entry.get('kind')!r} is not one of {', '.join(ZoneKind)}")
    kind, seat = ZoneKind(entry["kind"]), entry.get("seat")
    owned = kind in (ZoneKind.PILE, ZoneKind.SHOW)
    if owned and seat not in range(players) or not owned and seat is not None:
        raise LayoutError(f"zone {kind} has seat {seat!r}; {f'0 to {players - 1}' if owned else 'none'} is right")
    polygon = tuple((p[0], p[1]) for p in _points(entry.get("polygon"), 2, f"polygon of {kind}"))
    if len(polygon) < 3:
        raise LayoutError(f"polygon of {kind} has {len(polygon)} points; 3 or more are needed")
    return LayoutZone(Zone(kind, seat), polygon)


def _points(value: Any, width: int, name: str) -> tuple[tuple[float, ...], ...]:
    try:
        rows = tuple(tuple(float(number) for number in row) for row in value)
    except (TypeError, ValueError):
        rows = ((),)
    if any(len(row) != width for row in rows) or not np.isfinite(rows).all():
        raise LayoutError(f"{name} is not a list of {width} numbers each")
    return rows
