"""A whole game as values: rules, players, and every round with its deal, what was done and said, and how it ended.

`engine.gametext` writes and reads it, `engine.playback` plays it again and says what the rules make of each line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.cards import Face
from engine.deal import Draw
from engine.rules import RuleSet
from engine.settle import ResultKind
from engine.state import Action
from engine.table import Seat
from engine.turn import Play

Cards = tuple[Face, ...]
Points = tuple[int | None, ...]
"""By seat; None for the one who sits out."""


class Say(StrEnum):
    """What is said at the table beside the choices of a turn."""

    SHOWDOWN = "showdown"  # with the answers of the others (RULES.md 14.5)
    FALSE_STOP = "false-stop"  # a Stop without the points for it (RULES.md 16.8)
    CHONGTONG = "shows"  # four of a month, where the hands are hidden
    MET = "met"  # a mission (RULES.md 14.7)
    VOID = "void"  # something is wrong with the cards (RULES.md 16)


@dataclass(frozen=True, slots=True)
class Call:
    """Something said at the table. ``about``: the mission, or what is wrong."""

    say: Say
    answers: Mapping[Seat, bool] = field(default_factory=dict)
    about: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a line, as somebody wrote it or as the rules say. None: not told; (): nothing."""

    events: tuple[str, ...] | None = None
    captured: Cards | None = None
    stack: Cards | None = None  # left as a ppeok
    stolen: Mapping[Seat, Cards] | None = None
    change: Mapping[Seat, Cards] | None = None
    pays: int | None = None  # what each other seat pays at once
    scores: Points | None = None
    draws: Cards | None = None  # from the stock into the hand


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a round: a turn, an answer or a declaration of *seat*, or something said."""

    seat: Seat
    does: Play | Action | Call
    told: Outcome = Outcome()
    n: int | None = None  # number of the turn, from 1; None for what is no turn, or was not told
    line: int = field(default=0, compare=False)  # where it stands in the text


@dataclass(frozen=True, slots=True)
class End:
    """How a round ended, and who pays what. None: not told."""

    kind: ResultKind
    winner: Seat | None = None
    counted: str = ""  # the sum, step by step
    paid: tuple[int, ...] | None = None  # at once, during the round
    sold: tuple[int, ...] | None = None  # for brights
    net: tuple[int, ...] | None = None  # all points of the round
    settled: tuple[int, ...] | None = None  # what the players agreed on instead of ``net`` (RULES.md 16.9)
    total: tuple[int, ...] | None = None  # of the match so far
    agreed: bool = True  # to carry a nagari on
    money: tuple[int, ...] | None = field(default=None, compare=False)  # ``total`` times the stake
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class GameRound:
    """One round. Hands and stock may be known in part or not at all, as a camera sees them."""

    hands: tuple[Cards, ...]  # as dealt
    floor: Cards
    stock: Cards = ()  # the first is the next to flip
    steps: tuple[Step, ...] = ()
    end: End | None = None
    dealer: Seat | None = None  # None: as the rules say
    nagari: int | None = None  # void rounds in a row before it; None: as the rules say
    tapped: bool | None = None  # True: tapped instead of cut; None: not told
    plays: tuple[tuple[Seat, bool], ...] = ()  # of four players: who was asked, and whether he plays
    returned: Cards = ()  # the hand of the one who sits out, as it lies under the stock
    missions: tuple[tuple[str, Cards], ...] = ()  # cards drawn for the missions of this round
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game: several rounds at one table under one set of rules."""

    rules: RuleSet
    players: int
    rounds: tuple[GameRound, ...] = ()
    names: tuple[str, ...] = ()
    stake: int = 1  # money a point
    purse: tuple[int, ...] = ()
    draws: tuple[Draw, ...] = ()
