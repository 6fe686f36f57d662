"""Seeded players for simulation: they look at their own hand and the table, nothing else."""

from __future__ import annotations

import random

from engine.cards import Face, Kind
from engine.round import Action, Do, Round, legal_actions

WORTH = {Kind.BRIGHT: 5.0, Kind.ANIMAL: 3.0, Kind.RIBBON: 2.5, Kind.DJUNK: 2.0, Kind.JUNK: 1.0, Kind.BONUS: 2.0}


def choose(state: Round, rng: random.Random, *, boldness: float = 0.4) -> Action:
    """Return what a middling player does: declares, takes the best cards, says Go with chance *boldness*.

    Raises ValueError if the round is over.
    """
    actions = legal_actions(state)
    if not actions:
        raise ValueError("the round is over; deal a new one")
    if actions[0].do is Do.GO:
        return actions[0] if rng.random() < boldness else actions[1]
    for action in actions:
        if action.do is Do.LAY_BONUS or (action.do is Do.SHAKE and rng.random() < 0.7):
            return action
    plays = [action for action in actions if action.do is not Do.SHAKE]
    return max(plays, key=lambda action: _value(state, action) + rng.random())


def choose_any(state: Round, rng: random.Random) -> Action:
    """Return any legal action with equal chance: for tests that want to see every corner."""
    return rng.choice(legal_actions(state))


def _value(state: Round, action: Action) -> float:
    """Return roughly what the cards that *action* takes are worth; giving up a good card for nothing costs."""
    if action.do is Do.CHOOSE:
        return WORTH[action.choose.kind] if action.choose else 0.0
    if action.do is Do.BOMB:
        return 12.0
    if not action.cards:
        return 1.5
    card = action.cards[0]
    taken = _taken(state, card, action.choose)
    if not taken:
        return -WORTH[card.kind]
    return WORTH[card.kind] + sum(WORTH[c.kind] for c in taken)


def _taken(state: Round, card: Face, choice: Face | None) -> tuple[Face, ...]:
    for stack in state.table.stacks:
        if stack.month == card.month:
            return stack.cards
    if choice is not None:
        return (choice,)
    return tuple(c for c in state.table.loose if c.month == card.month)[:1]
