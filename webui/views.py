"""What the page shows, as finished words and numbers; the same values give the HTML and the JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class CardView:
    """A card picture: face text, its name in words, the SVG's file stem under static/cards."""

    face: str
    name: str
    art: str
    month: int = 0
    likely: tuple[str, ...] = ()  # faces it might be instead, best first


@dataclass(frozen=True, slots=True)
class StackView:
    """Three cards that lie as one unit, and who made them (empty: dealt so)."""

    cards: tuple[CardView, ...]
    label: str


@dataclass(frozen=True, slots=True)
class GroupView:
    """A seat's captured cards of one group; *value* differs from the number of cards for double junk."""

    kind: str  # bright, animal, ribbon, junk
    label: str
    cards: tuple[CardView, ...]
    value: int


@dataclass(frozen=True, slots=True)
class LineView:
    """One score line."""

    name: str
    label: str
    points: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: score with its lines, piles, counts. Hands are counts only."""

    seat: int
    name: str
    place: str  # bottom, right, top, left
    points: int
    balance: int  # net points over all finished rounds
    lines: tuple[LineView, ...]
    groups: tuple[GroupView, ...]
    hand: int | None
    dealer: bool
    turn: bool
    human: bool
    go: int
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PromptView:
    """A decision that a seat owes: Go or Stop."""

    seat: int
    kind: str
    points: int
    go: int
    title: str
    detail: str
    open: bool  # False: a bot of the virtual table decides


@dataclass(frozen=True, slots=True)
class AlertView:
    """An alert with what was seen."""

    number: int
    code: str
    level: str  # hint, question, stop
    label: str
    title: str
    who: str
    cards: tuple[CardView, ...]
    turn: int | None


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn in words."""

    n: int
    seat: int
    who: str
    text: str
    events: tuple[str, ...]
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class ShareView:
    """What a seat pays (below 0) or gets, with the lines that explain it."""

    seat: int
    name: str
    net: int
    text: str
    points: int
    winner: bool
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultView:
    """How a round ended and who pays what."""

    round: int
    kind: str
    title: str
    shares: tuple[ShareView, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StateView:
    """How well the referee follows, in a word and a reason."""

    state: str  # waiting, following, unsure, lost
    label: str
    why: str


@dataclass(frozen=True, slots=True)
class CameraView:
    """The source: opening, playing, lost or ended, and what it said."""

    state: str
    label: str
    message: str
    detail: str
    retry_s: int


@dataclass(frozen=True, slots=True)
class PageView:
    """Everything that the page shows, in one language."""

    version: int
    language: str
    players: int
    round: int
    round_label: str
    running: bool
    dealer: int | None  # of the round that runs, else of the next one; None: whoever plays first
    stock: int | None
    floor: tuple[CardView, ...]
    stacks: tuple[StackView, ...]
    seats: tuple[SeatView, ...]
    prompt: PromptView | None
    alerts: tuple[AlertView, ...]
    turns: tuple[TurnView, ...]
    result: ResultView | None
    state: StateView
    camera: CameraView
    trouble: str
    paused: bool
    rotate: int
    mirror: bool
    source: str
    twin: bool

    def to_json(self) -> dict[str, Any]:
        """JSON values of the whole page."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class SeenView:
    """A recognised card on the picture: outline in picture pixels from its top left, clockwise."""

    track: int
    face: str | None
    zone: str  # floor, stock or pile
    label: str
    name: str
    sure: bool
    corners: tuple[tuple[float, float], ...]
    likely: tuple[str, ...]
