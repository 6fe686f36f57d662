"""Name cards: quads in, calibrated probabilities of the faces out; or "back", or "unknown"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.nets import open_net
from vision.rectify import Pyramid
from vision.types import Detection, Floats, Quad

GREY = 128
"""What pixels of neighbours are painted with, as in training: left as they are, they mislead the namer."""

KEPT = 5
"""How many of the best labels a detection keeps."""


class Identifier:
    """The network that names faces."""

    def __init__(self, threads: int = 2) -> None:
        self._net = open_net("namer", threads)
        self._size = (int(self._net.about["size"][0]), int(self._net.about["size"][1]))
        self.labels: tuple[str, ...] = tuple(self._net.about["labels"])

    def name(self, pyramid: Pyramid, quads: Sequence[Quad]) -> list[Detection]:
        """Return *quads* named, their corners turned so that they start at the upright art's top left."""
        if not quads:
            return []
        crops = np.stack(pyramid.crops([q.corners for q in quads], self._size))
        for crop, quad in zip(crops, quads, strict=True):
            if quad.shown is not None:
                crop[quad.shown < 128] = GREY
        faces, game, flip, _ = self._net(crops)
        return [
            Detection(_upright(q, float(f) > 0.5), self._scores(p, float(g)))
            for q, p, g, f in zip(quads, faces, game, flip, strict=True)
        ]

    def _scores(self, faces: Floats, game: float) -> dict[str, float]:
        best = np.argsort(-faces)[:KEPT]
        scores = {self.labels[i]: float(faces[i]) * game for i in best}
        scores["unknown"] = 1 - game
        return dict(sorted(scores.items(), key=lambda item: -item[1]))


def _upright(quad: Quad, flipped: bool) -> Quad:
    if not flipped:
        return quad
    shown = None if quad.shown is None else np.ascontiguousarray(quad.shown[::-1, ::-1])
    return replace(quad, corners=np.roll(quad.corners, 2, 0), shown=shown)
