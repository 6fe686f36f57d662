"""Honest random games, seen by perfect eyes: no alert, every turn right.

    python -m tests.soak_referee                     10,000 rounds, every kind of table in turn
    python -m tests.soak_referee --rounds 200 --jobs 1 --seed 5000
    python -m tests.soak_referee --report            what the results file knows

Each round is played by bots and laid out on the tests' small table; hands are quick, rests are short or long by
chance. The referee must say nothing above its trade: no alert of any level, and the turns and the result as they were.
Each round leaves a line in the results file: a run that was cut goes on, and rounds that went wrong are watched again.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path

from benchmarks.checkout import commit
from engine.events import Event, Looked
from engine.observation import Zone
from engine.outputs import AlertRaised, RoundResult, TurnSeen
from engine.referee import start, step
from engine.rules import PRESETS, RuleSet, ruleset
from engine.table import Seat
from engine.watched import PRESET_PLAYERS, not_watched
from tests.observed import PERFECT, Film, turn_key
from webui.commands.console import progress

RULES: dict[str, RuleSet] = {
    **{name: rules for name, rules in PRESETS.items() if not not_watched(rules)},
    "bonus cards": ruleset(options={"bonus_cards": ["bonus2", "bonus3"]}),
    "no steals": ruleset(options={"sseul": False, "bomb_steal": 0, "table_triple_steal": False}),
}
KINDS = [*((name, players) for name in RULES for players in PRESET_PLAYERS.get(name, (2, 3))),
         ("korean_standard", 2), ("korean_standard", 3)]
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
    if [one.net for one in results] != film.nets:
        return f"net {[one.net for one in results]}, but was {film.nets}"
    if [Counter(pile) for pile in results[0].captured] != [Counter(pile) for pile in film.spread(
            played.table.piles, ())]:
        return "other piles"
    return None


def jobs(rounds: int, seed: int = 0) -> Iterator[Job]:
    """Yield *rounds* jobs, each kind of table in its turn."""
    for nth in range(rounds):
        yield Job(*KINDS[nth % len(KINDS)], seed + nth)


def _all(todo: Sequence[Job], processes: int) -> Iterator[tuple[Job, str | None]]:
    if processes == 1:
        yield from map(_judged, todo)
        return
    with get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(_judged, todo, chunksize=4)


def _judged(job: Job) -> tuple[Job, str | None]:
    return job, check(job)


def results(path: Path) -> dict[Job, str | None]:
    """Return what is known of each round by the results file *path*; the last line of a round counts."""
    known = dict[Job, str | None]()
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        with suppress(ValueError):  # cut while it was written
            one = json.loads(line)
            known[Job(one["rules"], one["players"], one["seed"])] = one["failed"]
    return known


def watch(todo: Sequence[Job], path: Path, processes: int) -> None:
    """Judge the rounds *todo* and add a line for each to the results file *path*; say what went wrong."""
    path.parent.mkdir(parents=True, exist_ok=True)
    version = commit()
    with progress() as bar, path.open("a", encoding="utf-8") as file:
        task = bar.add_task("honest rounds", total=len(todo))
        for job, failed in _all(todo, processes):
            bar.advance(task)
            file.write("\n" + json.dumps({**asdict(job), "failed": failed, "commit": version}, ensure_ascii=False))
            file.flush()
            if failed is not None:
                print(f"{job}: {failed}", file=sys.stderr, flush=True)


def report(known: Mapping[Job, str | None]) -> str:
    """Return how many rounds of each kind were right."""
    right, seen = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
    for job, failed in known.items():
        seen[job.rules, job.players] += 1
        right[job.rules, job.players] += failed is None
    lines = [f"{rules}, {players} players: {right[rules, players]} of {count}"
             for (rules, players), count in sorted(seen.items())]
    return "\n".join([*lines, f"{right.total()} of {seen.total()} honest rounds: no alert, every turn right"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Watch the rounds that are not known to be right; 1 if one went wrong. Goes on after a fault, and counts."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak_referee", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0, help="first seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--results", type=Path, help="file with a line for each round; default: runs/, by commit")
    parser.add_argument("--report", action="store_true", help="only say what the results file knows")
    asked = parser.parse_args(arguments)
    path = asked.results or Path("runs") / f"soak-referee-{commit()}.jsonl"
    wanted, before, begun = list(jobs(asked.rounds, asked.seed)), results(path), time.perf_counter()
    todo = [job for job in wanted if before.get(job, "new") is not None]
    if todo and not asked.report:
        watch(todo, path, asked.jobs)
        seconds = time.perf_counter() - begun
        print(f"{len(todo)} rounds in {seconds:.0f} s, {len(todo) / seconds:.2f} a second; {path}")
    known = {job: failed for job, failed in results(path).items() if job in set(wanted)}
    print(report(known))
    return 1 if any(failed is not None for failed in known.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
