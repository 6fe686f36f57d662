"""The referee's state: what is believed of the game, frozen. `engine.referee` makes it, readers only look.

What is copied at every look has no slots, so that it is copied at once (`engine.copies`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.alerts import AlertCode, Doubled, Finding
from engine.belief import Belief, Lying
from engine.cards import Face
from engine.events import CardMove, Said
from engine.observation import Zone
from engine.outputs import AlertRaised, Following, Prompt, RoundResult, TurnSeen
from engine.rules import RuleSet
from engine.score import Score, score
from engine.settle import nagari_factor
from engine.table import Seat, Table
from engine.turn import Play, TurnResult

GUESSED = 0.3  # confidence of a turn that is only a guess
Mark = tuple[AlertCode, tuple[Face, ...], int]
"""Code, cards and level of a question: what is not asked twice."""


@dataclass(frozen=True)
class Evidence:
    """What the eyes had when a turn was explained, kept to explain it again after a correction."""

    floor: tuple[Lying, ...]  # believed to lie on the floor
    seen: tuple[Lying, ...]  # every card since the turn before: those of the floor, the piles, and those gone again
    hidden: frozenset[int] = frozenset()  # keys of gone cards over which another lies now
    covered: bool = False  # a hand is over the floor
    rested: bool = False  # the floor has been in plain sight long enough for a flip
    stock_at: float | None = None  # when a hand first came to the stock
    untouched: bool = False  # no hand came to the floor
    unflipped: bool = False  # no hand came to the stock
    veiled: bool = False  # for a while all was hidden and no hand could be seen, as in the dark
    passed_on: bool = False  # the next seat's hand came to the floor after the mover's
    next_at: float | None = None  # when the next seat's hand first came
    parted: bool = False  # the mover's hand had left long before
    bombed: bool = False  # the mover said that it is a bomb
    unread: frozenset[Zone] = frozenset()  # zones that the last look could not judge


@dataclass(frozen=True)
class TurnRecord:
    """A turn of this round as it is believed."""

    seen: TurnSeen
    play: Play
    give: Mapping[Seat, tuple[Face, ...]]
    before: Table
    result: TurnResult
    evidence: Evidence
    fixed: bool = False  # people said that it was so
    after: tuple[Lying, ...] = ()  # what was seen once it was booked, until a hand came for the next turn


@dataclass(frozen=True)
class Round:
    """One deal, from the floor that was dealt on."""

    number: int
    dealer: Seat
    started: float
    floor: tuple[Face, ...]
    opening: Table  # before the first turn
    table: Table  # after the last explained turn
    to_move: Seat
    turns: tuple[TurnRecord, ...] = ()
    go: tuple[int, ...] = ()  # Gos said by each seat
    go_points: tuple[int, ...] = ()  # each seat's points at its last Go
    gos: tuple[Seat, ...] = ()  # who said Go, in order
    shaken: tuple[tuple[int, ...], ...] = ()  # months shown by each seat
    prompt: Prompt | None = None
    over: bool = False
    sits_out: Seat | None = None  # of four players, once that is known
    adopted: bool = False  # the table was taken as it lay, over turns that nobody saw
    refused: frozenset[Play] = frozenset()  # explanations of the next turn that people took back
    placed: tuple[tuple[int, CardMove], ...] = ()  # cards that people put elsewhere, and after how many turns

    @property
    def guessed(self) -> bool:
        """True if some turn is only a guess."""
        return any(turn.seen.confidence < GUESSED for turn in self.turns)

    @property
    def doubtful(self) -> bool:
        """True if some turn was guessed or not seen: then the book accuses nobody."""
        return self.adopted or self.guessed


@dataclass(frozen=True, slots=True)
class Ruling:
    """What people said to an alert; it is remembered for the evening."""

    seconds: float
    number: int
    code: AlertCode
    seat: Seat | None
    cards: tuple[Face, ...]
    accepted: bool  # False: overruled, the play stands


@dataclass(frozen=True, slots=True)
class AsItLies:
    """The table after what no rule explains and what was asked about: play may go on from it."""

    table: Table
    seat: Seat  # whose turn it was
    keys: frozenset[int]  # the cards seen by then
    turned: bool = True  # that turn is over; False: cards were moved outside of a turn


@dataclass(frozen=True, slots=True)
class Held:
    """What breaks an invariant as far as it can be read by now: asked about once its cards are plain."""

    finding: Finding
    since: float
    lies: AsItLies | None  # None while something of it is on its way


@dataclass(frozen=True, slots=True)
class DealSeen:
    """The brights that a dealer had in the own hand, as far as its cards came to the table."""

    dealer: Seat
    cards: int  # dealt to that hand
    brights: int  # of those that it laid
    hidden: int  # most brights that its other cards may be: a hand stopped early is censored, not empty


@dataclass(frozen=True)
class Game:
    """All that the referee believes. ``table``, ``totals`` and so on are ready to be shown."""

    rules: RuleSet
    players: int
    next_dealer: Seat | None  # dealer of the next deal; None: the first seat to play deals
    seconds: float = 0.0
    state: Following = Following.FOLLOWING
    why: str = "waiting_for_deal"
    blind: str = ""  # what makes the newest look unreliable, a condition that the eyes name
    spoilt: str = ""  # what spoils a part of it
    round: Round | None = None
    rounds: int = 0  # rounds begun
    dealt: tuple[Face, ...] | None = None  # a deal that waits for the first seat to play
    nagari: int = 0  # void rounds in a row before this one
    belief: Belief = field(default_factory=Belief)
    says: tuple[Said, ...] = ()  # said before the turn they speak about was explained
    alerts: tuple[AlertRaised, ...] = ()  # of this round, unanswered
    accused: frozenset[Mark] = frozenset()  # raised once, never twice
    doubled: tuple[Doubled, ...] = ()  # faces seen more often than there are cards of them
    suspected: Mapping[Mark, float] = field(default_factory=dict)  # found, not asked yet: since when
    held: Held | None = None  # what is suspected, and how the table lies then
    rulings: tuple[Ruling, ...] = ()  # of this evening
    as_it_lies: AsItLies | None = None
    strange: float = 0.0  # how badly the best reading of the turn that is played now fits
    shakes: tuple[Said, ...] = ()  # shown in this round, cards named
    paid: tuple[Said, ...] = ()  # payments entered for the last result
    raised: int = 0  # alerts raised so far
    results: tuple[RoundResult, ...] = ()
    deals: tuple[DealSeen, ...] = ()  # of this evening, for the deal balance
    paused: bool = False
    audit: bool = False  # looks begin again after a pause: what lies there is counted first
    past: Game | None = None  # before the last visible step, for undo
    ahead: Game | None = None  # before the last undo, for redo
    tried: tuple[object, ...] = ()  # what was explained last, so that nothing is explained twice

    @property
    def told(self) -> tuple[Following, str]:
        """The state and its reason as people are told: unsure while the eyes cannot see, whatever they saw before."""
        if self.blind:
            return Following.UNSURE, self.blind
        return self.state, self.why or self.spoilt

    @property
    def table(self) -> Table | None:
        """What lies where, None before the first deal."""
        return None if self.round is None else self.round.table

    @property
    def scores(self) -> tuple[Score, ...]:
        """The score of each seat's captured cards."""
        if self.round is None:
            return tuple(score((), self.rules) for _ in range(self.players))
        return tuple(score(pile, self.rules) for pile in self.round.table.piles)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of each seat's captured cards, before Go and bak."""
        return tuple(one.total for one in self.scores)

    @property
    def balance(self) -> tuple[int, ...]:
        """Net points of each seat over all finished rounds."""
        return tuple(sum(result.net[seat] for result in self.results) for seat in range(self.players))

    @property
    def multiplier(self) -> int:
        """What the round that runs counts by nagari carry."""
        return nagari_factor(self.nagari, self.rules)
