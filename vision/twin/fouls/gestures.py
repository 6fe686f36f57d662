"""Fouls of hand and mouth: peeking, a card with another back, a false shake, a prompt that gets no answer."""

from __future__ import annotations

from collections import Counter

from engine.alerts import AlertCode as Code
from engine.table import Seat
from vision.twin.act import Act
from vision.twin.choreography import Choreography
from vision.twin.fouls.foul import FOULS, SETTLED, At, Foul, in_turn
from vision.twin.motion import Move, shifted
from vision.twin.stage import STOCK
from vision.twin.steps import Do


@in_turn(Code.PEEK, "the top card of the stock is lifted and laid back")
def peek(act: Act) -> bool:
    """Nobody but the one who lifts it sees the face; the camera sees its back, tilted."""
    if not act.plain or len(act.work.cards.stock) < 4:
        return False
    act.offender = act.luck.choice(act.active)
    seat = act.offender
    act.turn.last += [act.mark(), Do(lambda work: _peek(work, seat))]
    return True


def _peek(work: Choreography, seat: Seat) -> None:
    stage, card = work.stage, work.cards.stock[0]
    stage.pause(0.4)
    top = stage.stock_top()
    stage.reach(seat, stage.grip(seat, top), 0.6)
    stage.poses[card] = top
    stage.set_count(STOCK, len(work.cards.stock) - 1)
    x, y = stage.grip(seat, top)
    lifted = shifted(top, (x - top.x) * 1.7, (y - top.y) * 1.7, z=top.z + 28, turn=125.0)
    stage.carry(seat, {card: lifted}, 0.5)
    stage.pause(0.9)
    stage.carry(seat, {card: top}, 0.45)
    stage.moves.append(Move(card, stage.now, stage.now, top, top, leaves=True))
    del stage.poses[card]
    stage.set_count(STOCK, len(work.cards.stock))
    stage.withdraw(seat)


@in_turn(Code.BACK_ANOMALY, "the next card of the stock has another back", SETTLED)
def back_anomaly(act: Act) -> bool:
    """It lies open to all eyes as soon as the card above it is turned. Nobody in particular is to blame."""
    if not act.plain or len(act.work.cards.stock) < 4:
        return False
    act.offender = None
    act.turn.last += [act.mark(), Do(lambda work: _odd_top(act, work))]
    return True


def _odd_top(act: Act, work: Choreography) -> None:
    """The card lies as a thing of its own on the stock from now on."""
    stage, card = work.stage, work.cards.stock[0]
    act.props.odd.add(card)
    top = stage.stock_top()
    stage.set_count(STOCK, len(work.cards.stock) - 1)
    stage.poses[card] = top
    stage.moves.append(Move(card, stage.now, stage.now, top, top))


@in_turn(Code.FALSE_SHAKE, "two of a month and another card are shown as a shake")
def false_shake(act: Act) -> bool:
    """Said and shown before the turn; then play goes on."""
    hand = act.work.cards.hands[act.me]
    months = Counter(face.month for face in act.faces(hand))
    two = [month for month, count in months.items() if count == 2]
    if not act.plain or not two or len(hand) < 4:
        return False
    month = act.luck.choice(two)
    pair = [i for i in hand if act.work.cards.faces[i].month == month]
    other = act.luck.choice([i for i in hand if i not in pair])
    act.turn.first.append(Do(lambda work: _show(act, work, [*pair, other])))
    return True


def _show(act: Act, work: Choreography, shown: list[int]) -> None:
    seconds, faces = work.show(act.me, shown)
    act.say(act.me, "shake", seconds, faces)
    work.take_back(act.me, shown)


FOULS[str(Code.GO_IMPLIED)] = Foul(
    Code.GO_IMPLIED, "Go or Stop is asked, nobody answers, and the next seat plays on", SETTLED, At.PROMPT, late=True
)
