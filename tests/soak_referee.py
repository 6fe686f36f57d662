"""Honest random games, seen by perfect eyes: no alert, every turn right. Run `python -m tests.soak_referee --help`.

Each round is played by bots and laid out on the tests' small table; hands are quick, rests are short or long by
chance. The referee must say nothing above its trade: no alert of any level, and the turns and the result as they were.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context

from engine.events import Event, Looked
from engine.observation import Zone
from engine.outputs import AlertRaised, RoundResult, TurnSeen
from engine.referee import start, step
from engine.rules import RuleSet, preset, ruleset
from engine.table import Seat
from tests.observed import PERFECT, Film, turn_key
from webui.commands.console import progress

RULES: dict[str, RuleSet] = {
    "korean_standard": preset("korean_standard"),
    "bonus cards": ruleset(options={"bonus_cards": ["bonus2", "bonus3"]}),
    "no steals": ruleset(options={"sseul": False, "bomb_steal": 0, "table_triple_steal": False}),
}
QUICK, REST = 3, 14  # looks of a rest


class Brisk(Film):
    """A film with few looks: hands stay for two or three, rests are short or long by chance."""

    def _wait(self, seconds: float, covered: frozenset[Zone] = frozenset(), seat: Seat | None = None,
              stock: bool = False) -> Iterator[Event]:
        looks = 2 + (seconds > 0.4) if covered else REST if self.rng.random() < 0.25 or seconds >= 1.0 else QUICK
        for _ in range(looks):
            self.seconds = round(self.seconds + 0.1, 3)
            yield Looked(self._look(covered, seat, stock))


@dataclass(frozen=True)
class Job:
    """One round."""

    rules: str
    players: int
    seed: int

    def __str__(self) -> str:
        return f"{self.rules}, {self.players} players, seed {self.seed}"


def check(job: Job) -> str | None:
    """Play and watch one round; None if all is well, else what is not."""
    film = Brisk(random.Random(f"{job}").randrange(2**32), job.players, 1, PERFECT, RULES[job.rules])
    game = start(film.rules, film.players)
    turns: dict[int, TurnSeen] = {}
    results: list[RoundResult] = []
    for event in film.events():
        game, said = step(game, event)
        for one in said:
            if isinstance(one, AlertRaised):
                return f"{one.alert.code} at {one.seconds} s: {[str(card) for card in one.alert.cards]}"
            if isinstance(one, TurnSeen):
                turns[one.n] = one
            elif isinstance(one, RoundResult):
                results.append(one)
    for n, true in enumerate(film.turns[0], 1):
        seen = turns.get(n)
        if seen is None:
            return f"turn {n} was not seen"
        if turn_key(seen.seat, seen.hand, seen.flip, seen.captured, seen.stack, seen.stolen) != true.key():
            return f"turn {n} was seen as {seen.to_json()}, but was {true}"
    played = film.results[0]
    assert played.result is not None
    if [one.net for one in results] != [played.result.net]:
        return f"net {[one.net for one in results]}, but was {played.result.net}"
    if [Counter(pile) for pile in results[0].captured] != [Counter(pile) for pile in played.table.piles]:
        return "other piles"
    return None


def jobs(rounds: int, seed: int = 0) -> Iterator[Job]:
    """Yield *rounds* jobs, most of them by the standard rules."""
    kinds = [("korean_standard", 2), ("korean_standard", 3), ("korean_standard", 2), ("korean_standard", 3),
             ("bonus cards", 2), ("bonus cards", 3), ("no steals", 2), ("no steals", 3)]
    for nth in range(rounds):
        yield Job(*kinds[nth % len(kinds)], seed + nth)


def _judged(job: Job) -> tuple[Job, str | None]:
    return job, check(job)


def main(arguments: Sequence[str] | None = None) -> int:
    """Watch them all; 1 if one went wrong. Goes on after a fault, and counts."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak_referee", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0, help="first seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    asked = parser.parse_args(arguments)
    todo, wrong, begun = list(jobs(asked.rounds, asked.seed)), 0, time.perf_counter()
    with progress() as bar, get_context("spawn").Pool(asked.jobs) as pool:
        task = bar.add_task("honest rounds", total=len(todo))
        for job, failed in pool.imap_unordered(_judged, todo, chunksize=8):
            bar.advance(task)
            if failed is not None:
                wrong += 1
                print(f"{job}: {failed}", file=sys.stderr, flush=True)
    print(f"{len(todo) - wrong} of {len(todo)} honest rounds: no alert, every turn right; "
          f"{time.perf_counter() - begun:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
