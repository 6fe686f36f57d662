"""Junk that changes hands: what a victim gives, and whether a gift that was seen is right. Source: RULES.md 8."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Face, Kind
from engine.errors import IllegalPlay
from engine.rules import RuleSet
from engine.table import Seat

CUP = Face(9, Kind.ANIMAL)


@dataclass(frozen=True, slots=True)
class Debt:
    """Junk that one event takes: *amount* cards from each seat of *victims*."""

    event: str  # a TurnEvent
    amount: int
    victims: tuple[Seat, ...]


def junk_class(card: Face, rules: RuleSet, *, cup_as_junk: bool = False) -> int | None:
    """Return how low *card* stands among the junk to give (0 single, 1 double, 2 cup, 3 bonus2, 4 bonus3).

    None: not junk. The cup is junk only where its owner laid it so. Source: RULES.md 8.
    """
    if card.kind is Kind.JUNK:
        return 0
    if card.kind is Kind.DJUNK:
        return 1
    if card.kind is Kind.BONUS:
        return card.junk_value + 1
    return 2 if cup_as_junk and card == CUP and rules.cup != "animal_only" else None


def gift(pile: Sequence[Face], debts: Sequence[Debt], victim: Seat, rules: RuleSet, *,
         cup_as_junk: bool = False) -> tuple[Face, ...]:
    """Return the junk that *victim* gives from *pile* for *debts*, in order (RULES.md 8).

    The lowest class goes first, among equals the card captured last. A first card worth two or more settles a
    debt of two (``two_steal_double_settles``). A cup that is the only junk is an animal and stays.
    """
    rest, given = list(pile), list[Face]()
    lies_as_junk = cup_as_junk or rules.cup == "junk_only"
    for debt in debts:
        if victim not in debt.victims:
            continue
        for nth in range(debt.amount):
            card = _lowest(rest, rules, lies_as_junk)
            if card is None:
                return tuple(given)
            _remove_last(rest, card)
            given.append(card)
            if nth == 0 and rules.two_steal_double_settles and (card.junk_value or rules.cup_value) > 1:
                break
    return tuple(given)


def is_fair_gift(pile: Sequence[Face], given: Sequence[Face], debts: Sequence[Debt], victim: Seat,
                 rules: RuleSet) -> bool:
    """Say whether *given* settles *debts*: the same faces by class, the cup lying either way (RULES.md 8)."""
    def classes(cards: Sequence[Face]) -> list[int | None]:
        return sorted((junk_class(c, rules, cup_as_junk=True) for c in cards), key=lambda c: (c is None, c))
    return any(classes(given) == classes(gift(pile, debts, victim, rules, cup_as_junk=cup)) for cup in (False, True))


def change_for(piles: list[tuple[Face, ...]], stolen: Mapping[Seat, tuple[Face, ...]], due: Mapping[Seat, int],
               taker: Seat) -> dict[Seat, tuple[Face, ...]]:
    """Give back in *piles* what a victim paid too much with a double, in singles that the taker has.

    Returns the change by victim. Source: RULES.md 8, ``steal_change``.
    """
    change: dict[Seat, tuple[Face, ...]] = {}
    for victim, cards in stolen.items():
        over = sum(card.junk_value or 2 for card in cards) - due.get(victim, 0)
        singles = [card for card in reversed(piles[taker]) if card.kind is Kind.JUNK and card not in cards]
        back = tuple(singles[:over]) if over > 0 else ()
        if back:
            piles[taker] = without(piles[taker], back)
            piles[victim] += back
            change[victim] = back
    return change


def _lowest(pile: Sequence[Face], rules: RuleSet, cup_as_junk: bool) -> Face | None:
    best, best_class = None, 99
    for card in pile:
        rank = junk_class(card, rules, cup_as_junk=cup_as_junk)
        if rank is not None and rank <= best_class:
            best, best_class = card, rank
    if best == CUP and all(junk_class(card, rules) is None for card in pile):
        return None
    return best


def _remove_last(cards: list[Face], card: Face) -> None:
    for at in range(len(cards) - 1, -1, -1):
        if cards[at] == card:
            del cards[at]
            return


def without(pile: tuple[Face, ...], cards: Sequence[Face]) -> tuple[Face, ...]:
    """Return *pile* less *cards*, the ones captured last first. Raises IllegalPlay if one is not there."""
    rest = list(pile)
    for card in cards:
        if card not in rest:
            raise IllegalPlay(f"{card} cannot be given: it is not in that pile")
        _remove_last(rest, card)
    return tuple(rest)
