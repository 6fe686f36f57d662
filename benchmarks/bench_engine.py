"""How many random rounds the engine plays in a second: `python -m benchmarks.bench_engine`.

One process; every action is drawn among the legal ones, from the deal to the settlement, and nothing is kept. The
figure counts processor time, so that work beside it on the machine does not spoil it; wall time stands next to it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

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


def fastest(players: int, clock: Callable[[], float]) -> float:
    """Return rounds a second by *clock*, the best of some runs."""
    took = []
    for _ in range(RUNS):
        begun = clock()
        play(ROUNDS, players)
        took.append(clock() - begun)
    return ROUNDS / min(took)


def main() -> None:
    """Print the figures."""
    for players in (2, 3):
        print(f"random rounds, {players} players, seed {SEED}: {fastest(players, time.process_time):,.0f} a second of "
              f"processor time, best of {RUNS} runs of {ROUNDS} rounds")


if __name__ == "__main__":
    main()
