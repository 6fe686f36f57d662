"""Play goes on over a turn that no rule explains and that was asked about: from the table as it lies."""

from __future__ import annotations

from dataclasses import replace

from engine.belief import close
from engine.closing import next_seat
from engine.foul import seen_turn
from engine.game import AsItLies, Game, Round
from engine.outputs import Following
from engine.table import Seat


def remembered(game: Game, round_: Round) -> Game:
    """Return *game* with the table as it lies now, after the turn that was asked about."""
    seen = seen_turn(game, round_)
    if seen is None:
        return game
    seat, hands = round_.to_move, list(round_.table.hands)
    hands[seat] = max(0, hands[seat] - len(seen.hand))
    table = replace(seen.table, hands=tuple(hands), stock=max(0, round_.table.stock - len(seen.flip)))
    keys = frozenset(card.key for card in game.belief.cards if card.key not in seen.later)
    return replace(game, as_it_lies=AsItLies(table, seat, keys))


def went_on(game: Game, following: Seat | None) -> Game | None:
    """Return *game* after the turn that was asked about, if *following* has laid a card over it."""
    lies, round_ = game.as_it_lies, game.round
    if lies is None or round_ is None or round_.to_move != lies.seat or following is None:
        return None
    if not any(card.laid and card.key not in lies.keys for card in game.belief.new):
        return None
    return play_on(game)


def play_on(game: Game) -> Game:
    """Return *game* after the turn that was asked about: the play stands."""
    lies, round_ = game.as_it_lies, game.round
    if lies is None or round_ is None or round_.over or round_.to_move != lies.seat:
        return game
    following = next_seat(lies.table, lies.seat)
    round_ = replace(round_, table=lies.table, to_move=lies.seat if following is None else following,
                     refused=frozenset())
    keep = frozenset(card.key for card in game.belief.cards if card.key not in lies.keys)
    return replace(game, round=round_, belief=close(game.belief, keep, lies.seat), as_it_lies=None, strange=0.0,
                   tried=(), past=game, state=Following.FOLLOWING, why="")
