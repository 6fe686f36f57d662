"""What people say is judged by the table: Go and Stop, shows, scores, payments; and what they rule is remembered."""

from __future__ import annotations

import pytest

from engine.alerts import AlertCode, Level
from engine.events import AlertAnswered, NewRound, Said, Say
from engine.outputs import RoundResult
from tests.builders import faces
from tests.engine.script import Scene, scene
from tests.engine.test_codes import extra_card, ordinary, owed

Code, Q = AlertCode, Level.QUESTION


def say(one: Scene, seat: int, word: Say, cards: str = "", value: int | None = None) -> None:
    one.tell(Said(one.stage.seconds, seat, word, faces(cards), value))


def before_the_prompt() -> Scene:
    """Three players; seat 0 is about to get its third bright pair and with it the target."""
    return scene("08-junk 05-junk 02-junk", {0: "01-bright 03-bright 01-junk 03-ribbon", 1: "04-animal 04-junk"},
                 players=3)


@pytest.mark.parametrize(("seat", "word", "code"), [
    (0, Say.GO, Code.FALSE_GO), (0, Say.STOP, Code.FALSE_STOP), (1, Say.STOP, Code.FALSE_STOP)])
def test_word_that_the_score_does_not_allow_is_asked_about(seat: int, word: Say, code: Code) -> None:
    one = ordinary()
    say(one, seat, word)
    one.wait(3.0)
    assert one.alerts == [(code, Q, seat)]


def test_word_of_a_seat_that_is_not_asked_is_out_of_turn() -> None:
    one = scene("08-junk 05-junk 02-junk", {0: "01-bright 03-bright 08-bright 03-ribbon"}, players=3, turn=1)
    one.turn(1, "05-animal", "06-junk", "05-animal 05-junk")
    say(one, 0, Say.STOP)
    one.wait(2.5)
    assert one.alerts == [(Code.CLAIM_OUT_OF_TURN, Q, 0)]


def test_word_before_its_turn_is_explained_is_no_false_word() -> None:
    one = before_the_prompt()
    one.lay(0, "08-bright")
    one.flip(0, "07-junk")
    one.take(0, "08-bright 08-junk")
    say(one, 0, Say.STOP)
    one.wait(2.0)
    assert one.alerts == []
    assert [said.winner for said in one.said if isinstance(said, RoundResult)] == [0]


@pytest.mark.parametrize("cards", ["05-animal 05-ribbon 06-junk", "05-animal 05-ribbon", "01-bright 01-ribbon 01-junk"])
def test_show_of_what_no_hand_can_hold_is_false(cards: str) -> None:
    one = ordinary()  # both 01-junk are captured
    say(one, 0, Say.SHAKE, cards)
    assert one.alerts == [(Code.FALSE_SHAKE, Q, 0)]


def test_show_is_false_if_another_hand_plays_one_of_its_cards() -> None:
    one = ordinary()
    say(one, 0, Say.SHAKE, "09-animal 09-ribbon 09-junk")
    one.turn(0, "09-animal", "01-bright")
    assert one.alerts == []
    one.turn(1, "09-ribbon", "12-bright", "09-ribbon 09-animal")
    one.wait(1.0)
    assert one.alerts == [(Code.FALSE_SHAKE, Q, 0)]


def stopped() -> Scene:
    one = before_the_prompt()
    one.turn(0, "08-bright", "07-junk", "08-bright 08-junk")
    say(one, 0, Say.STOP)
    return one


def test_score_and_payments_are_compared_with_the_settlement() -> None:
    one = stopped()
    net = next(said.net for said in one.said if isinstance(said, RoundResult))
    say(one, 0, Say.CLAIM, value=3)
    say(one, 1, Say.PAY, value=-net[1])
    assert one.alerts == []
    say(one, 0, Say.CLAIM, value=99)
    say(one, 2, Say.PAY, value=-net[2] - 1)
    assert one.alerts == [(Code.SCORE_MISDECLARED, Q, 0), (Code.UNDERPAID, Q, 2)]


def test_payments_that_do_not_add_up_are_asked_about() -> None:
    one = stopped()
    net = next(said.net for said in one.said if isinstance(said, RoundResult))
    for seat, paid in enumerate(net):
        say(one, seat, Say.PAY, value=-paid + (seat == 2))
    assert one.alerts == [(Code.LEDGER_NOT_ZERO, Q, None)]


def test_overruled_alert_is_remembered_for_the_evening() -> None:
    one = ordinary()
    extra_card(one)
    one.wait(3.0)
    one.tell(AlertAnswered(one.stage.seconds, one.raised[0].number, False))
    (ruling,) = one.game.rulings
    assert (ruling.code, ruling.seat, ruling.accepted) == (Code.EXTRA_TABLE_CARD, 0, False)
    assert one.game.alerts == () and one.game.round is not None and one.game.round.to_move == 1
    one.tell(NewRound(one.stage.seconds))
    assert one.game.rulings == (ruling,)


def test_house_habit_is_asked_about_once_an_evening() -> None:
    one = ordinary()
    owed(one)
    one.turn(1, "01-bright", "10-ribbon")
    one.tell(AlertAnswered(one.stage.seconds, one.raised[0].number, False))
    one.lay(0, "12-bright")
    one.wait(2.0)
    assert one.alerts == []


