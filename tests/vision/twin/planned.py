"""Games of the virtual table planned but not drawn: where every card lies at a moment, and what the truth says."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from engine.cards import parse_face
from engine.observation import FLOOR, STOCK, Zone, ZoneKind
from engine.rules import ruleset
from vision.layout import Layout, default
from vision.twin.director import Director, Json
from vision.twin.mishaps import Wanted
from vision.twin.motion import Move, Pose
from vision.twin.rehearse import Rehearsed, rehearse
from vision.twin.stage import STOCK as PACK


@dataclass(frozen=True)
class Lying:
    """What rests on the table at a moment: faces by zone, and how many cards the stock has."""

    floor: Counter[str]
    piles: tuple[Counter[str], ...]
    stock: int
    poses: dict[int, Pose]

    @property
    def seen(self) -> Counter[str]:
        """Every open card on the floor and in the piles."""
        return sum(self.piles, self.floor.copy())


@dataclass(frozen=True)
class Game:
    """A planned film."""

    film: Rehearsed
    players: int

    @property
    def told(self) -> Json:
        return self.film.director.rounds_told[0]

    @property
    def moves(self) -> list[Move]:
        return [move for script in self.film.scripts for move in script.moves]

    def at(self, seconds: float) -> Lying:
        resting: dict[int, Move] = {}
        for move in sorted((m for m in self.moves if m.start <= seconds), key=lambda m: m.end):
            resting[move.thing] = move
        layout = default(self.players)
        lying = {thing: move for thing, move in resting.items() if not (move.leaves and move.end <= seconds)}
        poses = {thing: move.at(seconds) for thing, move in lying.items() if thing >= 0}
        stock = lying[PACK].count if PACK in lying else 0
        backs = sum(not pose.face_up and _zone(layout, pose) == STOCK for pose in poses.values())
        return Lying(
            self._faces(poses, FLOOR),
            tuple(self._faces(poses, Zone(ZoneKind.PILE, seat)) for seat in range(self.players)),
            stock + backs, poses,
        )  # fmt: skip

    def _faces(self, poses: dict[int, Pose], zone: Zone) -> Counter[str]:
        layout, codes = default(self.players), self.film.director.codes
        here = [t for t, pose in poses.items() if pose.face_up and _zone(layout, pose) == zone]
        return Counter(str(parse_face(codes[thing])) for thing in here)


def _zone(layout: Layout, pose: Pose) -> Zone | None:
    return layout.zone_at((pose.x, pose.y))


@lru_cache(maxsize=256)
def plan(
    players: int, fouls: tuple[str, ...] = (), slips: tuple[str, ...] = (), *, seed: int = 1, rounds: int = 1,
    from_turn: int | None = None, seconds: float | None = None, tempo: float | None = None,
) -> Game:  # fmt: skip
    """The game of a seed with these fouls and slips. Raises ValueError if none has an occasion."""
    wanted, rules = Wanted(fouls, slips, from_turn), ruleset("korean_standard")

    def make(game: int, early: bool) -> Director:
        return Director(seed, players, rounds, rules, tempo, wanted, game, early)

    return Game(rehearse(make, wanted, seconds), players)


def take_in(turn: Json, floor: Counter[str], piles: list[Counter[str]]) -> None:
    """Let the cards of a told *turn* lie where it says."""
    floor.update(turn["hand"] + turn["flip"])
    floor.subtract(turn["captured"])
    piles[turn["seat"]].update(turn["captured"])
    for victim, faces in turn["stolen"].items():
        piles[int(victim)].subtract(faces)
        piles[turn["seat"]].update(faces)
