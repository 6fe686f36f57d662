"""Alerts: every code of CONTRACT.md section 6, its highest level, and what a raised one carries. No sentences here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from engine.cards import Face
from engine.observation import Zone
from engine.table import Seat


class AlertCode(StrEnum):
    """What is inconsistent. In the order of CONTRACT.md section 6: when several fit, the first wins."""

    DUPLICATE_CARD = "DUPLICATE_CARD"
    FOREIGN_CARD = "FOREIGN_CARD"
    CARD_MISSING = "CARD_MISSING"
    MONTH_MISMATCH = "MONTH_MISMATCH"
    EXTRA_TABLE_CARD = "EXTRA_TABLE_CARD"
    PPEOK_TAKEN = "PPEOK_TAKEN"
    STACK_BROKEN = "STACK_BROKEN"
    CAPTURED_PILE_TAMPER = "CAPTURED_PILE_TAMPER"
    TWO_CARDS_PLAYED = "TWO_CARDS_PLAYED"
    DOUBLE_FLIP = "DOUBLE_FLIP"
    OUT_OF_TURN = "OUT_OF_TURN"
    FLIP_SKIPPED = "FLIP_SKIPPED"
    CAPTURE_MISSED = "CAPTURE_MISSED"
    EXTRA_STEAL = "EXTRA_STEAL"
    WRONG_CARD_STOLEN = "WRONG_CARD_STOLEN"
    STEAL_OWED = "STEAL_OWED"
    HAND_COUNT = "HAND_COUNT"
    MISDEAL = "MISDEAL"
    BONUS_UNRESOLVED = "BONUS_UNRESOLVED"
    FALSE_SHAKE = "FALSE_SHAKE"
    FALSE_GO = "FALSE_GO"
    FALSE_STOP = "FALSE_STOP"
    CLAIM_OUT_OF_TURN = "CLAIM_OUT_OF_TURN"
    SCORE_MISDECLARED = "SCORE_MISDECLARED"
    UNDERPAID = "UNDERPAID"
    LEDGER_NOT_ZERO = "LEDGER_NOT_ZERO"
    NO_CUT = "NO_CUT"
    PEEK = "PEEK"
    BACK_ANOMALY = "BACK_ANOMALY"
    GO_IMPLIED = "GO_IMPLIED"
    DEAL_ORDER = "DEAL_ORDER"


class Level(IntEnum):
    """How loud an alert is: a silent icon, a question, or a stop (the hand cannot be scored)."""

    HINT = 0
    QUESTION = 1
    STOP = 2

    def __str__(self) -> str:
        return self.name


class Certainty(StrEnum):
    """How sure the referee may be (CHEATS.md section 2)."""

    CERTAIN = "certain"
    CERTAIN_IF_BOTH_RECOGNISED = "certain-if-both-recognised"
    LIKELY = "likely"
    NEEDS_CONFIRMATION = "needs-confirmation"


_HINTS = {AlertCode.NO_CUT, AlertCode.PEEK, AlertCode.BACK_ANOMALY, AlertCode.GO_IMPLIED, AlertCode.DEAL_ORDER}
_STOPS = {AlertCode.DUPLICATE_CARD, AlertCode.FOREIGN_CARD, AlertCode.CARD_MISSING, AlertCode.MISDEAL}

HIGHEST: dict[AlertCode, Level] = {
    code: Level.HINT if code in _HINTS else Level.STOP if code in _STOPS else Level.QUESTION for code in AlertCode
}
"""The highest level that each code may reach."""

INVARIANTS: dict[AlertCode, tuple[str, str]] = {
    AlertCode.DUPLICATE_CARD: ("I1", "every card is there once"),
    AlertCode.FOREIGN_CARD: ("I2", "a month has four cards, and the pack holds no others"),
    AlertCode.CARD_MISSING: ("I3", "a card that lay open does not vanish"),
    AlertCode.MONTH_MISMATCH: ("I4", "cards are taken together by month"),
    AlertCode.EXTRA_TABLE_CARD: ("I4", "only cards that the turn takes leave the floor"),
    AlertCode.PPEOK_TAKEN: ("I4", "three of a month stay as a stack"),
    AlertCode.STACK_BROKEN: ("I6", "a stack is taken whole"),
    AlertCode.CAPTURED_PILE_TAMPER: ("I11", "captured cards change by a capture or a steal alone"),
    AlertCode.TWO_CARDS_PLAYED: ("I3", "a turn brings one card from the hand, or a bomb"),
    AlertCode.DOUBLE_FLIP: ("I3", "a turn turns one card from the stock, and one more for each bonus card"),
    AlertCode.OUT_OF_TURN: ("I10", "one seat plays after another"),
    AlertCode.FLIP_SKIPPED: ("I9", "every turn turns a card from the stock"),
    AlertCode.CAPTURE_MISSED: ("I5", "a card that meets its month takes it"),
    AlertCode.EXTRA_STEAL: ("I12", "as much junk is given as the turn takes"),
    AlertCode.WRONG_CARD_STOLEN: ("I12", "the lowest junk is given first"),
    AlertCode.STEAL_OWED: ("I12", "junk that is due is given"),
    AlertCode.HAND_COUNT: ("I8", "a hand lays a card in each of its turns"),
    AlertCode.MISDEAL: ("I15", "so many cards are dealt"),
    AlertCode.BONUS_UNRESOLVED: ("I5", "a bonus card lies on the floor in a stack alone"),
    AlertCode.FALSE_SHAKE: ("I17", "three of a month are shown, and that hand plays them"),
    AlertCode.FALSE_GO: ("I13", "Go needs enough points, and more than at the last Go"),
    AlertCode.FALSE_STOP: ("I13", "Stop needs enough points"),
    AlertCode.CLAIM_OUT_OF_TURN: ("I10", "who is asked answers"),
    AlertCode.SCORE_MISDECLARED: ("I13", "the score is what the captured cards count"),
    AlertCode.UNDERPAID: ("I14", "what is due is paid"),
    AlertCode.LEDGER_NOT_ZERO: ("I14", "what some pay others get"),
    AlertCode.NO_CUT: ("I15", "the pack is cut or tapped before the deal"),
    AlertCode.PEEK: ("I9", "a hand comes to the stock to turn a card"),
    AlertCode.BACK_ANOMALY: ("I18", "all backs look alike"),
    AlertCode.GO_IMPLIED: ("I13", "Go or Stop is said"),
    AlertCode.DEAL_ORDER: ("I15", "packets are dealt in order"),
}
"""For each code the invariant of CHEATS.md section 2 that does not hold, and what it says."""

COUNTED_LAST = ("I16", "when all turns are played, all cards lie open")
"""The invariant of the final count."""

REST_SECONDS = 0.7
"""No question before the table has rested that long (CONTRACT.md section 6)."""

REST_LOOKS = 7
"""No question before that many looks at the resting table agree."""


class Request(StrEnum):
    """What people are asked to do, so that a second look settles it."""

    SHOW = "show"  # show these cards: one of them was perhaps misread
    LIFT = "lift"  # lift what lies over it: the card may lie below
    PUT_BACK = "put_back"  # put these cards back where they lay
    GIVE = "give"  # the junk that is due is still to be given
    COUNT = "count"  # count the cards
    SAY = "say"  # say how it was meant


@dataclass(frozen=True, slots=True)
class Spot:
    """One card where it lay: its track, and its place in table millimetres; None where it was not seen."""

    face: Face
    zone: Zone
    track: int | None = None
    at: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """The moments (film seconds) that show the state before and after, for the pictures beside the alert."""

    before: float
    after: float
    invariant: str = ""  # "I1" to "I18"
    spots_before: tuple[Spot, ...] = ()  # where the cards in question lay by the book
    spots_after: tuple[Spot, ...] = ()  # where they are seen
    request: Request | None = None


@dataclass(frozen=True, slots=True)
class Alert:
    """One inconsistency, as data; ``webui/texts.py`` gives it words."""

    code: AlertCode
    level: Level
    certainty: Certainty
    cards: tuple[Face, ...]
    seat: Seat | None
    evidence: Evidence
    turn: int | None = None  # number of the turn in its round


@dataclass(frozen=True, slots=True)
class Doubled:
    """A face that lies there more often than the deck holds it, watched until it is plain or has passed.

    The eyes repeat what they last read, so looks alone prove little: a fresh look is one that measured the card anew.
    """

    face: Face
    seat: Seat  # who laid the card that is too many
    since: float
    spot: tuple[float, float]  # where that card lay first
    moved: bool = False  # it was named so again at another place
    fresh: Mapping[int, int] = field(default_factory=dict)  # fresh looks at each card, by key
    at: Mapping[int, tuple[float, float]] = field(default_factory=dict)  # where each was measured last


@dataclass(frozen=True, slots=True)
class Finding:
    """What is inconsistent, and whose action it was."""

    code: AlertCode
    level: Level
    certainty: Certainty
    cards: tuple[Face, ...]
    seat: Seat | None = None
    turn: int | None = None  # number of the turn; None: the one that is played now
    before: tuple[Spot, ...] = ()  # where the cards lay by the book
    after: tuple[Spot, ...] = ()  # where they are seen
    request: Request | None = None  # None: what the code asks for
    invariant: str = ""  # "": that of the code
    since: float | None = None  # seconds: it was seen so in an earlier scene already; None: only now

    @property
    def mark(self) -> tuple[AlertCode, tuple[Face, ...], int]:
        """What is not asked twice in a round."""
        return self.code, self.cards, int(self.level)
