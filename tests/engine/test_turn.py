"""The capture table and the special events (RULES.md 7 to 10, 12)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import IllegalPlay
from engine.rules import RuleSet
from engine.steal import is_fair_gift
from engine.turn import TurnEvent as Event
from engine.turn import TurnResult, resolve
from tests.builders import codes, faces, play, stack, table

KS = RuleSet()
THREE_05 = "05-animal 05-ribbon 05-junk"
THREE_08 = "08-animal 08-junk 08-junk"


def events(result: TurnResult) -> list[str]:
    return [str(event) for event in result.events]


HAND_STEP = {
    # case: loose cards of month 5, stacks, what is laid, captured with it, card chosen
    "H0": ("", (), "05-animal", "", ""),
    "H1": ("05-junk", (), "05-animal", "05-animal 05-junk", ""),
    "H2": ("05-junk 05-ribbon", (), "05-animal", "05-animal 05-ribbon", "05-ribbon"),
    "H3": ("", (stack(THREE_05, 1),), "05-junk", f"05-junk {THREE_05}", ""),
}
FLIP_STEP = {
    "F0": ("", (), "08-bright", "", ""),
    "F1": ("08-junk", (), "08-bright", "08-bright 08-junk", ""),
    "F2": ("08-junk 08-animal", (), "08-bright", "08-bright 08-animal", "08-animal"),
    "F3": ("", (stack(THREE_08),), "08-bright", f"08-bright {THREE_08}", ""),
}


@pytest.mark.parametrize("flip_case", FLIP_STEP)
@pytest.mark.parametrize("hand_case", HAND_STEP)
def test_every_row_of_the_capture_table(hand_case: str, flip_case: str) -> None:
    loose, stacks, card, captured, chosen = HAND_STEP[hand_case]
    loose_f, stacks_f, flip, captured_f, chosen_f = FLIP_STEP[flip_case]
    before = table(f"{loose} {loose_f} 03-junk", stacks=stacks + stacks_f, piles={1: "01-junk 01-junk 02-junk"})
    result = resolve(before, play(card, flip, take=chosen, take_flip=chosen_f), KS)
    assert codes(result.captured) == sorted(f"{captured} {captured_f}".split())
    stays = [card] * (hand_case == "H0") + [flip] * (flip_case == "F0")
    stays += ["05-junk"] * (hand_case == "H2") + ["08-junk"] * (flip_case == "F2") + ["03-junk"]
    assert codes(result.table.loose) == sorted(stays)
    assert result.table.stacks == ()
    taken = (hand_case == "H3") + (flip_case == "F3")
    assert events(result) == ["stack"] * taken
    assert result.stolen == ({1: faces("02-junk 01-junk")[:taken]} if taken else {})
    assert (result.table.hands, result.table.stock) == ((4, 5), 9)


def test_same_month_on_an_empty_place_is_jjok() -> None:
    result = resolve(table("08-bright", piles={1: "01-junk"}), play("05-animal", "05-junk"), KS)
    assert codes(result.captured) == ["05-animal", "05-junk"]
    assert events(result) == ["jjok"]
    assert result.table.piles == (faces("05-animal 05-junk 01-junk"), ())


def test_same_month_on_one_card_is_ppeok_and_nothing_is_captured() -> None:
    result = resolve(table("05-junk 08-bright"), play("05-animal", "05-ribbon"), KS)
    assert result.captured == ()
    assert codes(result.stack or ()) == ["05-animal", "05-junk", "05-ribbon"]
    assert [(s.month, s.owner) for s in result.table.stacks] == [(5, 0)]
    assert (events(result), result.stolen) == (["ppeok"], {})


def test_same_month_on_two_cards_is_ttadak_without_a_choice() -> None:
    result = resolve(table("05-junk 05-junk 08-bright", piles={1: "01-junk"}), play("05-animal", "05-ribbon"), KS)
    assert codes(result.captured) == ["05-animal", "05-junk", "05-junk", "05-ribbon"]
    assert (events(result), result.stolen) == (["ttadak"], {1: faces("01-junk")})


def test_two_pairs_of_different_months_are_no_ttadak() -> None:
    result = resolve(table("05-junk 08-junk 01-ribbon"), play("05-animal", "08-bright"), KS)
    assert events(result) == []


def test_same_month_on_a_stack_is_a_fifth_card() -> None:
    with pytest.raises(IllegalPlay, match="fifth card"):
        resolve(table(stacks=[stack(THREE_05, 1)]), play("05-junk", "05-junk"), KS)


def test_two_different_cards_need_a_choice_and_equal_ones_do_not() -> None:
    with pytest.raises(IllegalPlay, match="choose"):
        resolve(table("05-junk 05-ribbon"), play("05-animal", "08-junk"), KS)
    result = resolve(table("05-junk 05-junk"), play("05-animal", "08-junk"), KS)
    assert codes(result.table.loose) == ["05-junk", "08-junk"]


def test_emptied_floor_is_sseul_but_an_empty_floor_is_not() -> None:
    swept = resolve(table("05-junk 08-junk", piles={1: "01-junk"}), play("05-animal", "08-bright"), KS)
    assert events(swept) == ["sseul"]
    assert events(resolve(table(""), play("05-animal", "08-bright"), KS)) == []


def test_own_stack_takes_two_and_another_seats_stack_one() -> None:
    piles = {1: "01-junk 01-junk 11-djunk"}
    own = resolve(table("03-junk", stacks=[stack(THREE_05, 0)], piles=piles), play("05-junk", "11-junk"), KS)
    other = resolve(table("03-junk", stacks=[stack(THREE_05, 1)], piles=piles), play("05-junk", "11-junk"), KS)
    assert (events(own), len(own.stolen[1])) == (["jappeok"], 2)
    assert (events(other), len(other.stolen[1])) == (["stack"], 1)


def test_bomb_flips_and_leaves_two_draw_only_turns() -> None:
    before = table("05-ribbon 08-junk 03-junk", piles={1: "01-junk"})
    result = resolve(before, play("05-animal 05-junk 05-junk", "08-bright"), KS)
    assert len(result.captured) == 6
    assert (result.table.hands, result.table.tokens, events(result)) == ((2, 5), (2, 0), ["bomb"])


def test_draw_only_turn_needs_a_token() -> None:
    with pytest.raises(IllegalPlay, match="draw-only"):
        resolve(table("03-junk"), play("", "08-bright"), KS)
    assert resolve(table("03-junk", tokens=(1, 0)), play("", "08-bright"), KS).table.tokens == (0, 0)


@pytest.mark.parametrize(("hand", "flip", "why"), [
    ("05-animal 05-junk", "08-bright", "two_card_bomb"),
    ("05-animal 06-junk", "08-bright", "2 cards laid"),
    ("05-animal 05-junk 05-junk", "08-bright", "fourth card"),
    ("05-animal 05-junk 06-junk", "08-bright", "one month"),
    ("bonus2", "08-bright", "bonus"),
    ("05-animal", "", "compulsory"),
    ("05-animal", "08-bright 08-junk", "only bonus"),
])
def test_illegal_plays_name_the_rule(hand: str, flip: str, why: str) -> None:
    with pytest.raises(IllegalPlay, match=why):
        resolve(table("03-junk"), play(hand, flip), KS)


@pytest.mark.parametrize(("loose", "flip", "captured"), [
    ("08-bright", "05-junk", 2),
    ("05-junk 08-bright", "05-ribbon", 3),
    ("05-junk 05-junk", "05-ribbon", 4),
    ("05-junk 08-bright", "08-junk", 4),
])
def test_last_turn_captures_without_steal_or_ppeok(loose: str, flip: str, captured: int) -> None:
    before = table(loose, piles={1: "01-junk"}, hands=(1, 1))
    result = resolve(before, play("05-animal", flip), KS)
    assert (len(result.captured), events(result), result.stolen, result.last_turn) == (captured, [], {}, True)


def test_last_turn_stack_is_listed_but_steals_nothing() -> None:
    before = table("03-junk", stacks=[stack(THREE_05, 1)], piles={1: "01-junk"}, hands=(1, 1))
    result = resolve(before, play("05-junk", "11-junk"), KS)
    assert (events(result), result.stolen) == (["stack"], {})


def test_a_token_left_means_not_the_last_turn() -> None:
    result = resolve(table("08-bright", piles={1: "01-junk"}, hands=(1, 1), tokens=(1, 0)),
                     play("05-animal", "05-junk"), KS)
    assert events(result) == ["jjok"]


def test_lowest_junk_captured_last_is_given_and_a_seen_gift_wins() -> None:
    before = table("08-bright", piles={1: "01-junk 11-djunk 02-junk 12-djunk"})
    turn = play("05-animal", "05-junk")
    assert resolve(before, turn, KS).stolen == {1: faces("02-junk")}
    seen = resolve(before, turn, KS, give={1: faces("01-junk")})
    assert seen.table.piles[1] == faces("11-djunk 02-junk 12-djunk")
    with pytest.raises(IllegalPlay, match="not in that pile"):
        resolve(before, turn, KS, give={1: faces("03-junk")})


@pytest.mark.parametrize("loose", ["08-bright", "05-junk 05-ribbon"])
def test_only_a_card_on_one_loose_card_of_its_month_may_leave_it(loose: str) -> None:
    rules = RuleSet(must_capture=False)
    left = resolve(table("05-junk"), replace(play("05-animal", "06-junk"), leave=True), rules)
    assert codes(left.table.loose) == ["05-animal", "05-junk", "06-junk"]
    with pytest.raises(IllegalPlay, match="only a pair may be left"):
        resolve(table(loose), replace(play("05-animal", "06-junk"), leave=True), rules)


def test_only_the_lowest_class_is_a_fair_gift() -> None:
    before = table("08-bright", piles={1: "01-junk 11-djunk 02-junk"})
    result = resolve(before, play("05-animal", "05-junk"), KS)
    fair = [card for card in ("01-junk", "02-junk", "11-djunk", "")
            if is_fair_gift(before.piles[1], faces(card), result.debts, 1, KS)]
    assert fair == ["01-junk", "02-junk"]


def test_flipped_bonus_is_captured_but_stays_on_a_ppeok() -> None:
    taken = resolve(table("03-junk"), play("05-animal", "bonus3 11-junk"), KS)
    assert (codes(taken.captured), events(taken), taken.table.stock) == (["bonus3"], ["bonus_flip"], 8)
    stuck = resolve(table("05-junk"), play("05-animal", "bonus2 05-ribbon"), KS)
    assert stuck.captured == ()
    assert stuck.table.stacks[0].bonus == faces("bonus2")


def test_events_stand_in_the_order_of_collecting() -> None:
    before = table("", stacks=[stack(THREE_05, 1)], piles={1: "01-junk 01-junk 02-junk 02-junk"})
    result = resolve(before, play("05-junk", "bonus2 08-bright"), RuleSet(bonus_steals=True))
    assert result.events == (Event.BONUS_FLIP, Event.STACK)
    assert result.due == {1: 2}
