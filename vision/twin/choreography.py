"""How people do things at a table: lay, flip, collect, give junk, show. Turns steps into moves of physical cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine.cards import Face, Kind
from engine.table import Seat
from vision.twin.motion import Pose, shifted
from vision.twin.places import ROWS, facing, floor_slots, outside, row_pose, show_pose
from vision.twin.stage import STOCK, Stage
from vision.twin.steps import Collect, Do, Flip, Give, Lay, Leave, Paced, Pause, Step


@dataclass
class Cards:
    """Where the physical cards are. A card's number stays with it for the whole film; faces may be equal."""

    faces: list[Face]
    hands: list[list[int]]
    stock: list[int]  # top first
    floor: list[int] = field(default_factory=list)  # in the order of laying
    piles: list[list[int]] = field(default_factory=list)  # in the order of capture
    rows: dict[tuple[Seat, Kind], list[int | None]] = field(default_factory=dict)  # by place in the row

    def pick(self, ids: Iterable[int], face: Face, prefer: Sequence[int] = ()) -> int:
        """A card among *ids* that shows *face*; one of *prefer* if it does."""
        fitting = [i for i in ids if self.faces[i] == face]
        return next((i for i in prefer if i in fitting), fitting[-1])

    def of_month(self, month: int) -> list[int]:
        """Floor cards of a month, the last laid at the end."""
        return [i for i in self.floor if self.faces[i].month == month]


@dataclass(frozen=True)
class Manner:
    """How the people of one film lay cards."""

    row_step: float  # millimetres between captured cards of a row
    slant: float  # degrees that a laid card may be crooked
    jitter: float  # millimetres that it may be off

    @staticmethod
    def drawn(rng: np.random.Generator, players: int) -> Manner:
        """The manner of one film."""
        step = float(rng.uniform(15.5, 19.5) if players == 2 else rng.uniform(14.0, 16.0))
        return Manner(step, float(rng.uniform(3, 8)), float(rng.uniform(1.5, 5)))


class Choreography:
    """Performs turns on a stage. One method for each thing that people do, so that fouls can be put between."""

    def __init__(self, stage: Stage, cards: Cards, manner: Manner) -> None:
        self.stage, self.cards, self.manner = stage, cards, manner
        self.players = stage.players
        self.dropped: list[int] = []  # cards of a hand that lie on the table before they are laid
        self._laid: list[int] = []  # in this turn
        self._targets: list[int] = []  # the cards that these were laid on

    def perform(self, steps: Iterable[Step]) -> None:
        """Do *steps* one after the other. The stage's clock then stands where the last hand has left."""
        self._laid, self._targets = [], []
        for step in steps:
            self._do(step)

    def _do(self, step: Step) -> None:
        match step:
            case Lay(seat, face, choice, onto, by):
                self._note(self.lay(seat, face, choice, onto=onto, by=by))
            case Flip(seat, face, choice):
                self._note(self.flip(seat, face, choice))
            case Collect(seat, faces):
                self.collect(seat, self.take(faces))
            case Give(victim, taker, face, by):
                self.give(victim, taker, face, by)
            case Pause(nominal):
                self.stage.pause(nominal)
            case Leave(seat):
                self.stage.withdraw(seat)
            case Paced(factor, slower):
                pace = self.stage.pace
                self.stage.pace = pace * factor
                self._do(slower)
                self.stage.pace = pace
            case Do(what):
                what(self)

    def _note(self, laid: tuple[int, int | None]) -> None:
        card, target = laid
        self._laid.append(card)
        if target is not None:
            self._targets.append(target)

    def lay(
        self, seat: Seat, face: Face, choice: Face | None, *, onto: Face | None = None, by: Seat | None = None
    ) -> tuple[int, int | None]:
        """Lay a card from the hand: on its match, or in a free place. Returns it and the card it lies on."""
        arm = seat if by is None else by
        card = self.cards.pick(self.cards.hands[seat], face, self.dropped)
        self.cards.hands[seat].remove(card)
        self._take_up(arm, card)
        target, pose = self.spot(seat, face, choice) if onto is None else self._upon(onto)
        self.stage.carry(arm, {card: pose}, 0.85 if arm not in self.stage.hands else 0.4, lift=24)
        self.cards.floor.append(card)
        self.stage.pause(0.15)
        if by is not None:
            self.stage.withdraw(by)
        return card, target

    def _take_up(self, arm: Seat, card: int) -> None:
        """*card* is in the hand of *arm*, ready to be laid."""
        stage = self.stage
        if card in self.dropped:
            self.dropped.remove(card)
            stage.reach(arm, stage.grip(arm, stage.poses[card]), 0.6)
        elif arm in stage.hands:  # the next card of a bomb is in the hand already
            x, y = stage.hands[arm]
            stage.poses[card] = Pose(x, y, facing(self.players, arm), 30.0, 180.0)
        else:
            stage.held(arm, card)

    def flip(self, seat: Seat, face: Face, choice: Face | None) -> tuple[int, int | None]:
        """Turn the top card of the stock and lay it. Returns it and the card it lies on."""
        stage, card = self.stage, self.cards.stock.pop(0)
        assert self.cards.faces[card] == face, "the stock's order differs from the game's"
        stage.reach(seat, stage.grip(seat, stage.stock_top()), 0.5)
        stage.pause(0.1)
        stage.poses[card] = stage.stock_top()
        stage.set_count(STOCK, len(self.cards.stock))
        target, pose = self.spot(seat, face, choice)
        stage.carry(seat, {card: pose}, 0.8, lift=30)
        self.cards.floor.append(card)
        return card, target

    def spot(self, seat: Seat, face: Face, choice: Face | None) -> tuple[int | None, Pose]:
        """Where a card of *face* is laid on the floor, and on which card."""
        mates = self.cards.of_month(face.month) if face.month else self.cards.floor[-1:]
        if not mates:
            return None, self.free_place(seat)
        chosen = [i for i in mates if self.cards.faces[i] == choice]
        target = (chosen or mates)[-1]
        return target, self.beside(target)

    def _upon(self, face: Face) -> tuple[int, Pose]:
        target = self.cards.pick(self.cards.floor, face)
        return target, self.beside(target)

    def free_place(self, seat: Seat) -> Pose:
        """A free slot of the floor, rather near the stock and near the seat."""
        rng, stage = self.stage.rng, self.stage
        taken = [stage.poses[i] for i in self.cards.floor]
        free = [
            (x, y)
            for x, y in floor_slots(self.players)
            if all(np.hypot((x - p.x) * 1.05, (y - p.y) * 0.9) > 50 for p in taken)
        ]
        x, y = free[min(int(rng.exponential(1.6)), len(free) - 1)] if free else floor_slots(self.players)[-1]
        return self.crooked(Pose(x, y, self.upright(seat)))

    def upright(self, seat: Seat) -> float:
        """How *seat* turns a card that it lays on the floor: as it faces it; from a side, either way up."""
        angle = facing(self.players, seat)
        return angle if angle % 180 == 0 else float(self.stage.rng.choice([0.0, 180.0]))

    def crooked(self, pose: Pose) -> Pose:
        """*pose* as a person hits it."""
        rng, far = self.stage.rng, self.manner.jitter
        dx, dy = rng.uniform(-far, far, 2)
        slant = float(np.clip(rng.normal(0, self.manner.slant / 2), -8, 8))
        return shifted(pose, float(dx), float(dy), angle=pose.angle + slant)

    def beside(self, target: int) -> Pose:
        """On *target*, one to two thirds of its width away, so that both can be read."""
        rng, stage = self.stage.rng, self.stage
        under = stage.poses[target]
        pile = self.cards.of_month(self.cards.faces[target].month)
        near = [p for p in (stage.poses[i] for i in pile) if abs(p.y - under.y) < 30 and abs(p.x - under.x) < 50]
        lean = sum(under.x - p.x for p in near)  # the others lie to this side: go on away from them
        way = float(np.sign(lean)) if lean else float(rng.choice([1.0, 1.0, -1.0]))
        far = rng.uniform(12, 23) if len(near) < 2 else rng.uniform(10, 15)
        dx, dy = way * float(far), float(rng.uniform(-9, 9))
        pose = Pose(under.x + dx, under.y + dy, under.angle + float(rng.uniform(-6, 6)))
        return stage.on_top(pose, *self.cards.floor)

    def take(self, captured: Sequence[Face]) -> list[int]:
        """The physical cards of the floor that *captured* means, in its order; those of this turn first."""
        prefer = self._laid + self._targets
        left, out = list(self.cards.floor), list[int]()
        for face in captured:
            out.append(self.cards.pick(left, face, prefer))
            left.remove(out[-1])
        return out

    def collect(self, seat: Seat, cards: Sequence[int]) -> None:
        """Pick up captured floor cards month by month, carry them to the pile and lay them in their rows."""
        stage, held = self.stage, list[int]()
        for month in dict.fromkeys(self.cards.faces[i].month for i in cards):
            group = [i for i in cards if self.cards.faces[i].month == month]
            x, y = (float(np.mean([getattr(stage.poses[i], axis) for i in group])) for axis in "xy")
            middle = Pose(x, y, stage.poses[group[0]].angle)
            stage.carry(seat, self._bundle(held, middle), 0.4, place=stage.grip(seat, middle))
            held += group
            stage.carry(seat, self._bundle(held, middle), 0.18, place=stage.grip(seat, middle))
        for card in cards:
            self.cards.floor.remove(card)
        for n, card in enumerate(cards):
            held.remove(card)
            pose = self.file(seat, card)
            stage.carry(seat, {**self._bundle(held, replace(pose, z=14.0)), card: pose}, 0.6 if n == 0 else 0.27)

    def _bundle(self, cards: Sequence[int], pose: Pose) -> dict[int, Pose]:
        """Cards held together at *pose*, nearly on each other."""
        return {i: shifted(pose, 2.5 * n, 1.5 * n, z=max(pose.z, 6.0)) for n, i in enumerate(cards)}

    def file(self, seat: Seat, card: int) -> Pose:
        """Give *card* the next place in its row of the pile of *seat*."""
        face, rng = self.cards.faces[card], self.stage.rng
        kind = face.kind if face.kind in ROWS else Kind.JUNK
        line = self.cards.rows.setdefault((seat, kind), [])
        while line and line[-1] is None:
            line.pop()
        pose = row_pose(self.players, seat, face, len(line), self.manner.row_step)
        line.append(card)
        self.cards.piles[seat].append(card)
        dx, dy = rng.normal(0, 0.9, 2)
        pose = shifted(pose, float(dx), float(dy), angle=pose.angle + float(np.clip(rng.normal(0, 1.6), -4, 4)))
        return replace(pose, z=0.8 * min(2, len(line) - 1))

    def give(self, victim: Seat, taker: Seat, face: Face, by: Seat | None = None) -> None:
        """The victim's hand, or that of *by* if it reaches so far, moves a captured card to the taker's row."""
        stage, cards = self.stage, self.cards
        card = cards.pick(cards.piles[victim], face)
        arm = by if by is not None and stage.in_reach(by, stage.poses[card]) else victim
        self.unfile(victim, card)
        stage.reach(arm, stage.grip(arm, stage.poses[card]), 0.6)
        stage.pause(0.1)
        stage.carry(arm, {card: self.file(taker, card)}, 0.8, lift=12)
        stage.withdraw(arm)

    def unfile(self, seat: Seat, card: int) -> None:
        """*card* is no longer in the pile of *seat*; its place in the row stays empty."""
        self.cards.piles[seat].remove(card)
        for (owner, _), line in self.cards.rows.items():
            if owner == seat and card in line:
                line[line.index(card)] = None

    def show(self, seat: Seat, shown: Sequence[int]) -> tuple[float, tuple[Face, ...]]:
        """Lay cards of the hand open in the seat's show zone: shake or chongtong.

        Returns the moment when they lie and their faces; the hand then still has to take them back.
        """
        stage = self.stage
        for n, card in enumerate(shown):
            stage.held(seat, card)
            pose = show_pose(self.players, seat, n)
            if n:
                stage.poses[card] = replace(stage.poses[shown[n - 1]], turn=180.0, z=20.0)
            stage.carry(seat, {card: replace(pose, z=0.8 * n)}, 0.7 if n == 0 else 0.3, lift=14)
        stage.reach(seat, self._aside(seat, shown), 0.3)
        said = stage.now
        stage.pause(1.3)
        return said, tuple(self.cards.faces[i] for i in shown)

    def held_of(self, seat: Seat, month: int) -> list[int]:
        """The cards of *month* in the hand of *seat*."""
        hand = [i for i in self.cards.hands[seat] if self.cards.faces[i].month == month]
        out = list[int]()
        for face in [self.cards.faces[i] for i in hand]:
            out.append(self.cards.pick([i for i in hand if i not in out], face))
        return out

    def take_back(self, seat: Seat, shown: Sequence[int]) -> None:
        """The shown cards go back into the hand."""
        stage = self.stage
        shown = [i for i in self.cards.hands[seat] if i in shown]
        stage.reach(seat, stage.grip(seat, stage.poses[shown[1]]), 0.3)
        turned = replace(stage.poses[shown[1]], turn=180.0)
        stage.carry(seat, {i: replace(turned, z=0.8 * n) for n, i in enumerate(shown)}, 0.4, lift=24)
        x, y = outside(self.players, seat)
        back = Pose(x, y, facing(self.players, seat), 30.0, 180.0)
        stage.carry(seat, dict.fromkeys(shown, back), 0.5, lift=10, leaves=True)
        stage.hands.pop(seat)
        stage.pause(0.3)

    def _aside(self, seat: Seat, shown: Sequence[int]) -> tuple[float, float]:
        x, y = outside(self.players, seat)
        pose = self.stage.poses[shown[1]]
        return x + (pose.x - x) * 0.3, y + (pose.y - y) * 0.3
