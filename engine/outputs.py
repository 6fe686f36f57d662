"""What the referee says: one frozen value per line of ``watch --json`` (CONTRACT.md section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.alerts import Alert, Spot
from engine.cards import Face
from engine.settle import ResultKind
from engine.table import Seat

Json = dict[str, Any]


class Following(StrEnum):
    """How well the referee follows the table."""

    FOLLOWING = "following"
    UNSURE = "unsure"
    LOST = "lost"


def _texts(faces: tuple[Face, ...]) -> list[str]:
    return [str(face) for face in faces]


def _spot(spot: Spot) -> Json:
    zone = str(spot.zone.kind) if spot.zone.seat is None else f"{spot.zone.kind}:{spot.zone.seat}"
    return {"card": str(spot.face), "zone": zone, "track": spot.track,
            "at": None if spot.at is None else [round(value, 1) for value in spot.at]}


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """The deal lies on the table and is legal."""

    seconds: float
    dealer: Seat
    round: int = 1
    floor: tuple[Face, ...] = ()

    def to_json(self) -> Json:
        """Return the contract's ``round`` line."""
        return {"type": "round", "seconds": self.seconds, "round": self.round, "dealer": self.dealer,
                "floor": _texts(self.floor)}


@dataclass(frozen=True, slots=True)
class TurnSeen:
    """A turn explained. ``revised`` marks a line that replaces an earlier one of the same round and number."""

    seconds: float
    round: int
    n: int  # 1 is the first turn of the round
    seat: Seat
    hand: tuple[Face, ...]
    flip: tuple[Face, ...]
    captured: tuple[Face, ...]
    stack: tuple[Face, ...] | None
    stolen: Mapping[Seat, tuple[Face, ...]]
    events: tuple[str, ...]
    totals: tuple[int, ...]
    confidence: float
    revised: bool = False
    shakes: tuple[int, ...] = ()  # months shown before this turn

    def to_json(self) -> Json:
        """Return the contract's ``turn`` line."""
        return {"type": "turn", "seconds": self.seconds, "round": self.round, "n": self.n, "seat": self.seat,
                "hand": _texts(self.hand), "flip": _texts(self.flip), "captured": _texts(self.captured),
                "stack": None if self.stack is None else _texts(self.stack),
                "stolen": {str(seat): _texts(faces) for seat, faces in self.stolen.items()},
                "shakes": list(self.shakes), "events": [str(event) for event in self.events],
                "totals": list(self.totals), "confidence": round(self.confidence, 3),
                **({"revised": True} if self.revised else {})}


@dataclass(frozen=True, slots=True)
class ScoreNow:
    """Points per seat by the captured cards, before anything is settled."""

    seconds: float
    totals: tuple[int, ...]

    def to_json(self) -> Json:
        """Return the contract's ``score`` line."""
        return {"type": "score", "seconds": self.seconds, "totals": list(self.totals), "provisional": True}


@dataclass(frozen=True, slots=True)
class Prompt:
    """A seat must say Go or Stop (RULES.md 13). ``go`` counts the Gos already said."""

    seconds: float
    seat: Seat
    points: int
    go: int
    kind: str = "go_stop"

    def to_json(self) -> Json:
        """Return the contract's ``prompt`` line."""
        return {"type": "prompt", "seconds": self.seconds, "seat": self.seat, "kind": self.kind,
                "points": self.points, "go": self.go}


@dataclass(frozen=True, slots=True)
class AlertRaised:
    """An alert, numbered within the game so that people can answer it."""

    seconds: float
    number: int
    alert: Alert

    def to_json(self) -> Json:
        """Return the contract's ``alert`` line."""
        alert, shown = self.alert, self.alert.evidence
        return {"type": "alert", "seconds": self.seconds, "number": self.number, "code": str(alert.code),
                "level": alert.level.name, "certainty": str(alert.certainty), "seat": alert.seat,
                "cards": _texts(alert.cards), "turn": alert.turn, "evidence": [shown.before, shown.after],
                "invariant": shown.invariant, "request": None if shown.request is None else str(shown.request),
                "before": [_spot(spot) for spot in shown.spots_before],
                "after": [_spot(spot) for spot in shown.spots_after]}


class Ask(StrEnum):
    """What people can tell to bring the referee back into step."""

    TAP_WRONG = "tap_wrong"  # tap the cards on the floor that are wrong
    WHOSE_TURN = "whose_turn"  # so many cards were missed: whose turn is it?


@dataclass(frozen=True, slots=True)
class Question:
    """One guided question. A card tapped is a `CardFix`, a seat a `TurnTold`."""

    ask: Ask
    cards: tuple[Face, ...] = ()  # what lies on the floor by the book
    doubtful: tuple[Face, ...] = ()  # of these and of those seen, the ones that differ
    missed: int = 0  # cards that came out unseen
    seats: tuple[Seat, ...] = ()  # whose turn it may be, the likeliest first

    def to_json(self) -> Json:
        """Return the question as JSON values."""
        return {"ask": str(self.ask), "cards": _texts(self.cards), "doubtful": _texts(self.doubtful),
                "missed": self.missed, "seats": list(self.seats)}


@dataclass(frozen=True, slots=True)
class StateNow:
    """The referee follows, is unsure, or is lost; ``why`` is a word that the texts know, empty when following."""

    seconds: float
    state: Following
    why: str = ""
    questions: tuple[Question, ...] = ()

    def to_json(self) -> Json:
        """Return the contract's ``state`` line."""
        return {"type": "state", "seconds": self.seconds, "state": str(self.state), "why": self.why,
                **({"questions": [one.to_json() for one in self.questions]} if self.questions else {})}


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A finished round with the fields of the truth's ``result``."""

    seconds: float
    round: int
    kind: ResultKind
    winner: Seat | None
    captured: tuple[tuple[Face, ...], ...]
    totals: tuple[int, ...]
    go: tuple[int, ...]
    net: tuple[int, ...]
    lines: tuple[Json, ...] = field(default=())

    def to_json(self) -> Json:
        """Return the contract's ``result`` line."""
        return {"type": "result", "seconds": self.seconds, "round": self.round, "kind": str(self.kind),
                "winner": self.winner, "captured": [_texts(pile) for pile in self.captured],
                "lines": [dict(line) for line in self.lines], "totals": list(self.totals), "go": list(self.go),
                "net": list(self.net)}


Output = RoundStarted | TurnSeen | ScoreNow | Prompt | AlertRaised | StateNow | RoundResult
