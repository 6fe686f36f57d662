"""What the live loop looks with: the eyes, and the table's layout in a picture that people turned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

import numpy as np

from engine.observation import Observation
from vision.layout import Layout
from vision.types import Frame
from webui.snapshot import View


class Eyes(Protocol):
    """What turns frames into observations (`vision.observe.Observer`)."""

    def see(self, frame: Frame) -> Observation | None:
        """What this frame says, None if it says nothing new."""


EyesMaker = Callable[[Layout], Eyes]


def open_eyes() -> EyesMaker:
    """Load the networks once; every layout gets its own observer over them."""
    from vision.observe import Observer  # the networks are loaded when a table is watched, not before
    from vision.pipeline import Recogniser

    recogniser = Recogniser()
    return lambda layout: Observer(layout, recogniser)


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
