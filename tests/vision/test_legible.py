"""What spoils a picture or a card is measured where reading really fails, and never where it does not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.spoil import Shot, darker, dazzled, grainy, shaken, shot, unfocused
from vision.legible import CROP, Condition, blurred, brightened, brightness, edges, glare, shrunk, soft, spoilt
from vision.rectify import side_lengths
from vision.types import Bgr


@pytest.fixture(scope="module", params=[(11, 2), (404, 3), (402, 2)])
def table(request: pytest.FixtureRequest) -> Shot:
    seed, players = request.param
    return shot(seed, players)


def told(table: Shot, bgr: Bgr) -> tuple[Condition | None, list[Condition | None]]:
    small = shrunk(bgr)
    lit = brightened(bgr, brightness(small))
    return spoilt(small, table.crops(lit, CROP), [side_lengths(q)[0] for q in table.quads])


def test_an_ordinary_frame_and_its_cards_are_not_spoilt(table: Shot) -> None:
    whole, each = told(table, table.bgr)
    assert whole is None
    assert set(each) == {None}


@pytest.mark.parametrize("spoil", [lambda b: darker(b, 0.35), lambda b: grainy(b, 20), lambda b: unfocused(b, 2.5)])
def test_what_can_still_be_read_is_not_called_spoilt(table: Shot, spoil) -> None:  # type: ignore[no-untyped-def]
    whole, each = told(table, spoil(table.bgr))
    assert whole is None
    assert each.count(None) >= 0.9 * len(each)


def test_a_room_without_light_is_dark(table: Shot) -> None:
    assert told(table, darker(table.bgr, 0.08))[0] is Condition.DARK


@pytest.mark.parametrize("sigma", [6.0, 8.0])
def test_a_lens_out_of_focus_is_told_from_motion(table: Shot, sigma: float) -> None:
    assert told(table, unfocused(table.bgr, sigma))[0] is Condition.FOCUS


@pytest.mark.parametrize("degrees", [0, 30, 60, 90, 135])
def test_motion_is_told_from_a_lens_out_of_focus(table: Shot, degrees: int) -> None:
    assert told(table, shaken(table.bgr, 27, degrees))[0] is Condition.BLUR


def test_glare_spoils_only_the_card_that_it_hides(table: Shot) -> None:
    bgr = dazzled(table.bgr, table.quads[0], 0.8)
    whole, each = told(table, bgr)
    assert whole is None
    assert each[0] is Condition.GLARE
    far = [np.linalg.norm(q.mean(0) - table.quads[0].mean(0)) > 150 for q in table.quads]
    assert {one for one, away in zip(each, far, strict=True) if away} == {None}


def test_a_small_highlight_and_white_paper_are_no_glare(table: Shot) -> None:
    assert max(glare(crop) for crop in table.crops(table.bgr, CROP)) < 0.2
    bgr = dazzled(table.bgr, table.quads[0], 0.15)
    assert told(table, bgr)[1][0] is None


def test_white_paper_in_a_picture_that_is_too_bright_is_no_glare_though_it_fills_half_a_card() -> None:
    moon = np.full((CROP[1], CROP[0], 3), 20, np.uint8)  # a black hill
    moon[3:24, 3:-3] = 255  # under a white sky
    moon = np.asarray(cv2.GaussianBlur(moon, (0, 0), 0.8), np.uint8)
    assert glare(moon) == 0
    ys, xs = np.mgrid[: CROP[1], : CROP[0]]
    lamp = 300 * np.exp(-((xs - 16) ** 2 + (ys - 24) ** 2) / 16**2)
    assert glare(np.clip(moon + lamp[..., None], 0, 255).astype(np.uint8)) > 0.3
    assert glare(np.full((CROP[1], CROP[0], 3), 255, np.uint8)) == 1, "no face is that white"


def test_cards_a_few_pixels_wide_are_small(table: Shot) -> None:
    whole, each = spoilt(shrunk(table.bgr), table.crops(table.bgr, CROP), [14.0] * len(table.quads))
    assert whole is Condition.SMALL
    assert set(each) == {Condition.SMALL}


def test_without_cards_only_a_picture_with_soft_things_is_out_of_focus(table: Shot) -> None:
    assert blurred([]) is None
    assert soft(shrunk(table.bgr)) is None
    assert soft(shrunk(unfocused(table.bgr, 10))) is Condition.FOCUS
    assert soft(np.full((180, 320, 3), 90, np.uint8)) is None, "an empty cloth has nothing to be sharp"


def test_edges_are_steeper_the_sharper_the_picture(table: Shot) -> None:
    pictures = [table.bgr, *(unfocused(table.bgr, sigma) for sigma in (2.0, 4.0, 6.0))]
    medians = [np.median([one.least for one in edges(table.crops(b, CROP))]) for b in pictures]
    assert medians == sorted(medians, reverse=True)
    assert edges([]) == []
    assert blurred(edges([np.full((48, 32, 3), 200, np.uint8)] * 3)) is None, "nothing is printed there"


def test_a_dim_picture_is_brightened_and_a_bright_one_left_alone(table: Shot) -> None:
    assert brightened(table.bgr, brightness(shrunk(table.bgr))) is table.bgr
    dim = darker(table.bgr, 0.3)
    assert brightness(shrunk(brightened(dim, brightness(shrunk(dim))))) == pytest.approx(110, abs=20)
