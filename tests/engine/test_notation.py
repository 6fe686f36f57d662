"""Tables and turns as text."""

from __future__ import annotations

import pytest

from engine.errors import NotationError
from engine.notation import format_play, format_table, parse_play, parse_table
from tests.builders import play, stack, table

TABLE = """\
floor 08-bright 03-junk
stack 05-animal 05-junk 05-ribbon by 1 with bonus2
stack 11-junk 11-junk 11-djunk
pile 01-bright 01-junk
pile
hands 5 4
stock 12
tokens 0 2"""


def test_a_table_is_written_and_read_line_by_line() -> None:
    shown = table("08-bright 03-junk", stacks=[stack("05-animal 05-junk 05-ribbon", 1, "bonus2"),
                                               stack("11-junk 11-junk 11-djunk")],
                  piles={0: "01-bright 01-junk"}, hands=(5, 4), stock=12, tokens=(0, 2))
    assert format_table(shown) == TABLE
    assert parse_table(TABLE) == shown


def test_a_turn_is_written_and_read_as_one_line() -> None:
    line = "1 shakes 5 bonus bonus3 lays 05-animal takes 05-ribbon flips bonus2 08-junk flip-takes 08-bright"
    turn = play("05-animal", "bonus2 08-junk", seat=1, take="05-ribbon", take_flip="08-bright", bonus="bonus3",
                shakes=[5])
    assert format_play(turn) == line
    assert parse_play(line) == turn


@pytest.mark.parametrize(("text", "why"), [
    ("flor 01-junk", "line 1: 'flor'"),
    ("pile\nstock many", "line 2: 'many' is no number"),
    ("stack 05-junk 06-junk 05-animal\npile\nhands 1\nstock 1\ntokens 0", "one month"),
    ("pile\npile\nhands 1\nstock 1\ntokens 0 0", "one hand count"),
    ("floor 5-junk", "month-kind"),
])
def test_text_that_is_no_table_is_refused(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        parse_table(text)


@pytest.mark.parametrize("text", [
    "", "x lays 05-junk", "0 05-junk", "0 lays 5-junk", "0 lays 05-junk takes 05-junk 05-animal"])
def test_text_that_is_no_turn_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_play(text)
