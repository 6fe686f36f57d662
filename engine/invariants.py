"""What must hold on every table, one checker per invariant (CHEATS.md section 2). A foul is data.

Nothing is asked before the table has rested 0.7 s and seven looks agree, and nothing is asked twice. One bad read
never accuses: a card counts only after many sure looks and a fresh one, and a STOP needs it named so again elsewhere.
Where the book and the table differ in more than the foul itself, the book is wrong and nobody is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import dist

from engine.alerts import REST_LOOKS, REST_SECONDS, AlertCode, Certainty, Doubled, Finding, Level, Request
from engine.belief import GONE_LOOKS, HIDDEN_MM, Belief, Lying
from engine.cards import COPIES, Face, Kind
from engine.claims import false_shows, unasked
from engine.copies import replace
from engine.displaced import (
    CLEAR,
    CLEAR_LOOKS,
    READ,
    Moved,
    booked,
    faces_in,
    moved,
    named,
    open_cards,
    pile_of,
    plain,
    spot,
)
from engine.finding import OF_THE_TURN, raised, silenced
from engine.foul import fouls
from engine.game import Game, Held, Round, TurnRecord
from engine.gifts import settled, unfair
from engine.hints import peeks
from engine.leftover import came_third
from engine.observation import FLOOR, Zone, ZoneKind
from engine.onward import plain_by_now, rearranged, remembered
from engine.opening import dealt_on
from engine.outofturn import out_of_turn
from engine.outputs import Output
from engine.overdue import moved_alone, overdue
from engine.parity import after_pause
from engine.rebook import rewrite
from engine.rules import RuleSet
from engine.table import Seat

PLAIN = 0.985  # the same for a STOP
STOP_SECONDS = 4.0  # a face is double for so long before a STOP
LIKELY, PART = 0.9, 0.4  # mean probability, and visible fraction, from which a card is likely what it is named
GLIMPSED = 0.3  # mean probability with which a card was at least taken for the face in question
STOP_FRESH = 3  # fresh looks at both cards after the one too many was moved
MOVED_MM = 30.0
SECOND_LOOK_S = 0.4  # what was found is looked at again so much later, or after the next motion
MONTH = 4  # cards of a month
CONFUSED = 0.02  # mean probability of the other month that makes a reading doubtful
MISSING_SECONDS = 3.0  # a card is gone for so long before anybody is asked
DOUBLES = (AlertCode.DUPLICATE_CARD, AlertCode.FOREIGN_CARD)
LATER = 0.3  # seconds after a card was last seen at which a laid card is a later action


def check(game: Game) -> tuple[Game, tuple[Output, ...]]:
    """Ask about what breaks an invariant now; the first code of CONTRACT.md section 6 wins."""
    round_, belief = game.round, game.belief
    rested = belief.still >= REST_LOOKS and game.seconds - belief.quiet_since >= REST_SECONDS - 0.01
    if round_ is None or round_.over:
        return game, ()
    asks = game.held is not None and plain_by_now(game) and not round_.doubtful
    if game.held is not None and asks and not silenced(game, game.held.finding):
        after, outputs = raised(game, round_, game.held.finding)
        return replace(after, as_it_lies=game.held.lies or game.as_it_lies, held=None), outputs
    if not rested:
        return _hinted(game, round_)
    game = replace(game, doubled=watch(game, round_))
    moves = moved(game, round_)
    given = settled(game, round_, moves) if moves else None
    if given is not None:
        after, outputs = rewrite(game, given)
        return replace(after, past=game.past), outputs
    found = sorted(_unsilenced(game, round_, moves), key=lambda one: list(AlertCode).index(one.code))
    since = {one.mark: game.suspected.get(one.mark, game.seconds if one.since is None else one.since) for one in found}
    game = replace(game, suspected=since)
    for finding in found:
        if game.seconds - since[finding.mark] >= SECOND_LOOK_S - 0.01:
            return _asked(game, round_, finding, moves)
    if game.as_it_lies.turned if game.as_it_lies is not None else _turn_asked(game, round_):
        game = remembered(game, round_)
    if game.held is None and (held := _to_hold(game, round_, found, moves)) is not None:
        game = replace(game, held=held)
    return replace(game, audit=game.audit and bool(found)), ()


def _hinted(game: Game, round_: Round) -> tuple[Game, tuple[Output, ...]]:
    """Hint at a debt that was seen at rest and is still there: quick players leave no second rest for it."""
    due = {mark: since for mark, since in game.suspected.items() if mark[0] is AlertCode.STEAL_OWED}
    for one in unfair(game, round_, moved(game, round_)) if due and not round_.doubtful else ():
        if one.level is Level.HINT and one.mark in due and not silenced(game, one) and (
                game.seconds - due[one.mark] >= SECOND_LOOK_S - 0.01):
            return raised(game, round_, one)
    return game, ()


def _unsilenced(game: Game, round_: Round, moves: tuple[Moved, ...]) -> list[Finding]:
    return [one for one in _found(game, round_, moves) if not silenced(game, one)]


def _of_turn(finding: Finding) -> bool:
    """True for a foul in the turn that is played now."""
    return finding.turn is None and finding.code in OF_THE_TURN


def _to_hold(game: Game, round_: Round, found: list[Finding], moves: tuple[Moved, ...]) -> Held | None:
    """What was found at rest just now and stays true when the next seat plays at once."""
    first = next((one for one in found if one.code in OF_THE_TURN or one.code is AlertCode.OUT_OF_TURN), None)
    lies = None if first is None else rearranged(game, round_, moves, first)
    if first is None or (lies is None and first.code is not AlertCode.OUT_OF_TURN):
        return None
    return Held(first, game.suspected[first.mark], lies)


def _turn_asked(game: Game, round_: Round) -> bool:
    """True if the turn that is played now was asked about."""
    now = len(round_.turns) + 1
    return any(one.alert.turn == now and one.alert.code in OF_THE_TURN for one in game.alerts)


def _asked(game: Game, round_: Round, finding: Finding, moves: tuple[Moved, ...]) -> tuple[Game, tuple[Output, ...]]:
    """Ask, and remember how the table lies: play may go on from it."""
    game, asked = raised(game, round_, finding)
    heard = tuple(word for word, other in unasked(game, round_) if other.mark == finding.mark)
    game = replace(game, says=tuple(word for word in game.says if word not in heard), held=None)
    if _of_turn(finding):
        return remembered(game, round_), asked
    lies = rearranged(game, round_, moves, finding) if finding.code in OF_THE_TURN else None
    return (game if lies is None else replace(game, as_it_lies=lies)), asked


def _found(game: Game, round_: Round, moves: tuple[Moved, ...]) -> Iterator[Finding]:
    """Everything that does not hold at the resting table."""
    yield from duplicates(game, round_)
    yield from foreign(game, round_)
    yield from false_shows(game, round_)
    yield from peeks(game)
    yield from dealt_on(game, round_)
    if game.audit:
        yield from after_pause(game, round_)
    if not round_.doubtful:
        yield from _against_the_book(game, round_, moves)


def _against_the_book(game: Game, round_: Round, moves: tuple[Moved, ...]) -> Iterator[Finding]:
    """What lies otherwise than the book of this round has it, and what is said against its score and turns."""
    yield from (finding for _, finding in unasked(game, round_))
    yield from missing(game, round_)
    yield from mismatches(game, round_)
    yield from out_of_turn(game, round_)
    yield from fouls(game, round_)
    yield from came_third(game, round_)
    yield from overdue(game, round_, moves)
    yield from moved_alone(game, round_, moves)
    yield from unfair(game, round_, moves)


# -- I1: a face more often in clear view than the deck holds it

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

def missing(game: Game, round_: Round) -> Iterator[Finding]:
    """One loose card is gone though nobody captured it, play went on, and all else lies as the book has it."""
    lies = Counter(round_.table.loose)
    lost = list((lies - Counter(_faces(game.belief.floor))).elements())
    if len(lost) != 1 or not _book_agrees(game, round_, lost[0]):
        return
    face = lost[0]
    where = _vanished(round_, face)
    if where is None:
        return
    number, card = where
    later = [other for turn in round_.turns[number:] for other in turn.evidence.seen if not other.old and other.laid]
    over = [other for other in game.belief.floor if dist(other.at, card.at) < HIDDEN_MM and other.last > card.last
            and card.first < other.first < card.gone]
    if over or game.seconds - card.last < MISSING_SECONDS or not any(o.first > card.last + LATER for o in later):
        return
    if any(other.face != face and other.likelihood(face) > -3.0 for other in game.belief.cards if other.present):
        return
    seat = round_.turns[number].play.seat if card.taken_by is None else card.taken_by
    yield Finding(AlertCode.CARD_MISSING, Level.QUESTION, Certainty.NEEDS_CONFIRMATION, (face,), seat, since=card.last)


def _faces(cards: tuple[Lying, ...]) -> Iterator[Face]:
    return (card.face for card in cards if card.face is not None)


def _book_agrees(game: Game, round_: Round, lost: Face) -> bool:
    """True if nothing lies on the floor or in a pile that the book does not have there.

    In a fanned pile one card may be seen twice; that tells nothing unless it may be the *lost* one.
    """
    seen: dict[Zone, Counter[Face]] = {}
    for card in game.belief.cards:
        if not card.present:
            continue
        if card.face is None or card.probability(card.face) < READ or (card.zone == FLOOR and not card.old):
            return False
        seen.setdefault(card.zone, Counter())[card.face] += 1
    for zone, faces in seen.items():
        book = booked(round_.table, zone)
        if any(zone == FLOOR or face == lost or face not in book for face in faces - book):
            return False
    return True


def _vanished(round_: Round, face: Face) -> tuple[int, Lying] | None:
    """The index of the turn in which the clearly seen *face* vanished from the floor, and the card."""
    for number in range(len(round_.turns) - 1, max(-1, len(round_.turns) - 4), -1):
        for card in round_.turns[number].evidence.seen:
            if (card.face == face and card.old and card.zone == FLOOR and card.misses >= GONE_LOOKS
                    and card.looks >= CLEAR_LOOKS and card.probability(face) >= CLEAR
                    and card.last - card.first >= REST_SECONDS):
                return number, card
    return None


# -- I4: a capture is of one month

def mismatches(game: Game, round_: Round) -> Iterator[Finding]:
    """A card just played and a card of another month left the floor together and lie in the player's pile."""
    belief = game.belief
    book = booked(round_.table, FLOOR)
    laid = [card for card in belief.new if card.laid and card.seen >= GONE_LOOKS and card.looks]
    mine = Counter(card.face for card in laid if card.face is not None and not (card.zone == FLOOR and card.present))
    away = list((book - Counter(_faces(belief.floor)) + mine).elements())
    months = Counter(face.month for face in away)
    pair = [face for face in away if months[face.month] % 2]
    if len(pair) != 2 or len({face.month for face in pair}) != 2 or len(laid) > 2:
        return
    seat = round_.to_move
    played = set(mine)
    if not laid and round_.turns:  # the turn was booked before the cards were collected
        seat, play = round_.turns[-1].play.seat, round_.turns[-1].play
        played = {*play.hand, *play.flip}
    pile = pile_of(seat)
    came = {card.face for card in belief.cards if card.zone == pile and plain(card, game.seconds)}
    pair.sort(key=lambda face: face not in played)
    if pair[0] not in played or not set(pair) <= came - set(booked(round_.table, pile)):
        return
    if _confused(belief, pair[0], pair[1].month) or _confused(belief, pair[1], pair[0].month):
        return
    yield Finding(AlertCode.MONTH_MISMATCH, Level.QUESTION, Certainty.CERTAIN, tuple(pair), seat,
                  None if laid else len(round_.turns))


def _confused(belief: Belief, face: Face, month: int) -> bool:
    """True if some look saw *face*, wherever it lay, as a card of *month*: it may be misread."""
    return any(sum(value for other, value in card.sums.items() if other.month == month) > CONFUSED * card.looks
               for card in belief.cards if card.face == face)
