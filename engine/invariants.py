"""What must hold on every table, one checker per invariant (CHEATS.md section 2). A foul is data."""

from __future__ import annotations

from engine.explain import Ranking
from engine.game import Game
from engine.outputs import Output


def check(game: Game, ranking: Ranking) -> tuple[Game, tuple[Output, ...]]:
    """Ask about what no legal turn explains."""
    return game, ()
