"""What people tell about cards: corrections and joining a running round."""

from __future__ import annotations

import pytest

from engine.cards import parse_face
from engine.events import CardFix, TurnFix
from engine.referee import step
from tests.webui.games import fold, fresh, prompted, told
from webui.errors import WebError
from webui.mend import correction, joined


def test_a_card_on_the_floor_is_mended_by_its_names() -> None:
    events = list(told(5))[:6]
    game = fold(iter(events), fresh())
    assert game.table is not None
    was = game.table.loose[0]
    event = correction(game, was, parse_face("12-animal"), "floor", None, 40.0)
    assert event.fix == CardFix(was, parse_face("12-animal"))


def test_a_captured_card_is_mended_in_the_turn_that_brought_it() -> None:
    game = fold(iter(prompted()), fresh())
    assert game.round is not None
    record = next(record for record in game.round.turns if record.seen.captured and record.seen.hand)
    was, seat = record.seen.hand[0], record.seen.seat
    event = correction(game, was, parse_face("12-animal"), "pile", seat, 90.0)
    assert isinstance(event.fix, TurnFix)
    assert event.fix.n == record.seen.n
    assert event.fix.hand == (parse_face("12-animal"),)


def test_a_card_that_is_not_there_cannot_be_mended() -> None:
    with pytest.raises(WebError, match="no round runs"):
        correction(fresh(), parse_face("01-junk"), parse_face("02-junk"), "floor", None, 1.0)
    game = fold(iter(list(told(5))[:2]), fresh())
    with pytest.raises(WebError, match="already"):
        correction(game, parse_face("01-junk"), parse_face("01-junk"), "floor", None, 1.0)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 4), (3, 2), (3, 5)])
def test_joining_from_the_open_cards_gives_the_same_counts(players: int, seed: int) -> None:
    events = list(told(seed, players, boldness=1.0))[:9]
    game = fold(iter(events), fresh(players))
    table = game.table
    assert table is not None
    assert game.round is not None
    assert not any(table.tokens), "take another seed: bombs leave turns that open cards do not tell"
    floor = table.loose + tuple(card for stack in table.stacks for card in stack.cards)
    event = joined(fresh(players), floor, table.piles, game.round.to_move, game.round.dealer, 3.0)
    after, _ = step(fresh(players), event)
    assert after.table is not None
    assert after.table.hands == table.hands
    assert after.table.stock == table.stock
    assert after.totals == game.totals
    assert after.round is not None
    assert after.round.to_move == game.round.to_move


def test_an_impossible_number_of_cards_is_refused() -> None:
    with pytest.raises(WebError, match="3 cards on the floor"):
        joined(fresh(), tuple(map(parse_face, ("01-junk", "02-junk", "03-junk"))), ((), ()), 0, 0, 1.0)
