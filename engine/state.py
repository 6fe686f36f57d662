"""The state of one round with known hands, and what a seat can do: plain frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.cards import Face
from engine.options import Mission
from engine.rules import RuleSet
from engine.score import Place, total
from engine.settle import ResultKind, Settlement
from engine.showdown import Showdown
from engine.table import Seat, Table
from engine.turn import Play, TurnResult


class Phase(StrEnum):
    """What the seat in turn is asked for."""

    CHONGTONG = "chongtong"  # whether four of a month win now (``chongtong_mode=choice``)
    PLAY = "play"
    CHOOSE = "choose"  # which of two floor cards the flipped card takes
    CUP = "cup"  # where the cup lies
    GO_STOP = "go_stop"
    OVER = "over"


class Do(StrEnum):
    """The kinds of action."""

    PLAY = "play"  # one card
    BOMB = "bomb"  # three cards, or two of a two-card bomb
    DRAW = "draw"  # a draw-only turn
    SHAKE = "shake"
    LAY_BONUS = "lay_bonus"
    CHOOSE = "choose"
    GO = "go"
    STOP = "stop"
    CHONGTONG = "chongtong"
    PLAY_ON = "play_on"  # four of a month are kept
    CUP_ANIMAL = "cup_animal"
    CUP_JUNK = "cup_junk"


@dataclass(frozen=True, slots=True)
class Action:
    """What the seat in turn does. ``choose``: the floor card taken, where two different ones match."""

    do: Do
    cards: tuple[Face, ...] = ()
    choose: Face | None = None
    leave: bool = False  # the card takes nothing, as must_capture=false allows


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended. ``net`` holds all points of the round and sums to 0."""

    kind: ResultKind
    winner: Seat | None
    net: tuple[int, ...]  # settlement and immediate payments
    paid: tuple[int, ...]  # the immediate payments alone (RULES.md 9.4)
    settlement: Settlement | None = None


@dataclass(frozen=True, slots=True)
class Turned:
    """A finished turn."""

    n: int  # 1 is the first turn of the round
    play: Play
    result: TurnResult


@dataclass(frozen=True)
class Extras:
    """What only some house rules need to remember; kept apart so that most turns need not copy it."""

    cups: tuple[Place | None, ...] = ()  # where each seat laid the cup
    dry: tuple[int, ...] = ()  # own turns in a row without a capture, per seat
    pairs: tuple[tuple[int, ...], ...] = ()  # months of two-card bombs, per seat
    fours: tuple[tuple[int, ...], ...] = ()  # months held four times and kept, per seat
    ask: tuple[Seat, ...] = ()  # who is still asked about a chongtong
    won: tuple[Seat, ...] = ()  # who declared one
    resume: Seat = 0  # who plays on when nobody declared one
    fed_by: Seat | None = None  # who laid the card that brought the target in this turn
    missions: tuple[Mission, ...] | None = None  # those of this round
    met: tuple[str, ...] = ()  # missions that people say were met
    given: Mapping[Seat, tuple[Face, ...]] | None = None  # junk that was seen to be given in this turn; None: by rule
    balances: tuple[int, ...] = ()  # what each seat has, for ``cap_at_balance``
    showdown: Showdown | None = None


@dataclass(frozen=True)
class Round:
    """The whole state of a round. ``table`` changes when a turn resolves; hands and stock as cards move."""

    rules: RuleSet
    table: Table
    hand_cards: tuple[tuple[Face, ...], ...]
    stock_cards: tuple[Face, ...]  # the first is the next to flip
    dealer: Seat
    turn: Seat
    phase: Phase = Phase.PLAY
    nagari: int = 0  # void rounds in a row before this one
    go: tuple[int, ...] = ()
    go_order: tuple[Seat, ...] = ()
    go_points: tuple[int | None, ...] = ()  # the score at the last Go, per seat
    shaken: tuple[tuple[int, ...], ...] = ()  # months, per seat
    bombed: tuple[tuple[int, ...], ...] = ()
    ppeoks: tuple[tuple[int, ...], ...] = ()  # own turns, from 1, that left a ppeok
    own_turns: tuple[int, ...] = ()  # turns done, per seat
    paid: tuple[int, ...] = ()  # immediate payments so far
    shakes_now: tuple[int, ...] = ()  # in this turn
    bonus_now: tuple[Face, ...] = ()
    pending: Play | None = None  # waits for a choice
    choices: tuple[Face, ...] = ()
    last: Turned | None = None
    result: RoundResult | None = None
    redeals: int = 0  # deals thrown in before this one
    extras: Extras = field(default_factory=Extras)

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.hand_cards)

    def points(self, seat: Seat) -> int:
        """Return the points of *seat* by its captured cards, the cup where the seat laid it."""
        cups = self.extras.cups
        return total(self.table.piles[seat], self.rules, cups[seat] if cups else None)

    def totals(self) -> tuple[int, ...]:
        """Return the points of every seat by its captured cards."""
        return tuple(map(self.points, range(self.players)))

    def fresh(self) -> Face | None:
        """Return the card that the seat before laid and that found no pair; None if it took something."""
        if self.last is None or len(self.last.play.hand) != 1 or self.last.result.stack is not None:
            return None
        card = self.last.play.hand[0]
        return None if card in self.last.result.captured or card not in self.table.loose else card
