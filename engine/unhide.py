"""A recorded turn as actions of a round, hands and stock known or hidden.

Hidden ones are shown a line at a time: just before it is played, the seat holds the cards of the line and the stock
those that it flips. So the same functions judge what a camera saw and what a simulation dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.cards import DECK, Face
from engine.copies import replace
from engine.errors import IllegalPlay
from engine.legal import legal_actions, match
from engine.record import Cards, Outcome
from engine.round import apply, put
from engine.state import Action, Do, Phase, Round
from engine.turn import Play

ANY = DECK[:1]
"""Stands for a card that nobody saw."""


def show(state: Round, cards: Cards, stock: Cards) -> Round:
    """Return *state* with *cards* in the hand of the seat in turn and *stock* next to flip; all else stays hidden."""
    return replace(state, hand_cards=put(((),) * state.players, state.turn, cards), stock_cards=stock)


def take_turn(state: Round, play: Play, told: Outcome, *, hidden: bool = False) -> Round:
    """Return the round after *play*. Where a card had two to take and none is named, *told* says which was taken.

    Raises IllegalPlay.
    """
    for month in play.shakes:
        cards = _shaken(state, play, month) if hidden else _of_month(state.hand_cards[state.turn], month)
        state = show(state, cards, ANY) if hidden else state
        state = apply(state, like(state, Action(Do.SHAKE, cards)))
    bonus = play.bonus_laid
    if bonus and state.rules.bonus_hand == "flip_and_play":
        state = show(state, bonus[:1], (*bonus[1:], *play.hand, *play.flip)) if hidden else state
        return _choose(apply(state, Action(Do.LAY_BONUS, bonus[:1])), play, told)
    for card in bonus:
        state = show(state, (card,), ANY) if hidden else state
        state = apply(state, Action(Do.LAY_BONUS, (card,)))
    state = show(state, play.hand, play.flip) if hidden else state
    return _choose(apply(state, like(state, _laid(state, play, told))), play, told)


def like(state: Round, action: Action) -> Action:
    """Return the legal action that is *action* but for the order of its cards; *action* itself if there is none."""
    legal = legal_actions(state)
    if len(action.cards) < 2 or action in legal:
        return action
    cards = sorted(action.cards)
    return next((one for one in legal if one.do is action.do and sorted(one.cards) == cards), action)


def _laid(state: Round, play: Play, told: Outcome) -> Action:
    if len(play.hand) != 1:
        return Action(Do.BOMB if play.hand else Do.DRAW, play.hand)
    there = match(state.table, play.hand[0].month)
    chosen = _chosen(there, play, told) if len(there) > 1 and not play.leave else None
    return Action(Do.PLAY, play.hand, chosen, play.leave)


def _choose(state: Round, play: Play, told: Outcome) -> Round:
    while state.phase is Phase.CHOOSE:
        state = apply(state, Action(Do.CHOOSE, choose=_chosen(state.choices, play, told)))
    return state


def _chosen(there: Sequence[Face], play: Play, told: Outcome) -> Face:
    taken = Counter(told.captured or ()) - Counter(play.flip if play.leave else play.hand + play.flip)
    for card in (play.choose_hand, play.choose_flip, *taken):
        if card is not None and card in there:
            return card
    raise IllegalPlay(f"the line does not say which card is taken: {' or '.join(map(str, there))}")


def _of_month(cards: Sequence[Face], month: int) -> Cards:
    return tuple(card for card in cards if card.month == month)


def _shaken(state: Round, play: Play, month: int) -> Cards:
    """Three cards of *month* that a hidden hand may hold, those of the play first."""
    left = [*_of_month(DECK, month)]
    for card in (*state.table.loose, *state.table.stacked, *(card for pile in state.table.piles for card in pile)):
        if card in left:
            left.remove(card)
    return tuple(sorted(left, key=lambda card: card not in play.hand)[:3])
