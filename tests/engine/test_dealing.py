"""Before the first turn: who deals, who cuts, the packets of the deal (RULES.md 3 to 5)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.cards import DECK
from engine.deal import Draw, choose_dealer, deal_counts, dealer_of, draw_dealer
from engine.errors import IllegalPlay
from engine.packets import cutter, deal_out, packets
from engine.rules import RuleSet, preset, ruleset
from tests.builders import faces

KS = RuleSet()
NIGHT, DAY = 22, 12


def draw(hour: int, **cards: str) -> Draw:
    return Draw(hour, {int(seat[1:]): faces(card)[0] for seat, card in cards.items()})


def test_the_lowest_month_deals_at_night_the_highest_by_day() -> None:
    drawn = {"s0": "05-junk", "s1": "09-animal", "s2": "12-djunk"}
    assert [dealer_of([draw(hour, **drawn)], 3, KS) for hour in (NIGHT, DAY)] == [0, 2]


def test_those_who_tie_draw_again_until_it_is_decided() -> None:
    tie = draw(DAY, s0="09-animal", s1="09-junk", s2="03-junk")
    assert dealer_of([tie, draw(DAY, s0="02-junk", s1="02-ribbon"), draw(DAY, s0="01-junk", s1="02-junk")], 3, KS) == 1
    with pytest.raises(IllegalPlay, match=r"open who deals: seats 0, 1"):
        dealer_of([tie], 3, KS)
    with pytest.raises(IllegalPlay, match=r"seats 0, 1, not seats 0, 1, 2"):
        dealer_of([tie, tie], 3, KS)


def test_nobody_deals_by_a_bonus_card_drawn_at_night() -> None:
    again = draw(NIGHT, s0="bonus2", s1="09-junk")
    assert dealer_of([again, draw(NIGHT, s0="03-junk", s1="09-junk")], 2, KS) == 0


@pytest.mark.parametrize("hour", [NIGHT, DAY])
@pytest.mark.parametrize("options", [{}, {"first_dealer": "high"}, {"first_dealer": "low", "dealer_tie": "card_rank"},
                                     {"bonus_cards": ["bonus2"] * 6}])
def test_drawing_always_finds_a_dealer(hour: int, options: dict[str, object]) -> None:
    rules = ruleset(options=options)
    dealers = {dealer_of(draw_dealer(random.Random(seed), 3, rules, hour), 3, rules) for seed in range(60)}
    assert dealers == {0, 1, 2}


def test_where_nobody_draws_the_dealer_is_appointed_or_found_by_lot() -> None:
    appointed, lot = (ruleset(options={"first_dealer": how}) for how in ("appointed", "lot"))
    assert draw_dealer(random.Random(1), 3, appointed, DAY) == ()
    assert choose_dealer(random.Random(1), 3, appointed, DAY, appointed=2) == 2
    assert {choose_dealer(random.Random(seed), 3, lot, DAY) for seed in range(30)} == {0, 1, 2}


def test_the_player_at_the_dealers_left_cuts() -> None:
    assert (cutter(0, 2), cutter(0, 3), cutter(2, 3), cutter(1, 4)) == (1, 2, 1, 0)


@pytest.mark.parametrize(("rules", "players", "dealer", "order"), [
    (KS, 2, 0, [(None, 4), (1, 5), (0, 5), (None, 4), (1, 5), (0, 5)]),
    (KS, 3, 1, [(None, 3), (2, 4), (0, 4), (1, 4), (None, 3), (2, 3), (0, 3), (1, 3)]),
    (preset("family_hwatu"), 2, 0, [(1, 5), (0, 5), (None, 4), (1, 5), (0, 5), (None, 4)]),
    (preset("family_hwatu"), 4, 3, [(0, 3), (1, 3), (2, 3), (3, 3), (None, 4),
                                    (0, 2), (1, 2), (2, 2), (3, 2), (None, 4)]),
])
def test_packets_go_around_from_the_dealers_right(rules: RuleSet, players: int, dealer: int,
                                                  order: list[tuple[int | None, int]]) -> None:
    assert list(packets(players, rules, dealer)) == order


def test_after_a_tap_each_hand_is_one_packet() -> None:
    assert packets(2, KS, 0, tapped=True) == ((None, 8), (1, 10), (0, 10))


@pytest.mark.parametrize("tapped", [False, True])
@pytest.mark.parametrize(("name", "players"), [("korean_standard", 2), ("korean_standard", 3), ("korean_standard", 4),
                                               ("family_hwatu", 2), ("family_hwatu", 3), ("family_hwatu", 4),
                                               ("pmang_newmatgo", 2)])
def test_every_pattern_gives_the_same_totals_and_every_card_once(name: str, players: int, tapped: bool) -> None:
    rules = preset(name)
    pack = [*DECK, *rules.bonus_cards]
    random.Random(1).shuffle(pack)
    dealt, counts = deal_out(pack, players, rules, 1, tapped=tapped), deal_counts(players, rules)
    assert tuple(map(len, dealt.hands)) == counts.hands
    assert (len(dealt.floor), len(dealt.stock)) == (counts.floor, counts.stock)
    assert Counter(dealt.floor + dealt.stock + sum(dealt.hands, ())) == Counter(pack)
    assert dealt.stock == tuple(pack[-counts.stock:])  # the cut changes no order: what is not dealt stays as it lay
