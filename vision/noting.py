"""What the eyes note at the pack and the deal: hints, each as far as it can be seen, silence where it cannot."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.observation import FLOOR, STOCK, Note, SeenCard
from vision.dealing import Dealing
from vision.hands import HandLook, Mask
from vision.layout import Layout
from vision.topback import TopBack
from vision.types import Bgr, Floats

SURE = 0.9  # of a back


class Noting:
    """Watches how the pack is dealt, and the back on top of the stock."""

    def __init__(self, layout: Layout, scale: float) -> None:
        """*scale*: small pixels a picture pixel."""
        self._layout, self._scale = layout, scale
        self._dealing, self._top = Dealing(layout, scale), TopBack()
        self._place: Floats | None = None  # corners of the stock's top card, small pixels

    def see(
        self, small: Bgr, look: HandLook, clear: Mask, cards: Sequence[SeenCard], seconds: float
    ) -> tuple[Note, ...]:
        """Take in one frame, *small* and evenly lit; *clear*: what no glare hides, *cards*: those believed in."""
        zones = [card.zone for card in cards]
        notes = self._dealing.see(look, len(zones), zones.count(FLOOR), seconds)
        pack = [card for card in cards if card.zone == STOCK]
        backs = [card for card in pack if card.face is None and not card.unknown and card.confidence >= SURE]
        if backs:
            self._place = self._corners(backs[0])
        if self._place is None or any(card.face is not None for card in pack):
            return notes
        odd = self._top.see(small, self._place, look.steady & clear, bool(backs), seconds)
        return (*notes, Note("BACK_ANOMALY")) if odd else notes

    def _corners(self, card: SeenCard) -> Floats:
        turn, (width, length) = np.deg2rad(card.angle_deg), self._layout.card_mm
        along = np.array([np.cos(turn), np.sin(turn)]) * length / 2
        across = np.array([np.sin(turn), -np.cos(turn)]) * width / 2
        ways = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        corners = [np.array(card.at_mm) + a * across + b * along for a, b in ways]
        return np.asarray(self._layout.to_px(corners) * self._scale)
