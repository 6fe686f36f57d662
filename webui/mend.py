"""What people tell about cards as events: this card is another one; this is where the round stands. Pure."""

from __future__ import annotations

from engine.cards import DECK, Face
from engine.events import CardFix, Corrected, Joined, TurnFix
from engine.game import Game, TurnRecord
from engine.table import Seat, Stack, Table
from webui.errors import WebError

HANDS = {2: 10, 3: 7, 4: 7}


def correction(game: Game, was: Face, face: Face, zone: str, seat: Seat | None, seconds: float) -> Corrected:
    """The event that makes *was* into *face*: on the floor, or in the turn that brought it into a seat's pile.

    Raises WebError (409) if no such card is believed to be there.
    """
    table = game.table
    if table is None:
        raise WebError("no_round", "no round runs, so no card can be mended", 409)
    if was == face:
        raise WebError("same_card", f"the card is read as {was} already", 409)
    on_floor = was in table.loose or any(was in stack.cards for stack in table.stacks)
    if zone != "pile" and on_floor:
        return Corrected(seconds, CardFix(was, face))
    record = _brought(game, was, seat)
    if record is not None:
        return Corrected(seconds, _mended(record, was, face))
    raise WebError("not_there", f"no turn of this round brought {was} there; undo until it lies on the floor", 409)


def _brought(game: Game, was: Face, seat: Seat | None) -> TurnRecord | None:
    """The newest turn that laid or flipped *was*; only of turns after which *seat* could have it, if one is given."""
    turns = game.round.turns if game.round else ()
    played = [record for record in turns if was in record.seen.hand + record.seen.flip]
    own = [record for record in played if seat is None or record.seen.seat == seat]
    return next(reversed(own or played), None)


def _mended(record: TurnRecord, was: Face, face: Face) -> TurnFix:
    seen, play = record.seen, record.play
    hand, flip = _swap(seen.hand, was, face), seen.flip
    if hand == seen.hand:
        flip = _swap(seen.flip, was, face)
    by_hand, by_flip = (face if choice == was else choice for choice in (play.choose_hand, play.choose_flip))
    return TurnFix(seen.n, seen.seat, hand, flip, by_hand, by_flip)


def _swap(faces: tuple[Face, ...], was: Face, face: Face) -> tuple[Face, ...]:
    at = faces.index(was) if was in faces else -1
    return tuple(face if number == at else one for number, one in enumerate(faces))


def joined(
    game: Game,
    floor: tuple[Face, ...],
    piles: tuple[tuple[Face, ...], ...],
    turn: Seat,
    dealer: Seat | None,
    seconds: float,
) -> Joined:
    """The event that begins from a table as people tell it. Hands and stock follow from the book.

    Three cards of a month on the floor lie as one stack. Every turn takes one card from hand and one from stock,
    so the cards in play tell how many turns have passed, and so who dealt if nobody says. Raises WebError (409) if the
    numbers cannot be, or if another *dealer* is named than that of the round that runs.
    """
    now = game.round
    if now is not None and not now.over and dealer not in (None, now.dealer):
        raise WebError("dealer", f"seat {now.dealer} dealt the round that runs; leave dealer out", 409)
    known = len(floor) + sum(map(len, piles))
    dealt = len(DECK) - HANDS[game.players] * game.players - _stock(game.players)
    passed, odd = divmod(known - dealt, 2)
    if odd or passed < 0 or passed > HANDS[game.players] * game.players:
        raise WebError("count", f"{known} cards on the floor and in piles cannot be; count them again", 409)
    hands = _hands(game.players, passed, turn)
    loose, stacks = _heap(floor)
    table = Table(loose, stacks, piles, hands, _stock(game.players) - passed, (0,) * game.players)
    return Joined(seconds, table, turn, (turn - passed) % game.players if dealer is None else dealer)


def _stock(players: int) -> int:
    return {2: 20, 3: 21, 4: 14}[players]


def _hands(players: int, passed: int, turn: Seat) -> tuple[int, ...]:
    """Who has played how often: the *passed* turns went round and the next is *turn*'s."""
    hands = [HANDS[players]] * players
    for back in range(1, passed + 1):
        hands[(turn - back) % players] -= 1
    return tuple(hands)


def _heap(floor: tuple[Face, ...]) -> tuple[tuple[Face, ...], tuple[Stack, ...]]:
    months = [face.month for face in floor]
    piled = {month for month in months if month and months.count(month) == 3}
    stacks = tuple(Stack(tuple(face for face in floor if face.month == month)) for month in sorted(piled))
    return tuple(face for face in floor if face.month not in piled), stacks
