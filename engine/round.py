"""One round with known hands, from the shuffle to the settlement: for simulation, bots and the virtual table.

The referee never sees hands; it shares ``turn.resolve``, ``settle`` and ``score`` with this module.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from engine.cards import DECK, Face
from engine.deal import Ruling, deal_counts, months_held, setup_table
from engine.errors import IllegalPlay, RuleSetError
from engine.rules import RuleSet
from engine.score import score
from engine.settle import (
    Ending,
    ResultKind,
    Settlement,
    count_shakes,
    decide,
    immediate_pay,
    pay_all,
    settle,
    settle_chongtong,
    settle_three_ppeok,
)
from engine.table import Seat, Table
from engine.turn import Play, TurnResult, resolve

T = TypeVar("T")


class Phase(StrEnum):
    """What the seat in turn is asked for."""

    PLAY = "play"
    CHOOSE = "choose"  # which of two floor cards the flipped card takes
    GO_STOP = "go_stop"
    OVER = "over"


class Do(StrEnum):
    """The kinds of action."""

    PLAY = "play"  # one card
    BOMB = "bomb"
    DRAW = "draw"  # a draw-only turn
    SHAKE = "shake"
    LAY_BONUS = "lay_bonus"
    CHOOSE = "choose"
    GO = "go"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Action:
    """What the seat in turn does. ``choose``: the floor card taken, where two different ones match."""

    do: Do
    cards: tuple[Face, ...] = ()
    choose: Face | None = None


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended. ``net`` holds all points of the round and sums to 0."""

    kind: ResultKind
    winner: Seat | None
    net: tuple[int, ...]  # settlement and immediate payments
    paid: tuple[int, ...]  # the immediate payments alone (RULES.md 9.4)
    settlement: Settlement | None = None


@dataclass(frozen=True, slots=True)
class Turned:
    """A finished turn."""

    n: int  # 1 is the first turn of the round
    play: Play
    result: TurnResult


@dataclass(frozen=True, slots=True)
class Round:
    """The whole state of a round. ``table`` changes when a turn resolves; hands and stock as cards move."""

    rules: RuleSet
    table: Table
    hand_cards: tuple[tuple[Face, ...], ...]
    stock_cards: tuple[Face, ...]  # the first is the next to flip
    dealer: Seat
    turn: Seat
    phase: Phase = Phase.PLAY
    nagari: int = 0  # void rounds in a row before this one
    go: tuple[int, ...] = ()
    go_order: tuple[Seat, ...] = ()
    go_points: tuple[int | None, ...] = ()  # the score at the last Go, per seat
    shaken: tuple[tuple[int, ...], ...] = ()  # months, per seat
    bombed: tuple[tuple[int, ...], ...] = ()
    ppeoks: tuple[tuple[int, ...], ...] = ()  # own turns, from 1, that left a ppeok
    own_turns: tuple[int, ...] = ()  # turns done, per seat
    paid: tuple[int, ...] = ()  # immediate payments so far
    shakes_now: tuple[int, ...] = ()  # in this turn
    bonus_now: tuple[Face, ...] = ()
    pending: Play | None = None  # waits for a choice
    choices: tuple[Face, ...] = ()
    last: Turned | None = None
    result: RoundResult | None = None
    redeals: int = 0  # deals thrown in before this one

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.hand_cards)

    def totals(self) -> tuple[int, ...]:
        """Return the points of every seat by its captured cards."""
        return tuple(score(pile, self.rules).total for pile in self.table.piles)


def deal(rng: random.Random, players: int, rules: RuleSet, dealer: Seat = 0, *, nagari: int = 0) -> Round:
    """Return a dealt round; four of a month on the floor is dealt again (RULES.md 5, 6).

    A chongtong, or four on the floor under ``table_four=nagari_x2``, gives a round that is over.
    Raises RuleSetError for other than 2 or 3 players.
    """
    counts = deal_counts(players, rules)
    if players == 4:
        raise RuleSetError("four players cannot be dealt yet; choose 2 or 3")
    size, redeals = counts.hands[0], 0
    while True:
        cards = [*DECK, *rules.bonus_cards]
        rng.shuffle(cards)
        hands = [cards[s * size:(s + 1) * size] for s in range(players)]
        floor = cards[players * size:players * size + counts.floor]
        dealt = begin(hands, floor, cards[players * size + counts.floor:], rules, dealer, nagari=nagari)
        if dealt.result is None or dealt.result.kind is not ResultKind.VOID:
            return replace(dealt, redeals=redeals)
        redeals += 1


def begin(hands: Sequence[Sequence[Face]], floor: Sequence[Face], stock: Sequence[Face], rules: RuleSet,
          dealer: Seat = 0, *, nagari: int = 0) -> Round:
    """Return a round with these cards, checked as RULES.md 6 says. A floor to deal again gives a void round."""
    players = len(hands)
    setup = setup_table(floor, stock, rules)
    rest = tuple(stock[setup.stock_used:])
    piles = tuple(setup.bonus if seat == dealer else () for seat in range(players))
    none = (0,) * players
    table = Table(setup.loose, setup.stacks, piles, tuple(map(len, hands)), len(rest), none)
    dealt = Round(
        rules, table, tuple(map(tuple, hands)), rest, dealer, dealer, nagari=nagari, go=none,
        go_points=(None,) * players, shaken=((),) * players, bombed=((),) * players, ppeoks=((),) * players,
        own_turns=none, paid=none)
    if setup.ruling is not Ruling.PLAY:
        return _over(dealt, ResultKind.NAGARI if setup.ruling is Ruling.NAGARI else ResultKind.VOID, None, none)
    holders = [seat for seat, hand in enumerate(hands) if months_held(hand, 4)]
    if not holders:
        return dealt
    net = settle_chongtong(holders, players, rules, nagari)
    if len(holders) > 1 and rules.chongtong_multi == "nagari_x2":
        return _over(dealt, ResultKind.NAGARI, None, net)
    return _over(dealt, ResultKind.CHONGTONG, holders[0] if len(holders) == 1 else None, net)


def _over(state: Round, kind: ResultKind, winner: Seat | None, net: tuple[int, ...],
          settlement: Settlement | None = None) -> Round:
    total = tuple(a + b for a, b in zip(net, state.paid, strict=True))
    result = RoundResult(kind, winner, total, state.paid, settlement)
    return replace(state, phase=Phase.OVER, result=result)


def legal_actions(state: Round) -> list[Action]:
    """Return everything that the seat in turn may do now; [] when the round is over."""
    if state.phase is Phase.OVER:
        return []
    if state.phase is Phase.GO_STOP:
        return [Action(Do.GO), Action(Do.STOP)]
    if state.phase is Phase.CHOOSE:
        return [Action(Do.CHOOSE, choose=card) for card in state.choices]
    return [*_declarations(state), *_bombs(state), *_plays(state), *_draws(state)]


def _declarations(state: Round) -> list[Action]:
    hand = state.hand_cards[state.turn]
    actions = [Action(Do.LAY_BONUS, (card,)) for card in dict.fromkeys(hand) if card.month == 0 and state.stock_cards]
    if len(hand) < 3 or (state.shakes_now and state.rules.shake_timing == "on_play"):
        return actions
    for month in months_held(hand, 3):
        if month in state.shaken[state.turn]:
            continue
        if state.rules.shake_timing == "on_play" and _on_floor(state.table, month):
            continue
        actions.append(Action(Do.SHAKE, tuple(card for card in hand if card.month == month)))
    return actions


def _on_floor(table: Table, month: int) -> bool:
    return any(card.month == month for card in table.loose) or any(s.month == month for s in table.stacks)


def _bombs(state: Round) -> list[Action]:
    hand, loose = state.hand_cards[state.turn], state.table.loose
    if len(hand) < 3 or (state.shakes_now and state.rules.shake_timing == "on_play"):
        return []
    barred = () if state.rules.bomb_after_shake else state.shaken[state.turn]
    return [Action(Do.BOMB, tuple(card for card in hand if card.month == month)) for month in months_held(hand, 3)
            if month not in barred and sum(card.month == month for card in loose) == 1]


def _plays(state: Round) -> list[Action]:
    bound = state.shakes_now if state.rules.shake_timing == "on_play" else ()
    actions = []
    for card in dict.fromkeys(state.hand_cards[state.turn]):
        if card.month == 0 or (bound and card.month not in bound):
            continue
        there = _match(state.table, card.month)
        if len(there) > 1:
            actions += [Action(Do.PLAY, (card,), choose) for choose in there]
        else:
            actions.append(Action(Do.PLAY, (card,)))
    return actions


def _draws(state: Round) -> list[Action]:
    bound = state.shakes_now and state.rules.shake_timing == "on_play"
    return [Action(Do.DRAW)] if state.table.tokens[state.turn] and not bound else []


def _match(table: Table, month: int) -> tuple[Face, ...]:
    """Return the different faces of *month* that lie loose."""
    return tuple(dict.fromkeys(card for card in table.loose if card.month == month))


def apply(state: Round, action: Action) -> Round:
    """Return the round after *action*. Raises IllegalPlay if the action is not one of ``legal_actions``."""
    if action not in legal_actions(state):
        raise IllegalPlay(f"seat {state.turn} may not do {action.do} now; see legal_actions")
    return apply_legal(state, action)


def apply_legal(state: Round, action: Action) -> Round:
    """Return the round after an *action* that is known to be one of ``legal_actions``."""
    match action.do:
        case Do.GO:
            return _go(state)
        case Do.STOP:
            return _stop(state)
        case Do.SHAKE:
            month = action.cards[0].month
            shaken = put(state.shaken, state.turn, (*state.shaken[state.turn], month))
            return replace(state, shaken=shaken, shakes_now=(*state.shakes_now, month))
        case Do.LAY_BONUS:
            return _lay_bonus(state, action.cards[0])
        case Do.CHOOSE:
            return _chosen(state, action.choose)
        case _:
            return _lay(state, action.cards, action.choose)


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return *values* with the one at *at* replaced."""
    return (*values[:at], value, *values[at + 1:])


def _take_from_hand(state: Round, cards: Sequence[Face]) -> tuple[tuple[Face, ...], ...]:
    rest = list(state.hand_cards[state.turn])
    for card in cards:
        rest.remove(card)
    return put(state.hand_cards, state.turn, tuple(rest))


def _lay_bonus(state: Round, card: Face) -> Round:
    """RULES.md 10: the replacement goes to the hand unseen, or is turned and played at once."""
    hands, stock = _take_from_hand(state, (card,)), state.stock_cards
    if state.rules.bonus_hand == "draw_to_hand":
        hands = put(hands, state.turn, hands[state.turn] + stock[:1])
        return replace(state, hand_cards=hands, stock_cards=stock[1:], bonus_now=(*state.bonus_now, card))
    turned = _until_normal(stock)
    laid = (*state.bonus_now, card, *turned[:-1])
    state = replace(state, hand_cards=hands, stock_cards=stock[len(turned):], bonus_now=laid)
    return _flip(state, turned[-1:], None)


def _until_normal(stock: tuple[Face, ...]) -> tuple[Face, ...]:
    """Return the cards that a flip turns: bonus cards, then one with a month."""
    for at, card in enumerate(stock):
        if card.month:
            return stock[:at + 1]
    return stock


def _lay(state: Round, cards: tuple[Face, ...], choose: Face | None) -> Round:
    return _flip(replace(state, hand_cards=_take_from_hand(state, cards)), cards, choose)


def _flip(state: Round, cards: tuple[Face, ...], choose: Face | None) -> Round:
    """Turn the stock; ask if a card has two different ones to take, else resolve the turn."""
    flip = _until_normal(state.stock_cards)
    play = Play(state.turn, cards, flip, choose, None, state.bonus_now, state.shakes_now)
    return _ask_or_resolve(replace(state, stock_cards=state.stock_cards[len(flip):]), play)


def _ask_or_resolve(state: Round, play: Play) -> Round:
    same = bool(play.flip) and len(play.hand) == 1 and play.flip[-1].month == play.hand[0].month
    for cards, chosen in ((play.hand[:1], play.choose_hand), (play.flip[-1:], play.choose_flip)):
        there = _match(state.table, cards[0].month) if cards and chosen is None and not same else ()
        if len(there) > 1:
            return replace(state, phase=Phase.CHOOSE, pending=play, choices=there)
    return _resolve(state, play)


def _chosen(state: Round, card: Face | None) -> Round:
    play = state.pending
    if play is None or card is None:
        raise IllegalPlay("no choice is open")
    by_hand = bool(play.hand) and play.choose_hand is None and card.month == play.hand[0].month
    play = replace(play, choose_hand=card) if by_hand else replace(play, choose_flip=card)
    return _ask_or_resolve(replace(state, phase=Phase.PLAY, pending=None, choices=()), play)


def _resolve(state: Round, play: Play) -> Round:
    """Resolve the turn, collect immediate payments, then ask, stop or pass on."""
    seat, players = play.seat, state.players
    result = resolve(state.table, play, state.rules)
    own_turn = state.own_turns[seat] + 1
    ppeoks, bombed = state.ppeoks, state.bombed
    if result.stack is not None:
        ppeoks = put(ppeoks, seat, (*ppeoks[seat], own_turn))
    if len(play.hand) == 3:
        bombed = put(bombed, seat, (*bombed[seat], play.hand[0].month))
    each = immediate_pay(result.events, own_turn, ppeoks[seat], players, state.rules)
    paid = tuple(a + b for a, b in zip(state.paid, pay_all(seat, each, players), strict=True)) if each else state.paid
    done = replace(
        state, table=result.table, ppeoks=ppeoks, bombed=bombed, paid=paid,
        own_turns=put(state.own_turns, seat, own_turn), shakes_now=(), bonus_now=(),
        last=Turned(sum(state.own_turns) + 1, play, result))
    if result.stack is not None and len(ppeoks[seat]) == 3 and state.rules.three_ppeok == "win":
        return _over(done, ResultKind.THREE_PPEOK, seat, settle_three_ppeok(seat, players, state.rules, state.nagari))
    return _after_turn(done)


def _after_turn(state: Round) -> Round:
    seat = state.turn
    points = score(state.table.piles[seat], state.rules).total
    left = state.table.hands[seat] + state.table.tokens[seat]
    decision = decide(points, state.go[seat], state.go_points[seat], left, state.rules.target(state.players))
    if decision.auto_stop:
        return _stop(state)
    return replace(state, phase=Phase.GO_STOP) if decision.prompt else _pass_on(state)


def _go(state: Round) -> Round:
    seat = state.turn
    points = score(state.table.piles[seat], state.rules).total
    return _pass_on(replace(
        state, phase=Phase.PLAY, go=put(state.go, seat, state.go[seat] + 1), go_order=(*state.go_order, seat),
        go_points=put(state.go_points, seat, points)))


def _stop(state: Round) -> Round:
    winner = state.turn
    shakes, bombs = count_shakes(state.shaken[winner], state.bombed[winner], state.rules)
    ending = Ending(winner, state.go, state.go_order, shakes, bombs, state.nagari)
    settlement = settle(state.table.piles, ending, state.rules)
    return _over(state, ResultKind.STOP, winner, settlement.net, settlement)


def _pass_on(state: Round) -> Round:
    """The next seat that has a card or a draw-only turn moves; if none has, the round is void (RULES.md 14.4)."""
    for step in range(1, state.players + 1):
        seat = (state.turn + step) % state.players
        if state.table.hands[seat] or state.table.tokens[seat]:
            return replace(state, turn=seat)
    return _over(state, ResultKind.NAGARI, None, (0,) * state.players)
