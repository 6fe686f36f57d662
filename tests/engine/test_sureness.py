"""How soon a turn is told: at once if it leaves nothing to ask, later if anything is in doubt."""

from __future__ import annotations

from engine.copies import replace
from engine.observation import FLOOR, STOCK
from engine.onward import held_back
from engine.outputs import AlertRaised, TurnSeen
from tests.engine.script import Scene, pile, scene

LYING = "05-junk 08-bright 03-junk 11-junk 06-ribbon"
PILES = {0: "01-junk 01-junk 02-animal", 1: "04-animal 04-junk 10-animal"}


def begun() -> Scene:
    """Seat 0 has laid and flipped, and takes what it captured; the cards lie in its pile, its hand over them."""
    one = scene(LYING, PILES)
    one.lay(0, "09-ribbon")
    one.hand(0, frozenset({STOCK}), 0.8, stock=True)  # a card is turned over without haste
    one.flip(0, "05-animal")
    one.wait(0.1)
    one.hand(0, frozenset({FLOOR}))
    for card in [card for card in one.stage.cards if card.face.month == 5]:
        one.stage._move(card.face, FLOOR, pile(0))
    return one


def told(one: Scene) -> bool:
    return any(isinstance(line, TurnSeen) for line in one.said)


def test_a_turn_without_a_question_is_told_while_the_hand_lies_on_the_pile() -> None:
    one = begun()
    one.hand(0, frozenset({pile(0)}), 0.6)
    assert told(one)


def test_what_lies_under_an_arm_over_the_floor_waits() -> None:
    one = begun()
    one.hand(0, frozenset({FLOOR, pile(0)}), 0.6)
    assert not told(one)


def test_a_turn_that_stands_out_less_waits_for_the_pile() -> None:
    one = scene(LYING, PILES)
    one.lay(0, "05-animal")
    one.flip(0, "09-ribbon")
    one.wait(0.1)
    one.take(0, "05-junk 05-animal")
    one.hand(0, frozenset({pile(0)}), 0.2)
    assert not told(one)
    one.wait(0.3)
    assert told(one)


def bombed() -> Scene:
    """Seat 0 bombs; the second junk of the month lies under the others all the time, and unread in the pile."""
    one = scene(LYING, PILES)
    one.lay(0, "05-ribbon")
    one.lay(0, "05-animal")
    one.flip(0, "09-ribbon")
    one.take(0, "05-junk 05-ribbon 05-animal")
    return one


def test_a_bomb_of_which_one_card_was_never_seen_is_no_foul() -> None:
    one = bombed()
    one.wait(2.0)
    (turn,) = [line for line in one.said if isinstance(line, TurnSeen)]
    assert sorted(map(str, turn.hand)) == ["05-animal", "05-junk", "05-ribbon"]
    assert not any(isinstance(line, AlertRaised) for line in one.said)


def test_a_suspicion_that_nobody_could_be_asked_about_does_not_hold_a_turn_up_for_good() -> None:
    one = bombed()
    one.wait(0.3)
    game = one.game
    assert game.round is not None
    held = held_back(game, game.round, passed=True)
    assert held is not None and held.held is not None
    later = replace(held, seconds=held.seconds + 11)
    assert held_back(later, game.round, passed=True) is None
