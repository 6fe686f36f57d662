"""A pushed camera is noticed at once; hands, cards, light and a cleared table are none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.bump import BumpWatch
from vision.hands import Mask
from vision.types import Bgr

rng = np.random.default_rng(5)
CLOTH = cv2.resize(rng.integers(60, 160, (45, 80, 3), np.uint8), (320, 180), interpolation=cv2.INTER_CUBIC)
PLAIN = np.full((180, 320, 3), (60, 100, 50), np.uint8)


class Watched:
    """Feeds pictures with grain, ten a second."""

    def __init__(self) -> None:
        self.watch, self.number = BumpWatch(), 0

    def see(self, picture: Bgr, times: int = 1, hands: Mask | None = None) -> bool:
        for _ in range(times):
            grain = np.random.default_rng(self.number).normal(0, 1.5, picture.shape)
            self.number += 1
            pushed = self.watch.see(np.clip(picture + grain, 0, 255).astype(np.uint8), self.number / 10, hands)
        return pushed


def pushed(picture: Bgr, right: float = 0.0, down: float = 0.0, turn: float = 0.0) -> Bgr:
    matrix = cv2.getRotationMatrix2D((160, 90), turn, 1.0) + np.array([[0, 0, right], [0, 0, down]])
    return np.asarray(cv2.warpAffine(picture, matrix, (320, 180), borderMode=cv2.BORDER_REFLECT), np.uint8)


def with_cards(picture: Bgr, count: int) -> Bgr:
    out = picture.copy()
    for n in range(count):
        x, y = 20 + 27 * (n % 11), 20 + 50 * (n // 11)
        cv2.rectangle(out, (x, y), (x + 12, y + 18), (230, 235, 240), -1)
        cv2.circle(out, (x + 6, y + 4 + n % 9), 4, (40, 40, 200), -1)
    return out


@pytest.mark.parametrize("cloth", [CLOTH, with_cards(PLAIN, 24)], ids=["cloth", "plain"])
@pytest.mark.parametrize(("right", "down", "turn"), [(6, 0, 0), (40, -25, 0), (0, 0, 12), (-50, 10, -8)])
def test_a_push_is_noticed_within_three_frames(cloth: Bgr, right: float, down: float, turn: float) -> None:
    room = Watched()
    assert not room.see(cloth, 10)
    assert room.see(pushed(cloth, right, down, turn), 3)


def test_hands_new_cards_and_light_are_no_push() -> None:
    room, picture = Watched(), with_cards(CLOTH, 20)
    room.see(picture, 10)
    for n in range(12):
        arm = picture.copy()
        cv2.line(arm, (150, 200), (100 + 10 * n, 60), (120, 150, 205), 34)
        cv2.line(arm, (60, -20), (90 + 8 * n, 100), (110, 140, 195), 30)
        assert not room.see(arm)
    for n in range(20, 33):
        assert not room.see(with_cards(CLOTH, n), 3)
    assert not room.see(np.asarray(cv2.convertScaleAbs(with_cards(CLOTH, 33), alpha=0.6), np.uint8), 10)


def test_striped_sleeve_that_rested_and_goes_on_over_a_few_cards_is_no_push() -> None:
    room, cards = Watched(), with_cards(PLAIN, 8)
    room.see(cards, 10)

    def sleeved(at: int) -> tuple[Bgr, Mask]:
        out, arm = cards.copy(), np.zeros(cards.shape[:2], np.uint8)
        cv2.line(arm, (320, at), (70, at - 20), (1,), 44)
        out[arm > 0] = (150, 150, 150)
        stripes = (np.arange(320) // 4 % 2 == 0)[None, :] & (arm > 0)
        out[stripes] = (90, 80, 80)
        return out, arm > 0

    room.see(*_hands(sleeved(60), 6))
    for at in range(62, 120, 4):
        assert not room.see(*_hands(sleeved(at), 1))
    assert not room.see(cards, 6)
    assert room.see(pushed(cards, 40, -25), 5)


def _hands(seen: tuple[Bgr, Mask], times: int) -> tuple[Bgr, int, Mask]:
    return seen[0], times, seen[1]


def test_a_table_that_is_cleared_is_no_push() -> None:
    room = Watched()
    room.see(with_cards(PLAIN, 24), 10)
    assert not room.see(with_cards(PLAIN, 3), 10)
    assert not room.see(with_cards(PLAIN, 12), 10)


def test_a_camera_that_is_put_back_is_trusted_again() -> None:
    room = Watched()
    room.see(CLOTH, 10)
    assert room.see(pushed(CLOTH, 30), 8)
    assert not room.see(CLOTH, 3)


def test_after_settling_the_new_view_is_the_right_one() -> None:
    room = Watched()
    room.see(CLOTH, 10)
    assert room.see(pushed(CLOTH, 30), 5)
    room.watch.settle()
    assert not room.see(pushed(CLOTH, 30), 5)
    assert room.see(CLOTH, 3)


def test_deal_on_a_cloth_with_nothing_but_a_seam_is_no_push() -> None:
    """Cards on the seam and an arm hide most of what a bare cloth showed."""
    cloth = PLAIN.copy()
    cv2.line(cloth, (190, 0), (194, 179), (20, 35, 15), 6)
    room, dealt = Watched(), cloth.copy()
    room.see(cloth, 10)
    for n in range(6):
        for x in (182, 60, 110, 240):
            cv2.rectangle(dealt, (x, 6 + 29 * n), (x + 16, 28 + 29 * n), (230, 235, 240), -1)
            cv2.circle(dealt, (x + 8, 16 + 29 * n), 5, (40, 40, 200), -1)
        arm = dealt.copy()
        cv2.line(arm, (330, 60 + 12 * n), (170, 40 + 12 * n), (120, 150, 205), 34)
        room.see(arm)
    assert not room.see(dealt, 10)
    assert room.see(pushed(dealt, 40, -25), 3)
