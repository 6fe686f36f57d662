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
    """One line of the ledger, in points. ``net`` is all of it; ``paid`` and ``sold`` are parts of that.

    Where the players settled otherwise, ``net`` is what they agreed on and ``ruled`` what the rules say (16.9).
    """

    dealer: Seat
    kind: ResultKind
    winner: Seat | None
    net: tuple[int, ...]
    paid: tuple[int, ...] = ()  # during the round, at once (RULES.md 9.4); () if that was not booked apart
    sold: tuple[int, ...] = ()  # for the brights of the one who sat out (RULES.md 14.6)
    ruled: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands between rounds. A match is a value: ``record`` returns the next one."""

    rules: RuleSet
    players: int
    dealer: Seat = 0
    nagari: int = 0  # void rounds in a row; they double the next decided one
    ledger: tuple[Entry, ...] = ()
    purse: tuple[int, ...] = ()  # what each seat brought, in points; needed by ``cap_at_balance``
    stake: int = 1  # money a point
    died: Seat | None = None  # who of four chose to sit out in the last hand and may not do so again

    def deal(self, rng: random.Random) -> Round:
        """Return the next round, dealt. Raises RuleSetError for four players of whom one sits out (`engine.four`)."""
        dealt = deal(rng, self.players, self.rules, self.dealer, nagari=self.nagari)
        if not self.rules.cap_at_balance:
            return dealt
        return replace(dealt, extras=replace(dealt.extras, balances=self.balances()))

    def balances(self) -> tuple[int, ...]:
        """Return what each seat has now. Raises EngineError if nobody said what they brought."""
        if len(self.purse) != self.players:
            raise EngineError(f"cap_at_balance needs the purse of {self.players} seats; give it in Match(purse=...)")
        return tuple(brought + won for brought, won in zip(self.purse, self.totals(), strict=True))

    def record(self, ended: Ended, *, agreed: bool = True, paid: tuple[int, ...] = (), sold: tuple[int, ...] = (),
               settled: tuple[int, ...] | None = None, died: Seat | None = None) -> Match:
        """Return the match after a round: the ledger grows, the winner deals, a nagari is carried on.

        *agreed*: whether everybody consents to a nagari; without it nothing is carried under
        ``nagari_needs_consent``. *paid* and *sold* say what of the points was paid at once and for sold brights;
        *settled*: what the players agreed on instead; *died*: who chose to sit out. A misdeal, or a chongtong at
        which nobody pays, changes neither dealer nor carry.
        Raises EngineError if the points do not sum to 0.
        """
        for points in (ended.net, paid or ended.net, sold or ended.net, settled or ended.net):
            if len(points) != self.players or sum(points) != 0:
                raise EngineError(f"the points of the round {points} do not sum to 0 over {self.players} seats")
        entry = Entry(self.dealer, ended.kind, ended.winner, settled or ended.net, paid, sold,
                      ended.net if settled else None)
        return replace(self, dealer=next_dealer(self.dealer, ended.winner, self.players, self.rules),
                       nagari=self._carried(ended, agreed), ledger=(*self.ledger, entry), died=died)

    def _carried(self, ended: Ended, agreed: bool) -> int:
        """Return the void rounds in a row after *ended*; a round that was paid with the carry ends it."""
        if ended.kind is ResultKind.NAGARI:
            return self.nagari + int(agreed or not self.rules.nagari_needs_consent)
        undecided = ended.winner is None and (ended.kind is ResultKind.VOID or not any(ended.net))
        return self.nagari if undecided else 0

    def totals(self) -> tuple[int, ...]:
        """Return the points of every seat over all rounds; they sum to 0."""
        return tuple(sum(entry.net[seat] for entry in self.ledger) for seat in range(self.players))

    def money(self) -> tuple[int, ...]:
        """Return what every seat has won and lost in money: points times ``stake``."""
        return tuple(points * self.stake for points in self.totals())
