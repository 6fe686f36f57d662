"""Quiet hints: what eyes note at the pack and the deal, and a hand at the stock that turned no card."""

from __future__ import annotations

from collections.abc import Iterator

from engine.alerts import HIGHEST, AlertCode, Certainty, Level
from engine.finding import Finding
from engine.game import Game
from engine.observation import Observation

PEEK_LOOKS = 6  # looks that show a hand at the stock; one that passes over it is there for fewer
NOTED = {str(code): code for code, level in HIGHEST.items() if level is Level.HINT}


def noted(seen: Observation, players: int) -> Iterator[Finding]:
    """Yield what the eyes noted; a code that is no hint, and a seat that nobody has, say nothing."""
    for note in seen.notes:
        if note.code in NOTED and (note.seat is None or 0 <= note.seat < players):
            yield Finding(NOTED[note.code], Level.HINT, Certainty.NEEDS_CONFIRMATION, (), note.seat)


def peeks(game: Game) -> Iterator[Finding]:
    """A hand was at the stock for a while, has left, and no card was turned."""
    belief = game.belief
    if belief.new or game.strange > 1.0:
        return
    for seat, looks in belief.stock_by.items():
        if looks >= PEEK_LOOKS and 0 <= seat < game.players:
            yield Finding(AlertCode.PEEK, Level.HINT, Certainty.NEEDS_CONFIRMATION, (), seat, since=belief.quiet_since)
