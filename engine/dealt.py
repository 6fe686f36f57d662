"""The deal of a recorded round as a state of play, its cards checked; hands and stock known or hidden (RULES.md 5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from engine.cards import DECK, Face
from engine.deal import DealCounts, deal_counts
from engine.errors import IllegalPlay
from engine.four import FourDeal, FourTable, seat_three, seating
from engine.match import Match
from engine.options import Mission
from engine.record import GameRound
from engine.round import Round, begin
from engine.rules import RuleSet
from engine.table import Seat


@dataclass(frozen=True, slots=True)
class Laid:
    """A dealt round. Its seats are those of ``active`` in order; of four players one is ``four.seating.out``."""

    state: Round
    active: tuple[Seat, ...]
    hidden: bool  # hands or stock are not known
    four: FourTable | None = None


def lay_out(one: GameRound, match: Match) -> Laid:
    """Return *one* as it is dealt in *match*, whose dealer and carry count. Raises IllegalPlay for a misdeal."""
    rules, counts = match.rules, deal_counts(match.players, match.rules)
    hidden = _is_hidden(one, counts, rules)
    if not 0 <= match.dealer < match.players:
        raise IllegalPlay(f"there is no seat {match.dealer} that could deal; {match.players} play")
    four, active = None, tuple(range(match.players))
    if match.players == 4 and rules.game == "gostop":
        four = _seat(one, match, hidden)
        state, active = four.round, four.seating.active
    else:
        state = begin(one.hands, one.floor, one.stock, rules, match.dealer, nagari=match.nagari)
    if hidden:  # the counts are those of the rules
        stock = counts.returned - sum(map(len, state.table.piles))
        state = replace(state, table=replace(state.table, hands=counts.hands[:len(active)], stock=stock))
    extras = replace(state.extras, missions=_missions(one, rules) if rules.missions else None)
    if rules.cap_at_balance:
        balances = match.balances()
        extras = replace(extras, balances=tuple(balances[seat] for seat in active))
    return Laid(replace(state, extras=extras), active, hidden, four)


def _is_hidden(one: GameRound, counts: DealCounts, rules: RuleSet) -> bool:
    """True if some cards of the deal are not told. Raises IllegalPlay if those that are told make no deal."""
    if len(one.floor) != counts.floor:
        raise IllegalPlay(f"misdeal: {len(one.floor)} cards on the floor, the rules deal {counts.floor} (RULES.md 5)")
    if any(len(hand) > counts.hands[0] for hand in one.hands) or len(one.stock) > counts.stock:
        raise IllegalPlay(f"misdeal: the rules deal {counts.hands[0]} cards to a hand and leave {counts.stock}")
    if sum(card.month == 0 for card in one.floor) > len(one.stock):
        raise IllegalPlay("a bonus card on the floor is replaced from the stock; the stock must name that card")
    cards = Counter(card for group in (*one.hands, one.floor, one.stock) for card in group)
    deck = Counter([*DECK, *rules.bonus_cards])
    if extra := cards - deck:
        raise IllegalPlay(f"misdeal: {', '.join(map(str, extra.elements()))} is not in the deck or was dealt twice")
    return cards != deck


def _seat(one: GameRound, match: Match, hidden: bool) -> FourTable:
    seated = seating(dict(one.plays), match.dealer, match.died)
    hand = one.hands[seated.out]
    if not hidden and sorted(one.returned) != sorted(hand):
        raise IllegalPlay(f"the cards that seat {seated.out} returns are not those of its hand")
    dealt = FourDeal(match.rules, one.hands, one.floor, one.stock, match.dealer, match.nagari)
    return seat_three(dealt, seated, one.returned)


def _missions(one: GameRound, rules: RuleSet) -> tuple[Mission, ...]:
    """The missions of the rules, with the cards that were drawn for this round."""
    drawn = iter(one.missions)
    missions = tuple(_drawn(mission, *next(drawn, (mission.name, ()))) if mission.draw else mission
                     for mission in rules.missions)
    if next(drawn, None) is not None:
        raise IllegalPlay("cards are drawn for more missions than the rules have")
    return missions


def _drawn(mission: Mission, name: str, cards: tuple[Face, ...]) -> Mission:
    if name != mission.name:
        raise IllegalPlay(f"cards are drawn for a mission {name!r}; the rules have {mission.name!r}")
    return replace(mission, cards=cards, draw=0)
