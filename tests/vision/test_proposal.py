"""A layout from the cards in a picture: where the stock lies, borders between cards, marks at the corners."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.observation import FLOOR, STOCK, Zone, ZoneKind
from tests.fakes import corners_mm
from tests.vision.planes import SIZE, Overhead
from vision import layout as layouts
from vision import marks
from vision.errors import LayoutError
from vision.pipeline import Look
from vision.proposal import propose
from vision.survey import Survey
from vision.types import Bgr, Detection, Frame, Quad
from vision.zones import zones_around

DEALT = [(-190, -70), (-110, -70), (110, -70), (190, -70), (-190, 60), (-110, 60), (110, 60), (190, 60)]


def seen(camera: Overhead, label: str, x: float, y: float, angle: float = 0.0) -> Detection:
    return Detection(Quad(camera.see(corners_mm(x, y, angle)), 1.0, 0.95), {label: 0.95})


def dealt(camera: Overhead, turned: float = 0.0) -> list[Detection]:
    """Eight cards around the stock, the whole table turned in the picture."""
    c, s = np.cos(np.radians(turned)), np.sin(np.radians(turned))
    spots = [(x * c - y * s, x * s + y * c) for x, y in DEALT]
    cards = [seen(camera, f"{n + 1:02d}-junk", x, y, turned + 2 * n - 8) for n, (x, y) in enumerate(spots)]
    return [*cards, seen(camera, "back", 0, 0, turned)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("tilt", [0, 35])
def test_floor_and_stock_lie_where_the_cards_do_and_piles_towards_the_seats(players: int, tilt: int) -> None:
    camera = Overhead(tilt)
    told = propose(dealt(camera), SIZE, players)
    layout = told.layout
    assert told.weakness is None
    assert told.stock_seen
    at = layout.to_mm(camera.see(np.array([*DEALT, (0, 0)], np.float32)))
    assert [layout.zone_at(place) for place in at] == [FLOOR] * 8 + [STOCK]
    edges = {2: "bt", 3: "brl", 4: "brtl"}[players]
    for seat, edge in enumerate(edges):
        away = {"b": (0, 175), "t": (0, -170), "r": (330, 0), "l": (-330, 0)}[edge]
        if players == 3 and edge == "b":
            away = (0, 230)
        place = layout.to_mm(camera.see(np.array([away], np.float32)))[0]
        assert layout.zone_at(place) == Zone(ZoneKind.PILE, seat)


def test_a_proposal_is_written_and_read_as_any_layout() -> None:
    layout = propose(dealt(Overhead(20)), SIZE, 3).layout
    assert layouts.loads(layout.dumps()) == layout


def test_a_crooked_table_is_laid_out_straight() -> None:
    camera = Overhead(10)
    told = propose(dealt(camera, turned=14.0), SIZE, 2)
    line = told.layout.to_mm(camera.see(np.array([(0, 0), (97.03, 24.19)], np.float32)))  # 14 degrees downwards
    assert line[1] - line[0] == pytest.approx((100, 0), abs=3)


def test_borders_pass_between_cards() -> None:
    card = corners_mm(300, 372).astype(np.float64)  # lies across the usual border of floor and pile, at y 377
    zones = {z.zone: np.array(z.polygon) for z in zones_around(2, (920, 520), (460, 260), [card])}
    floor, pile = zones[FLOOR], zones[Zone(ZoneKind.PILE, 0)]
    assert floor[:, 1].max() == pytest.approx(pile[:, 1].min() - 6)
    assert card[:, 1].max() - 1 <= floor[:, 1].max() + 3 <= card[:, 1].max() + 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_default_table_gets_the_default_zones(players: int) -> None:
    usual = layouts.default(players)
    stock = usual.polygon(STOCK).mean(0).tolist()
    assert zones_around(players, usual.size_mm, stock) == usual.zones


def test_what_a_proposal_lacks_is_named() -> None:
    camera = Overhead(5)
    few = propose(dealt(camera)[:2], SIZE, 2)
    assert (few.weakness, few.stock_seen) == ("few", False)
    close = Overhead(5, far=350)
    assert propose([seen(close, "01-junk", x, y) for x in (-80, 80) for y in (-40, 40)], SIZE, 2).weakness == "small"
    with pytest.raises(LayoutError, match="5 players"):
        propose(dealt(camera), SIZE, 5)
    with pytest.raises(LayoutError, match="no card"):
        propose([], SIZE, 2)


def test_four_printed_marks_are_found_and_become_the_corners_of_the_table() -> None:
    camera = Overhead(15, roll=4)
    places = [(-290, -140), (290, -140), (290, 140), (-290, 140)]
    bgr = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)
    sheet = marks.page()
    for number, (x, y) in enumerate(places):
        left, top = (round(v * marks.DPI / 25.4) for v in (marks.MARKS_AT[number]))
        size = round(76 * marks.DPI / 25.4)
        rim = round(8 * marks.DPI / 25.4)
        paper = cv2.resize(sheet[top - rim : top - rim + size, left - rim : left - rim + size], (380, 380),
                           interpolation=cv2.INTER_AREA)  # fmt: skip
        corners = camera.see(corners_mm(x, y, 0, (76, 76)))
        source = np.array([(0, 0), (380, 0), (380, 380), (0, 380)], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(source, corners)
        spot = cv2.warpPerspective(paper, matrix, SIZE, flags=cv2.INTER_AREA)
        inside = cv2.warpPerspective(np.full_like(paper, 255), matrix, SIZE) > 200
        bgr[inside] = spot[inside][:, None]
    found = marks.find(bgr)
    assert sorted(found) == [0, 1, 2, 3]
    told = propose([], SIZE, 2, marks=found)
    assert told.layout.size_mm == pytest.approx((640, 340), abs=5)
    assert told.weakness is None
    corners = told.layout.to_mm(camera.see(np.array([(-320, -170), (320, 170)], np.float32)))
    assert corners == pytest.approx(np.array([(0, 0), (640, 340)]), abs=5)


class Sight:
    """Tells the cards that it is given."""

    def __init__(self, cards: list[Detection]) -> None:
        self.cards, self.looks = cards, 0

    def picture(self, bgr: Bgr) -> Look:
        self.looks += 1
        return Look(bgr.shape[1], bgr.shape[0], tuple(self.cards), {}, ())


def test_a_survey_waits_for_rest_and_for_two_looks_that_agree() -> None:
    sight = Sight(dealt(Overhead(10))[:5])  # no stock among them
    watch, rng = Survey(sight, 2), np.random.default_rng(1)
    still = rng.integers(0, 255, (72, 128, 3), np.uint8).repeat(10, 0).repeat(10, 1)
    for n in range(20):
        assert watch.see(Frame(n, n / 10, np.roll(still, 30 * n, 1))) is None
    assert sight.looks == 0
    found = next(n for n in range(20, 60) if watch.see(Frame(n, n / 10, still)))
    assert sight.looks == 2
    assert 30 <= found < 40


def test_a_dealt_floor_around_its_stock_needs_one_look() -> None:
    sight = Sight(dealt(Overhead(10)))
    watch, blank = Survey(sight, 2), np.full((720, 1280, 3), 90, np.uint8)
    told = [watch.see(Frame(n, n / 10, blank)) for n in range(5)]
    assert told[3] is not None
    assert sight.looks == 1


def test_a_survey_says_what_it_waits_for() -> None:
    sight = Sight([])
    watch, blank = Survey(sight, 2), np.full((720, 1280, 3), 90, np.uint8)
    for n in range(10):
        watch.see(Frame(n, n / 10, blank))
    assert watch.weakness == "empty"
    sight.cards = dealt(Overhead())[:2]
    for n in range(10, 30):
        assert watch.see(Frame(n, n / 10, blank)) is None
    assert watch.weakness == "few"
