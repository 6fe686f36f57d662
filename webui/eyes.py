"""What the live loop looks with: the eyes, and the table's layout in a picture that people turned."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import numpy as np

from engine.observation import Observation
from vision import layout as layouts
from vision.decks import EnrolledDeck
from vision.layout import Layout
from vision.observe import Observer, Recogniser
from vision.proposal import Proposal, in_words
from vision.survey import Sight, Survey
from vision.types import Frame
from webui.snapshot import View

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
        self._survey, self._recogniser, self._found = Survey(recogniser, players), recogniser, found
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
            self._observer = Observer(proposal.layout, self._recogniser)
        return self._observer.see(frame)


EyesMaker = Callable[[Layout | None, int], Eyes]
"""Eyes for a layout, or for a table of so many players that must be laid out first."""


def open_eyes(deck: EnrolledDeck | None = None) -> EyesMaker:
    """Load the networks once; every layout gets its own observer over them. *deck*: the one that is played with."""
    from vision import pipeline  # the networks are loaded when a table is watched, not before

    recogniser = pipeline.Recogniser(deck=deck)

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
