"""How well a turn fits what was seen: the evidence of one turn, prepared, and the cost of each thing that differs.

A cost is a negative log-likelihood: 0 when everything seen is as the turn would leave it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.belief import BELIEVED_LOOKS, Lying
from engine.cards import FACES, Face
from engine.game import Evidence
from engine.observation import FLOOR, Source, Zone, ZoneKind
from engine.outcomes import Outcomes
from engine.table import Table

PLAUSIBLE = -4.0  # log-likelihood that still makes a face a candidate
CLAIMED = -1.5  # log-likelihood that counts as "this card was seen"
GHOST_COST = 0.35  # a look, up to four, that showed a card of which nothing is left: beside a hand the eyes invent
UNSEEN_COST = 2.5  # a card played that no look showed
TWIN_COST = 0.8  # the same, laid on a card of the same face
GONE_COST = 5.0  # a card that should lie and was looked for in vain
HIDDEN_COST = 1.0  # the same, with another card lying on its place
STACK_COST = 0.5  # the same, within a stack, whose cards overlap
EXTRA_COST = 1.2  # a look, up to five, that showed a card which should not lie
ORDER_COST = 3.0  # the flip lay there before the hand card
FIRST_COST = 1.5  # the flip was seen before the hand card, which an arm may have hidden
PILED_ORDER_COST = 0.9  # the flip came to the pile before the hand card; most people gather the first pair first
SOURCE_COST = 2.2  # the eyes think that it came from elsewhere; they see the hand, not what it holds
FLIP_TAKES_S = 1.0  # from the first touch of the stock to the flipped card in view; the hand card shows before
STOCK_COST = 0.6  # a hand card seen after the stock was touched, a flip seen before or without
AGAIN_COST = 0.4  # a card that lay in the pile before is found anew
UNPILED_COST = 0.7  # a captured card that is not seen in the pile, where cards overlap
UNREAD_COST = 0.2  # the same under a hand
BOMB_COST = 0.8  # bombs are rare
UNSAID_COST = 8.0  # a bomb was said, and this is none
BOMB_UNSEEN_COST = 1.6  # three cards laid at once hide one another
PLAIN_VISIBLE = 0.8  # a card of which so much is visible is read as well as a whole one
LENT_LOOKS = 8  # looks after which a face that should be used up is believed all the same
LENT = 0.9  # and its mean probability in them
FACES_PER_CARD = 4
MOST_FACES = 18


@dataclass(frozen=True, slots=True)
class Sign:
    """The looks that speak of one card played."""

    card: Lying | None  # None: no look showed it
    costs: tuple[float, ...] = ()  # for where it came from, and when


@dataclass(slots=True)
class Scene:
    """The evidence, prepared so that many candidates can be weighed."""

    ways: Outcomes
    floor: list[Lying]  # on the floor now, the surest first
    passed: list[Lying]  # new, but not on the floor now
    new: list[Lying]
    gained: list[Lying]  # came to the mover's pile since the last turn, the surest first
    unread: bool  # the mover's pile is under a hand
    hidden: frozenset[Face]
    covered: bool
    rested: bool
    bombed: bool
    veiled: bool
    stock_at: float | None
    left: Counter[Face]  # cards not seen out yet
    lent: set[Face]  # lying there though the book says that they are used up
    known: list[float] = field(default_factory=list)  # cost of each `passed` card without a new face
    _likely: dict[tuple[int, Face], float] = field(default_factory=dict)
    _showing: dict[Face, tuple[Lying, ...]] = field(default_factory=dict)
    _signs: dict[tuple[object, ...], Sign] = field(default_factory=dict)
    _strange: dict[int, float] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        """What lay where before the turn."""
        return self.ways.table

    @property
    def lies(self) -> Counter[Face]:
        """What lay on the floor before the turn."""
        return self.ways.lies

    def likely(self, card: Lying, face: Face) -> float:
        """The log-likelihood of *face*, remembered."""
        at = (card.key, face)
        known = self._likely.get(at)
        if known is None:
            known = self._likely[at] = card.likelihood(face)
        return known

    def sign(self, *what: *tuple[Face, int, bool, bool, bool, bool]) -> Sign:
        """The looks that speak of one card played, remembered; *what*: as for `_sign`."""
        known = self._signs.get(what)
        if known is None:
            known = self._signs[what] = _sign(self, *what)
        return known

    def strange(self, card: Lying) -> float:
        """What it costs that a *card* of the mover's pile is none that the turn brings there, remembered."""
        if card.key not in self._strange:
            each = EXTRA_COST if card.present else GHOST_COST  # a card in a pile does not vanish
            extra = each * min(card.seen, 4) * card.probability(card.face or FACES[0]) * _plain(card)
            again = (AGAIN_COST - self.likely(card, face) for face in set(self.table.piles[self.ways.seat]))
            self._strange[card.key] = min(extra, min(again, default=99.0))
        return self._strange[card.key]

    def showing(self, face: Face) -> tuple[Lying, ...]:
        """The new cards that are probably *face*, in the order in which they were seen first, remembered."""
        if face not in self._showing:
            cards = (card for card in self.new if self.likely(card, face) > CLAIMED)
            self._showing[face] = tuple(sorted(cards, key=lambda card: card.first))
        return self._showing[face]


def scene_of(ways: Outcomes, evidence: Evidence) -> Scene:
    lies, left = ways.lies, ways.left
    floor = sorted(evidence.floor, key=certainty, reverse=True)
    here = {card.key for card in floor}
    pile = Zone(ZoneKind.PILE, ways.seat)
    gained = [card for card in evidence.seen
              if card.zone == pile and card.home != pile and card.looks and card.seen >= BELIEVED_LOOKS]
    came = {card.key for card in gained}
    new = [card for card in evidence.seen if not card.old and card.looks
           and (card.laid or card.zone.kind is not ZoneKind.PILE or card.key in came)]
    shown = Counter(card.face for card in floor)
    lent = {face for face in _lent(new, left) if not lies[face] or _twice(face, evidence.seen) or shown[face] > sum(
        card.face == face for card in new if card.key in here)}
    if lent:
        left = left | Counter(lent)
    passed = [card for card in new if card.key not in here and (card.laid or card.zone != pile)]
    hidden = frozenset(card.face for card in evidence.seen if card.key in evidence.hidden and card.face is not None)
    gained.sort(key=certainty, reverse=True)
    scene = Scene(ways, floor, passed, new, gained, pile in evidence.unread, hidden, evidence.covered,
                  evidence.rested, evidence.bombed, evidence.veiled, evidence.stock_at, left, lent)
    scene.known = _all_known(scene, evidence)
    return scene


def _lent(new: Sequence[Lying], left: Counter[Face]) -> set[Face]:
    """Faces that lie there surely although the book says that they are used up: the book is wrong, or it is a foul.

    Either way play went on with that card; a rule must not overrule a sure eye.
    """
    return {card.face for card in new if card.face is not None and left[card.face] <= 0
            and card.looks >= LENT_LOOKS and card.sure >= LENT_LOOKS // 2 and card.probability(card.face) >= LENT}


def _twice(face: Face, seen: Sequence[Lying]) -> bool:
    """True if two cards lie there now that were long named *face*: the one that lay there before, and another."""
    return sum(card.face == face and card.present and card.misses == 0 and card.looks >= LENT_LOOKS
               and card.probability(face) >= LENT for card in seen) > 1


def _plain(card: Lying) -> float:
    """How much a card counts that should not be there: a part of one, in a row or a stack, is easily misread."""
    return min(1.0, card.visible / PLAIN_VISIBLE) ** 2


def certainty(card: Lying) -> float:
    face = card.face
    return 0.0 if face is None else card.probability(face) * min(card.looks, 10)


def _all_known(scene: Scene, evidence: Evidence) -> list[float]:
    """For each `passed` card what it costs to take it for one that lay there before, or for no card at all."""
    taken: Counter[Face] = Counter()
    costs: dict[int, float] = {}
    for card in sorted(scene.passed, key=certainty, reverse=True):
        others = Counter(other.face for other in evidence.seen
                         if other.old and other.home == FLOOR and other.last > card.first) + taken
        before = max(((scene.likely(card, face), face) for face, count in scene.lies.items() if count > others[face]),
                     default=None)
        brought = SOURCE_COST * card.source_confidence * (card.source in (Source.HAND, Source.STOCK))
        costs[card.key] = _unknown(scene, card)
        if before is not None and brought - before[0] <= costs[card.key]:
            costs[card.key] = brought - before[0]
            taken[before[1]] += 1
    return [costs[card.key] for card in scene.passed]


def _unknown(scene: Scene, card: Lying) -> float:
    """What it costs to take *card* for a captured one that was carried past, or for no card at all."""
    cost = GHOST_COST * min(card.seen, 4) * card.probability(card.face or FACES[0]) * _plain(card)
    if card.zone.kind is ZoneKind.PILE:
        cost = min(cost, 1.5)  # on the way to the pile from a turn before, and misread
    if card.rests < 3 or card.zone.kind is ZoneKind.PILE:
        for face in {face for pile in scene.table.piles for face in pile}:
            cost = min(cost, 0.5 - scene.likely(card, face))
    return cost


def candidates(scene: Scene, missing: Counter[Face]) -> list[Face]:
    """Faces that may have come out in this turn: seen ones, and of the months whose cards left the floor."""
    faces: dict[Face, float] = {}
    for card in scene.new:
        likely = sorted(((scene.likely(card, face), face) for face in card.sums if scene.left[face]), reverse=True)
        for value, face in likely[:FACES_PER_CARD]:
            if value > PLAUSIBLE:
                faces[face] = max(value, faces.get(face, -99.0))
    months = {face.month for face in missing} | {face.month for face in faces}
    for face in FACES:
        if face.month in months and scene.left[face]:
            faces.setdefault(face, -UNSEEN_COST)
    for face in scene.lies:  # laid right on its like, a card changes nothing that the eyes could see
        if face.month and scene.left[face]:
            faces.setdefault(face, -UNSEEN_COST)
    return sorted(faces, key=lambda face: -faces[face])[:MOST_FACES]


def quick_cost(scene: Scene, hand: tuple[Face, ...], flip: tuple[Face, ...], laid: tuple[Face, ...] = ()) -> float:
    """What the passing looks say of these new cards: seen or not, in which order, from where.

    *laid*: bonus cards laid from the hand before the hand card.
    """
    bomb = len(hand) == 3
    cost = passing_cost(scene, laid + hand + flip) + _bomb_cost(scene, bomb)
    hand = laid + hand
    lower: list[Lying] = []  # the cards seen on the floor for the faces so far
    firsts: list[list[float]] = [[], [], []]  # when bonus cards, hand cards and flips were first seen there
    piled: list[list[float]] = [[], []]  # when hand cards and flips were first seen, in the pile only
    faces = hand + flip
    for n, face in enumerate(faces):
        flipped = n >= len(hand)
        sign = scene.sign(face, n and faces[:n].count(face), flipped, n < len(laid), bool(laid), bomb and n < 3)
        card = sign.card
        if card is not None and card.laid:
            if flipped and any(card.track in under.covers for under in lower):
                cost += ORDER_COST  # what lies below came before
            lower.append(card)
            firsts[2 if flipped else n >= len(laid)].append(card.first)
        elif card is not None:  # first seen in the pile it may have lain under the hand all the time
            piled[flipped].append(card.first)
        for each in sign.costs:
            cost += each
    early, cards, flips = firsts
    hidden = not lower and bool(hand and flip)
    if (piled[0] and piled[1] and min(piled[1]) < min(piled[0])) or (
            hidden and _gathered(scene, flip[-1]) > _gathered(scene, hand[-1]) > 0):
        cost += PILED_ORDER_COST
    if early and cards and max(early) > min(cards) + 0.05:
        cost += ORDER_COST  # a bonus card is laid before the hand card
    if flips and (early or cards) and min(flips) < min(early + cards) - 0.05 and not scene.veiled:
        cost += FIRST_COST
    return cost


def _sign(scene: Scene, face: Face, again: int, flipped: bool, aside: bool, bonus: bool, bomb: bool) -> Sign:
    """What the looks say of *face*, which came *again* times in this turn before.

    *aside*: a bonus card laid from the hand before the hand card; *bonus*: the turn has such cards; *bomb*: it is one
    of a bomb.
    """
    seen = scene.showing(face)
    if len(seen) <= again:
        return Sign(None, (_unseen(scene, face, again > 0, bomb=bomb),))
    card, costs = seen[again], list[float]()
    if not card.laid:
        return Sign(card)
    source = Source.STOCK if flipped else Source.HAND
    if card.source in (Source.HAND, Source.STOCK) and card.source is not source and not scene.veiled:
        costs.append(SOURCE_COST * card.source_confidence)
    late = scene.stock_at is not None and card.first >= scene.stock_at + FLIP_TAKES_S
    if aside and scene.stock_at is not None and card.first >= scene.stock_at:
        costs.append(2 * STOCK_COST)
    if late is not flipped and not bonus:  # who lays a bonus card takes one from the stock at once
        costs.append(STOCK_COST)
    return Sign(card, tuple(costs))


def _gathered(scene: Scene, face: Face) -> int:
    """For how many looks a card of that month has lain in the mover's pile; 0: none does."""
    return max((card.rests + 1 for card in scene.gained if card.face is not None and card.face.month == face.month),
               default=0)


def _bomb_cost(scene: Scene, bomb: bool) -> float:
    """Bombs are rare, and said: a turn of another kind after the word is unlikely."""
    if scene.bombed:
        return 0.0 if bomb else UNSAID_COST
    return BOMB_COST if bomb else 0.0


def _unseen(scene: Scene, face: Face, again: bool, *, bomb: bool) -> float:
    """The cost of a card played that no look showed."""
    if bomb:
        return BOMB_UNSEEN_COST
    month = sum(count for card, count in scene.lies.items() if card.month == face.month)
    if again or (scene.lies[face] and scene.lies[face] == month):
        return TWIN_COST
    return UNSEEN_COST - 0.3 * (scene.left[face] > 1)


def passing_cost(scene: Scene, faces: tuple[Face, ...]) -> float:
    """The cost of the new cards that do not lie on the floor now, with *faces* played."""
    if not scene.passed:
        return 0.0
    total = 0.0
    for card, cost in zip(scene.passed, scene.known, strict=True):
        for face in faces:
            cost = min(cost, -scene.likely(card, face))
        total += cost
    return total


def pile_cost(scene: Scene, captured: Sequence[Face], stolen: Sequence[Face]) -> float:
    """How badly the cards that came to the mover's pile fit what a turn brings there."""
    owed, given, cost = list(captured), list(stolen), 0.0
    for card in scene.gained:
        open_ = [(owed, face) for face in owed] + [(given, face) for face in given if not card.laid]
        best, at = -99.0, -1
        for n, (where, face) in enumerate(open_):
            fits = _fits(scene, card, face, where is given)
            if fits >= best:
                best, at = fits, n
        strange = scene.strange(card)
        if at >= 0 and -best <= strange:
            where, face = open_[at]
            where.remove(face)
            cost -= best
        else:
            cost += strange
    unseen = UNREAD_COST if scene.unread else UNPILED_COST
    return cost + unseen * min(len(owed), 4)


def _fits(scene: Scene, card: Lying, face: Face, stolen: bool) -> float:
    """The log-likelihood that *card* is the *face* that came; who gives junk chooses among equals."""
    alike = (stolen and card.home is not None and card.home.kind is ZoneKind.PILE and card.face is not None
             and (card.face.kind, card.face.junk_value) == (face.kind, face.junk_value))
    return 0.0 if alike else scene.likely(card, face)


def floor_cost(scene: Scene, floor: Iterable[Lying], expected: Mapping[Face, int], optional: Mapping[Face, int],
               stacked: frozenset[Face] = frozenset()) -> tuple[float, int]:
    """Return how badly the floor fits *expected*, and how many of the *optional* cards lie there still."""
    need, may = dict(expected), dict(optional)
    cost, taken, rest = 0.0, 0, []
    for card in floor:
        face = card.face
        if face is not None and need.get(face, 0) > 0:
            need[face] -= 1
        elif face is not None and may.get(face, 0) > 0:
            may[face] -= 1
            taken += 1
        else:
            rest.append(card)
    for card in rest:
        extra = EXTRA_COST * min(card.seen, 5) * _plain(card)
        best, other = _likeliest(scene, card, need), _likeliest(scene, card, may)
        if best is not None and -best[0] < extra and (other is None or best[0] >= other[0]):
            need[best[1]] -= 1
            cost -= best[0]
        elif other is not None and -other[0] < extra:
            may[other[1]] -= 1
            taken += 1
            cost -= other[0]
        else:
            cost += extra
    for face, count in need.items():
        if count > 0:
            cost += count * _missed(scene, face, stacked)
    return cost, taken


def _likeliest(scene: Scene, card: Lying, among: Mapping[Face, int]) -> tuple[float, Face] | None:
    return max([(scene.likely(card, face), face) for face, count in among.items() if count > 0], default=None)


def _missed(scene: Scene, face: Face, stacked: frozenset[Face]) -> float:
    if face in stacked or any(face in stack.cards for stack in scene.table.stacks):
        return STACK_COST
    return HIDDEN_COST if face in scene.hidden or scene.covered else GONE_COST
