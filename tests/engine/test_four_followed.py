"""Whole rounds of four, seen by perfect eyes: who sits out is told, the three who play are followed, only they pay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.events import Event
from engine.outputs import AlertRaised, TurnSeen
from engine.referee import Game, start, step
from engine.table import Seat
from tests.observed import PERFECT
from tests.soak_referee import Brisk


class Unseen(Brisk):
    """Nobody looks while a hand goes under the stock."""

    def _put_under(self, seat: Seat) -> Iterator[Event]:
        yield from ()


def watched(film: Brisk) -> tuple[Game, list[AlertRaised], list[TurnSeen]]:
    """The game after *film*, with its alerts and turns."""
    game, alerts, turns = start(film.rules, film.players), list[AlertRaised](), list[TurnSeen]()
    for event in film.events():
        game, said = step(game, event)
        alerts += [one for one in said if isinstance(one, AlertRaised)]
        turns += [one for one in said if isinstance(one, TurnSeen)]
    return game, alerts, turns


@pytest.mark.parametrize("kind", [Brisk, Unseen])
@pytest.mark.parametrize("out", [1, 2, 3])
def test_who_sits_out_is_seen_at_the_stock_or_told_by_the_first_lap(kind: type[Brisk], out: Seat) -> None:
    seed = next(seed for seed in range(99) if _sits_out(seed) == out)
    film = kind(seed, 4, 1, PERFECT)
    game, alerts, turns = watched(film)
    assert game.round is not None
    assert (game.round.sits_out, film.seats) == (out, tuple(seat for seat in range(4) if seat != out))
    opening = game.round.opening
    assert ([opening.hands[seat] for seat in film.seats], opening.hands[out], opening.stock) == ([7, 7, 7], 0, 21)
    assert alerts == []
    assert [(one.n, one.seat, one.flip) for one in turns] == [
        (n, true.seat, true.flip) for n, true in enumerate(film.turns[0], 1)]
    assert [one.net for one in game.results] == film.nets
    assert game.results[0].net[out] == 0


def _sits_out(seed: int) -> Seat:
    """Who sits out in the film of *seed*."""
    film = Brisk(seed, 4, 1, PERFECT)
    film._sit(0, 0)
    return next(seat for seat in range(4) if seat not in film.seats)
