"""What is missing for the next line: sets by one card, numbers by few, nothing that another seat has taken away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.nextline import Missing, missing
from engine.options import Yaku
from engine.rules import preset
from tests.builders import faces

RULES = preset("korean_standard")


@pytest.mark.parametrize(("own", "other", "expected"), [
    ("01-ribbon 02-ribbon", "", [("hongdan", 1)]),
    ("01-ribbon 02-ribbon", "03-ribbon", []),
    ("01-ribbon", "", []),
    ("01-ribbon 02-ribbon 03-ribbon", "", [("ribbon", 2)]),
    ("02-animal 04-animal", "", [("godori", 1)]),
    ("02-animal 04-animal 05-animal", "08-animal", [("animal", 2)]),
    ("01-bright 03-bright", "", [("samgwang", 1)]),
    ("01-bright 12-bright", "", [("bisamgwang", 1)]),
    ("01-bright 03-bright", "08-bright 11-bright", [("bisamgwang", 1)]),
    ("01-bright 03-bright", "08-bright 11-bright 12-bright", []),
    ("01-bright 03-bright 08-bright", "", [("sagwang", 1)]),
    ("11-djunk 12-djunk 01-junk 01-junk 02-junk 02-junk", "", [("junk", 2)]),
    ("11-djunk 12-djunk 01-junk 01-junk 02-junk 02-junk 03-junk 03-junk", "", []),
])
def test_what_is_missing(own: str, other: str, expected: list[tuple[str, int]]) -> None:
    found = missing(0, (faces(own), faces(other)), RULES)
    assert [(one.name, one.need) for one in found] == expected


def test_the_missing_card_of_a_set_is_named() -> None:
    assert missing(0, (faces("01-ribbon 02-ribbon"), ()), RULES) == (Missing("hongdan", 1, faces("03-ribbon")),)


def test_too_few_cards_of_a_kind_are_left() -> None:
    own = faces("02-animal 05-animal 06-animal")
    others = faces("04-animal 07-animal 08-animal 09-animal 10-animal")
    assert missing(0, (own, others), RULES) == ()


def test_lines_of_the_house_count_too() -> None:
    rules = replace(RULES, extra_yaku=(Yaku("moon and cup", faces("08-bright 09-animal"), 5),))
    assert [one.name for one in missing(0, (faces("08-bright"), ()), rules)] == ["moon and cup"]
