"""What is left lying over the table is remembered until it goes or proves to be cards."""

from __future__ import annotations

import numpy as np

from vision.hands import HandLook, Mask
from vision.resting import ENOUGH_S, LONG_S, UNDER_S, Resting

SHAPE = (180, 320)
NO = np.zeros(SHAPE, np.bool_)


def box(left: int, top: int, right: int, bottom: int) -> Mask:
    mask = NO.copy()
    mask[top:bottom, left:right] = True
    return mask


def look(*, changed: Mask = NO, under: Mask = NO, rested: Mask = NO) -> HandLook:
    quiet = np.zeros(SHAPE)
    return HandLook((), ~under, changed, NO, under, rested, frozenset(), {}, None, True, False, quiet)


ARM = box(100, 60, 130, 180)


def test_an_arm_at_rest_hides_the_table_until_it_moves() -> None:
    resting = Resting(SHAPE)
    resting.see(look(changed=ARM, rested=ARM), 10.0)
    assert (resting.mask == ARM).all()
    assert not resting.long(10.0 + LONG_S - 0.1).any()
    assert (resting.long(10.0 + LONG_S) == ARM).all()
    resting.see(look(changed=box(90, 50, 140, 180)), 14.0)
    assert not resting.mask.any()


def test_a_card_found_beside_the_hand_leaves_the_hand() -> None:
    resting = Resting(SHAPE)
    with_card = ARM | box(130, 60, 142, 78)
    resting.see(look(changed=with_card, rested=with_card), 10.0)
    resting.found([np.array([(130, 60), (142, 60), (142, 78), (130, 78)])])
    assert resting.mask[100, 110]
    assert not resting.mask[70, 136]


def test_what_consists_of_cards_is_no_hand() -> None:
    resting = Resting(SHAPE)
    row = box(100, 150, 148, 180)
    resting.see(look(changed=row, rested=row), 10.0)
    resting.found([np.array([(x, 150), (x + 16, 150), (x + 16, 180), (x, 180)]) for x in (100, 116)])
    assert not resting.mask.any()


def test_hands_that_never_leave_a_place_hide_it_though_they_move() -> None:
    resting = Resting(SHAPE)
    for n in range(round(10 * UNDER_S) + 2):
        swinging = ARM | box(80 + n % 20, 60, 100, 90)
        resting.see(look(under=swinging), n / 10)
    long = resting.long(UNDER_S + 0.1)
    assert long[100, 110]
    assert not long[70, 85]
    resting.see(look(), UNDER_S + 0.2)
    assert not resting.long(UNDER_S + 0.2).any()


def test_what_nobody_takes_away_is_no_reason_to_wait_for_ever() -> None:
    resting = Resting(SHAPE)
    resting.see(look(changed=ARM, rested=ARM), 10.0)
    assert not resting.left(10.0 + LONG_S).any()
    late = 10.0 + ENOUGH_S
    resting.see(look(), late)
    assert not resting.long(late).any()
    assert (resting.left(late) == ARM).all() and (resting.mask == ARM).all(), "what it hides stays unknown"
