"""What the live loop looks with: the eyes, and the table's layout in a picture that people turned."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

import numpy as np

from engine.observation import Observation
from vision import layout as layouts
from vision.decks import EnrolledDeck
from vision.layout import Layout
from vision.observe import Observer, Recogniser
from vision.proposal import Proposal, in_words
from vision.survey import Sight, Survey
from vision.types import Bgr, Corners, Detection, Frame
from webui.overlay import zone_outlines
from webui.snapshot import Looking, View

if TYPE_CHECKING:
    from vision import pipeline
    from vision.hands import Mask
    from vision.pipeline import Look

log = logging.getLogger(__name__)


class Eyes(Protocol):
    """What turns frames into observations (`vision.observe.Observer`)."""

    @property
    def layout(self) -> Layout | None:
        """How the picture shows the table, None while that is not known; it changes after the camera was pushed."""

    def see(self, frame: Frame) -> Observation | None:
        """What this frame says, None if it says nothing new."""


class Seer(Sight, Recogniser, Protocol):
    """Finds and names cards before and after the layout is known (`vision.pipeline.Recogniser`)."""


class Seeking:
    """Eyes for a table that nobody has laid out: the cards themselves must tell first where things lie."""

    def __init__(self, recogniser: Seer, players: int, found: Callable[[Proposal], None]) -> None:
        """*found* hears of the layout, once there is one."""
        self._survey, self.recogniser, self._found = Survey(recogniser, players), recogniser, found
        self._observer: Observer | None = None

    @property
    def layout(self) -> Layout | None:
        """None until the cards have told it."""
        return self._observer.layout if self._observer else None

    @property
    def weakness(self) -> str:
        """What the cards lack to tell it, as `vision.survey.Survey` says."""
        return self._survey.weakness

    def see(self, frame: Frame) -> Observation | None:
        """None until there is a layout."""
        if self._observer is None:
            proposal = self._survey.see(frame)
            if proposal is None:
                return None
            self._found(proposal)
            self._observer = Observer(proposal.layout, self.recogniser)
        return self._observer.see(frame)


class Clocked:
    """A recogniser that remembers how long each stage of its last call took."""

    def __init__(self, inner: pipeline.Recogniser) -> None:
        self._inner = inner
        self.ms: dict[str, float] = {}

    def picture(self, bgr: Bgr) -> Look:
        """The cards of a picture whose scale is not known."""
        found = self._inner.picture(bgr)
        self.ms = found.ms
        return found

    def table(
        self,
        bgr: Bgr,
        layout: Layout,
        region_mask: Mask | None = None,
        known: Sequence[Detection] | None = None,
        recent: Sequence[Corners] = (),
        look: int = 0,
    ) -> list[Detection]:
        """The cards of a known table."""
        from vision.pipeline import Clock

        clock = Clock()
        found = self._inner.table(bgr, layout, region_mask, known, recent=recent, clock=clock, look=look)
        self.ms = clock.ms
        return found


LOOKS = 20  # over so many the pace is told


class Pace:
    """How long looks take and how often they come, smoothed."""

    def __init__(self) -> None:
        self._ms: dict[str, float] = {}
        self._total = 0.0
        self._ends: deque[float] = deque(maxlen=LOOKS)

    @contextmanager
    def measured(self, eyes: Eyes) -> Iterator[None]:
        """Measure the look of the block."""
        clocked = getattr(eyes, "recogniser", None)
        before = getattr(clocked, "ms", None)
        began = perf_counter()
        yield
        self._ends.append(perf_counter())
        self._total = _smooth(self._total, 1000 * (self._ends[-1] - began))
        after = getattr(clocked, "ms", None)
        if after and after is not before:
            for stage, ms in after.items():
                self._ms[stage] = _smooth(self._ms.get(stage, 0.0), ms)

    def looking(self, look: Observation, layout: Layout) -> Looking:
        """What the page "what the camera sees" shows of a look besides its cards."""
        first, last = self._ends[0], self._ends[-1]
        return Looking(
            zones=zone_outlines(layout),
            doubt=look.doubt or "",
            spoilt=look.spoilt or "",
            covered=tuple(sorted((str(zone.kind), zone.seat) for zone in look.covered if zone.seat is None))
            + tuple(sorted((str(zone.kind), zone.seat) for zone in look.covered if zone.seat is not None)),
            still=look.still,
            ms=tuple((stage, round(ms, 1)) for stage, ms in self._ms.items()),
            total_ms=round(self._total, 1),
            per_second=round((len(self._ends) - 1) / (last - first), 1) if len(self._ends) == LOOKS else 0.0,
        )


def _smooth(old: float, new: float) -> float:
    return new if not old else 0.8 * old + 0.2 * new


EyesMaker = Callable[[Layout | None, int], Eyes]
"""Eyes for a layout, or for a table of so many players that must be laid out first."""


def open_eyes(deck: EnrolledDeck | None = None) -> EyesMaker:
    """Load the networks once; every layout gets its own observer over them. *deck*: the one that is played with."""
    from vision import pipeline  # the networks are loaded when a table is watched, not before

    recogniser = Clocked(pipeline.Recogniser(deck=deck))

    def make(layout: Layout | None, players: int) -> Eyes:
        if layout is not None:
            return Observer(layout, recogniser)
        return Seeking(recogniser, players, lambda one: log.info("the table is laid out: %s", in_words(one)))

    return make


def known_layout(file: Path | None, spec: str, source: object, size: tuple[int, int], view: View) -> Layout | None:
    """The layout *file* if one is given, else what came with the source, else None: the cards must tell.

    *size* (width, height) of the turned picture. Raises LayoutError.
    """
    beside, own = Path(spec).with_name("layout.toml"), getattr(source, "layout", None)
    if file is not None:
        return layouts.load(file)
    if isinstance(own, Layout):
        return turned_layout(own, size, view)
    if Path(spec).is_file() and beside.is_file():
        return turned_layout(layouts.load(beside), size, view)
    return None


def turned_layout(layout: Layout, size: tuple[int, int], view: View) -> Layout:
    """The same table in the picture after `vision.frames.upright`; *size* (width, height) of the turned picture."""
    width, height = size
    turn = {
        0: ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        90: ((0, 1, 0), (-1, 0, width), (0, 0, 1)),
        180: ((-1, 0, width), (0, -1, height), (0, 0, 1)),
        270: ((0, -1, height), (1, 0, 0), (0, 0, 1)),
    }[view.rotate]
    back = np.array(turn, float)
    if view.mirror:
        back = back @ np.array(((-1, 0, width), (0, 1, 0), (0, 0, 1)), float)
    matrix = np.asarray(layout.matrix) @ back
    return replace(layout, homography=tuple((float(a), float(b), float(c)) for a, b, c in matrix))
