"""Turns that are played against the rules: wrong captures, too many or too few cards, the wrong seat."""

from __future__ import annotations

from dataclasses import replace

from engine.alerts import AlertCode as Code
from engine.bots import choose
from engine.cards import Kind
from vision.twin.act import Act
from vision.twin.fouls.foul import PLAIN, in_turn


@in_turn(Code.MONTH_MISMATCH, "a pair of two different months is taken")
def month_mismatch(act: Act) -> bool:
    """The card from the hand matches nothing; it is laid on a card of another month, and both are taken."""
    turn, resting = act.turn, act.resting()
    if not act.plain or turn.captured or turn.stack or not resting:
        return False
    other = act.pick(sorted(set(resting), key=lambda face: (face.kind is Kind.JUNK, face))[:2])
    turn.onto, turn.captured = other, (turn.hand[0], other)
    return True


@in_turn(Code.EXTRA_TABLE_CARD, "one more card of the floor is swept along with a capture")
def extra_table_card(act: Act) -> bool:
    """A loose card that has nothing to do with the turn goes to the pile too."""
    resting = act.resting()
    if not act.plain or not act.turn.captured or not resting:
        return False
    act.turn.captured = (*act.turn.captured, act.pick(resting))
    return True


@in_turn(Code.PPEOK_TAKEN, "three cards that must stay as a ppeok are taken")
def ppeok_taken(act: Act) -> bool:
    """Laid on its month, and the flip is of that month too."""
    if not act.plain or not act.turn.stack:
        return False
    act.turn.captured, act.turn.stack = (*act.turn.captured, *act.turn.stack), None
    return True


@in_turn(Code.STACK_BROKEN, "one card of a stack of three is taken, two stay")
def stack_broken(act: Act) -> bool:
    """The fourth of the month is laid, and takes one card instead of all three."""
    turn, (mine, *_) = act.turn, (*act.turn.hand, None)
    if not act.plain or mine is None or act.lying(mine.month) < 3 or turn.flip[0].month == mine.month:
        return False
    best, *left = sorted(act.of_month(act.floor, mine.month))
    captured = list(turn.captured)
    for face in left:
        captured.remove(face)
    turn.captured, turn.stolen = captured, {}
    return best in captured


@in_turn(Code.TWO_CARDS_PLAYED, "two cards are laid from the hand")
def two_cards_played(act: Act) -> bool:
    """The second one matches nothing and lies by itself."""
    turn = act.turn
    busy = {face.month for face in (*act.floor, *turn.hand, *turn.flip)}
    more = [face for face in act.faces(act.work.cards.hands[act.me]) if face.month not in busy]
    if not act.plain or not more:
        return False
    turn.hand = (*turn.hand, act.pick(more))
    return True


@in_turn(Code.DOUBLE_FLIP, "two cards are turned from the stock")
def double_flip(act: Act) -> bool:
    """The second takes its match, if one card of its month lies there alone, or stays."""
    turn, stock = act.turn, act.faces(act.work.cards.stock)
    if not act.plain or len(stock) < 3:
        return False
    second = stock[1]
    if second.month in {face.month for face in (*turn.hand, *turn.flip)} or act.lying(second.month) > 1:
        return False
    there = act.of_month(act.floor, second.month)
    turn.flip = (*turn.flip, second)
    turn.captured = (*turn.captured, *([second, *there] if there else ()))
    return True


@in_turn(Code.OUT_OF_TURN, "a seat plays though another one is to move")
def out_of_turn(act: Act) -> bool:
    """Of three the seat after the next, of two the one that has just played; then play goes on where it was."""
    due, players = act.before.turn, act.before.players
    wrong = (due + 1) % players
    if not act.plain or len(act.before.hand_cards[wrong]) < 2 or any(act.before.shakes_now):
        return False
    before = replace(act.before, turn=wrong)
    act.play_instead(before, choose(before, act.luck))
    act.after = replace(act.after, turn=due)
    return act.plain


@in_turn(Code.FLIP_SKIPPED, "the stock is not turned", PLAIN)
def flip_skipped(act: Act) -> bool:
    """What the card from the hand takes is taken; the turn ends there."""
    turn = act.turn
    if not act.plain or any(turn.stolen.values()) or turn.stack or turn.flip[0].month == turn.hand[0].month:
        return False
    turn.captured = act.of_month(turn.captured, turn.hand[0].month)
    turn.flip, turn.stolen = (), {}
    return True


@in_turn(Code.CAPTURE_MISSED, "a pair is left lying", PLAIN)
def capture_missed(act: Act) -> bool:
    """The card from the hand lies on its match, and nobody takes the two."""
    turn, month = act.turn, act.turn.hand[0].month if act.turn.hand else 0
    pair = act.of_month(turn.captured, month)
    if not act.plain or any(turn.stolen.values()) or len(pair) != 2 or act.lying(month) != 1:
        return False
    turn.captured = [face for face in turn.captured if face.month != month]
    turn.stolen = {}
    return True
