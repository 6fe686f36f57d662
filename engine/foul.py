"""A turn that no rule explains: the table as it is seen, judged by the invariants (CHEATS.md section 3.3).

The judge is that of a known table (`engine.audit_turn`); here is told from the looks what it needs: which cards are
new and whether they came from the hand or the stock, what went to which pile. Where the looks leave that open nothing
is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.alerts import Certainty, Level, Spot
from engine.audit import Code
from engine.audit_turn import Scene, judge_turn, stacks_seen
from engine.belief import GONE_LOOKS, Belief, Lying
from engine.cards import Face
from engine.displaced import READ, Sure, booked, extras, faces_in, left, open_cards, pile_of, plain, spot
from engine.finding import Finding
from engine.game import Game, Round
from engine.observation import FLOOR, Source, ZoneKind
from engine.table import Seat, Stack, Table

STRANGE = 3.5  # the best reading fits so badly
DOUBTFUL = 2.4  # the same for a suspicion
SOURCED = 0.5  # the eyes are so sure where a card came from
SURELY = 0.6  # the same against the order of hand card and flip
OTHERS = frozenset({  # asked about elsewhere, with a deadline of their own
    Code.DUPLICATE_CARD, Code.FOREIGN_CARD, Code.CARD_MISSING, Code.OUT_OF_TURN, Code.FLIP_SKIPPED,
    Code.CAPTURE_MISSED, Code.STEAL_OWED, Code.HAND_COUNT, Code.BONUS_UNRESOLVED, Code.MISDEAL})
MOST = 2  # cards with a month that a turn brings out, unless it is a bomb
JUST_S = 0.2  # before a hand is seen to arrive, its card may be


@dataclass(frozen=True, slots=True)
class Seen:
    """The turn that is played now, as it is plainly seen."""

    table: Table  # after it
    hand: tuple[Lying, ...]
    flip: tuple[Lying, ...]
    taken: Counter[Face]  # went to a pile, cards of this turn included
    stolen: tuple[Face, ...]  # came from other piles
    later: frozenset[int] = frozenset()  # cards of the next seat


def fouls(game: Game, round_: Round, sure: Sure = plain) -> Iterator[Finding]:
    """What is wrong with the turn that is played now; *sure*: which cards count as identified."""
    belief = game.belief
    if game.strange < (STRANGE if sure is plain else DOUBTFUL) or not any(
            card.zone.kind is ZoneKind.FLOOR for card in belief.cards):
        return
    seen = seen_turn(game, round_, sure)
    code = None if seen is None else _broken(game, round_, seen)
    if seen is None or code is None:
        return
    cards = _cards(code, seen, round_.table)
    yield Finding(code, Level.QUESTION, Certainty.CERTAIN, cards, round_.to_move,
                  before=_spots_before(cards, seen, round_.table), after=tuple(spots_after(belief, cards)))


def _broken(game: Game, round_: Round, seen: Seen) -> Code | None:
    """The code of what is certainly wrong with the turn *seen*; None if a card of it was not seen."""
    before, seat = round_.table, round_.to_move
    if not seen.hand and not before.tokens[seat] or not (seen.flip or len(seen.hand) >= MOST):
        return None
    hands = list(before.hands)
    hands[seat] -= len(seen.hand)
    verdict = judge_turn(Scene(before, before.hands, before.stock),
                         Scene(seen.table, tuple(hands), before.stock - len(seen.flip)), seat, game.rules,
                         game.rules.bonus_cards)
    if verdict.code is None or verdict.code in OTHERS or verdict.certainty is not Certainty.CERTAIN:
        return None
    if verdict.code in (Code.TWO_CARDS_PLAYED, Code.DOUBLE_FLIP) and len(seen.hand) + len(seen.flip) <= MOST:
        return None  # rather the source of one card was told wrong
    return verdict.code


def seen_turn(game: Game, round_: Round, sure: Sure = plain) -> Seen | None:
    """Return the turn of the seat to move as it is seen; None where something is open."""
    belief, table, seat = game.belief, round_.table, round_.to_move
    if belief.covered & {FLOOR, pile_of(seat)} or (every := new_cards(game, sure)) is None:
        return None
    hands = {other: at for other, at in belief.arrived.items() if other != seat}
    others = {other: extras(game, table, pile_of(other), sure) for other in range(len(table.piles)) if other != seat}
    theirs = {card.face for cards in others.values() for card in cards}
    later = frozenset(card.key for card in every if (hands and card.first >= min(hands.values()) - JUST_S)
                      or (card.face in theirs and not (card.zone == FLOOR and card.present)))
    if any(cards for other, cards in others.items() if other not in hands):
        return None  # what somebody took who has not played is no part of this turn
    new = [card for card in every if card.key not in later]
    under = under_the_hand(game, table, seat, sure)
    under = under if len(new) + len(under) <= MOST else []
    new += under
    fresh = Counter(card.face for card in new if card.face is not None)
    lying = faces_in(belief, FLOOR) - faces_of(belief, later) + Counter(  # and what was taken from there since
        card.face for cards in others.values() for card in cards if card.face is not None and card.key not in later)
    away = booked(table, FLOOR) + fresh - lying - _gone_before(belief, new)
    piles = [list(pile) for pile in table.piles]
    arrived = extras(game, table, pile_of(seat), sure)
    there = Counter(card.face for card in arrived if card.face is not None)
    hidden = _under(belief, away) + _stacked(table, arrived, lying) - there
    came = _came(belief, piles, arrived, away - hidden, seat)
    if came is None or (under and away - there):
        return None  # a card that was seen in the pile only may be another one misread, unless each is seen there
    taken, stolen = came
    piles[seat] += [*taken.elements(), *stolen]
    loose, stacks = _lying(table, fresh, taken)
    hand, flip = sources(belief, new)
    early = bool(flip) and flip[0].first < (belief.stock_at or 0.0)
    if not hand and not table.tokens[seat] and (early or len(under) == MOST):  # a turn begins with a card of the hand
        hand, flip = flip[:1], flip[1:]
    elif not hand and not table.tokens[seat] and under and len(flip) == MOST:  # the other one was seen to be flipped
        hand, flip = tuple(under), tuple(card for card in flip if card not in under)
    return Seen(replace(table, loose=loose, stacks=stacks, piles=tuple(map(tuple, piles))), hand, flip, taken,
                stolen, later)


def _came(belief: Belief, piles: list[list[Face]], arrived: Sequence[Lying], away: Counter[Face], seat: Seat
          ) -> tuple[Counter[Face], tuple[Face, ...]] | None:
    """Tell the cards that *arrived* in the pile of *seat* apart: from the floor, where they are *away*, or stolen.

    Stolen ones are taken out of *piles*. What is away and not seen in the pile went there with its month. None if
    a card came from nowhere, or went nowhere.
    """
    taken, stolen = Counter[Face](), list[Face]()
    for card in arrived:
        assert card.face is not None
        victim = None if away[card.face] else _giver(belief, piles, card, seat)
        if away[card.face]:
            away[card.face] -= 1
            taken[card.face] += 1
        elif victim is not None:
            piles[victim].remove(card.face)
            stolen.append(card.face)
        else:
            return None
    months = {face.month for face in taken}
    if any(face.month not in months for face in +away):
        return None
    return taken + away, tuple(stolen)


def new_cards(game: Game, sure: Sure = plain) -> tuple[Lying, ...] | None:
    """Return the cards that were laid since the last turn, in order; None while one that lies there is not sure.

    What is gone again and was hardly read is left out: a glimpse of a card on its way.
    """
    belief = game.belief
    new = [card for card in belief.new if card.laid and card.seen >= GONE_LOOKS and (card.misses == 0 or _read(card))]
    if not all(sure(card, game.seconds) if card.misses == 0 else _read(card) for card in new):
        return None
    book = booked(game.round.table, FLOOR) if game.round is not None else Counter[Face]()
    if not all(_read(card) or sure(card, game.seconds) or (card.old and card.face is not None and book[card.face])
               for card in belief.floor):
        return None
    return tuple(sorted(new, key=lambda card: card.first))


def _read(card: Lying) -> bool:
    return card.face is not None and card.probability(card.face) >= READ and card.looks >= GONE_LOOKS


def sources(belief: Belief, new: Sequence[Lying]) -> tuple[tuple[Lying, ...], tuple[Lying, ...]]:
    """Split *new* cards into those of the hand and those of the stock, by what the eyes say, else by the time.

    What came before a card of the hand is no flip, unless the eyes are sure of it.
    """
    laid = max((card.first for card in new if from_hand(belief, card)), default=0.0)
    hand = tuple(card for card in new if from_hand(belief, card)
                 or (card.first < laid and card.source_confidence < SURELY))
    return hand, tuple(card for card in new if card not in hand)


def from_hand(belief: Belief, card: Lying) -> bool:
    """True if *card* was laid from a hand."""
    if card.source in (Source.HAND, Source.STOCK) and card.source_confidence >= SOURCED:
        return card.source is Source.HAND
    return belief.stock_at is None or card.first < belief.stock_at


def faces_of(belief: Belief, keys: frozenset[int]) -> Counter[Face]:
    """The faces of the cards *keys* that lie on the floor."""
    return Counter(card.face for card in belief.floor if card.key in keys and card.face is not None)


def _under(belief: Belief, away: Counter[Face]) -> Counter[Face]:
    """Cards of the floor that may lie under another one."""
    return Counter(card.face for card in belief.cards if card.face is not None and away[card.face]
                   and card.zone == FLOOR and not card.present and belief.hidden(card)) & away


def _stacked(table: Table, arrived: Sequence[Lying], lying: Counter[Face]) -> Counter[Face]:
    """Cards of stacks that lie there, of which none *arrived* in the pile: they may lie under one another."""
    months = {card.face.month for card in arrived if card.face is not None}
    stacks = (stack for stack in table.stacks if stack.month not in months and any(lying[face] for face in stack.cards))
    return sum((Counter(stack.cards) for stack in stacks), Counter[Face]())


def under_the_hand(game: Game, table: Table, seat: Seat, sure: Sure) -> list[Lying]:
    """Cards that were first seen in the pile of *seat*, of faces that lay nowhere: a hand covered them on the floor."""
    out = open_cards(table) + Counter(card.face for card in game.belief.new if card.laid and card.face is not None)
    return [card for card in game.belief.new if not card.laid and card.zone == pile_of(seat) and card.home is None
            and sure(card, game.seconds) and card.face is not None and not out[card.face]]


def _gone_before(belief: Belief, new: Sequence[Lying]) -> Counter[Face]:
    """Cards that were seen to be gone from the floor before the first of the *new* ones came: no capture took them."""
    first = min((card.first for card in new), default=0.0)
    return Counter(card.face for card in belief.cards if card.face is not None and card.home == FLOOR
                   and card.zone == FLOOR and not card.present and 0.0 < card.gone < first)


def _giver(belief: Belief, piles: Sequence[Sequence[Face]], card: Lying, taker: Seat) -> Seat | None:
    """The seat from whose pile *card* came."""
    face = card.face
    assert face is not None
    for seat, pile in enumerate(piles):
        zone = pile_of(seat)
        if seat != taker and face in pile and (card.home == zone or left(belief, zone, face) is not None):
            return seat
    return None


def _lying(table: Table, fresh: Counter[Face], taken: Counter[Face]) -> tuple[tuple[Face, ...], tuple[Stack, ...]]:
    """What lies on the floor after the turn, three of a month as a stack."""
    stacks, loose = [], Counter(table.loose) + fresh
    for stack in table.stacks:
        cards = Counter(stack.cards + stack.bonus)
        if cards & taken:
            loose += cards
        else:
            stacks.append(stack)
    rest, found = stacks_seen(tuple((loose - taken).elements()), None)
    return rest, (*stacks, *found)


def _cards(code: Code, seen: Seen, before: Table) -> tuple[Face, ...]:
    """The cards that a question is about."""
    faces = {Code.TWO_CARDS_PLAYED: seen.hand, Code.DOUBLE_FLIP: seen.flip}.get(code)
    if faces is not None:
        return tuple(card.face for card in faces if card.face is not None)
    if code in (Code.EXTRA_STEAL, Code.WRONG_CARD_STOLEN):
        return seen.stolen
    months = Counter(face.month for face in seen.taken.elements())
    if code is Code.STACK_BROKEN:
        stacked = {stack.month for stack in before.stacks}
        return tuple(sorted(face for face in seen.taken.elements() if face.month in stacked))
    if code is Code.PPEOK_TAKEN:
        return tuple(sorted(face for face in seen.taken.elements() if months[face.month] == 3))
    odd = tuple(sorted(face for face in seen.taken.elements() if months[face.month] % 2))
    return odd or seen.stolen or tuple(sorted(seen.taken.elements()))


def _spots_before(cards: tuple[Face, ...], seen: Seen, before: Table) -> tuple[Spot, ...]:
    floor = booked(before, FLOOR)
    found = []
    for face in cards:
        if face in seen.stolen:
            found += [Spot(face, pile_of(seat)) for seat, pile in enumerate(before.piles) if face in pile][:1]
        elif floor[face]:
            found.append(Spot(face, FLOOR))
    return tuple(found)


def spots_after(belief: Belief, cards: Sequence[Face]) -> Iterator[Spot]:
    """Yield where *cards* lie now, the newest first if a face lies twice."""
    used = set[int]()
    for face in cards:
        card = max((one for one in belief.cards if one.face == face and one.present and one.key not in used),
                   key=lambda one: (one.first, one.key), default=None)
        if card is not None:
            used.add(card.key)
            yield spot(card)
