"""A live table without a camera: a source that shows what it is given, eyes that say what they are told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from engine.events import Event
from engine.observation import Observation
from vision.frames import FrameSource
from vision.layout import Layout, default
from vision.types import Bgr, Frame
from webui.eyes import EyesMaker
from webui.live import LiveTable
from webui.settings import Settings
from webui.store import Store

BLANK: Bgr = np.full((720, 1280, 3), (40, 70, 50), np.uint8)


@dataclass
class Still:
    """One picture after the other, then the last again and again; `end` lets it end or raise."""

    pictures: Sequence[Bgr] = (BLANK,)
    live: bool = True
    error: Exception | None = None
    done: threading.Event = field(default_factory=threading.Event)

    def frames(self) -> Iterator[Frame]:
        """One picture at least, 50 a second."""
        number = 0
        while not (number and self.done.wait(0.02)):
            yield Frame(number, number / 50, self.pictures[min(number, len(self.pictures) - 1)])
            number += 1
        if self.error is not None:
            raise self.error

    def end(self, error: Exception | None = None) -> None:
        """Stop sending."""
        self.error = error
        self.done.set()


class Told:
    """Eyes that report one observation a frame, then nothing."""

    def __init__(self, looks: Sequence[Observation] = ()) -> None:
        self.looks = list(looks)
        self.layout = default(2)

    def see(self, frame: Frame) -> Observation | None:
        """The next look."""
        return self.looks.pop(0) if self.looks else None


def eyes(looks: Sequence[Observation] = ()) -> Callable[[], EyesMaker]:
    """What `LiveTable` takes for its eyes."""

    def make(_layout: Layout | None, _players: int) -> Told:
        return Told(looks)

    return lambda: make


def opener(*sources: FrameSource | Exception) -> Callable[..., FrameSource]:
    """Opens one source after the other; the last again and again."""
    queue = list(sources)

    def open_next(_spec: str, **_options: Any) -> FrameSource:
        source = queue.pop(0) if len(queue) > 1 else queue[0]
        if isinstance(source, Exception):
            raise source
        return source

    return open_next


def settings(folder: Path, **values: Any) -> Settings:
    """Settings that read no file and no variable of this machine."""
    return Settings(data=folder, **values)


def table(folder: Path, *, source: str = "twin", pictures: FrameSource | None = None, **values: Any) -> LiveTable:
    """A live table on a record file in *folder*, not started."""
    told = settings(folder, source=source, **values)
    return LiveTable(source, told, Store(told.record), opener=opener(pictures or Still()), eyes=eyes())


def tell(live: LiveTable, events: Sequence[Event]) -> None:
    """Say all *events* and wait for the last."""
    for event in events:
        live.say(event).result(timeout=5)
