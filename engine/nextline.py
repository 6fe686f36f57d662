"""How far a seat is from its next score lines, by the cards that lie open. Source: RULES.md 11."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import DECK, Face, Kind
from engine.rules import RuleSet
from engine.score import BRIGHT_LINES, GODORI, RAIN_MONTH, RIBBON_SETS, Score, score
from engine.table import Seat

FIRST_COUNTED = 5  # animals and ribbons count from the fifth on
FIRST_JUNK = 10  # and junk from a worth of ten
SETS: dict[str, tuple[Face, ...]] = {
    "godori": tuple(card for card in DECK if card.kind is Kind.ANIMAL and card.month in GODORI),
    **{name: tuple(card for card in DECK if card.kind is Kind.RIBBON and card.month in months)
       for name, months in RIBBON_SETS.items()}}
"""The cards of each line that is a set."""

NEAR = {"animal": 2, "ribbon": 2, "junk": 3}
"""From how many cards (of junk: worth) on a line of a number is worth a word."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A line that *seat* does not have and can still get: so many cards (of junk: so much worth) are missing."""

    name: str
    need: int
    cards: tuple[Face, ...] = ()  # the very cards, for a set


def missing(seat: Seat, piles: Sequence[tuple[Face, ...]], rules: RuleSet) -> tuple[Missing, ...]:
    """Return the lines that one card of a set or few cards of a kind are missing for, the nearest first.

    A set of which another seat has captured a card is out of reach. Cards that nobody has captured may lie anywhere.
    """
    own = piles[seat]
    taken = {card for other, pile in enumerate(piles) if other != seat for card in pile}
    now = score(own, rules)
    found = [*_sets(own, taken, rules), *_brights(own, taken), *_counted(own, taken, now, rules)]
    return tuple(sorted(found, key=lambda one: one.need))


def _sets(own: tuple[Face, ...], taken: set[Face], rules: RuleSet) -> list[Missing]:
    sets = SETS | {yaku.name: yaku.cards for yaku in rules.extra_yaku}
    found = []
    for name, cards in sets.items():
        left = [card for card in cards if card not in own]
        if len(left) == 1 and left[0] not in taken:
            found.append(Missing(name, 1, tuple(left)))
    return found


def _brights(own: tuple[Face, ...], taken: set[Face]) -> list[Missing]:
    mine = [card for card in own if card.kind is Kind.BRIGHT]
    left = [card for card in DECK if card.kind is Kind.BRIGHT and card not in own and card not in taken]
    if len(mine) < 2 or not left:
        return []
    rain = any(card.month == RAIN_MONTH for card in (mine if len(left) > 1 else [*mine, *left]))
    names = {2: "bisamgwang" if rain else "samgwang", 3: "sagwang", 4: "ogwang"}
    assert set(names.values()) <= set(BRIGHT_LINES)
    return [Missing(names[len(mine)], 1)]


def _counted(own: tuple[Face, ...], taken: set[Face], now: Score, rules: RuleSet) -> list[Missing]:
    """Lines of a number: only until they score, and only while there are cards enough that nobody else has."""
    found = []
    for name, kind, have, counts in (("animal", Kind.ANIMAL, now.animals, rules.december_animal_counts),
                                     ("ribbon", Kind.RIBBON, now.ribbons, rules.december_ribbon_counts)):
        need = FIRST_COUNTED - have
        free = [card for card in DECK if card.kind is kind and card not in own and card not in taken
                and (counts or card.month != RAIN_MONTH)]
        if 0 < need <= min(NEAR[name], len(free)):
            found.append(Missing(name, need))
    junk = FIRST_JUNK - now.junk_value
    return [*found, Missing("junk", junk)] if 0 < junk <= NEAR["junk"] else found
