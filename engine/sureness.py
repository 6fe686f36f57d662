"""When a turn is believed: how well it must fit and stand out from the rest, after how many looks."""

from __future__ import annotations

from engine.events import Say
from engine.explain import Explanation, Ranking
from engine.game import Game
from engine.observation import Zone, ZoneKind

# How well a turn must fit, and stand out, after so many looks at the resting floor: (looks, cost, margin).
SURELY = ((2, 2.0, 1.5), (3, 0.8, 0.8), (5, 3.0, 1.5))
BELIEVE = ((6, 3.0, 0.8), (8, 6.0, 0.8), (20, 9.0, 0.2))
HURRY = ((1, 6.0, 0.3),)  # Go or Stop was said already: the turn is over
TIED_COST = 4.0  # a turn that fits so well is taken although another fits as well
PILE_LOOKS = 15  # looks at the resting floor after which the mover's pile is waited for no longer
CLEAR_LOOKS, CLEAR_MARGIN = 7, 2.0  # so many if the turn stands out as far
PERFECT_LOOKS, PERFECT_COST, PERFECT_MARGIN = 2, 0.5, 3.5  # and if nothing is left to ask
BOMB, HIDDEN_COST, HIDDEN_MARGIN = 3, 6.0, 0.8  # cards of a bomb; how well it must fit and stand out if one is unseen


def tied(ranking: Ranking, cost: float = TIED_COST) -> bool:
    """True if a turn was surely played, and only which of a few is open: the first of them does as well as any."""
    return ranking.cost <= cost and ranking.standing >= 1.5


def hides_a_card(ranking: Ranking) -> bool:
    """True if all that was seen is a bomb of which one card lay under the others all the time: no foul, though without
    that card it looks like one."""
    best = ranking.best
    return (best is not None and len(best.play.hand) == BOMB and best.floor == 0 and ranking.cost <= HIDDEN_COST
            and ranking.margin >= HIDDEN_MARGIN)


def believed(game: Game, ranking: Ranking, needs: tuple[tuple[int, float, float], ...]) -> bool:
    """True if the turn that fits best meets one of the *needs* by now."""
    assert game.round is not None
    said = any(one.seat == game.round.to_move and one.say in (Say.GO, Say.STOP) for one in game.says)
    needs += HURRY if said else ()
    return any(game.belief.quiet >= looks and ranking.cost <= cost and ranking.margin >= margin
               for looks, cost, margin in needs)


def pile_read(game: Game, turn: Explanation, margin: float) -> bool:
    """True if no hand lies over the pile that the turn's captures go to: there the cards are seen once more."""
    said = any(one.seat == turn.play.seat and one.say in (Say.GO, Say.STOP) for one in game.says)
    under = Zone(ZoneKind.PILE, turn.play.seat) in game.belief.covered
    enough = CLEAR_LOOKS if margin >= CLEAR_MARGIN else PILE_LOOKS
    if margin >= PERFECT_MARGIN and turn.cost <= PERFECT_COST:
        enough = PERFECT_LOOKS
    return said or not turn.result.captured or not under or game.belief.quiet >= enough
