"""One moment of the live table, frozen: the worker replaces it whole, everybody else only reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.game import Game
from engine.table import Seat


class CameraState(StrEnum):
    """What the source is doing."""

    OPENING = "opening"
    PLAYING = "playing"
    LOST = "lost"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Fault:
    """Something outside of the game is wrong: *code* has words in `webui.texts`, *message* is for logs and scripts."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Camera:
    """The source's state; *fault* is why it was lost, *retry_s* the wait before the next try."""

    state: CameraState = CameraState.OPENING
    fault: Fault | None = None
    retry_s: int = 0


@dataclass(frozen=True, slots=True)
class Seen:
    """A card that was recognised in the newest look, as an outline in pixels of the upright picture."""

    track: int
    face: str | None
    zone: str  # floor, stock or pile
    sure: bool
    corners: tuple[tuple[float, float], ...]
    likely: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """How people turned the picture, and which seats of the virtual table a person answers."""

    rotate: int = 0  # degrees clockwise: 0, 90, 180, 270
    mirror: bool = False
    humans: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that is shown. *version* grows by one with each replacement."""

    version: int
    game: Game
    source: str
    camera: Camera = field(default_factory=Camera)
    seen: tuple[Seen, ...] = ()
    view: View = field(default_factory=View)
    trouble: Fault | None = None  # with record file, networks, layout or the referee itself; None when all is well
