"""What a later action makes final: a flip or a capture that did not come, a hand that ran out; and what moved alone.

A missing thing is asked about only when the next seat's card lies (CHEATS.md section 5.3): until then people are slow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.alerts import Certainty, Level
from engine.audit import Code
from engine.belief import Lying, parted
from engine.cards import Face
from engine.closing import next_seat
from engine.displaced import Moved, Sure, booked, faces_in, left, pile_of, plain, readable, spot, strangers
from engine.events import Say
from engine.finding import Finding
from engine.foul import DOUBTFUL, JUST_S, STRANGE, from_hand, new_cards, under_the_hand
from engine.game import Game, Round, TurnRecord
from engine.gifts import booked_as_given
from engine.observation import FLOOR, Source, ZoneKind
from engine.table import Seat

LAST_LOOKS = 20  # a last turn is over when no hand was there for so many looks
PAIR = 2


def overdue(game: Game, round_: Round, moves: Sequence[Moved]) -> Iterator[Finding]:
    """The flip, the capture and the hand card that are missing now that play went on."""
    yield from _capture_missed(game, round_, moves)
    yield from _ran_out(game, round_, next_seat(round_.table, round_.to_move))
    yield from half_turn(game, round_)


def half_turn(game: Game, round_: Round, sure: Sure = plain) -> Iterator[Finding]:
    """The mover brought out one card, and the next seat has laid one over it; *sure*: which cards count as named."""
    following, laid = next_seat(round_.table, round_.to_move), new_cards(game, sure)
    new = None if laid is None else [*laid, *under_the_hand(game, round_.table, round_.to_move, sure)]
    if game.strange < (STRANGE if sure is plain else DOUBTFUL) or not new or following in (None, round_.to_move):
        return
    at = game.belief.arrived.get(following or 0)
    if at is None or game.belief.last_hand != following:
        return
    own = [card for card in new if card.first < at - JUST_S]
    theirs = [card for card in new if card not in own and card.laid]
    took = following in game.belief.taken and parted(game.belief, round_.to_move, following)
    if len(own) == 1 and theirs and (took or from_hand(game.belief, theirs[0])):
        yield from _half_turn(game, round_, own[0], at)


def _half_turn(game: Game, round_: Round, own: Lying, next_came: float) -> Iterator[Finding]:
    """The mover brought out one card, and the next seat has played: no flip came, or no card from the hand."""
    belief, seat = game.belief, round_.to_move
    face = own.face
    assert face is not None
    if belief.taken.get(seat, next_came) >= next_came and own.source is not Source.STOCK and round_.table.stock:
        yield Finding(Code.FLIP_SKIPPED, Level.QUESTION, Certainty.CERTAIN, (face,), seat, after=(spot(own),))
    elif (seat in belief.straight and own.source in (None, Source.STOCK) and not from_hand(belief, own)
          and round_.table.hands[seat] and not round_.table.tokens[seat]):
        yield Finding(Code.HAND_COUNT, Level.QUESTION, Certainty.LIKELY, (face,), seat, after=(spot(own),))


def _ran_out(game: Game, round_: Round, following: Seat | None) -> Iterator[Finding]:
    """The mover's hand went straight to the stock in its last turn and brought out one card: a hand card is missing.

    Told when the turn is over: the next seat's card lies, the mover has said Go or Stop, or nothing moves any more.
    """
    belief, seat, zone = game.belief, round_.to_move, pile_of(round_.to_move)
    if round_.table.hands[seat] != 1 or round_.table.tokens[seat] or seat not in belief.straight:
        return
    after = None if following in (None, seat) else belief.arrived.get(following or 0)
    over = faces_in(belief, zone) - booked(round_.table, zone)
    new = [card for card in belief.new if card.present and card.face is not None
           and (card.zone == FLOOR or card.zone == zone and over[card.face])]
    own = [card for card in new if after is None or card.first < after - JUST_S]
    theirs = [card for card in new if card not in own and card.zone == FLOOR and plain(card, game.seconds)]
    said = any(word.seat == seat and word.say in (Say.GO, Say.STOP) for word in game.says)
    rests = belief.clear >= LAST_LOOKS
    if len(own) == 1 and readable(own[0], game.seconds) and (theirs or said or rests):
        face = own[0].face
        assert face is not None
        yield Finding(Code.HAND_COUNT, Level.QUESTION, Certainty.LIKELY, (face,), seat, after=(spot(own[0]),),
                      since=own[0].first if rests else None)


def _capture_missed(game: Game, round_: Round, moves: Sequence[Moved]) -> Iterator[Finding]:
    """A pair that a turn took lies on the floor as it was, and the next seat's card lies beside it (I5)."""
    laid = any(card.laid and plain(card, game.seconds) for card in game.belief.new)
    moves = [move for move in moves if move.now == FLOOR and move.card.home == FLOOR]
    for turn in round_.turns[-game.players - 1:]:
        after = laid or turn is not round_.turns[-1]
        lying = [move for move in moves if move.was == pile_of(turn.play.seat) and move.face in turn.result.captured]
        months = Counter(move.face.month for move in lying)
        pair = [move for move in lying if months[move.face.month] >= PAIR]
        if after and pair:
            yield _finding(_left_lying(turn, pair), pair, turn.play.seat, turn.seen.n)


def _left_lying(turn: TurnRecord, pair: list[Moved]) -> Code:
    """What it is that *pair* still lies there: part of a stack of which the rest was taken, or a capture."""
    month = pair[0].face.month
    taken = sum(card.month == month for card in turn.result.captured)
    stacked = any(stack.month == month for stack in turn.before.stacks)
    return Code.STACK_BROKEN if stacked and len(pair) < taken else Code.CAPTURE_MISSED


def _finding(code: Code, moves: list[Moved], seat: Seat | None, turn: int | None = None) -> Finding:
    moves = sorted(moves, key=lambda move: move.face)
    return Finding(code, Level.QUESTION, Certainty.CERTAIN, tuple(move.face for move in moves), seat, turn,
                   tuple(move.before for move in moves), tuple(move.after for move in moves))


def moved_alone(game: Game, round_: Round, moves: Sequence[Moved]) -> Iterator[Finding]:
    """Cards that went somewhere outside of a turn: from the floor to a pile, out of a pile, into a pile."""
    for seat in range(game.players):
        zone = pile_of(seat)
        swept = [move for move in moves if move.was == FLOOR and move.now == zone]
        back = [move for move in moves if move.was == zone and move.now == FLOOR and not move.card.old]
        if swept and not _plays(game, round_, seat, back) and not _collecting(game, round_, seat):
            yield _exchanged(round_, seat, swept, back) if back else _swept(game, round_, seat, swept)
        elif back:
            yield _finding(Code.CAPTURED_PILE_TAMPER, back, seat, len(round_.turns) or None)
        yield from _swapped(game, round_, seat)
    yield from _between_others(game, round_, moves)


def _plays(game: Game, round_: Round, seat: Seat, back: Sequence[Moved]) -> bool:
    """True if *seat* has begun a turn that is not booked yet: what comes to its pile may be captured.

    What came *back* from its pile is no card of a turn.
    """
    returned, came = {move.card.key for move in back}, game.belief.arrived.get(seat)
    new = [card for card in game.belief.new if card.source is not Source.PILE and card.key not in returned]
    if seat == round_.to_move:
        return bool(new)
    return came is not None and any(card.laid and card.first >= came - JUST_S for card in new)


def _exchanged(round_: Round, seat: Seat, swept: list[Moved], back: list[Moved]) -> Finding:
    """A captured card lies on the floor, and one of the floor in its pile."""
    return _finding(Code.CAPTURED_PILE_TAMPER, [*swept, *back], seat, len(round_.turns) or None)


def _collecting(game: Game, round_: Round, seat: Seat) -> bool:
    """True if cards of *seat*'s latest turn are still on their way: then nothing is final."""
    return seat == round_.to_move and seat in game.belief.entered and game.strange < STRANGE


def _swept(game: Game, round_: Round, seat: Seat, moves: list[Moved]) -> Finding:
    """Name what *seat* took from the floor without a capture: a whole stack, part of one, a pair, or a card."""
    faces = Counter(move.face for move in moves)
    for stack in round_.table.stacks:
        if taken := Counter(stack.cards) & faces:
            rest = Counter(stack.cards) - taken
            whole = not rest & faces_in(game.belief, FLOOR)  # what is not read in the pile yet is gone all the same
            code = Code.PPEOK_TAKEN if whole else Code.STACK_BROKEN
            return _finding(code, [move for move in moves if taken[move.face]], seat, len(round_.turns) or None)
    last = round_.turns[-1] if round_.turns else None
    played = set[Face]() if last is None or last.play.seat != seat else {*last.play.hand, *last.play.flip}
    mixed = len({face.month for face in faces}) > 1 and bool(faces.keys() & played)
    return _finding(Code.MONTH_MISMATCH if mixed else Code.EXTRA_TABLE_CARD, moves, seat, len(round_.turns) or None)


def _swapped(game: Game, round_: Round, seat: Seat) -> Iterator[Finding]:
    """A captured card has become another one, which never lay on the floor."""
    zone = pile_of(seat)
    if zone in game.belief.covered or (seat == round_.to_move and game.belief.new):
        return
    for card in strangers(game, round_, zone):
        gone = next((face for face in set(round_.table.piles[seat]) if left(game.belief, zone, face)), None)
        if gone is not None and card.face is not None:
            yield Finding(Code.CAPTURED_PILE_TAMPER, Level.QUESTION, Certainty.CERTAIN, (card.face, gone), seat,
                          after=(spot(card),))


def _between_others(game: Game, round_: Round, moves: Sequence[Moved]) -> Iterator[Finding]:
    """A captured card went to a seat that has not played yet, so that no steal can explain it (I11).

    One that never lay in the pile where the book has it was rather captured by another seat than the book says.
    """
    for move in moves:
        piles = move.was.kind is move.now.kind is ZoneKind.PILE and not booked_as_given(round_, move)
        lay = move.card.home == move.was or left(game.belief, move.was, move.face) is not None
        if piles and lay and not any(turn.play.seat == move.now.seat for turn in round_.turns) and (
                move.now.seat != round_.to_move or not game.belief.new):
            yield _finding(Code.CAPTURED_PILE_TAMPER, [move], move.now.seat)
