"""Events back to a game: fold a log, and say which looks are worth keeping in it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.belief import look
from engine.events import Event, Looked
from engine.game import Game
from engine.observation import FLOOR
from engine.outputs import Output
from engine.referee import LOST_LOOKS, start, step
from engine.rules import RuleSet
from engine.table import Seat


def fold(rules: RuleSet, players: int, events: Iterable[Event], dealer: Seat | None = 0
         ) -> tuple[Game, tuple[Output, ...]]:
    """Return the game after *events*, and everything that was said on the way. Same events, same game."""
    game, said = start(rules, players, dealer), list[Output]()
    for event in events:
        game, outputs = step(game, event)
        said += outputs
    return game, tuple(said)


def matters(game: Game, event: Event) -> bool:
    """Say whether *event* is worth storing: without the others, a log folds to the same turns and results.

    Only looks at a table that has long been at rest and shows nothing new can be left out.
    """
    if not isinstance(event, Looked):
        return True
    if game.paused:
        return False
    seen, belief = event.observation, game.belief
    if seen.doubt or game.blind:
        return (seen.doubt or "") != game.blind
    if belief.quiet <= LOST_LOOKS + 1 or FLOOR in seen.covered or not seen.still or seen.hands.entered:
        return True
    if (seen.spoilt or "") != game.spoilt:
        return True
    if seen.hands.stock_touched_by is not None or seen.hands.stock_left:
        return True
    after = look(belief, seen)
    return ([(card.key, card.zone, card.face, card.misses) for card in after.cards]
            != [(card.key, card.zone, card.face, card.misses) for card in belief.cards])
