"""What must hold on every table, one checker per invariant (CHEATS.md section 2). A foul is data.

Nothing is asked before the table has rested 0.7 s and seven looks agree, and nothing is asked twice. One bad read
never accuses: a card counts only after many sure looks and a fresh one, and a STOP needs it named so again elsewhere.
Where the book and the table differ in more than the foul itself, the book is wrong and nobody is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import dist

from engine.alerts import REST_LOOKS, REST_SECONDS, AlertCode, Certainty, Finding, Level
from engine.belief import GONE_LOOKS, HIDDEN_MM, Belief, Lying
from engine.cards import Face
from engine.claims import false_shows, unasked
from engine.copies import replace
from engine.displaced import (
    CLEAR,
    CLEAR_LOOKS,
    READ,
    Moved,
    booked,
    moved,
    pile_of,
    plain,
)
from engine.doubles import duplicates, foreign, watch
from engine.finding import OF_THE_TURN, raised, silenced
from engine.foul import fouls
from engine.game import Game, Held, Round
from engine.gifts import settled, unfair
from engine.hints import peeks
from engine.leftover import came_third
from engine.observation import FLOOR, Zone
from engine.onward import plain_by_now, rearranged, remembered
from engine.opening import dealt_on
from engine.outofturn import out_of_turn
from engine.outputs import Output
from engine.overdue import moved_alone, overdue
from engine.parity import after_pause
from engine.rebook import rewrite

SECOND_LOOK_S = 0.4  # what was found is looked at again so much later, or after the next motion
CONFUSED = 0.02  # mean probability of the other month that makes a reading doubtful
MISSING_SECONDS = 3.0  # a card is gone for so long before anybody is asked
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
