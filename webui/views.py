"""What the page shows, as finished words and numbers; the same values give the HTML and the JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class CardView:
    """A card picture: face text, its name in words, the name of its picture (``/card/<art>``)."""

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
    missing: tuple[str, ...]  # what is missing for the next lines, in words
    groups: tuple[GroupView, ...]
    hand: int | None
    dealer: bool
    turn: bool
    human: bool
    go: int
    tags: tuple[str, ...]
    factor: int  # what Gos, shakes, bombs and void rounds multiply if this seat wins


@dataclass(frozen=True, slots=True)
class FactView:
    """One fact with its name."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class PromptView:
    """A decision that a seat owes: Go or Stop, with what everybody at the table can see."""

    seat: int
    kind: str
    points: int
    go: int
    who: str
    title: str
    detail: str
    lines: tuple[LineView, ...]
    facts: tuple[FactView, ...]
    open: bool  # False: a bot of the virtual table decides


@dataclass(frozen=True, slots=True)
class MarkView:
    """A card marked on an evidence picture: its middle in millimetres."""

    x: float
    y: float
    label: str


@dataclass(frozen=True, slots=True)
class PictureView:
    """An evidence picture: address, moment in words, size in millimetres, marked cards."""

    src: str
    when: str
    width: float
    height: float
    marks: tuple[MarkView, ...]


@dataclass(frozen=True, slots=True)
class AlertView:
    """An alert with what was seen, in words and pictures."""

    number: int
    code: str
    level: str  # hint, question, stop
    label: str
    title: str
    who: str
    cards: tuple[CardView, ...]
    turn: int | None
    why: str  # the invariant that does not hold
    ask: str  # what settles it
    sure: str  # how sure it is
    pictures: tuple[PictureView, ...]


@dataclass(frozen=True, slots=True)
class GiftView:
    """Junk that changed hands with a turn."""

    text: str
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn in words and cards; *loose* lay on the floor before it."""

    n: int
    seat: int
    who: str
    text: str
    events: tuple[str, ...]
    cards: tuple[CardView, ...]
    hand: tuple[CardView, ...]
    flip: tuple[CardView, ...]
    gifts: tuple[GiftView, ...]
    totals: tuple[int, ...]
    doubtful: bool
    loose: tuple[str, ...]
    choose_hand: str | None
    choose_flip: str | None
    picture: str = ""  # address of the table as it was booked; empty where none is kept


@dataclass(frozen=True, slots=True)
class StepView:
    """One line of a sum: what it is, what is done, what that makes, and why."""

    label: str
    done: str
    makes: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class ShareView:
    """What a seat pays (below 0) or gets, with the lines that explain it."""

    seat: int
    name: str
    net: int
    text: str
    points: int
    winner: bool
    steps: tuple[StepView, ...]


@dataclass(frozen=True, slots=True)
class ResultView:
    """How a round ended and who pays what."""

    round: int
    kind: str
    title: str
    shares: tuple[ShareView, ...]
    steps: tuple[StepView, ...]
    next: str


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A guided question: cards to tap, or seats to choose from."""

    kind: str  # tap_wrong, whose_turn
    text: str
    cards: tuple[CardView, ...]
    seats: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class StateView:
    """How well the referee follows, in a word and a reason."""

    state: str  # waiting, following, unsure, lost
    label: str
    why: str
    questions: tuple[QuestionView, ...] = ()


@dataclass(frozen=True, slots=True)
class DealView:
    """What lies there while no round runs: the deal as far as it is, or the cards of the last round."""

    title: str
    help: str
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class SpokenView:
    """Something to be announced once: its key never comes again."""

    key: str
    kind: str
    text: str


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
    owed: tuple[GiftView, ...]
    deal: DealView | None
    prompt: PromptView | None
    alerts: tuple[AlertView, ...]
    turns: tuple[TurnView, ...]
    result: ResultView | None
    state: StateView
    camera: CameraView
    trouble: str
    slow: str  # that the eyes look too seldom, in words
    spoken: tuple[SpokenView, ...]
    carry: str  # what earlier void rounds make of this one, in words
    can_undo: bool
    can_redo: bool
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
    under: tuple[int, ...]  # tracks of the cards that it covers


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A marked place on the picture."""

    kind: str
    name: str
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class EyesCardView:
    """A recognised card with all that the eyes know of it."""

    track: int
    face: str | None
    name: str
    place: str
    sure: str
    doubtful: bool
    visible: str
    instead: str
    source: str


@dataclass(frozen=True, slots=True)
class EyesView:
    """What the camera sees, in one language."""

    title: str
    cards: tuple[EyesCardView, ...]
    zones: tuple[ZoneView, ...]
    conditions: tuple[str, ...]
    good: bool
    stages: tuple[FactView, ...]
    total: str
    pace: str

    def to_json(self) -> dict[str, Any]:
        """JSON values."""
        return asdict(self)
