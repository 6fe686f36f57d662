"""Alerts: every code of CONTRACT.md section 6, its highest level, and what a raised one carries. No sentences here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from engine.cards import Face
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

REST_SECONDS = 0.7
"""No question before the table has rested that long (CONTRACT.md section 6)."""

REST_LOOKS = 7
"""No question before that many looks at the resting table agree."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The moments (film seconds) that show the state before and after, for the pictures beside the alert."""

    before: float
    after: float


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
