"""People mend the book: names, places and turns; what makes no sense is refused with a word; undo and redo."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import events as ev
from engine.cards import FACES, Face, parse_face
from engine.events import CardFix, CardMove, Corrected, Fix, TurnDrop, TurnFix
from engine.game import Game
from engine.mending import Refusal, refusal, where
from engine.observation import FLOOR, STOCK, Zone, ZoneKind
from engine.outputs import Following, ScoreNow, TurnSeen
from engine.referee import step
from tests.builders import codes, faces
from tests.engine.test_codes import ordinary
from tests.webui.games import fold, fresh, told

PILES = (Zone(ZoneKind.PILE, 0), Zone(ZoneKind.PILE, 1))


def playing(seed: int = 3, count: int = 9) -> Game:
    """A round after some turns."""
    return fold(iter(list(told(seed))[:count]), fresh())


def mended(game: Game, fix: Fix) -> Game:
    return step(game, Corrected(game.seconds, fix))[0]


def all_cards(game: Game) -> Counter[Face]:
    table = game.table
    assert table is not None
    return Counter(table.loose) + Counter(table.stacked) + Counter(card for pile in table.piles for card in pile)


@pytest.mark.parametrize("now", [FLOOR, PILES[1], None])
def test_captured_card_is_put_elsewhere(now: Zone | None) -> None:
    game = playing()
    assert game.table is not None
    face = game.table.piles[0][0]
    after = mended(game, CardMove(face, PILES[0], now))
    assert after.table is not None
    assert Counter(game.table.piles[0]) - Counter(after.table.piles[0]) == Counter([face])
    assert all_cards(game) - all_cards(after) == (Counter([face]) if now is None else Counter())
    if now is not None:
        assert now in where(after.table, face)


def test_third_loose_card_of_a_month_makes_a_stack_and_taking_it_away_ends_it() -> None:
    one = ordinary()
    junk, ribbon, animal = faces("05-junk 05-ribbon 05-animal")
    game = one.game
    for card in (ribbon, animal):
        game = mended(game, CardMove(card, None, FLOOR))
    assert game.table is not None
    assert [codes(stack.cards) for stack in game.table.stacks] == [codes([junk, ribbon, animal])]
    game = mended(game, CardMove(animal, FLOOR, None))
    assert game.table is not None and game.table.stacks == () and {junk, ribbon} <= set(game.table.loose)


def test_card_that_was_put_elsewhere_stays_there_when_an_earlier_turn_is_mended() -> None:
    game = playing()
    assert game.table is not None and game.round is not None
    face = game.table.piles[0][0]
    moved = mended(game, CardMove(face, PILES[0], PILES[1]))
    first = game.round.turns[0].play
    again = TurnFix(1, first.seat, first.hand, first.flip, first.choose_hand, first.choose_flip)
    after = mended(moved, again)
    assert after.table is not None and moved.table is not None
    assert [Counter(pile) for pile in after.table.piles] == [Counter(pile) for pile in moved.table.piles]


@pytest.mark.parametrize(("fix", "why"), [
    (CardMove(parse_face("08-bright"), STOCK, FLOOR), Refusal.NOT_THERE),
    (CardMove(parse_face("08-bright"), None, Zone(ZoneKind.PILE, 7)), Refusal.NOT_THERE),
    (CardMove(parse_face("bonus2"), None, FLOOR), Refusal.NO_SUCH_CARD),
    (CardMove(parse_face("08-bright"), FLOOR, FLOOR), Refusal.SAME_CARD),
    (TurnDrop(0), Refusal.NOT_THERE), (TurnDrop(99), Refusal.NOT_THERE),
    (TurnFix(99, 0, (), ()), Refusal.NOT_THERE), (TurnFix(1, 0, (), ()), Refusal.UNPLAYABLE),
    (CardFix(parse_face("08-bright"), parse_face("08-bright")), Refusal.SAME_CARD),
    (CardFix(parse_face("08-bright"), parse_face("08-junk"), 5), Refusal.NOT_THERE),
])
def test_nonsense_is_refused_with_a_word(fix: Fix, why: Refusal) -> None:
    game = playing()
    assert refusal(game, fix) is why
    after, outputs = step(game, Corrected(game.seconds, fix))
    assert after.round == game.round and outputs == ()


def test_captured_card_cannot_become_one_that_would_not_have_been_captured() -> None:
    game = playing()
    assert game.table is not None and game.round is not None
    lying = all_cards(game)
    turn = next(turn for turn in game.round.turns if turn.seen.captured and turn.play.hand[0] in turn.seen.captured)
    was, seat = turn.play.hand[0], turn.play.seat
    assert was in game.table.piles[seat]
    alien = next(face for face in FACES if face.month != was.month and not lying[face])
    assert refusal(game, CardFix(was, alien, seat)) in (Refusal.NOT_TAKEN, Refusal.UNPLAYABLE)
    assert mended(game, CardFix(was, alien, seat)).round == game.round
    other = next(face for face in game.table.piles[1 - seat] if face.month != was.month)
    assert refusal(game, CardFix(was, other, seat)) is not None


def test_captured_card_gets_its_right_name_even_if_it_was_dealt() -> None:
    one = ordinary()
    one.turn(0, "05-animal", "01-bright", "05-animal 05-junk")
    junk, ribbon = faces("05-junk 05-ribbon")
    assert one.game.table is not None and junk in one.game.table.piles[0]
    after = mended(one.game, CardFix(junk, ribbon, 0))
    assert after.table is not None
    assert codes(card for card in after.table.piles[0] if card.month == 5) == ["05-animal", "05-ribbon"]


def test_dropped_turn_is_gone_and_the_next_ones_count_from_there() -> None:
    game = playing()
    assert game.round is not None
    turns = game.round.turns
    after, outputs = step(game, Corrected(game.seconds, TurnDrop(len(turns))))
    assert after.round is not None
    assert after.round.turns == turns[:-1] and after.round.to_move == turns[-1].play.seat
    assert after.table == turns[-1].before and after.state is Following.FOLLOWING
    first, said = step(game, Corrected(game.seconds, TurnDrop(1)))
    assert first.round is not None and len(first.round.turns) < len(turns)
    assert [turn.seen.n for turn in first.round.turns] == list(range(1, len(first.round.turns) + 1))
    assert all(line.revised for line in said if isinstance(line, TurnSeen))
    assert any(isinstance(line, ScoreNow) for line in said) and outputs


def test_redo_brings_back_what_was_undone_until_something_new_happens() -> None:
    events = list(told(3))
    game = fold(iter(events[:9]), fresh())
    back = step(game, ev.Undone(90.0))[0]
    assert back.ahead is not None and back.table != game.table
    again = step(back, ev.Redone(91.0))[0]
    assert (again.round, again.totals) == (game.round, game.totals)
    twice = step(step(back, ev.Undone(92.0))[0], ev.Redone(93.0))[0]
    assert (twice.table, twice.totals) == (back.table, back.totals)
    assert step(twice, ev.Redone(94.0))[0].table == game.table
    assert back.table is not None
    other = mended(back, CardMove(back.table.loose[0], FLOOR, None))
    assert other.ahead is None and step(other, ev.Redone(95.0))[0].table == other.table


def test_named_card_that_is_not_booked_yet_is_booked_under_its_right_name() -> None:
    one = ordinary()
    one.lay(0, "10-ribbon")
    assert one.game.table is not None
    wrong, right = faces("10-ribbon 10-animal")
    game = one.game
    assert wrong not in game.table.loose
    one.tell(Corrected(one.stage.seconds, CardFix(wrong, right)))
    one.flip(0, "01-bright")
    one.wait(2.0)
    assert [codes(turn.hand) for turn in one.turns] == [["10-animal"]]


def test_cards_of_a_turn_that_was_deleted_belong_to_the_turn_that_is_read_next() -> None:
    one = ordinary()
    one.lay(0, "10-ribbon")
    wrong = TurnFix(1, 0, faces("10-ribbon"), faces("09-junk"))
    one.tell(Corrected(one.stage.seconds, wrong))
    assert len(one.turns) == 1
    one.tell(Corrected(one.stage.seconds, TurnDrop(1)))
    one.said.clear()
    one.flip(0, "01-bright")
    one.wait(2.0)
    assert [(codes(turn.hand), codes(turn.flip)) for turn in one.turns] == [(["10-ribbon"], ["01-bright"])]
