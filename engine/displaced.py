"""Where the cards lie against where the book has them: what is plainly seen in another place, and gone from its own.

Not seen is not gone: in a pile cards overlap. A card has moved if it could be followed there, or if it is named
plainly in the one place and a card so named was seen to vanish from the other; and the book may have moved it alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.alerts import REST_LOOKS, Spot
from engine.belief import GONE_LOOKS, Belief, Lying
from engine.cards import Face
from engine.game import Game, Round
from engine.observation import FLOOR, Zone, ZoneKind
from engine.table import Seat, Table

CLEAR = 0.97  # mean probability of a face that counts as identified
CLEAR_LOOKS = 12
PLAINLY = 0.5  # of the looks, those that saw it sure and nearly whole: a part in a row is misread for long
WHOLE = 0.8  # visible fraction of a card that lies open
READ = 0.8  # mean probability of a face that speaks for or against the book
DIM = 0.6  # the same of a card on the floor of which something is only suspected


@dataclass(frozen=True, slots=True)
class Moved:
    """A card that the book has in zone `was` and that is seen in another one."""

    face: Face
    card: Lying
    was: Zone

    @property
    def now(self) -> Zone:
        """Where it is seen."""
        return self.card.zone

    @property
    def before(self) -> Spot:
        """Where it lay by the book."""
        return Spot(self.face, self.was)

    @property
    def after(self) -> Spot:
        """Where it is seen, with its track."""
        return spot(self.card, self.face)


def spot(card: Lying, face: Face | None = None) -> Spot:
    """Return where *card* lies."""
    face = face or card.face
    assert face is not None
    return Spot(face, card.zone, card.track if card.track >= 0 else None, card.at)


def pile_of(seat: Seat) -> Zone:
    """Return the zone of the captured cards of *seat*."""
    return Zone(ZoneKind.PILE, seat)


def booked(table: Table, zone: Zone) -> Counter[Face]:
    """What lies in *zone* by the book; the caller keeps it as it is."""
    return _books(table).get(zone, _NOTHING)


_NOTHING = Counter[Face]()


@lru_cache(maxsize=16)
def _books(table: Table) -> dict[Zone, Counter[Face]]:
    """What lies in each zone by the book: asked many times at every look, while the book stays the same."""
    piles = {pile_of(seat): Counter(pile) for seat, pile in enumerate(table.piles)}
    return {FLOOR: Counter((*table.loose, *table.stacked)), **piles}


@lru_cache(maxsize=16)
def open_cards(table: Table) -> Counter[Face]:
    """Every card that lies open by the book; the caller keeps it as it is."""
    return sum(_books(table).values(), Counter[Face]())


def plain(card: Lying, seconds: float) -> bool:
    """True if the card was surely named often, and is seen in this very look."""
    return card.present and card.misses == 0 and card.last >= seconds and named(card)


def named(card: Lying) -> bool:
    """True if the card was surely named often; one that lay open keeps that name under others in a pile."""
    open_ = card.laid or card.visible >= WHOLE
    return (card.looks >= CLEAR_LOOKS and card.sure >= max(REST_LOOKS, 0 if open_ else card.looks * PLAINLY)
            and card.face is not None and card.probability(card.face) >= CLEAR)


def readable(card: Lying, seconds: float) -> bool:
    """True if the card is read well by now and seen in this very look; it need not be sure yet."""
    return _read(card, seconds, READ)


def dimly(card: Lying, seconds: float) -> bool:
    """True if the card is `readable`, or lies on the floor and is read so far that it need not hide what is wrong."""
    return readable(card, seconds) or (card.zone == FLOOR and _read(card, seconds, DIM))


def _read(card: Lying, seconds: float, least: float) -> bool:
    return (card.present and card.misses == 0 and card.last >= seconds and card.looks >= GONE_LOOKS
            and card.face is not None and card.probability(card.face) >= least)


def faces_in(belief: Belief, zone: Zone) -> Counter[Face]:
    """The faces that cards in *zone* are read as, plainly or not."""
    return Counter(card.face for card in belief.cards
                   if card.zone == zone and card.present and card.face is not None)


Sure = Callable[[Lying, float], bool]
"""Whether a card counts as identified now: `plain`, or `readable` where something is only suspected."""


def extras(game: Game, table: Table, zone: Zone, sure: Sure = plain) -> list[Lying]:
    """The cards in *zone* that count as identified and that the book does not have there, the newest of each face."""
    here = [card for card in game.belief.cards if card.zone == zone]
    cards = [card for card in here if sure(card, game.seconds)]
    known = [card for card in here if card.home == zone and card not in cards and readable(card, game.seconds)]
    over = Counter(card.face for card in (*cards, *known) if card.face is not None) - booked(table, zone)
    found = []
    for card in sorted(cards, key=lambda one: (one.home == zone, -one.first)):
        if card.face is not None and over[card.face] > 0:
            over[card.face] -= 1
            found.append(card)
    return found


def moved(game: Game, round_: Round) -> tuple[Moved, ...]:
    """Return the cards that are plainly seen elsewhere than the book has them; zones under a hand tell nothing."""
    table, belief = round_.table, game.belief
    zones = [FLOOR, *(pile_of(seat) for seat in range(len(table.piles)))]
    zones = [zone for zone in zones if zone not in belief.covered]
    short = {zone: booked(table, zone) - faces_in(belief, zone) for zone in zones}
    if not any(short.values()):
        return ()
    found = []
    for zone in zones:
        for card in extras(game, table, zone):
            face = card.face
            assert face is not None
            was = next((old for old in zones if old != zone and short[old][face] > 0
                        and (card.home in (old, zone) or _came_from(card, old) or left(belief, old, face))), None)
            if was is not None:
                short[was][face] -= 1
                found.append(Moved(face, card, was))
    return (*found, *_exchanged(game, round_, found))


def _exchanged(game: Game, round_: Round, found: Sequence[Moved]) -> Iterator[Moved]:
    """Captured cards that lie on the floor as if they came from the hand, whose owner fetched another one for them.

    Under a hand the eyes lose a card on its way out of a row, and may go on naming it there. It was not that seat's
    turn, its hand took nothing from the stock, and a capture would have taken along what it laid.
    """
    belief, known = game.belief, {move.card.key for move in found}
    for seat, at in belief.arrived.items():
        fetched = {move.face.month for move in found if move.now == pile_of(seat) and move.card.home == FLOOR}
        if not fetched or seat == round_.to_move or seat in belief.taken:
            continue
        for card in belief.new:
            face = card.face
            if (face is not None and card.zone == FLOOR and card.key not in known and plain(card, game.seconds)
                    and card.first >= at and face.month not in fetched and booked(round_.table, pile_of(seat))[face]):
                yield Moved(face, card, pile_of(seat))


def _came_from(card: Lying, zone: Zone) -> bool:
    """True if the eyes followed a card that the book does not know yet from such a zone."""
    return card.home is None and card.source is not None and str(card.source) == str(zone.kind)


def left(belief: Belief, zone: Zone, face: Face) -> Lying | None:
    """The card of *face* that lay plainly in *zone* and was seen to be gone, or under which another one lies now."""
    return next((card for card in belief.cards if card.zone == zone and card.face == face
                 and card.misses >= GONE_LOOKS and card.looks >= REST_LOOKS and card.probability(face) >= READ), None)


def strangers(game: Game, round_: Round, zone: Zone) -> Iterator[Lying]:
    """Plain cards in a pile that the book has nowhere, and that never lay open on the floor."""
    out = open_cards(round_.table)

    def strange(card: Lying) -> bool:
        return card.face is not None and not card.laid and card.home != FLOOR and not out[card.face]

    if any(card.zone == zone and strange(card) for card in game.belief.cards):
        yield from filter(strange, extras(game, round_.table, zone))
