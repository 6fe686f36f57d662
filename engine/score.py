"""Score the captured cards of one player: lines, total, and the counts that bak needs. Source: RULES.md 11, 1.2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from engine.cards import Face, Kind
from engine.rules import RuleSet
from engine.steal import CUP

Place = Literal["animal", "junk"]
"""Where a card that can be two things lies."""

MAY = Face(5, Kind.ANIMAL)
RAIN_MONTH = 12
GODORI = frozenset({2, 4, 8})
RIBBON_SETS = {"hongdan": frozenset({1, 2, 3}), "cheongdan": frozenset({6, 9, 10}), "chodan": frozenset({4, 5, 7})}

_AS_ANIMAL: tuple[Place, ...] = ("animal",)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the score: samgwang, bisamgwang, sagwang, ogwang, animal, godori, ribbon, hongdan, ... or junk."""

    name: str
    points: int
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """What a pile is worth before Go and bak."""

    total: int
    lines: tuple[ScoreLine, ...]
    brights: int  # cards
    animals: int  # cards, those that lie as junk not counted
    ribbons: int  # cards that count for the line
    junk_value: int
    cup_as: Place | None  # where the cup (09-animal) lies; None: not in the pile
    may_as: Place | None = None

    def points(self, name: str) -> int:
        """Return the points of the line *name*; 0 if it does not score. ``bright`` names all four bright lines."""
        names = BRIGHT_LINES if name == "bright" else (name,)
        return sum(line.points for line in self.lines if line.name in names)


BRIGHT_LINES = ("samgwang", "bisamgwang", "sagwang", "ogwang")


def score(pile: Iterable[Face], rules: RuleSet, *, cup_as: Place | None = None) -> Score:
    """Return the score of *pile*, captured cards in any order (RULES.md 11).

    *cup_as* says where the cup lies; None counts it where the total is higher, a tie as an animal (11.1), or as
    an animal under ``cup_timing=declared``. An option that fixes the cup wins over *cup_as*.
    """
    cards = tuple(pile)
    best: Score | None = None
    for places in placements(cards, rules, cup_as):
        found = score_placed(cards, rules, places)
        if best is None or found.total > best.total:
            best = found
    assert best is not None  # placements yields at least one
    return best


class _Counted(dict[Face, int]):
    """What a face counts for: a number with one byte for each thing that ``total`` counts, so that sums count piles."""

    def __missing__(self, card: Face) -> int:
        month = card.month
        bright, animal, ribbon = (card.kind is kind for kind in (Kind.BRIGHT, Kind.ANIMAL, Kind.RIBBON))
        rain = month == RAIN_MONTH
        counts = (card.junk_value, bright, bright and rain, animal, animal and rain, animal and month in GODORI,
                  ribbon, ribbon and rain, *(ribbon and month in months for months in RIBBON_SETS.values()),
                  card == CUP, card == MAY)
        self[card] = number = int.from_bytes(counts, "little")
        return number


_COUNTED = _Counted()


def total(pile: Iterable[Face], rules: RuleSet, cup_as: Place | None = None) -> int:
    """Return ``score(...).total`` without the lines: what a simulation asks after every turn."""
    if rules.extra_yaku:
        return score(pile, rules, cup_as=cup_as).total
    (value, brights, rain_brights, animals, rain_animals, birds, ribbons, rain_ribbons, reds, blues, plains,
     cups, mays) = sum(map(_COUNTED.__getitem__, pile)).to_bytes(13, "little")
    if not rules.december_animal_counts:
        animals -= rain_animals
    if not rules.december_ribbon_counts:
        ribbons -= rain_ribbons
    points = 5 * (birds == 3) + max(0, ribbons - 4) + 3 * ((reds == 3) + (blues == 3) + (plains == 3))
    if brights >= 3:
        points += 3 - rain_brights if brights == 3 else rules.four_bright if brights == 4 else rules.five_bright
    best = 0
    for cup in _cup_places(rules, cup_as) if cups else _AS_ANIMAL:
        for may in _may_places(rules) if mays else _AS_ANIMAL:
            moved = (cup == "junk") + (may == "junk")
            more = rules.cup_value * (cup == "junk") + 2 * (may == "junk")
            best = max(best, max(0, animals - moved - 4) + max(0, value + more - 9))
    return points + best


def placements(pile: tuple[Face, ...], rules: RuleSet, cup_as: Place | None = None) -> Iterator[dict[Face, Place]]:
    """Yield every way in which the cards of two natures in *pile* may lie, animals first (RULES.md 1.2)."""
    mays = _may_places(rules) if MAY in pile else _AS_ANIMAL
    for cup in _cup_places(rules, cup_as) if CUP in pile else _AS_ANIMAL:
        for may in mays:
            yield {CUP: cup, MAY: may}


def _cup_places(rules: RuleSet, cup_as: Place | None) -> tuple[Place, ...]:
    if rules.cup != "choice":
        return ("junk",) if rules.cup == "junk_only" else _AS_ANIMAL
    if cup_as is not None:
        return (cup_as,)
    return _AS_ANIMAL if rules.cup_timing == "declared" else ("animal", "junk")


def _may_places(rules: RuleSet) -> tuple[Place, ...]:
    return ("animal", "junk") if rules.may_animal == "choice" else _AS_ANIMAL


def score_placed(pile: tuple[Face, ...], rules: RuleSet, places: Mapping[Face, Place]) -> Score:
    """Return the score of *pile* with the cup and the May animal lying as *places* says."""
    brights, animals, ribbons, junk = list[Face](), list[Face](), list[Face](), list[Face]()
    kinds = (brights, animals, ribbons, junk, junk, junk)  # by card.kind
    for card in pile:
        (junk if places.get(card) == "junk" else kinds[card.kind]).append(card)
    if not rules.december_animal_counts:
        animals = [card for card in animals if card.month != RAIN_MONTH]
    if not rules.december_ribbon_counts:
        ribbons = [card for card in ribbons if card.month != RAIN_MONTH]
    value = sum(card.junk_value or (rules.cup_value if card == CUP else 2) for card in junk)
    lines = [*_bright_line(brights, rules), *_count_line("animal", animals, len(animals) - 4),
             *_set_line("godori", animals, GODORI, 5), *_count_line("ribbon", ribbons, len(ribbons) - 4)]
    for name, months in RIBBON_SETS.items():
        lines += _set_line(name, ribbons, months, 3)
    lines += _count_line("junk", junk, value - 9)
    if rules.extra_yaku:
        lines += [ScoreLine(yaku.name, yaku.points, yaku.cards) for yaku in rules.extra_yaku
                  if not Counter(yaku.cards) - Counter(pile)]
    return Score(sum(line.points for line in lines), tuple(lines), len(brights), len(animals), len(ribbons), value,
                 places.get(CUP) if CUP in pile else None, places.get(MAY) if MAY in pile else None)


def _bright_line(brights: list[Face], rules: RuleSet) -> list[ScoreLine]:
    count = len(brights)
    if count < 3:
        return []
    if count == 3:
        rain = any(card.month == RAIN_MONTH for card in brights)
        return [ScoreLine("bisamgwang", 2, tuple(brights)) if rain else ScoreLine("samgwang", 3, tuple(brights))]
    if count == 4:
        return [ScoreLine("sagwang", rules.four_bright, tuple(brights))]
    return [ScoreLine("ogwang", rules.five_bright, tuple(brights))]


def _count_line(name: str, cards: list[Face], points: int) -> list[ScoreLine]:
    return [ScoreLine(name, points, tuple(cards))] if points > 0 else []


def _set_line(name: str, cards: list[Face], months: frozenset[int], points: int) -> list[ScoreLine]:
    if len(cards) < len(months):
        return []
    members = tuple([card for card in cards if card.month in months])
    return [ScoreLine(name, points, members)] if len(members) == len(months) else []
