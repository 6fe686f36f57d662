"""How many random rounds the engine plays in a second: `python -m benchmarks.bench_engine`.

One process. Every action is drawn among all legal ones, from the deal to the settlement; no record is kept. Counted is
processor time, so that other work on the machine costs the figure little.
"""

from __future__ import annotations

import random
import time

from engine.bots import choose_any
from engine.round import apply_legal, deal
from engine.rules import RuleSet

SEED, ROUNDS, RUNS = 1, 2000, 5


def play(rounds: int, players: int, seed: int = SEED) -> int:
    """Play *rounds* random rounds; return how many actions were taken."""
    rng, rules, actions = random.Random(seed), RuleSet(), 0
    for _ in range(rounds):
        state = deal(rng, players, rules)
        while state.result is None:
            state = apply_legal(state, choose_any(state, rng))
            actions += 1
    return actions


def a_second(players: int) -> float:
    """Return how many rounds of *players* are played in a second of processor time, in the best of some runs."""
    took = []
    for _ in range(RUNS):
        begun = time.process_time()
        play(ROUNDS, players)
        took.append(time.process_time() - begun)
    return ROUNDS / min(took)


def main() -> None:
    """Print the figures."""
    for players in (2, 3):
        print(f"engine, {players} players: {a_second(players):,.0f} random rounds a second "
              f"(seed {SEED}, {ROUNDS} rounds, best of {RUNS} runs, processor time)")  # fmt: skip


if __name__ == "__main__":
    main()
