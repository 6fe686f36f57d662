"""Real games of the engine, told turn by turn as events: bots play, the referee books, no picture is needed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from engine.bots import choose
from engine.events import Corrected, Event, Joined, Said, Say, TurnFix
from engine.game import Game
from engine.referee import start, step
from engine.round import Do, Phase, Turned, apply, deal
from engine.rules import preset

RULES = preset("korean_standard")
SECONDS_A_TURN = 5.0


def told(seed: int, players: int = 2, boldness: float = 0.4) -> Iterator[Event]:
    """A whole round from the deal to its last word."""
    rng = random.Random(seed)
    state = deal(rng, players, RULES)
    seconds = 1.0
    yield Joined(seconds, state.table, state.turn, state.dealer)
    booked: Turned | None = None
    while state.phase is not Phase.OVER:
        action = choose(state, rng, boldness=boldness)
        seat, state = state.turn, apply(state, action)
        if action.do in (Do.GO, Do.STOP):
            yield Said(seconds + 2, seat, Say.GO if action.do is Do.GO else Say.STOP)
        elif action.do is Do.SHAKE:
            yield Said(seconds + 1, seat, Say.SHAKE, action.cards)
        if state.last is not None and state.last is not booked:
            booked = state.last
            seconds += SECONDS_A_TURN
            play = booked.play
            fix = TurnFix(booked.n, play.seat, play.hand, play.flip, play.choose_hand, play.choose_flip)
            yield Corrected(seconds, fix)


def fresh(players: int = 2) -> Game:
    """A game that waits for its first deal."""
    return start(RULES, players, 0)


def fold(events: Iterator[Event], game: Game) -> Game:
    """The game after all *events*."""
    for event in events:
        game, _ = step(game, event)
    return game


def prompted(players: int = 2) -> list[Event]:
    """Events of the first seeded round in which somebody is asked, up to the question."""
    for seed in range(1000):
        kept: list[Event] = []
        game = fresh(players)
        for event in told(seed, players):
            game, _ = step(game, event)
            kept.append(event)
            if game.round is not None and game.round.prompt is not None:
                return kept
    raise AssertionError("no game of a thousand asks for Go or Stop")


def later(events: list[Event], seconds: float) -> list[Event]:
    """The same events, *seconds* later."""
    return [replace(event, seconds=event.seconds + seconds) for event in events]  # type: ignore[call-arg]
