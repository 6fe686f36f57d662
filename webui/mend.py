"""What people tell about cards as events: this card is another one; this is where the round stands. Pure."""

from __future__ import annotations

from engine.cards import DECK, Face
from engine.events import CardFix, CardMove, Corrected, Fix, Joined
from engine.game import Game
from engine.mending import Refusal, refusal, where
from engine.observation import FLOOR, Zone, ZoneKind
from engine.table import Seat, Stack, Table
from webui.errors import WebError
from webui.present.teller import Teller
from webui.texts import LANGUAGES

HANDS = {2: 10, 3: 7, 4: 7}


def renamed(
    game: Game, was: Face, face: Face, zone: str, seat: Seat | None, seconds: float, names: tuple[str, ...] = ()
) -> Corrected:
    """The event that makes *was* into *face*, on the floor or, for the zone ``pile``, among the cards of *seat*.

    Without a seat, the pile is the one that holds *was*. Raises WebError (409) if it cannot be.
    """
    if zone == "pile" and seat is None and game.table is not None:
        seat = next((one for one, pile in enumerate(game.table.piles) if was in pile), None)
    return checked(game, CardFix(was, face, seat if zone == "pile" else None), seconds, names)


def checked(game: Game, fix: Fix, seconds: float, names: tuple[str, ...] = ()) -> Corrected:
    """The event of a correction; *names* of the players by seat. Raises WebError (409) that says why it cannot be."""
    why = refusal(game, fix)
    if why is None:
        return Corrected(seconds, fix)
    what = f"{type(fix).__name__} is refused: {why}"
    if isinstance(fix, CardFix | CardMove) and why in TOLD and game.table is not None:
        told: dict[str, str] = {one: _told(Teller(game, one, names), fix, why) for one in LANGUAGES}
        raise WebError(str(why), what, 409, told)
    raise WebError(str(why), what, 409)


TOLD = frozenset({Refusal.TWICE, Refusal.NOT_TAKEN, Refusal.NO_SUCH_CARD})
"""Refusals whose sentence names the card and where it lies."""


def _told(tell: Teller, fix: CardFix | CardMove, why: Refusal) -> str:
    assert tell.game.table is not None
    card = tell.cards([fix.face])
    places = (tell.where(zone) for zone in where(tell.game.table, fix.face))
    was = tell.cards([fix.was]) if isinstance(fix, CardFix) else card
    return tell.say(f"refused.{why}", card=card, was=was, where=", ".join(places))


def zone_of(kind: str | None, seat: Seat | None) -> Zone | None:
    """``floor``, the ``pile`` of a seat, or None for nowhere. Raises WebError for anything else."""
    if kind is None:
        return None
    if kind == "floor":
        return FLOOR
    if kind == "pile" and seat is not None:
        return Zone(ZoneKind.PILE, seat)
    raise WebError("field", f"zone is {kind!r}; floor, pile with a seat, or null is right")


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
