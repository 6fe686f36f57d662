"""Cards that move without a foul: dropped, swept off the table, re-arranged, squared, the cup in another row."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Face, Kind
from engine.steal import CUP
from engine.table import Seat
from vision.twin.act import Act
from vision.twin.choreography import Choreography
from vision.twin.motion import Pose, shifted
from vision.twin.places import outside, row_pose
from vision.twin.slips.slip import slip, spanned
from vision.twin.stage import Stage
from vision.twin.steps import Do, Lay


@slip("dropped_card", "a card from the hand falls onto the table and is laid a moment later")
def dropped_card(act: Act) -> bool:
    """It lies face up at a place where nobody would lay it."""
    if not act.plain:
        return False
    at = next(n for n, step in enumerate(act.steps) if isinstance(step, Lay))
    lay = act.steps[at]
    assert isinstance(lay, Lay)
    act.steps[at : at + 1] = spanned(act, [Do(lambda work: _drop(work, lay)), lay])
    return True


def _drop(work: Choreography, lay: Lay) -> None:
    stage, seat = work.stage, lay.seat
    card = work.cards.pick(work.cards.hands[seat], lay.face)
    x, y = outside(work.players, seat)
    dx, dy, turn = stage.rng.uniform((-12, -8, -60), (12, 8, 60))
    fallen = shifted(work.free_place(seat), float(dx), float(dy), angle=float(turn))
    stage.held(seat, card)
    stage.carry(seat, {card: stage.on_top(fallen, *stage.poses)}, 0.6, lift=10)
    stage.reach(seat, stage.grip(seat, shifted(fallen, (x - fallen.x) * 0.4, (y - fallen.y) * 0.4)), 0.3)
    stage.pause(1.3)
    work.dropped.append(card)


@slip("off_table", "a sleeve sweeps a card of the floor off the table; it is brought back")
def off_table(act: Act) -> bool:
    """Nobody plays meanwhile."""
    if not act.plain or not act.work.cards.floor:
        return False
    act.steps += spanned(act, [Do(lambda work: _sweep_off(work, act.me))])
    return True


def _sweep_off(work: Choreography, seat: Seat) -> None:
    stage = work.stage
    x, y = outside(work.players, seat)
    free = [i for i in work.cards.floor if not any(_lies_on(stage, other, i) for other in work.cards.floor)]
    card = min(free or work.cards.floor, key=lambda i: abs(stage.poses[i].x - x) + abs(stage.poses[i].y - y))
    home = stage.poses[card]
    stage.pause(0.4)
    stage.reach(seat, stage.grip(seat, home), 0.5, "flat")
    away = Pose(x, y, home.angle + 40, 4.0)
    stage.carry(seat, {card: away}, 0.5, shape="flat", leaves=True)
    stage.hands.pop(seat)
    stage.pause(2.6)
    stage.held(seat, card)
    back = stage.on_top(work.crooked(home), *(i for i in work.cards.floor if i != card))
    stage.carry(seat, {card: back}, 0.9, lift=20)
    stage.withdraw(seat)


def _lies_on(stage: Stage, upper: int, lower: int) -> bool:
    a, b = stage.poses[upper], stage.poses[lower]
    return a.z > b.z and abs(a.x - b.x) < 40 and abs(a.y - b.y) < 56


@slip("rearranging", "a seat lays two captured cards of a row in each other's place")
def rearranging(act: Act) -> bool:
    """The same cards, in another order."""
    work = act.work
    rows = [
        (seat, kind, [i for i in line if i is not None])
        for (seat, kind), line in work.cards.rows.items()
        if sum(i is not None for i in line) > 1
    ]
    if not rows:
        return False
    seat, kind, cards = act.luck.choice(rows)
    one, two = act.luck.sample(cards, 2)
    act.slip["seat"] = seat
    act.steps[:0] = spanned(act, [Do(lambda work: _exchange(work, seat, kind, one, two))])
    return True


def _exchange(work: Choreography, seat: Seat, kind: Kind, one: int, two: int) -> None:
    stage, line = work.stage, work.cards.rows[seat, kind]
    first, second = stage.poses[one], stage.poses[two]
    free = row_pose(work.players, seat, work.cards.faces[one], len(line) + 1, work.manner.row_step)
    for card, pose in ((one, free), (two, first), (one, second)):
        stage.reach(seat, stage.grip(seat, stage.poses[card]), 0.5)
        stage.carry(seat, {card: pose}, 0.6, lift=14)
    a, b = line.index(one), line.index(two)
    line[a], line[b] = two, one
    stage.withdraw(seat)


@slip("squaring", "a seat squares its junk to a heap and fans it again")
def squaring(act: Act) -> bool:
    """For a moment only the uppermost card can be seen."""
    rows = act.work.cards.rows
    rich = [
        (seat, cards)
        for (seat, kind), line in rows.items()
        if kind is Kind.JUNK and len(cards := [i for i in line if i is not None]) > 2
    ]
    if not rich:
        return False
    seat, cards = act.luck.choice(rich)
    act.slip["seat"] = seat
    act.steps[:0] = spanned(act, [Do(lambda work: _square(work, seat, cards))])
    return True


def _square(work: Choreography, seat: Seat, cards: list[int]) -> None:
    stage = work.stage
    lying = {card: stage.poses[card] for card in cards}
    heap = lying[cards[len(cards) // 2]]
    stage.reach(seat, stage.grip(seat, lying[cards[-1]]), 0.6, "flat")
    rng = stage.rng
    squared = {i: shifted(heap, *rng.normal(0, 0.8, 2).tolist(), z=0.4 * n) for n, i in enumerate(cards)}
    stage.carry(seat, squared, 0.6, shape="flat", place=stage.grip(seat, heap))
    stage.withdraw(seat)
    stage.pause(1.4)
    stage.reach(seat, stage.grip(seat, heap), 0.6, "flat")
    fanned = {i: replace(pose, angle=pose.angle + float(rng.normal(0, 1.0))) for i, pose in lying.items()}
    stage.carry(seat, fanned, 0.7, shape="flat", place=stage.grip(seat, lying[cards[-1]]))
    stage.withdraw(seat)


@slip("cup_moved", "the cup goes to the junk row and back to the animals")
def cup_moved(act: Act) -> bool:
    """Its owner may lay it either way until the round is paid."""
    owner = next((seat for seat in act.active if CUP in act.pile(seat)), None)
    if owner is None:
        return False
    act.slip["seat"] = owner
    act.steps[:0] = spanned(act, [Do(lambda work: _move_cup(work, owner))])
    return True


def _move_cup(work: Choreography, seat: Seat) -> None:
    stage, cards = work.stage, work.cards
    cup = cards.pick(cards.piles[seat], CUP)
    home = stage.poses[cup]
    line = cards.rows.get((seat, Kind.JUNK), [])
    junk = row_pose(work.players, seat, _JUNK, len(line), work.manner.row_step)
    for pose in (replace(junk, z=0.8), home):
        stage.reach(seat, stage.grip(seat, stage.poses[cup]), 0.6)
        stage.carry(seat, {cup: pose}, 0.7, lift=14)
        stage.withdraw(seat)
        stage.pause(1.6)


_JUNK = Face(9, Kind.JUNK, 1)

