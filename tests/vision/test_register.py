"""A pushed camera finds the table again: from the background, from the cards, from both; never from a guess."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.fakes import SIZE, corners_mm
from vision import layout as layouts
from vision.layout import Layout
from vision.register import KnownCard, apart, register
from vision.types import Bgr, Detection, Quad

rng = np.random.default_rng(8)
CLOTH = np.asarray(
    cv2.resize(rng.integers(60, 160, (180, 320, 3), np.uint8), (1600, 1000), interpolation=cv2.INTER_CUBIC), np.uint8
)
PLAIN = np.full_like(CLOTH, 90)
PLACES = [(60 + 130 * n, 90 + 170 * row, 11.0 * n) for n in range(7) for row in range(3)]


@dataclass
class View:
    """A table of 920 x 520 mm in the middle of the picture, as a camera sees it that was pushed."""

    shift: tuple[float, float] = (0.0, 0.0)  # millimetres
    turn: float = 0.0  # degrees
    tilt: float = 0.0  # change of size from the table's middle to its end
    cloth: Bgr = field(default_factory=lambda: CLOTH)

    @property
    def matrix(self) -> NDArray[np.float64]:
        """Table millimetres to pixels."""
        c, s = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        centre = np.array([[1, 0, -460], [0, 1, -260], [0, 0, 1]], np.float64)
        bump = np.array([[c, -s, self.shift[0]], [s, c, self.shift[1]], [0, 0, 1]])
        lean = np.array([[1, 0, 0], [0, 1, 0], [self.tilt / 460, self.tilt / 600, 1]])
        look = np.array([[1.05, 0, SIZE[0] / 2], [0, 1.05, SIZE[1] / 2], [0, 0, 1]])
        return np.asarray(look @ lean @ bump @ centre, np.float64)

    @property
    def layout(self) -> Layout:
        """Where things lie in this view."""
        back = np.linalg.inv(self.matrix)
        a, b, c = (tuple(map(float, row)) for row in back / back[2, 2])
        return replace(layouts.default(2, SIZE), homography=((*a,), (*b,), (*c,)))  # type: ignore[arg-type]

    def picture(self) -> Bgr:
        """The cloth alone, with grain."""
        spread = np.array([[1, 0, -340], [0, 1, -240], [0, 0, 1]], np.float64)
        seen = cv2.warpPerspective(self.cloth, self.matrix @ spread, SIZE, borderMode=cv2.BORDER_REFLECT)
        return np.clip(seen + np.random.default_rng(3).normal(0, 3, seen.shape), 0, 255).astype(np.uint8)

    def finder(self, cards: Sequence[KnownCard]) -> Callable[[Layout], list[Detection]]:
        """Finds cards as they are seen here, with jitter, wherever a layout has its zones."""
        noise = np.random.default_rng(4)

        def find(layout: Layout) -> list[Detection]:
            out = []
            for card in cards:
                px = self.layout.to_px(card.corners) + noise.normal(0, 1, (4, 2))
                if layout.zone_at(layout.to_mm(px).mean(0)) is not None:
                    out.append(Detection(Quad(px.astype(np.float32), 1.0, 0.9), {card.label: 0.95}))
            return out

        return find


def cards(count: int, shuffled: int = 0) -> list[KnownCard]:
    """Cards all over the table; *shuffled* by so many places."""
    labels = [f"{1 + n % 12:02d}-junk" for n in range(count)]
    spots = PLACES[:: max(1, len(PLACES) // count)][:count]
    return [KnownCard(labels[(n + shuffled) % count], corners_mm(*spot)) for n, spot in enumerate(spots)]


BEFORE = View()
PUSHED = [
    View((100, -60), 8.0, 0.03), View((-130, 40), -12.0, -0.04), View((0, 0), 15.0), View((12, 5), 1.0),
    View((-60, -135), 3.0, 0.05),
]  # fmt: skip


@pytest.mark.parametrize("view", PUSHED, ids=lambda view: f"{view.shift} {view.turn}")
def test_background_and_cards_together_tell_the_new_view(view: View) -> None:
    told = register(BEFORE.picture(), view.picture(), BEFORE.layout, cards(15), view.finder(cards(15)))
    assert told is not None
    assert apart(told.layout, view.layout) < 4
    assert told.cards >= 9
    assert told.points > 100
    assert told.layout.zones == BEFORE.layout.zones


@pytest.mark.parametrize("view", PUSHED, ids=lambda view: f"{view.shift} {view.turn}")
def test_on_a_plain_cloth_the_cards_alone_tell_it(view: View) -> None:
    blank = replace(view, cloth=PLAIN).picture()
    told = register(replace(BEFORE, cloth=PLAIN).picture(), blank, BEFORE.layout, cards(18), view.finder(cards(18)))
    assert told is not None
    assert apart(told.layout, view.layout) < 8
    assert told.miss_mm < 3


def test_an_empty_table_is_told_by_its_background() -> None:
    view = PUSHED[0]
    told = register(BEFORE.picture(), view.picture(), BEFORE.layout, [], view.finder([]))
    assert told is not None
    assert apart(told.layout, view.layout) < 3


def test_a_plain_cloth_with_two_cards_tells_nothing() -> None:
    view = replace(PUSHED[0], cloth=PLAIN)
    before = replace(BEFORE, cloth=PLAIN).picture()
    assert register(before, view.picture(), BEFORE.layout, cards(2), view.finder(cards(2))) is None
    assert register(None, view.picture(), BEFORE.layout, [], view.finder([])) is None


def test_cards_that_all_lie_elsewhere_are_no_proof() -> None:
    view = replace(PUSHED[0], cloth=PLAIN)
    found = view.finder(cards(12, shuffled=5))
    assert register(None, view.picture(), BEFORE.layout, cards(12), found) is None


def test_a_background_that_the_cards_contradict_is_not_believed() -> None:
    view = PUSHED[0]
    found = view.finder(cards(12, shuffled=5))
    assert register(BEFORE.picture(), view.picture(), BEFORE.layout, cards(12), found) is None


def test_a_camera_that_did_not_move_keeps_its_layout_whatever_became_of_the_cards() -> None:
    told = register(BEFORE.picture(), BEFORE.picture(), BEFORE.layout, cards(12), BEFORE.finder(cards(12, shuffled=5)))
    assert told is not None
    assert told.layout == BEFORE.layout


def test_on_a_plain_cloth_a_few_cards_at_their_places_tell_that_the_camera_stands() -> None:
    before, gone = cards(6), cards(6)[:4]
    new = [KnownCard(before[k].label, corners_mm(400 + 150 * k, 260, 20)) for k in range(3)]  # the same faces again
    view = View(cloth=PLAIN)
    told = register(view.picture(), view.picture(), view.layout, before, view.finder([*gone, *new]))
    assert told is not None
    assert told.layout == view.layout
    pushed = View((30, 10), 4.0, cloth=PLAIN)
    told = register(view.picture(), pushed.picture(), view.layout, before, pushed.finder([*gone, *new]))
    assert told is None or apart(told.layout, pushed.layout) < 12


def test_another_table_is_not_taken_for_this_one() -> None:
    other = np.ascontiguousarray(CLOTH[::-1, ::-1, ::-1])
    view = View((40, 20), 5.0, cloth=other)
    assert register(BEFORE.picture(), view.picture(), BEFORE.layout, cards(9), view.finder([])) is None
