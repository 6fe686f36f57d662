"""What the live loop needs around a source: a clock for films, the virtual table's port, when a file has changed."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Protocol, runtime_checkable
from urllib.parse import urlsplit

from engine.table import Seat

PHONE = "phone"
"""The source of a phone that sends its pictures to us."""

LATE_S = 1.0
NO_END = 1_000_000


def is_twin(spec: str) -> bool:
    """True for the virtual table."""
    return spec == "twin" or spec.startswith("twin:")


def kind(spec: str) -> str:
    """What *spec* names: ``twin``, ``phone``, ``camera`` (a number), ``address``, ``folder`` or ``file``."""
    if is_twin(spec):
        return "twin"
    if spec == PHONE:
        return "phone"
    if spec.isdecimal():
        return "camera"
    if "://" in spec:
        return "address"
    return "folder" if Path(spec).is_dir() else "file"


def shown(spec: str) -> str:
    """*spec* for people to see: an address without user name and password."""
    if "://" not in spec:
        return spec
    parts = urlsplit(spec)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def endless(spec: str) -> str:
    """The virtual table plays on as long as the server runs, if its rounds are not counted."""
    if not is_twin(spec) or "rounds=" in spec:
        return spec
    return f"{spec}{',' if ':' in spec else ':'}rounds={NO_END}"


def stamp(path: str) -> tuple[int, int] | None:
    """Changes whenever the file does; None without a file."""
    try:
        stat = Path(path).stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


class Control(Protocol):
    """The virtual table's port for people (CONTRACT.md section 8)."""

    def mark(self, seat: Seat, human: bool = True) -> None:
        """A person answers for *seat*, or the bot again."""

    def say(self, seat: Seat, say: str) -> None:
        """That person said go or stop."""


@runtime_checkable
class Playable(Protocol):
    """A source that plays by itself and may be played with: the virtual table."""

    @property
    def control(self) -> Control:
        """Where people answer."""

    def said(self, after: float, until: float) -> list[dict[str, Any]]:
        """What its bots said in that time, as lines of inputs.jsonl."""


@runtime_checkable
class Skippable(Protocol):
    """A source that can go on in the middle instead of playing from the beginning."""

    def skip(self, seconds: float, answers: Sequence[tuple[Seat, str, float]] = ()) -> None:
        """Go on from that moment; *answers* is every Go and Stop before it: seat, word, seconds."""


def playable(source: object) -> Playable | None:
    """*source* as something to play with, None for a camera or a film."""
    return source if isinstance(source, Playable) else None


def skip_to(source: object, seconds: float, answers: Sequence[tuple[Seat, str, float]]) -> bool:
    """Let *source* go on from that moment, if it can."""
    if not isinstance(source, Skippable):
        return False
    source.skip(seconds, answers)
    return True


class Clock:
    """Film time beside real time, for sources that come as fast as they are asked for."""

    def __init__(self, wake: threading.Event) -> None:
        """*wake* ends every wait."""
        self._wake = wake
        self._zero: float | None = None  # real time of film second 0

    def wait_until(self, seconds: float) -> bool:
        """Wait for that film second; False if something woke us."""
        if self._zero is None:
            self._zero = monotonic() - seconds
        late = monotonic() - self._zero - seconds
        if late > LATE_S:
            self._zero += late  # slower than life: do not hurry to catch up
        return not (late < 0 and self._wake.wait(-late))

    def stand_still(self, seconds: float) -> bool:
        """Wait while the film does not go on; False if something woke us."""
        began = monotonic()
        woken = self._wake.wait(seconds)
        if self._zero is not None:
            self._zero += monotonic() - began
        return not woken
