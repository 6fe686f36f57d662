"""Hands and motion: which parts of the picture to trust now, whose hand is where, what has come to rest anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.observation import STOCK, Zone, ZoneKind
from engine.table import Seat
from vision.layout import Layout
from vision.types import Bgr

Mask = NDArray[np.bool_]
"""Bool (h, w) over the whole small picture."""

WIDTH = 320  # of the small picture: a card is still about 12 x 18 pixels, and one look costs about 2 ms
FOREGROUND = 16  # grey levels from the background; 4x4 averaging leaves noise of 1-2, skin on wood differs by 25+
FAINT = 7  # enough to follow a sleeve of the table's own colour to the edge, once a hand is certain
MOTION = 9  # grey levels between two frames
LEARN = 0.05  # share of a new look in the background: follows clouds and dimmers, not hands
CARD_REST = 0.15  # seconds without motion after which a loose change belongs to the table
GLIMPSE_REST = 0.25  # a moving forearm is quiet too where it is plain; the recogniser tells
ARM_REST = 3.0  # seconds after which even something at the edge does: a sleeve left lying, a cup
LONER_REST = 0.6  # a large thing that is tied to no edge and moves is a hand too, whoever's
LIT_PART, LIT_MOST = 0.2, 0.7  # share of the picture that another light changes; of all that changed
LIT, SHADES = 14, 0.15  # levels by which a lit place may differ; share of light by which it may differ from the others
DARKEST, BRIGHTEST = 0.15, 5.0  # share of light that is left
SHADE_S, SHADY = 4.0, 0.8  # seconds after another light in which a blob, so much of it, is rather a shade than a hand
DIMS_S, FAINT_LIGHT = 1.0, 4  # seconds that a lamp takes; levels of its last steps
NEAR_PX, WIDE_PX, FAR_PX = 5, 31, 61  # small pixels: grain; wider than an arm's shadow; as wide as an arm
SHARES = 50  # steps of light
LAMP = 0.33  # share of the picture: a larger blob is no arm but a lamp, a shadow or a pushed camera
MIN_ARM = 1.3  # card areas: a card that touches the picture's edge is no arm
MIN_COVER = 0.35  # card areas of a zone under an arm before it counts as covered
HAND_MM = 75.0  # how far from the finger tips the hand reaches; behind it is the forearm, which only crosses
TIP_MM = 12.0
LINGER_MM = 30.0  # a frame; a hand that fetches a card slows down over the stock, one that passes goes on


@dataclass(frozen=True, slots=True)
class Arm:
    """Something that reaches into the picture from a seat's edge."""

    seat: Seat
    hand: Mask  # the part near the finger tips
    tip: tuple[float, float]  # middle of the finger tips, small pixels
    at_stock: bool  # the tips linger over the stock


@dataclass(frozen=True, slots=True)
class HandLook:
    """What one frame says about hands and motion; masks are bool (h, w) over the small picture."""

    arms: tuple[Arm, ...]
    steady: Mask  # neither under an arm nor moved just now: may be recognised
    changed: Mask  # looks otherwise than before and has come to rest in this frame
    glimpse: Mask  # quiet parts of an arm, but for its hand: a card that touches the arm may lie there
    under: Mask  # an arm, or something else that moves, hides this
    rested: Mask  # was an arm until this frame and counts as a part of the table from now on
    covered: frozenset[Zone]
    entered: Mapping[Seat, frozenset[Zone]]
    stock_touched_by: Seat | None
    still: bool  # nothing moves over any zone
    first: bool  # there was no picture before: nothing is known yet
    quiet: NDArray[np.float64]  # seconds since something moved there


@dataclass(slots=True)
class _Memory:
    """The table without hands, as small pictures."""

    background: NDArray[np.float32]
    before: Bgr  # what lay at each place before the last change came to rest there
    last: Bgr
    moved_at: NDArray[np.float64]  # seconds
    bare: Bgr  # what lay there before an arm rested over it
    armed: Mask  # where one does
    relit: float = float("-inf")  # seconds when another light was taken over last

    def shows_again(self, small: Bgr) -> Mask:
        """Where an arm that had rested shows the table again."""
        return self.armed & (_apart(small, self.bare) <= FOREGROUND)

    def arm_rests(self, arm: Mask, background: Bgr) -> None:
        """Keep what lay there before *arm* becomes a part of the table."""
        new = arm & ~self.armed
        self.bare = np.where(new[..., None], background, self.bare)
        self.armed |= arm

    def learn(self, small: Bgr, background: Bgr, changed: Mask, calm: Mask) -> None:
        """Take over what has come to rest, and follow the light where nothing happens."""
        cv2.accumulateWeighted(small, self.background, LEARN, mask=calm.astype(np.uint8))
        if changed.any():
            self.before = np.where(changed[..., None], background, self.before)
            self.background[changed] = small[changed]

    def relight(self, small: Bgr, apart: NDArray[np.uint8], seconds: float) -> None:
        """Show what lay there in the light of *small*, if another light is what made most of it look otherwise.

        *apart*: by how many levels each place does.
        """
        loose = apart > (FOREGROUND if seconds - self.relit > DIMS_S else FAINT_LIGHT)
        if np.mean(loose) < LIT_PART:
            return
        share, fits = self._light(small)
        usual = float(np.median(share[loose]))
        fits &= (share > min(usual, 1.0) * (1 - SHADES)) & (share < max(usual, 1.0) * (1 + SHADES))
        light = loose & fits
        if not DARKEST <= usual <= BRIGHTEST or np.mean(light) < LIT_PART or light.sum() < LIT_MOST * loose.sum():
            return
        self.relit = seconds
        weight = fits.astype(np.float32)
        far = cv2.blur(share * weight, (FAR_PX, FAR_PX)) / np.maximum(cv2.blur(weight, (FAR_PX, FAR_PX)), 1e-3)
        steps = np.clip(np.where(fits, share, far) * SHARES, 0, 255).astype(np.uint8)
        spread = cv2.medianBlur(steps, WIDE_PX).astype(np.float32) / SHARES  # the shadow of an arm goes with it
        self.background = np.clip(self.background * spread[..., None], 0, 255).astype(np.float32)
        self.before, self.bare = (
            np.clip(seen * spread[..., None], 0, 255).astype(np.uint8) for seen in (self.before, self.bare)
        )

    def _light(self, small: Bgr) -> tuple[NDArray[np.float32], Mask]:
        """The share of light at each place against before, and where that alone explains how it looks now."""
        now, was = small.astype(np.float32), np.maximum(self.background, 1.0)
        both, own = (cv2.blur(one.sum(2), (NEAR_PX, NEAR_PX)) for one in (now * was, np.square(was)))
        share = np.asarray(both / own, np.float32)
        return share, np.asarray(np.abs(now - share[..., None] * was).max(2) <= LIT)

    def shades(self, small: Bgr, seconds: float) -> Mask:
        """What may be nothing but a shade, for a while after the light has changed."""
        lately = seconds - self.relit <= SHADE_S
        return self._light(small)[1] if lately else np.zeros(small.shape[:2], np.bool_)


class HandWatch:
    """Learns the table without hands from the frames themselves; keeps no picture but small ones."""

    def __init__(self, layout: Layout, size_px: tuple[int, int]) -> None:
        """*size_px*: width and height of the frames to come."""
        self._layout = layout
        self.scale = WIDTH / size_px[0]
        self.size = (WIDTH, round(size_px[1] * self.scale))
        across = layout.to_px([(0.0, layout.size_mm[1] / 2), (layout.size_mm[0], layout.size_mm[1] / 2)]) * self.scale
        self.per_mm = float(np.linalg.norm(across[1] - across[0]) / layout.size_mm[0])
        self.card_area = layout.card_mm[0] * layout.card_mm[1] * self.per_mm**2
        self.zones = tuple(z.zone for z in layout.zones)
        self.zone_map = self._zone_map(layout)
        self.stock_number = self.zones.index(STOCK) + 1 if STOCK in self.zones else -1
        self.pile_numbers = [0] + [n for n, zone in enumerate(self.zones, 1) if zone.kind is ZoneKind.PILE]
        self.ring = _ring(self.size)
        self.ring_seats = _ring_seats(layout, self.ring / self.scale)
        self._table: _Memory | None = None
        self._tips: dict[Seat, tuple[float, float]] = {}  # in the frame before

    def carry_on(self, before: HandWatch, small: Bgr, seconds: float) -> None:
        """Take over what *before* knew of the same table, from the view of another layout."""
        if before._table is None:
            return
        scale = np.diag([self.scale, self.scale, 1.0])
        matrix = scale @ self._layout.inverse @ before._layout.matrix @ np.linalg.inv(scale)

        def seen(picture: Bgr) -> Bgr:
            out = cv2.warpPerspective(picture, matrix, self.size, small.copy(), borderMode=cv2.BORDER_TRANSPARENT)
            return np.asarray(out, np.uint8)

        old = before._table
        moved_at = np.full(small.shape[:2], seconds)
        background = np.asarray(cv2.convertScaleAbs(old.background), np.uint8)
        bare, armed = seen(old.bare), cv2.warpPerspective(old.armed.astype(np.uint8), matrix, self.size) > 0
        self._table = _Memory(seen(background).astype(np.float32), seen(old.before), small, moved_at, bare, armed)

    def small(self, bgr: Bgr) -> Bgr:
        """The frame at the size of the masks."""
        return np.asarray(cv2.resize(bgr, self.size, interpolation=cv2.INTER_AREA), np.uint8)

    def see(self, small: Bgr, seconds: float) -> HandLook:
        """Look at the next frame, already `small`."""
        if self._table is None:
            every = np.ones(small.shape[:2], np.bool_)
            no, now = ~every, np.zeros(every.shape)
            self._table = _Memory(small.astype(np.float32), small, small, now + seconds - ARM_REST, small, no.copy())
            return HandLook((), every, every, no, no, no, frozenset(), {}, None, True, True, now)
        table = self._table
        background = np.asarray(cv2.convertScaleAbs(table.background), np.uint8)
        moving = _opened(_apart(small, table.last) > MOTION)
        table.last = small
        table.moved_at[moving] = seconds
        quiet = seconds - table.moved_at
        table.relight(small, _apart(small, background), seconds)
        background = np.asarray(cv2.convertScaleAbs(table.background), np.uint8)
        apart = _apart(small, background)
        loose = _opened(apart > FOREGROUND)
        bare = table.shows_again(small)
        hard = loose & (_apart(small, table.before) > FOREGROUND) & ~bare
        shades = table.shades(small, seconds)
        arms, under, rested = self._arms(hard, (apart > FAINT) & ~bare, quiet, shades)
        settled = ~_grown(under) & (quiet >= CARD_REST)
        changed = (loose | bare) & settled
        table.armed &= ~(bare & settled)
        table.arm_rests(changed & ~bare & _beside(rested | table.armed), background)
        background[bare] = small[bare]  # an arm is not what lay there before
        table.learn(small, background, changed, ~loose & ~under & ~moving)
        return self._report(arms, under, moving, quiet, settled, changed, rested & changed)

    def reveal(self, cards: Mask) -> None:
        """Take what lies there now for a part of the table: it was recognised, it is no arm."""
        if self._table is not None and cards.any():
            background = np.asarray(cv2.convertScaleAbs(self._table.background), np.uint8)
            self._table.armed &= ~cards
            self._table.learn(self._table.last, background, cards, np.zeros_like(cards))

    def _arms(self, hard: Mask, faint: Mask, quiet: NDArray[np.float64], shades: Mask
              ) -> tuple[list[tuple[Seat, Mask]], Mask, Mask]:  # fmt: skip
        """Arms as (seat, mask); the mask of all that an arm, a lamp or its shadow hides; that of arms at rest.

        *shades*: what may be nothing but less light.
        """
        count, labels, stats = _blobs(hard)
        large = [n for n in range(1, count) if stats[n, cv2.CC_STAT_AREA] >= MIN_ARM * self.card_area]
        edge = labels[self.ring[:, 1], self.ring[:, 0]]
        arms: list[tuple[Seat, Mask]] = []
        under, rested = np.zeros(hard.shape, np.bool_), np.zeros(hard.shape, np.bool_)
        for blob in large:
            mask, contact = np.asarray(labels == blob), edge == blob
            if not contact.any():
                mask, contact = self._sleeve(mask, faint)
            if np.mean(shades[mask]) > SHADY and np.mean(quiet[mask] < 2 * CARD_REST) < 0.1:
                continue
            lamp = np.count_nonzero(mask) > LAMP * mask.size
            if np.mean(quiet[mask] < (2 * CARD_REST if lamp else ARM_REST)) < 0.02:
                rested |= mask & (contact.any() and not lamp)
                continue  # rested long enough to be part of the table
            if not contact.any() and np.mean(quiet[mask] < LONER_REST) < 0.15:
                continue  # cards that were laid or taken
            if contact.any() and not lamp:
                arms += self._split(mask & ~under, contact)
            under |= mask
        return arms, under, rested

    def _sleeve(self, hand: Mask, faint: Mask) -> tuple[Mask, Mask]:
        """The whole arm of a hand whose sleeve is of the table's colour, and its contact with the edge."""
        _, labels, _ = _blobs(_opened(faint) | hand)
        label = labels[hand][0]
        contact = labels[self.ring[:, 1], self.ring[:, 0]] == label
        return (np.asarray(labels == label), contact) if np.count_nonzero(contact) >= 4 else (hand, contact & False)

    def _split(self, mask: Mask, contact: Mask) -> Iterator[tuple[Seat, Mask]]:
        """One arm for each run of contact with the edge: hands of two seats may touch over the floor."""
        runs = [run for run in _runs(contact) if len(run) >= 4] or [np.flatnonzero(contact)]
        ys, xs = np.nonzero(mask)
        roots = np.array([self.ring[run].mean(0) for run in runs])
        nearest = np.argmin([(xs - x) ** 2 + (ys - y) ** 2 for x, y in roots], 0)
        for number, run in enumerate(runs):
            part = np.zeros_like(mask)
            part[ys[nearest == number], xs[nearest == number]] = True
            yield int(np.bincount(self.ring_seats[run]).argmax()), part

    def _report(
        self,
        arms: list[tuple[Seat, Mask]],
        under: Mask,
        moving: Mask,
        quiet: NDArray[np.float64],
        steady: Mask,
        changed: Mask,
        rested: Mask,
    ) -> HandLook:
        arms = [(seat, mask) for seat, mask in arms if mask.any()]
        parts = tuple(self._arm(seat, mask, quiet) for seat, mask in arms)
        self._tips = {arm.seat: arm.tip for arm in parts}
        entered: dict[Seat, frozenset[Zone]] = {}
        glimpse = under & (quiet >= GLIMPSE_REST)
        for arm, (_, mask) in zip(parts, arms, strict=True):
            if not self._cards_of_pile(mask, quiet):
                glimpse &= ~arm.hand
            entered[arm.seat] = entered.get(arm.seat, frozenset()) | self.zones_under(arm.hand)
        touching = next((arm.seat for arm in parts if arm.at_stock), None)
        covered = self.zones_under(under)
        still = not covered and bool(np.count_nonzero(moving & (self.zone_map > 0)) < 0.1 * self.card_area)
        return HandLook(parts, steady, changed, glimpse, under, rested, covered, entered, touching, still, False, quiet)

    def _arm(self, seat: Seat, mask: Mask, quiet: NDArray[np.float64]) -> Arm:
        """Find the hand: what moves farthest from the arm's edge, for a laid card may reach farther but lies still."""
        last = self._tips.get(seat)
        moved = mask & (quiet < CARD_REST)
        if np.count_nonzero(moved) >= 0.1 * self.card_area:
            tip = self._farthest(mask, moved)
        elif last is not None and mask[round(last[1]), round(last[0])]:
            tip = last
        else:
            tip = self._farthest(mask, mask)
        ys, xs = np.nonzero(mask)
        near = np.hypot(xs - tip[0], ys - tip[1]) < HAND_MM * self.per_mm
        hand = np.zeros_like(mask)
        hand[ys[near], xs[near]] = True
        lingers = last is not None and np.hypot(tip[0] - last[0], tip[1] - last[1]) < LINGER_MM * self.per_mm
        over_stock = self.zone_map[round(tip[1]), round(tip[0])] == self.stock_number
        return Arm(seat, hand, tip, bool(lingers and over_stock))

    def _farthest(self, arm: Mask, part: Mask) -> tuple[float, float]:
        """The middle of those pixels of *part* that are farthest from where *arm* comes in, small pixels x, y."""
        rooted = arm[self.ring[:, 1], self.ring[:, 0]]
        ys, xs = np.nonzero(part)
        x, y = self.ring[rooted].mean(0) if rooted.any() else (xs.mean(), ys.mean())
        reach = np.hypot(xs - x, ys - y)
        tips = reach > reach.max() - TIP_MM * self.per_mm
        return float(xs[tips].mean()), float(ys[tips].mean())

    def _cards_of_pile(self, mask: Mask, quiet: NDArray[np.float64]) -> bool:
        """True if an "arm" may be nothing but captured cards that lie near the edge: quiet, and in a pile only."""
        inside = np.isin(self.zone_map[mask], self.pile_numbers)
        return bool(np.mean(inside) > 0.9 and np.mean(quiet[mask] < LONER_REST) < 0.02)

    def zones_under(self, mask: Mask) -> frozenset[Zone]:
        """The zones of which so much lies under *mask* that they count as covered."""
        counts = np.bincount(self.zone_map[mask], minlength=len(self.zones) + 1)[1:]
        return frozenset(z for z, count in zip(self.zones, counts, strict=True) if count >= MIN_COVER * self.card_area)

    def _zone_map(self, layout: Layout) -> NDArray[np.uint8]:
        """Number of the zone + 1 at each small pixel, 0 outside; the stock is drawn over the floor."""
        out = np.zeros(self.size[::-1], np.uint8)
        for zone in sorted(self.zones, key=lambda z: z == STOCK):
            shape = np.round(layout.to_px(layout.polygon(zone)) * self.scale).astype(np.int32)
            cv2.fillPoly(out, [shape], (self.zones.index(zone) + 1,))
        return out


def _apart(one: Bgr, other: Bgr) -> NDArray[np.uint8]:
    """By how many levels the most different channel differs, uint8 (h, w)."""
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _blobs(mask: Mask) -> tuple[int, NDArray[np.int32], NDArray[np.int32]]:
    """Number, labels (h, w) and statistics of the connected parts; gaps of a few pixels do not divide."""
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    return count, np.asarray(labels, np.int32), np.asarray(stats, np.int32)


def _opened(mask: Mask) -> Mask:
    """Without specks smaller than a finger."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.bool_)


def _grown(mask: Mask) -> Mask:
    """With a margin of two pixels: the soft rim of a sleeve is no change of the table."""
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((5, 5), np.uint8)), np.bool_)


def _beside(mask: Mask) -> Mask:
    """With a margin as wide as a resting arm may shift."""
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((15, 15), np.uint8)), np.bool_) if mask.any() else mask


def _ring(size: tuple[int, int]) -> NDArray[np.int64]:
    """The picture's outermost pixels clockwise from the top left, int (n, 2) as x, y."""
    width, height = size
    xs, ys = np.arange(width - 1), np.arange(height - 1)
    top = np.stack([xs, np.zeros_like(xs)], 1)
    right = np.stack([np.full_like(ys, width - 1), ys], 1)
    return np.concatenate([top, right, (width - 1, height - 1) - top, (width - 1, height - 1) - right])


def _ring_seats(layout: Layout, ring_px: NDArray[np.float64]) -> NDArray[np.int64]:
    """The seat whose arm comes in at each place of the ring: CONTRACT.md section 2, on the table as laid out."""
    across, down = ((layout.to_mm(ring_px) / layout.size_mm) - 0.5).T
    if layout.players == 2:
        return np.where(down > 0, 0, 1)
    side = np.where(across > 0, 1, layout.players - 1)
    upright = np.abs(down) > np.abs(across)
    far = np.where(down > 0, 0, 2 if layout.players == 4 else side)
    return np.where(upright, far, side)


def _runs(contact: Mask) -> list[NDArray[np.int64]]:
    """Index runs of a circular mask; gaps of up to six pixels (between fingers, a cuff) do not divide."""
    at = np.flatnonzero(contact)
    parts = np.split(at, np.flatnonzero(np.diff(at) > 6) + 1)
    if len(parts) > 1 and at[0] + len(contact) - at[-1] <= 6:
        parts = [np.concatenate([parts[-1], parts[0]]), *parts[1:-1]]
    return parts
