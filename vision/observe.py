"""Frames to observations: watch hands, recognise what changed and rests, follow cards, tell where they came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count, islice
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import BY_CODE
from engine.observation import FLOOR, STOCK, Hands, Observation, SeenCard, Source, Zone, ZoneKind
from vision.attention import MIN_REGION, Attention
from vision.calm import Calm
from vision.footing import Footing
from vision.hands import HandLook, HandWatch, Mask
from vision.layout import Layout
from vision.legible import CROP, Condition
from vision.noting import Noting
from vision.origin import STOPPED, Stops, Visits
from vision.quality import Quality, QualityWatch, glaring
from vision.rectify import Pyramid
from vision.register import KnownCard
from vision.resting import Resting
from vision.track import NAMELESS, Finding, Judge, Track, Tracker
from vision.types import Bgr, Corners, Detection, Floats, Frame, Quad

QUALITY_S = 1.0
PLAIN, PLAIN_CARDS = 0.9, 6  # visible fraction and number of the cards whose sharpness is measured
GRAINY = 12.0  # levels; grain of 20 costs no card that can be seen whole, but it does some that are covered in part
DAZZLED = 0.15  # card areas: smaller glaring spots hide little
NEAR_MM = 18.0  # a card this far outside its zone still belongs to it
NUMBERS_A_SECOND = 100  # more than there are ever new cards
TURN_S = 8.0  # a card that came so long before another belongs to another turn
SURE = 0.6  # a face less probable is not told as one
UNKNOWN = "unknown"
SCORES = 3  # labels told for a known card
KNOWN_LOOKS, KNOWN = 3, 0.95  # a card named so often and so surely is not named again while nothing changes there


class Recogniser(Protocol):
    """Finds and names the cards on the table."""

    def table(
        self,
        bgr: Bgr,
        layout: Layout,
        region_mask: Mask | None = None,
        known: Sequence[Detection] | None = None,
        recent: Sequence[Corners] = (),
        look: int = 0,
    ) -> list[Detection]:
        """Cards lying on floor, stock outline and piles, quads in picture pixels.

        *region_mask*: bool (h, w) at any resolution over the whole picture; only cards whose middle it holds are
        wanted, None means all. *known*: cards named before, which need no second naming where nothing changed.
        *recent*: corners of cards seen whole a moment ago, which the finder may overlook beside others. *look*: how
        often the table was looked at before; no two looks in a row cut a card out in the same way.
        """
        ...


class Observer:
    """Turns the frames of one camera into observations; all its time comes with the frames."""

    def __init__(self, layout: Layout, recogniser: Recogniser) -> None:
        self.layout, self.recogniser = layout, recogniser
        self.tracker = Tracker(layout.card_mm)
        self.quality: Quality | None = None
        self._hands: HandWatch | None = None
        self._quality, self._footing, self._calm = QualityWatch(self._card_px()), Footing(), Calm()
        self._grain, self._looks = 0.0, count()
        self._checked = float("-inf")
        self._under: Mask | None = None  # what hands hid a moment ago
        self._sources: dict[int, tuple[Source, float]] = {}
        self._zone_near = lru_cache(4096)(self._find_zone)

    def see(self, frame: Frame) -> Observation | None:
        """Look at the next frame; None if it shows nothing usable (another size than the first frame)."""
        height, width = frame.bgr.shape[:2]
        if self._hands is None:
            self._begin((width, height), frame.seconds)
        elif (width, height) != self._size:
            return None
        assert self._hands is not None
        self._calm.add(frame)
        small = self._hands.small(frame.bgr)
        if self._blind(frame, small):
            return self._nothing(frame.seconds)
        lit = self._quality.even(small)
        if self._footing.lost(lit, frame.seconds, moved=self._condition is Condition.MOVED, hands=self._under):
            return self._find_again(frame, small)
        look = self._hands.see(lit, frame.seconds)
        self._under = look.under
        self._check(frame, small, look)
        if self._condition is not None:
            return self._nothing(frame.seconds)
        self._visits.see(look, frame.seconds)
        self._stops.see(look, frame.seconds)
        self._resting.see(look, frame.seconds)
        self._note(look, frame.seconds)
        region = self._attention.region(look, frame.seconds)
        stock_left = False if region is None else self._recognise(frame, region, look)
        if look.still and self._footing.wants(frame.seconds):
            self._footing.keep(frame.bgr, self._lying(), frame.seconds)
        seen = self._observation(frame.seconds, look, stock_left)
        return replace(seen, notes=self._noting.see(lit, look, ~self._dazzling, seen.cards, frame.seconds))

    @property
    def _condition(self) -> Condition | None:
        """What makes the whole picture unreliable."""
        return self.quality.condition if self.quality else None

    def _blind(self, frame: Frame, small: Bgr) -> bool:
        """Whether the table still cannot be seen: nothing is compared with such a picture, nor learned from it."""
        if self._condition in (None, Condition.MOVED):
            return False
        self._measure(frame, small, self._plain(None))
        return self._condition not in (None, Condition.MOVED)

    def _nothing(self, seconds: float) -> Observation:
        """A look that says nothing but why."""
        everywhere = frozenset(zone.zone for zone in self.layout.zones)
        doubt = str(self._condition or Condition.MOVED)
        return Observation(seconds, self._cards(), everywhere, still=False, doubt=doubt)

    def _begin(self, size: tuple[int, int], seconds: float) -> None:
        self._size = size
        # numbers follow the clock: who watches on after a restart gives no card the number of another
        self.tracker = Tracker(self.layout.card_mm, 1 + round(seconds * NUMBERS_A_SECOND))
        self._watch_hands()

    def _watch_hands(self) -> None:
        """Begin to watch for hands and changes, with the layout as it is."""
        self._hands = HandWatch(self.layout, self._size)
        zones = self._hands.zone_map > 0
        self._attention = Attention(zones, self._hands.per_mm, self._hands.card_area)
        self._visits = Visits(zones.shape, self._hands.per_mm)
        self._stops = Stops(self._hands.per_mm)
        self._noting = Noting(self.layout, self._hands.scale)
        self._resting = Resting(zones.shape)
        self._dazzling = np.zeros(zones.shape, np.bool_)

    def _find_again(self, frame: Frame, small: Bgr) -> Observation:
        """The camera was pushed: nothing is believed until the cards and the background tell how it looks now."""
        self._check(frame, small)
        bgr = self._quality.readable(frame.bgr)
        layout = self._footing.find(frame, self.layout, lambda guess: self.recogniser.table(bgr, guess))
        if layout is not None:
            self.layout, self.quality = layout, None
            self._quality.recalibrated(self._card_px())
            before = self._hands
            self._watch_hands()
            assert self._hands is not None and before is not None
            self._hands.carry_on(before, self._quality.even(small), frame.seconds)
        return self._nothing(frame.seconds)

    def _lying(self) -> list[KnownCard]:
        """The cards that are sure, for finding the table again."""
        calm = (t for t in self.tracker.tracks if t.believed and not t.stirred and t.label in BY_CODE)
        return [KnownCard(t.label, self.tracker.corners(t)) for t in calm if t.sure >= SURE]

    def _card_px(self) -> float:
        """How wide a card in the middle of the table is in the picture."""
        x, y = self.layout.size_mm[0] / 2, self.layout.size_mm[1] / 2
        ends = self.layout.to_px([(x, y), (x + self.layout.card_mm[0], y)])
        return float(np.linalg.norm(ends[1] - ends[0]))

    def _check(self, frame: Frame, small: Bgr, look: HandLook | None = None) -> None:
        """Measure now and then, and at once when nearly everything looks otherwise, whether the table can be seen."""
        assert self._hands is not None
        area = self._hands.card_area
        self._dazzling = glaring(small, DAZZLED * area, area)
        calm = look is None or np.mean(look.steady & ~look.changed) > 0.5
        if not calm or self._quality.suspects or frame.seconds - self._checked >= QUALITY_S:
            self._measure(frame, small, self._plain(look) if look else [])

    def _measure(self, frame: Frame, small: Bgr, cards: Sequence[Corners]) -> None:
        self._checked = frame.seconds
        self.quality = self._quality.see(small, Pyramid(frame.bgr).crops(cards, CROP))
        self._grain = self._calm.grain() * self._quality.gain

    def _plain(self, look: HandLook | None) -> list[Corners]:
        """Corners, in picture pixels, of a few cards that lie in plain sight, as far as a *look* at the hands tells."""
        open_ = [t for t in self.tracker.tracks if t.believed and t.visible > PLAIN and t.label in BY_CODE]
        steady = self._judge(~self._dazzling if look is None else look.steady & ~self._dazzling)
        corners = [one for t in open_ if steady(one := self.tracker.corners(t)).all()][:PLAIN_CARDS]
        return [self.layout.to_px(one) for one in corners]

    def _note(self, look: HandLook, seconds: float) -> None:
        """Note which places are to be looked at once they rest in sight."""
        if look.changed.any():
            self._visits.settle(look.changed)
            self.tracker.stir(self._judge(look.changed & ~look.rested))
        self._attention.note(look, self._small_px(self.tracker.undecided()), seconds)

    def _recognise(self, frame: Frame, region: Mask, look: HandLook) -> bool:
        """Run the recogniser on *region*; True if a card has left the stock."""
        known = self._known()
        bgr = self._quality.readable(self._picture(frame, region, look))
        sure = [card for card, _ in known]
        found = self.recogniser.table(bgr, self.layout, region, sure, self._recent(known), next(self._looks))
        same = [track for card, track in known if any(card is one for one in found)]
        anew = [one for one in found if not any(card is one for card, _ in known)]
        named = [
            Finding(self.layout.to_mm(d.quad.corners), d.quad.visible, d.scores, d.doubt is not None) for d in anew
        ]
        named = [f for f in named if self._zone(f.corners.mean(0)) is not None]
        self._resting.found([self._small_px(f.corners.astype(np.float64)) for f in named])
        in_sight = region & look.steady & ~self._resting.mask & ~self._dazzling
        fresh = self.tracker.update(named, frame.seconds, self._judge(in_sight), same)
        self._attention.looked(region, frame.seconds)
        self._reveal(look.glimpse, frame.seconds)
        for track in fresh:
            self._sources |= self._source(track)
        self._retell(frame.seconds)
        return any(self._sources.get(track.number, (None,))[0] is Source.STOCK for track in fresh)

    def _picture(self, frame: Frame, region: Mask, look: HandLook) -> Bgr:
        """The frame, or the mean of the last ones where it is grainy or earlier looks left a doubt."""
        xs, ys = self._small_px(self.tracker.doubtful()).T
        if self._grain < GRAINY and not region[ys, xs].any():
            return frame.bgr
        return self._calm.mean(region, frame.seconds - float(look.quiet[region].min()))

    def _reveal(self, glimpse: Mask, seconds: float) -> None:
        """What was taken for a part of an arm and is a card belongs to the table."""
        assert self._hands is not None
        cards = np.zeros(glimpse.shape, np.uint8)
        for track in self.tracker.tracks:
            x, y = self._small_px(track.centre)
            if track.believed and track.seen == seconds and glimpse[y, x]:
                cv2.fillConvexPoly(cards, self._small_px(self.tracker.corners(track)).astype(np.int32), (1,))
        found = (cards > 0) & glimpse
        self._hands.reveal(found)
        self._visits.settle(found)

    def _known(self) -> list[tuple[Detection, Track]]:
        """Cards long sure whose places look as before, each as it would be found again; a nameless thing never is."""
        calm = (t for t in self.tracker.tracks if t.believed and not t.stirred and not t.unread and t.label != NAMELESS)
        sure = [t for t in calm if t.looks >= KNOWN_LOOKS and t.sure >= KNOWN and not self.tracker.doubled(t)]
        if not sure:
            return []
        quads = self.layout.to_px(np.array([self.tracker.corners(t) for t in sure]))
        return [
            (Detection(Quad(quad, t.visible, 1.0), dict(islice(t.odds.items(), SCORES))), t)
            for quad, t in zip(quads, sure, strict=True)
        ]

    def _recent(self, known: list[tuple[Detection, Track]]) -> list[Corners]:
        """Where cards in plain sight lay in an earlier look that are not sure yet, corners in picture pixels."""
        sure = {track.number for _, track in known}
        seen = (t for t in self.tracker.tracks if t.label in BY_CODE and t.visible > PLAIN and not t.unread)
        open_ = [self.tracker.corners(t) for t in seen if (t.believed or t.plain) and t.number not in sure]
        return [self.layout.to_px(corners).astype(np.float32) for corners in open_]

    def _source(self, track: Track) -> dict[int, tuple[Source, float]]:
        """Where a card that is new here came from, by its number; nothing if it only moved a little or nobody knows."""
        here = self._zone(track.centre)
        before = None if track.came_from is None else self._zone(np.array(track.came_from))
        if before not in (None, here):
            return {track.number: (Source(before.kind.value), 0.9)} if before.kind is not ZoneKind.SHOW else {}
        if here is None or here.kind is ZoneKind.PILE:
            return {}  # a hand brought it, but from the floor: it was too short there to be read
        if (told := self._stop(track)) is not None:
            return {track.number: (told, STOPPED)}
        if track.came_from is not None:
            return {}
        flips = (n for n, (source, _) in self._sources.items() if source is Source.STOCK)
        if self.tracker.above(track, track.born - TURN_S) & set(flips):
            return {track.number: (Source.HAND, 0.7)}  # what lies under the flipped card was laid before it
        source, share = self._visits.source(*self._small_px(self.tracker.points(track)).T)
        return {track.number: (source, 0.3 + 0.4 * share)} if source else {}

    def _retell(self, seconds: float) -> None:
        """Where the hand stopped on its way tells more, the longer it is followed."""
        for track in self.tracker.tracks:
            young = track.believed and seconds - track.born < TURN_S and track.came_from is None
            on_floor = young and self._zone(track.centre) == FLOOR
            if on_floor and (told := self._stop(track, track.born)) is not None:
                self._sources[track.number] = told, STOPPED

    def _stop(self, track: Track, since: float = float("inf")) -> Source | None:
        """What brought a card, by where hands stopped; *since*: when it was first seen."""
        x, y = self._small_px(track.centre)
        return self._stops.source(float(x), float(y), since)

    def _observation(self, seconds: float, look: HandLook, stock_left: bool) -> Observation:
        hands = Hands(look.entered, look.stock_touched_by, stock_left)
        assert self._hands is not None
        hidden = self._hands.zones_under(self._resting.mask) | self._unread()
        doubt, spoilt = self._conditions(seconds)
        return Observation(
            seconds, self._cards(), look.covered | hidden, hands, look.still and not hidden, doubt, spoilt
        )

    def _conditions(self, seconds: float) -> tuple[str | None, str | None]:
        """What makes the whole look unreliable, and what a part of it."""
        assert self._hands is not None
        under = self._hands.zones_under(self._resting.long(seconds))
        if {FLOOR, STOCK} & under:
            return str(Condition.HAND), None
        if under or self._hands.zones_under(self._resting.left(seconds)):
            return None, str(Condition.HAND)
        zones = self._dazzling & (self._hands.zone_map > 0)
        return None, str(Condition.GLARE) if np.count_nonzero(zones) >= self._hands.card_area else None

    def _cards(self) -> tuple[SeenCard, ...]:
        """The cards that are believed in."""
        covers = self.tracker.covers()
        believed = (self._card(track, covers) for track in self.tracker.tracks if track.believed)
        return tuple(card for card in believed if card is not None)

    def _unread(self) -> frozenset[Zone]:
        """Zones where something changed that was not looked at often enough: as unknown as under a hand."""
        assert self._hands is not None
        waiting = np.bincount(self._hands.zone_map[self._attention.waiting], minlength=len(self._hands.zones) + 1)[1:]
        least = MIN_REGION * self._hands.card_area
        changed = {zone for zone, count in zip(self._hands.zones, waiting, strict=True) if count >= least}
        return frozenset(changed | {z for at in self.tracker.undecided() if (z := self._zone(at)) is not None})

    def _card(self, track: Track, covers: Mapping[int, tuple[int, ...]]) -> SeenCard | None:
        zone = self._zone(track.centre)
        if zone is None:
            return None
        scores = {BY_CODE[label]: p for label, p in track.odds.items() if label in BY_CODE and p > 1e-3}
        source, certain = self._sources.get(track.number, (None, 0.0))
        return SeenCard(
            track=track.number,
            face=BY_CODE.get(track.label) if track.sure >= SURE else None,
            zone=zone,
            confidence=track.sure,
            at_mm=(float(track.centre[0]), float(track.centre[1])),
            angle_deg=track.angle,
            visible=track.visible,
            scores=scores,
            source=source,
            source_confidence=certain,
            covers=covers.get(track.number, ()),
            unknown=track.sure if track.label == UNKNOWN and track.sure >= SURE and not track.unread else 0.0,
        )

    def _zone(self, mm: Floats) -> Zone | None:
        """The zone of a card's middle, or the one that it just misses."""
        return self._zone_near(round(float(mm[0])), round(float(mm[1])))

    def _find_zone(self, x: int, y: int) -> Zone | None:
        around = ((0, 0), (NEAR_MM, 0), (-NEAR_MM, 0), (0, NEAR_MM), (0, -NEAR_MM))
        zones = (self.layout.zone_at((x + dx, y + dy)) for dx, dy in around)
        return next((zone for zone in zones if zone is not None), None)

    def _judge(self, mask: Mask) -> Judge:
        """Tells for points in millimetres whether *mask* holds there; it does nowhere outside the picture."""
        assert self._hands is not None
        scale, (width, height) = self._hands.scale, self._hands.size

        def judge(points: NDArray[np.float64]) -> Mask:
            xs, ys = np.moveaxis(np.round(self.layout.to_px(points) * scale), -1, 0).astype(np.intp)
            inside = (xs >= 0) & (xs < width) & (ys >= 0) & (ys < height)
            return np.asarray(mask[ys.clip(0, height - 1), xs.clip(0, width - 1)] & inside, np.bool_)

        return judge

    def _small_px(self, mm: NDArray[np.float64]) -> NDArray[np.intp]:
        """Small pixels x, y of places in millimetres, kept inside the picture."""
        assert self._hands is not None
        if not mm.size:
            return np.zeros(mm.shape, np.intp)
        high = np.array(self._hands.size) - 1
        return np.clip(np.round(self.layout.to_px(mm) * self._hands.scale), 0, high).astype(np.intp)
