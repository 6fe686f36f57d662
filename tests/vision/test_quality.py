"""Named conditions of the whole table: said when they are there, silent when the picture is good."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.fakes import SIZE, DrawnTable, card_at
from tests.vision.spoil import Shot, darker, dazzled, shaken, shot, unfocused
from vision.legible import CROP, Condition, brightness, shrunk
from vision.quality import QualityWatch, glaring
from vision.types import Bgr


def table(light: float = 1.0) -> DrawnTable:
    out = DrawnTable(light=light)
    spots = [(x, y) for x in range(80, 900, 90) for y in (80, 200, 320, 440)]
    out.cards = [card_at(f"{1 + n % 11:02d}-junk", x, y, n * 37.0, layout=out.layout) for n, (x, y) in enumerate(spots)]
    rng = np.random.default_rng(3)
    for n in range(400):  # something printed on the cloth, so that there is detail to judge
        x, y = rng.integers(0, SIZE[0]), rng.integers(0, SIZE[1])
        cv2.circle(out.felt, (int(x), int(y)), 3, (30 + n % 90, 60, 40), -1)
    return out


@pytest.fixture(scope="module")
def seen() -> Shot:
    return shot(11)


def named(watch: QualityWatch, *pictures: Bgr, cards: Shot | None = None) -> list[Condition | None]:
    told = []
    for bgr in pictures:
        told.append(watch.see(shrunk(bgr), cards.crops(bgr, CROP) if cards else []).condition)
    return told


def test_good_picture_has_no_condition(seen: Shot) -> None:
    room = table()
    assert named(QualityWatch(), *[room.frame().bgr for _ in range(4)]) == [None] * 4
    assert named(QualityWatch(), *[seen.bgr] * 4, cards=seen) == [None] * 4


def test_dark_room_is_dark_at_once_if_it_was_never_bright() -> None:
    assert named(QualityWatch(), table(light=0.08).frame().bgr) == [Condition.DARK]


def test_light_that_goes_off_is_named_at_the_second_look_and_forgotten_when_it_is_on_again(seen: Shot) -> None:
    off = darker(seen.bgr, 0.06)
    told = named(QualityWatch(), seen.bgr, off, off, off, seen.bgr, seen.bgr, cards=seen)
    assert told == [None, None, Condition.DARK, Condition.DARK, Condition.DARK, None]


@pytest.mark.parametrize("colour", [(3, 3, 3), (40, 60, 110)])
def test_a_covered_lens_is_told_from_a_dark_room(seen: Shot, colour: tuple[int, int, int]) -> None:
    rng = np.random.default_rng(5)
    before_the_lens = np.clip(np.full(seen.bgr.shape, colour) + rng.normal(0, 2, seen.bgr.shape), 0, 255)
    told = named(QualityWatch(), seen.bgr, *[before_the_lens.astype(np.uint8)] * 3, seen.bgr, seen.bgr)
    assert told == [None, None, Condition.COVERED, Condition.COVERED, Condition.COVERED, None]


def test_a_lens_covered_by_something_of_the_colour_of_a_printed_cloth_is_covered() -> None:
    printed = shot(401, after=30.0)
    plain = np.full(printed.bgr.shape, np.median(printed.bgr, (0, 1)).astype(np.uint8))
    assert named(QualityWatch(), *[printed.bgr] * 3, plain, plain)[-1] is Condition.COVERED


def test_a_dim_room_is_read_and_its_hands_are_seen_as_in_a_bright_one(seen: Shot) -> None:
    watch, dim = QualityWatch(), darker(seen.bgr, 0.25)
    assert named(watch, dim, dim, cards=seen) == [None, None]
    assert brightness(watch.readable(dim)) == pytest.approx(110, abs=25)
    assert brightness(watch.even(shrunk(dim))) > 1.3 * brightness(shrunk(dim))


def test_an_empty_dark_cloth_is_neither_dark_nor_brightened_for_the_hands() -> None:
    watch, cloth = QualityWatch(), np.full((SIZE[1], SIZE[0], 3), (30, 45, 38), np.uint8)
    assert named(watch, cloth, cloth) == [None, None]
    assert watch.even(cloth) is cloth


def test_a_plain_table_that_is_cleared_is_no_covered_lens() -> None:
    room = DrawnTable()
    room.cards = table().cards
    pictures = [room.frame().bgr for _ in range(3)]
    while room.cards:
        room.cards = room.cards[8:]
        pictures.append(room.frame().bgr)
    assert set(named(QualityWatch(), *pictures, *[room.frame().bgr for _ in range(4)])) == {None}


def test_lens_out_of_focus_is_named_with_cards_and_without(seen: Shot) -> None:
    soft = unfocused(seen.bgr, 8)
    assert named(QualityWatch(), seen.bgr, soft, soft, cards=seen)[-1] is Condition.FOCUS
    assert named(QualityWatch(), unfocused(seen.bgr, 10))[-1] is Condition.FOCUS


def test_a_camera_that_shakes_is_blur_and_one_shaken_frame_is_not(seen: Shot) -> None:
    shaking = shaken(seen.bgr, 29, 20)
    assert named(QualityWatch(), seen.bgr, shaking, shaking, cards=seen)[-1] is Condition.BLUR
    assert named(QualityWatch(), seen.bgr, shaking, seen.bgr, cards=seen) == [None] * 3


def test_empty_cloth_is_not_called_out_of_focus() -> None:
    bgr = np.full((SIZE[1], SIZE[0], 3), (90, 120, 80), np.uint8)
    bgr[:, : SIZE[0] // 2] += 40  # some light from the left
    assert named(QualityWatch(), bgr) == [None]


def test_lamp_that_dazzles_half_the_table_is_glare_for_all_a_small_one_only_where_it_is(seen: Shot) -> None:
    assert named(QualityWatch(), dazzled(seen.bgr, seen.quads[0], 6, 3)) == [Condition.GLARE]
    little = shrunk(dazzled(seen.bgr, seen.quads[0], 0.8))
    assert named(QualityWatch(), dazzled(seen.bgr, seen.quads[0], 0.8)) == [None]
    where = glaring(little, 30, 300)
    x, y = np.round(seen.quads[0].mean(0) / 4).astype(int)
    assert where[y, x]
    assert 30 < np.count_nonzero(where) < 1500
    assert not glaring(shrunk(seen.bgr), 30, 300).any()


def test_cards_too_small_in_the_picture_are_named_from_the_layout_alone(seen: Shot) -> None:
    assert named(QualityWatch(card_px=14), seen.bgr) == [Condition.SMALL]
    assert named(QualityWatch(card_px=26), seen.bgr) == [None]


@pytest.mark.parametrize("shift", [(12, 0), (0, -10), (9, 9)])
def test_pushed_camera_is_named_after_three_looks_and_forgotten_when_set_up_again(shift: tuple[int, int]) -> None:
    watch, room = QualityWatch(), table()
    named(watch, room.frame().bgr)
    moved = [np.roll(room.frame().bgr, shift, (1, 0)) for _ in range(4)]
    assert named(watch, *moved) == [None, None, "moved", "moved"]
    watch.recalibrated(50)
    assert named(watch, moved[0]) == [None]


def test_an_arm_and_a_new_card_are_no_pushed_camera() -> None:
    watch, room = QualityWatch(), table()
    named(watch, room.frame().bgr)
    room.cards.append(card_at("08-bright", 460, 260, layout=room.layout))
    arms: Sequence[tuple[tuple[float, float], tuple[float, float]]] = [
        ((600.0, 560.0), (400.0 + 10 * n, 200.0)) for n in range(6)
    ]
    assert named(watch, *[room.frame(arm).bgr for arm in arms]) == [None] * 6
