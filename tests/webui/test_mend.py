"""What people tell about cards: corrections and joining a running round."""

from __future__ import annotations

import pytest

from engine.cards import COPIES, FACES, parse_face
from engine.events import CardFix, CardMove
from engine.mending import refusal
from engine.observation import FLOOR
from engine.referee import step
from tests.webui.games import fold, fresh, prompted, told
from webui.errors import WebError
from webui.mend import checked, joined, renamed
from webui.texts import card_label


def test_a_card_on_the_floor_is_mended_by_its_names() -> None:
    game = fold(iter(list(told(5))[:6]), fresh())
    assert game.table is not None
    was = game.table.loose[0]
    event = renamed(game, was, parse_face("12-animal"), "floor", None, 40.0)
    assert event.fix == CardFix(was, parse_face("12-animal"))


def test_a_captured_card_is_mended_in_the_pile_that_holds_it() -> None:
    game = fold(iter(prompted()), fresh())
    assert game.table is not None
    for seat, pile in enumerate(game.table.piles):
        for was in pile:
            for face in (face for face in FACES if face.month == was.month and face != was):
                if refusal(game, CardFix(was, face, seat)) is None:
                    assert renamed(game, was, face, "pile", None, 90.0).fix == CardFix(was, face, seat)
                    return
    raise AssertionError("no captured card of this round could have another name")


def test_a_refusal_names_the_card_and_where_it_lies() -> None:
    game = fold(iter(prompted()), fresh())
    assert game.table is not None
    other = next(card for card in game.table.piles[1] if COPIES[card] == 1)
    with pytest.raises(WebError) as caught:
        checked(game, CardMove(other, None, FLOOR), 90.0)
    assert caught.value.code == "twice"
    assert caught.value.told["ko"] == f"고치지 못했어요. {card_label(other, 'ko')} 패는 이미 있어요 (위 먹은 패)"
    assert caught.value.told["en"].endswith("lies there already (Top: captured)")
    with pytest.raises(WebError) as named:
        checked(game, CardMove(other, None, FLOOR), 90.0, ("영희", "철수"))
    assert named.value.told["ko"].endswith("(철수 먹은 패)")


def test_a_card_that_is_not_there_cannot_be_mended() -> None:
    with pytest.raises(WebError, match="no_round"):
        renamed(fresh(), parse_face("01-junk"), parse_face("02-junk"), "floor", None, 1.0)
    game = fold(iter(list(told(5))[:2]), fresh())
    with pytest.raises(WebError, match="same_card"):
        renamed(game, parse_face("01-junk"), parse_face("01-junk"), "floor", None, 1.0)


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
