"""Several rounds in a row: who deals, the nagari carry, and the ledger. Source: RULES.md 3, 14.3, 14.4."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Protocol

from engine.deal import next_dealer
from engine.errors import EngineError
from engine.round import Round, deal
from engine.rules import RuleSet
from engine.settle import ResultKind
from engine.table import Seat


class Ended(Protocol):
    """What a match needs to know of a finished round, simulated or watched."""

    @property
    def kind(self) -> ResultKind:
        """How the round ended."""

    @property
    def winner(self) -> Seat | None:
        """Who won; None for nobody."""

    @property
    def net(self) -> tuple[int, ...]:
        """Points won and lost, per seat; sum 0."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger."""

    dealer: Seat
    kind: ResultKind
    winner: Seat | None
    net: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands between rounds. A match is a value: ``record`` returns the next one."""

    rules: RuleSet
    players: int
    dealer: Seat = 0
    nagari: int = 0  # void rounds in a row; they double the next decided one
    ledger: tuple[Entry, ...] = ()

    def deal(self, rng: random.Random) -> Round:
        """Return the next round, dealt."""
        return deal(rng, self.players, self.rules, self.dealer, nagari=self.nagari)

    def record(self, ended: Ended) -> Match:
        """Return the match after a round: the ledger grows, the winner deals, a nagari is carried on.

        A misdeal, or a chongtong that nobody wins, changes neither dealer nor carry.
        Raises EngineError if the points do not sum to 0.
        """
        if len(ended.net) != self.players or sum(ended.net) != 0:
            raise EngineError(f"the points of the round {ended.net} do not sum to 0 over {self.players} seats")
        nagari = self.nagari + 1 if ended.kind is ResultKind.NAGARI else self.nagari
        entry = Entry(self.dealer, ended.kind, ended.winner, ended.net)
        return replace(self, dealer=next_dealer(self.dealer, ended.winner, self.players, self.rules),
                       nagari=nagari if ended.winner is None else 0, ledger=(*self.ledger, entry))

    def totals(self) -> tuple[int, ...]:
        """Return the points of every seat over all rounds; they sum to 0."""
        return tuple(sum(entry.net[seat] for entry in self.ledger) for seat in range(self.players))
