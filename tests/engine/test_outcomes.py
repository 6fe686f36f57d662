"""Turns that are resolved once and remembered."""

from __future__ import annotations

from engine.cards import parse_face
from engine.outcomes import outcomes
from engine.rules import RuleSet
from engine.table import Table
from engine.turn import resolve

BRIGHT, RIBBON, JUNK = (parse_face(code) for code in ("01-bright", "01-ribbon", "01-junk"))
MOON, OTHER = parse_face("08-bright"), parse_face("05-junk")
TABLE = Table((BRIGHT, RIBBON, OTHER), (), ((), ()), (10, 10), 20, (0, 0))


def test_each_choice_between_two_cards_is_a_turn_and_all_are_what_the_rules_make_of_them() -> None:
    found = outcomes(TABLE, 0, RuleSet()).of((JUNK,), (MOON,), ())
    assert [one.play.choose_hand for one in found] == [BRIGHT, RIBBON]
    assert [one.result for one in found] == [resolve(TABLE, one.play, RuleSet()) for one in found]
    assert found[0].after == {RIBBON: 1, OTHER: 1, MOON: 1}
    assert found[0].captured == {JUNK: 1, BRIGHT: 1}


def test_an_illegal_turn_is_none() -> None:
    assert outcomes(TABLE, 0, RuleSet()).of((JUNK,), (), ()) == ()  # the flip is compulsory


def test_an_equal_table_gets_the_same_turns_and_another_one_or_another_house_does_not() -> None:
    again = Table(*(getattr(TABLE, name) for name in ("loose", "stacks", "piles", "hands", "stock", "tokens")))
    ways = outcomes(TABLE, 0, RuleSet())
    assert outcomes(again, 0, RuleSet()) is ways
    assert ways.of((JUNK,), (MOON,), ()) is ways.of((JUNK,), (MOON,), ())
    assert outcomes(TABLE, 1, RuleSet()) is not ways
    assert outcomes(TABLE, 0, RuleSet(sseul=False)) is not ways


def test_what_is_left_of_the_pack_lies_nowhere_yet() -> None:
    bonus = parse_face("bonus2")
    table = Table((BRIGHT, OTHER), (), ((RIBBON,), (OTHER,)), (10, 10), 20, (0, 0))
    left = outcomes(table, 0, RuleSet(bonus_cards=(bonus,))).left
    assert (left[BRIGHT], left[RIBBON], left[OTHER], left[JUNK], left[bonus]) == (0, 0, 0, 2, 1)
