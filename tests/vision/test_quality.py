"""Named conditions: said when they are there, silent when the picture is good."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.fakes import SIZE, DrawnTable, card_at
from vision.quality import QualityWatch
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


def named(watch: QualityWatch, bgr: Bgr) -> str | None:
    return watch.see(bgr, np.asarray(cv2.resize(bgr, (320, 180), interpolation=cv2.INTER_AREA), np.uint8)).condition


def test_good_picture_has_no_condition() -> None:
    watch, room = QualityWatch(), table()
    assert [named(watch, room.frame().bgr) for _ in range(4)] == [None] * 4


def test_dark_room_is_dark() -> None:
    assert named(QualityWatch(), table(light=0.12).frame().bgr) == "dark"


def test_mirrored_lamp_is_glare() -> None:
    bgr = table().frame().bgr
    cv2.circle(bgr, (640, 360), 120, (255, 255, 255), -1)
    assert named(QualityWatch(), bgr) == "glare"


def test_lens_out_of_focus_is_blur() -> None:
    bgr = np.asarray(cv2.GaussianBlur(table().frame().bgr, (0, 0), 4), np.uint8)
    assert named(QualityWatch(), bgr) == "blur"


def test_empty_cloth_is_not_called_blurred() -> None:
    bgr = np.full((SIZE[1], SIZE[0], 3), (90, 120, 80), np.uint8)
    assert named(QualityWatch(), bgr) is None


@pytest.mark.parametrize("shift", [(12, 0), (0, -10), (9, 9)])
def test_pushed_camera_is_named_after_three_looks_and_forgotten_when_set_up_again(shift: tuple[int, int]) -> None:
    watch, room = QualityWatch(), table()
    named(watch, room.frame().bgr)
    moved = [np.roll(room.frame().bgr, shift, (1, 0)) for _ in range(4)]
    assert [named(watch, bgr) for bgr in moved] == [None, None, "moved", "moved"]
    watch.recalibrated()
    assert named(watch, moved[0]) is None


def test_an_arm_and_a_new_card_are_no_pushed_camera() -> None:
    watch, room = QualityWatch(), table()
    named(watch, room.frame().bgr)
    room.cards.append(card_at("08-bright", 460, 260, layout=room.layout))
    arms = [((600.0, 560.0), (400.0 + 10 * n, 200.0)) for n in range(6)]
    assert [named(watch, room.frame(arm).bgr) for arm in arms] == [None] * 6
