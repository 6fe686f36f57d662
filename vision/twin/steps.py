"""What people do in a turn, one thing after the other: the plan that a foul or a slip may change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.cards import Face
from engine.table import Seat

if TYPE_CHECKING:
    from vision.twin.choreography import Choreography


@dataclass(frozen=True, slots=True)
class Lay:
    """A card from the hand goes to the floor: on its match, or beside the floor card *onto*. *by*: whose arm."""

    seat: Seat
    face: Face
    choice: Face | None = None
    onto: Face | None = None
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class Flip:
    """The top card of the stock goes to the floor."""

    seat: Seat
    face: Face
    choice: Face | None = None


@dataclass(frozen=True, slots=True)
class Collect:
    """Floor cards go to the pile of *seat*."""

    seat: Seat
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Give:
    """A captured card goes from pile to pile; *by* says whose arm, else the victim's."""

    victim: Seat
    taker: Seat
    face: Face
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing happens for *nominal* seconds of this film's pace."""

    nominal: float


@dataclass(frozen=True, slots=True)
class Leave:
    """The hand of *seat* leaves the picture."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Paced:
    """A step that takes *factor* times as long as usual."""

    factor: float
    step: Step


@dataclass(frozen=True, slots=True)
class Do:
    """Anything else that is done with cards and hands."""

    what: Callable[[Choreography], None]


Step = Lay | Flip | Collect | Give | Pause | Leave | Paced | Do


@dataclass
class Turn:
    """What a seat does in its turn, as it lies on the table afterwards; seats are places at the table.

    An honest turn is what the rules made of it. A foul changes these facts, and `steps` follows them.
    """

    seat: Seat
    hand: Sequence[Face]
    flip: Sequence[Face]
    captured: Sequence[Face]
    stack: Sequence[Face] | None = None  # what stays as a ppeok
    stolen: Mapping[Seat, Sequence[Face]] = field(default_factory=dict)
    shakes: Sequence[int] = ()
    events: Sequence[str] = ()
    choose_hand: Face | None = None
    choose_flip: Face | None = None
    onto: Face | None = None  # the floor card that the hand card is laid on, if it is another month's
    grabs: bool = False  # the taker's hand fetches stolen cards
    first: list[Step] = field(default_factory=list)  # what is done before the turn
    last: list[Step] = field(default_factory=list)  # and after it

    def steps(self, over: Step) -> list[Step]:
        """The turn as people play it: lay, flip, pause, collect, give; *over* is done when its cards lie."""
        return [*self.first, *self._play(), over, *self.last]

    def _play(self) -> Iterator[Step]:
        for face in self.hand:
            yield Lay(self.seat, face, self.choose_hand, self.onto)
        for face in self.flip:
            yield Flip(self.seat, face, self.choose_flip)
        yield Pause(0.45)
        if self.captured:
            yield Collect(self.seat, tuple(self.captured))
        yield Leave(self.seat)
        for victim, faces in self.stolen.items():
            for face in faces:
                yield Give(victim, self.seat, face, self.seat if self.grabs else None)
