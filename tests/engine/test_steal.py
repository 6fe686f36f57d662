"""What a victim gives, what is a fair gift, and change for a double (RULES.md 8)."""

from __future__ import annotations

import pytest

from engine.rules import RuleSet, ruleset
from engine.steal import Debt, change_for, gift, is_fair_gift
from tests.builders import faces

KS = RuleSet()
TWICE = (Debt("jjok", 1, (1,)), Debt("sseul", 1, (1,)))
CUP_AND_TWO = faces("11-djunk 09-animal bonus2")


@pytest.mark.parametrize(("given", "fair"), [
    ("11-djunk bonus2", True),  # the cup lies as an animal
    ("11-djunk 09-animal", True),  # the cup lies as junk, lower than a bonus card
    ("09-animal bonus2", False), ("11-djunk 01-bright", False), ("11-djunk", False), ("", False),
])
def test_the_cup_may_be_given_or_kept(given: str, fair: bool) -> None:
    assert is_fair_gift(CUP_AND_TWO, faces(given), TWICE, 1, KS) is fair


def test_what_is_no_junk_is_never_a_fair_gift() -> None:
    assert not is_fair_gift(faces("01-junk 01-bright 02-junk"), faces("01-bright 01-junk"), TWICE, 1, KS)


def test_a_cup_that_the_house_holds_for_an_animal_is_no_gift() -> None:
    rules = ruleset(options={"cup": "animal_only"})
    assert not is_fair_gift(CUP_AND_TWO, faces("11-djunk 09-animal"), TWICE, 1, rules)


def test_the_cup_is_given_only_where_it_was_laid_as_junk() -> None:
    assert gift(CUP_AND_TWO, TWICE, 1, KS) == faces("11-djunk bonus2")
    assert gift(CUP_AND_TWO, TWICE, 1, KS, cup_as_junk=True) == faces("11-djunk 09-animal")


def test_only_the_victims_of_an_event_give_for_it() -> None:
    debts = (Debt("stack", 1, (2,)), Debt("jjok", 1, (1, 2)))
    assert gift(faces("01-junk 02-junk"), debts, 1, KS) == faces("02-junk")
    assert gift(faces("01-junk 02-junk"), debts, 2, KS) == faces("02-junk 01-junk")


@pytest.mark.parametrize(("owed", "paid", "back"), [
    ({1: 1}, "11-djunk", "03-junk"),  # the single that was captured last
    ({1: 1}, "bonus3", "03-junk 02-junk"),
    ({1: 1}, "09-animal", "03-junk"),  # the cup counts for two
    ({}, "11-djunk", "03-junk 02-junk"),  # nothing was owed
    ({1: 2}, "11-djunk", ""), ({1: 2}, "05-junk", ""),  # nothing too much
])
def test_change_is_what_was_paid_too_much_in_singles_of_the_taker(owed: dict[int, int], paid: str, back: str) -> None:
    own = faces("01-junk 02-junk 12-djunk 01-bright 03-junk")
    piles = [own + faces(paid), (), faces("04-junk")]
    change = change_for(piles, {1: faces(paid)}, owed, 0)
    assert change == ({1: faces(back)} if back else {})
    assert piles == [tuple(card for card in piles[0] if card not in faces(back)), faces(back), faces("04-junk")]
    assert len(piles[0]) + len(piles[1]) == len(own) + 1


def test_each_victim_gets_its_own_change() -> None:
    piles = [faces("01-junk 02-junk 11-djunk 12-djunk"), (), ()]
    assert change_for(piles, {1: faces("05-junk"), 2: faces("12-djunk")}, {1: 1, 2: 1}, 0) == {2: faces("02-junk")}
