"""A card too many in a turn that is booked already: two of the hand, or two of the stock (I3).

A turn is booked before its captures are collected, and told anew if they tell otherwise: then one card is left over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.alerts import Certainty, Level
from engine.audit import Code
from engine.belief import Lying
from engine.cards import Face
from engine.displaced import booked, extras, named, pile_of, spot
from engine.finding import Finding
from engine.foul import from_hand
from engine.game import Game, Round
from engine.observation import FLOOR, Source

BOOKED = 0.6  # confidence of a turn that is taken to be read right


def came_third(game: Game, round_: Round) -> Iterator[Finding]:
    """A card that came in the last turn lies on the floor beside all that the turn brought by the book."""
    card = left_over(game, round_)
    if card is None or card.face is None:
        return
    last, hand = round_.turns[-1], from_hand(game.belief, card)
    faces = (*last.play.hand, card.face) if hand else (*last.play.flip, card.face)
    yield Finding(Code.TWO_CARDS_PLAYED if hand else Code.DOUBLE_FLIP, Level.QUESTION, Certainty.CERTAIN, faces,
                  last.play.seat, last.seen.n, after=(spot(card),))


def left_over(game: Game, round_: Round) -> Lying | None:
    """The card that the last turn leaves over; None unless all others of it are plainly seen somewhere."""
    last = round_.turns[-1] if round_.turns else None
    if last is None or len(last.play.hand) != 1 or last.seen.confidence < BOOKED:
        return None
    over = [card for card in extras(game, round_.table, FLOOR) if card.old and card.laid]
    came = {card.key for card in last.evidence.seen if not card.old}
    out = sum((booked(round_.table, pile_of(seat)) for seat in range(game.players)), Counter[Face]())
    if len(over) != 1 or over[0].key not in came or over[0].face is None or out[over[0].face]:
        return None
    if over[0].source not in (Source.HAND, Source.STOCK):
        return None
    seen = Counter(card.face for card in game.belief.cards
                   if card.face is not None and card.present and named(card) and card.key != over[0].key)
    return None if Counter((*last.play.hand, *last.play.flip)) - seen else over[0]
