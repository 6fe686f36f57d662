"""Of four players one sits out: the referee sees who, and three play and pay."""

from __future__ import annotations

from engine.events import Said, Say
from engine.observation import STOCK
from engine.outputs import RoundResult
from tests.engine.script import Scene, scene

FLOOR_CARDS = "05-junk 08-bright 03-junk 11-junk 06-ribbon 01-ribbon"


def table(piles: dict[int, str] | None = None) -> Scene:
    """Four players before the first turn; seat 0 deals."""
    return scene(FLOOR_CARDS, piles, players=4, hands=7, stock=14)


def first_turn(one: Scene) -> None:
    one.turn(0, "05-animal", "03-ribbon", "05-animal 05-junk 03-ribbon 03-junk")


def seats(one: Scene) -> list[int]:
    return [turn.seat for turn in one.turns]


def test_seat_that_puts_its_hand_under_the_stock_sits_out() -> None:
    one = table()
    one.hand(2, frozenset({STOCK}), 0.8, stock=True)
    one.wait(1.0)
    first_turn(one)
    one.turn(1, "11-djunk", "07-junk", "11-djunk 11-junk")
    one.turn(3, "01-bright", "12-bright", "01-bright 01-ribbon")
    assert seats(one) == [0, 1, 3] and one.raised == []
    assert one.game.table is not None and one.game.table.hands == (6, 6, 0, 6) and one.game.table.stock == 18


def test_seat_that_is_passed_over_in_the_first_circle_sits_out() -> None:
    one = table()
    first_turn(one)
    one.turn(2, "11-djunk", "07-junk", "11-djunk 11-junk")
    one.turn(3, "01-bright", "12-bright", "01-bright 01-ribbon")
    assert seats(one) == [0, 2, 3] and one.raised == []
    assert one.game.round is not None and one.game.round.sits_out == 1 and one.game.round.to_move == 0


def test_when_three_have_played_the_fourth_sits_out() -> None:
    one = table()
    first_turn(one)
    one.turn(1, "11-djunk", "07-junk", "11-djunk 11-junk")
    one.turn(2, "01-bright", "12-bright", "01-bright 01-ribbon")
    one.turn(0, "12-djunk", "02-junk", "12-djunk 12-bright")
    assert seats(one) == [0, 1, 2, 0] and one.raised == []


def test_who_sits_out_neither_wins_nor_pays() -> None:
    rich = {0: "01-bright 03-bright 12-bright 09-junk 09-junk 10-junk 10-junk 04-junk 04-junk 02-junk 02-junk 07-junk"}
    one = scene("05-junk 08-bright 11-junk 06-ribbon", rich, players=4, hands=7, stock=14)
    one.hand(3, frozenset({STOCK}), 0.8, stock=True)
    one.wait(1.0)
    one.turn(0, "05-animal", "03-ribbon", "05-animal 05-junk")
    one.tell(Said(one.stage.seconds, 0, Say.STOP))
    (result,) = [said for said in one.said if isinstance(said, RoundResult)]
    assert result.net[3] == 0 and result.net[1] == result.net[2] < 0 and sum(result.net) == 0
