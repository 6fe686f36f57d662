"""Pictures beside an alert: the table as it lay before and after, out of a short ring of recent ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import cv2

from engine.outputs import AlertRaised, Output
from vision.layout import Layout
from vision.types import Frame

EVERY_S = 1.0
KEPT = 90  # pictures of the ring: a minute and a half, some 5 MB
PINNED = 24  # alerts of which the pictures are kept
PX_PER_MM = 0.85
QUALITY = 72


@dataclass(frozen=True, slots=True)
class Pinned:
    """The table before and after, cut out of the picture and seen from above; its size in millimetres."""

    before: bytes
    after: bytes
    size_mm: tuple[float, float]


class Evidence:
    """A short ring of table pictures, and those pinned to alerts. One thread keeps and pins, any may ask."""

    def __init__(self) -> None:
        self._ring: deque[tuple[float, bytes]] = deque(maxlen=KEPT)
        self._pinned: dict[int, Pinned] = {}

    def look(self, frame: Frame, layout: Layout, outputs: Iterable[Output]) -> None:
        """Keep the table of *frame*, and pin the pictures of the alerts that were raised with it."""
        self.keep(frame, layout)
        for raised in outputs:
            if isinstance(raised, AlertRaised):
                self.pin(raised.number, raised.alert.evidence.before, frame, layout)

    def keep(self, frame: Frame, layout: Layout) -> None:
        """Put the table of *frame* into the ring, at most one a second."""
        if not self._ring or frame.seconds - self._ring[-1][0] >= EVERY_S or frame.seconds < self._ring[-1][0]:
            self._ring.append((frame.seconds, _table(frame, layout)))

    def pin(self, number: int, before: float, frame: Frame, layout: Layout) -> None:
        """Keep for alert *number* the picture nearest to the moment *before*, and that of *frame*."""
        if self._ring:
            earlier = min(self._ring, key=lambda kept: abs(kept[0] - before))[1]
            self._pinned[number] = Pinned(earlier, _table(frame, layout), layout.size_mm)
            for old in sorted(self._pinned)[:-PINNED]:
                del self._pinned[old]

    @property
    def sizes(self) -> Mapping[int, tuple[float, float]]:
        """Alerts of which there are pictures, and the size of their table in millimetres."""
        return MappingProxyType({number: pinned.size_mm for number, pinned in self._pinned.items()})

    def of_alert(self, number: int, when: str) -> bytes | None:
        """The JPEG ``before`` or ``after`` alert *number*, None if it is not kept."""
        pinned = self._pinned.get(number)
        return None if pinned is None else {"before": pinned.before, "after": pinned.after}.get(when)


def _table(frame: Frame, layout: Layout) -> bytes:
    bgr = layout.topdown(frame.bgr, PX_PER_MM)
    return cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
