"""One moment of the live table, frozen: the worker replaces it whole, everybody else only reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.game import Game
from engine.table import Seat
from webui.announce import News


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
    """The source's state; *fault* is why it was lost, *retry_s* the wait before the next try.

    *settled*: only a change by people helps, so nothing is tried before one.
    """

    state: CameraState = CameraState.OPENING
    fault: Fault | None = None
    retry_s: int = 0
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """A card that was recognised in the newest look, as an outline in pixels of the upright picture."""

    track: int
    face: str | None
    zone: str  # floor, stock or pile
    sure: bool
    corners: tuple[tuple[float, float], ...]
    likely: tuple[str, ...]
    under: tuple[int, ...] = ()  # tracks of the cards that it covers
    seat: Seat | None = None  # whose pile it lies in
    confidence: float = 0.0
    visible: float = 1.0  # fraction that the picture shows
    scores: tuple[tuple[str, float], ...] = ()  # the likeliest faces
    source: str = ""  # where it came from, if it is new


@dataclass(frozen=True, slots=True)
class ZoneOutline:
    """A marked place of the table, in pixels of the upright picture."""

    kind: str
    seat: Seat | None
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Looking:
    """How the eyes work: the zones, what spoils the look, milliseconds by stage and in all, looks a second."""

    zones: tuple[ZoneOutline, ...] = ()
    doubt: str = ""  # makes the whole look unreliable
    spoilt: str = ""  # spoils a part
    covered: tuple[tuple[str, Seat | None], ...] = ()
    still: bool = True
    ms: tuple[tuple[str, float], ...] = ()
    total_ms: float = 0.0
    per_second: float = 0.0


@dataclass(frozen=True, slots=True)
class View:
    """How people turned the picture, and which seats of the virtual table a person answers."""

    rotate: int = 0  # degrees clockwise: 0, 90, 180, 270
    mirror: bool = False
    humans: frozenset[Seat] = frozenset()
    names: tuple[str, ...] = ()  # of the players by seat; empty: called by their place

    def to_json(self) -> dict[str, Any]:
        """JSON values, to be kept with the record."""
        return {"rotate": self.rotate, "mirror": self.mirror, "humans": sorted(self.humans), "names": list(self.names)}


def stored_view(kept: Mapping[str, Any]) -> View:
    """What `View.to_json` wrote; what an older version did not keep is as usual."""
    humans, names = frozenset(kept.get("humans", ())), tuple(kept.get("names", ()))
    return View(kept.get("rotate", 0), kept.get("mirror", False), humans, names)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that is shown. *version* grows by one with each replacement."""

    version: int
    game: Game
    source: str
    camera: Camera = field(default_factory=Camera)
    seen: tuple[Seen, ...] = ()
    view: View = field(default_factory=View)
    news: tuple[News, ...] = ()  # the newest announcements, the newest last
    pictured: Mapping[int, tuple[float, float]] = field(default_factory=dict)  # alerts with pictures: size in mm
    looking: Looking = field(default_factory=Looking)
    match: int = 0  # the number of the evening
    shots: frozenset[int] = frozenset()  # turns of the round of which a picture is kept
    trouble: Fault | None = None  # with record file, networks, layout or the referee itself; None when all is well
