"""How busy the live loop is: plain counts, each written by one thread and read by any."""

from __future__ import annotations

from bisect import bisect_left

EDGES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)


class Pulse:
    """Frames that came, frames that were looked at, and how long a look took."""

    def __init__(self) -> None:
        self.frames = self.looks = self.missed = 0
        self.seconds = 0.0
        self.by_length = [0] * (len(EDGES) + 1)  # looks by seconds, up to each of `EDGES` and beyond

    def came(self) -> None:
        """A frame came from the source (reader thread)."""
        self.frames += 1

    def looked(self, seconds: float, missed: int) -> None:
        """A look took so long; *missed* frames came between the last one and it (worker thread)."""
        self.looks += 1
        self.missed += missed
        self.seconds += seconds
        self.by_length[bisect_left(EDGES, seconds)] += 1
