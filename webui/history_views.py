"""What the pages of history show, as finished words and numbers."""

from __future__ import annotations

from dataclasses import dataclass

from webui.chart import Chart
from webui.people import Person
from webui.views import CardView, GroupView, StackView


@dataclass(frozen=True, slots=True)
class PointsView:
    """Somebody's points, and the money they are worth (empty: played for points)."""

    name: str
    colour: str
    points: int
    text: str
    money: str = ""


@dataclass(frozen=True, slots=True)
class EveningView:
    """One evening in a list."""

    id: int
    title: str
    detail: str
    shares: tuple[PointsView, ...]
    current: bool
    origin: str  # how it came here, in words; empty: it was watched


@dataclass(frozen=True, slots=True)
class MonthView:
    """A month: who won what in it, and its evenings."""

    title: str
    shares: tuple[PointsView, ...]
    evenings: tuple[EveningView, ...]


@dataclass(frozen=True, slots=True)
class ListView:
    """Every evening."""

    months: tuple[MonthView, ...]
    chart: Chart | None


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round in the table of an evening."""

    number: int
    title: str
    detail: str
    time: str
    nets: tuple[str, ...]
    signs: tuple[str, ...]  # plus, minus, even
    winner: int | None
    kept: bool  # its turns can be looked at


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat and who sits there now."""

    seat: int
    place: str
    person: int | None


@dataclass(frozen=True, slots=True)
class EveningPage:
    """One evening with its rounds."""

    id: int
    title: str
    detail: str
    shares: tuple[PointsView, ...]
    rounds: tuple[RoundView, ...]
    chart: Chart | None
    seats: tuple[SeatChoice, ...]
    people: tuple[Person, ...]
    stake: int
    current: bool
    origin: str  # how it came here, in words; empty: it was watched
    pictures: str  # how much room they take, in words; empty for none


@dataclass(frozen=True, slots=True)
class PileView:
    """A seat at a moment of a round."""

    name: str
    colour: str
    points: int
    groups: tuple[GroupView, ...]
    turn: bool


@dataclass(frozen=True, slots=True)
class StepView:
    """A turn in the list beside the table."""

    n: int
    who: str
    colour: str
    text: str
    events: tuple[str, ...]
    points: str


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """One moment of a round: the table after turn *n*, 0 after the deal."""

    evening: int
    number: int
    title: str
    detail: str
    n: int
    last: int
    steps: tuple[StepView, ...]
    floor: tuple[CardView, ...]
    stacks: tuple[StackView, ...]
    piles: tuple[PileView, ...]
    played: tuple[CardView, ...]
    flipped: tuple[CardView, ...]
    taken: tuple[CardView, ...]
    stock: str
    picture: bool
    rounds: tuple[int | None, int | None]  # before and after
    result: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PersonView:
    """Somebody and what his or her rounds were like."""

    person: Person
    facts: tuple[tuple[str, str], ...]
    deal: str  # the deal balance in words; empty before thirty own deals
    points: str
    money: str


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """Everybody."""

    people: tuple[PersonView, ...]
    colours: tuple[str, ...]
    chart: Chart | None
