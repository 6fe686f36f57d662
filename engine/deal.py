"""Who deals, how many cards go where, and the checks before the first turn. Source: RULES.md 3, 5, 6."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.cards import DECK, Face
from engine.errors import IllegalPlay
from engine.rules import RuleSet
from engine.table import Seat, Stack


@dataclass(frozen=True, slots=True)
class DealCounts:
    """Cards in each hand, on the floor and in the stock; ``returned``: the stock after a fourth hand came back."""

    hands: tuple[int, ...]
    floor: int
    stock: int
    returned: int


def deal_counts(players: int, rules: RuleSet) -> DealCounts:
    """Return how many cards are dealt where (RULES.md 5). Raises RuleSetError for 1 or more than 4 players."""
    rules.target(players)  # refuses other counts
    all_play = players == 4 and rules.game == "hwatu"
    hand, floor = (5, 8) if all_play else {2: rules.deal_totals_2p, 3: (7, 6), 4: (7, 6)}[players]
    stock = 48 + len(rules.bonus_cards) - hand * players - floor
    return DealCounts((hand,) * players, floor, stock, stock + (hand if players == 4 and not all_play else 0))


class Ruling(StrEnum):
    """What the floor says before the first turn (RULES.md 6)."""

    PLAY = "play"
    REDEAL = "redeal"
    NAGARI = "nagari"
    DEALER_WINS = "dealer_wins"


FOUR_RULINGS = {"redeal": Ruling.REDEAL, "nagari_x2": Ruling.NAGARI, "dealer_wins": Ruling.DEALER_WINS}
"""What four of a month on the floor mean, by the option ``table_four``."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The dealt floor after the checks: bonus cards replaced, three of a month stacked."""

    loose: tuple[Face, ...]
    stacks: tuple[Stack, ...]
    bonus: tuple[Face, ...]  # to the dealer
    stock_used: int
    ruling: Ruling


def setup_table(floor: Sequence[Face], stock: Sequence[Face], rules: RuleSet) -> Setup:
    """Return the floor after the checks of RULES.md 6: (b) bonus cards, (c) four, (d) three of a month."""
    cards, bonus, used = list(floor), list[Face](), 0
    while any(card.month == 0 for card in cards):
        at = next(i for i, card in enumerate(cards) if card.month == 0)
        bonus.append(cards[at])
        cards[at] = stock[used]
        used += 1
    counts = Counter(card.month for card in cards)
    ruling = Ruling.PLAY
    if 4 in counts.values():
        ruling = FOUR_RULINGS[rules.table_four]
    threes = [month for month in sorted(counts) if counts[month] == 3]
    stacks = tuple(Stack(tuple(c for c in cards if c.month == month)) for month in threes)
    return Setup(tuple(c for c in cards if c.month not in threes), stacks, tuple(bonus), used, ruling)


def months_held(hand: Iterable[Face], count: int) -> tuple[int, ...]:
    """Return the months of which *hand* holds exactly *count* cards: 3 may shake, 4 is chongtong."""
    months = [card.month for card in hand]
    different = set(months)
    if len(different) + count > len(months) + 1:  # too many, so that none can be held so often
        return ()
    return tuple(sorted(month for month in different if month and months.count(month) == count))


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards drawn for the deal, by seat, at an *hour* of the day (0..23)."""

    hour: int
    cards: Mapping[Seat, Face]


def draw_for_dealer(draws: Sequence[int | Face], hour: int, rules: RuleSet) -> tuple[Seat, ...]:
    """Return the seat whose drawn card makes it dealer, or the several seats that draw again (RULES.md 3).

    *draws* by seat, months 1..12 or cards; *hour* of the day, 0..23. At night the lowest month deals, by day the
    highest. Under ``dealer_tie=card_rank`` cards of one month are told apart: bright, animal, ribbon, double junk,
    junk. A bonus card counts as the highest; at night everybody draws again for it.
    """
    day = rules.day_hours[0] <= hour < rules.day_hours[1]
    high = rules.first_dealer == "high" or (day and rules.first_dealer != "low")
    ranks = [_rank(draw, rules) for draw in draws]
    if not high and max(ranks)[0] > 12:
        return tuple(range(len(draws)))
    best = max(ranks) if high else min(ranks)
    return tuple(seat for seat, rank in enumerate(ranks) if rank == best)


def dealer_of(draws: Sequence[Draw], players: int, rules: RuleSet) -> Seat:
    """Return who deals after *draws*: first everybody's, then those of the seats that draw again (RULES.md 3).

    Raises IllegalPlay if other seats drew, or if it is still open.
    """
    seats = tuple(range(players))
    for draw in draws:
        if len(seats) == 1 or tuple(sorted(draw.cards)) != seats:
            raise IllegalPlay(f"to draw for the deal are {_told(seats)}, not {_told(sorted(draw.cards))}")
        best = draw_for_dealer([draw.cards[seat] for seat in seats], draw.hour, rules)
        seats = tuple(seats[at] for at in best)
    if len(seats) > 1:
        raise IllegalPlay(f"it is open who deals: {_told(seats)} must draw again")
    return seats[0]


def _told(seats: Iterable[Seat]) -> str:
    return "seats " + ", ".join(map(str, seats))


def draw_dealer(rng: random.Random, players: int, rules: RuleSet, hour: int) -> tuple[Draw, ...]:
    """Return what is drawn for the deal until it is decided; () where nobody draws (``appointed``, ``lot``)."""
    if rules.first_dealer in ("appointed", "lot"):
        return ()
    draws: list[Draw] = []
    seats = tuple(range(players))
    while len(seats) > 1:
        pack = rng.sample([*DECK, *rules.bonus_cards], len(seats))
        draws.append(Draw(hour, dict(zip(seats, pack, strict=True))))
        seats = tuple(seats[at] for at in draw_for_dealer(pack, hour, rules))
    return tuple(draws)


def choose_dealer(rng: random.Random, players: int, rules: RuleSet, hour: int, appointed: Seat = 0) -> Seat:
    """Return the first dealer, found as ``first_dealer`` says: by cards drawn, by lot, or the one *appointed*.

    Those who tie put their cards back and draw again (RULES.md 3).
    """
    if rules.first_dealer == "lot":
        return rng.randrange(players)
    draws = draw_dealer(rng, players, rules, hour)
    return dealer_of(draws, players, rules) if draws else appointed


def _rank(draw: int | Face, rules: RuleSet) -> tuple[int, int]:
    if isinstance(draw, int):
        return draw, 0
    return draw.month or 13, -draw.kind if rules.dealer_tie == "card_rank" else 0


def next_dealer(dealer: Seat, winner: Seat | None, players: int, rules: RuleSet) -> Seat:
    """Return who deals next: the winner, or the same dealer if nobody won (RULES.md 3)."""
    if winner is None:
        return dealer
    return winner if rules.next_dealer == "winner" else (dealer + 1) % players
