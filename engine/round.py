"""One round with known hands, from the shuffle to the settlement: for simulation, bots and the virtual table.

The referee never sees hands; it shares ``turn.resolve``, ``settle`` and ``score`` with this module.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from engine.cards import DECK, Face
from engine.copies import replace
from engine.deal import Ruling, deal_counts, months_held, setup_table
from engine.errors import IllegalPlay, RuleSetError
from engine.family import settle_family
from engine.legal import legal_actions, match, why_not
from engine.mission import announce
from engine.rules import RuleSet
from engine.score import Place
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
    settle_heodang,
    settle_three_ppeok,
)
from engine.showdown import settle_showdown
from engine.state import Action, Do, Extras, Phase, Round, RoundResult, Turned
from engine.steal import CUP
from engine.table import Seat, Table
from engine.turn import Play, TurnResult, resolve

__all__ = ["Action", "Do", "Phase", "Round", "RoundResult", "Turned", "apply", "apply_legal", "begin", "deal",
           "legal_actions", "over", "put"]

T = TypeVar("T")
Hands = tuple[tuple[Face, ...], ...]
HEODANG_TURNS = 5


def deal(rng: random.Random, players: int, rules: RuleSet, dealer: Seat = 0, *, nagari: int = 0) -> Round:
    """Return a dealt round; four of a month on the floor is dealt again (RULES.md 5, 6).

    A chongtong, or four on the floor that end the round by ``table_four``, gives a round that is over.
    Raises RuleSetError for other than 2 or 3 players, or 4 in the family game.
    """
    counts = deal_counts(players, rules)
    if players == 4 and rules.game == "gostop":
        raise RuleSetError("of four players one sits out; deal with engine.four.deal_four")
    size, redeals = counts.hands[0], 0
    while True:
        cards = [*DECK, *rules.bonus_cards]
        rng.shuffle(cards)
        hands = [cards[s * size:(s + 1) * size] for s in range(players)]
        floor = cards[players * size:players * size + counts.floor]
        dealt = begin(hands, floor, cards[players * size + counts.floor:], rules, dealer, nagari=nagari)
        if dealt.result is None or dealt.result.kind is not ResultKind.VOID:
            break
        redeals += 1
    if rules.missions:
        dealt = replace(dealt, extras=replace(dealt.extras, missions=announce(rules.missions, rng)))
    return replace(dealt, redeals=redeals) if redeals else dealt


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
    if setup.ruling is Ruling.DEALER_WINS:
        return over(dealt, ResultKind.CHONGTONG, dealer, settle_chongtong((dealer,), players, rules, nagari))
    if setup.ruling is not Ruling.PLAY:
        return over(dealt, ResultKind.NAGARI if setup.ruling is Ruling.NAGARI else ResultKind.VOID, None, none)
    holders = [seat for seat, hand in enumerate(hands) if rules.game == "gostop" and months_held(hand, 4)]
    if not holders:
        return dealt
    if rules.chongtong_mode == "win":
        return _chongtong(dealt, holders)
    holders.sort(key=lambda seat: (seat - dealer) % players)
    return _ask_chongtong(dealt, tuple(holders), dealer)


def _ask_chongtong(state: Round, seats: tuple[Seat, ...], resume: Seat) -> Round:
    fours = state.extras.fours or ((),) * state.players
    return replace(state, phase=Phase.CHONGTONG, turn=seats[0],
                   extras=replace(state.extras, fours=fours, ask=seats, resume=resume))


def _answer_chongtong(state: Round, declared: bool) -> Round:
    extras, seat = state.extras, state.turn
    if declared:
        extras = replace(extras, won=(*extras.won, seat))
    else:
        months = months_held(state.hand_cards[seat], 4)
        extras = replace(extras, fours=put(extras.fours, seat, tuple({*extras.fours[seat], *months})))
    extras = replace(extras, ask=extras.ask[1:])
    if extras.ask:
        return replace(state, turn=extras.ask[0], extras=extras)
    state = replace(state, extras=extras)
    return _chongtong(state, extras.won) if extras.won else replace(state, phase=Phase.PLAY, turn=extras.resume)


def _chongtong(state: Round, holders: Sequence[Seat]) -> Round:
    """RULES.md 6.1: the hand is over; each opponent pays each holder."""
    rules, players = state.rules, state.players
    net = settle_chongtong(holders, players, rules, state.nagari, state.dealer)
    if len(holders) > 1 and rules.chongtong_multi == "nagari_x2":
        return over(state, ResultKind.NAGARI, None, net)
    first = min(holders, key=lambda seat: (seat - state.dealer) % players)
    single = len(holders) == 1 or rules.chongtong_multi == "dealer_wins"
    return over(state, ResultKind.CHONGTONG, first if single else None, net)


def over(state: Round, kind: ResultKind, winner: Seat | None, net: tuple[int, ...],
         settlement: Settlement | None = None) -> Round:
    """Return *state*, ended; the payments made at once come on top of *net*."""
    total = tuple(a + b for a, b in zip(net, state.paid, strict=True))
    result = RoundResult(kind, winner, total, state.paid, settlement)
    return replace(state, phase=Phase.OVER, result=result)


def apply(state: Round, action: Action) -> Round:
    """Return the round after *action*. Raises IllegalPlay, naming the rule, if it is not one of ``legal_actions``."""
    if why := why_not(state, action):
        raise IllegalPlay(f"seat {state.turn} may not do {action.do} now: {why}; see legal_actions")
    return apply_legal(state, action)


def apply_legal(state: Round, action: Action) -> Round:
    """Return the round after an *action* that is known to be one of ``legal_actions``."""
    match action.do:
        case Do.PLAY | Do.BOMB | Do.DRAW:
            return _flip(state, action, _take_from_hand(state, action.cards), state.stock_cards)
        case Do.GO:
            return _go(state)
        case Do.STOP:
            return _stop(state)
        case Do.SHAKE:
            return _shake(state, action.cards)
        case Do.LAY_BONUS:
            return _lay_bonus(state, action.cards[0])
        case Do.CHOOSE:
            return _chosen(state, action.choose)
        case Do.CHONGTONG | Do.PLAY_ON:
            return _answer_chongtong(state, action.do is Do.CHONGTONG)
        case Do.CUP_ANIMAL | Do.CUP_JUNK:
            cups = state.extras.cups or (None,) * state.players
            place: Place = "animal" if action.do is Do.CUP_ANIMAL else "junk"
            return _after_turn(replace(state, extras=replace(state.extras, cups=put(cups, state.turn, place))))


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return *values* with the one at *at* replaced."""
    return (*values[:at], value, *values[at + 1:])


def _take_from_hand(state: Round, cards: Sequence[Face]) -> Hands:
    rest = list(state.hand_cards[state.turn])
    for card in cards:
        rest.remove(card)
    return put(state.hand_cards, state.turn, tuple(rest))


def _shake(state: Round, cards: tuple[Face, ...]) -> Round:
    seat, month, extras = state.turn, cards[0].month, state.extras
    if len(cards) == 3 and extras.fours:  # one of the four is gone: an ordinary shake
        left = tuple(m for m in extras.fours[seat] if m != month)
        extras = replace(extras, fours=put(extras.fours, seat, left))
    shaken = put(state.shaken, seat, (*state.shaken[seat], month))
    return replace(state, shaken=shaken, shakes_now=(*state.shakes_now, month), extras=extras)


def _lay_bonus(state: Round, card: Face) -> Round:
    """RULES.md 10: the replacement goes to the hand unseen, or is turned and played at once."""
    hands, stock = _take_from_hand(state, (card,)), state.stock_cards
    if state.rules.bonus_hand == "draw_to_hand":
        hands = put(hands, state.turn, hands[state.turn] + stock[:1])
        state = replace(state, hand_cards=hands, stock_cards=stock[1:], bonus_now=(*state.bonus_now, card))
        return _drawn(state, stock[0])
    turned = _until_normal(stock)
    state = replace(state, bonus_now=(*state.bonus_now, card, *turned[:-1]))
    return _flip(state, Action(Do.PLAY, turned[-1:]), hands, stock[len(turned):])


def _drawn(state: Round, card: Face) -> Round:
    """RULES.md 6.1: a replacement that makes four of a month, where ``bonus_chongtong`` counts it."""
    rules, seat = state.rules, state.turn
    if rules.bonus_chongtong == "never" or card.month not in months_held(state.hand_cards[seat], 4):
        return state
    if rules.bonus_chongtong == "first_turn" and state.own_turns[seat]:
        return state
    return _chongtong(state, (seat,)) if rules.chongtong_mode == "win" else _ask_chongtong(state, (seat,), seat)


def _until_normal(stock: tuple[Face, ...]) -> tuple[Face, ...]:
    """Return the cards that a flip turns: bonus cards, then one with a month."""
    for at, card in enumerate(stock):
        if card.month:
            return stock[:at + 1]
    return stock


def _flip(state: Round, action: Action, hands: Hands, stock: tuple[Face, ...]) -> Round:
    """Turn the *stock*; ask if a card has two different ones to take, else resolve the turn.

    *hands* and *stock* are those after the card was laid; the state takes them over when the turn is done.
    """
    flip, cards, fresh = _until_normal(stock), action.cards, None
    if state.rules.nuclear and len(cards) == 3:
        fresh = state.fresh()
    play = Play(state.turn, cards, flip, action.choose, None, state.bonus_now, state.shakes_now, action.leave,
                fresh is not None and fresh.month == cards[0].month)
    return _ask_or_resolve(state, play, hands, stock[len(flip):])


def _ask_or_resolve(state: Round, play: Play, hands: Hands, stock: tuple[Face, ...]) -> Round:
    same = bool(play.flip) and len(play.hand) == 1 and play.flip[-1].month == play.hand[0].month
    there = _beside(state, play, same) if play.leave else _two_to_take(state, play, same)
    if len(there) > 1:
        return replace(state, phase=Phase.CHOOSE, pending=play, choices=there, hand_cards=hands, stock_cards=stock)
    return _resolve(state, play, hands, stock)


def _two_to_take(state: Round, play: Play, same: bool) -> tuple[Face, ...]:
    """What lies there for the hand card, then for the flip, to take, if two different cards leave that open."""
    if same:
        return ()
    if len(play.hand) == 1 and play.choose_hand is None:
        there = match(state.table, play.hand[0].month)
        if len(there) > 1:
            return there
    return match(state.table, play.flip[-1].month) if play.flip and play.choose_flip is None else ()


def _beside(state: Round, play: Play, same: bool) -> tuple[Face, ...]:
    """The card laid was left beside its pair: only the flip may have a choice, also between these two."""
    there = match(state.table, play.flip[-1].month) if play.flip and play.choose_flip is None else ()
    there += play.hand if same and play.choose_flip is None and play.hand[0] not in there else ()
    return there


def _chosen(state: Round, card: Face | None) -> Round:
    play = state.pending
    if play is None or card is None:
        raise IllegalPlay("no choice is open")
    by_hand = (bool(play.hand) and not play.leave and play.choose_hand is None
               and card.month == play.hand[0].month)
    play = replace(play, choose_hand=card) if by_hand else replace(play, choose_flip=card)
    state = replace(state, phase=Phase.PLAY, pending=None, choices=())
    return _ask_or_resolve(state, play, state.hand_cards, state.stock_cards)


def _resolve(state: Round, play: Play, hands: Hands, stock: tuple[Face, ...]) -> Round:
    """Resolve the turn, collect immediate payments, then ask, stop or pass on."""
    seat, players, rules = play.seat, state.players, state.rules
    cups = state.extras.cups
    lying = tuple(s for s, place in enumerate(cups) if place == "junk") if cups else ()
    result = resolve(state.table, play, rules, give=state.extras.given, cups=lying)
    own_turn = state.own_turns[seat] + 1
    ppeoks, bombed = state.ppeoks, state.bombed
    if result.stack is not None:
        ppeoks = put(ppeoks, seat, (*ppeoks[seat], own_turn))
    if len(play.hand) == 3:
        bombed = put(bombed, seat, (*bombed[seat], play.hand[0].month))
    each = immediate_pay(result.events, own_turn, ppeoks[seat], players, rules)
    paid = tuple(a + b for a, b in zip(state.paid, pay_all(seat, each, players), strict=True)) if each else state.paid
    done = replace(
        state, table=result.table, hand_cards=hands, stock_cards=stock, ppeoks=ppeoks, bombed=bombed, paid=paid,
        own_turns=put(state.own_turns, seat, own_turn), shakes_now=(), bonus_now=(),
        last=Turned(sum(state.own_turns) + 1, play, result), extras=_remember(state, play, result))
    if result.stack is not None and len(ppeoks[seat]) == 3 and rules.three_ppeok == "win":
        return over(done, ResultKind.THREE_PPEOK, seat, settle_three_ppeok(seat, players, rules, state.nagari))
    if rules.heodang and done.extras.dry[seat] >= HEODANG_TURNS:
        return over(done, ResultKind.HEODANG, seat, settle_heodang(seat, players, rules, state.nagari))
    if rules.cup == "choice" and rules.cup_timing in ("at_capture", "declared") and CUP in result.captured:
        return replace(done, phase=Phase.CUP)
    return _after_turn(done)


def _remember(state: Round, play: Play, result: TurnResult) -> Extras:
    """Return what the house rules need to know of a turn; most need nothing."""
    rules, extras, seat, players = state.rules, state.extras, play.seat, state.players
    if rules.heodang:
        dry = extras.dry or (0,) * players
        extras = replace(extras, dry=put(dry, seat, 0 if result.captured else dry[seat] + 1))
    if len(play.hand) == 2:
        pairs = extras.pairs or ((),) * players
        extras = replace(extras, pairs=put(pairs, seat, (*pairs[seat], play.hand[0].month)))
    if rules.feeding_dokbak:
        fresh, last = state.fresh(), state.last
        fed = last is not None and last.play.seat != seat and fresh is not None and fresh in result.captured
        reached = state.points(seat) < rules.target(players)
        extras = replace(extras, fed_by=last.play.seat if fed and reached and last is not None else None)
    for victim, cards in result.stolen.items():
        if CUP in cards:  # a stolen cup stays junk
            cups = put(extras.cups or (None,) * players, victim, None)
            extras = replace(extras, cups=put(cups, seat, "junk"))
    return extras


def _after_turn(state: Round) -> Round:
    seat, rules = state.turn, state.rules
    if state.phase is Phase.CUP:
        state = replace(state, phase=Phase.PLAY)
    if rules.game == "hwatu":
        return _pass_on(state)
    points, target = state.points(seat), rules.target(state.players)
    if rules.cup_timing == "at_first_target" and points >= target and _cup_is_open(state):
        return replace(state, phase=Phase.CUP)
    left = state.table.hands[seat] + state.table.tokens[seat]
    decision = decide(points, state.go[seat], state.go_points[seat], left, target)
    if decision.auto_stop:
        return _stop(state)
    return replace(state, phase=Phase.GO_STOP) if decision.prompt else _pass_on(state)


def _cup_is_open(state: Round) -> bool:
    """True if the seat in turn has the cup and has not said where it lies."""
    cups = state.extras.cups
    return state.rules.cup == "choice" and CUP in state.table.piles[state.turn] and not (cups and cups[state.turn])


def _go(state: Round) -> Round:
    seat = state.turn
    return _pass_on(replace(
        state, phase=Phase.PLAY, go=put(state.go, seat, state.go[seat] + 1), go_order=(*state.go_order, seat),
        go_points=put(state.go_points, seat, state.points(seat))))


def _stop(state: Round) -> Round:
    winner, extras = state.turn, state.extras
    shakes, bombs = count_shakes(
        state.shaken[winner], state.bombed[winner], state.rules, fours=extras.fours[winner] if extras.fours else (),
        pairs=extras.pairs[winner] if extras.pairs else ())
    ending = Ending(winner, state.go, state.go_order, shakes, bombs, state.nagari, extras.missions, extras.met,
                    extras.fed_by, extras.balances)
    laid = {seat: place for seat, place in enumerate(extras.cups) if place}
    settlement = settle(state.table.piles, ending, state.rules, cup_as=laid)
    net = settlement.net
    if extras.showdown is not None:
        net = settle_showdown(net, extras.showdown, winner, state.rules)
    return over(state, ResultKind.STOP, winner, net, settlement)


def _pass_on(state: Round) -> Round:
    """The next seat that has a card or a draw-only turn moves; if none has, the round is over (RULES.md 14.4, 15)."""
    for step in range(1, state.players + 1):
        seat = (state.turn + step) % state.players
        if state.table.hands[seat] or state.table.tokens[seat]:
            return replace(state, turn=seat)
    if state.rules.game == "gostop":
        return over(state, ResultKind.NAGARI, None, (0,) * state.players)
    counted = settle_family(state.table.piles, state.rules)
    if counted.void:
        return over(state, ResultKind.VOID, None, (0,) * state.players)
    best = Counter(counted.balances)[max(counted.balances)] == 1
    winner = counted.balances.index(max(counted.balances)) if best else None
    return over(state, ResultKind.COUNTED, winner, counted.balances)
