"""A photograph of captured cards, read once because somebody asks for it: decoded within bounds, named, forgotten."""

from __future__ import annotations

import io
import struct
import threading
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from engine.cards import BY_CODE
from engine.tally import surplus
from models.registry import ModelError
from vision.decks import load
from vision.pipeline import Look, Recogniser
from vision.types import Bgr, Detection
from webui.decks import enrolled
from webui.errors import WebError
from webui.settings import Settings

LARGEST = 12_000_000
"""Bytes of an upload. The page sends a tenth of that: it makes photographs smaller first."""

FORMATS = ("JPEG", "PNG", "WEBP")
LEAST_SIDE, MOST_PIXELS = 64, 50_000_000
LOOKED_AT = 2560  # pixels of the longer side; more shows no card better
SURE = 0.8
LIKELY, LEAST_LIKELY = 6, 0.01
WAIT_S = 10.0
BROKEN = (OSError, SyntaxError, ValueError, EOFError, IndexError, TypeError, KeyError, OverflowError, struct.error,
          zlib.error, Image.DecompressionBombError, Image.DecompressionBombWarning)  # fmt: skip
"""What damaged files make of decoders."""


class Looker(Protocol):
    """Finds and names the cards of a picture (`vision.pipeline.Recogniser`)."""

    def picture(self, bgr: Bgr) -> Look:
        """What it shows."""


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card on the photograph; outline in pixels of it, clockwise. ``left_out``: more than a deck holds."""

    face: str | None
    sure: bool
    confidence: float
    likely: tuple[str, ...]
    corners: tuple[tuple[float, float], ...]
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """What was read: size in pixels as it is looked at upright, cards, backs that were not counted, what spoilt it."""

    width: int
    height: int
    cards: tuple[ReadCard, ...]
    backs: int
    warnings: tuple[str, ...]


class Reader:
    """Reads one photograph at a time, so that those who play are not slowed down. Safe to call from any thread."""

    def __init__(self, make: Callable[[], Looker]) -> None:
        """The networks are made with the first photograph."""
        self._make, self._lock = make, threading.Lock()
        self._eyes: Looker | None = None

    def read(self, data: bytes) -> Read:
        """The cards on the picture in *data*. Raises WebError: no picture, too large, no networks, others wait."""
        picture, scale = decoded(data)
        if not self._lock.acquire(timeout=WAIT_S):
            raise WebError("busy", "other photographs are being read; try again in a moment", 503)
        try:
            self._eyes = self._eyes or self._make()
            look = self._eyes.picture(picture)
        except ModelError as error:
            raise WebError("no_eyes", f"{error}; hwatupan doctor says what is missing", 503) from None
        finally:
            self._lock.release()
        return told(look, scale)


def reader(settings: Settings) -> Reader:
    """Reads with the networks that follow the game, and with the enrolled deck where there is one."""

    def make() -> Looker:
        name = settings.enrolled
        return Recogniser(threads=1, deck=load(enrolled(settings.data, name)) if name else None)

    return Reader(make)


def decoded(data: bytes) -> tuple[Bgr, float]:
    """The picture, uint8 BGR, turned upright and made small, and what its pixels are times those of the file.

    Its size is read before it is unpacked. Raises WebError.
    """
    if len(data) > LARGEST:
        raise WebError("large", f"the picture has {len(data):,} bytes; {LARGEST:,} are taken", 413)
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
            width, height = opened.size
            if width * height > MOST_PIXELS:
                raise WebError("photo_size", f"{width} x {height} pixels; {MOST_PIXELS:,} in all are taken", 413)
            if min(width, height) < LEAST_SIDE:
                raise WebError("photo_size", f"{width} x {height} pixels; {LEAST_SIDE} a side are the least")
            opened.draft("RGB", (LOOKED_AT, LOOKED_AT))  # a JPEG is unpacked no larger than needed
            upright = ImageOps.exif_transpose(opened).convert("RGB")
            upright.thumbnail((LOOKED_AT, LOOKED_AT))
    except UnidentifiedImageError:
        raise WebError("photo", f"this is none of {', '.join(FORMATS)}") from None
    except BROKEN as error:
        raise WebError("photo", f"the picture is damaged ({type(error).__name__})") from None
    scale = max(width, height) / max(upright.size)
    return np.asarray(cv2.cvtColor(np.asarray(upright), cv2.COLOR_RGB2BGR), np.uint8), scale


def told(look: Look, scale: float) -> Read:
    """What the eyes saw, in pixels of the file: faces only, a back is no captured card."""
    cards = [_card(one, scale) for one in look.cards if one.face != "back"]
    size = round(look.width * scale), round(look.height * scale)
    return Read(*size, tuple(possible(cards)), sum(one.face == "back" for one in look.cards), look.warnings)


def _card(seen: Detection, scale: float) -> ReadCard:
    face = seen.face if seen.face in BY_CODE else None
    named = [code for code, chance in seen.scores.items() if code in BY_CODE and chance >= LEAST_LIKELY]
    likely = tuple(code for code in named if code != face)[:LIKELY]
    sure = face is not None and float(seen.confidence) >= SURE
    corners = tuple((round(float(x) * scale, 1), round(float(y) * scale, 1)) for x, y in seen.quad.corners)
    return ReadCard(face, sure, round(float(seen.confidence), 3), likely, corners)


def possible(cards: Iterable[ReadCard]) -> list[ReadCard]:
    """The cards, those left out of which one deck holds fewer: the least certain."""
    out = list(cards)
    while over := surplus([[BY_CODE[one.face] for one in out if one.face and not one.left_out]]):
        held = [at for at, one in enumerate(out) if one.face == str(over[0]) and not one.left_out]
        least = min(held, key=lambda at: out[at].confidence)
        out[least] = replace(out[least], left_out=True, sure=False)
    return out
