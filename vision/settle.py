"""Which finds of a single picture are cards: all of them lie on one table and have one size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

import cv2

from vision.plane import Plane, fit
from vision.rivals import alone
from vision.snap import MOST_OFF
from vision.types import Detection, Quad

SURE, SURE_NAMELESS = 0.8, 0.85
"""Least score of a card whose face is doubtful; of a back or an unknown one: a back is just a rectangle."""

SURE_NAME = 0.8
"""Confidence of a name from which it is not doubted."""

THERE = 0.5
"""Least probability that a card with a face lies just where it was found."""

SHARED = 0.3
"""Share of a card that lies under another from which two doubtful names are rivals for one place."""

INSIDE = 0.7
"""Share from which a card lies within another: half a card is the commonest false find."""

SMALLER = 0.8
"""Share of another card's area below which a card is too small to lie beside it on one table."""

RESTS_ON = 3
"""Cards that a plane must rest on before what does not fit it is no card."""

def plane_of(cards: Sequence[Detection], size_px: tuple[int, int]) -> Plane | None:
    """Return the plane on which the sure ones of *cards* lie, or None if they are too few to tell."""
    sure = [c.quad for c in cards if named(c) and c.confidence >= SURE_NAME and c.quad.score >= SURE]
    if len(sure) < RESTS_ON:
        return None
    plane = fit(sure, size_px)
    return plane if plane.cards >= RESTS_ON else None


def settled(cards: Sequence[Detection]) -> list[Detection]:
    """Return those of *cards* that are cards, named ones first.

    Dropped are: what no card on the plane could look like; what is named doubtfully and is only a part of a card; both
    of two that compete for one place with neither name sure (they are parts of something larger); what shows nothing
    that a surer card does not show; backs and unknown things within a named card. A single picture has no second look,
    so that scores must be higher than at a live table, unless a sure name speaks for the card.
    """
    cards = [c for c in cards if c.quad.off <= MOST_OFF]
    there = [c for c in cards if named(c) and c.quad.placed >= THERE]
    faces = [c for c in there if c.quad.score >= SURE or c.confidence >= SURE_NAME]
    faces.sort(key=lambda c: -c.quad.placed - c.confidence)
    faces = list(compress(faces, alone([c.quad for c in faces])))
    doubtful = [c for c in faces if c.confidence < SURE_NAME]
    gone = {id(c) for c in doubtful for o in doubtful if o is not c and share_inside(c.quad, o.quad) > SHARED}
    gone |= {id(c) for c in doubtful for o in faces if o.confidence >= SURE_NAME and _part(c.quad, o.quad)}
    others = [c for c in cards if not named(c) and c.quad.score >= SURE_NAMELESS]
    free = [c for c in others if all(share_inside(c.quad, f.quad) < 0.5 for f in faces)]
    return [c for c in faces if id(c) not in gone] + free


def named(card: Detection) -> bool:
    """True if *card* shows a face that can be told."""
    return card.face not in ("unknown", "back")


def share_inside(inner: Quad, outer: Quad) -> float:
    """Return the share of *inner* that lies within *outer*."""
    both, _ = cv2.intersectConvexConvex(inner.corners, outer.corners)
    return float(both) / max(1.0, float(cv2.contourArea(inner.corners)))


def _part(inner: Quad, outer: Quad) -> bool:
    smaller = cv2.contourArea(inner.corners) < SMALLER * cv2.contourArea(outer.corners)
    return smaller and share_inside(inner, outer) > INSIDE
