"""Eyes that cannot err over the virtual table: looks made from what lies there, without drawing a picture.

What a film asks of the referee alone: hands cover zones, cards hide cards, and every face that can be seen is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

import numpy as np

from engine.cards import parse_face
from engine.events import Event, Looked, read_input
from engine.observation import FLOOR, Hands, Observation, SeenCard, Source, Zone, ZoneKind
from engine.table import Seat
from vision.hands import HAND_MM, LINGER_MM, HandWatch
from vision.twin.motion import HandMove, Move
from vision.twin.places import stock_pose
from vision.twin.scene import Visible
from vision.twin.source import TwinSource

SIZE = (320, 180)
READ = 0.15  # a card of which less shows is not seen
WHOLE = 0.9  # and of which more shows is named surely at once
STOCK_MM = 30.0


class Oracle:
    """The looks of one film. The *source* is played while they are read; it must be `SIZE` wide and high."""

    def __init__(self, source: TwinSource) -> None:
        self.source = source
        self.hands = HandWatch(source.layout, source.size)
        self._from: dict[int, Source] = {}  # where each card came from when it was first moved
        self._zones: dict[int, Zone] = {}  # where it was seen last
        self._tips: dict[Seat, tuple[float, float]] = {}
        self._watch_moves()

    def _watch_moves(self) -> None:
        scene, empty = self.source.scene, np.zeros((*SIZE[::-1], 3), np.uint8)
        add = scene.add

        def adding(moves: Sequence[Move], hands: Sequence[HandMove] = ()) -> None:
            for move in moves:
                at = stock_pose(self.source.players)
                near = dist((move.a.x, move.a.y), (at.x, at.y)) < STOCK_MM
                self._from.setdefault(move.thing, Source.STOCK if near else Source.HAND)
            add(moves, hands)

        def advance(seconds: float, number: int) -> np.ndarray:
            scene._advance(seconds)
            return empty

        scene.add, scene.frame = adding, advance  # type: ignore[method-assign, assignment]

    def events(self) -> Iterator[Event]:
        """Looks and words, in order."""
        said = sorted(self.source.inputs, key=lambda line: float(line["seconds"]))
        for frame in self.source.frames():
            while said and said[0]["seconds"] <= frame.seconds:
                yield read_input(said.pop(0))
            yield Looked(self._look(frame.seconds))
        yield from (read_input(line) for line in said)

    def _look(self, seconds: float) -> Observation:
        scene = self.source.scene
        entered: dict[Seat, frozenset[Zone]] = {}
        under = np.zeros(SIZE[::-1], np.bool_)
        tips, touched = dict[Seat, tuple[float, float]](), None
        for seat, hand in scene.hands().items():
            mask, tip = scene.hand_mask(hand), hand.at(seconds)
            if not mask.any():
                continue
            seat = seat if seat < self.source.players else self._neighbour()
            ys, xs = np.nonzero(mask)
            px, py = self.source.layout.to_px(tip)
            near = np.hypot(xs - px, ys - py) < HAND_MM * self.hands.per_mm
            part = np.zeros_like(mask)
            part[ys[near], xs[near]] = True
            under |= mask
            entered[seat] = entered.get(seat, frozenset()) | self.hands.zones_under(part)
            slow = seat in self._tips and dist(self._tips[seat], tip) < LINGER_MM
            if slow and self.hands.zone_map[min(max(round(py), 0), SIZE[1] - 1), min(max(round(px), 0), SIZE[0] - 1)
                                            ] == self.hands.stock_number:
                touched = seat
            tips[seat] = tip
        self._tips = tips
        covered = self.hands.zones_under(under)
        shown = scene.visible()
        cards = tuple(card for one in shown if (card := self._card(one)) is not None)
        return Observation(seconds, cards, covered, Hands(entered, touched, False),
                           still=not covered and not any(one.moving for one in shown))

    def _neighbour(self) -> Seat:
        return self.source.players - 1

    def _card(self, one: Visible) -> SeenCard | None:
        zone = self.source.layout.zone_at(one.at_mm)
        if one.thing < 0 or one.moving or one.face == "back" or one.visible < READ or zone is None:
            return None
        before = self._zones.get(one.thing)
        source: Source | None = self._from.get(one.thing)
        if before is not None and before != zone and before.kind is not ZoneKind.SHOW:
            source = Source(before.kind.value)
            self._from[one.thing] = source
        self._zones[one.thing] = zone
        face = parse_face(one.face)
        sure = 0.99 if one.visible > WHOLE else 0.98
        return SeenCard(one.thing + 1, face, zone, sure, one.at_mm, visible=one.visible, scores={face: sure},
                        source=source if zone == FLOOR or before is not None else None,
                        source_confidence=0.7 if source else 0.0)


