"""Who really plays: the seat whose hand alone came to the floor and the stock, against the seat to play (I10).

Hands are soft evidence, so they overrule the order only when they are clear, and only while they have told every
turn of late truly: else the eyes take one arm for another, or the book has lost count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.alerts import AlertCode, Certainty, Level
from engine.belief import BELIEVED_LOOKS, Belief, Lying
from engine.finding import Finding
from engine.game import Game, Round, TurnRecord
from engine.observation import Source
from engine.outputs import Following
from engine.table import Seat

ENTERED_LOOKS = 4  # looks that show the hand
TOLD_TURNS = 4  # turns of late whose hands must agree with the book
LEAST_TURNS = 2  # there must be so many
SURE = 0.7  # confidence of a turn that is asked about
LIKELY = 0.6  # confidence of the turns before it


def order_mended(game: Game, round_: Round) -> Round:
    """Return *round_* with the seat to move that really plays now."""
    seat = _player(game, round_)
    return round_ if seat is None else replace(round_, to_move=seat)


def out_of_turn(game: Game, round_: Round) -> Iterator[Finding]:
    """The last turn was played by another seat than the one to play."""
    past = game.past
    if past is None or past.round is None or not round_.turns or past.round.number != round_.number:
        return
    last = round_.turns[-1]
    if last.fixed or last.seen.confidence < SURE or len(past.round.turns) + 1 != len(round_.turns):
        return
    if past.round.to_move != last.play.seat and not _asked(game, round_.turns[-1 - game.players:-1]):
        yield Finding(AlertCode.OUT_OF_TURN, Level.QUESTION, Certainty.CERTAIN, (*last.play.hand, *last.play.flip),
                      last.play.seat, last.seen.n)


def _asked(game: Game, turns: tuple[TurnRecord, ...]) -> bool:
    """True if one of *turns* was asked about: people mend the order in their own way after it."""
    played = {(*turn.play.hand, *turn.play.flip) for turn in turns}
    return any(code is AlertCode.OUT_OF_TURN and cards in played for code, cards, _ in game.accused)


def _player(game: Game, round_: Round) -> Seat | None:
    """The other seat whose hand alone laid a card and took one from the stock since the last turn.

    A hand that came while the last turn went on, and brought no card, gave junk or drew back.
    """
    belief = game.belief
    if len(belief.arrived) != 1 or game.state is not Following.FOLLOWING or game.says:
        return None
    seat = next(iter(belief.arrived))
    if seat == round_.to_move or not 0 <= seat < game.players or belief.entered.get(seat, 0) < ENTERED_LOOKS:
        return None
    before = game.past.belief.entered if game.past is not None else {}
    if any(looks > before.get(other, 0) for other, looks in belief.entered.items() if other != seat):
        return None
    table = round_.table
    if not table.hands[seat] or set(belief.stock_by) != {seat} or not _laid_and_flipped(belief, round_):
        return None
    return seat if _hands_tell(game, round_) else None


def _laid_and_flipped(belief: Belief, round_: Round) -> bool:
    """True if exactly two cards came to the floor since the last turn: one from a hand, then one from the stock.

    What was never read surely is a part of a card that another one covers.
    """
    if belief.stock_at is None or not round_.turns:
        return False
    new = sorted((card for card in belief.new if card.laid and card.seen >= BELIEVED_LOOKS and card.sure),
                 key=lambda card: card.first)
    if len(new) != 2 or new[0].first <= round_.turns[-1].seen.seconds:
        return False
    return _came(new[0], Source.HAND, belief.stock_at) and _came(new[1], Source.STOCK, belief.stock_at)


def _came(card: Lying, source: Source, stock_at: float) -> bool:
    """True if *card* came from *source*, by what the eyes say or else by when it came."""
    if card.source is not None:
        return card.source is source
    return (card.first < stock_at) == (source is Source.HAND)


def _hands_tell(game: Game, round_: Round) -> bool:
    """True if hands showed who laid and flipped each of the last turns, and the seat to play now was not seen yet."""
    left = len(round_.turns)
    least = max(0, left - TOLD_TURNS)
    if left < LEAST_TURNS:
        return False
    past = game.past
    while past is not None and past.round is not None and past.round.number == round_.number and left > least:
        if len(past.round.turns) == left - 1:
            turn, entered = round_.turns[left - 1], past.belief.entered
            latest = left == len(round_.turns)
            whole = turn.play.seat in entered and set(past.belief.stock_by) == {turn.play.seat}
            began = latest and round_.to_move in past.belief.arrived
            if not whole or turn.seen.confidence < LIKELY or began:
                return False
            left -= 1
        past = past.past
    return left <= least
