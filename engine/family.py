"""The family game of hwatu: card values, transfers, and balances that sum to zero. Source: RULES.md 15."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.cards import DECK, Face, Kind
from engine.rules import RuleSet
from engine.score import RIBBON_SETS
from engine.table import Seat

VALUES = {Kind.BRIGHT: 20, Kind.ANIMAL: 10, Kind.RIBBON: 5, Kind.DJUNK: 0, Kind.JUNK: 0}
MONTH_TRANSFERS = {5: 20, 10: 20, 11: 40, 12: 20}
"""What every other player gives for all four cards of a month."""

WHOLE = 240
"""The value of the whole deck; an equal share is the target of each: 120, 80 or 60."""

RIBBON_TRANSFER = 30


@dataclass(frozen=True, slots=True)
class FamilyResult:
    """A counted hand. A void one has empty columns and says in ``void`` why: somebody must look for a card."""

    target: int
    raw: tuple[int, ...] = ()  # card values
    totals: tuple[int, ...] = ()  # after the transfers; may be below zero
    balances: tuple[int, ...] = ()  # total less target; they sum to 0
    void: str = ""


def value(cards: Iterable[Face]) -> int:
    """Return the points of *cards*: bright 20, animal 10, ribbon 5, junk 0."""
    return sum(VALUES.get(card.kind, 0) for card in cards)


def transfer(pile: Sequence[Face], rules: RuleSet) -> int:
    """Return what every other player gives to the owner of *pile* for ribbons of a colour and whole months."""
    ribbons = {card.month for card in pile if card.kind is Kind.RIBBON}
    months = Counter(card.month for card in pile)
    sets = ("hongdan", "cheongdan", "chodan") if rules.minhwatu_chodan else ("hongdan", "cheongdan")
    points = sum(RIBBON_TRANSFER for name in sets if RIBBON_SETS[name] <= ribbons)
    return points + sum(points for month, points in MONTH_TRANSFERS.items() if months[month] == 4)


def transfers(holder: Seat, pile: Sequence[Face], players: int, rules: RuleSet) -> tuple[int, ...]:
    """Return what each seat gains by the transfers for one *pile*."""
    each = transfer(pile, rules)
    return tuple(each * (players - 1) if seat == holder else -each for seat in range(players))


def settle_family(piles: Sequence[tuple[Face, ...]], rules: RuleSet) -> FamilyResult:
    """Return totals and balances of a hand that was played out. One card too many or missing makes it void."""
    players = len(piles)
    target = WHOLE // players
    seen, deck = Counter(card for pile in piles for card in pile), Counter(DECK)
    extra, missing = sorted((seen - deck).elements()), sorted((deck - seen).elements())
    if extra or missing:
        words = [f"duplicate {', '.join(map(str, extra))}"] * bool(extra)
        words += [f"missing {', '.join(map(str, missing))}"] * bool(missing)
        return FamilyResult(target, void=f"{'; '.join(words)}: {seen.total()} cards")
    raw = tuple(value(pile) for pile in piles)
    given = [transfers(seat, pile, players, rules) for seat, pile in enumerate(piles)]
    totals = tuple(sum(column) for column in zip(raw, *given, strict=True))
    return FamilyResult(target, raw, totals, tuple(total - target for total in totals))
