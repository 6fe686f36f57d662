"""Wanted places of a known table: tight boxes seen from above, and which cards they hold."""

from __future__ import annotations

import numpy as np

from tests.fakes import SIZE
from vision import layout as layouts
from vision.parts import Mask, Wanted, from_above

LAYOUT = layouts.default(2, SIZE)
PER_MM = 32 / 36


def places(*middles_mm: tuple[float, float], reach: int = 6) -> Mask:
    mask = np.zeros((180, 320), np.bool_)
    for x, y in LAYOUT.to_px(np.array(middles_mm)) / 4:
        mask[round(y) - reach : round(y) + reach, round(x) - reach : round(x) + reach] = True
    return mask


def wanted(region: Mask | None) -> Wanted:
    return Wanted(LAYOUT, PER_MM, region, SIZE)


def area(boxes: list[tuple[int, int, int, int]]) -> int:
    return sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)


def test_places_far_apart_have_a_box_each_and_neighbours_share_one() -> None:
    assert len(wanted(places((100, 200), (700, 300))).boxes()) == 2
    assert len(wanted(places((300, 200), (340, 220))).boxes()) == 1


def test_a_box_has_room_for_the_whole_card_and_ends_at_the_table() -> None:
    ((left, top, right, bottom),) = wanted(places((460, 260))).boxes()
    middle = np.array((460, 260)) * PER_MM
    assert (middle - (left, top) > 40).all() and ((right, bottom) - middle > 40).all()
    assert (right - left) * (bottom - top) < 200 * 200
    ((left, top, *_),) = wanted(places((30, 160))).boxes()
    assert left == 0 and top > 0


def test_without_a_region_one_box_holds_the_whole_playing_area() -> None:
    everywhere = wanted(None)
    assert area(everywhere.boxes()) > 0.9 * np.prod(LAYOUT.topdown_size(PER_MM))
    assert everywhere.holds(np.array((460, 260)) * PER_MM)
    assert wanted(np.zeros((180, 320), np.bool_)).boxes() == []


def test_only_cards_whose_middle_is_wanted_are_held() -> None:
    some = wanted(places((460, 260)))
    assert some.holds(np.array((460, 260)) * PER_MM)
    assert not some.holds(np.array((520, 260)) * PER_MM)
    assert not some.holds(np.array((-50.0, 9000.0)))


def test_a_part_shows_the_same_pixels_as_the_whole_table_from_above() -> None:
    picture = np.random.default_rng(1).integers(0, 255, (SIZE[1], SIZE[0], 3), dtype=np.uint8)
    whole = LAYOUT.topdown(picture, PER_MM)
    part = from_above(picture, LAYOUT, PER_MM, (100, 60, 260, 220))
    assert np.abs(part.astype(int) - whole[60:220, 100:260]).mean() < 1
