"""What the seat in turn may do, and why something else is refused. Source: RULES.md 6.1, 7, 9.6, 9.7, 10, 11.1, 13."""

from __future__ import annotations

from engine.cards import Face
from engine.deal import months_held
from engine.state import Action, Do, Phase, Round
from engine.table import Table

ASKED = {
    Phase.GO_STOP: (Action(Do.GO), Action(Do.STOP)),
    Phase.CHONGTONG: (Action(Do.CHONGTONG), Action(Do.PLAY_ON)),
    Phase.CUP: (Action(Do.CUP_ANIMAL), Action(Do.CUP_JUNK)),
    Phase.OVER: (),
}
"""The phases in which the same answers are open to everybody."""


def legal_actions(state: Round) -> list[Action]:
    """Return everything that the seat in turn may do now; [] when the round is over."""
    if state.phase is Phase.PLAY:
        return [*_declarations(state), *_bombs(state), *_plays(state), *_draws(state)]
    if state.phase is Phase.CHOOSE:
        return [Action(Do.CHOOSE, choose=card) for card in state.choices]
    return list(ASKED[state.phase])


def why_not(state: Round, action: Action) -> str:
    """Return the rule that refuses *action* in *state*; "" if it is legal."""
    if action in legal_actions(state):
        return ""
    seat, hand = state.turn, state.hand_cards[state.turn]
    if state.phase is Phase.OVER:
        return "the round is over; deal a new one"
    if state.phase is not Phase.PLAY:
        return f"seat {seat} is asked for {state.phase.value} and may not do {action.do} now"
    if any(hand.count(card) < action.cards.count(card) for card in action.cards):
        return f"seat {seat} does not hold {' '.join(map(str, action.cards))}"
    match action.do:
        case Do.GO | Do.STOP:
            return f"Go and Stop come after a turn that brought the target (RULES.md 13); seat {seat} has not played"
        case Do.DRAW:
            return f"seat {seat} has no draw-only turn left (RULES.md 9.7)"
        case Do.SHAKE:
            return "a shake shows three of one month, once, before the first of them is played (RULES.md 9.6)"
        case Do.BOMB:
            return "a bomb needs all others of the month in the hand and the rest loose on the floor (RULES.md 9.7)"
        case Do.LAY_BONUS:
            return "only bonus cards are laid aside, and the stock must have a card for each (RULES.md 10)"
        case Do.PLAY:
            return _why_not_play(state, action)
    return f"seat {seat} may not do {action.do} now"


def _why_not_play(state: Round, action: Action) -> str:
    if len(action.cards) != 1:
        return "a turn lays one card (RULES.md 7)"
    card = action.cards[0]
    if card.month == 0:
        return "a bonus card is laid aside, not played (RULES.md 10)"
    if action.leave:
        return "a card laid on its month takes it (must_capture, RULES.md 7.2)"
    if state.shakes_now and state.rules.shake_timing == "on_play" and card.month not in state.shakes_now:
        return "who shakes plays one of the three now (shake_timing=on_play, RULES.md 9.6)"
    there = " or ".join(map(str, match(state.table, card.month)))
    return f"choose which card {card} takes: {there or 'none lies there'} (RULES.md 7.1)"


def _declarations(state: Round) -> list[Action]:
    hand = state.hand_cards[state.turn]
    actions = [Action(Do.LAY_BONUS, (card,)) for card in dict.fromkeys(hand) if card.month == 0 and state.stock_cards]
    rules = state.rules
    if len(hand) < 3 or rules.game == "hwatu" or (state.shakes_now and rules.shake_timing == "on_play"):
        return actions
    months = months_held(hand, 3)
    if state.extras.fours:
        months += tuple(month for month in months_held(hand, 4) if month in state.extras.fours[state.turn])
    for month in months:
        if month in state.shaken[state.turn]:
            continue
        if rules.shake_timing == "on_play" and _on_floor(state.table, month):
            continue
        actions.append(Action(Do.SHAKE, tuple(card for card in hand if card.month == month)))
    return actions


def _on_floor(table: Table, month: int) -> bool:
    return any(card.month == month for card in table.loose) or any(s.month == month for s in table.stacks)


def _bombs(state: Round) -> list[Action]:
    hand, loose, rules = state.hand_cards[state.turn], state.table.loose, state.rules
    if len(hand) < 2 or rules.game == "hwatu" or (state.shakes_now and rules.shake_timing == "on_play"):
        return []
    barred = () if rules.bomb_after_shake else state.shaken[state.turn]
    found = [month for month in months_held(hand, 3) if len(hand) > 2 and month not in barred
             and sum(card.month == month for card in loose) == 1]
    if rules.two_card_bomb != "off":
        found += [month for month in months_held(hand, 2) if sum(card.month == month for card in loose) == 2]
    return [Action(Do.BOMB, tuple(card for card in hand if card.month == month)) for month in found]


def _plays(state: Round) -> list[Action]:
    bound = state.shakes_now if state.rules.shake_timing == "on_play" else ()
    actions = []
    for card in dict.fromkeys(state.hand_cards[state.turn]):
        if card.month == 0 or (bound and card.month not in bound):
            continue
        there = match(state.table, card.month)
        if len(there) > 1:
            actions += [Action(Do.PLAY, (card,), choose) for choose in there]
        else:
            actions.append(Action(Do.PLAY, (card,)))
        if not state.rules.must_capture and sum(one.month == card.month for one in state.table.loose) == 1:
            actions.append(Action(Do.PLAY, (card,), leave=True))
    return actions


def _draws(state: Round) -> list[Action]:
    bound = state.shakes_now and state.rules.shake_timing == "on_play"
    return [Action(Do.DRAW)] if state.table.tokens[state.turn] and not bound else []


def match(table: Table, month: int) -> tuple[Face, ...]:
    """Return the different faces of *month* that lie loose."""
    return tuple(dict.fromkeys(card for card in table.loose if card.month == month))
