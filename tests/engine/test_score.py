"""Score lines against the quick total, every set of one kind of card (RULES.md 11)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from engine.cards import DECK, FACES, Face, Kind
from engine.rules import RuleSet, ruleset
from engine.score import score, total
from tests.builders import faces

HOUSES = [ruleset(), ruleset(options={"december_animal_counts": False, "december_ribbon_counts": False}),
          ruleset(options={"cup": "junk_only", "may_animal": "choice"}), ruleset(options={"cup_value": 1})]


def subsets(kind: Kind) -> Iterator[tuple[Face, ...]]:
    cards = sorted({card for card in DECK if card.kind is kind})
    for size in range(len(cards) + 1):
        yield from combinations(cards, size)


@pytest.mark.parametrize("rules", HOUSES)
@pytest.mark.parametrize("kind", [Kind.BRIGHT, Kind.ANIMAL, Kind.RIBBON])
def test_the_quick_total_is_that_of_the_lines_for_every_set_of_a_kind(kind: Kind, rules: RuleSet) -> None:
    december = tuple(face for face in FACES if face.month == 12 and face.kind is not kind)
    for pile in subsets(kind):
        for more in ((), december):  # the cards of the rain count as what they are
            assert total(pile + more, rules) == score(pile + more, rules).total, pile + more


@pytest.mark.parametrize("rules", HOUSES)
def test_the_quick_total_counts_junk_and_the_cards_of_two_natures_as_the_lines_do(rules: RuleSet) -> None:
    junk = faces("01-junk 01-junk 02-junk 02-junk 03-junk 03-junk 11-djunk 12-djunk bonus2 bonus3")
    for more in (*subsets(Kind.ANIMAL), faces("12-ribbon 06-ribbon"), ()):
        for size in range(len(junk) + 1):
            pile = junk[:size] + more
            assert total(pile, rules) == score(pile, rules).total, pile
