"""Judge one turn of a known table: the legal turn that explains what changed, or the invariant that broke.

Source: CHEATS.md sections 2 and 3.3; the codes are those of `engine.alerts`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

from engine.alerts import AlertCode
from engine.audit import ASK, FINE, LIKELY, SURE, Code, Verdict, first, found_cards
from engine.cards import Face, Kind
from engine.errors import IllegalPlay
from engine.rules import RuleSet
from engine.steal import gift, is_fair_gift, junk_class
from engine.table import Seat, Stack, Table
from engine.turn import Play, TurnResult, resolve


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as it was seen; the counts are None where nobody counted."""

    table: Table
    hands: tuple[int, ...] | None = None
    stock: int | None = None

    def cards(self) -> Counter[Face]:
        """Return every card that lies open."""
        return self.floor() + Counter(card for pile in self.table.piles for card in pile)

    def floor(self) -> Counter[Face]:
        """Return the cards on the floor, loose or in stacks."""
        return Counter(self.table.loose) + Counter(self.table.stacked)


@dataclass(frozen=True, slots=True)
class Change:
    """What is different between two scenes, as the seat *mover* made it."""

    before: Scene
    after: Scene
    turn: Seat
    mover: Seat
    new: tuple[Face, ...]
    laid: int | None  # cards that left the hand
    flipped: int | None  # cards that left the stock
    change: bool = False  # whether a double is changed, ``steal_change``

    @property
    def moved(self) -> dict[Seat, tuple[Face, ...]]:
        """What left the pile of each seat but the mover's."""
        return {seat: tuple((Counter(old) - Counter(now)).elements())
                for seat, (old, now) in enumerate(zip(self.before.table.piles, self.after.table.piles, strict=True))
                if seat != self.mover and Counter(old) - Counter(now)}

    @property
    def returned(self) -> dict[Seat, Counter[Face]]:
        """What the pile of each seat but the mover's gained: change for a double, if that is a rule."""
        piles = zip(self.before.table.piles, self.after.table.piles, strict=True)
        return {seat: Counter(now) - Counter(old) for seat, (old, now) in enumerate(piles) if seat != self.mover}

    @property
    def captured(self) -> Counter[Face]:
        """What the mover's pile gained, without the cards that left other piles."""
        gained = Counter(self.after.table.piles[self.mover])
        if self.change:
            gained += sum(self.returned.values(), Counter[Face]())
        gained -= Counter(self.before.table.piles[self.mover])
        return gained - Counter(card for cards in self.moved.values() for card in cards)


def judge_turn(before: Scene, after: Scene, turn: Seat, rules: RuleSet, bonus: Sequence[Face] | None = None, *,
               passed: bool = False) -> Verdict:
    """Judge what changed while *turn* was to play; *passed*: it is another seat's turn now."""
    change = replace(_change(before, after, turn), change=rules.steal_change)
    found = [*found_cards(list(after.cards().elements()), after.table.loose, bonus)]
    if before.cards() - after.cards():
        found.append(Verdict(Code.CARD_MISSING, SURE if _taken_back(before, after) else ASK))
    if change.mover != turn:
        found.append(Verdict(Code.OUT_OF_TURN))
    if not change.new and not change.laid and not change.flipped:
        return first([*found, *_still(change), *([Verdict(Code.FLIP_SKIPPED, LIKELY)] if passed else [])])
    if any(verdict.code in (Code.DUPLICATE_CARD, Code.FOREIGN_CARD, Code.CARD_MISSING) for verdict in found):
        return first(found)
    explained = _explained(change, rules)
    if explained is None:
        broken = list(_broken(change, rules))
        return first([*found, *(broken or [Verdict(Code.CAPTURED_PILE_TAMPER, ASK)])])
    play, result = explained
    verdict = first([*found, _steals(change, result, rules)])
    return replace(verdict, hand=play.hand, flip=play.flip)


def _taken_back(before: Scene, after: Scene) -> bool:
    """True if a hand has grown: a card that was laid went back (낙장불입)."""
    counted = zip(before.hands or (), after.hands or (), strict=False)
    return any(now > old for old, now in counted) and before.stock == after.stock


def _change(before: Scene, after: Scene, turn: Seat) -> Change:
    new = tuple((after.cards() - before.cards()).elements())
    mover, laid = turn, None
    if before.hands is not None and after.hands is not None:
        fewer = [seat for seat, (old, now) in enumerate(zip(before.hands, after.hands, strict=True)) if now < old]
        mover = turn if turn in fewer or not fewer else fewer[0]
        laid = before.hands[mover] - after.hands[mover]
    else:
        fed = [seat for seat, pile in enumerate(after.table.piles)
               if Counter(new) & (Counter(pile) - Counter(before.table.piles[seat]))]
        mover = turn if turn in fed or not fed else fed[0]
    flipped = None if before.stock is None or after.stock is None else before.stock - after.stock
    return Change(before, after, turn, mover, new, laid, flipped)


def _still(change: Change) -> Iterator[Verdict]:
    """Nobody played, so nothing may move but within a pile (I11)."""
    old, now = change.before, change.after
    if any(Counter(a) - Counter(b) for a, b in zip(old.table.piles, now.table.piles, strict=True)):
        yield Verdict(Code.CAPTURED_PILE_TAMPER)
    elif old.floor() - now.floor():
        yield Verdict(Code.EXTRA_TABLE_CARD)


def _explained(change: Change, rules: RuleSet) -> tuple[Play, TurnResult] | None:
    """Return the legal turn that leaves the floor and the captures as they were seen.

    A turn with right steals is likelier, then one whose hand card takes something. Where nobody counted the hands,
    it may or may not have been a last turn.
    """
    best: tuple[tuple[bool, bool], Play, TurnResult] | None = None
    last = (False, True) if change.before.hands is None else (None,)
    for play, ending in product(_plays(change, rules), last):
        try:
            result = resolve(_table_for(change), play, rules, last_turn=ending)
        except IllegalPlay:
            continue
        if _same_floor(result.table, change.after.table) and Counter(result.captured) == change.captured:
            rank = (_steals(change, result, rules).code is not None, not set(play.hand) & set(result.captured))
            if best is None or rank < best[0]:
                best = rank, play, result
    return None if best is None else best[1:]


def _table_for(change: Change) -> Table:
    """The table before, with counts that allow the turn: where nobody counted, there are enough cards."""
    table, players = change.before.table, len(change.before.table.piles)
    hands = change.before.hands or (10,) * players
    stock = len(change.new) if change.before.stock is None else change.before.stock
    return replace(table, hands=hands, stock=max(stock, 0))


def _same_floor(one: Table, other: Table) -> bool:
    def shape(table: Table) -> tuple[list[Face], list[list[Face]]]:
        return sorted(table.loose), sorted(sorted(stack.cards + stack.bonus) for stack in table.stacks)
    return shape(one) == shape(other)


def _plays(change: Change, rules: RuleSet) -> Iterator[Play]:
    """Every way to split the new cards into bonus cards laid, hand cards and the flip."""
    bonus = tuple(card for card in change.new if card.month == 0)
    cards = [card for card in change.new if card.month]
    tokens = change.before.table.tokens[change.mover]
    for count in (1, 3, 2, 0):
        if len(cards) - count not in (0, 1) or (count == 0 and not tokens):
            continue
        for order in dict.fromkeys(permutations(cards)):
            for at in range(len(bonus) + 1):
                yield from _choices(change, order[:count], bonus[:at], (*bonus[at:], *order[count:]), rules)


def _choices(change: Change, hand: tuple[Face, ...], laid: tuple[Face, ...], flip: tuple[Face, ...],
             rules: RuleSet) -> Iterator[Play]:
    replaced = bool(laid) and rules.bonus_hand == "flip_and_play"
    if change.laid is not None and change.laid != (len(laid) if replaced else len(hand)):
        return
    if change.flipped is not None and change.flipped != len(flip) + len(laid):
        return
    loose = change.before.table.loose
    takes = [[None, *dict.fromkeys(c for c in loose if cards and c.month == cards[-1].month)]
             for cards in (hand[:1] if len(hand) == 1 else (), flip[-1:])]
    if not rules.must_capture and flip and len(hand) == 1 and hand[0].month == flip[-1].month:
        takes[1].append(hand[0])  # the card laid, left beside its pair
    for one, two in product(*takes):
        yield Play(change.mover, hand, flip, one, two, laid)
        if not rules.must_capture and len(hand) == 1:
            yield Play(change.mover, hand, flip, one, two, laid, leave=True)


def _steals(change: Change, result: TurnResult, rules: RuleSet) -> Verdict:
    """Junk went where the events of the turn send it, and nothing else left a pile (I11, I12)."""
    table, moved, found = change.before.table, change.moved, []
    gained = Counter(change.after.table.piles[change.mover])
    for seat, pile in enumerate(table.piles):
        if seat == change.mover or (rules.steal_change and _same_pile(change, result, seat)):
            continue
        given, want = moved.get(seat, ()), gift(table.piles[seat], result.debts, seat, rules)
        if _unasked(change.returned[seat], result.change.get(seat, ())) or Counter(given) - gained:
            found.append(Verdict(Code.CAPTURED_PILE_TAMPER))
        elif not is_fair_gift(pile, given, result.debts, seat, rules):
            found.append(_unfair(seat, given, want, rules))
    owed = {seat: count for one in found for seat, count in one.owed.items()}
    return replace(first(found), owed=owed) if found else FINE


def _same_pile(change: Change, result: TurnResult, seat: Seat) -> bool:
    """True if the pile of *seat* is what the turn leaves; change may be of the face that was given."""
    return Counter(change.after.table.piles[seat]) == Counter(result.table.piles[seat])


def _unasked(gained: Counter[Face], back: tuple[Face, ...]) -> bool:
    """True if a victim's pile gained something else than the singles that it gets back."""
    return gained.total() != len(back) or any(card.kind is not Kind.JUNK for card in gained)


def _unfair(seat: Seat, given: tuple[Face, ...], want: tuple[Face, ...], rules: RuleSet) -> Verdict:
    if len(given) < len(want):
        return Verdict(Code.STEAL_OWED, owed={seat: len(want) - len(given)})
    if len(given) > len(want):
        junk = all(junk_class(card, rules, cup_as_junk=True) is not None for card in given)
        return Verdict(Code.EXTRA_STEAL if junk or want else Code.CAPTURED_PILE_TAMPER)
    return Verdict(Code.WRONG_CARD_STOLEN)


def _broken(change: Change, rules: RuleSet) -> Iterator[Verdict]:
    """What no legal turn explains: every invariant that it breaks."""
    yield from _wrong_captures(change)
    yield from _stacks(change)
    piles = zip(change.before.table.piles, change.after.table.piles, strict=True)
    if any(Counter(now) - Counter(old) for seat, (old, now) in enumerate(piles) if seat != change.mover):
        yield Verdict(Code.CAPTURED_PILE_TAMPER)
    bonus = sum(card.month == 0 for card in change.new)
    months = Counter(card.month for card in change.new if card.month)
    normal = months.total()
    laid = normal - 1 if change.laid is None else change.laid
    flipped = min(1, normal) if change.flipped is None else change.flipped - bonus
    bombs = {3: 1, 2: 2} if rules.two_card_bomb != "off" else {3: 1}
    if laid > 1 and not any(count >= laid for count in months.values() if laid in bombs):
        yield Verdict(Code.TWO_CARDS_PLAYED)
    if flipped > 1:
        yield Verdict(Code.DOUBLE_FLIP)
    if flipped < 1 and change.before.stock != 0:
        yield Verdict(Code.FLIP_SKIPPED, LIKELY)
    if laid == 0 and flipped and not change.before.table.tokens[change.mover]:
        yield Verdict(Code.HAND_COUNT)
    yield from _missed(change)


def _wrong_captures(change: Change) -> Iterator[Verdict]:
    """What went to the pile does not pair by month (I4)."""
    floor = Counter(card.month for card in change.before.table.loose)
    new = Counter(card.month for card in change.new)
    taken: Mapping[int, int] = Counter(card.month for card in change.captured.elements() if card.month)
    fresh = Counter(card.month for card in (change.captured & Counter(change.new)).elements())
    stacked = {stack.month for stack in change.before.table.stacks}
    if any(taken[month] == 3 and floor[month] == 1 and new[month] == 2 for month in taken):
        yield Verdict(Code.PPEOK_TAKEN)
    odd = [month for month, count in taken.items() if (count % 2 or not fresh[month]) and month not in stacked]
    odd = [month for month in odd if not (taken[month] == 3 and new[month] == 2)]
    if any(fresh[month] for month in odd):
        yield Verdict(Code.MONTH_MISMATCH)
    elif odd or any(taken[month] == 3 and not fresh[month] for month in stacked):
        yield Verdict(Code.EXTRA_TABLE_CARD)


def _stacks(change: Change) -> Iterator[Verdict]:
    """A stack stays whole until it is taken whole (I6)."""
    whole = [Counter(stack.cards + stack.bonus) for stack in change.after.table.stacks]
    for stack in change.before.table.stacks:
        cards = Counter(stack.cards + stack.bonus)
        left = any(card.month == stack.month for card in change.after.floor())
        if cards not in whole and (left or cards - change.captured):
            yield Verdict(AlertCode.STACK_BROKEN)


def _missed(change: Change) -> Iterator[Verdict]:
    """A card that had its pair on the floor still lies there beside it (I5)."""
    old = Counter(card.month for card in change.before.table.loose)
    now = Counter(card.month for card in change.after.table.loose)
    stacked = {stack.month for stack in change.before.table.stacks}
    for card in change.new:
        if card.month and now[card.month] and (now[card.month] > max(1, old[card.month]) or card.month in stacked):
            yield Verdict(Code.CAPTURE_MISSED)


def stacks_seen(loose: Sequence[Face], stacks: Sequence[Stack] | None) -> tuple[tuple[Face, ...], tuple[Stack, ...]]:
    """Return loose cards and stacks; where nobody said which lie together, three of a month are a stack.

    A bonus card among them then lies on the stack, if there is but one.
    """
    if stacks is not None:
        return tuple(loose), tuple(stacks)
    months = Counter(card.month for card in loose)
    threes = sorted(month for month, count in months.items() if month and count == 3)
    on_top = tuple(card for card in loose if card.month == 0) if len(threes) == 1 else ()
    found = tuple(Stack(tuple(card for card in loose if card.month == month), None, on_top) for month in threes)
    return tuple(card for card in loose if card.month not in threes and card not in on_top), found
