"""Fold events into the game: which turns were played, what they score, what to ask, what is odd."""

from __future__ import annotations

from engine.events import Event
from engine.game import Game
from engine.outputs import (
    AlertRaised,
    Following,
    Output,
    Prompt,
    RoundResult,
    RoundStarted,
    ScoreNow,
    StateNow,
    TurnSeen,
)
from engine.rules import RuleSet
from engine.table import Seat

__all__ = ["AlertRaised", "Following", "Game", "Output", "Prompt", "RoundResult", "RoundStarted", "ScoreNow",
           "StateNow", "TurnSeen", "start", "step"]


def start(rules: RuleSet, players: int, dealer: Seat | None = 0) -> Game:
    """Return a game that waits for its first deal; *dealer* None: the first seat to play deals."""
    return Game(rules, players, dealer)


def step(game: Game, event: Event) -> tuple[Game, tuple[Output, ...]]:
    """Return the game after *event* and what there is to say. Never raises, whatever comes."""
    return game, ()
