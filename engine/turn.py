"""Resolve one turn: from the table and what was laid and flipped to captures, events and steals (pure).

Used by the simulation with known hands and by the referee, who sees only the table. Source: RULES.md 7 to 10, 12.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from engine.cards import Face
from engine.errors import IllegalPlay
from engine.rules import RuleSet
from engine.steal import Debt, change_for, gift, without
from engine.table import Seat, Stack, Table


class TurnEvent(StrEnum):
    """What happened in a turn; a turn lists its events in this order (the order of collecting, RULES.md 8)."""

    SHAKE = "shake"
    BOMB = "bomb"
    TWO_CARD_BOMB = "two_card_bomb"
    BONUS_HAND = "bonus_hand"
    BONUS_FLIP = "bonus_flip"
    PPEOK = "ppeok"
    STACK = "stack"
    JAPPEOK = "jappeok"
    TTADAK = "ttadak"
    JJOK = "jjok"
    SSEUL = "sseul"


@dataclass(frozen=True)
class Play:
    """What a seat laid and flipped in one turn.

    With the option ``bonus_hand=flip_and_play`` the replacement card stands in ``hand`` (RULES.md 10).
    """

    seat: Seat
    hand: tuple[Face, ...]  # 0 cards: a draw-only turn, 1: the usual turn, 3: a bomb, 2: a two-card bomb
    flip: tuple[Face, ...]  # bonus cards first, the last one normal; () if the stock was empty
    choose_hand: Face | None = None  # the floor card taken, where two of the month lie loose
    choose_flip: Face | None = None
    bonus_laid: tuple[Face, ...] = ()  # bonus cards laid from the hand before the hand step
    shakes: tuple[int, ...] = ()  # months shown at the start of the turn
    leave: bool = False  # the card laid takes nothing, as must_capture=false allows
    nuclear: bool = False  # the bomb takes the card that the seat before has just laid


@dataclass(frozen=True, slots=True)
class TurnResult:
    """What a turn does to the table."""

    table: Table  # after captures and steals
    captured: tuple[Face, ...]  # from floor, hand and flip; not the stolen cards
    stack: tuple[Face, ...] | None  # the cards left as a ppeok, its bonus cards last
    stolen: Mapping[Seat, tuple[Face, ...]]  # {} when no steal is due, else every opponent
    events: tuple[TurnEvent, ...]
    due: Mapping[Seat, int]  # junk cards owed by each seat, before looking at what it owns
    debts: tuple[Debt, ...] = ()  # the same, event by event
    last_turn: bool = False
    change: Mapping[Seat, tuple[Face, ...]] = field(default_factory=dict)  # given back under steal_change


@dataclass(slots=True)
class _Turn:
    """The work sheet of one turn."""

    table: Table
    play: Play
    rules: RuleSet
    last: bool
    loose: list[Face]
    stacks: list[Stack]
    captured: list[Face] = field(default_factory=list)
    events: list[TurnEvent] = field(default_factory=list)
    debts: list[Debt] = field(default_factory=list)
    left: Stack | None = None
    paired: bool = False  # some card of the floor was captured

    def note(self, event: TurnEvent, amount: int = 0, victims: tuple[Seat, ...] | None = None) -> None:
        self.events.append(event)
        if amount:
            self.debts.append(Debt(event, amount, self.opponents() if victims is None else victims))

    def opponents(self) -> tuple[Seat, ...]:
        return tuple(s for s in range(len(self.table.piles)) if s != self.play.seat)

    def of_month(self, month: int) -> list[Face]:
        return [card for card in self.loose if card.month == month]

    def take(self, *cards: Face) -> None:
        """Capture *cards* that lie loose."""
        for card in cards:
            self.loose.remove(card)
        self.captured += cards
        self.paired = True


def resolve(table: Table, play: Play, rules: RuleSet, *, last_turn: bool | None = None,
            give: Mapping[Seat, tuple[Face, ...]] | None = None, cups: Container[Seat] = ()) -> TurnResult:
    """Return what *play* does to *table* (RULES.md 7.1 to 10, 12; for the family game 15).

    *last_turn* None derives it from the counts. *give* names the junk that victims were seen to give; a seat
    that it does not name gives by the rule: the lowest class, among equals the card captured last. What was seen
    is moved as it is; ask ``is_fair_gift`` whether it was right. *cups*: the seats whose cup lies as junk.
    Raises IllegalPlay for a play that the rules refuse.
    """
    _check(table, play, rules)
    hands, tokens, stock = _counts(table, play, rules)
    if last_turn is None:
        last_turn = _is_last(hands[play.seat], tokens[play.seat], stock, rules)
    turn = _Turn(table, play, rules, last_turn, list(table.loose), list(table.stacks))
    turn.events += [TurnEvent.SHAKE] * len(play.shakes)
    _lay_bonus(turn)
    _capture(turn)
    _sweep(turn)
    if turn.last:
        _last_turn_exceptions(turn)
    if len(turn.events) > 1:
        turn.events.sort(key=_RANK.__getitem__)
        turn.debts.sort(key=lambda debt: _RANK[debt.event])
    if rules.game == "hwatu":  # cards are taken, and that is all
        turn.events, turn.debts = [], []
    due = _due(turn)
    stolen = _steal(turn, due, give or {}, cups)
    piles, captured = list(table.piles), tuple(turn.captured)
    piles[play.seat] += captured
    for victim, cards in stolen.items():
        piles[victim] = without(piles[victim], cards)
        piles[play.seat] += cards
    change: dict[Seat, tuple[Face, ...]] = {}
    if rules.steal_change and stolen:
        change = change_for(piles, stolen, due, play.seat)
    after = Table(tuple(turn.loose), tuple(turn.stacks), tuple(piles), hands, stock, tokens)
    left = turn.left
    return TurnResult(
        after, captured, None if left is None else left.cards + left.bonus, stolen,
        tuple(turn.events), due, tuple(turn.debts), turn.last, change)


def _check(table: Table, play: Play, rules: RuleSet) -> None:
    """Refuse what no rule allows, before anything moves."""
    _check_stock(table, play)
    seat, hand = play.seat, play.hand
    for card in hand:
        if card.month == 0:
            raise IllegalPlay("a bonus card is laid before the hand step, not played; give it in bonus_laid")
    if len(hand) > table.hands[seat]:
        raise IllegalPlay(f"seat {seat} lays {len(hand)} cards, but holds {table.hands[seat]}")
    if not hand and not table.tokens[seat]:
        raise IllegalPlay(f"seat {seat} has no draw-only turn; a card from the hand must be laid")
    if len(hand) > 1 or play.shakes or play.leave:
        _check_special(table, play, rules)


def _check_stock(table: Table, play: Play) -> None:
    for card in play.bonus_laid + play.flip[:-1]:
        if card.month:
            raise IllegalPlay("only bonus cards are laid aside, and the flip ends with the first other card")
    if len(play.flip) + len(play.bonus_laid) > table.stock:
        raise IllegalPlay(f"{len(play.flip)} cards flipped, but the stock holds {table.stock}; recount the stock")
    if not play.flip and table.stock > len(play.bonus_laid):
        raise IllegalPlay("the flip is compulsory; turn the top card of the stock")


def _check_special(table: Table, play: Play, rules: RuleSet) -> None:
    """What only some turns have: bombs, shakes, a card laid without taking its pair."""
    hand = play.hand
    if rules.game == "hwatu" and (len(hand) > 1 or play.shakes):
        raise IllegalPlay("game=hwatu knows no bomb and no shake; lay one card")
    if len(hand) == 2 and hand[0].month == hand[1].month:
        _check_two_card_bomb(table, hand[0].month, rules)
    elif len(hand) == 3:
        _check_bomb(table, play, rules)
    elif len(hand) > 1:
        raise IllegalPlay(f"{len(hand)} cards laid; a turn lays one card, or three of a month as a bomb")
    if play.leave and rules.must_capture:
        raise IllegalPlay("must_capture is on: a card laid on its month takes it")
    if play.leave and (len(hand) != 1 or sum(card.month == hand[0].month for card in table.loose) != 1):
        raise IllegalPlay("only a pair may be left: one card laid on one loose card of its month")


def _check_two_card_bomb(table: Table, month: int, rules: RuleSet) -> None:
    """RULES.md 9.7: two of a month in the hand and the other two loose on the floor."""
    if rules.two_card_bomb == "off":
        raise IllegalPlay("two_card_bomb is off; lay one card")
    if sum(card.month == month for card in table.loose) != 2:
        raise IllegalPlay(f"a two-card bomb needs both other {month:02d} cards loose on the floor")


def _check_bomb(table: Table, play: Play, rules: RuleSet) -> None:
    """RULES.md 9.7: three of a month in the hand and the fourth loose on the floor."""
    month = play.hand[0].month
    if any(card.month != month for card in play.hand):
        raise IllegalPlay("a bomb is three cards of one month")
    if sum(card.month == month for card in table.loose) != 1:
        raise IllegalPlay(f"a bomb needs the fourth card: no single {month:02d} card lies on the floor")
    if month in play.shakes and not rules.bomb_after_shake:
        raise IllegalPlay("a shaken triple cannot be a bomb under bomb_after_shake=false")


def _counts(table: Table, play: Play, rules: RuleSet) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return hands, tokens and stock after the turn. A laid bonus card is replaced from the stock."""
    hands, tokens = list(table.hands), list(table.tokens)
    replaced = bool(play.bonus_laid) and rules.bonus_hand == "flip_and_play"
    hands[play.seat] -= 1 if replaced else len(play.hand)
    tokens[play.seat] += len(play.hand) - 1  # a draw-only turn uses one, a bomb leaves one for each card more
    return tuple(hands), tuple(tokens), table.stock - len(play.flip) - len(play.bonus_laid)


def _is_last(hand: int, tokens: int, stock: int, rules: RuleSet) -> bool:
    """RULES.md 12: no card and no draw-only turn is left to this seat."""
    if rules.last_turn_scope == "own_last_card":
        return hand == 0 and tokens == 0
    return rules.last_turn_scope == "final_turn_of_hand" and stock == 0


def _lay_bonus(turn: _Turn) -> None:
    turn.captured += turn.play.bonus_laid
    for _ in turn.play.bonus_laid:
        turn.note(TurnEvent.BONUS_HAND, int(turn.rules.bonus_steals))


def _capture(turn: _Turn) -> None:
    """The hand step and the flip step, judged together: a ppeok cancels the pair of the hand step."""
    play = turn.play
    card = play.hand[0] if len(play.hand) == 1 else None
    flipped = play.flip[-1] if play.flip and play.flip[-1].month else None
    bonus = play.flip if flipped is None else play.flip[:-1]
    if card and flipped and card.month == flipped.month and not play.leave and _stack_of(turn, card.month) is None:
        _same_month(turn, card, flipped, bonus)
        return
    if len(play.hand) > 1:
        _bomb(turn)
    elif card is not None and play.leave:
        turn.loose.append(card)
    elif card is not None:
        _place(turn, card, play.choose_hand)
    _flip_bonus(turn, bonus)
    if flipped is not None:
        if play.hand and flipped.month == play.hand[0].month and not play.leave:
            raise IllegalPlay(f"{flipped} is a fifth card of its month; check the deck")
        _place(turn, flipped, play.choose_flip)


def _bomb(turn: _Turn) -> None:
    turn.captured += turn.play.hand
    turn.take(*turn.of_month(turn.play.hand[0].month))
    if len(turn.play.hand) == 2:
        turn.note(TurnEvent.TWO_CARD_BOMB, 1)
    else:
        turn.note(TurnEvent.BOMB, 2 if turn.play.nuclear and turn.rules.nuclear else turn.rules.bomb_steal)


def _flip_bonus(turn: _Turn, bonus: tuple[Face, ...]) -> None:
    turn.captured += bonus
    for _ in bonus:
        turn.note(TurnEvent.BONUS_FLIP, int(turn.rules.bonus_steals))


def _same_month(turn: _Turn, card: Face, flipped: Face, bonus: tuple[Face, ...]) -> None:
    """The flipped card has the month of the card laid: jjok, ppeok or ttadak (RULES.md 7.1)."""
    there = turn.of_month(card.month)
    if len(there) == 1 and turn.rules.game == "hwatu":  # RULES.md 15: the pair is taken, the flipped card stays
        turn.captured.append(card)
        turn.take(there[0])
        turn.loose.append(flipped)
        return
    if len(there) == 1 and not (turn.last and turn.rules.last_turn_ppeok == "capture3"):
        turn.loose.remove(there[0])
        turn.left = Stack((there[0], card, flipped), turn.play.seat, bonus)
        turn.stacks.append(turn.left)
        turn.note(TurnEvent.PPEOK)
        return
    turn.captured.append(card)
    _flip_bonus(turn, bonus)
    turn.take(*there)
    turn.captured.append(flipped)
    turn.paired = True
    if len(there) == 0:
        turn.note(TurnEvent.JJOK, 1)
    elif len(there) == 2:
        turn.note(TurnEvent.TTADAK, 1)
    elif len(there) > 2:
        raise IllegalPlay(f"more than two {card.month:02d} cards lie loose; three of a month are a stack")


def _place(turn: _Turn, card: Face, choice: Face | None) -> None:
    """One card comes to the floor: it lies, takes its pair, or takes the stack of its month."""
    stack = _stack_of(turn, card.month)
    if stack is not None:
        turn.stacks.remove(stack)
        turn.captured += (card, *stack.cards, *stack.bonus)
        turn.paired = True
        _note_stack(turn, stack)
        return
    there = turn.of_month(card.month)
    if not there:
        turn.loose.append(card)
        return
    turn.captured.append(card)
    turn.take(_chosen(there, choice))


def _chosen(there: Sequence[Face], choice: Face | None) -> Face:
    if len(there) > 2:
        raise IllegalPlay(f"{len(there)} {there[0].month:02d} cards lie loose; three of a month are a stack")
    if choice is None and there[0] == there[-1]:
        return there[0]
    if choice is None:
        raise IllegalPlay(f"choose which card is taken: {there[0]} or {there[1]}")
    if choice not in there:
        raise IllegalPlay(f"{choice} does not lie there to be taken")
    return choice


def _stack_of(turn: _Turn, month: int) -> Stack | None:
    for stack in turn.stacks:
        if stack.month == month:
            return stack
    return None


def _note_stack(turn: _Turn, stack: Stack) -> None:
    """RULES.md 9.2, 9.3: one junk for a stack, more for one's own."""
    rules = turn.rules
    if stack.owner == turn.play.seat:
        turn.note(TurnEvent.JAPPEOK, rules.jappeok_steal)
    elif stack.owner is None:
        turn.note(TurnEvent.STACK, int(rules.table_triple_steal))
    else:
        turn.note(TurnEvent.STACK, 1, (stack.owner,) if rules.ppeok_eat_from == "maker_only" else None)


def _sweep(turn: _Turn) -> None:
    """RULES.md 7.1, 9.5: something was taken from the floor and nothing is left on it."""
    rules, before = turn.rules, turn.table
    if not rules.sseul or not turn.paired or turn.loose or turn.stacks:
        return
    if TurnEvent.JJOK in turn.events and not rules.sseul_on_jjok:
        return
    if rules.sseul_definition == "two_different" and (
            before.stacks or len(before.loose) != 2 or before.loose[0].month == before.loose[1].month):
        return
    turn.note(TurnEvent.SSEUL, 1)


_SILENT_LAST = (TurnEvent.TTADAK, TurnEvent.JJOK, TurnEvent.SSEUL)
_STACKS = (TurnEvent.STACK, TurnEvent.JAPPEOK)


def _last_turn_exceptions(turn: _Turn) -> None:
    """RULES.md 12: on a last turn cards are taken without a steal; only events with an effect stay listed."""
    free = _SILENT_LAST if turn.rules.last_turn_stack_steal else _SILENT_LAST + _STACKS
    turn.events = [event for event in turn.events if event not in _SILENT_LAST]
    turn.debts = [debt for debt in turn.debts if debt.event not in free]


_RANK: dict[str, int] = {event: rank for rank, event in enumerate(TurnEvent)}
_RANK[TurnEvent.JAPPEOK] = _RANK[TurnEvent.STACK]  # these two stay as they happened


def _due(turn: _Turn) -> dict[Seat, int]:
    if not turn.debts:
        return {}
    due = dict.fromkeys(turn.opponents(), 0)
    for debt in turn.debts:
        for victim in debt.victims:
            due[victim] += debt.amount
    return due


def _steal(turn: _Turn, due: Mapping[Seat, int], give: Mapping[Seat, tuple[Face, ...]],
           cups: Container[Seat]) -> dict[Seat, tuple[Face, ...]]:
    """Return what each opponent gives: as seen, else by the rule. {} when no steal is due and none was seen."""
    stolen = {victim: gift(turn.table.piles[victim], turn.debts, victim, turn.rules, cup_as_junk=victim in cups)
              for victim in due}
    for victim, cards in give.items():
        if cards or victim in stolen:
            stolen[victim] = cards
    return stolen
