"""From a look at the table to outlines on the picture. Fair play: only the zones that are seen by everyone."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Any, Protocol

from engine.observation import Observation, SeenCard, Zone
from webui.snapshot import Seen, ZoneOutline

SURE = 0.8
LIKELY = 6


class Plane(Protocol):
    """Knows where millimetres of the table are in the picture (`vision.layout.Layout`)."""

    @property
    def card_mm(self) -> tuple[float, float]:
        """Width and height of a card."""

    def to_px(self, points: Any) -> Any:
        """Table millimetres as picture pixels, both (n, 2)."""


class Marked(Protocol):
    """A zone and its outline in millimetres (`vision.layout.LayoutZone`)."""

    @property
    def zone(self) -> Zone:
        """What is marked."""

    @property
    def polygon(self) -> Any:
        """Its outline, (n, 2)."""


class MarkedPlane(Plane, Protocol):
    """A plane with its zones."""

    @property
    def zones(self) -> Sequence[Marked]:
        """The marked places."""


def outlines(look: Observation, plane: Plane) -> tuple[Seen, ...]:
    """Every card of the look whose face is shown, with its outline in picture pixels."""
    return tuple(_outline(card, plane) for card in look.cards if card.face is not None or card.scores)


def _outline(card: SeenCard, plane: Plane) -> Seen:
    wide, high = plane.card_mm[0] / 2, plane.card_mm[1] / 2
    # the angle is that of the long axis
    along = (cos(radians(card.angle_deg)) * high, sin(radians(card.angle_deg)) * high)
    across = (-along[1] * wide / high, along[0] * wide / high)
    x, y = card.at_mm
    corners = [
        (x + a * along[0] + b * across[0], y + a * along[1] + b * across[1])
        for a, b in ((-1, 1), (-1, -1), (1, -1), (1, 1))
    ]
    pixels = plane.to_px(corners)
    best = sorted(card.scores, key=card.scores.__getitem__, reverse=True)
    return Seen(
        track=card.track,
        face=None if card.face is None else str(card.face),
        zone=str(card.zone.kind),
        sure=card.face is not None and card.confidence >= SURE,
        corners=_pixels(pixels),
        likely=tuple(str(face) for face in best if face != card.face)[:LIKELY],
        under=card.covers,
        seat=card.zone.seat,
        confidence=round(card.confidence, 3),
        visible=round(card.visible, 2),
        scores=tuple((str(face), round(card.scores[face], 3)) for face in best[:LIKELY]),
        source=str(card.source) if card.source else "",
    )


def zone_outlines(layout: MarkedPlane) -> tuple[ZoneOutline, ...]:
    """The zones of *layout* as outlines on the picture."""
    return tuple(
        ZoneOutline(str(marked.zone.kind), marked.zone.seat, _pixels(layout.to_px(marked.polygon)))
        for marked in layout.zones
    )


def _pixels(points: Any) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)
