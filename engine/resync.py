"""Back into step with the table after a turn that was not understood: the floor is as it is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.belief import Belief, Lying
from engine.cards import COPIES
from engine.table import Seat, Table

CLEAR = 0.8  # mean probability of a face that corrects the book


def adopt(table: Table, mover: Seat, seen: Sequence[Lying], belief: Belief) -> Table:
    """Return *table* with the loose cards that are *seen*; what the book had there besides went to the mover's pile.

    Cards that may be hidden under others stay, and a card read without certainty corrects nothing.
    """
    stacked = Counter(card for stack in table.stacks for card in stack.cards + stack.bonus)
    floor = Counter(card.face for card in seen if card.face is not None and card.probability(card.face) >= CLEAR)
    book = Counter(table.loose)
    out = Counter(card for pile in table.piles for card in pile) + stacked
    hidden = Counter(card.face for card in belief.cards
                     if card.face is not None and not card.present and belief.hidden(card))
    lying = Counter(card.face for card in belief.floor if card.face is not None)  # new ones too: perhaps found anew
    gone = book - lying - hidden
    fresh = Counter({face: count for face, count in (floor - book - stacked).items()
                     if out[face] + book[face] + count <= COPIES.get(face, 1)})
    loose = tuple((book - gone + fresh).elements())
    piles = tuple(pile + tuple(gone.elements()) if seat == mover else pile for seat, pile in enumerate(table.piles))
    return replace(table, loose=loose, piles=piles)
