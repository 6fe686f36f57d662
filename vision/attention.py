"""Which places of the table are to be looked at: what has changed, soon and several times; the rest now and then."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands import HandLook, Mask

LOOKS_GLIMPSED = 2  # looks at a place under an arm that has become quiet
LOOKS_OWED = 3  # looks at a place after it changed: two to believe, one for a miss
REACH_MM = 28.0  # how far around a change cards are looked for: half a card
MIN_REGION = 0.3  # card areas: smaller places wait
TILES = (4, 6)  # rows and columns in which the resting table is looked over, one tile in one frame
PAUSES_S = (0.8,) * 6 + (1.6, 3.2, 6.4, 12.8, 25.6, 60.0)
"""After a change a tile is looked over after these seconds each: first in case a card was overlooked, then in case a
change was."""
LATE_S = 0.5  # a tile that waits for so long is looked over although something has changed elsewhere


class Attention:
    """Counts the looks that are owed to each place. Masks are bool (h, w) over the small picture."""

    def __init__(self, zones: Mask, per_mm: float, card_area: float) -> None:
        """*zones*: where cards may lie; *per_mm* and *card_area* in small pixels."""
        self._zones = zones
        self._least = MIN_REGION * card_area
        self._owed = np.zeros(zones.shape, np.uint8)
        self._glimpsed = np.zeros(zones.shape, np.bool_)
        reach = 2 * round(REACH_MM * per_mm) + 1
        self._near = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
        self._tiles = [tile for tile in _tiles(zones.shape) if zones[tile].any()]
        self._due = np.zeros(len(self._tiles))  # seconds
        self._times = np.zeros(len(self._tiles), int)  # how often it was looked over since something changed
        self._tile: int | None = None  # looked over now

    @property
    def waiting(self) -> Mask:
        """Places that were not looked at often enough since they changed."""
        return np.asarray(self._owed > 1)

    def note(self, look: HandLook, undecided: NDArray[np.intp], seconds: float) -> None:
        """Take in what a frame changed; *undecided* (n, 2): small pixels x, y of cards that another look decides on."""
        if look.changed.any():
            self._owe(np.asarray(cv2.dilate(look.changed.astype(np.uint8), self._near), np.bool_), LOOKS_OWED, seconds)
        anew = look.glimpse & ~self._glimpsed
        self._glimpsed = look.glimpse
        if anew.any():
            self._owe(anew, LOOKS_GLIMPSED, seconds)
        for x, y in undecided:
            spot = self._owed[max(0, y - 10) : y + 11, max(0, x - 10) : x + 11]
            np.maximum(spot, 1, out=spot)

    def region(self, look: HandLook, seconds: float) -> Mask | None:
        """The places to look at in this frame, None if nothing is worth it."""
        region = (self._owed > 0) & (look.steady | look.glimpse)
        if np.count_nonzero(region) >= self._least:
            self._tile = self._overdue(look, seconds - LATE_S)
        else:
            region &= False
            self._tile = self._overdue(look, seconds)
        if self._tile is not None:
            region[self._tiles[self._tile]] = (self._zones & look.steady)[self._tiles[self._tile]]
        return region if np.count_nonzero(region) >= self._least else None

    def looked(self, region: Mask, seconds: float) -> None:
        """These places have been looked at."""
        self._owed[region & (self._owed > 0)] -= 1
        if self._tile is not None:
            self._times[self._tile] = min(self._times[self._tile] + 1, len(PAUSES_S) - 1)
            self._due[self._tile] = seconds + PAUSES_S[self._times[self._tile]]

    def _owe(self, places: Mask, looks: int, seconds: float) -> None:
        places = places & self._zones
        self._owed[places] = np.maximum(self._owed[places], looks)
        for n, tile in enumerate(self._tiles):
            if places[tile].any():
                self._due[n], self._times[n] = seconds + PAUSES_S[0], 0

    def _overdue(self, look: HandLook, seconds: float) -> int | None:
        """The tile that waits longest to be looked over, of those in plain sight."""
        for n in np.argsort(self._due):
            if self._due[n] > seconds:
                return None
            if np.mean(look.steady[self._tiles[n]]) > 0.5:
                return int(n)
        return None


def _tiles(shape: tuple[int, ...]) -> list[tuple[slice, slice]]:
    rows, columns = (np.linspace(0, size, parts + 1).astype(int) for size, parts in zip(shape, TILES, strict=True))
    return [
        (slice(rows[r], rows[r + 1]), slice(columns[c], columns[c + 1]))
        for r, c in product(range(TILES[0]), range(TILES[1]))
    ]
