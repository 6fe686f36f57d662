"""A small picture of the table at each booked turn. Only the zones where cards lie open are kept: no person."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import cv2
import numpy as np

from engine.observation import ZoneKind
from engine.outputs import Output, TurnSeen
from vision.layout import Layout
from vision.types import Bgr, Frame
from webui.errors import StoreError
from webui.store import Match, Store

log = logging.getLogger(__name__)

KEPT = (ZoneKind.FLOOR, ZoneKind.STOCK, ZoneKind.PILE)
"""Not where seats show cards: what lies there between two shows may be a hand."""
WIDTH = 640
QUALITY = 70
MEGABYTE = 1_000_000


class Album:
    """Keeps the pictures. One worker looks; anybody may ask for the newest."""

    def __init__(self, store: Store, megabytes: int) -> None:
        """At most *megabytes* of pictures are kept, 0 for none."""
        self._store, self._most = store, megabytes * MEGABYTE
        self._newest: tuple[Frame, Layout] | None = None
        self._match, self._shots = 0, frozenset[tuple[int, int]]()

    def of_round(self, match: Match, round_: int, turns: int) -> frozenset[int]:
        """The turns of a round that has so many, of which a picture is kept. What lies behind them is forgotten."""
        if match.id != self._match:
            self._match, self._shots = match.id, self._known(match)
        self._shots = frozenset((number, n) for number, n in self._shots if number != round_ or n <= turns)
        return frozenset(n for number, n in self._shots if number == round_)

    def look(self, match: Match, frame: Frame, layout: Layout, outputs: Iterable[Output]) -> None:
        """Keep *frame* for every turn that was booked on it; a revised turn keeps its own picture."""
        self._newest = frame, layout
        booked = [one for one in outputs if isinstance(one, TurnSeen) and not one.revised]
        if not booked or not self._most:
            return
        jpeg = table_only(frame.bgr, layout)
        try:
            for turn in booked:
                self._store.keep_picture(match, turn.round, turn.n, jpeg, self._most)
                self._shots |= {(turn.round, turn.n)}
        except StoreError as error:  # the game goes on without pictures
            log.warning("no picture of turn %d was kept: %s", booked[-1].n, error)

    def _known(self, match: Match) -> frozenset[tuple[int, int]]:
        try:
            return self._store.pictured(match)
        except StoreError as error:
            log.warning("the pictures of earlier turns are not shown: %s", error)
            return frozenset()

    def now(self) -> bytes | None:
        """The table in the newest look as JPEG, None before the first."""
        newest = self._newest
        return None if newest is None else table_only(newest[0].bgr, newest[1], 2 * WIDTH)

    def layout(self) -> str:
        """The layout of the newest look as TOML; empty before the first."""
        return "" if self._newest is None else self._newest[1].dumps()


def table_only(bgr: Bgr, layout: Layout, width: int = WIDTH) -> bytes:
    """A JPEG, at most *width* pixels wide, of the open zones of the table; all else is black and cut away."""
    mask = np.zeros(bgr.shape[:2], np.uint8)
    for zone in layout.zones:
        if zone.zone.kind in KEPT:
            cv2.fillPoly(mask, [np.round(layout.to_px(zone.polygon)).astype(np.int32)], (255,))
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if not len(rows):
        rows = columns = np.array([0])
    box = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    kept = cv2.bitwise_and(bgr, bgr, mask=mask)[box]
    scale = min(1.0, width / kept.shape[1])
    if scale < 1:
        size = width, max(1, round(kept.shape[0] * scale))
        kept = cv2.resize(kept, size, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", kept, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
