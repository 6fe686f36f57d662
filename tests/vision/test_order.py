"""Who lies on whom: masks of overlapping cards come to agree."""

from __future__ import annotations

import numpy as np

from vision.order import ordered
from vision.types import Corners, Mask, Quad

SIZE = (64, 96)


def box(x: float, y: float = 0.0) -> Corners:
    return np.array([[x, y], [x + 40, y], [x + 40, y + 60], [x, y + 60]], np.float32)


def card(x: float, mask: Mask | None) -> Quad:
    return Quad(box(x), 1.0, 0.9, mask)


def shown(left: float, level: int = 255, other: int = 0) -> Mask:
    """A mask that is *level* up to the fraction *left* of the card's width and *other* beyond."""
    mask = np.full((SIZE[1], SIZE[0]), other, np.uint8)
    mask[:, : round(left * SIZE[0])] = level
    return mask


def share(mask: Mask | None, left: float, right: float) -> float:
    assert mask is not None
    return float((mask[:, round(left * SIZE[0]) + 2 : round(right * SIZE[0]) - 2] > 127).mean())


def test_the_card_that_shows_more_of_what_is_shared_lies_above() -> None:
    below, above = ordered([card(0, shown(1.0, other=255, level=110)), card(20, shown(1.0))])
    assert share(below.shown, 0.5, 1.0) == 0, "what lies under the other card is not its own"
    assert share(above.shown, 0.0, 1.0) == 1


def test_the_upper_card_is_seen_where_its_own_mask_doubted() -> None:
    doubtful = shown(0.5, level=120, other=255)
    below, above = ordered([card(0, shown(0.5)), card(20, doubtful)])
    assert share(above.shown, 0.0, 0.5) == 1
    assert share(below.shown, 0.0, 0.5) == 1
    assert share(below.shown, 0.5, 1.0) == 0


def test_in_a_fan_the_middle_card_shows_only_between_its_neighbours() -> None:
    _, middle, _ = ordered([card(0, shown(0.3)), card(12, shown(0.3)), card(24, shown(1.0))])
    assert share(middle.shown, 0.0, 0.3) == 1
    assert share(middle.shown, 0.3, 1.0) == 0


def test_masks_that_say_the_same_stay_as_they_are() -> None:
    first, second = card(0, shown(1.0, level=140)), card(20, shown(1.0, level=140))
    for before, after in zip((first, second), ordered([first, second]), strict=True):
        assert after.shown is not None
        assert (after.shown == before.shown).all()


def test_cards_that_only_touch_or_have_no_mask_are_left_alone() -> None:
    touching = [card(0, shown(0.4)), card(40, shown(1.0))]
    for before, after in zip(touching, ordered(touching), strict=True):
        assert np.array_equal(np.asarray(before.shown), np.asarray(after.shown))
    assert [q.shown for q in ordered([card(0, None), card(10, None)])] == [None, None]
    assert ordered([]) == []
