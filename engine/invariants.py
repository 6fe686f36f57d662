"""What must hold on every table, one checker per invariant (CHEATS.md section 2). A foul is data.

Nothing is asked before the table has rested 0.7 s and seven looks agree, and nothing is asked twice. One bad read
never accuses: a card counts only after many sure looks and a fresh one, and a STOP needs it named so again elsewhere.
Where the book and the table differ in more than the foul itself, the book is wrong and nobody is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import dist

from engine.alerts import REST_LOOKS, REST_SECONDS, AlertCode, Certainty, Doubled, Level
from engine.belief import GONE_LOOKS, HIDDEN_MM, Belief, Lying
from engine.cards import COPIES, Face
from engine.finding import Finding, raised
from engine.game import Game, Round
from engine.observation import FLOOR, Zone, ZoneKind
from engine.outofturn import out_of_turn
from engine.outputs import Output
from engine.table import Seat

CLEAR = 0.97  # mean probability of a face that counts as identified
CLEAR_LOOKS = 12
PLAINLY = 0.5  # of the looks, those that saw it sure and nearly whole: a part in a row is misread for long
PLAIN = 0.985  # the same for a STOP
STOP_SECONDS = 4.0  # a face is double for so long before a STOP
STOP_FRESH = 3  # fresh looks at both cards after the one too many was moved
MOVED_MM = 30.0
READ = 0.8  # mean probability of a face that speaks for or against the book
CONFUSED = 0.02  # mean probability of the other month that makes a reading doubtful
GUESSED = 0.3  # confidence of a turn that is only a guess: the book says little after it
MISSING_SECONDS = 3.0  # a card is gone for so long before anybody is asked
LATER = 0.3  # seconds after a card was last seen at which a laid card is a later action


def check(game: Game) -> tuple[Game, tuple[Output, ...]]:
    """Ask about what breaks an invariant now; the first code of CONTRACT.md section 6 wins."""
    round_, belief = game.round, game.belief
    rested = belief.still >= REST_LOOKS and game.seconds - belief.quiet_since >= REST_SECONDS - 0.01
    if round_ is None or round_.over or not rested:
        return game, ()
    game = replace(game, doubled=watch(game, round_))
    found = [*duplicates(game, round_), *missing(game, round_), *mismatches(game, round_), *out_of_turn(game, round_)]
    order = list(AlertCode)
    for finding in sorted(found, key=lambda one: order.index(one.code)):
        if finding.mark not in game.accused:
            return raised(game, round_, finding)
    return game, ()


# -- I1: a face more often in clear view than the deck holds it

def watch(game: Game, round_: Round) -> tuple[Doubled, ...]:
    """Return the faces seen double at the resting table, with the fresh looks at them."""
    before = {one.face: one for one in game.doubled}
    asked = {face for code, faces, _ in game.accused if code is AlertCode.DUPLICATE_CARD for face in faces}
    now = {}
    for face, cards in _double(game).items():
        now[face] = _watched(game, round_, face, cards, before.get(face))
    return (*now.values(), *(one for face, one in before.items() if face in asked and face not in now))


def _double(game: Game) -> dict[Face, list[Lying]]:
    clear: dict[Face, list[Lying]] = {}
    for card in game.belief.cards:
        if card.face is not None and _clear(game, card):
            clear.setdefault(card.face, []).append(card)
    return {face: cards for face, cards in clear.items() if len(cards) > COPIES.get(face, 9)}


def _clear(game: Game, card: Lying) -> bool:
    """True if the card was surely named often, and is seen in this very look."""
    return (card.present and card.misses == 0 and card.last >= game.seconds and card.looks >= CLEAR_LOOKS
            and card.sure >= max(REST_LOOKS, card.looks * PLAINLY)
            and card.face is not None and card.probability(card.face) >= CLEAR)


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
    new = [card for card in cards if face not in _booked(round_, card.zone)]
    return max(new or cards, key=lambda card: card.first)


def _booked(round_: Round, zone: Zone) -> Counter[Face]:
    """What lies in *zone* by the book."""
    table = round_.table
    if zone.kind is ZoneKind.PILE and zone.seat is not None and 0 <= zone.seat < len(table.piles):
        return Counter(table.piles[zone.seat])
    if zone != FLOOR:
        return Counter()
    return Counter(table.loose) + Counter(table.stacked)


def _layer(round_: Round, card: Lying) -> Seat:
    """Who laid *card*: the pile's owner, or the seat that was to play when it appeared."""
    if card.zone.kind is ZoneKind.PILE and card.zone.seat is not None:
        return card.zone.seat
    return next((turn.play.seat for turn in round_.turns if card.first <= turn.seen.seconds), round_.to_move)


def duplicates(game: Game, round_: Round) -> Iterator[Finding]:
    """Two cards of a single face lie there, both identified: ask; after they were shown again elsewhere: stop."""
    for one in game.doubled:
        cards = [card for card in game.belief.cards if card.key in one.fresh]
        if len(cards) <= COPIES.get(one.face, 9) or not all(_clear(game, card) for card in cards):
            continue
        if min(one.fresh.values()) < 1 or game.seconds - one.since < REST_SECONDS - 0.01:
            continue
        asked = (AlertCode.DUPLICATE_CARD, (one.face,), int(Level.QUESTION)) in game.accused
        plain = (asked and one.moved and min(one.fresh.values()) >= STOP_FRESH
                 and game.seconds - one.since >= STOP_SECONDS
                 and all(card.probability(one.face) >= PLAIN and not _instead(game, round_, card) for card in cards))
        yield Finding(AlertCode.DUPLICATE_CARD, Level.STOP if plain else Level.QUESTION,
                      Certainty.CERTAIN_IF_BOTH_RECOGNISED, (one.face,), one.seat)


def _instead(game: Game, round_: Round, card: Lying) -> bool:
    """True if another card is missing at its place: one doubled and one missing is rather a card misread."""
    here = [other for other in game.belief.cards if other.zone == card.zone and other.present]
    booked = _booked(round_, card.zone)
    lost = booked - Counter(other.face for other in here if other.face is not None)
    return bool(+lost) and len(here) <= booked.total()


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
            and other.first > card.first]
    if over or game.seconds - card.last < MISSING_SECONDS or not any(o.first > card.last + LATER for o in later):
        return
    if any(other.face != face and other.likelihood(face) > -3.0 for other in game.belief.cards if other.present):
        return
    yield Finding(AlertCode.CARD_MISSING, Level.QUESTION, Certainty.NEEDS_CONFIRMATION, (face,),
                  round_.turns[number].play.seat)


def _faces(cards: tuple[Lying, ...]) -> Iterator[Face]:
    return (card.face for card in cards if card.face is not None)


def _book_agrees(game: Game, round_: Round, lost: Face) -> bool:
    """True if nothing lies on the floor or in a pile that the book does not have there, and no turn was a guess.

    In a fanned pile one card may be seen twice; that tells nothing unless it may be the *lost* one.
    """
    if _guessed(round_):
        return False
    seen: dict[Zone, Counter[Face]] = {}
    for card in game.belief.cards:
        if not card.present:
            continue
        if card.face is None or card.probability(card.face) < READ or (card.zone == FLOOR and not card.old):
            return False
        seen.setdefault(card.zone, Counter())[card.face] += 1
    for zone, faces in seen.items():
        booked = _booked(round_, zone)
        if any(zone == FLOOR or face == lost or face not in booked for face in faces - booked):
            return False
    return True


def _guessed(round_: Round) -> bool:
    return any(turn.seen.confidence < GUESSED for turn in round_.turns)


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
    booked = _booked(round_, FLOOR)
    laid = [card for card in belief.new if card.laid and card.seen >= GONE_LOOKS and card.looks]
    mine = Counter(card.face for card in laid if card.face is not None and not (card.zone == FLOOR and card.present))
    away = list((booked - Counter(_faces(belief.floor)) + mine).elements())
    months = Counter(face.month for face in away)
    pair = [face for face in away if months[face.month] % 2]
    if len(pair) != 2 or len({face.month for face in pair}) != 2 or len(laid) > 2 or _guessed(round_):
        return
    seat = round_.to_move
    played = set(mine)
    if not laid and round_.turns:  # the turn was booked before the cards were collected
        seat, play = round_.turns[-1].play.seat, round_.turns[-1].play
        played = {*play.hand, *play.flip}
    pile = Zone(ZoneKind.PILE, seat)
    came = {card.face for card in belief.cards if card.zone == pile and _clear(game, card)}
    pair.sort(key=lambda face: face not in played)
    if pair[0] not in played or not set(pair) <= came - set(_booked(round_, pile)):
        return
    if _confused(belief, pair[0], pair[1].month) or _confused(belief, pair[1], pair[0].month):
        return
    yield Finding(AlertCode.MONTH_MISMATCH, Level.QUESTION, Certainty.CERTAIN, tuple(pair), seat,
                  None if laid else len(round_.turns))


def _confused(belief: Belief, face: Face, month: int) -> bool:
    """True if some look saw *face*, wherever it lay, as a card of *month*: it may be misread."""
    return any(sum(value for other, value in card.sums.items() if other.month == month) > CONFUSED * card.looks
               for card in belief.cards if card.face == face)
