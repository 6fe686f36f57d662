"""Looking through a camera that is being chosen: its newest picture, while the table plays on with its own source.

No camera is opened twice: where the table looks at the same one, its pictures are shown. Nobody asked for some time:
the camera is let go.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from time import monotonic
from typing import Any

from vision.cameras import Webcam
from vision.errors import VisionError
from vision.frames import FrameSource, upright
from vision.layout import Layout
from vision.types import Bgr
from webui.eyes import turned_layout
from webui.faults import fault_of
from webui.live import LiveTable
from webui.snapshot import Fault, View
from webui.sources import PHONE, Clock, endless, kind

log = logging.getLogger(__name__)

IDLE_S = 30.0
"""Seconds after which a camera is let go if nobody asks for its picture."""

AGAIN_S = 2.0
"""Seconds between two tries to open a source that fails."""

STILL_S, WARM = 3.0, 5
"""Longest wait for the picture of a camera in the list; pictures that a camera needs to find its exposure."""

KEPT_S = 15.0
"""Seconds for which such a picture is shown again."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked through."""

    source: str
    players: int = 2
    rotate: int = 0
    mirror: bool = False


class Finder:
    """Pictures of the source that is wanted. Safe to ask from any thread."""

    def __init__(self, opener: Callable[..., FrameSource], live: Callable[[], LiveTable], timeout: float) -> None:
        """*opener* as `vision.frames.open_source`, *live* gives the table that plays now; *timeout* for a picture."""
        self._opener, self._live, self._timeout = opener, live, timeout
        self._lock = threading.Lock()
        self._wanted: Wanted | None = None
        self._halt = threading.Event()  # of the thread that reads now
        self._thread: threading.Thread | None = None
        self._raw: Bgr | None = None
        self._layout: Layout | None = None
        self._asked = 0.0
        self.fault: Fault | None = None
        self._stills: dict[int, tuple[float, Bgr | None]] = {}
        self._cameras = threading.Lock()

    @property
    def source(self) -> str:
        """What is looked through, empty for nothing."""
        return self._wanted.source if self._wanted else ""

    @property
    def wants_phone(self) -> bool:
        """Whether the pictures of a phone are waited for."""
        return self.source == PHONE and monotonic() - self._asked < IDLE_S

    def look_at(self, wanted: Wanted | None) -> None:
        """Look through another source from now on; None through none."""
        with self._lock:
            before, self._wanted = self._wanted, wanted
            self._asked = monotonic()
            if before is None or wanted is None or (before.source, before.players) != (wanted.source, wanted.players):
                self._stop()

    def picture(self) -> Bgr | None:
        """The newest picture, uint8 BGR, turned as it is wanted; None without one, or while nobody may look."""
        with self._lock:
            wanted, self._asked = self._wanted, monotonic()
            if wanted is None:
                return None
            shared = self._shared(wanted)
            if shared is not None:
                self._stop()
                return upright(shared, wanted.rotate, wanted.mirror)
            if self._live().snapshot().game.paused and self._same(wanted):
                return None
            if self._thread is None or not self._thread.is_alive():
                self._start(wanted)
            return None if self._raw is None else upright(self._raw, wanted.rotate, wanted.mirror)

    def layout(self, size: tuple[int, int]) -> Layout | None:
        """How the table lies, where the source itself knows that; *size* (width, height) of the turned picture."""
        wanted = self._wanted
        if wanted is None or kind(wanted.source) != "twin":
            return None
        known = self._layout
        if known is None:
            known = getattr(self._open(wanted), "layout", None)
        return None if known is None else turned_layout(known, size, View(wanted.rotate, wanted.mirror))

    def close(self) -> None:
        """Let every camera go."""
        self.look_at(None)

    def still(self, number: int) -> Bgr | None:
        """One picture of the camera of that *number* for the list; None if it gives none. It never waits for ever."""
        live = self._live()
        if self.source == str(number) and (found := self.picture()) is not None:
            return found
        if live.alive() and live.settings.source == str(number):
            return live.frame()  # the table has it: nobody else can open it
        with self._cameras:
            at, kept = self._stills.get(number, (0.0, None))
            if monotonic() - at > KEPT_S:
                kept = _one_picture(number)
                self._stills[number] = (monotonic(), kept)
            return kept

    def _same(self, wanted: Wanted) -> bool:
        live = self._live()
        players = live.settings.players if kind(wanted.source) == "twin" else wanted.players
        return live.alive() and (live.settings.source, players) == (wanted.source, wanted.players)

    def _shared(self, wanted: Wanted) -> Bgr | None:
        """The picture of the table's own source as it came, if that is the one that is wanted."""
        live = self._live()
        found = live.frame() if self._same(wanted) else None
        if found is None:
            return None
        view = live.snapshot().view
        return upright(upright(found, 0, view.mirror), -view.rotate % 360)

    def _start(self, wanted: Wanted) -> None:
        self._halt = threading.Event()
        self._raw = None
        self._thread = threading.Thread(target=self._read, args=(wanted, self._halt), name="finder", daemon=True)
        self._thread.start()

    def _stop(self) -> None:
        self._halt.set()
        self._thread, self._raw, self._layout, self.fault = None, None, None, None

    def _open(self, wanted: Wanted) -> FrameSource:
        options: Mapping[str, Any] = self._live().snapshot().game.rules.options()
        return self._opener(endless(wanted.source), players=wanted.players, timeout=self._timeout, options=options)

    def _read(self, wanted: Wanted, halt: threading.Event) -> None:
        while not halt.is_set() and monotonic() - self._asked < IDLE_S:
            try:
                self._play(wanted, halt)
                fault = None
            except VisionError as error:
                fault = fault_of(error, wanted.source)
                log.info("looking through %s: %s", kind(wanted.source), error)
            with self._lock:
                if not halt.is_set():
                    self._raw, self.fault = (None, fault) if fault else (self._raw, None)
            halt.wait(AGAIN_S)

    def _play(self, wanted: Wanted, halt: threading.Event) -> None:
        source, clock = self._open(wanted), Clock(halt)
        with closing(source.frames()) as frames:  # type: ignore[type-var]
            for frame in frames:
                if not source.live and not clock.wait_until(frame.seconds):
                    return
                if halt.is_set() or monotonic() - self._asked > IDLE_S:
                    return
                with self._lock:
                    if not halt.is_set():
                        self._raw, self.fault, self._layout = frame.bgr, None, getattr(source, "layout", None)


def _one_picture(number: int) -> Bgr | None:
    try:
        with closing(Webcam(number, timeout=STILL_S).frames()) as frames:  # type: ignore[type-var]
            return next(frame.bgr for frame in frames if frame.number >= WARM)
    except (VisionError, StopIteration):
        return None
