"""Who plays a round: everybody, or three of four; the fourth puts its hand back under the stock (RULES.md 14.6)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from engine.cards import Face
from engine.four import SEATS, asked, deal_four, seating, sit_down
from engine.round import Round, deal
from engine.rules import RuleSet
from engine.table import Seat

PLAYS = 0.6
"""How often one of four who is asked plays."""

T = TypeVar("T")


@dataclass
class Sitting:
    """A dealt round and the places at the table of its seats."""

    state: Round
    active: tuple[Seat, ...]
    players: int
    floor: list[Face] = field(default_factory=list)

    @property
    def out(self) -> Seat | None:
        """Who sits this round out."""
        return next((seat for seat in range(self.players) if seat not in self.active), None)

    def seat(self, number: Seat) -> Seat:
        """The place at the table of the round's seat."""
        return self.active[number]

    def spread(self, values: Sequence[T], empty: T) -> list[T]:
        """What belongs to the round's seats, by places at the table; *empty* for who sits out."""
        out = [empty] * self.players
        for number, value in enumerate(values):
            out[self.active[number]] = value
        return out


def sit(luck: random.Random, players: int, rules: RuleSet, dealer: Seat, nagari: int, died: Seat | None) -> Sitting:
    """Deal a round; of four players one sits out, nobody twice in a row. The floor comes in the order of dealing."""
    if players < SEATS:
        sitting = Sitting(deal(luck, players, rules, dealer, nagari=nagari), tuple(range(players)), players)
    else:
        dealt = deal_four(luck, rules, dealer, nagari=nagari)
        answers = {seat: seat == died or luck.random() < PLAYS for seat in asked(dealer)}
        seated = seating(answers, dealer, died)
        sitting = Sitting(sit_down(dealt, seated, luck).round, seated.active, players)
    table = sitting.state.table
    sitting.floor = [*table.loose, *(face for stack in table.stacks for face in stack.cards)]
    luck.shuffle(sitting.floor)
    return sitting
