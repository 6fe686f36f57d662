"""Read cards several times, each time cut out a little differently: for a deck that is learnt, one look is too few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.identify import Identifier, Reading
from vision.rectify import Pyramid
from vision.types import Floats, Mask, Quad

TINY = 1e-6

SIZES = (0.97, 1.04)
SHIFTS = ((0.02, 0.0), (-0.02, 0.0), (0.0, 0.015), (0.0, -0.015))
"""How else a quad is cut: by which factor larger; by which share of its width and length to the side."""

OPEN = 0.9
"""Visible fraction from which nothing lies over a card, so that nothing need be masked."""


def read_often(identifier: Identifier, pyramid: Pyramid, quads: Sequence[Quad]) -> Reading:
    """Return what at least one quad shows, on average over several cuts, both ways up.

    Faces are averaged by logarithms, so that one look that is sure of a wrong face does not outvote many."""
    quads = [replace(quad, shown=None) if quad.visible >= OPEN else quad for quad in quads]
    ways = list(zip(*map(_ways, quads), strict=True))
    looks = [identifier.read(pyramid, way) for way in ways]
    logs = np.mean([np.log(look.faces + TINY) for look in looks], axis=0)
    faces = np.exp(logs)
    flipped = np.mean([1 - look.flipped if way == 1 else look.flipped for way, look in enumerate(looks)], axis=0)
    embedding: Floats = np.mean([look.embedding for look in looks], axis=0)
    return replace(
        looks[0],
        faces=faces / faces.sum(1, keepdims=True),
        known=np.mean([look.known for look in looks], axis=0),
        flipped=flipped,
        embedding=(embedding / np.linalg.norm(embedding, axis=1, keepdims=True)).astype(np.float32),
    )


def _ways(quad: Quad) -> list[Quad]:
    """The quad as it is, upside down (second), larger, smaller, and moved."""
    middle = quad.corners.mean(0)
    right, down = quad.corners[1] - quad.corners[0], quad.corners[3] - quad.corners[0]
    cuts = [(quad.corners - middle) * size + middle for size in SIZES]
    cuts += [quad.corners + x * right + y * down for x, y in SHIFTS]
    turned = replace(quad, corners=np.roll(quad.corners, 2, 0), shown=_turned(quad.shown))
    return [quad, turned, *(replace(quad, corners=cut.astype(np.float32)) for cut in cuts)]


def _turned(mask: Mask | None) -> Mask | None:
    return None if mask is None else np.ascontiguousarray(mask[::-1, ::-1])
