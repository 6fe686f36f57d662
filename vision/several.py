"""Read cards several times, each time cut out a little differently: what one cut misleads another sets right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.identify import Identifier, Reading
from vision.rectify import Pyramid
from vision.types import Floats, Mask, Quad

TINY = 1e-6

CUTS = ((1.0, False), (0.94, True), (1.07, False), (1.0, True), (0.94, False), (1.07, True))
"""How a quad may be cut: by which factor larger, and whether upside down."""

SURER = 1.1
"""Power of the averaged probabilities: a mean of looks is righter than each of them. Fitted on decks that were left out
of training."""

OPEN = 0.9
"""Visible fraction from which nothing lies over a card, so that nothing need be masked."""


def read_often(identifier: Identifier, pyramid: Pyramid, quads: Sequence[Quad]) -> Reading:
    """Return what at least one quad shows, on average over all cuts.

    Faces are averaged as logarithms and "a card of this game" as log-odds, so that one look that is sure and wrong does
    not outvote many.
    """
    quads = [replace(quad, shown=None) if quad.visible >= OPEN else quad for quad in quads]
    looks = [read_cut(identifier, pyramid, quads, number) for number in range(len(CUTS))]
    faces = np.exp(SURER * np.mean([np.log(look.faces + TINY) for look in looks], axis=0))
    odds = np.mean([np.log((look.known + TINY) / (1 - look.known + TINY)) for look in looks], axis=0)
    embedding: Floats = np.mean([look.embedding for look in looks], axis=0)
    return replace(
        looks[0],
        faces=faces / faces.sum(1, keepdims=True),
        known=1 / (1 + np.exp(-odds)),
        flipped=np.mean([look.flipped for look in looks], axis=0),
        embedding=(embedding / np.linalg.norm(embedding, axis=1, keepdims=True)).astype(np.float32),
    )


def read_cut(identifier: Identifier, pyramid: Pyramid, quads: Sequence[Quad], number: int) -> Reading:
    """Return what at least one quad shows if it is cut the way *number* of `CUTS`, told as of the quad as it is."""
    larger, turned = CUTS[number % len(CUTS)]
    read = identifier.read(pyramid, [_cut(quad, larger, turned) for quad in quads])
    if not turned:
        return read
    return replace(read, crops=np.ascontiguousarray(read.crops[:, ::-1, ::-1]), flipped=1 - read.flipped)


def _cut(quad: Quad, larger: float, turned: bool) -> Quad:
    middle = quad.corners.mean(0)
    corners = ((quad.corners - middle) * larger + middle).astype(np.float32)
    if not turned:
        return replace(quad, corners=corners)
    return replace(quad, corners=np.roll(corners, 2, 0), shown=_turned(quad.shown))


def _turned(mask: Mask | None) -> Mask | None:
    return None if mask is None else np.ascontiguousarray(mask[::-1, ::-1])
