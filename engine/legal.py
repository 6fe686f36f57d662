"""What the seat in turn may do, and why something else is refused. Source: RULES.md 6.1, 7, 9.6, 9.7, 10, 11.1, 13."""

from __future__ import annotations

from functools import cache

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
        if state.shakes_now and state.rules.shake_timing == "on_play":
            return [*_bonuses(state), *_plays(state, state.shakes_now)]
        return [*_bonuses(state), *_of_one_month(state), *_plays(state), *_draws(state)]
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


def _bonuses(state: Round) -> list[Action]:
    bonus = [card for card in state.hand_cards[state.turn] if card.month == 0]
    return [Action(Do.LAY_BONUS, (card,)) for card in dict.fromkeys(bonus)] if bonus and state.stock_cards else []


def _of_one_month(state: Round) -> list[Action]:
    """Shakes, then bombs: three of a month in the hand, or what the house adds to that."""
    hand, rules = state.hand_cards[state.turn], state.rules
    three = months_held(hand, 3) if len(hand) > 2 else ()
    if rules.game == "hwatu" or not (three or state.extras.fours or rules.two_card_bomb != "off"):
        return []
    found = [(Do.SHAKE, month) for month in _shakes(state, three)]
    found += [(Do.BOMB, month) for month in _bombs(state, three)]
    return [Action(do, tuple(card for card in hand if card.month == month)) for do, month in found]


def _shakes(state: Round, three: tuple[int, ...]) -> list[int]:
    """The months that may be shown, of which *three* have three cards in the hand."""
    if state.extras.fours:
        kept = state.extras.fours[state.turn]
        three += tuple(month for month in months_held(state.hand_cards[state.turn], 4) if month in kept)
    on_play = state.rules.shake_timing == "on_play"
    return [month for month in three if month not in state.shaken[state.turn]
            and not (on_play and _on_floor(state.table, month))]


def _on_floor(table: Table, month: int) -> bool:
    return any(card.month == month for card in table.loose) or any(s.month == month for s in table.stacks)


def _bombs(state: Round, three: tuple[int, ...]) -> list[int]:
    """The months that may be bombed, of which *three* have three cards in the hand."""
    barred = () if state.rules.bomb_after_shake else state.shaken[state.turn]
    found = [month for month in three if month not in barred and _lying(state.table, month) == 1]
    if state.rules.two_card_bomb != "off":
        found += [month for month in months_held(state.hand_cards[state.turn], 2) if _lying(state.table, month) == 2]
    return found


def _lying(table: Table, month: int) -> int:
    """How many loose cards are of *month*."""
    return sum(card.month == month for card in table.loose)


def _plays(state: Round, bound: tuple[int, ...] = ()) -> list[Action]:
    """One card each; only of the months *bound*, if there are any."""
    choices, must_capture = _choices(state.table), state.rules.must_capture
    actions = []
    for card in dict.fromkeys(state.hand_cards[state.turn]):
        month = card.month
        if month == 0 or (bound and month not in bound):
            continue
        if month in choices:
            actions += [_laid(card, choose) for choose in choices[month]]
        else:
            actions.append(_laid(card))
        if not must_capture and _lying(state.table, month) == 1:
            actions.append(_laid(card, None, True))
    return actions


@cache
def _laid(card: Face, choose: Face | None = None, leave: bool = False) -> Action:
    """The same plays come again and again; each is made once."""
    return Action(Do.PLAY, (card,), choose, leave)


def _choices(table: Table) -> dict[int, tuple[Face, ...]]:
    """Return the different faces that lie loose of each month of which there are two."""
    months = [card.month for card in table.loose]
    if len(set(months)) == len(months):
        return {}
    twice = {month for month in months if months.count(month) > 1}
    return {month: there for month in twice if len(there := match(table, month)) > 1}


def _draws(state: Round) -> list[Action]:
    return [Action(Do.DRAW)] if state.table.tokens[state.turn] else []


def match(table: Table, month: int) -> tuple[Face, ...]:
    """Return the different faces of *month* that lie loose."""
    there = [card for card in table.loose if card.month == month]
    return tuple(dict.fromkeys(there)) if len(there) > 1 else tuple(there)
