"""The newest frame as one JPEG that all viewers share."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import cv2

from vision.types import Frame


@dataclass(frozen=True, slots=True)
class Picture:
    """A frame's number and its JPEG."""

    number: int
    jpeg: bytes


class Shutter:
    """Encodes a frame once, however many ask for it. Safe to ask from any thread."""

    def __init__(self, quality: int) -> None:
        """*quality* of the JPEG, 1 to 100."""
        self._options = [cv2.IMWRITE_JPEG_QUALITY, quality]
        self._lock = threading.Lock()
        self._newest: Picture | None = None

    def picture(self, frame: Frame) -> Picture:
        """*frame* as JPEG."""
        with self._lock:
            if self._newest is None or self._newest.number != frame.number:
                self._newest = Picture(frame.number, cv2.imencode(".jpg", frame.bgr, self._options)[1].tobytes())
            return self._newest
