"""Vision's errors: each says what, where and what to do next."""

from __future__ import annotations


class VisionError(Exception):
    """Base of every error that vision raises on purpose."""


class CameraLost(VisionError):
    """A source that was open stopped sending pictures."""

    def __init__(self, source: str, seconds: float) -> None:
        super().__init__(f"no picture from {source} for {seconds:.0f} s; check the cable or pick another camera")


class SourceError(VisionError):
    """A source that cannot be opened."""


class PictureError(VisionError):
    """A picture that cannot be read."""


class LayoutError(VisionError):
    """A layout file that is missing, damaged or describes no table."""


class DeckError(VisionError):
    """A folder of card art that does not hold a whole deck."""
