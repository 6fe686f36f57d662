"""The deal as it is watched: its count, bonus cards on the floor, the book of hands and stock, the deal balance."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.alerts import AlertCode, Level
from engine.balance import balances, deal_seen, mean, variance
from engine.book import DealCount, SeatBook, book_of, deal_count
from engine.cards import DECK
from engine.events import Looked
from engine.game import DealSeen
from engine.observation import FLOOR, STOCK, Note, Observation, Source
from engine.outputs import RoundStarted
from engine.parity import odd_months
from engine.referee import start
from engine.rules import RuleSet, ruleset
from tests.builders import codes, faces, table
from tests.engine.script import KS, Scene, Stage, pile
from tests.observed import PERFECT

BONUS = ruleset(options={"bonus_cards": ["bonus2", "bonus3"]})
EIGHT = "01-bright 02-junk 03-ribbon 04-junk 05-junk 06-junk 07-junk 11-junk"


def empty(rules: RuleSet = KS, players: int = 2) -> Scene:
    """A table before the first deal."""
    return Scene(start(rules, players), Stage(1, players, 1, PERFECT, rules), [])


def deal(one: Scene, text: str) -> None:
    """The dealer lays cards on the floor, one after another."""
    for face in faces(text):
        one.hand(0, seconds=0.2)
        one.stage._put(face, FLOOR, one.stage._free(), None)


def started(one: Scene) -> list[RoundStarted]:
    return [said for said in one.said if isinstance(said, RoundStarted)]


@pytest.mark.parametrize("dealt", [EIGHT + " 12-ribbon", EIGHT.removesuffix(" 11-junk")])
def test_floor_of_another_number_is_a_misdeal_that_is_mended_silently(dealt: str) -> None:
    one = empty()
    deal(one, dealt)
    one.wait(1.0)
    assert one.alerts == []
    one.wait(2.5)
    assert one.alerts == [(AlertCode.MISDEAL, Level.STOP, 0)]
    if "12-ribbon" in dealt:
        one.drop("12-ribbon")
    else:
        deal(one, "11-junk")
    one.wait(1.5)
    assert len(started(one)) == 1 and one.game.alerts == ()


def test_deal_is_counted_as_it_happens() -> None:
    one = empty()
    deal(one, "01-bright 02-junk 03-ribbon 04-junk")
    one.wait(2.0)
    assert deal_count(one.game) == DealCount(4, 8)
    assert one.raised == []  # packets may still come
    deal(one, "05-junk 06-junk 07-junk 11-junk")
    one.wait(1.5)
    assert started(one) and deal_count(one.game) is None


def test_hint_about_the_deal_stays_when_the_round_begins() -> None:
    one = empty()
    deal(one, EIGHT)
    one.tell(Looked(Observation(one.stage.seconds, (), frozenset({FLOOR}), notes=(Note("NO_CUT", 0),))))
    one.wait(1.5)
    assert len(started(one)) == 1
    assert [(raised.alert.code, raised.alert.turn) for raised in one.game.alerts] == [(AlertCode.NO_CUT, None)]


def with_bonus() -> Scene:
    one = empty(BONUS)
    deal(one, EIGHT.replace("11-junk", "bonus2"))
    one.wait(1.5)
    assert started(one) == []
    return one


def test_bonus_card_of_the_floor_goes_to_the_dealer_and_is_replaced() -> None:
    one = with_bonus()
    one.take(0, "bonus2")
    one.flip(0, "11-junk")
    one.wait(2.0)
    assert len(started(one)) == 1 and one.raised == []
    now = one.game.table
    assert now is not None and codes(now.piles[0]) == ["bonus2"] and now.stock == 21
    one.turn(0, "09-ribbon", "12-ribbon")
    assert [(turn.seat, codes(turn.hand)) for turn in one.turns] == [(0, ["09-ribbon"])]


def test_play_over_a_bonus_card_on_the_floor_is_asked_about() -> None:
    one = with_bonus()
    one.lay(0, "09-ribbon", source=Source.HAND)
    one.wait(1.5)
    assert one.alerts == [(AlertCode.BONUS_UNRESOLVED, Level.QUESTION, 0)]


@pytest.mark.parametrize("take", ["", "11-junk 11-bright"])
def test_whole_turn_over_a_bonus_card_is_asked_about(take: str) -> None:
    """Hand card and flip lie there, or were taken; the dealing hand was at the stock long before."""
    one = empty(BONUS)
    one.hand(0, frozenset({STOCK}), stock=True)
    deal(one, EIGHT.replace("07-junk", "bonus2"))
    one.wait(1.5)
    one.lay(0, "11-bright")
    one.flip(0, "12-ribbon")
    if take:
        one.take(0, take)
    one.wait(1.5)
    assert one.alerts == [(AlertCode.BONUS_UNRESOLVED, Level.QUESTION, 0)]


def test_bonus_card_may_be_taken_after_its_replacement_was_laid() -> None:
    one = empty(BONUS)
    one.hand(0, frozenset({STOCK}), stock=True)
    deal(one, EIGHT.replace("07-junk", "bonus2"))
    one.wait(1.5)
    one.flip(0, "07-junk")
    one.wait(2.0)
    one.take(0, "bonus2")
    one.wait(1.5)
    assert len(started(one)) == 1 and one.alerts == []


def test_bonus_card_laid_from_the_hand_is_told_from_one_that_was_flipped() -> None:
    one = with_bonus()
    one.take(0, "bonus2")
    one.flip(0, "11-junk")
    one.wait(2.0)
    one.lay(0, "bonus3")
    one.take(0, "bonus3")
    one.hand(0, frozenset({STOCK}), 0.3, stock=True)  # a card from the stock to the hand
    one.wait(0.5)
    one.turn(0, "09-ribbon", "12-ribbon")
    (turn,) = one.turns
    assert (codes(turn.hand), codes(turn.flip), codes(turn.captured)) == (["09-ribbon"], ["12-ribbon"], ["bonus3"])
    assert "bonus_hand" in turn.events
    assert one.game.table is not None and one.game.table.hands[0] == 9


def test_flipped_bonus_card_is_told_as_flipped() -> None:
    one = with_bonus()
    one.take(0, "bonus2")
    one.flip(0, "11-junk")
    one.wait(2.0)
    one.lay(0, "09-ribbon")
    one.flip(0, "bonus3 12-ribbon")
    one.take(0, "bonus3")
    one.wait(1.5)
    (turn,) = one.turns
    assert (codes(turn.hand), codes(turn.flip)) == (["09-ribbon"], ["12-ribbon", "bonus3"])
    assert pile(0) in {card.zone for card in one.game.belief.cards}


def test_book_tells_cards_and_draw_only_turns_of_every_seat() -> None:
    book = book_of(table("05-junk", hands=(4, 6), tokens=(2, 0), stock=12))
    assert book.seats == (SeatBook(4, 2), SeatBook(6, 0))
    assert [seat.turns for seat in book.seats] == [6, 6] and book.spare == 0


def test_month_captured_an_odd_number_of_times_breaks_parity() -> None:
    assert odd_months([faces("01-bright 01-junk 02-junk"), faces("02-animal")]) == ()
    assert odd_months([faces("01-bright 01-junk 02-junk"), ()]) == (2,)
    assert odd_months([faces("02-junk"), faces("02-animal")], each=True) == (2,)


def test_expected_brights_are_those_of_chance() -> None:
    assert [round(mean(cards), 2) for cards in (7, 10)] == [0.73, 1.04]
    assert [round(variance(cards) ** 0.5, 2) for cards in (7, 10)] == [0.75, 0.87]
    rng = random.Random(1)
    hands = [sum(str(card).endswith("bright") for card in rng.sample(DECK, 7)) for _ in range(4000)]
    assert abs(sum(hands) / 4000 - mean(7)) < 0.05


def test_balance_comes_with_thirty_own_deals_of_everybody() -> None:
    deals = [DealSeen(n % 2, 10, 1, 0) for n in range(59)]
    assert balances(deals, 2) == ()
    first, second = balances([*deals, DealSeen(1, 10, 1, 0)], 2)
    assert (first.seat, first.deals, first.low, first.high) == (0, 30, 30, 30)
    assert first.apart < 0.5 and second.apart < 0.5
    assert round(first.expected, 1) == 31.3


def test_hand_that_was_stopped_early_is_censored_and_not_empty() -> None:
    stopped = [DealSeen(0, 10, 0, 2)] * 30
    (one,) = balances(stopped, 1)
    assert (one.low, one.high, one.apart) == (0, 60, 0.0)
    (bare,) = balances([DealSeen(0, 10, 0, 0)] * 30, 1)
    assert bare.apart > 3


def test_brights_of_a_deal_are_counted_as_far_as_they_came_out() -> None:
    one = empty()
    deal(one, EIGHT)
    one.wait(1.5)
    one.turn(0, "08-bright", "12-ribbon")
    round_ = one.game.round
    assert round_ is not None
    assert deal_seen(round_) == DealSeen(0, 10, 1, 3)  # three other brights lie nobody knows where
    assert deal_seen(replace(round_, dealer=1)) == DealSeen(1, 10, 0, 3)
