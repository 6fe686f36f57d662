"""A face that lies there once too often, or that no pack holds (CHEATS.md I1, I2): watched until it is plain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import dist

from engine.alerts import REST_SECONDS, AlertCode, Certainty, Doubled, Finding, Level, Request
from engine.belief import Lying
from engine.cards import COPIES, Face, Kind
from engine.copies import replace
from engine.displaced import (
    CLEAR_LOOKS,
    READ,
    booked,
    faces_in,
    named,
    open_cards,
    pile_of,
    plain,
    spot,
)
from engine.game import Game, Round, TurnRecord
from engine.observation import ZoneKind
from engine.rules import RuleSet
from engine.table import Seat

PLAIN = 0.985  # mean probability with which both cards must be that face before a STOP
STOP_SECONDS = 4.0  # a face is double for so long before a STOP
LIKELY, PART = 0.9, 0.4  # mean probability, and visible fraction, from which a card is likely what it is named
GLIMPSED = 0.3  # mean probability with which a card was at least taken for the face in question
STOP_FRESH = 3  # fresh looks at both cards after the one too many was moved
MOVED_MM = 30.0
MONTH = 4  # cards of a month
DOUBLES = (AlertCode.DUPLICATE_CARD, AlertCode.FOREIGN_CARD)


def watch(game: Game, round_: Round) -> tuple[Doubled, ...]:
    """Return the faces seen double at the resting table, with the fresh looks at them."""
    before = {one.face: one for one in game.doubled}
    asked = {face for code, faces, _ in game.accused if code in DOUBLES for face in faces}
    now = {}
    for face, cards in _double(game).items():
        now[face] = _watched(game, round_, face, cards, before.get(face))
    return (*now.values(), *(one for face, one in before.items() if face in asked and face not in now))


def _identified(card: Lying, seconds: float) -> bool:
    """True if *card* is plain, or was when it lay open on the floor and could be followed from there into a row."""
    followed = (card.laid and card.present and card.misses == 0 and card.last >= seconds and card.sure >= CLEAR_LOOKS
                and card.face is not None and card.probability(card.face) >= READ)
    return followed or plain(card, seconds)


def _likely(card: Lying, seconds: float) -> bool:
    """True if *card* is named alike for long, though perhaps only a part of it was ever seen."""
    return (card.present and card.misses == 0 and card.last >= seconds and card.looks >= CLEAR_LOOKS
            and card.visible >= PART and card.face is not None and card.probability(card.face) >= LIKELY)


def _known(game: Game, round_: Round, card: Lying) -> bool:
    """True if *card* is identified, or likely what people said lies there when they told the table."""
    face, zone = card.face, card.zone
    told = face is not None and zone.kind is ZoneKind.PILE and card.home == zone and booked(round_.opening, zone)[face]
    return _identified(card, game.seconds) or (bool(told) and not card.laid and _likely(card, game.seconds))


def _double(game: Game) -> dict[Face, list[Lying]]:
    often = Counter(card.face for card in game.belief.cards if card.present)
    several = {face for face, count in often.items() if face is not None and count > copies(face, game.rules)}
    clear: dict[Face, list[Lying]] = {}
    for card in game.belief.cards if several else ():
        if card.face in several and (_identified(card, game.seconds) or _likely(card, game.seconds)):
            clear.setdefault(card.face, []).append(card)
    return {face: cards for face, cards in clear.items() if len(cards) > copies(face, game.rules)}


def copies(face: Face, rules: RuleSet) -> int:
    """Return how many cards of *face* the pack holds."""
    return COPIES[face] if face.month else rules.bonus_cards.count(face)


def _watched(game: Game, round_: Round, face: Face, cards: list[Lying], was: Doubled | None) -> Doubled:
    extra = _unaccounted(round_, face, cards)
    if was is None:
        return Doubled(face, _layer(round_, extra), game.seconds, extra.at, False, {card.key: 0 for card in cards},
                       {card.key: card.at for card in cards})
    moved = was.moved or all(dist(card.at, was.spot) > MOVED_MM for card in cards)
    counts = was.fresh if moved == was.moved else {}
    fresh = {card.key: counts.get(card.key, 0) + (was.at.get(card.key, card.at) != card.at) for card in cards}
    return replace(was, moved=moved, fresh=fresh, at={card.key: card.at for card in cards})


def _unaccounted(round_: Round, face: Face, cards: list[Lying]) -> Lying:
    """The card that the book does not have at its place, else the newest."""
    new = [card for card in cards if face not in booked(round_.table, card.zone)]
    return max(new or cards, key=lambda card: card.first)


def _layer(round_: Round, card: Lying) -> Seat:
    """Who laid *card*: the pile's owner, or the seat that was to play when it appeared."""
    if card.zone.kind is ZoneKind.PILE and card.zone.seat is not None:
        return card.zone.seat
    return next((turn.play.seat for turn in round_.turns if card.first <= turn.seen.seconds), round_.to_move)


def duplicates(game: Game, round_: Round) -> Iterator[Finding]:
    """Two cards of a single face lie there, both identified: ask; after they were shown again elsewhere: stop.

    A second look came if both were measured anew since, or if both were named before the last motion and are now; with
    a card missing in the place of one of them only the first counts. Where the book has a card that no look ever
    showed, it was guessed there for the second one: then one look is enough, or two at a part of it.
    """
    for one in game.doubled:
        cards = [card for card in game.belief.cards if card.key in one.fresh]
        guess = None if round_.doubtful else next(
            (turn for card in cards for turn in _unseen(game, round_, card)), None)
        whole = all(_known(game, round_, card) for card in cards)
        if len(cards) <= copies(one.face, game.rules) or not (whole or guess is not None):
            continue
        misread = guess is None and any(_instead(game, round_, card) for card in cards)
        again = not _just_stolen(round_, one.face, cards) and (whole and guess is not None or all(
            card.measured and card.first < game.belief.quiet_since for card in cards))
        if not (again and not misread or min(one.fresh.values()) and game.seconds - one.since >= REST_SECONDS - 0.01):
            continue
        code = _doubled_code(game, round_, one.face)
        asked = (code, (one.face,), int(Level.QUESTION)) in game.accused
        stop = (asked and not misread and one.moved and min(one.fresh.values()) >= STOP_FRESH
                and game.seconds - one.since >= STOP_SECONDS
                and all(plain(card, game.seconds) and card.probability(one.face) >= PLAIN for card in cards))
        yield Finding(code, Level.STOP if stop else Level.QUESTION,
                      Certainty.NEEDS_CONFIRMATION if misread else Certainty.CERTAIN_IF_BOTH_RECOGNISED, (one.face,),
                      one.seat if guess is None else guess.play.seat, after=tuple(spot(card) for card in cards),
                      request=Request.SHOW,
                      since=max(card.first for card in cards) if again else None)


def foreign(game: Game, round_: Round) -> Iterator[Finding]:
    """Something that looks like a card and is none of this game was laid there (I1); its face cannot be said."""
    for one in game.belief.strangers:
        if one.plain and one.last >= game.seconds and one.first > round_.started:
            yield Finding(AlertCode.FOREIGN_CARD, Level.QUESTION, Certainty.NEEDS_CONFIRMATION, (), one.by)


def _just_stolen(round_: Round, face: Face, cards: list[Lying]) -> bool:
    """True if one of *cards* was taken from another pile just now: in a row eyes may still tell of it where it lay."""
    return any(face in gone and sum(card.zone == pile_of(seat) for card in cards) > round_.table.piles[seat].count(face)
               for turn in round_.turns[-2:] for seat, gone in turn.result.stolen.items())


def _doubled_code(game: Game, round_: Round, face: Face) -> AlertCode:
    """A fifth card of a month, or a bonus card that the pack does not have, is foreign; else it is a second one.

    A card of the month that lies under others in a pile counts by the book.
    """
    month = [card for card in game.belief.cards if card.face is not None and card.face.month == face.month
             and card.present and _known(game, round_, card)]
    seen = (Counter(card.face for card in month if card.face is not None) | _out(round_, face.month)).total()
    foreign = not face.month and face not in game.rules.bonus_cards
    return (AlertCode.FOREIGN_CARD if foreign or (face.kind is Kind.JUNK and seen > MONTH)
            else AlertCode.DUPLICATE_CARD)


def _instead(game: Game, round_: Round, card: Lying) -> bool:
    """True if another card is missing at its place: one doubled and one missing is rather a card misread.

    What was seen plainly beside it is none of its readings.
    """
    here = [other for other in game.belief.cards if other.zone == card.zone and other.present]
    book = booked(round_.table, card.zone)
    lost = book - Counter(other.face for other in here if other.face is not None)
    beside = Counter({face: 1 for face in lost if _seen_beside(round_, card, face)})
    return bool(lost - beside) and len(here) <= book.total()


def _seen_beside(round_: Round, card: Lying, face: Face) -> bool:
    """True if another card lay plainly there as *face* while *card* was seen as what it is named."""
    return any(other.face == face and other.key != card.key and named(other) and one.key == card.key
               and one.face == card.face for turn in round_.turns for other in turn.evidence.seen
               for one in turn.evidence.seen)


def _out(round_: Round, month: int) -> Counter[Face]:
    """The cards of *month* that lie open by the book."""
    return Counter({face: count for face, count in open_cards(round_.table).items() if face.month == month})


def _unseen(game: Game, round_: Round, card: Lying) -> Iterator[TurnRecord]:
    """The turns that brought a card to the place of *card* which was never seen, there or when it was played."""
    for face in booked(round_.table, card.zone) - faces_in(game.belief, card.zone):
        for turn in round_.turns:
            named = any(other.probability(face) >= GLIMPSED for other in turn.evidence.seen if not other.old)
            if face in (*turn.play.hand, *turn.play.flip) and not named:
                yield turn


# -- I3: what lay there does not vanish
