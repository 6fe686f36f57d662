"""The audit after a pause: over all piles together each month was captured 0, 2 or 4 times (I7).

It needs no history, so it holds after looks that nobody took: what moved in a pause was followed by no eye.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.alerts import AlertCode, Certainty, Level, Spot
from engine.cards import Face
from engine.displaced import booked, extras, faces_in, pile_of, spot
from engine.finding import Finding
from engine.game import Game, Round
from engine.observation import FLOOR


def odd_months(piles: Sequence[Iterable[Face]], *, each: bool = False) -> tuple[int, ...]:
    """Return the months that are captured an odd number of times; *each*: in some pile, as in the family game."""
    counts = [Counter(card.month for card in pile if card.month) for pile in piles]
    sums = counts if each else [sum(counts, Counter[int]())]
    return tuple(sorted({month for count in sums for month, times in count.items() if times % 2}))


def after_pause(game: Game, round_: Round) -> Iterator[Finding]:
    """Cards of the floor that lie in a pile since the pause, so that their month is odd there."""
    zones = [pile_of(seat) for seat in range(game.players)]
    if game.belief.covered & {FLOOR, *zones}:
        return
    short = booked(round_.table, FLOOR) - faces_in(game.belief, FLOOR)
    piles = [list(pile) for pile in round_.table.piles]
    came = [(seat, card) for seat, zone in enumerate(zones) for card in extras(game, round_.table, zone)
            if card.face is not None and short[card.face]]
    for seat, card in came:
        if card.face is not None:
            piles[seat].append(card.face)
    odd = odd_months(piles)
    for seat, card in came:
        if card.face is not None and card.face.month in odd:
            yield Finding(AlertCode.EXTRA_TABLE_CARD, Level.QUESTION, Certainty.CERTAIN, (card.face,), seat,
                          before=(Spot(card.face, FLOOR),), after=(spot(card),), invariant="I7")
