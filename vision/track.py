"""Named cards over time become physical cards: evidence summed, covered ones kept, moved ones followed.

Pure: places are table millimetres, time comes with each look, and which places a look could judge is told by the
caller. No rule of the game and no "each card exists once" helps here; a duplicate must stay visible as one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from engine.cards import BY_CODE, COPIES
from vision.stacking import Pile, angle_of
from vision.types import Floats

SAME_MM, SAME_DEG = 9.0, 25.0  # a card found within these of a track may be that card; fans have wider steps
NUDGED_MM = 6.0  # another name farther off than this is another card even if nothing seemed to change
UNMOVED_MM, UNMOVED_DEG = 2.5, 4.0  # within these another name is a wavering eye, beyond them another card on top
SHIFT_MM = 30.0  # a row that was pushed is followed by its faces
UNCOVERED = 0.25  # a row that was pushed hides of each card as much as before
LIFTED = 0.3  # a card that shows so much more at once has lost one that lay on it
AGREE, DENY = 0.6, 0.3  # shared probability from which two names are the same, or below which they are not
FACE_COST, FAR_COST = 2.0, 2.0  # another name, and another place beyond all doubt
DOUBT = 0.01  # probability of a label that a look did not name
FADE = 0.85  # weight of the past: about seven looks count, so that lasting evidence can win
PART_SEEN, PART_WEIGHT = 0.7, 0.3  # a look at so much less of the card than before counts so little
STIRRED_FADE, STIRRED_LOOKS = 0.3, 3  # after its place changed the past counts little: it may be another card
SURE, PLAINLY_SURE = 0.6, 0.9  # evidence needed to believe in a new card; below the second there is a doubt
LOOKS_TO_BELIEVE, LOOKS_TO_HOPE = 2, 6  # a new card is believed after two looks and given up after six
MISSES_IF_STIRRED, MISSES_IF_SAME = 2.0, 6.0  # nothing leaves a place that looks as before; finders do blink
YOUNG_LOOKS = 12  # a card seen less often may be a false find beside a hand: it is not defended
HOPE_S = 1.0  # a find that no look repeats is forgotten, even where other cards would hide it
SEEN_ENOUGH = 0.3  # a card less visible than this is not missed
BURIED_MM = 13.5  # a card so near on top hides nearly all; people lay cards so that both show
FOLLOW_S = 6.0  # how long a card that vanished is remembered, to know it again elsewhere
TWICE_MM = 12.0  # two finds of one face within this are one card; the step of a row is larger
TWINS = frozenset(str(face) for face, count in COPIES.items() if count > 1)
NAMELESS = "unknown"  # a find so near to a named card is no other card, but one whose corners were missed
PART, PART_LOOKS = 0.6, 1.3  # looks at less than that of a card repeat one reading: they count as no more than so many

Judge = Callable[[NDArray[np.float64]], NDArray[np.bool_]]
"""Tells for points in millimetres, (..., 2), whether something holds there; bool of shape (...)."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One detected card on the table plane: corners (4, 2) in millimetres, visible fraction, scores by label."""

    corners: Floats
    visible: float
    scores: Mapping[str, float]
    unread: bool = False  # it lies there, but glare or the like keeps its face from being read


@dataclass(slots=True, eq=False)
class Track:
    """One physical card."""

    number: int
    centre: NDArray[np.float64]  # (2,) millimetres
    angle: float  # of the long axis, degrees 0..180
    born: float  # seconds, since when it lies here
    visible: float  # fraction seen in the last look
    seen: float = 0.0  # seconds of the last look that showed it
    measured: float = 0.0  # seconds of the last look that told how much of it shows
    evidence: dict[str, float] = field(default_factory=dict)  # log probabilities, summed with fading
    others: float = 0.0  # the same for every label not in `evidence`
    looks: int = 0
    misses: float = 0.0
    believed: bool = False
    stirred: int = 0  # looks to come in which it may turn out to be another card, after its place changed
    came_from: tuple[float, float] | None = None  # where it lay before, if it was followed
    settled: str = ""  # the label it had when its place last changed
    odds: dict[str, float] = field(default_factory=dict)  # label probabilities from all looks, best first
    plain: bool = False  # seen at least once with no hand over it
    best: float = 0.0  # largest fraction seen since something changed here
    unread: bool = False  # it lies there, but no look could read its face yet
    weight: float = 0.0  # of all the looks in `evidence`

    def _weigh(self) -> dict[str, float]:
        top = max(self.evidence.values(), default=0.0)
        share = min(1.0, PART_LOOKS / self.weight) if self.best < PART else 1.0
        weights = {label: exp(share * (value - top)) for label, value in self.evidence.items()}
        total = sum(weights.values()) + max(0, len(COPIES) - len(weights)) * exp(share * (self.others - top))
        return {label: w / total for label, w in sorted(weights.items(), key=lambda item: -item[1])}

    @property
    def label(self) -> str:
        """The most probable label."""
        return next(iter(self.odds))

    @property
    def sure(self) -> float:
        """Probability of `label`."""
        return self.odds[self.label]

    def see(self, found: Finding) -> None:
        """Take one more look at the card into account."""
        anew = self.stirred == STIRRED_LOOKS
        self.best = found.visible if anew else max(self.best, found.visible)
        weight = min(1.0, max(0.3, found.visible / 0.6))
        if found.visible < PART_SEEN * self.best:
            weight *= PART_WEIGHT  # it was read better before it was covered in part
        fade = STIRRED_FADE if anew else 1 - (1 - FADE) * weight
        labels = self.evidence.keys() | found.scores.keys()
        self.evidence = {
            label: fade * self.evidence.get(label, self.others) + weight * log(max(DOUBT, found.scores.get(label, 0.0)))
            for label in labels
        }
        self.others = fade * self.others + weight * log(DOUBT)
        self.weight = fade * self.weight + weight
        self.odds = self._weigh()
        centre = found.corners.mean(0).astype(np.float64)
        near = np.hypot(*(centre - self.centre)) < 3.0
        self.centre = (self.centre + centre) / 2 if near and self.looks else centre
        self.angle, self.visible = angle_of(found.corners), found.visible
        self.looks, self.misses = self.looks + 1, 0.0


@dataclass(frozen=True, slots=True)
class Gone:
    """A card that was here a moment ago."""

    track: Track
    seconds: float


class Tracker:
    """All cards on the table, from look to look."""

    def __init__(self, card_mm: tuple[float, float] = (36.0, 54.0), first: int = 1) -> None:
        """*first*: number of the first card."""
        self.card_mm = card_mm
        self.tracks: list[Track] = []
        self.pile = Pile((), card_mm)
        self._buried: set[int] = set()
        self._gone: list[Gone] = []
        self._next = first

    def stir(self, changed: Judge) -> None:
        """Note which cards lie where the picture has changed and come to rest anew."""
        if not self.tracks:
            return
        share = changed(self.pile.points).mean(1)
        for track, part in zip(self.tracks, share, strict=True):
            if part >= 0.2 and track.looks:
                track.stirred, track.settled = STIRRED_LOOKS, track.label

    def update(
        self, found: Sequence[Finding], seconds: float, looked: Judge, same: Sequence[Track] = ()
    ) -> list[Track]:
        """Take in one look; *looked* tells which places it could judge. Returns the cards newly believed in.

        *same*: cards that lie there as before, found again but not named again.
        """
        for track in same:
            track.seen, track.looks, track.misses = seconds, track.looks + 1, 0.0
        pairs = self._assign(found, same)
        before = [track.visible for track in self.tracks]
        for index, track in enumerate(self.tracks):
            if index in pairs:
                self._seen(track, found[pairs[index]], seconds)
        seen = set(pairs) | {n for n, track in enumerate(self.tracks) if track in same}
        self._lift(seen, before)
        self._miss(seen, looked)
        self._begin([f for n, f in enumerate(found) if n not in pairs.values()], seconds)
        for track in self.tracks:
            if not track.plain and track.seen == seconds:
                track.plain = bool(looked((self.corners(track) + track.centre) / 2).all())
        self._drop(seconds)
        fresh = [track for track in self.tracks if not track.believed and self._convinces(track)]
        for track in fresh:
            track.believed = True
            self._follow(track, seconds)
        self.pile = Pile(tuple((t.centre, t.angle, t.born, t.visible, t.measured) for t in self.tracks), self.card_mm)
        self._buried = {
            self.tracks[n].number
            for above, under in zip(self.tracks, self.pile.covers, strict=True)
            for n in under
            if above.believed and np.hypot(*(above.centre - self.tracks[n].centre)) < BURIED_MM
        }
        return [track for track in fresh if track in self.tracks]

    def undecided(self) -> NDArray[np.float64]:
        """Centres, (n, 2) millimetres, of the cards that another look would decide on."""
        bare = 1 - self.pile.hidden.mean(1)
        pairs = zip(self.tracks, bare, strict=True)
        open_ = [
            t.centre
            for t, seen in pairs
            if not t.believed or (t.stirred or t.misses and not self._firm(t)) and seen >= SEEN_ENOUGH
            or self.doubled(t)
        ]
        return np.array(open_).reshape(-1, 2)

    def doubled(self, track: Track) -> bool:
        """True if its face has come to lie elsewhere, too, more often than the deck holds it, since it was last read:
        whether it still lies here must be seen before anybody believes in two."""
        face = BY_CODE.get(track.label)
        if face is None or not track.believed:
            return False
        same = [t for t in self.tracks if t.believed and t.label == track.label]
        return len(same) > COPIES.get(face, 1) and any(t.born > track.measured for t in same)

    def doubtful(self) -> NDArray[np.float64]:
        """Centres, (n, 2) millimetres, of the cards that several looks could not name surely."""
        open_ = [t.centre for t in self.tracks if t.looks >= LOOKS_TO_BELIEVE and t.sure < PLAINLY_SURE]
        return np.array(open_).reshape(-1, 2)

    def points(self, track: Track) -> NDArray[np.float64]:
        """Sample points of a card, (24, 2) millimetres."""
        return np.asarray(self.pile.points[self.tracks.index(track)])

    def corners(self, track: Track) -> NDArray[np.float64]:
        """Corners of a card, (4, 2) millimetres, clockwise."""
        turn = np.deg2rad(track.angle)
        along = np.array([np.cos(turn), np.sin(turn)]) * self.card_mm[1] / 2
        across = np.array([np.sin(turn), -np.cos(turn)]) * self.card_mm[0] / 2
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return np.array([track.centre + a * across + b * along for a, b in signs])

    def covers(self) -> dict[int, tuple[int, ...]]:
        """Numbers of the believed cards on which each card lies."""
        numbers = [track.number for track in self.tracks]
        return {
            track.number: tuple(numbers[i] for i in under if self.tracks[i].believed)
            for track, under in zip(self.tracks, self.pile.covers, strict=True)
        }

    def above(self, track: Track, since: float) -> set[int]:
        """Numbers of the cards that lie on this one and came after *since* seconds."""
        index = self.tracks.index(track)
        pairs = zip(self.tracks, self.pile.covers, strict=True)
        return {other.number for other, under in pairs if index in under and other.born > since}

    def _assign(self, found: Sequence[Finding], same: Sequence[Track]) -> dict[int, int]:
        """Index of the finding for each track that was seen, but for those of *same*."""
        if not found or not self.tracks:
            return {}
        centres = np.array([f.corners.mean(0) for f in found])
        angles = np.array([angle_of(f.corners) for f in found])
        apart = np.hypot(*(np.array([t.centre for t in self.tracks])[:, None] - centres[None]).transpose(2, 0, 1))
        turn = np.abs((np.array([t.angle for t in self.tracks])[:, None] - angles[None] + 90) % 180 - 90)
        cost = np.minimum(apart / SAME_MM, FAR_COST) + turn / 40.0
        allowed = np.zeros(apart.shape, np.bool_)
        for row, track in enumerate(self.tracks):
            if track in same:
                continue
            for column in map(int, np.flatnonzero(apart[row] < SHIFT_MM)):
                one = found[column]
                agreed = sum(min(track.odds.get(label, 0.0), p) for label, p in one.scores.items()) or float(one.unread)
                cost[row, column] += FACE_COST * (1.0 - agreed)
                far, slack = _room(track, one, agreed)
                allowed[row, column] = apart[row, column] < far and turn[row, column] < slack
        rows, columns = linear_sum_assignment(np.where(allowed, cost, 1e3))
        return {int(r): int(c) for r, c in zip(rows, columns, strict=True) if allowed[r, c]}

    def _seen(self, track: Track, found: Finding, seconds: float) -> None:
        if found.unread and not track.unread:
            track.seen, track.misses = seconds, 0.0  # what was read before holds
            return
        if track.unread and not found.unread:
            track.unread, track.evidence = False, {}  # its face is seen for the first time
            track.others = track.weight = 0.0
        if found.visible < 0.7 * track.visible:
            track.stirred = 0  # only covered by another card: what was seen before holds
        track.see(found)
        track.seen = track.measured = seconds
        if not track.stirred:
            return
        track.stirred -= 1
        if track.believed and track.label != track.settled:
            # another card lies here now: a new number, and the old one may turn up elsewhere
            old = Track(track.number, track.centre, track.angle, track.born, 0.0, seconds, odds={track.settled: 1.0})
            self._gone.append(Gone(old, seconds))
            track.number, track.believed, track.born, track.looks = self._number(), False, seconds, 1
            track.came_from = None

    def _miss(self, seen: set[int], looked: Judge) -> None:
        if not self.tracks:
            return
        judged = looked(self.pile.points)
        for index, track in enumerate(self.tracks):
            if index in seen:
                continue
            bare = ~self.pile.hidden[index]
            part = float(bare.mean())
            if part >= SEEN_ENOUGH and judged[index][bare].mean() >= 0.8:
                track.misses += min(1.0, (part - 0.15) / 0.6)  # a sliver is found only now and then

    def _lift(self, seen: set[int], before: Sequence[float]) -> None:
        """A card that is not seen and under which another shows much more than *before* has been taken off it, though
        nobody looked where it lay or the cards around hide it."""
        for index, (track, under) in enumerate(zip(self.tracks, self.pile.covers, strict=True)):
            if index not in seen and any(n in seen and self.tracks[n].visible > before[n] + LIFTED for n in under):
                track.misses = MISSES_IF_SAME

    def _begin(self, found: Sequence[Finding], seconds: float) -> None:
        for one in found:
            centre = one.corners.mean(0).astype(np.float64)
            track = Track(self._number(), centre, 0.0, seconds, one.visible, seconds, seconds)
            track.unread = one.unread
            track.see(one)
            twice = [other for other in self.tracks if self._twice(track, other)]
            if all(not other.believed and other.seen < seconds for other in twice):
                # a find at the rim of a hand lay askew; what is seen now is the card
                self.tracks = [*(other for other in self.tracks if other not in twice), track]

    def _twice(self, new: Track, old: Track) -> bool:
        """True for a second find of the card that *old* follows already."""
        same = new.label == old.label or (new.label == NAMELESS and not new.unread and old.label in BY_CODE)
        return same and bool(np.hypot(*(new.centre - old.centre)) < TWICE_MM)

    def _drop(self, seconds: float) -> None:
        self.tracks = [t for t in self.tracks if not self._replaced(t)]
        doubled = {t.number for t in self.tracks if self.doubled(t)}
        firm = [t for t in self.tracks if self._firm(t)]
        twice = [t for t in self.tracks if not self._firm(t) and any(self._twice(t, other) for other in firm)]
        self.tracks = [t for t in self.tracks if t not in twice]
        kept = []
        for track in self.tracks:
            limit = MISSES_IF_SAME if self._firm(track) and track.number not in doubled else MISSES_IF_STIRRED
            hopeless = not track.believed and (track.looks >= LOOKS_TO_HOPE or seconds - track.seen > HOPE_S)
            if track.misses < limit and not hopeless:
                kept.append(track)
            elif track.believed:
                self._gone.append(Gone(track, seconds))
        self.tracks = kept
        self._gone = [g for g in self._gone if seconds - g.seconds < FOLLOW_S]

    def _replaced(self, track: Track) -> bool:
        """True for what was only glimpsed beside a hand and lies under a card now: it was that very card."""
        return not track.plain and track.number in self._buried

    def _firm(self, track: Track) -> bool:
        return track.believed and not track.stirred and track.looks >= YOUNG_LOOKS

    def _convinces(self, track: Track) -> bool:
        return track.looks >= LOOKS_TO_BELIEVE and track.sure >= SURE

    def _follow(self, track: Track, seconds: float) -> None:
        """Give a new card the number of the card that vanished elsewhere, if it has the same face."""
        face = BY_CODE.get(track.label)
        if face is None:
            return
        away = [g for g in self._gone if g.track.label == track.label]
        hidden = [t for t in self.tracks if self._unseen(t) and t.label == track.label]
        if away:
            gone = max(away, key=lambda g: g.seconds)
            self._gone.remove(gone)
            old = gone.track
        elif hidden and (COPIES.get(face) == 1 or any(map(_left, hidden))):
            old = max(hidden, key=lambda t: t.misses)
            self.tracks.remove(old)
        else:
            return
        track.number, track.plain = old.number, track.plain or old.plain
        if np.hypot(*(track.centre - old.centre)) < SAME_MM:
            track.born, track.came_from = old.born, old.came_from
        else:
            track.came_from = (float(old.centre[0]), float(old.centre[1]))

    def _unseen(self, track: Track) -> bool:
        """Believed in, but the newest look at its place did not show it."""
        return track.believed and (track.misses > 0 or track.stirred == STIRRED_LOOKS)

    def _number(self) -> int:
        self._next += 1
        return self._next - 1


def _left(track: Track) -> bool:
    """True if a card that was in plain sight is not found any more where something changed."""
    return bool(track.stirred) and track.misses >= 1 and track.visible > PART


def _room(track: Track, found: Finding, agreed: float) -> tuple[float, float]:
    """How far, in millimetres and degrees, *found* may lie off to be that card; *agreed* compares the names.

    A card that lay half covered and shows whole beside that place is rather its twin, if the deck has one.
    """
    twin = track.label in TWINS and found.visible > track.visible + UNCOVERED
    if agreed >= AGREE and track.stirred and not twin:
        return SHIFT_MM, SAME_DEG
    if agreed >= DENY:
        return SAME_MM, SAME_DEG
    return (UNMOVED_MM, UNMOVED_DEG) if track.stirred else (NUDGED_MM, SAME_DEG)
