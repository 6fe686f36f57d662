"""How people play a turn: lay, flip, pause, collect, give junk. Turns engine results into moves of physical cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine.cards import Face, Kind
from engine.table import Seat
from engine.turn import Play, TurnResult
from vision.twin.motion import Pose, shifted
from vision.twin.places import ROWS, facing, floor_slots, outside, row_pose, show_pose
from vision.twin.stage import STOCK, Stage


@dataclass
class Cards:
    """Where the physical cards are. A card's number stays with it for the whole film; faces may be equal."""

    faces: Sequence[Face]
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

    def turn(self, play: Play, result: TurnResult) -> None:
        """A whole honest turn after its shakes. The stage's clock then stands where the last hand has left."""
        seat = play.seat
        laid = [self.lay(seat, face, play.choose_hand) for face in play.hand]
        flipped = [self.flip(seat, face, play.choose_flip) for face in play.flip]
        self.stage.pause(0.45)
        targets = [t for _, t in laid + flipped if t is not None]
        prefer = [c for c, _ in laid + flipped] + targets
        if result.captured:
            self.collect(seat, self.take(result.captured, prefer))
        self.stage.withdraw(seat)
        for victim, faces in result.stolen.items():
            for face in faces:
                self.give(victim, seat, face)

    def lay(self, seat: Seat, face: Face, choice: Face | None) -> tuple[int, int | None]:
        """Lay a card from the hand: on its match, or in a free place. Returns it and the card it lies on."""
        card = self.cards.pick(self.cards.hands[seat], face)
        self.cards.hands[seat].remove(card)
        if seat in self.stage.hands:  # the next card of a bomb is in the hand already
            x, y = self.stage.hands[seat]
            self.stage.poses[card] = Pose(x, y, facing(self.players, seat), 30.0, 180.0)
        else:
            self.stage.held(seat, card)
        target, pose = self.spot(seat, face, choice)
        self.stage.carry(seat, {card: pose}, 0.85 if seat not in self.stage.hands else 0.4, lift=24)
        self.cards.floor.append(card)
        self.stage.pause(0.15)
        return card, target

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
        target = self.cards.pick(mates, choice) if choice is not None else mates[-1]
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

    def take(self, captured: Sequence[Face], prefer: Sequence[int]) -> list[int]:
        """The physical cards of the floor that *captured* means, in its order."""
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

    def give(self, victim: Seat, taker: Seat, face: Face) -> None:
        """The victim's hand moves a junk card from its row to the taker's."""
        stage, cards = self.stage, self.cards
        card = cards.pick(cards.piles[victim], face)
        cards.piles[victim].remove(card)
        for (seat, _), line in cards.rows.items():
            if seat == victim and card in line:
                line[line.index(card)] = None
        stage.reach(victim, stage.grip(victim, stage.poses[card]), 0.6)
        stage.pause(0.1)
        stage.carry(victim, {card: self.file(taker, card)}, 0.8, lift=12)
        stage.withdraw(victim)

    def show(self, seat: Seat, month: int) -> tuple[float, tuple[Face, ...]]:
        """Show all cards of *month* from the hand in the seat's show zone: shake or chongtong.

        Returns the moment when they lie and their faces; the hand then still has to take them back.
        """
        stage, shown = self.stage, list[int]()
        faces = [self.cards.faces[i] for i in self.cards.hands[seat] if self.cards.faces[i].month == month]
        for n, face in enumerate(faces):
            card = self.cards.pick([i for i in self.cards.hands[seat] if i not in shown], face)
            stage.held(seat, card)
            pose = show_pose(self.players, seat, n)
            if shown:
                stage.poses[card] = replace(stage.poses[shown[-1]], turn=180.0, z=20.0)
            stage.carry(seat, {card: replace(pose, z=0.8 * n)}, 0.7 if n == 0 else 0.3, lift=14)
            shown.append(card)
        stage.reach(seat, self._aside(seat, shown), 0.3)
        said = stage.now
        stage.pause(1.3)
        return said, tuple(faces)

    def take_back(self, seat: Seat, month: int) -> None:
        """The shown cards go back into the hand."""
        stage = self.stage
        shown = [i for i in self.cards.hands[seat] if self.cards.faces[i].month == month]
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
