"""Four players: who sits out, what sold brights are worth and who pays for them. Source: RULES.md 14.6."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.cards import DECK, Face, Kind
from engine.deal import Ruling, deal_counts, months_held, setup_table
from engine.errors import IllegalPlay
from engine.options import PerPlayers
from engine.round import begin
from engine.rules import RuleSet
from engine.score import GODORI, RIBBON_SETS
from engine.settle import ResultKind
from engine.state import Round
from engine.table import Seat

SEATS = 4


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays. ``may_sell``: the last seat had no choice, so it may sell its brights."""

    active: tuple[Seat, ...]
    out: Seat
    may_sell: bool


def asked(dealer: Seat) -> tuple[Seat, Seat]:
    """Return the two seats that choose, in order: those after the dealer."""
    return (dealer + 1) % SEATS, (dealer + 2) % SEATS


def seating(plays: Mapping[Seat, bool], dealer: Seat = 0, died_last: Seat | None = None) -> Seating:
    """Return who plays, from the answers of the seats that were asked (True: plays).

    Raises IllegalPlay if an answer is missing, or if the seat that died in the last hand dies again (연사 금지).
    """
    for seat in asked(dealer):
        if seat not in plays:
            raise IllegalPlay(f"seat {seat} must say whether it plays")
        if not plays[seat]:
            if seat == died_last:
                raise IllegalPlay(f"seat {seat} may not die twice in a row")
            return Seating(tuple(s for s in range(SEATS) if s != seat), seat, False)
    last = (dealer + 3) % SEATS
    return Seating(tuple(s for s in range(SEATS) if s != last), last, True)


def sale_value(hand: Sequence[Face], rules: RuleSet) -> int:
    """Return what *hand* sells for, before ``sell_unit``: a point a bright, doubled by three of a month."""
    value = sum(card.kind is Kind.BRIGHT for card in hand)
    if rules.sell_bonus:
        value += sum(card.kind is Kind.BONUS for card in hand)
    if rules.sell_sets:
        value += _set_points(hand)
    return value * 2 if any(months_held(hand, count) for count in (3, 4)) else value


def _set_points(hand: Sequence[Face]) -> int:
    ribbons = {card.month for card in hand if card.kind is Kind.RIBBON}
    animals = {card.month for card in hand if card.kind is Kind.ANIMAL}
    return 5 * (animals >= GODORI) + sum(3 for months in RIBBON_SETS.values() if months <= ribbons)


def sale(hand: Sequence[Face], seller: Seat, rules: RuleSet, dealer: Seat = 0,
         losers: Sequence[Seat] | None = None) -> tuple[int, ...]:
    """Return what each of the four seats gains by the sale of *hand*; it sums to 0.

    *losers* of the hand pay under ``sell_payers=losers_after_hand``; None or () after a hand that nobody won.
    """
    each = sale_value(hand, rules) * rules.sell_unit
    payers = [seat for seat in range(SEATS) if seat != seller]
    if rules.sell_payers == "non_dealers":
        payers = [seat for seat in payers if seat != dealer]
    elif rules.sell_payers == "losers_after_hand":
        payers = [seat for seat in payers if seat in (losers or ())]
    return tuple(each * len(payers) if seat == seller else -each * (seat in payers) for seat in range(SEATS))


def whole_net(active: Sequence[Seat], net: Sequence[int], sold: Sequence[int] = (0,) * SEATS) -> tuple[int, ...]:
    """Return the points of the four seats: *net* of the *active* three, and the sale. Who sat out has only that."""
    points = list(sold)
    for seat, won in zip(active, net, strict=True):
        points[seat] += won
    return tuple(points)


@dataclass(frozen=True, slots=True)
class FourDeal:
    """Cards dealt to four, before they say who plays."""

    rules: RuleSet
    hands: tuple[tuple[Face, ...], ...]
    floor: tuple[Face, ...]
    stock: tuple[Face, ...]
    dealer: Seat = 0
    nagari: int = 0


@dataclass(frozen=True, slots=True)
class FourTable:
    """Three of four play ``round``, whose seats are those of ``seating.active`` in order."""

    seating: Seating
    round: Round
    returned: tuple[Face, ...]  # the hand of the one who sits out, now under the stock
    dealer: Seat

    def sold(self, over: Round) -> tuple[int, ...]:
        """Return what the sale of brights brings each of the four seats; nothing if the hand was void."""
        assert over.result is not None
        active, winner = self.seating.active, over.result.winner
        if not self.seating.may_sell or over.result.kind is ResultKind.VOID:
            return (0,) * SEATS
        losers = () if winner is None else tuple(seat for at, seat in enumerate(active) if at != winner)
        return sale(self.returned, self.seating.out, self.round.rules, self.dealer, losers)

    def net(self, over: Round) -> tuple[int, ...]:
        """Return the points of the four seats after the round is *over*, with the sale of brights."""
        assert over.result is not None
        return whole_net(self.seating.active, over.result.net, self.sold(over))

    def winner(self, over: Round) -> Seat | None:
        """Return the seat at the table of four that won the round."""
        won = None if over.result is None else over.result.winner
        return None if won is None else self.seating.active[won]


def deal_four(rng: random.Random, rules: RuleSet, dealer: Seat = 0, *, nagari: int = 0) -> FourDeal:
    """Return cards for four; a floor with four of a month is dealt again where ``table_four`` says so."""
    counts = deal_counts(SEATS, rules)
    size = counts.hands[0]
    while True:
        cards = [*DECK, *rules.bonus_cards]
        rng.shuffle(cards)
        hands = tuple(tuple(cards[seat * size:(seat + 1) * size]) for seat in range(SEATS))
        rest = cards[SEATS * size:]
        floor, stock = tuple(rest[:counts.floor]), tuple(rest[counts.floor:])
        if setup_table(floor, stock, rules).ruling is not Ruling.REDEAL:
            return FourDeal(rules, hands, floor, stock, dealer, nagari)


def sit_down(dealt: FourDeal, seated: Seating, rng: random.Random) -> FourTable:
    """Return the round of the three who play; the hand of the fourth goes under the stock, shuffled."""
    returned = list(dealt.hands[seated.out])
    rng.shuffle(returned)
    return seat_three(dealt, seated, returned)


def seat_three(dealt: FourDeal, seated: Seating, returned: Sequence[Face]) -> FourTable:
    """Return the round of the three who play, the hand of the fourth under the stock in the order of *returned*."""
    rules, active = dealt.rules, seated.active
    state = begin([dealt.hands[seat] for seat in active], dealt.floor, (*dealt.stock, *returned), rules_of_three(rules),
                  active.index(dealt.dealer), nagari=dealt.nagari)
    return FourTable(seated, state, dealt.hands[seated.out], dealt.dealer)


def rules_of_three(rules: RuleSet) -> RuleSet:
    """Return the rules by which three of four play: target and pi-bak limit are those of a table of four."""
    return replace(rules, target=_as_four(rules.target), pibak_limit=_as_four(rules.pibak_limit))


def _as_four(number: PerPlayers) -> PerPlayers:
    """The three who play score by the numbers for a table of four."""
    return replace(number, three=number.four)
