"""A layout drawn on a picture and read back: nothing moves, and what is no table is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.observation import ZoneKind
from vision.errors import LayoutError
from vision.layout import Layout, default
from vision.sketch import Sketch, drawn, sketched

TILTED = ((0.74, -0.06, 20.0), (0.03, 0.86, -40.0), (0.00002, 0.00024, 1.0))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_layout_that_is_drawn_and_read_stays_where_it_is(players: int) -> None:
    layout = Layout(players, TILTED, default(players).zones)
    again = drawn(sketched(layout))
    assert [one.zone for one in again.zones] == [one.zone for one in layout.zones]
    places = np.array([(100, 100), (640, 360), (1200, 700)])
    assert np.abs(again.to_mm(places) - layout.to_mm(places)).max() < 0.5
    for one, other in zip(layout.zones, again.zones, strict=True):
        assert np.abs(np.array(one.polygon) - np.array(other.polygon)).max() < 0.5


def test_a_zone_that_is_moved_in_the_picture_is_moved_on_the_table() -> None:
    sketch = sketched(default(2))
    moved = tuple(
        (kind, seat, tuple((x + 50, y) for x, y in outline) if kind is ZoneKind.STOCK else outline)
        for kind, seat, outline in sketch.zones
    )
    stock = next(one for one in drawn(replace(sketch, zones=moved)).zones if one.zone.kind is ZoneKind.STOCK)
    before = next(one for one in default(2).zones if one.zone.kind is ZoneKind.STOCK)
    across = 50 * 920 / 1280
    assert np.allclose(np.array(stock.polygon), np.array(before.polygon) + np.array((across, 0)), atol=0.2)


def _changed(**values: object) -> Sketch:
    return replace(sketched(default(2)), **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("sketch", "words"),
    [
        (_changed(corners=((0, 0), (1280, 720), (1280, 0), (0, 720))), "cross each other"),
        (_changed(corners=((0, 0), (1280, 0), (0, 720), (200, 100))), "cross each other"),
        (_changed(corners=((0, 0), (1280, 0))), "four corners"),
        (_changed(size_mm=(10.0, 500.0)), "table of 10 x 500 mm"),
        (_changed(zones=()), "no zone for the floor"),
        (_changed(zones=((ZoneKind.FLOOR, None, ((1.0, 1.0), (2.0, 2.0))),)), "2 corners"),
        (_changed(zones=((ZoneKind.FLOOR, None, ((1.0, 1.0), (2.0, 1.0), (1.0, 2.0))),)), "smaller than"),
    ],
)
def test_what_is_no_table_is_refused_in_words(sketch: Sketch, words: str) -> None:
    with pytest.raises(LayoutError, match=words):
        drawn(sketch)


def test_a_zone_behind_the_horizon_is_refused() -> None:
    corners = ((500.0, 100.0), (780.0, 100.0), (1280.0, 720.0), (0.0, 720.0))  # the horizon is in sight
    zones = tuple(
        (kind, seat, tuple((x, -2000.0) for x, _ in outline) if kind is ZoneKind.STOCK else outline)
        for kind, seat, outline in sketched(default(2)).zones
    )
    with pytest.raises(LayoutError, match="horizon"):
        drawn(_changed(corners=corners, zones=zones))
