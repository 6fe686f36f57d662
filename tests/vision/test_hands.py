"""Hands and motion: an arm comes from an edge, a card does not, and neither noise nor clouds are hands."""

from __future__ import annotations

import pytest

from engine.observation import FLOOR, Zone, ZoneKind
from tests.fakes import SIZE, DrawnTable, card_at
from vision import layout as layouts
from vision.hands import ARM_REST, HandLook, HandWatch

OUTSIDE_BOTTOM, OUTSIDE_TOP = (600.0, 560.0), (300.0, -40.0)
PILE0 = Zone(ZoneKind.PILE, 0)


class Watch:
    """A drawn table and the watch over it."""

    def __init__(self, players: int = 2, table: DrawnTable | None = None) -> None:
        self.table = table or DrawnTable(layouts.default(players, SIZE))
        self.hands = HandWatch(self.table.layout, SIZE)
        self.look()

    def look(self, *arms: tuple[tuple[float, float], tuple[float, float]]) -> HandLook:
        frame = self.table.frame(*arms)
        return self.hands.see(self.hands.small(frame.bgr), frame.seconds)

    def rest(self, frames: int) -> list[HandLook]:
        return [self.look() for _ in range(frames)]


def test_grain_alone_is_no_hand_no_motion_and_no_change() -> None:
    for look in Watch().rest(10):
        assert look.still
        assert not look.arms
        assert not look.covered
        assert not look.changed.any()


def test_arm_covers_what_it_crosses_but_enters_where_its_hand_is() -> None:
    look = (watch := Watch()).look((OUTSIDE_BOTTOM, (600, 250)))
    assert {FLOOR, PILE0} <= look.covered
    assert look.entered == {0: frozenset({FLOOR})}
    assert not look.still
    assert not look.steady[watch.hands.size[1] // 2, 208]


@pytest.mark.parametrize(
    ("players", "start", "seat"),
    [
        (2, (600, 560), 0),
        (2, (300, -40), 1),
        (2, (960, 450), 0),
        (3, (600, 560), 0),
        (3, (960, 200), 1),
        (3, (-40, 200), 2),
        (4, (500, 560), 0),
        (4, (960, 260), 1),
        (4, (450, -40), 2),
        (4, (-40, 260), 3),
    ],
)
def test_the_edge_tells_whose_arm_it_is(players: int, start: tuple[float, float], seat: int) -> None:
    look = Watch(players).look((start, (460, 300)))
    assert [arm.seat for arm in look.arms] == [seat]


def test_sleeve_of_the_colour_of_the_table_is_followed_to_the_edge() -> None:
    watch = Watch()
    for y in (400, 360, 330, 330, 330, 330, 330, 330):
        frame = watch.table.frame(((600.0, y + 60.0), (600.0, float(y))))
        watch.table.draw_line(frame.bgr, (600, 560), (600, y + 100), (70, 110, 60))
        look = watch.hands.see(watch.hands.small(frame.bgr), frame.seconds)
        assert [arm.seat for arm in look.arms] == [0]
        assert not look.changed.any()


def test_two_hands_that_meet_over_the_floor_stay_two() -> None:
    look = Watch().look(((500, 560), (450, 262)), ((400, -40), (450, 258)))
    assert sorted(arm.seat for arm in look.arms) == [0, 1]


def test_finger_tips_over_the_stock_touch_it() -> None:
    watch = Watch()
    watch.look((OUTSIDE_BOTTOM, (470, 280)))
    assert watch.look((OUTSIDE_BOTTOM, (460, 265))).stock_touched_by == 0
    assert watch.look((OUTSIDE_BOTTOM, (750, 200))).stock_touched_by is None


def test_hand_that_passes_over_the_stock_does_not_touch_it() -> None:
    watch = Watch()
    looks = [watch.look((OUTSIDE_BOTTOM, tip)) for tip in ((600, 400), (460, 265), (300, 200), (300, 200))]
    assert not any(look.stock_touched_by == 0 for look in looks)


def test_a_new_card_is_a_change_and_no_hand() -> None:
    watch = Watch()
    watch.table.cards.append(card_at("01-bright", 250, 260, layout=watch.table.layout))
    looks = watch.rest(5)
    x, y = (watch.table.layout.to_px((250, 260)) * watch.hands.scale).astype(int)
    assert not any(look.arms or look.covered for look in looks)
    assert [bool(look.changed[y, x]) for look in looks] == [False, False, True, False, False]
    assert looks[-1].still


def test_a_card_that_was_taken_away_is_a_change_too() -> None:
    watch = Watch()
    watch.table.cards.append(card_at("01-bright", 250, 260, layout=watch.table.layout))
    watch.rest(5)
    watch.table.cards.clear()
    assert any(look.changed.any() for look in watch.rest(4))


def test_a_card_at_the_picture_edge_is_no_arm() -> None:
    watch = Watch()
    watch.table.cards.append(card_at("01-bright", 250, 500, layout=watch.table.layout))
    assert not any(look.arms for look in watch.rest(4))


def test_card_laid_under_a_hand_is_a_change_only_when_the_hand_has_gone() -> None:
    watch = Watch()
    arm = ((250.0, 560.0), (250.0, 250.0))
    watch.look(arm)
    watch.table.cards.append(card_at("01-bright", 250, 260, layout=watch.table.layout))
    assert not any(watch.look(arm).changed.any() for _ in range(5))
    assert any(look.changed.any() for look in watch.rest(4))


def test_resting_sleeve_becomes_table_and_leaves_no_ghost() -> None:
    watch = Watch()
    arm = (OUTSIDE_BOTTOM, (600.0, 400.0))
    looks = [watch.look(arm) for _ in range(int(ARM_REST * 10) + 5)]
    assert looks[10].arms
    assert not looks[-1].arms
    assert not any(look.arms for look in watch.rest(3))


def test_slow_light_is_no_change() -> None:
    watch = Watch()
    for _ in range(60):
        watch.table.light *= 0.992
        look = watch.look()
        assert not look.arms
        assert not look.changed.any()


def test_lamp_switched_on_hides_nothing_for_long() -> None:
    watch = Watch()
    watch.table.light = 1.6
    looks = watch.rest(8)
    assert not looks[0].still
    assert not looks[0].steady.any()
    assert not any(look.arms or look.covered for look in looks)
    assert not any(look.changed.any() for look in looks), "the cards are the same"
    assert looks[-1].still


def test_arm_that_rested_long_and_shifts_before_it_goes_leaves_no_ghost() -> None:
    watch = Watch()
    watch.rest(3)
    for x in (600.0, 600.0, 604.0, 610.0, 598.0, 590.0, 602.0, 560.0, 600.0):
        for _ in range(round(ARM_REST * 10) + 3 if x in (600.0, 598.0) else 3):
            watch.look(((600.0, 560.0), (x, 250.0)))
    gone = watch.rest(8)
    assert not any(look.arms or look.covered for look in gone[1:])
    assert [arm.seat for arm in watch.look(((600.0, 560.0), (600.0, 250.0))).arms] == [0], "and it is an arm again"


@pytest.mark.parametrize("felt", [(60, 100, 50), (22, 36, 58)], ids=["cloth", "dark wood"])
@pytest.mark.parametrize("left", [0.35, 0.6])
def test_arm_in_a_half_shadow_leaves_no_ghost_when_it_goes(left: float, felt: tuple[int, int, int]) -> None:
    watch = Watch()
    watch.table.felt[:] = felt
    watch = Watch(table=watch.table)
    watch.rest(3)
    arm = ((600.0, 560.0), (600.0, 250.0))
    lit, half = watch.table.felt.copy(), round(0.5 * SIZE[0])

    def shade(part: float) -> None:
        watch.table.felt[:, half:] = (lit[:, half:] * (1 - (1 - left) * part)).astype(lit.dtype)

    over = [watch.look(arm)]
    for part in (0.4, 0.8, 1.0, 1.0, 1.0, 1.0):
        shade(part)
        over.append(watch.look(arm))
    assert all([arm.seat for arm in look.arms] == [0] for look in over)
    for part in (0.8, 0.4, 0.0, 0.0, 0.0, 0.0):
        shade(part)
        watch.look(arm)
    assert not any(look.arms or look.covered for look in watch.rest(6)[1:])
    assert [arm.seat for arm in watch.look(arm).arms] == [0]


def test_shadow_over_half_of_the_table_is_no_arm_and_passes_into_the_table_once_nothing_moves() -> None:
    watch = Watch()
    watch.rest(3)
    felt = watch.table.felt.copy()
    half = round(0.42 * SIZE[0])
    watch.table.felt[:, :half] = (felt[:, :half] * 0.55).astype(felt.dtype)
    dark = watch.rest(8)
    assert not any(look.arms for look in dark)
    assert not dark[-1].covered
    watch.table.felt[:] = felt
    bright = watch.rest(8)
    assert not any(look.arms for look in bright)
    assert not bright[-1].covered
