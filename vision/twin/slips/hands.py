"""Hands that are slow, late, in the way, undecided, or somebody else's."""

from __future__ import annotations

from vision.twin.act import Act
from vision.twin.choreography import Choreography
from vision.twin.motion import shifted
from vision.twin.places import floor_slots
from vision.twin.slips.slip import closes, opens, slip, spanned
from vision.twin.steps import Collect, Do, Give, Lay, Leave, Paced, Pause, Step


@slip("slow_collecting", "captured cards are taken slowly, with a rest before")
def slow_collecting(act: Act) -> bool:
    """Two or three times as long as usual."""
    at = _find(act, Collect)
    if at is None:
        return False
    factor = act.luck.uniform(2.0, 3.2)
    act.steps[at : at + 1] = spanned(act, [Pause(act.luck.uniform(1.0, 2.5)), Paced(factor, act.steps[at])])
    return True


@slip("late_collecting", "captured cards are taken only when the next seat has laid its card", question_ok=True)
def late_collecting(act: Act) -> bool:
    """The hand goes away first, and comes back."""
    at = _find(act, Collect)
    if at is None or not act.plain or _find(act, Give) is not None:
        return False
    collect, taken = act.steps[at], list[int]()
    assert isinstance(collect, Collect)
    act.steps[at] = Do(lambda work: taken.extend(work.take(collect.faces)))
    act.steps.insert(at, opens(act))
    act.later += [Do(lambda work: work.collect(collect.seat, taken)), Leave(collect.seat), act.lies(), closes(act)]
    return True


@slip("late_steal", "a junk that is due is given a moment later, after the next seat's card")
def late_steal(act: Act) -> bool:
    """Before the next flip."""
    given = [step for step in act.steps if isinstance(step, Give)]
    if not given or not act.plain:
        return False
    at = act.steps.index(given[0])
    act.steps[at:] = [opens(act), *(step for step in act.steps[at:] if not isinstance(step, Give))]
    act.later += [*given, act.lies(), closes(act)]
    return True


@slip("child_help", "another person's hand lays the card", question_ok=True)
def child_help(act: Act) -> bool:
    """Somebody who does not play, or the neighbour."""
    at = _find(act, Lay)
    if at is None or not act.plain:
        return False
    lay, helper = act.steps[at], act.luck.choice([act.work.players, act.others[0]])
    assert isinstance(lay, Lay)
    act.steps[at : at + 1] = spanned(act, [Lay(lay.seat, lay.face, lay.choice, lay.onto, helper)])
    return True


@slip("resting_arm", "an arm rests on the floor during a whole turn")
def resting_arm(act: Act) -> bool:
    """Of one who does not play now."""
    arm = act.luck.choice([act.work.players, *act.others])
    x, y = act.luck.choice(floor_slots(act.work.players)[:6])
    come: list[Step] = [opens(act), Do(lambda work: work.stage.reach(arm, (x, y), 0.7, "flat")), Pause(0.8)]
    act.steps[:] = [*come, *act.steps, Pause(act.luck.uniform(0.6, 2.0)), Leave(arm), closes(act)]
    act.slip["seat"] = arm if arm < act.work.players else None
    return True


@slip("quick_turns", "two quick turns while an arm is in the way")
def quick_turns(act: Act) -> bool:
    """The arm of somebody who does not play lies there from before the first to after the second."""
    if not act.plain:
        return False
    arm = act.work.players
    x, y = act.luck.choice(floor_slots(arm)[:4])
    come: list[Step] = [opens(act), Do(lambda work: work.stage.reach(arm, (x, y), 0.6, "flat"))]
    act.steps[:] = [*come, *(Paced(0.6, step) for step in act.steps)]
    act.after_next += [Leave(arm), closes(act)]
    act.slip["seat"] = None
    act.hurry = True
    return True


@slip("hesitating", "a hand stays over cards before it plays")
def hesitating(act: Act) -> bool:
    """It hovers over one or two and goes back."""
    cards = act.work.cards.floor
    if not cards or _find(act, Lay) is None:
        return False
    chosen = act.luck.sample(cards, min(len(cards), act.luck.choice((1, 2))))

    def hover(work: Choreography) -> None:
        for card in chosen:
            work.stage.reach(act.me, work.stage.grip(act.me, work.stage.poses[card]), 0.7)
            work.stage.pause(0.8)
        work.stage.withdraw(act.me)

    act.steps[:0] = spanned(act, [Do(hover)])
    return True


@slip("touching", "a card is touched and pushed a little, but not taken")
def touching(act: Act) -> bool:
    """It stays where it is, a few millimetres off."""
    if not act.work.cards.floor or _find(act, Lay) is None:
        return False
    card = act.luck.choice(act.work.cards.floor)
    dx, dy, turn = (act.luck.uniform(-6, 6) for _ in range(3))

    def touch(work: Choreography) -> None:
        stage = work.stage
        pose = stage.poses[card]
        stage.reach(act.me, stage.grip(act.me, pose), 0.7)
        stage.pause(0.3)
        stage.carry(act.me, {card: shifted(pose, dx, dy, angle=pose.angle + turn)}, 0.35)
        stage.pause(0.4)
        stage.withdraw(act.me)

    act.steps[:0] = spanned(act, [Do(touch)])
    return True


def _find(act: Act, kind: type) -> int | None:
    return next((n for n, step in enumerate(act.steps) if isinstance(step, kind)), None)
