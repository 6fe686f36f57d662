"""People mend the book: a card's name or place, a turn; what was booked after it is kept if it fits, else read anew."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from enum import StrEnum

from engine.belief import Belief, accounted, named, unaccounted
from engine.cards import COPIES, Face
from engine.displaced import booked, pile_of
from engine.events import CardFix, CardMove, Corrected, Fix, TurnDrop, TurnFix
from engine.game import Game, Round, TurnRecord
from engine.moves import placed
from engine.observation import FLOOR, Zone, ZoneKind
from engine.outputs import Following, Output
from engine.rebook import advance, excess, record, replay, rewind, rewrite
from engine.rules import RuleSet
from engine.table import Seat, Table
from engine.turn import Play


class Refusal(StrEnum):
    """Why a correction cannot be; the texts have a sentence for each."""

    NO_ROUND = "no_round"  # no round runs
    SAME_CARD = "same_card"  # it is booked so already
    NOT_THERE = "not_there"  # no such card lies there by the book, or there is no such turn
    NO_SUCH_CARD = "no_such_card"  # this pack has no such card
    TWICE = "twice"  # the pack does not hold one more of it: it lies elsewhere
    NOT_TAKEN = "not_taken"  # named so, the card would not have been captured
    UNPLAYABLE = "unplayable"  # the rules know no such turn


def correct(game: Game, event: Corrected) -> tuple[Game, tuple[Output, ...]]:
    """Rewrite the book of this round; turns after the corrected one are kept if they still fit, else explained anew.

    Returns the very *game* if the correction is refused (`refusal` says why). A card that is not in the book yet is
    only named: the turn that brings it is explained later.
    """
    round_, fix = game.round, event.fix
    if refusal(game, fix) is not None or round_ is None or _comes_next(round_, fix):
        return game, ()
    belief = _believed(game.belief, fix)
    if isinstance(fix, TurnDrop) and fix.n == len(round_.turns):
        dropped = round_.turns[-1].play
        belief = unaccounted(belief, dropped.hand + dropped.flip)
    rewritten = _rewritten(round_, fix, game.rules)
    if rewritten is None:
        return replace(game, belief=belief, past=game, tried=()), ()
    after, outputs = rewrite(game, rewritten)
    after = replace(after, belief=belief)
    if len(rewritten.turns) < len(round_.turns) - isinstance(fix, TurnDrop):
        after = replace(after, state=Following.UNSURE, why="correction_unexplained")
    return after, outputs


def refusal(game: Game, fix: Fix) -> Refusal | None:
    """Return what speaks against *fix*, None if nothing does."""
    round_ = game.round
    if round_ is None or round_.over:
        return Refusal.NO_ROUND
    wrong = _wrong(game, round_, fix)
    if wrong is not None or _comes_next(round_, fix):
        return wrong
    rewritten = _rewritten(round_, fix, game.rules)
    if rewritten is None:
        known = isinstance(fix, CardFix) and _waits(game, round_, fix)
        return None if known else Refusal.UNPLAYABLE
    if excess(rewritten.table, game.rules) - excess(round_.table, game.rules):
        return Refusal.TWICE
    if isinstance(fix, CardFix) and fix.seat is not None and not _only_renamed(round_, rewritten, fix, fix.seat):
        return Refusal.NOT_TAKEN
    return None


def _only_renamed(was: Round, now: Round, fix: CardFix, seat: Seat) -> bool:
    """True if all that was captured is captured still, that one card under its other name, by that seat."""
    before, after = (Counter(card for pile in one.table.piles for card in pile) for one in (was, now))
    more, fewer = after - before, before - after
    own = now.table.piles[seat].count(fix.face) > was.table.piles[seat].count(fix.face)
    return own and (more, fewer) == (Counter([fix.face]), Counter([fix.was])) and len(now.turns) >= len(was.turns)


def _wrong(game: Game, round_: Round, fix: Fix) -> Refusal | None:
    """What can be told without playing the round again."""
    match fix:
        case CardFix(was, face, seat):
            if was == face:
                return Refusal.SAME_CARD
            if seat is not None and not 0 <= seat < game.players:
                return Refusal.NOT_THERE
            if not _has(game, face):
                return Refusal.NO_SUCH_CARD
            there = booked(round_.table, FLOOR if seat is None else pile_of(seat))[was]
            return None if there or _waits(game, round_, fix) else Refusal.NOT_THERE
        case CardMove(face, was, now):
            if was == now:
                return Refusal.SAME_CARD
            if not _has(game, face):
                return Refusal.NO_SUCH_CARD
            there = was is None or booked(round_.table, was)[face]
            return None if there and (now is None or _open(now, game.players)) else Refusal.NOT_THERE
        case TurnDrop(n):
            return None if 1 <= n <= len(round_.turns) else Refusal.NOT_THERE
        case TurnFix(n):
            return None if 1 <= n <= len(round_.turns) + 1 else Refusal.NOT_THERE


def _comes_next(round_: Round, fix: Fix) -> bool:
    """True for a turn that people tell before the eyes have explained it: it is booked as a new one."""
    return isinstance(fix, TurnFix) and fix.n == len(round_.turns) + 1


def _has(game: Game, face: Face) -> bool:
    return face in COPIES or face in game.rules.bonus_cards


def _open(zone: Zone, players: int) -> bool:
    return zone == FLOOR or (zone.kind is ZoneKind.PILE and zone.seat is not None and 0 <= zone.seat < players)


def _waits(game: Game, round_: Round, fix: CardFix) -> bool:
    """True if the eyes see the card on the floor and the book does not have it there yet."""
    seen = any(card.zone == FLOOR and card.present and card.face == fix.was for card in game.belief.cards)
    return fix.seat is None and seen and not booked(round_.table, FLOOR)[fix.was]


def _believed(belief: Belief, fix: Fix) -> Belief:
    """What the eyes are told by it: they go on from there."""
    match fix:
        case CardFix(was, face, seat):
            return named(belief, was, face, FLOOR if seat is None else pile_of(seat))
        case CardMove(face, _, now) if now is not None:
            return accounted(belief, face, now)
    return belief


def _rewritten(round_: Round, fix: Fix, rules: RuleSet) -> Round | None:
    match fix:
        case CardFix():
            return _fix_card(round_, fix, rules)
        case TurnFix():
            return _fix_turn(round_, fix, rules)
        case TurnDrop(n):
            return _drop_turn(round_, n, rules)
        case CardMove():
            table = placed(round_.table, fix)
            moves = (*round_.placed, (len(round_.turns), fix))
            return None if table is None else replace(round_, table=table, placed=moves)


def _fix_turn(round_: Round, fix: TurnFix, rules: RuleSet) -> Round | None:
    if not 1 <= fix.n <= len(round_.turns):
        return None
    was = round_.turns[fix.n - 1]
    play = Play(fix.seat, fix.hand, fix.flip, fix.choose_hand, fix.choose_flip, shakes=was.play.shakes)
    base = rewind(round_, fix.n - 1)
    turn = record(base, play, fix.stolen or {}, was.evidence, 1.0, was.seen.seconds, rules, fixed=True)
    if turn is None:
        return None
    return replay(advance(base, turn), round_.turns[fix.n:], rules)


def _drop_turn(round_: Round, n: int, rules: RuleSet) -> Round:
    """The round without turn *n*; the eyes do not explain the same again."""
    dropped = replace(round_.turns[n - 1].play, shakes=())
    moves = tuple((at - (at >= n), move) for at, move in round_.placed)
    base = replace(rewind(round_, n - 1), placed=moves)
    after = replay(base, round_.turns[n:], rules)
    return replace(after, refused=frozenset({dropped})) if n == len(round_.turns) else after


def _fix_card(round_: Round, fix: CardFix, rules: RuleSet) -> Round | None:
    """The wrong name came with the turn that laid or flipped the card, or with the deal."""
    if not booked(round_.table, FLOOR if fix.seat is None else pile_of(fix.seat))[fix.was]:
        return None
    at = _brought(round_, fix)
    if at is not None:
        turns = tuple(_renamed(turn, fix, itself=n == 0) for n, turn in enumerate(round_.turns[at:]))
        return replay(rewind(round_, at), turns, rules)
    if fix.was not in round_.opening.loose + round_.opening.stacked:
        return None
    opening = replace(round_.opening, loose=_swap(round_.opening.loose, fix), stacks=tuple(
        replace(stack, cards=_swap(stack.cards, fix)) for stack in round_.opening.stacks))
    turns = tuple(_renamed(turn, fix) for turn in round_.turns)
    return replay(rewind(replace(round_, floor=_swap(round_.floor, fix)), 0, opening), turns, rules)


def _brought(round_: Round, fix: CardFix) -> int | None:
    """Index of the newest turn that laid or flipped the card, one of its captor first; None: it was dealt."""
    played = [at for at, turn in enumerate(round_.turns) if fix.was in turn.play.hand + turn.play.flip]
    own = [at for at in played if fix.seat is not None and round_.turns[at].play.seat == fix.seat]
    return max(own or played, default=None)


def _renamed(turn: TurnRecord, fix: CardFix, *, itself: bool = False) -> TurnRecord:
    """A turn with the card's right name: in what was laid or flipped, if it came with this turn, and in choices."""
    play = turn.play
    if itself:
        hand = _swap(play.hand, fix)
        play = replace(play, hand=hand, flip=play.flip if hand != play.hand else _swap(play.flip, fix))
    if COPIES.get(fix.was) == 1:  # of two equal junks, nothing tells which was meant
        choices = (fix.face if one == fix.was else one for one in (play.choose_hand, play.choose_flip))
        play = replace(play, choose_hand=next(choices), choose_flip=next(choices))
    return replace(turn, play=play, fixed=turn.fixed or itself)


def _swap(faces: tuple[Face, ...], fix: CardFix) -> tuple[Face, ...]:
    if fix.was not in faces:
        return faces
    at = faces.index(fix.was)
    return (*faces[:at], fix.face, *faces[at + 1:])


def where(table: Table, face: Face) -> tuple[Zone, ...]:
    """Return the zones in which *face* lies by the book, for words such as "it lies in the pile of seat 1"."""
    zones = (FLOOR, *(pile_of(seat) for seat in range(len(table.piles))))
    return tuple(zone for zone in zones if Counter(booked(table, zone))[face])
