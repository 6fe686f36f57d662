"""Which films `make films` watches: honest and clumsy rounds, and fouls of every code that a camera can see.

The plan is fixed, so that the figures of two commits compare: equal arguments give equal films.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from vision.twin.fouls.foul import At
from vision.twin.mishaps import FOULS
from vision.twin.source import TwinSource

HONEST = 48  # rounds, every other one clumsy: more than 90 minutes
HONEST_SEED, FOUL_SEED = 1001, 5001
PLAYERS = (2, 3, 2, 3, 4)
TEMPI = (4.5, 8.5, None, 6.0, 5.0, 7.5, None)  # seconds a turn; None: drawn by the seed
FOUL_PLAYERS = (2, 3, 3)  # of the films of each code
FROM_TURN = (4, None, 6)  # where these begin; None: with the deal
OWN_DECK = frozenset({"BONUS_UNRESOLVED"})  # other decks have no bonus cards with a value
QUICK_HONEST, QUICK_FOULS = 3, 5  # of the whole plan, every so many films


@dataclass(frozen=True, slots=True)
class Film:
    """One film to watch. *deck* None: our own cards; *foul* "": none; *tempo* None: drawn."""

    seed: int
    players: int
    deck: str | None = None
    foul: str = ""
    clumsy: tuple[str, ...] = ()
    tempo: float | None = None
    from_turn: int | None = None
    every_frame: bool = False

    @property
    def name(self) -> str:
        """Its result's file name, without the commit."""
        deck = Path(self.deck).name if self.deck else "own"
        tempo, begins = f"{self.tempo}s" if self.tempo else "", f"from{self.from_turn}" if self.from_turn else ""
        parts = (self.foul.lower(), *self.clumsy, str(self.seed), str(self.players), deck, tempo, begins)
        return "-".join(part for part in (*parts, "every" if self.every_frame else "") if part)

    @property
    def command(self) -> str:
        """The command that renders it to a file, for its deck."""
        words = [f"hwatupan twin film --seed {self.seed} --players {self.players}"]
        words += [f"--deck {Path(self.deck).name}"] if self.deck else []
        words += [f"--foul {self.foul}"] if self.foul else []
        words += [f"--clumsy {name}" for name in self.clumsy]
        words += [f"--tempo {self.tempo}"] if self.tempo else []
        words += [f"--from-turn {self.from_turn}"] if self.from_turn else []
        return " ".join(words)

    def source(self) -> TwinSource:
        """The film itself. Raises ValueError if no game of the seed has an occasion for what is wanted."""
        return TwinSource(self.seed, self.players, 1, self.deck, tempo=self.tempo, clumsy=self.clumsy,
                          fouls=(self.foul,) if self.foul else (), from_turn=self.from_turn)


def honest(decks: Sequence[str | None], count: int = HONEST) -> Iterator[Film]:
    """Rounds without a foul, every other one clumsy; decks take turns."""
    for n in range(count):
        yield Film(HONEST_SEED + n, PLAYERS[n % len(PLAYERS)], decks[n // 2 % len(decks)],
                   clumsy=("random",) if n % 2 else (), tempo=TEMPI[n % len(TEMPI)])


def fouls(decks: Sequence[str | None], codes: Sequence[str] = tuple(FOULS), each: int = len(FOUL_PLAYERS)
          ) -> Iterator[Film]:
    """*each* films of every code, from the deal and from mid-round."""
    known = list(FOULS)
    for code in codes:
        whole = FOULS[code].late or FOULS[code].at is not At.TURN
        for n in range(each):
            begins = None if whole else FROM_TURN[n % len(FROM_TURN)]
            yield Film(FOUL_SEED + 100 * known.index(code) + n, FOUL_PLAYERS[n % len(FOUL_PLAYERS)],
                       None if code in OWN_DECK else decks[n % len(decks)], foul=code, from_turn=begins)


def quick(decks: Sequence[str | None]) -> list[Film]:
    """A sample of both for a quarter of an hour on two cores: every third code once, and a few rounds."""
    sample = [film for n, film in enumerate(fouls(decks, each=1)) if n % QUICK_FOULS == 0]
    return [*honest(decks, QUICK_HONEST), *sample]
