"""What came later tells the last turns otherwise: a turn booked too early, and turns so quick that nothing rested."""

from __future__ import annotations

from engine.observation import STOCK, Source
from tests.builders import codes
from tests.engine.script import Scene, pile, scene

FLOOR_CARDS = "05-junk 08-bright 03-junk 11-junk 06-ribbon 02-junk"


def told(one: Scene) -> list[tuple[int, list[str], list[str], list[str]]]:
    return [(t.seat, codes(t.hand), codes(t.flip), codes(t.captured)) for t in one.turns]


def too_early(one: Scene) -> None:
    """A hand was at the stock and went; the flip comes only when the turn has been guessed."""
    one.lay(0, "08-junk")
    one.hand(0, frozenset({STOCK}), 0.8, stock=True)
    one.wait(4.0)
    assert [codes(turn.flip) for turn in one.turns] == [["08-junk"]], "a guess: a second one right on the first"
    one.lay(0, "10-ribbon", source=Source.STOCK)
    one.take(0, "08-junk 08-bright")
    one.wait(2.5)


def test_flip_that_came_later_is_the_flip_of_the_turn_that_was_guessed() -> None:
    one = scene(FLOOR_CARDS, {0: "01-junk", 1: "12-djunk"})
    too_early(one)
    assert told(one) == [(0, ["08-junk"], ["10-ribbon"], ["08-bright", "08-junk"])]
    assert one.turns[-1].revised
    assert one.alerts == []
    one.turn(1, "11-djunk", "07-junk", "11-djunk 11-junk")
    assert told(one)[1:] == [(1, ["11-djunk"], ["07-junk"], ["11-djunk", "11-junk"])]


def test_turn_that_was_sure_is_not_told_otherwise() -> None:
    """What goes to the pile of a seat whose turn is over is no part of that turn."""
    one = scene(FLOOR_CARDS, {0: "01-junk", 1: "12-djunk"})
    one.turn(0, "08-junk", "10-ribbon", "08-junk 08-bright")
    one.take(0, "02-junk")
    one.wait(4.0)
    assert told(one) == [(0, ["08-junk"], ["10-ribbon"], ["08-bright", "08-junk"])]
    assert not any(turn.revised for turn in one.turns)


def test_three_turns_without_a_rest_between_them_are_told_apart() -> None:
    one = scene(FLOOR_CARDS, {0: "01-junk", 1: "12-djunk", 2: "04-junk"}, players=3)
    for seat, hand, flip, take in ((0, "05-animal", "03-ribbon", "05-animal 05-junk 03-ribbon 03-junk"),
                                   (1, "11-djunk", "07-junk", "11-djunk 11-junk"),
                                   (2, "02-ribbon", "10-ribbon", "02-ribbon 02-junk")):
        one.lay(seat, hand)
        one.flip(seat, flip)
        one.take(seat, take)
        one.hand((seat + 1) % 3)
    one.hand(2, frozenset({pile(2)}))
    one.wait(4.0)
    assert told(one) == [(0, ["05-animal"], ["03-ribbon"], ["03-junk", "03-ribbon", "05-animal", "05-junk"]),
                         (1, ["11-djunk"], ["07-junk"], ["11-djunk", "11-junk"]),
                         (2, ["02-ribbon"], ["10-ribbon"], ["02-junk", "02-ribbon"])]
    assert one.alerts == []
