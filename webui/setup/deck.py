"""A deck laid out in front of the wizard: its pictures, what was read on them, and what people say about it.

Looking takes seconds, so it runs in a thread of its own and the page asks how far it is.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

import cv2
import numpy as np

from models.registry import ModelError
from vision.cardsize import measure
from vision.enrol import Enrolment, Laid, look, name
from vision.errors import DeckError, VisionError
from vision.layout import CARD_MM
from vision.pipeline import Recogniser
from vision.types import Bgr
from webui.errors import WebError

log = logging.getLogger(__name__)

LONG_SIDE = 3200  # pixels; more tells nothing about cards and takes time
MOST = 4  # pictures of one deck
FEWEST = 24  # cards that are seen at least; fewer say more about the picture than about the deck


class Stage(StrEnum):
    """How far it is."""

    EMPTY = "empty"  # no picture yet
    LOOKING = "looking"
    READ = "read"
    FAILED = "failed"


@dataclass(frozen=True)
class Bench:
    """The pictures, and what is known of them; replaced whole."""

    stage: Stage = Stage.EMPTY
    pictures: tuple[Bgr, ...] = ()
    laid: Laid | None = None
    found: Enrolment | None = None
    said: Mapping[int, str] = field(default_factory=dict)  # what people call cards, by number
    why: str = ""  # why it failed: a condition of `vision.legible`, "few" or "none"


class DeckCheck:
    """One deck at a time. Safe to ask from any thread."""

    def __init__(self, eyes: Callable[[], Recogniser]) -> None:
        """*eyes* gives the networks, which are loaded at the first look."""
        self._eyes, self._lock = eyes, threading.Lock()
        self.now = Bench()

    def add(self, picture: Bgr) -> None:
        """Lay another picture beside the others and look at all of them. Raises WebError for too many, or too soon."""
        with self._lock:
            if self.now.stage is Stage.LOOKING:
                raise WebError("setup_busy", "the last picture is still being read; wait a moment", 409)
            if len(self.now.pictures) >= MOST:
                raise WebError("setup_pictures", f"there are {MOST} pictures already; begin anew", 409)
            self.now = Bench(Stage.LOOKING, (*self.now.pictures, _shrunk(picture)))
        threading.Thread(target=self._look, args=(self.now,), name="deck", daemon=True).start()

    def clear(self) -> None:
        """Begin anew."""
        with self._lock:
            self.now = Bench()

    def say(self, said: Mapping[int, str]) -> None:
        """What people call cards. Raises WebError for what is none."""
        with self._lock:
            now = self.now
            if now.laid is None:
                raise WebError("setup_no_deck", "no deck was read yet; take its picture first", 409)
            told = {**now.said, **said}
            try:
                found = name(now.laid, told)
            except DeckError as error:
                raise WebError("field", str(error)) from None
            self.now = Bench(now.stage, now.pictures, now.laid, found, told)

    def keep(self, path: Path) -> None:
        """Write the deck. Raises WebError if there is none or it cannot be written."""
        now = self.now
        if now.found is None or now.laid is None:
            raise WebError("setup_no_deck", "no deck was read yet; take its picture first", 409)
        first = [quad for quad, place in zip(now.laid.quads, now.laid.places, strict=True) if place == 0]
        try:
            now.found.deck(measure(now.pictures[0], first, None) or CARD_MM).dump(path)
        except DeckError as error:
            raise WebError("setup_unsure", str(error), 409) from None

    def _look(self, bench: Bench) -> None:
        done = Bench(Stage.FAILED, bench.pictures, why="none")
        try:
            done = _read(self._eyes(), bench)
        except (VisionError, ModelError) as error:
            log.info("no deck was read: %s", error)
        finally:
            with self._lock:
                if self.now is bench:  # nobody began anew meanwhile
                    self.now = done


def _read(eyes: Recogniser, bench: Bench) -> Bench:
    laid = look(eyes, bench.pictures)
    spoilt = next((str(why) for why in laid.why if why is not None), "")
    found = name(laid)
    if spoilt or found.count < FEWEST:
        return Bench(Stage.FAILED, bench.pictures, laid, None, why=spoilt or "few")
    return Bench(Stage.READ, bench.pictures, laid, found)


def jpeg(bgr: Bgr, longest: int | None = None, quality: int = 82) -> bytes:
    """*bgr* as JPEG, no side longer than *longest* pixels."""
    small = bgr if longest is None else _shrunk(bgr, longest)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def _shrunk(bgr: Bgr, longest: int = LONG_SIDE) -> Bgr:
    scale = longest / max(bgr.shape[:2])
    if scale >= 1:
        return bgr
    size = (max(1, round(bgr.shape[1] * scale)), max(1, round(bgr.shape[0] * scale)))
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.uint8)
