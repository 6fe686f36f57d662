"""Go, bak, multipliers and who pays what: a decided round as points won and lost. Source: RULES.md 13, 14, 6.1, 9.4."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.cards import Face
from engine.mission import earned
from engine.options import Mission
from engine.rules import RuleSet
from engine.score import Place, Score, placements, score_placed
from engine.table import Seat
from engine.turn import TurnEvent


class ResultKind(StrEnum):
    """How a round ended (CONTRACT.md section 5)."""

    STOP = "stop"
    NAGARI = "nagari"
    CHONGTONG = "chongtong"
    THREE_PPEOK = "three_ppeok"
    VOID = "void"
    HEODANG = "heodang"  # five turns without a capture (RULES.md 9.9)
    COUNTED = "counted"  # the family game, played to the last card (RULES.md 15)


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether Go or Stop is asked after a turn (RULES.md 13)."""

    prompt: bool
    auto_stop: bool  # the score may stop and no turn is left


def decide(points: int, go: int, last_go_points: int | None, turns_left: int, target: int) -> Decision:
    """Say whether a seat with *points* is asked: at the target first, then only above its score at the last Go."""
    may_stop = points >= target and (go == 0 or last_go_points is None or points > last_go_points)
    return Decision(may_stop and turns_left > 0, may_stop and turns_left == 0)


@dataclass(frozen=True, slots=True)
class Ending:
    """What was said and done in a round that *winner* has stopped."""

    winner: Seat
    go: tuple[int, ...]  # Gos said, per seat
    go_order: tuple[Seat, ...] = ()  # who said them, in order
    shakes: int = 0  # by the winner, as ``count_shakes`` counts them
    bombs: int = 0
    nagari: int = 0  # void rounds in a row before this one
    missions: tuple[Mission, ...] | None = None  # with the cards drawn for this round; None: those of the rules
    met: tuple[str, ...] = ()  # missions that people say were met
    fed_by: Seat | None = None  # who laid the card with which the winner reached the target
    balances: tuple[int, ...] = ()  # what each seat has before the round; () for no limit


@dataclass(frozen=True, slots=True)
class SettleLine:
    """One step of the sum: ``value`` is added, or multiplies when ``times``; ``seat`` None: for every loser."""

    name: str
    value: int
    times: bool = False
    seat: Seat | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the line as JSON values."""
        return {"name": self.name, "value": self.value, "times": self.times, "seat": self.seat}


@dataclass(frozen=True, slots=True)
class Settlement:
    """A round as points; ``net`` sums to 0."""

    net: tuple[int, ...]
    winner: Seat
    card_points: int
    final: int  # the amount before bak
    lines: tuple[SettleLine, ...]
    baks: Mapping[Seat, tuple[str, ...]]  # per loser: "gwang", "pi", "meong", "go"
    multipliers: Mapping[Seat, int]  # per loser, what the baks make
    meongtta: bool = False
    score: Score | None = None  # the winner's, as the cup lies in the end
    cup_as: Mapping[Seat, Place] = field(default_factory=dict)
    lost: Mapping[Seat, Score] = field(default_factory=dict)  # what each known loser's pile counts


def settle(piles: Sequence[tuple[Face, ...] | None], ending: Ending, rules: RuleSet, *,
           cup_as: Mapping[Seat, Place] | None = None) -> Settlement:
    """Return what each seat wins or pays (RULES.md 14).

    Unless *cup_as* says where a seat's cup lies, the winner lays it where the round pays most, a loser where he
    pays least, a tie as an animal (RULES.md 11.1). A loser's pile may be None, not known: no bak of cards is judged.
    """
    laid, best, own = cup_as or {}, None, piles[ending.winner] or ()
    for places in placements(own, rules, laid.get(ending.winner)):
        won = score_placed(own, rules, places)
        found = _settle_score(won, piles, ending, rules, laid)
        if best is None or found.net[ending.winner] > best.net[ending.winner]:
            best = found
    assert best is not None  # placements yields at least one
    return best


def _settle_score(won: Score, piles: Sequence[tuple[Face, ...] | None], ending: Ending, rules: RuleSet,
                  laid: Mapping[Seat, Place]) -> Settlement:
    baks: dict[Seat, tuple[str, ...]] = {seat: () for seat in range(len(piles)) if seat != ending.winner}
    cups: dict[Seat, Place] = {ending.winner: won.cup_as} if won.cup_as else {}
    known: dict[Seat, Score] = {}
    for seat, pile in enumerate(piles):
        if seat == ending.winner or pile is None:
            continue
        scores = (score_placed(pile, rules, places) for places in placements(pile, rules, laid.get(seat)))
        mildest = known[seat] = min(scores, key=lambda lost: len(_card_baks(won, lost, len(piles), rules)))
        baks[seat] = _card_baks(won, mildest, len(piles), rules)
        if mildest.cup_as:
            cups[seat] = mildest.cup_as
    exempt = {seat for seat in known if rules.no_capture_exempt and not piles[seat]}
    return _pay(won.total, baks, ending, rules, meongtta=rules.meongtta and won.animals >= 7, exempt=exempt,
                pile=piles[ending.winner] or (), won=won, cups=cups, lost=known)


def settle_points(points: int, ending: Ending, rules: RuleSet) -> Settlement:
    """Return the settlement for *points* alone, without the baks that need to see cards."""
    return _pay(points, {s: () for s in range(len(ending.go)) if s != ending.winner}, ending, rules)


def _card_baks(won: Score, lost: Score, players: int, rules: RuleSet) -> tuple[str, ...]:
    """Return the baks of one loser that the captured cards make (RULES.md 14.1)."""
    baks = []
    if won.points("bright") and not lost.brights:
        baks.append("gwang")
    exempt = rules.pibak_zero_exempt and lost.junk_value == 0
    if won.points("junk") and lost.junk_value <= rules.pibak_limit(players) and not exempt:
        baks.append("pi")
    need = {"off": None, "w7_l0": 7, "w5_l0": 5}[rules.meongbak]
    if need and won.animals >= need and not lost.animals:
        baks.append("meong")
    return tuple(baks)


def _pay(points: int, baks: Mapping[Seat, tuple[str, ...]], ending: Ending, rules: RuleSet, *,
         meongtta: bool = False, exempt: Iterable[Seat] = (), pile: tuple[Face, ...] = (),
         won: Score | None = None, cups: Mapping[Seat, Place] | None = None,
         lost: Mapping[Seat, Score] | None = None) -> Settlement:
    """Additions first, then multiplications, then go-bak."""
    bonus, times = go_bonus(ending.go[ending.winner], rules)
    times = _reverse_go(times, ending, rules)
    missions = rules.missions if ending.missions is None else ending.missions
    done = earned(missions, pile, ending.met) if missions else ()
    lines = [SettleLine("cards", points), SettleLine("go", bonus), *(SettleLine(n, plus) for n, plus, _ in done)]
    final = sum(line.value for line in lines)
    lines += [SettleLine(name, value, times=True) for name, value in (
        ("go", times), ("shake", 2 ** ending.shakes), ("bomb", rules.bomb_multiplier ** ending.bombs),
        ("meongtta", 2 if meongtta else 1), ("nagari", nagari_factor(ending.nagari, rules)),
        *((name, factor) for name, _, factor in done))]
    for line in lines:
        final *= line.value if line.times else 1
    payers, doubled, full = _go_bak(tuple(baks), ending, rules)
    named = {seat: own + ("go",) * (seat in payers) for seat, own in baks.items()}
    multipliers = {seat: 2 ** (len(own) + (seat in doubled)) for seat, own in baks.items()}
    pays = {seat: 0 if seat in exempt else final * multipliers[seat] for seat in baks}
    if full is not None:
        pays = dict.fromkeys(pays, 0) | {full: _pays_for_all(pays, full, rules)}
    elif rules.feeding_dokbak and ending.fed_by in pays:
        full = ending.fed_by
        pays = dict.fromkeys(pays, 0) | {full: sum(pays.values())}
    pays = {seat: _capped(seat, amount, ending, rules) for seat, amount in pays.items()}
    net = [-pays.get(seat, 0) for seat in range(len(ending.go))]
    net[ending.winner] = sum(pays.values())
    lines += [SettleLine(f"{bak}bak", 2, True, seat) for seat, own in named.items() for bak in own
              if bak != "go" or seat in doubled]
    if full is not None:
        lines.append(SettleLine("dokbak", pays[full], False, full))
    shown = tuple(line for line in lines if line.value != (1 if line.times else 0))
    return Settlement(tuple(net), ending.winner, points, final, shown, named, multipliers, meongtta, won, cups or {},
                      lost or {})


def _capped(seat: Seat, amount: int, ending: Ending, rules: RuleSet) -> int:
    """Return what *seat* really pays of *amount* (RULES.md 14.3)."""
    if rules.cap_points is not None:
        amount = min(amount, rules.cap_points)
    if rules.cap_at_balance and ending.balances:
        amount = min(amount, max(0, ending.balances[seat]))
    return amount


def go_bonus(go: int, rules: RuleSet) -> tuple[int, int]:
    """Return what *go* Gos add to the points and then multiply them by (RULES.md 13.1)."""
    doubled = 2 ** max(0, go - 2)
    match rules.go_rule:
        case "wiki_n_minus_1":
            return (go, 1) if go < 3 else (0, go - 1)
        case "pow2_no_bonus":
            return (go, 1) if go < 3 else (0, doubled)
        case "plus2_pow2":
            return min(go, 2), doubled
        case "italian":
            return go, 2 if go > 3 else 1
        case _:
            return go, doubled


def _reverse_go(times: int, ending: Ending, rules: RuleSet) -> int:
    """A Go after an opponent's Go (RULES.md 13.1, 역고)."""
    calls = ending.go_order
    last = max((at for at, seat in enumerate(calls) if seat == ending.winner), default=0)
    if rules.reverse_go == "none" or all(seat == ending.winner for seat in calls[:last]):
        return times
    return 4 if rules.reverse_go == "x4_replaces_go_multiplier" else times * 2


def _go_bak(losers: tuple[Seat, ...], ending: Ending, rules: RuleSet) -> tuple[set[Seat], set[Seat], Seat | None]:
    """Return who is go-bak, whose own amount doubles, and who pays for all (RULES.md 14.1, 14.2)."""
    callers = {seat for seat in losers if ending.go[seat]}
    rule = rules.gobak_2p if len(ending.go) == 2 else rules.gobak_3p
    if rule == "none" or not callers:
        return set(), set(), None
    if rule in ("x2", "x2_own") or (len(callers) > 1 and rules.gobak_multi == "each_x2"):
        return callers, callers, None
    order = ending.go_order
    last = max(callers, key=lambda seat: max((at for at, who in enumerate(order) if who == seat), default=-1))
    return {last}, set(), last


def _pays_for_all(pays: Mapping[Seat, int], payer: Seat, rules: RuleSet) -> int:
    total = sum(pays.values())
    if rules.gobak_3p == "pays_for_all_x2":
        return total * 2
    return total + pays[payer] if rules.gobak_3p == "pays_for_all_own_x2" else total


def nagari_factor(before: int, rules: RuleSet) -> int:
    """Return the multiplier after *before* void rounds in a row (RULES.md 14.4)."""
    if rules.nagari_growth == "flat_2":
        return 2 if before else 1
    growth = 1 << before
    return growth if rules.nagari_cap is None else min(growth, rules.nagari_cap)


def count_shakes(shaken: Iterable[int], bombed: Iterable[int], rules: RuleSet, *, fours: Collection[int] = (),
                 pairs: Iterable[int] = ()) -> tuple[int, int]:
    """Return how many shakes and bombs count, from the months (RULES.md 9.6, 9.7): one set doubles once.

    *fours*: months shown with four cards after a declined chongtong, which count twice (RULES.md 9.7).
    *pairs*: two-card bombs, which count as a shake under ``two_card_bomb=double``.
    """
    shown = set(shaken)
    shakes = sum(2 if month in rules.shake_x4_months or month in fours else 1 for month in shown)
    shakes += len(set(pairs) - shown) if rules.two_card_bomb == "double" else 0
    bombs = sum(1 for month in bombed if rules.shake_plus_bomb_same_set == 2 or month not in shown)
    return shakes, bombs


def pay_all(seat: Seat, each: int, players: int) -> tuple[int, ...]:
    """Return the net when every other seat pays *each* points to *seat*."""
    return tuple(each * (players - 1) if s == seat else -each for s in range(players))


def ppeok_pay(own_ppeok_turns: Sequence[int], players: int, rules: RuleSet) -> int:
    """Return what each opponent pays at once for the newest of *own_ppeok_turns* (RULES.md 9.4).

    Turns count a seat's own turns from 1: only an unbroken row from the first turn pays.
    """
    streak = len(own_ppeok_turns)
    longest = {"on": 3, "first": 1, "off": 0}[rules.ppeok_pay]
    if not 0 < streak <= longest or list(own_ppeok_turns) != list(range(1, streak + 1)):
        return 0
    return rules.target(players) * streak


def immediate_pay(events: Iterable[TurnEvent], own_turn: int, own_ppeok_turns: Sequence[int], players: int,
                  rules: RuleSet) -> int:
    """Return what each opponent pays at once after a seat's *own_turn* with *events* (RULES.md 9.4, 9.5).

    *own_ppeok_turns* includes this turn if it left a ppeok.
    """
    happened = set(events)
    if not happened:
        return 0
    pay = ppeok_pay(own_ppeok_turns, players, rules) if TurnEvent.PPEOK in happened else 0
    firsts = ((TurnEvent.TTADAK, rules.first_ttadak_pay), (TurnEvent.JJOK, rules.first_jjok_pay),
              (TurnEvent.BOMB, rules.first_bomb_pay))
    return pay + sum(rules.target(players) for event, on in firsts if on and own_turn == 1 and event in happened)


def settle_three_ppeok(winner: Seat, players: int, rules: RuleSet, nagari: int = 0) -> tuple[int, ...]:
    """Return the net of a win by three ppeok: the target from each, times the nagari carry only (RULES.md 9.4)."""
    return pay_all(winner, rules.target(players) * nagari_factor(nagari, rules), players)


def settle_chongtong(holders: Sequence[Seat], players: int, rules: RuleSet, nagari: int = 0,
                     dealer: Seat = 0) -> tuple[int, ...]:
    """Return the net when *holders* hold four of a month: paid pairwise, times the nagari carry (RULES.md 6.1).

    Under ``chongtong_multi=dealer_wins`` only the first of several, counted from the *dealer*, is paid.
    """
    if len(holders) > 1 and rules.chongtong_multi == "nagari_x2":
        return (0,) * players
    if len(holders) > 1 and rules.chongtong_multi == "dealer_wins":
        holders = [min(holders, key=lambda seat: (seat - dealer) % players)]
    points = rules.chongtong_points if isinstance(rules.chongtong_points, int) else rules.target(players)
    each = points * nagari_factor(nagari, rules)
    nets = [pay_all(seat, each, players) for seat in holders]
    return tuple(sum(column) for column in zip(*nets, strict=True)) if nets else (0,) * players


def settle_heodang(winner: Seat, players: int, rules: RuleSet, nagari: int = 0) -> tuple[int, ...]:
    """Return the net of a win by five turns without a capture: the target from each (RULES.md 9.9, ``heodang``)."""
    return pay_all(winner, rules.target(players) * nagari_factor(nagari, rules), players)


def settle_false_stop(seat: Seat, players: int, rules: RuleSet, nagari: int = 0) -> tuple[int, ...]:
    """Return the net of a Stop that was not allowed: nothing, or the target to each other seat (RULES.md 16.8)."""
    if rules.false_stop == "no_effect_warning":
        return (0,) * players
    return tuple(-points for points in pay_all(seat, rules.target(players) * nagari_factor(nagari, rules), players))
