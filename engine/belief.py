"""What the eyes saw so far, card by card: a pure fold over looks. Not seen is not gone.

A `Lying` is one physical card as far as it could be followed. A card is believed after two looks, gone after
three looks at its uncovered zone without it; what lay on the floor for a moment stays as evidence until the turn
that explains it is closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import hypot, log

from engine.cards import Face
from engine.copies import made, replace
from engine.observation import FLOOR, STOCK, Observation, SeenCard, Source, Zone, ZoneKind
from engine.strangers import Stranger, follow
from engine.table import Seat

BELIEVED_LOOKS = 2
GONE_LOOKS = 3
PATIENT_LOOKS = 9  # looks without a hand after which a find that stays undecided holds up nobody
SAME_PLACE_MM = 14.0
MOVED_MM = 8.0
HIDDEN_MM = 40.0
SPLIT_LOOKS = 3
HINT = 0.35  # probability of a face that makes a doubtful thing a card
STRAIGHT_S = 0.6  # a hand that lays a card first comes to the stock later
PARTED_S = 0.7  # between two hands: the floor was seen bare
TAKES_S = 1.5  # a card is missed first so long after a hand took it, at most
DOUBT = 0.01  # probability left to every face that the eyes did not name
TOLD_LOOKS = 10_000  # what the word of people weighs, in looks


@dataclass(frozen=True)
class Lying:
    """One card that lies or lay on the table, with everything the eyes said about its face.

    Without slots, and ``face`` made once: each look copies every card (`engine.copies`), and all ask for the face.
    """

    key: int
    track: int
    zone: Zone
    at: tuple[float, float]
    sums: Mapping[Face, float]  # probability of each face, summed over `looks`
    looks: int  # looks that named a face
    seen: int  # looks in which it was there at all
    first: float
    last: float
    misses: int = 0  # looks at its uncovered zone without it, in a row
    rests: int = 0  # looks since it last moved
    sure: int = 0  # looks that named its best face with 0.97 or more while it was plainly visible
    source: Source | None = None
    source_confidence: float = 0.0
    old: bool = False  # a closed turn or the deal accounts for it
    laid: bool = False  # lay on the floor at some time
    home: Zone | None = None  # where it lay when the last turn was closed
    visible: float = 1.0  # fraction of it that the last look showed
    covers: tuple[int, ...] = ()  # tracks of the cards that it was last seen to lie on
    rival: tuple[SeenCard, ...] = ()  # the last looks in a row that named another face
    measured: int = 0  # looks that measured it anew where it lies; eyes repeat what they know
    gone: float = 0.0  # since when its place was seen to be bare, if it is
    taken_by: Seat | None = None  # whose hand was over the floor last when it was missed first
    face: Face | None = field(init=False)  # the most probable one, None if no look named one

    def __post_init__(self) -> None:
        object.__setattr__(self, "face", _best(self.sums))

    @property
    def present(self) -> bool:
        """True while it is believed to lie where it was seen."""
        return self.misses < GONE_LOOKS and self.seen >= BELIEVED_LOOKS

    def probability(self, face: Face) -> float:
        """Mean probability of *face* over the looks that named one."""
        return self.sums.get(face, 0.0) / self.looks if self.looks else 0.0

    def likelihood(self, face: Face) -> float:
        """Log-likelihood of *face* against the best one: 0 for the best, about -3 for a face one look denied."""
        if not self.looks:
            return -0.5
        best = max(self.sums.values()) / self.looks
        return log((self.probability(face) + DOUBT) / (best + DOUBT)) * (0.6 + 0.1 * min(self.looks, 8))


@dataclass(frozen=True)
class Belief:
    """Everything believed about what lies where. ``cards`` holds present ones and those gone since the last close."""

    cards: tuple[Lying, ...] = ()
    next_key: int = 0
    bare: int = 0  # looks in a row at an uncovered floor
    quiet: int = 0  # of these, looks in a row in which the believed floor stayed the same
    still: int = 0  # of these, looks in a row without any motion
    quiet_since: float = 0.0
    stirred: float = -1.0  # the last moment with a hand over the floor or motion
    scenes: int = 0  # how often the floor came to rest after motion
    entered: Mapping[Seat, int] = field(default_factory=dict)  # looks in which a seat's hand came to the floor
    last_hand: Seat | None = None  # whose hand came to the floor last, since the last close
    stock_by: Mapping[Seat, int] = field(default_factory=dict)
    taken: Mapping[Seat, float] = field(default_factory=dict)  # when a seat's hand first took from the stock
    arrived: Mapping[Seat, float] = field(default_factory=dict)  # when a seat's hand first came to floor or stock
    cleared: bool = False  # the floor was seen empty since the last close
    covered: frozenset[Zone] = frozenset()  # zones that the last look could not judge
    straight: frozenset[Seat] = frozenset()  # seats whose hand came and took from the stock at once
    at_stock: frozenset[Seat] = frozenset()  # seats whose hand came to the stock, touching it or not
    clear: int = 0  # looks in a row without a hand over floor or stock
    same_since: float = 0.0  # since when the believed floor is the same, hands over it or not
    blind: bool = False  # the last look said nothing
    reached: Mapping[Seat, float] = field(default_factory=dict)  # when a seat's hand was over the floor last
    strangers: tuple[Stranger, ...] = ()  # things that look like cards and are none of this game
    veiled: int = 0  # looks since the last close in which floor and stock were hidden, and no hand was told
    floor: tuple[Lying, ...] = field(init=False)  # the cards believed to lie on the floor

    def __post_init__(self) -> None:
        object.__setattr__(self, "floor", _on_floor(self.cards))

    @property
    def stock_at(self) -> float | None:
        """When a hand first took from the stock since the last close."""
        return min(self.taken.values(), default=None)

    @property
    def new(self) -> tuple[Lying, ...]:
        """Cards that appeared since the last close, gone again or not."""
        return tuple(card for card in self.cards if not card.old)

    def hidden(self, card: Lying) -> bool:
        """True if another card lies now where *card* was last seen, so that it may be under it."""
        return any(_apart(card.at, other.at) < HIDDEN_MM for other in self.floor
                   if other.key != card.key and other.last > card.last)


def look(belief: Belief, seen: Observation) -> Belief:
    """Return *belief* after one more look. A look with a ``doubt`` says nothing: all is as if a hand were over it."""
    if seen.doubt:
        return replace(belief, blind=True, covered=frozenset((FLOOR, STOCK)), clear=0, bare=0, quiet=0, still=0)
    covered = seen.covered
    shown = tuple(card for card in seen.cards if _counts(card))
    stirred = seen.seconds if FLOOR in covered or not seen.still or belief.blind else belief.stirred
    told = {card.zone for card in shown}  # eyes that still tell of a covered zone have followed its cards
    pairs, fresh = _match(belief.cards, shown)
    cards: list[Lying] = []
    revived: dict[int, Lying] = {}
    key = belief.next_key
    for card in belief.cards:
        if card.key in pairs:
            now = _update(card, pairs[card.key], seen.seconds, stirred, key)
            if len(now) > 1 and (back := _returned(belief.cards, now)) is not None:
                revived[back.key] = replace(now[1], key=back.key, sums=back.sums, looks=back.looks, seen=back.seen,
                                            first=back.first, old=back.old, sure=back.sure, home=back.home)
                continue
            cards += now
            key += now[-1].key == key
        elif (card.zone in covered and card.zone not in told) or (card.misses >= GONE_LOOKS and not card.rival):
            cards.append(card)
        elif card.seen >= BELIEVED_LOOKS or card.misses + 1 < GONE_LOOKS:
            by = card.taken_by if card.misses else _lately(belief, card)
            gone = seen.seconds if card.misses == GONE_LOOKS - 1 else card.gone
            misses = min(card.misses + 1, GONE_LOOKS)
            cards.append(replace(card, misses=misses, rival=(), taken_by=by, gone=gone))
    if revived:
        cards = [card for card in cards if card.key not in revived] + list(revived.values())
    cards += (_born(one, key + n, seen.seconds) for n, one in enumerate(fresh))
    key += len(fresh)
    return _rest(belief, tuple(cards), key, covered, seen, stirred)


def _lately(belief: Belief, card: Lying) -> Seat | None:
    """Whose hand was over the floor when *card* was seen last, if only one was."""
    seats = [seat for seat, at in belief.reached.items() if at > card.last - TAKES_S]
    return seats[0] if len(seats) == 1 else None


def close(belief: Belief, keep: frozenset[int] = frozenset(), mover: Seat | None = None) -> Belief:
    """Return *belief* with everything accounted for except the cards *keep* (of the turn that follows).

    What the hands of other seats than the *mover* did belongs to the turn that follows too.
    """
    cards = tuple(card if card.key in keep else replace(card, old=True, home=card.zone)
                  for card in belief.cards if card.key in keep or card.misses < GONE_LOOKS)
    others = {seat: looks for seat, looks in belief.entered.items() if mover not in (None, seat)}
    own = (card.first for card in belief.cards if card.laid and not card.old and card.key not in keep)
    laid = max(own, default=0.0)  # a hand that came before belongs to no later turn
    return replace(
        belief, cards=cards, cleared=False, entered=others, veiled=0,
        stock_by={seat: looks for seat, looks in belief.stock_by.items() if seat in others},
        taken={seat: at for seat, at in belief.taken.items() if seat in others},
        arrived={seat: at for seat, at in belief.arrived.items() if seat in others and at > laid},
        at_stock=belief.at_stock & others.keys(), straight=belief.straight & others.keys(),
        last_hand=belief.last_hand if belief.last_hand in others else None,
    )


def parted(belief: Belief, seat: Seat, following: Seat | None) -> bool:
    """True if the hand of *seat* had left floor and stock for a while when that of *following* came."""
    came = None if following is None else belief.arrived.get(following)
    return came is not None and seat in belief.entered and came - belief.reached.get(seat, came) >= PARTED_S


def reopen(belief: Belief, earlier: Belief) -> Belief:
    """Return *belief* with what *earlier* did not account for yet new again (undo)."""
    open_then = {card.key for card in earlier.cards if not card.old}
    here = {card.key for card in belief.cards}
    cards = tuple(replace(card, old=card.old and card.key < earlier.next_key and card.key not in open_then)
                  for card in belief.cards)
    back = tuple(card for card in earlier.cards if card.key in open_then - here)
    return replace(belief, cards=cards + back, entered=earlier.entered, stock_by=earlier.stock_by,
                   taken=earlier.taken, arrived=earlier.arrived, at_stock=earlier.at_stock)


def named(belief: Belief, was: Face, face: Face, zone: Zone) -> Belief:
    """Return *belief* with the newest card in *zone* that was read as *was* told to be *face*."""
    found = [card for card in belief.cards if card.zone == zone and card.present and card.face == was]
    if not found:
        return belief
    card = max(found, key=lambda one: (not one.old, one.key))
    told = replace(card, sums={face: float(TOLD_LOOKS), was: 0.0}, looks=TOLD_LOOKS, sure=TOLD_LOOKS, rival=())
    return replace(belief, cards=tuple(told if one is card else one for one in belief.cards))


def accounted(belief: Belief, face: Face, zone: Zone) -> Belief:
    """Return *belief* with the cards of *face* in *zone* accounted for: people said how they came there."""
    cards = tuple(replace(card, old=True, home=zone) if card.zone == zone and card.face == face else card
                  for card in belief.cards)
    return replace(belief, cards=cards)


def unaccounted(belief: Belief, faces: Iterable[Face]) -> Belief:
    """Return *belief* with the newest present card of each of *faces* new again: its turn was not played so."""
    again = set[int]()
    for face in faces:
        there = [card.key for card in belief.cards if card.present and card.face == face and card.key not in again]
        again.update(sorted(there)[-1:])
    return replace(belief, cards=tuple(replace(card, old=False, home=None) if card.key in again else card
                                       for card in belief.cards))


def _counts(card: SeenCard) -> bool:
    """A back or an unknown thing says nothing (the stock's edge, a shadow); a show area is read by nobody yet."""
    if card.zone.kind is ZoneKind.SHOW or card.zone == STOCK:
        return False
    return card.face is not None or max(card.scores.values(), default=0.0) >= HINT


def _match(cards: tuple[Lying, ...], shown: tuple[SeenCard, ...]) -> tuple[dict[int, SeenCard], list[SeenCard]]:
    """Pair known cards with seen ones: by track, then by place if the faces do not speak against it."""
    by_track = {card.track: card for card in cards}  # gone or not: an equal number is the same card
    pairs: dict[int, SeenCard] = {}
    rest: list[SeenCard] = []
    for one in shown:
        card = by_track.get(one.track)
        if card is not None and card.key not in pairs and not (one.zone is FLOOR and _left_pile(card)):
            pairs[card.key] = one
        else:
            rest.append(one)
    if not rest:
        return pairs, rest
    free = [card for card in cards if card.key not in pairs]
    fresh = []
    for one in rest:
        near = [card for card in free if card.zone == one.zone and _apart(card.at, one.at_mm) < SAME_PLACE_MM
                and not _denies(card, one)]
        if near:
            card = min(near, key=lambda c: _apart(c.at, one.at_mm))
            free.remove(card)
            pairs[card.key] = one
        else:
            fresh.append(one)
    return pairs, fresh


def _left_pile(card: Lying) -> bool:
    """True if on the floor it would be a captured card that came back: it is another card of that face."""
    return card.home is not None and card.home.kind is ZoneKind.PILE


def _denies(card: Lying, seen: SeenCard) -> bool:
    """True if the look names clearly another face than all looks before did."""
    if seen.face is None or not card.looks or seen.confidence < 0.5:
        return False
    if card.looks >= TOLD_LOOKS and seen.face in card.sums:
        return False  # people have said that it is misread so
    return card.probability(seen.face) < 0.2 and seen.face != card.face


def _update(card: Lying, seen: SeenCard, seconds: float, stirred: float, key: int) -> tuple[Lying, ...]:
    """The card after a look at it: one card, or two if another card lies on it now and took over its track.

    Another face in the same place means another card only if a hand was there since; otherwise the eyes waver, as
    they do over a pile, where cards overlap and are not exchanged.
    """
    if not _denies(card, seen):
        return (_placed(card, seen, seconds, (*card.rival, seen)),)
    rival = (*card.rival, seen)
    if len(rival) < SPLIT_LOOKS:
        return (_placed(card, seen, seconds, (), rival),)
    if stirred < card.last - 1.5 or (card.zone.kind is ZoneKind.PILE and seen.zone == card.zone):
        return (_placed(card, seen, seconds, rival),)
    born = _born(rival[0], key, card.last)
    for one in rival[1:]:
        born = _placed(born, one, seconds, (one,))
    if card.zone != FLOOR:
        return (born,)
    return replace(card, track=-1 - card.key, misses=GONE_LOOKS, rival=()), born


def _returned(cards: tuple[Lying, ...], now: tuple[Lying, ...]) -> Lying | None:
    """The card that was there before a passing misreading: it is named again in its old place."""
    face = now[1].face
    for card in cards:
        if (card.misses >= GONE_LOOKS and card.face == face and card.track < 0
                and _apart(card.at, now[1].at) < SAME_PLACE_MM / 2):
            return card
    return None


def _placed(card: Lying, seen: SeenCard, seconds: float, told: tuple[SeenCard, ...],
            rival: tuple[SeenCard, ...] = ()) -> Lying:
    """The card where it was *seen*, with what the looks *told* say of its face. Written out: the hottest place."""
    sums, looks, sure = card.sums, card.looks, card.sure
    for one in told:
        if one.face is not None:
            sums = dict(sums)
            for face, score in (one.scores or {one.face: one.confidence}).items():
                sums[face] = sums.get(face, 0.0) + score
            looks += 1
            sure += one.confidence >= 0.97 and one.visible >= 0.6
    moved = card.zone != seen.zone or _apart(card.at, seen.at_mm) > MOVED_MM
    source, certain = card.source, card.source_confidence
    brought = source in (Source.HAND, Source.STOCK) and seen.source not in (Source.HAND, Source.STOCK)
    if seen.source is not None and seen.source_confidence > certain and not brought:
        source, certain = seen.source, seen.source_confidence
    return made(Lying, {
        **card.__dict__, "track": seen.track, "zone": seen.zone, "at": seen.at_mm, "sums": sums, "looks": looks,
        "seen": card.seen + 1, "last": seconds, "misses": 0, "rests": 0 if moved else card.rests + 1, "sure": sure,
        "source": source, "source_confidence": certain, "laid": card.laid or seen.zone is FLOOR,
        "visible": seen.visible, "covers": seen.covers or card.covers, "rival": rival,
        "measured": card.measured + (not moved and card.at != seen.at_mm),
        "face": card.face if sums is card.sums else _best(sums)})


def _born(seen: SeenCard, key: int, seconds: float) -> Lying:
    return _placed(Lying(key, seen.track, seen.zone, seen.at_mm, {}, 0, 0, seconds, seconds), seen, seconds, (seen,))


def _rest(belief: Belief, cards: tuple[Lying, ...], key: int, covered: frozenset[Zone], seen: Observation,
          stirred: float) -> Belief:
    """The belief with its counts of rest brought up to date."""
    floor = _on_floor(cards)
    reaching = any(FLOOR in zones or STOCK in zones for zones in seen.hands.entered.values())
    clear = 0 if reaching else belief.clear + 1
    bare = 0 if FLOOR in covered and clear <= PATIENT_LOOKS else belief.bare + 1
    same = {(card.key, card.face) for card in floor} == {(card.key, card.face) for card in belief.floor}
    quiet = belief.quiet + 1 if bare > 1 and same else min(bare, 1)
    still = belief.still + 1 if quiet > 1 and seen.still else 0
    entered, stock_by, last_hand = dict(belief.entered), dict(belief.stock_by), belief.last_hand
    arrived, reached = dict(belief.arrived), dict(belief.reached)
    for seat, zones in seen.hands.entered.items():
        if FLOOR in zones or STOCK in zones:
            if last_hand not in (None, seat):
                arrived = {one: at for one, at in arrived.items() if one == seat or _brought(cards, at)}
            entered[seat] = entered.get(seat, 0) + 1
            reached[seat] = seen.seconds
            arrived.setdefault(seat, seen.seconds)
            last_hand = seat
    if (by := seen.hands.stock_touched_by) is not None:
        stock_by[by] = stock_by.get(by, 0) + 1
    taken, straight = dict(belief.taken), belief.straight
    taker = by if by is not None else last_hand
    if taker is not None and taker not in taken and (by is not None or seen.hands.stock_left):
        taken[taker] = seen.seconds
        straight |= {taker} if seen.seconds - arrived.get(taker, 0.0) <= STRAIGHT_S else set()
    at_stock = belief.at_stock | {seat for seat, zones in seen.hands.entered.items() if STOCK in zones} | taken.keys()
    return replace(belief, cards=cards, next_key=key, stirred=stirred, blind=False, bare=bare, clear=clear, quiet=quiet,
                   still=still, at_stock=at_stock, taken=taken, entered=entered, stock_by=stock_by, straight=straight,
                   last_hand=last_hand, arrived=arrived, reached=reached,
                   quiet_since=belief.quiet_since if quiet > 1 else seen.seconds,
                   scenes=belief.scenes + (bare == 2), cleared=belief.cleared or (bare > 2 and not floor),
                   veiled=belief.veiled + (covered >= {FLOOR, STOCK} and not seen.hands.entered),
                   covered=covered, same_since=belief.same_since if same else seen.seconds,
                   strangers=follow(belief.strangers, seen, reached))


def _brought(cards: tuple[Lying, ...], since: float) -> bool:
    """True if a card was laid since then: a hand that came and brought none has yet to come."""
    return any(card.laid and not card.old and card.first >= since for card in cards)


def _on_floor(cards: tuple[Lying, ...]) -> tuple[Lying, ...]:
    return tuple([card for card in cards if card.zone is FLOOR and card.present])


def _best(sums: Mapping[Face, float]) -> Face | None:
    return max(sums, key=sums.__getitem__) if len(sums) > 1 else next(iter(sums), None)


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
