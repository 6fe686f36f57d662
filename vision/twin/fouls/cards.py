"""Cards that should not be there, and cards that should: foreign, doubled, hidden, exchanged."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.alerts import AlertCode as Code
from engine.cards import COPIES, Face, Kind
from engine.round import Action, Do, put
from vision.twin.act import Act
from vision.twin.choreography import Choreography
from vision.twin.fouls.foul import ROUND, Until, in_turn
from vision.twin.motion import Pose
from vision.twin.places import facing, outside
from vision.twin.steps import Do as Step


@in_turn(Code.DUPLICATE_CARD, "a second copy of an open card is laid from the hand")
def duplicate_card(act: Act) -> bool:
    """The card it doubles lies open: on the floor or in a pile, where single cards lie side by side."""
    if not act.plain:
        return False
    seen = [face for face in _open(act) if COPIES.get(face) == 1]
    return bool(seen) and _slip_in(act, act.pick(sorted(set(seen))))


@in_turn(Code.FOREIGN_CARD, "a fifth card of a month is laid from the hand")
def foreign_card(act: Act) -> bool:
    """All four of the month lie open already."""
    if not act.plain:
        return False
    months = Counter(face.month for face in _open(act))
    full = [m for m, count in months.items() if count == 4 and Face(m, Kind.JUNK, 1) in COPIES]
    return bool(full) and _slip_in(act, Face(act.luck.choice(full), Kind.JUNK, 1))


def _open(act: Act) -> list[Face]:
    return [*act.floor, *(face for seat in act.active for face in act.pile(seat))]


def _slip_in(act: Act, face: Face) -> bool:
    """The card that would be laid vanishes up the sleeve, and *face* is laid in its place."""
    seat, mine = act.before.turn, act.turn.hand[0]
    held = list(act.before.hand_cards[seat])
    held[held.index(mine)] = face
    before = replace(act.before, hand_cards=put(act.before.hand_cards, seat, tuple(held)))
    there = sorted({lying for lying in act.loose if lying.month == face.month})
    choice = there[0] if len(there) > 1 else None
    act.play_instead(before, Action(Do.PLAY, (face,), choice))
    if not act.plain:
        return False
    hand = act.work.cards.hands[act.me]
    act.turn.first.append(Step(lambda work: _exchange(act, hand, mine, face)))
    return True


def _exchange(act: Act, hand: list[int], mine: Face, face: Face) -> None:
    hand.remove(act.work.cards.pick(hand, mine))
    hand.append(act.new_card(face))


@in_turn(Code.CARD_MISSING, "a card of the floor is pocketed", Until(2))
def card_missing(act: Act) -> bool:
    """A loose card that has lain there goes out of the picture with the hand."""
    resting = act.resting()
    if not act.plain or not resting:
        return False
    face = act.pick(resting)
    act.turn.last += [act.mark(), Step(lambda work: _pocket(work, act.me, face))]
    return True


def _pocket(work: Choreography, seat: int, face: Face) -> None:
    stage, cards = work.stage, work.cards
    card = cards.pick(cards.floor, face)
    cards.floor.remove(card)
    stage.pause(0.5)
    stage.reach(seat, stage.grip(seat, stage.poses[card]), 0.6)
    x, y = outside(work.players, seat)
    stage.carry(seat, {card: Pose(x, y, facing(work.players, seat), 12.0)}, 0.7, lift=8, leaves=True)
    stage.hands.pop(seat)


@in_turn(Code.CAPTURED_PILE_TAMPER, "a captured card is exchanged for one of the floor")
def pile_tamper(act: Act) -> bool:
    """A junk of the own pile for a better card of the floor: every card still lies open, but not where it belongs."""
    mine = [f for f in act.pile(act.me) if f.kind is Kind.JUNK and not act.lying(f.month)]
    wanted = [f for f in act.resting() if f.kind is not Kind.JUNK] or act.resting()
    if not act.plain or not mine or not wanted:
        return False
    away, fetched = act.pick(mine), act.pick(wanted)
    act.turn.last += [act.mark(), Step(lambda work: _swap(work, act.me, away, fetched))]
    return not _brings_points(act, away, fetched)


def _brings_points(act: Act, away: Face, fetched: Face) -> bool:
    trial = act.copy()
    trial.turn.captured = (*act.turn.captured, fetched)
    return trial.reaches()


def _swap(work: Choreography, seat: int, away: Face, fetched: Face) -> None:
    stage, cards = work.stage, work.cards
    old, new = cards.pick(cards.piles[seat], away), cards.pick(cards.floor, fetched)
    cards.floor.remove(new)
    work.unfile(seat, old)
    stage.pause(0.5)
    stage.reach(seat, stage.grip(seat, stage.poses[old]), 0.6)
    stage.carry(seat, {old: work.free_place(seat)}, 0.8, lift=14)
    stage.reach(seat, stage.grip(seat, stage.poses[new]), 0.5)
    stage.carry(seat, {new: work.file(seat, new)}, 0.8, lift=14)
    cards.floor.append(old)
    stage.withdraw(seat)


@in_turn(Code.HAND_COUNT, "a hand is a card short at the end: the last turn only flips", ROUND, late=True)
def hand_count(act: Act) -> bool:
    """The last card was hidden; it never comes out."""
    state, seat = act.before, act.before.turn
    if act.turn.shakes or len(state.hand_cards[seat]) != 1 or any(state.table.tokens):
        return False
    tokens = put(state.table.tokens, seat, 1)
    hands = put(state.table.hands, seat, 0)
    table = replace(state.table, hands=hands, tokens=tokens)
    short = replace(state, table=table, hand_cards=put(state.hand_cards, seat, ()))
    act.play_instead(short, Action(Do.DRAW))
    if act.after.phase not in ("play", "over"):
        return False
    act.turn.first.append(Step(lambda work: work.cards.hands[act.me].clear()))
    return True
