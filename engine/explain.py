"""The legal turn that explains a change: candidates from what was seen, each resolved and weighed against the looks.

The referee explains, it does not predict: a face that the eyes read surely is never overruled to make a turn fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from engine.belief import BELIEVED_LOOKS, Lying
from engine.cards import Face
from engine.copies import replace
from engine.errors import IllegalPlay
from engine.game import Evidence
from engine.observation import Source
from engine.outcomes import Outcome, outcome, outcomes
from engine.rules import RuleSet
from engine.table import Seat, Table
from engine.turn import Play, TurnResult, resolve
from engine.weigh import (
    BOMB_COST,
    CLAIMED,
    ORDER_COST,
    PLAUSIBLE,
    Scene,
    candidates,
    certainty,
    floor_cost,
    passing_cost,
    pile_cost,
    quick_cost,
    scene_of,
)

UNCOLLECTED_COST = 1.0  # the next turn begun over cards not collected yet
UNTOUCHED_COST = 2.0  # a turn although no hand came to the floor
UNFLIPPED_COST = 4.0  # a turn although no hand was seen at the stock
PASSED_COST = 3.0  # a turn not finished although the next seat's hand came to the floor
PAUSE_COST = 0.3  # a turn that is not finished
FLIPPED_COST = 4.0  # the same, although a hand went to the stock and has left the floor
EARLY_COST, EARLY_S = 3.0, 0.3  # a card of the next turn that lay there so long before the next seat's hand came
LATE_COST = 2.0  # a card that the next seat's hand brought
PARTED_COST = 4.0  # a card that came with the next seat's hand, after the mover's had left
UNPAIRED_COST = 0.3  # nobody saw what came first: people lay what takes a card, the stock does not
MORE, MORE_COST = 4, 2.0  # first turns that are tried with a third one; how badly the second must fit
AHEAD = 6  # first turns that are tried with a second one
PLAIN = 0.9  # mean probability of a face that a turn should account for
LEFT_OUT_COST = 3.0  # for choosing what is resolved: it does not account for such a card
RESOLVED = 24  # candidates that are resolved after the quick weighing
MOST_BONUS = 2  # bonus cards of one turn
Faces = tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """One legal turn and how badly it fits."""

    play: Play
    result: TurnResult
    cost: float
    uncollected: int  # captured cards that still lie on the floor
    claims: frozenset[int]  # keys of the seen cards that it accounts for
    floor: float = 0.0  # what of the cost is that the floor lies otherwise

    @property
    def outcome(self) -> tuple[object, ...]:
        """What a turn line says of it; two explanations with one outcome are the same turn."""
        stolen = tuple(sorted((seat, tuple(sorted(cards))) for seat, cards in self.result.stolen.items()))
        return (self.play.seat, tuple(sorted(self.play.hand)), self.play.flip, tuple(sorted(self.result.captured)),
                None if self.result.stack is None else tuple(sorted(self.result.stack)), stolen)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The explanations, best first, and how well "nothing happened" and "not finished" fit."""

    turns: tuple[Explanation, ...] = ()
    nothing: float = 0.0
    unfinished: float = 99.0
    lent: int = 0  # faces that lie there surely although the book says that they are used up

    @property
    def best(self) -> Explanation | None:
        """The turn that fits best."""
        return self.turns[0] if self.turns else None

    @property
    def cost(self) -> float:
        """The cost of the best reading, finished or not."""
        return min(self.turns[0].cost if self.turns else 99.0, self.nothing, self.unfinished)

    @property
    def standing(self) -> float:
        """How much better the best turn fits than that there was none yet."""
        return min(self.nothing, self.unfinished) - self.turns[0].cost if self.turns else -99.0

    @property
    def margin(self) -> float:
        """How much better the best turn fits than anything else."""
        if not self.turns:
            return -99.0
        first = self.turns[0]
        others = [turn.cost for turn in self.turns if turn.outcome != first.outcome][:1]
        return min([*others, self.nothing, self.unfinished]) - first.cost


def explain(table: Table, seat: Seat, evidence: Evidence, rules: RuleSet, *,
            refused: frozenset[Play] = frozenset()) -> Ranking:
    """Return the legal turns of *seat* on *table* that explain *evidence*, best first.

    *refused* turns are left out (people took them back). Never raises.
    """
    scene = scene_of(outcomes(table, seat, rules), evidence)
    missing = Counter(scene.lies)
    missing.subtract(card.face for card in scene.floor if card.face is not None)
    if not scene.new and not +missing:
        return Ranking()
    faces = candidates(scene, +missing)
    lying = floor_cost(scene, scene.floor, scene.lies, Counter())[0]
    nothing = passing_cost(scene, ()) + lying + pile_cost(scene, (), ())
    idle = _idle(table, evidence)
    turns = [_dearer(turn, idle, _late(scene, turn, evidence)) for turn in _weighed(scene, faces, refused)]
    turns.sort(key=lambda turn: turn.cost)
    late = PASSED_COST if evidence.passed_on else 0.0
    flipped = FLIPPED_COST * (evidence.stock_at is not None and evidence.rested)
    nothing += flipped + late * bool(scene.new)
    return Ranking(tuple(turns[:12]), nothing, _unfinished(scene, faces) + late, len(scene.lent))


def _dearer(turn: Explanation, idle: float, late: float) -> Explanation:
    return replace(turn, cost=turn.cost + idle + late) if idle or late else turn


def cost_of(table: Table, play: Play, evidence: Evidence, rules: RuleSet) -> float:
    """Return how badly *play* on *table* fits *evidence*; 99 if it is not legal there."""
    try:
        result = resolve(table, play, rules)
    except IllegalPlay:
        return 99.0
    scene = scene_of(outcomes(table, play.seat, rules), evidence)
    quick = quick_cost(scene, play.hand, play.flip, play.bonus_laid)
    return _weigh(scene, outcome(play, result), quick, ahead=False).cost + _idle(table, evidence)


def _idle(table: Table, evidence: Evidence) -> float:
    """What a turn costs of which no hand was seen."""
    return UNTOUCHED_COST * evidence.untouched + UNFLIPPED_COST * (evidence.unflipped and table.stock > 0)


def explain_two(table: Table, seat: Seat, following: Seat, evidence: Evidence, rules: RuleSet, *,
                refused: frozenset[Play] = frozenset(), further: Sequence[Seat] = ()
                ) -> tuple[Explanation, float] | None:
    """Return the turn of *seat* that fits best if *following* has begun or played the next one, and its whole cost.

    *further*: seats that may have played after that as well.
    """
    scene = scene_of(outcomes(table, seat, rules), evidence)
    missing = Counter(scene.lies)
    missing.subtract(card.face for card in scene.floor if card.face is not None)
    faces = candidates(scene, +missing)
    firsts = list(_weighed(scene, faces, refused, ahead=True))
    best: tuple[Explanation, float] | None = None
    open_: list[tuple[float, Explanation, Evidence]] = []
    for first in _promising(firsts):
        seen = tuple(replace(card, old=True) if card.key in first.claims else card for card in evidence.seen)
        waits = uncollected(evidence.floor, first.result.table, first.result.captured)
        floor = tuple(card for card in evidence.floor if card.key not in waits)
        rest = replace(evidence, seen=seen, floor=floor, passed_on=False, next_at=None, parted=False)
        then = explain(first.result.table, following, rest, rules).cost
        cost = first.cost - first.floor + _idle(table, evidence)
        cost += UNCOLLECTED_COST * (first.uncollected > 0)
        if _crossed(scene, first):
            cost += ORDER_COST
        cost += EARLY_COST * _early(scene, first, evidence.next_at) + _late(scene, first, evidence)
        if best is None or cost + then < best[1]:
            best = first, cost + then
        if further and then > MORE_COST:
            open_.append((cost, first, rest))
    for cost, first, rest in sorted(open_, key=lambda one: one[0])[:MORE]:
        more = explain_two(first.result.table, following, further[0], rest, rules, further=further[1:])
        if more is not None and best is not None and cost + more[1] < best[1]:
            best = first, cost + more[1]
    return best


def _promising(firsts: list[Explanation]) -> list[Explanation]:
    """Those that fit best as things lie, and those that do so for whatever the next turn took from the floor."""
    as_it_lies = sorted(firsts, key=lambda turn: turn.cost)[:AHEAD]
    passing = sorted(firsts, key=lambda turn: turn.cost - turn.floor)[:AHEAD]
    return as_it_lies + [turn for turn in passing if all(turn is not other for other in as_it_lies)]


def _late(scene: Scene, turn: Explanation, evidence: Evidence) -> float:
    """What it costs that cards of *turn* came with the next seat's hand; more if the floor lay bare before."""
    at = evidence.next_at
    if at is None:
        return 0.0
    played = (*turn.play.hand, *turn.play.flip)
    late = [card for card in scene.new if card.key in turn.claims and card.laid and card.first > at + EARLY_S
            and card.face in played]
    if evidence.parted:
        return PARTED_COST * len(late)
    return LATE_COST * sum(card.source is Source.HAND for card in late)


def uncollected(floor: Iterable[Lying], table: Table, captured: Iterable[Face]) -> frozenset[int]:
    """Return the keys of pairs that were *captured* and still lie on the *floor*, where *table* has them no more."""
    stays, waits = Counter(table.loose) + Counter(table.stacked), Counter(captured)
    found: list[Lying] = []
    for card in sorted(floor, key=certainty, reverse=True):
        if card.face is not None and stays[card.face] > 0:
            stays[card.face] -= 1
        elif card.face is not None and waits[card.face] > 0:
            waits[card.face] -= 1
            found.append(card)
    months = Counter(card.face.month for card in found if card.face is not None)
    return frozenset(card.key for card in found if card.face is not None and months[card.face.month] > 1)


def _early(scene: Scene, first: Explanation, next_at: float | None) -> int:
    """How many cards that lay there before the next seat's hand came would be cards of that seat."""
    return 0 if next_at is None else sum(card.laid and card.seen > 2 and card.first < next_at - EARLY_S
                                         for card in scene.new if card.key not in first.claims)


def _crossed(scene: Scene, first: Explanation) -> bool:
    """True if a card of the next turn came before one of the first turn."""
    own = [card.first for card in scene.new if card.key in first.claims]
    others = [card.first for card in scene.new if card.key not in first.claims and card.seen > 2]
    return bool(own and others) and max(own) > min(others) + 0.05


def _weighed(scene: Scene, faces: list[Face], refused: frozenset[Play], *, ahead: bool = False
             ) -> Iterator[Explanation]:
    """Resolve the candidates that the passing looks favour and weigh them against the floor."""
    plain = [] if ahead else _plainly_new(scene)

    def likely(one: tuple[float, Faces, Faces, Faces]) -> float:
        cost, hand, flip, laid = one
        if not plain:
            return cost
        left_out = list(plain)
        for face in (*hand, *flip, *laid):
            if face in left_out:
                left_out.remove(face)
        return cost + LEFT_OUT_COST * len(left_out)

    quick = sorted(((quick_cost(scene, *pair), *pair) for pair in _pairs(scene, faces)), key=likely)
    for cost, hand, flip, laid in quick[:RESOLVED]:
        for one in scene.ways.of(hand, flip, laid):
            if not (refused and one.play in refused):
                yield _weigh(scene, one, cost, ahead)


def _plainly_new(scene: Scene) -> list[Face]:
    """Faces that lie on the floor since this turn, for all to see."""
    return [card.face for card in scene.floor if not card.old and card.seen > BELIEVED_LOOKS
            and card.face is not None and card.probability(card.face) >= PLAIN]


def _pairs(scene: Scene, faces: list[Face]) -> Iterator[tuple[Faces, Faces, Faces]]:
    """Every hand step with every flip and bonus cards laid before, each card at most as often as it is left."""
    table, seat, left = scene.table, scene.ways.seat, scene.left
    plain = [face for face in faces if face.month]
    hands: list[tuple[Face, ...]] = [(face,) for face in plain] if table.hands[seat] else []
    if table.tokens[seat]:
        hands.append(())
    if table.hands[seat] >= 3:
        hands += _bombs(scene, plain)
    flips: list[Faces] = [(face,) for face in plain] if table.stock > 0 else [()]
    bonuses = list(_bonuses(faces))
    for hand, flip in product(hands, flips):
        if flip and flip[-1] in hand and hand.count(flip[-1]) + 1 > left[flip[-1]]:
            continue
        for laid, turned in bonuses:
            yield hand, (*turned, *flip), laid


def _bonuses(faces: list[Face]) -> Iterator[tuple[Faces, Faces]]:
    """Every way in which the bonus cards that were seen came: laid from the hand, flipped, or misread."""
    bonus = [face for face in faces if not face.month][:MOST_BONUS]
    for came in product(("laid", "flipped", "no"), repeat=len(bonus)):
        yield (tuple(face for face, how in zip(bonus, came, strict=True) if how == "laid"),
               tuple(face for face, how in zip(bonus, came, strict=True) if how == "flipped"))


def _bombs(scene: Scene, faces: Iterable[Face]) -> Iterator[tuple[Face, ...]]:
    loose = [card.month for card in scene.table.loose]
    for month in sorted({face.month for face in faces}):
        if loose.count(month) == 1:
            hand = tuple(sorted(face for face in scene.left.elements() if face.month == month))
            if len(hand) == 3:
                yield hand


def _weigh(scene: Scene, one: Outcome, quick: float, ahead: bool) -> Explanation:
    """The whole cost of one resolved turn; *ahead*: new cards that it does not explain belong to the next turn."""
    play, result = one.play, one.result
    played = (*play.bonus_laid, *play.hand, *play.flip)
    claims = frozenset([card.key for face in (*played, *result.captured) for card in scene.showing(face)])
    floor = [card for card in scene.floor if card.old or card.key in claims] if ahead else scene.floor
    lies, uncollected = floor_cost(scene, floor, one.after, one.captured, one.stacked)
    if scene.veiled and one.unpaired:
        quick += UNPAIRED_COST
    cost = lies + pile_cost(scene, result.captured, one.stolen)
    if ahead:
        cost -= sum(min(known, *(-scene.likely(card, face) for face in played), 99.0)
                    for card, known in zip(scene.passed, scene.known, strict=True) if card.key not in claims)
    return Explanation(play, result, quick + cost, uncollected, claims, lies)


def _with(lies: Mapping[Face, int], laid: Faces) -> dict[Face, int]:
    after = dict(lies)
    for face in laid:
        after[face] = after.get(face, 0) + 1
    return after


def _unfinished(scene: Scene, faces: list[Face]) -> float:
    """The lowest cost of a turn whose flip is still to come: one card laid, some of a bomb, or a bonus card flipped."""
    best = 99.0
    piled = pile_cost(scene, (), ())
    turned_over = scene.stock_at is not None and scene.rested
    holds, tokens = scene.table.hands[scene.ways.seat], scene.table.tokens[scene.ways.seat]
    begun = [(face,) for face in faces
             if face.month and holds and any(scene.likely(card, face) > PLAUSIBLE for card in scene.new)]
    for laid, turned in _bonuses(faces):
        if turned and not scene.table.stock:
            continue
        alone = [()] if (laid and holds) or (turned and tokens) else []
        for hand in [*alone, *begun]:
            quick = quick_cost(scene, hand, turned, laid)
            if quick < best:
                bonus = (*laid, *turned)
                cost, _ = floor_cost(scene, scene.floor, _with(scene.lies, hand), Counter(bonus))
                taken = min(piled, pile_cost(scene, bonus, ())) if bonus else piled
                pause = PAUSE_COST + FLIPPED_COST * (turned_over and not turned)  # a bonus card is followed by another
                best = min(best, quick + cost + pause + taken)
    if not holds:
        return best
    pause = PAUSE_COST + FLIPPED_COST * turned_over
    for hand in _bombs(scene, faces):
        laid = tuple(face for face in hand if any(scene.likely(card, face) > CLAIMED for card in scene.new))
        if len(laid) > 1:
            cost, _ = floor_cost(scene, scene.floor, _with(scene.lies, laid), Counter(hand))
            flipped = scene.stock_at is not None and any(card.first >= scene.stock_at for card in scene.new)
            best = min(best, passing_cost(scene, hand) + cost + pause + piled + BOMB_COST + PASSED_COST * flipped)
    return best
