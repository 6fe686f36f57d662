"""In step or not: what is asked, what people answer, and the count after the last turn."""

from __future__ import annotations

from engine import events as ev
from engine.alerts import AlertCode, Level, Request
from engine.cards import FACES
from engine.outputs import Ask, Following, Question, StateNow, TurnSeen
from engine.rules import ruleset
from tests.builders import codes, faces
from tests.engine.script import Scene, on_floor, pile, scene
from tests.engine.test_codes import ordinary
from tests.observed import Noise

LONG = ruleset(options={"target": 99})  # nobody gets so far
Code, Q, S = AlertCode, Level.QUESTION, Level.STOP


def missed_turn() -> Scene:
    """Seat 0 plays while somebody stands before the camera; then nobody moves."""
    one = ordinary()
    one.blink(1.0)
    for text in ("05-animal", "09-ribbon", "10-ribbon", "02-ribbon"):
        one.stage._put(faces(text)[0], one.stage.cards[0].zone, one.stage._free(), None)
    one.stage._move(faces("05-junk")[0], one.stage.cards[0].zone, one.stage.cards[-5].zone)
    one.wait(4.0)
    return one


def questions(one: Scene) -> tuple[Question, ...]:
    return next(said.questions for said in reversed(one.said) if isinstance(said, StateNow))


def test_lost_step_asks_which_cards_are_wrong_and_whose_turn_it_is() -> None:
    one = missed_turn()
    assert one.game.state is not Following.FOLLOWING and one.game.why
    asked = {question.ask: question for question in questions(one)}
    assert set(asked) == {Ask.TAP_WRONG, Ask.WHOSE_TURN}
    assert "10-ribbon" in codes(asked[Ask.TAP_WRONG].doubtful)
    assert asked[Ask.WHOSE_TURN].missed >= 3 and set(asked[Ask.WHOSE_TURN].seats) == {0, 1}
    line = next(said for said in reversed(one.said) if isinstance(said, StateNow)).to_json()
    assert line["questions"][0]["ask"] == "tap_wrong"


def test_whose_turn_it_is_brings_the_referee_back_into_step() -> None:
    one = missed_turn()
    one.tell(ev.from_json(ev.to_json(ev.TurnTold(one.stage.seconds, 1))))
    assert one.game.state is Following.FOLLOWING
    assert one.game.round is not None and one.game.round.to_move == 1
    assert codes(one.game.round.table.loose) == codes(on_floor(one))
    one.turn(1, "11-djunk", "07-junk", "11-djunk 11-junk")
    assert one.turns[-1].seat == 1 and codes(one.turns[-1].captured) == ["11-djunk", "11-junk"]


def test_corrected_reading_is_explained_anew_and_said_once() -> None:
    one = ordinary()
    one.turn(0, "09-ribbon", "01-bright")
    one.turn(1, "11-djunk", "07-junk", "11-djunk 11-junk")
    said = one.tell(ev.Corrected(one.stage.seconds, ev.CardFix(faces("09-ribbon")[0], faces("09-junk")[0])))
    revised = [line for line in said if isinstance(line, TurnSeen)]
    assert [(line.n, codes(line.hand), line.revised) for line in revised] == [(1, ["09-junk"], True)]


def test_correction_to_a_card_that_lies_elsewhere_is_refused() -> None:
    one = ordinary()
    one.turn(0, "09-ribbon", "01-bright")
    game = one.game
    one.tell(ev.Corrected(one.stage.seconds, ev.CardFix(faces("09-ribbon")[0], faces("04-animal")[0])))
    assert one.game.round == game.round


def last_turns(one: Scene) -> None:
    """Both seats play their last card."""
    one.turn(0, "09-ribbon", "10-ribbon")
    one.turn(1, "11-djunk", "07-junk", "11-djunk 11-junk")


def whole_but(*gone: str) -> dict[int, str]:
    """Piles that hold the pack but the cards *gone* and what the last turns bring."""
    out = [*gone, "05-junk", "06-ribbon", "11-junk", "09-ribbon", "10-ribbon", "11-djunk", "07-junk"]
    rest = [str(face) for face in FACES for _ in range(2 if str(face).endswith("-junk") else 1)]
    for card in out:
        rest.remove(card)
    return {0: " ".join(rest[::2]), 1: " ".join(rest[1::2])}


def test_card_that_was_asked_about_and_is_nowhere_at_the_last_count_stops() -> None:
    one = scene("05-junk 06-ribbon 11-junk", whole_but(), hands=1, stock=2, rules=LONG)
    one.hand(0)
    one.drop("06-ribbon")
    one.hand(0)
    last_turns(one)
    one.wait(4.0)
    assert one.alerts == [(Code.CARD_MISSING, Q, 0), (Code.CARD_MISSING, S, 0)]
    stop = one.raised[-1].alert
    assert stop.evidence.invariant == "I16" and stop.evidence.request is Request.COUNT


def test_card_of_a_hand_that_is_empty_by_the_book_is_asked_about() -> None:
    one = scene("05-junk 06-ribbon 11-junk", whole_but(), hands=1, stock=2, rules=LONG)
    last_turns(one)
    one.wait(1.0)
    assert one.alerts == []
    one.lay(1, "08-bright", beside=False)
    one.wait(2.5)
    assert one.alerts == [(Code.HAND_COUNT, Q, 1)]


def test_turn_without_a_hand_card_is_asked_about_when_play_goes_on() -> None:
    one = ordinary(noise=Noise(sources=1.0))
    one.flip(0, "09-ribbon")
    one.wait(2.0)
    assert one.alerts == []
    one.lay(1, "10-ribbon")
    one.wait(2.0)
    assert one.alerts == [(Code.HAND_COUNT, Q, 0)]


def test_play_goes_on_from_a_turn_that_was_asked_about() -> None:
    one = ordinary()
    one.lay(0, "05-animal")
    one.flip(0, "09-ribbon")
    one.take(0, "05-animal 05-junk 03-junk")
    one.wait(2.5)
    one.turn(1, "11-djunk", "07-junk", "11-djunk 11-junk")
    assert one.alerts == [(Code.EXTRA_TABLE_CARD, Q, 0)]
    assert [(turn.seat, codes(turn.hand)) for turn in one.turns] == [(1, ["11-djunk"])]
    assert one.game.table is not None and codes(one.game.table.loose) == codes(on_floor(one))
    assert one.game.state is Following.FOLLOWING


def test_card_put_back_withdraws_the_question() -> None:
    one = ordinary()
    one.lay(0, "05-animal 11-djunk")
    one.flip(0, "09-ribbon")
    one.wait(2.5)
    assert one.alerts == [(Code.TWO_CARDS_PLAYED, Q, 0)] and one.game.alerts
    one.hand(0)
    one.drop("11-djunk")
    one.hand(0)
    one.take(0, "05-animal 05-junk")
    one.wait(2.0)
    assert one.game.alerts == () and codes(one.turns[0].captured) == ["05-animal", "05-junk"]


def test_pile_that_changed_in_a_pause_is_counted_when_looks_begin_again() -> None:
    one = ordinary()
    one.tell(ev.Paused(one.stage.seconds))
    one.take(1, "08-bright")
    for card in one.stage.cards:
        card.track += 1000
    one.wait(1.0)
    one.tell(ev.Resumed(one.stage.seconds))
    one.wait(3.0)
    assert one.alerts == [(Code.EXTRA_TABLE_CARD, Q, 1)]


def test_book_that_lost_turns_accuses_nobody() -> None:
    """After turns that nobody saw the piles lie otherwise than the book has them, and no player is to blame."""
    one = missed_turn()
    one.wait(8.0)
    assert one.game.round is not None and one.game.round.adopted
    asked = one.alerts
    one.take(0, "10-junk", source=pile(1))
    one.wait(3.0)
    assert one.alerts == asked
