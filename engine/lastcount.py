"""The count after the last turn: all cards lie open then, the best single audit of a round (I8, I16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.alerts import COUNTED_LAST, REST_LOOKS, AlertCode, Certainty, Level, Request
from engine.cards import COPIES, Face
from engine.displaced import booked, extras, faces_in, pile_of, plain, spot
from engine.finding import Finding, ask
from engine.foul import from_hand
from engine.game import Game, Round
from engine.observation import FLOOR
from engine.outputs import Output
from engine.rules import RuleSet
from engine.table import Table


def last_count(game: Game) -> tuple[Game, tuple[Output, ...]]:
    """Ask what the cards of a finished round tell while they still lie there."""
    round_, belief = game.round, game.belief
    if round_ is None or belief.cleared or belief.still < REST_LOOKS or not played_out(round_.table):
        return game, ()
    for finding in (*_missing(game, round_), *_over(game, round_)):
        return ask(game, round_, finding)
    return game, ()


def played_out(table: Table) -> bool:
    """True if nobody has a turn left."""
    return not any(table.hands) and not any(table.tokens)


def lost_cards(game: Game, round_: Round) -> tuple[Face, ...]:
    """Return the cards of the pack that lie nowhere: not in a pile by the book, not to be seen on the floor."""
    table = round_.table
    out = sum((booked(table, pile_of(seat)) for seat in range(len(table.piles))), faces_in(game.belief, FLOOR))
    return tuple(sorted((pack(game.rules) - out).elements()))


def pack(rules: RuleSet) -> Counter[Face]:
    """Return the cards of the pack."""
    return Counter(COPIES) + Counter(rules.bonus_cards)


def _missing(game: Game, round_: Round) -> Iterator[Finding]:
    """A card that was asked about is still nowhere: the round cannot be scored.

    One card missing and another one too many is probably one card misread: then it is asked for (error-correcting).
    """
    lost = lost_cards(game, round_)
    asked = {face for code, faces, _ in game.accused if code is AlertCode.CARD_MISSING for face in faces}
    if len(lost) != 1 or lost[0] not in asked or round_.guessed:
        return
    zones = [FLOOR, *(pile_of(seat) for seat in range(game.players))]
    if any(zone in game.belief.covered for zone in zones):
        return
    odd = [card for zone in zones for card in extras(game, round_.table, zone)]
    if odd:
        faces = tuple(sorted(card.face for card in odd if card.face is not None))
        yield Finding(AlertCode.CARD_MISSING, Level.QUESTION, Certainty.NEEDS_CONFIRMATION, (*faces, *lost),
                      after=tuple(spot(card) for card in odd), request=Request.SHOW, invariant=COUNTED_LAST[0])
        return
    yield Finding(AlertCode.CARD_MISSING, Level.STOP, Certainty.CERTAIN, lost, _asked_seat(game, lost[0]),
                  request=Request.COUNT, invariant=COUNTED_LAST[0])


def _asked_seat(game: Game, face: Face) -> int | None:
    return next((one.alert.seat for one in game.alerts
                 if one.alert.code is AlertCode.CARD_MISSING and face in one.alert.cards), None)


def _over(game: Game, round_: Round) -> Iterator[Finding]:
    """A card comes from a hand that has none left by the book (I8)."""
    new = [card for card in game.belief.new if card.laid and card.zone == FLOOR and plain(card, game.seconds)]
    seat = game.belief.last_hand
    if len(new) == 1 and seat is not None and from_hand(game.belief, new[0]) and new[0].face is not None:
        yield Finding(AlertCode.HAND_COUNT, Level.QUESTION, Certainty.CERTAIN, (new[0].face,), seat,
                      after=(spot(new[0]),))
