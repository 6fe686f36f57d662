"""The whole road without the web: frames in, what the referee says out; inputs are merged in by their time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from engine.events import Event, Joined, Looked, read_input
from engine.observation import Observation
from engine.outputs import Output
from engine.referee import Game, step
from vision.types import Frame

Inputs = Callable[[], Sequence[Mapping[str, Any]]]
"""What people said so far, lines of inputs.jsonl in order of time; it may grow while the film runs."""

Timed = Callable[[Frame], tuple[Sequence[Output], float]]
"""Look at a frame; what was said and how many seconds it took."""


class Eyes(Protocol):
    """What looks at frames: `vision.observe.Observer`."""

    def see(self, frame: Frame) -> Observation | None:
        """One look at the table, or None when there is nothing new."""
        ...


class Road:
    """One table, followed from frames to words."""

    def __init__(self, eyes: Eyes, game: Game, inputs: Inputs, joined: Sequence[Joined] = ()) -> None:
        """*joined*: where rounds stand that began before they were seen, in order of time."""
        self.eyes, self.game, self.inputs = eyes, game, inputs
        self.joined = deque(joined)
        self.heard = 0  # inputs that were taken
        self.cards_seen = False

    def see(self, frame: Frame) -> list[Output]:
        """Look at a frame, after what people said until then."""
        said = self._until(frame.seconds)
        observation = self.eyes.see(frame)
        if observation is None:
            return self.tell(said)
        self.cards_seen |= bool(observation.cards)
        return self.tell([*said, Looked(observation)])

    def finish(self) -> list[Output]:
        """Take what was said after the last frame."""
        return self.tell(self._until(float("inf")))

    def _until(self, seconds: float) -> list[Event]:
        inputs = self.inputs()
        said: list[Event] = []
        while self.joined and self.joined[0].seconds <= seconds:
            said.append(self.joined.popleft())
        while self.heard < len(inputs) and inputs[self.heard]["seconds"] <= seconds:
            said.append(read_input(dict(inputs[self.heard])))
            self.heard += 1
        return said

    def tell(self, events: Iterable[Event]) -> list[Output]:
        """Tell the referee, and return what it says."""
        told: list[Output] = []
        for event in events:
            self.game, outputs = step(self.game, event)
            told.extend(outputs)
        return told


def at_film_speed(frames: Iterable[Frame], work: Timed) -> Iterator[tuple[Frame, Sequence[Output] | None, float]]:
    """Feed *work* as a camera would: a frame for which a newer one is there when *work* is free again is dropped.

    Yields every frame with what was said and the seconds spent on it; None for a dropped one.
    """
    free_at = 0.0
    for frame, next_at in _with_next(frames):
        if next_at is not None and free_at >= next_at:
            yield frame, None, 0.0
            continue
        outputs, took = work(frame)
        free_at = max(free_at, frame.seconds) + took
        yield frame, outputs, took


def _with_next(frames: Iterable[Frame]) -> Iterator[tuple[Frame, float | None]]:
    held: Frame | None = None
    for frame in frames:
        if held is not None:
            yield held, frame.seconds
        held = frame
    if held is not None:
        yield held, None
