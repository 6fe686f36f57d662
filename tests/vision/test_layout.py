"""The table plane: file format, directions, zones, and errors that say what to mend."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.observation import FLOOR, STOCK, Zone, ZoneKind
from vision import layout
from vision.errors import LayoutError
from vision.layout import Layout

TILTED = ((0.8, 0.05, -12.5), (0.02, 0.85, 3.25), (1e-5, 1e-4, 1.0))


def tilted(players: int = 2) -> Layout:
    return replace(layout.default(players), homography=TILTED)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_layout_file_reads_back_equal(players: int, tmp_path: Path) -> None:
    table = tilted(players)
    table.dump(tmp_path / "layout.toml")
    assert layout.load(tmp_path / "layout.toml") == table


def test_pixels_to_millimetres_and_back() -> None:
    table = tilted()
    points = np.array([[[100.0, 50.0], [1200.0, 700.0]]])
    assert table.to_px(table.to_mm(points)) == pytest.approx(points, abs=1e-2)
    assert table.to_mm(points).shape == (1, 2, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_has_a_pile_at_its_own_edge(players: int) -> None:
    table = layout.default(players)
    edges = {2: "bt", 3: "brl", 4: "brtl"}[players]
    for seat, edge in enumerate(edges):
        x, y = table.polygon(Zone(ZoneKind.PILE, seat)).mean(0) - table.polygon(FLOOR).mean(0)
        outward = {"b": (0, 1), "t": (0, -1), "r": (1, 0), "l": (-1, 0)}[edge]
        assert x * outward[0] + y * outward[1] > 100


def test_stock_wins_over_the_floor_around_it() -> None:
    table = layout.default(2)
    assert table.zone_at((460, 260)) == STOCK
    assert table.zone_at((300, 260)) == FLOOR
    assert table.zone_at((-5, 260)) is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_default_zones_only_overlap_at_the_stock(players: int) -> None:
    table = layout.default(players)
    total = sum((table.mask([z.zone], 1.0) > 0).astype(int) for z in table.zones if z.zone != STOCK)
    assert np.max(total) == 1


def test_topdown_puts_a_card_at_its_millimetres() -> None:
    table = tilted()
    bgr = np.zeros((720, 1280, 3), np.uint8)
    x, y = np.round(table.to_px((460, 260))).astype(int)
    bgr[y - 3 : y + 4, x - 3 : x + 4] = (10, 200, 30)
    seen = table.topdown(bgr, 0.5)
    assert seen.shape == (260, 460, 3)
    assert seen[130, 230].tolist() == [10, 200, 30]


def test_mask_holds_the_named_kinds_only() -> None:
    mask = layout.default(2).mask([ZoneKind.PILE], 0.5)
    assert mask[220, 100] == 255
    assert mask[130, 230] == 0


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("format = 1", "format = 2", "format 1"),
        ("players = 2", "players = 7", "players is 7"),
        ("size_mm = [920, 520]", "size_mm = [920]", "size_mm is not a list of 2"),
        ("size_mm = [920, 520]", "size_mm = [920, -1]", "must be positive"),
        ('kind = "stock"', 'kind = "bank"', "'bank' is not one of floor, stock"),
        ('kind = "stock"', 'kind = "stock"\nseat = 1', "none is right"),
        ("seat = 1", "seat = 5", "0 to 1"),
        ("[0, 0, 1]", "[0, 0, 0]", "invertible"),
        ("homography", "homograph", "homography is not"),
        ('kind = "floor"', 'kind = "stock"', "no zone for the floor"),
        ("format = 1", "format = = 1", "is no TOML"),
    ],
)
def test_damaged_layout_names_its_fault(old: str, new: str, says: str) -> None:
    text = layout.default(2).dumps()
    assert old in text
    with pytest.raises(LayoutError, match=says):
        layout.loads(text.replace(old, new))


def test_missing_file_and_odd_player_count_are_layout_errors(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match="cannot read"):
        layout.load(tmp_path / "none.toml")
    with pytest.raises(LayoutError, match="5 players"):
        layout.default(5)
    with pytest.raises(LayoutError, match="no show of seat 0"):
        replace(layout.default(2), zones=()).polygon(Zone(ZoneKind.SHOW, 0))
