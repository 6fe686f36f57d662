"""Junk that the last turn takes and that has not changed hands yet, as far as the eyes can tell. Source: RULES.md 8."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import Face
from engine.displaced import booked, faces_in, pile_of
from engine.game import Game
from engine.table import Seat


@dataclass(frozen=True, slots=True)
class Owed:
    """Junk on its way from one seat to another."""

    giver: Seat
    taker: Seat
    cards: tuple[Face, ...]


def owed(game: Game) -> tuple[Owed, ...]:
    """Return what is still to be given for the last turn; what the eyes see with the taker has been given.

    The book moves the junk with the turn. Who gives may choose among equal junk, so these cards are a proposal.
    """
    round_ = game.round
    if round_ is None or round_.over or not round_.turns:
        return ()
    last = round_.turns[-1]
    taker = last.play.seat
    there = faces_in(game.belief, pile_of(taker)) - _before(game, taker, last.result.stolen.values())
    found = []
    for giver, cards in last.result.stolen.items():
        kept = faces_in(game.belief, pile_of(giver)) - booked(round_.table, pile_of(giver))
        left = tuple(card for card in cards if kept[card] or not there[card])
        if left:
            found.append(Owed(giver, taker, left))
    return tuple(found)


def _before(game: Game, taker: Seat, gifts: Iterable[tuple[Face, ...]]) -> Counter[Face]:
    """What the taker had without the gifts."""
    assert game.table is not None
    own = booked(game.table, pile_of(taker))
    for cards in gifts:
        own = own - Counter(cards)
    return own
