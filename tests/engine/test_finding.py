"""What is asked twice and what is not, and what an alert says of the turn it is about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.alerts import AlertCode, Certainty, Finding, Level, Request
from engine.events import AlertAnswered
from engine.finding import ask, raised, ruled, silenced
from engine.referee import step
from tests.builders import faces
from tests.engine.script import Scene, scene

Code = AlertCode
CARD, OTHER = faces("03-junk"), faces("08-bright")


def table() -> Scene:
    return scene("05-junk 08-bright 03-junk 11-junk", {0: "01-junk", 1: "04-junk"})


def found(code: Code = Code.EXTRA_TABLE_CARD, level: Level = Level.QUESTION, cards: str = "03-junk",
          seat: int | None = 0) -> Finding:
    return Finding(code, level, Certainty.CERTAIN, faces(cards), seat)


@pytest.mark.parametrize(("later", "quiet"), [
    (found(), True),  # the same
    (found(Code.DUPLICATE_CARD, seat=1), True),  # the same card, whatever is said of it
    (found(level=Level.HINT), True),  # less loud
    (found(level=Level.STOP), False),  # louder
    (found(cards="08-bright"), False),  # another card
    (found(cards=""), False),
])
def test_a_card_is_asked_about_once_a_round_unless_louder(later: Finding, quiet: bool) -> None:
    one = table()
    game, _ = raised(one.game, one.game.round, found())
    assert silenced(game, later) is quiet
    assert bool(ask(game, game.round, later)[1]) is not quiet


def test_a_question_without_cards_is_asked_once_for_its_code() -> None:
    one = table()
    game, _ = raised(one.game, one.game.round, found(Code.HAND_COUNT, cards=""))
    assert silenced(game, found(Code.HAND_COUNT, cards="", seat=1))
    assert not silenced(game, found(Code.MISDEAL, cards=""))


def overruled(finding: Finding, accepted: bool = False) -> Scene:
    """The table after people answered *finding*, in a round in which nothing was asked yet."""
    one = table()
    game, (said,) = raised(one.game, one.game.round, finding)
    one.game = replace(ruled(game, said.number, accepted), accused=frozenset())
    return one


@pytest.mark.parametrize(("later", "quiet"), [
    (found(), True), (found(seat=1), True), (found(cards="08-bright"), False), (found(Code.DUPLICATE_CARD), False)])
def test_what_people_overruled_is_not_asked_again_of_the_same_cards(later: Finding, quiet: bool) -> None:
    assert silenced(overruled(found()).game, later) is quiet
    assert not silenced(overruled(found(), accepted=True).game, later)


@pytest.mark.parametrize(("later", "quiet"), [
    (found(Code.PEEK, cards="08-bright"), True), (found(Code.PEEK, seat=1), False), (found(Code.NO_CUT), False)])
def test_a_habit_of_the_house_is_overruled_for_its_seat_with_any_cards(later: Finding, quiet: bool) -> None:
    assert silenced(overruled(found(Code.PEEK)).game, later) is quiet


def test_an_answer_to_a_question_that_nobody_asked_changes_nothing() -> None:
    one = table()
    assert ruled(one.game, 7, False) == one.game
    game, _ = raised(one.game, one.game.round, found())
    assert ruled(game, 7, False) == game


def test_only_the_question_that_was_answered_is_closed() -> None:
    one = table()
    game, (first,) = raised(one.game, one.game.round, found())
    game, (second,) = raised(game, game.round, found(cards="08-bright"))
    assert (first.number, second.number) == (1, 2)
    after, _ = step(game, AlertAnswered(game.seconds, 1, True))
    assert [other.number for other in after.alerts] == [2]
    (ruling,) = after.rulings
    assert (ruling.number, ruling.code, ruling.seat, ruling.cards, ruling.accepted) == (
        1, Code.EXTRA_TABLE_CARD, 0, CARD, True)


def test_evidence_runs_from_the_turn_before_to_now() -> None:
    one = table()
    game, (first,) = raised(one.game, one.game.round, found())
    assert game.round is not None
    alert = first.alert
    assert (alert.turn, alert.evidence.before, alert.evidence.after) == (1, game.round.started, game.seconds)
    assert alert.evidence.request is Request.PUT_BACK
    one.turn(0, "09-ribbon", "10-ribbon")
    assert one.game.round is not None and len(one.game.round.turns) == 1
    ended = one.game.round.turns[0].seen.seconds
    for turn, before in ((None, ended), (2, ended), (1, one.game.round.started)):
        game, (said,) = raised(one.game, one.game.round, replace(found(cards="08-bright"), turn=turn))
        evidence = said.alert.evidence
        assert (said.alert.turn, evidence.before) == (turn or 2, before)


def test_a_finding_outside_a_round_is_of_no_turn() -> None:
    one = table()
    _, (said,) = raised(one.game, None, found(Code.NO_CUT, cards=""))
    alert = said.alert
    assert (alert.turn, alert.evidence.before, alert.evidence.request) == (None, one.game.seconds, Request.SAY)
