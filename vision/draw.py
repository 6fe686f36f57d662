"""Draw what was recognised onto a picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.types import Bgr, Detection

SURE, UNSURE = (60, 200, 60), (40, 170, 255)
"""BGR colours of sure and of doubtful cards."""


def annotate(bgr: Bgr, cards: Sequence[Detection]) -> Bgr:
    """Return a copy of *bgr* with each card's outline, a mark at its upright top, its face and its confidence."""
    picture = bgr.copy()
    unit = max(picture.shape[:2]) / 1000
    thick = max(1, round(2 * unit))
    for card in cards:
        corners = card.quad.corners
        colour = SURE if card.confidence >= 0.8 and card.face != "unknown" else UNSURE
        cv2.polylines(picture, [np.round(corners).astype(np.int32)], True, colour, thick, cv2.LINE_AA)
        top = np.round(corners[:2]).astype(int).tolist()
        cv2.line(picture, top[0], top[1], colour, 3 * thick, cv2.LINE_AA)
        _label(picture, f"{card.face} {round(100 * card.confidence)}", corners.mean(0).astype(int).tolist(), unit)
    return picture


def _label(picture: Bgr, text: str, middle: list[int], unit: float) -> None:
    size, thick = 0.5 * max(unit, 0.6), max(1, round(1.3 * unit))
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    x, y = middle[0] - width // 2, middle[1] + height // 2
    cv2.rectangle(picture, (x - 3, y - height - 4), (x + width + 3, y + 5), (20, 20, 20), -1)
    cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), thick, cv2.LINE_AA)
