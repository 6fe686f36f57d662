"""Which finds of a single picture are cards."""

from __future__ import annotations

import numpy as np

from vision.settle import plane_of, settled
from vision.types import Corners, Detection, Quad


def box(x: float, y: float, width: float = 40, length: float = 62) -> Corners:
    return np.array([[x, y], [x + width, y], [x + width, y + length], [x, y + length]], np.float32)


def found(
    face: str, corners: Corners, *, sure: float = 0.97, score: float = 0.95, off: float = 0.0, placed: float = 0.9
) -> Detection:
    quad = Quad(corners, 1.0, score, off=off, placed=placed)
    return Detection(quad, {face: sure, "unknown": 1 - sure} if sure < 1 else {face: 1.0})


def faces(*cards: Detection) -> list[str]:
    return [card.face for card in settled(cards)]


def test_half_of_a_card_is_no_card_of_its_own() -> None:
    whole, half = found("11-bright", box(0, 0)), found("10-animal", box(2, 2, 38, 36), sure=0.6)
    assert faces(whole, half) == ["11-bright"]


def test_a_card_of_full_size_that_covers_another_stays() -> None:
    below, above = found("03-bright", box(0, 0)), found("03-junk", box(9, 3), sure=0.6)
    assert faces(below, above) == ["03-bright", "03-junk"]


def test_two_doubtful_names_in_one_place_are_parts_of_something_larger() -> None:
    assert faces(found("05-junk", box(0, 0), sure=0.6), found("07-junk", box(12, 6), sure=0.7)) == []


def test_what_fits_no_card_on_the_table_is_none() -> None:
    assert faces(found("01-junk", box(0, 0)), found("02-junk", box(90, 0, 60, 60), off=0.4)) == ["01-junk"]


def test_a_sure_name_speaks_for_a_strip_that_hardly_looks_like_a_card() -> None:
    strip, doubtful = found("03-bright", box(0, 0), score=0.6), found("05-junk", box(90, 0), score=0.6, sure=0.6)
    assert faces(strip, doubtful) == ["03-bright"]


def test_a_strip_of_which_nobody_knows_how_far_it_goes_is_not_shown() -> None:
    assert faces(found("03-bright", box(0, 0), placed=0.3)) == []


def test_a_back_within_a_card_is_a_part_of_it_and_elsewhere_must_be_sure() -> None:
    card, inside = found("01-junk", box(0, 0)), found("back", box(4, 4, 30, 40))
    beside, doubtful = found("back", box(90, 0)), found("back", box(200, 0), score=0.82)
    assert faces(card, inside, beside, doubtful) == ["01-junk", "back"]


def test_two_cards_are_too_few_to_tell_a_plane() -> None:
    cards = [found("01-junk", box(0, 0)), found("02-junk", box(90, 0)), found("03-junk", box(40, 90))]
    assert plane_of(cards[:2], (400, 300)) is None
    assert plane_of([*cards[:2], found("04-junk", box(40, 90), sure=0.5)], (400, 300)) is None
    plane = plane_of(cards, (400, 300))
    assert plane is not None
    assert plane.cards == 3
