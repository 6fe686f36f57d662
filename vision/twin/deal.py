"""Between the turns: the pack comes to the table, is cut and dealt; after the round everything is gathered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.cards import Face
from engine.observation import STOCK as STOCK_ZONE
from engine.observation import Zone, ZoneKind
from engine.table import Seat
from vision.twin.choreography import Choreography
from vision.twin.motion import THICKNESS_MM, Pose, shifted
from vision.twin.places import facing, floor_slots, middle, outside, stock_pose
from vision.twin.stage import STOCK

PACKET = -2  # the packet that moves while cards are dealt or cut


def deal(
    work: Choreography, dealer: Seat, floor: Sequence[Face], hand_size: int, *, cut_pack: bool = True,
    backwards: bool = False,
) -> None:  # fmt: skip
    """Bring the pack, cut it, deal *floor* and the hands in two rounds of packets, stack three of a month.

    The cards of `work` must already be given: hands and stock as they will be, the floor still empty. *backwards*:
    the packets go round clockwise, the dealer's first.
    """
    players, total = work.players, len(work.cards.faces)
    bring(work, dealer, total)
    if cut_pack:
        cut(work, (dealer - 1) % players, dealer, total)
    slots = sorted(floor_slots(players)[: len(floor)], key=lambda s: (s[1] > middle(players, STOCK_ZONE)[1], s))
    order = [(dealer + 1 + k) % players for k in range(players)]
    if backwards:
        order.reverse()
    half, part = len(floor) // 2, (hand_size + 1) // 2
    laid, left = list(zip(floor, slots, strict=True)), total
    for some, size in ((laid[:half], part), (laid[half:], hand_size - part)):
        for face, slot in some:
            left = deal_card(work, dealer, face, slot, left)
        for seat in order:
            left = deal_packet(work, dealer, seat, size, left)
    work.stage.withdraw(dealer)
    tidy(work, dealer)


def put_under(work: Choreography, seat: Seat) -> None:
    """*seat* sits out: its hand goes back under the stock."""
    stage, stock = work.stage, len(work.cards.stock)
    size = stock - stage.counts[STOCK]
    stage.pause(1.0)
    stage.held(seat, PACKET)
    stage.counts[PACKET] = size
    place = stock_pose(work.players)
    stage.carry(seat, {PACKET: shifted(place, 40.0)}, 0.9, lift=8)
    stage.carry(seat, {STOCK: shifted(place, 38.0, z=size * THICKNESS_MM)}, 0.5, lift=10)
    stage.set_count(PACKET, 0)
    stage.set_count(STOCK, stock, shifted(place, 40.0))
    stage.carry(seat, {STOCK: place}, 0.3)
    stage.withdraw(seat)


def bring(work: Choreography, dealer: Seat, count: int) -> None:
    """The dealer puts the shuffled pack in the middle."""
    stage = work.stage
    stage.held(dealer, STOCK)
    stage.counts[STOCK] = count
    stage.poses[STOCK] = replace(stage.poses[STOCK], angle=0.0)
    stage.carry(dealer, {STOCK: stock_pose(work.players)}, 0.9, lift=10)
    stage.pause(0.2)


def cut(work: Choreography, cutter: Seat, dealer: Seat, count: int) -> None:
    """The player on the dealer's left lifts a packet, the dealer puts the rest on it."""
    stage, place = work.stage, stock_pose(work.players)
    stage.withdraw(dealer, 0.4)
    upper = int(work.stage.rng.integers(count // 3, count * 2 // 3))
    stage.reach(cutter, stage.grip(cutter, place), 0.6)
    lifted = replace(place, z=(count - upper) * THICKNESS_MM)
    stage.set_count(STOCK, count - upper)
    stage.set_count(PACKET, upper, lifted)
    beside = shifted(place, 44.0)
    stage.carry(cutter, {PACKET: beside}, 0.5, lift=14)
    stage.withdraw(cutter, 0.4)
    stage.reach(dealer, stage.grip(dealer, place), 0.5)
    stage.carry(dealer, {STOCK: replace(beside, z=upper * THICKNESS_MM)}, 0.4, lift=10)
    stage.set_count(PACKET, 0)
    stage.set_count(STOCK, count, beside)
    stage.carry(dealer, {STOCK: place}, 0.3)


def deal_card(work: Choreography, dealer: Seat, face: Face, slot: tuple[float, float], left: int) -> int:
    """Turn the top card of the pack onto a free place of the floor; returns the cards left in the pack."""
    stage, cards = work.stage, work.cards
    known = set(cards.stock).union(cards.floor, *cards.hands)
    card = cards.pick([i for i in range(len(cards.faces)) if i not in known], face)
    stage.reach(dealer, stage.grip(dealer, stage.stock_top()), 0.16)
    stage.poses[card] = stage.stock_top()
    stage.set_count(STOCK, left - 1)
    pose = work.crooked(Pose(*slot, work.upright(dealer)))
    stage.carry(dealer, {card: pose}, 0.24, lift=22)
    cards.floor.append(card)
    return left - 1


def deal_packet(work: Choreography, dealer: Seat, seat: Seat, size: int, left: int) -> int:
    """Push a face-down packet to a seat, which takes it; returns the cards left in the pack."""
    stage = work.stage
    stage.reach(dealer, stage.grip(dealer, stage.stock_top()), 0.22)
    top = replace(stock_pose(work.players), z=(left - size) * THICKNESS_MM)
    stage.set_count(STOCK, left - size)
    stage.set_count(PACKET, size, top)
    x, y = outside(work.players, seat)
    goal = Pose(x, y, facing(work.players, seat), 4.0, 180.0)
    halfway = (top.x + (x - top.x) * 0.45, top.y + (y - top.y) * 0.45)
    near = Pose(*halfway, angle=goal.angle, z=4.0, turn=180.0)
    stage.carry(dealer, {PACKET: near}, 0.3, place=stage.grip(dealer, near))
    stage.move({PACKET: goal}, stage.now + 0.45 * stage.pace, leaves=True)
    stage.wait(0.1 * stage.pace)
    return left - size


def tidy(work: Choreography, dealer: Seat) -> None:
    """Three of a month on the dealt floor are laid onto each other: they are one stack."""
    stage, cards = work.stage, work.cards
    months = Counter(cards.faces[i].month for i in cards.floor)
    for month in [m for m, count in months.items() if count == 3]:
        last, *others = cards.of_month(month)
        for card in others:
            stage.reach(dealer, stage.grip(dealer, stage.poses[card]), 0.4)
            cards.floor.remove(card)
            stage.carry(dealer, {card: work.beside(last)}, 0.5, lift=12)
            cards.floor.append(card)
            last = card
        stage.withdraw(dealer)


def gather(work: Choreography, collector: Seat) -> None:
    """Every seat pushes its pile to the middle, then *collector* sweeps all cards out of the picture."""
    stage, cards = work.stage, work.cards
    centre = middle(work.players, Zone(ZoneKind.FLOOR))
    for seat, pile in enumerate(cards.piles):
        if pile:
            gather_pile(work, seat, pile, centre)
    if cards.floor:
        spot = Pose(*centre)
        stage.reach(collector, stage.grip(collector, stage.poses[cards.floor[0]]), 0.5, "flat")
        stage.carry(collector, heap(work, cards.floor, spot), 0.7, shape="flat")
    x, y = outside(work.players, collector)
    away = Pose(x, y, facing(work.players, collector), 5.0)
    everything = [i for i in stage.poses if i >= 0]
    stage.reach(collector, stage.grip(collector, Pose(*centre)), 0.5, "flat")
    stage.carry(collector, heap(work, everything, away), 0.9, shape="flat", leaves=True)
    del stage.hands[collector]
    if STOCK in stage.poses:
        stage.reach(collector, stage.grip(collector, stage.stock_top()), 0.6)
        stage.carry(collector, {STOCK: replace(away, turn=180.0)}, 0.7, lift=10, leaves=True)
        del stage.hands[collector]


def gather_pile(work: Choreography, seat: Seat, pile: Sequence[int], centre: tuple[float, float]) -> None:
    """A flat hand draws the pile of *seat* together and pushes it to the middle."""
    stage = work.stage
    x, y = (float(np.mean([getattr(stage.poses[i], axis) for i in pile])) for axis in "xy")
    heaped = Pose(x, y, facing(work.players, seat))
    stage.reach(seat, stage.grip(seat, stage.poses[pile[-1]]), 0.5, "flat")
    stage.carry(seat, heap(work, pile, heaped), 0.6, shape="flat", place=stage.grip(seat, heaped))
    goal = Pose(centre[0] + (x - centre[0]) * 0.3, centre[1] + (y - centre[1]) * 0.3, heaped.angle)
    stage.carry(seat, heap(work, pile, goal), 0.5, shape="flat", place=stage.grip(seat, goal))
    stage.withdraw(seat, 0.35)


def heap(work: Choreography, cards: Sequence[int], pose: Pose) -> dict[int, Pose]:
    """Cards swept together at *pose*: crooked and a little apart."""
    rng = work.stage.rng
    return {
        i: shifted(pose, *rng.normal(0, 5, 2).tolist(), angle=pose.angle + float(rng.normal(0, 12)), z=pose.z + 0.3 * n)
        for n, i in enumerate(cards)
    }
