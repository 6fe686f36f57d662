"""Judge one observed change, claim, deal or payment by the invariants alone: plain values, no camera.

The referee (`engine.referee`) weighs looks and waits; this is the bare judgment for a table that is known. When
several codes fit, the first of CONTRACT.md section 6 wins. Source: CHEATS.md sections 2 and 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.alerts import AlertCode, Certainty
from engine.cards import COPIES, Face
from engine.deal import deal_counts
from engine.rules import RuleSet
from engine.settle import Ending, decide, settle_points
from engine.table import Seat

Code = AlertCode
SURE, ASK, LIKELY = Certainty.CERTAIN, Certainty.NEEDS_CONFIRMATION, Certainty.LIKELY
BOTH = Certainty.CERTAIN_IF_BOTH_RECOGNISED


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong (None: nothing), how sure that is, and what the turn was if it is explained."""

    code: AlertCode | None = None
    certainty: Certainty = SURE
    owed: Mapping[Seat, int] = field(default_factory=dict)  # junk cards still to be given
    hand: tuple[Face, ...] = ()
    flip: tuple[Face, ...] = ()


FINE = Verdict()


@dataclass(frozen=True, slots=True)
class Claim:
    """What somebody says. Numbers that a claim does not speak of stay None."""

    say: str  # go, stop, shake, bomb, chongtong or score
    seat: Seat
    turn: Seat
    score: int = 0
    go: int = 0
    last_go_score: int | None = None
    turns_left: int = 1
    shown: tuple[Face, ...] = ()
    shaken: tuple[int, ...] = ()  # months shown before
    floor: tuple[Face, ...] | None = None
    declared: int = 0
    shakes: int = 0
    bombs: int = 0
    nagari: int = 0


def first(found: Iterator[Verdict] | Sequence[Verdict]) -> Verdict:
    """Return the verdict whose code stands first in CONTRACT.md section 6; FINE if there is none."""
    order = list(AlertCode)
    return min(found, key=lambda verdict: order.index(verdict.code) if verdict.code else len(order), default=FINE)


def judge_claim(claim: Claim, players: int, rules: RuleSet) -> Verdict:
    """Judge Go, Stop, shown cards or a declared score (I13, I17)."""
    return first([*_claimed(claim, players, rules), *([Verdict(Code.CLAIM_OUT_OF_TURN)] if claim.seat != claim.turn
                                                      else [])])


def _claimed(claim: Claim, players: int, rules: RuleSet) -> Iterator[Verdict]:
    match claim.say:
        case "go" | "stop":
            asked = decide(claim.score, claim.go, claim.last_go_score, claim.turns_left, rules.target(players))
            if claim.say == "go" and not asked.prompt:
                yield Verdict(Code.FALSE_GO)
            if claim.say == "stop" and not (asked.prompt or asked.auto_stop):
                yield Verdict(Code.FALSE_STOP)
        case "shake":
            if not _is_set(claim, 3) or claim.shown[0].month in claim.shaken or _lies(claim, rules):
                yield Verdict(Code.FALSE_SHAKE)
        case "chongtong":
            if not _is_set(claim, 4):
                yield Verdict(Code.FALSE_SHAKE)
        case "bomb":
            if not _is_set(claim, 3) or (claim.floor is not None and _on_floor(claim) != 1):
                yield Verdict(Code.MONTH_MISMATCH)
        case "score":
            go = tuple(claim.go if seat == claim.seat else 0 for seat in range(players))
            ending = Ending(claim.seat, go, (claim.seat,) * claim.go, claim.shakes, claim.bombs, claim.nagari)
            if claim.declared != settle_points(claim.score, ending, rules).final:
                yield Verdict(Code.SCORE_MISDECLARED)


def _is_set(claim: Claim, count: int) -> bool:
    return len(claim.shown) == count and len({card.month for card in claim.shown}) == 1 and claim.shown[0].month > 0


def _on_floor(claim: Claim) -> int:
    return sum(card.month == claim.shown[0].month for card in claim.floor or ())


def _lies(claim: Claim, rules: RuleSet) -> bool:
    """True if the month lies on the floor, where ``shake_timing=on_play`` forbids to show it."""
    return rules.shake_timing == "on_play" and _on_floor(claim) > 0


def judge_ledger(entries: Sequence[int] = (), due: Sequence[int] = (), paid: Sequence[int] = ()) -> Verdict:
    """Judge the points of a hand: they sum to zero, and what was paid is what was due (I14)."""
    short = any(there != want and abs(there) < abs(want) for want, there in zip(due, paid, strict=False))
    if short or len(due) > len(paid):
        return Verdict(Code.UNDERPAID)
    return Verdict(Code.LEDGER_NOT_ZERO) if sum(entries) or sum(paid) else FINE


def judge_deal(players: int, hands: Sequence[int], floor: int | None, stock: int | None, rules: RuleSet) -> Verdict:
    """Judge the totals of a deal (I15); what is None was not counted."""
    want = deal_counts(players, rules)
    if floor not in (None, want.floor):
        return Verdict(Code.MISDEAL)
    right = (not hands or tuple(hands) == want.hands) and stock in (None, want.stock, want.returned)
    return FINE if right else Verdict(Code.MISDEAL, LIKELY)  # cards that nobody sees may be miscounted


@dataclass(frozen=True, slots=True)
class HandBook:
    """What the book knows of the turns done (I8, I9), per seat. ``bonus``: cards of the stock beside the flips."""

    turns: tuple[int, ...]
    bombs: tuple[int, ...] = ()
    pairs: tuple[int, ...] = ()  # two-card bombs
    tokens: tuple[int, ...] | None = None  # draw-only turns left; None: not known
    bonus: int = 0


def judge_book(players: int, book: HandBook, hands: Sequence[int], stock: int | None, rules: RuleSet) -> Verdict:
    """Judge the counted hands and the stock against the turns done."""
    dealt = deal_counts(players, rules)
    none = (0,) * players
    for seat, held in enumerate(hands):
        bombs, pairs = (book.bombs or none)[seat], (book.pairs or none)[seat]
        earned = 2 * bombs + pairs
        left = range(earned + 1) if book.tokens is None else (book.tokens[seat],)
        if any(tokens > earned for tokens in left):
            return Verdict(Code.HAND_COUNT)
        # a bomb lays two cards more than a turn, each draw-only turn used lays one less
        if held not in {dealt.hands[seat] - book.turns[seat] - earned + (earned - tokens) for tokens in left}:
            return Verdict(Code.HAND_COUNT, LIKELY)
    full = dealt.returned if players == 4 else dealt.stock
    over = 0 if stock is None else stock - (full - sum(book.turns) - book.bonus)
    if over and not (over < 0 and rules.bonus_cards):
        return Verdict(Code.FLIP_SKIPPED if over > 0 else Code.DOUBLE_FLIP, LIKELY)
    return FINE


def found_cards(cards: Sequence[Face], loose: Sequence[Face], bonus: Sequence[Face] | None, *,
                whole: bool = False) -> Iterator[Verdict]:
    """Yield every verdict on the visible *cards* (I1, I2, I5), of which *loose* lie on the floor outside a stack.

    *bonus*: the bonus cards of the deck, None if that is not known. *whole*: all cards must lie open (I16).
    """
    seen, known = Counter(cards), Counter(bonus or ())
    for face, count in seen.items():
        if face.month == 0 and bonus is not None and count > known[face]:
            yield Verdict(Code.DUPLICATE_CARD, BOTH) if known[face] else Verdict(Code.FOREIGN_CARD)
        elif face.month and count > COPIES[face]:
            yield Verdict(Code.DUPLICATE_CARD, BOTH)
    if whole and len(cards) < sum(COPIES.values()) + known.total():
        yield Verdict(Code.CARD_MISSING)
    months = Counter(card.month for card in loose)
    if any(count > 2 for month, count in months.items() if month):
        yield Verdict(Code.STACK_BROKEN, ASK)
    if months[0]:
        yield Verdict(Code.BONUS_UNRESOLVED, ASK)
