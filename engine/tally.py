"""A decided round counted by hand: from what people tell of it to who pays what, with what a table would explain.

Seat 0 won, the losers follow; of four players the last one sat out. Source: RULES.md 11, 13, 14.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.cards import COPIES, DECK, Face, Kind
from engine.errors import TallyError
from engine.four import rules_of_three, sale, whole_net
from engine.options import Mission
from engine.rules import RuleSet
from engine.score import Place, placements
from engine.settle import (
    Ending,
    ResultKind,
    Settlement,
    settle,
    settle_chongtong,
    settle_heodang,
    settle_three_ppeok,
)
from engine.steal import CUP
from engine.table import Seat

ANY_JUNK = Face(0, Kind.JUNK, 1)
"""A single junk of which nobody said the month: no rule asks for it."""

MOST_BONUS = 6
ALL_JUNK = sum(face.junk_value for face in DECK)


@dataclass(frozen=True, slots=True)
class Told:
    """What people tell of a round that somebody won. Seats: 0 the winner, then the losers."""

    pile: tuple[Face, ...]
    losers: tuple[tuple[Face, ...] | None, ...]  # None: nobody says what lies there
    go: int = 0
    loser_gos: tuple[Seat, ...] = ()  # losers who said Go, in order, once for each Go
    go_after: bool = False  # the winner's last Go came after one of a loser (RULES.md 13.1, 역고)
    shakes: int = 0  # sets; one that was shown and bombed counts once
    bombs: int = 0
    nagari: int = 0  # void rounds in a row before this one
    payer: Seat | None = None  # who pays for all: fed the winner, or refused a showdown
    cup_as: Place | None = None
    missions: tuple[Mission, ...] | None = None  # None: those of the rules
    met: tuple[str, ...] = ()
    sold: tuple[Face, ...] = ()  # the hand of the one of four who sat out, if it was sold
    dealer: Seat = 0
    purses: tuple[int, ...] = ()  # what each loser has, where nobody pays more than that

    @property
    def piles(self) -> tuple[tuple[Face, ...] | None, ...]:
        """The piles by seat."""
        return (self.pile, *self.losers)


@dataclass(frozen=True, slots=True)
class CupMoved:
    """The cup of *seat* laid the other way, ``place``, and the points of the seats then."""

    seat: Seat
    place: Place
    net: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """A round counted by hand; ``net`` sums to 0 over all players."""

    told: Told
    settlement: Settlement
    target: int
    net: tuple[int, ...]
    due: Mapping[Seat, int] = field(default_factory=dict)  # what each loser would pay without a limit
    sold: tuple[int, ...] = ()  # points of the sale alone; () if nothing was sold
    cup: CupMoved | None = None  # None: the cup is not there, or lies where the rules say


def tally(told: Told, players: int, rules: RuleSet) -> Tally:
    """Return the round counted (RULES.md 11, 13, 14). Raises TallyError for what cannot have been."""
    house = rules_of_three(rules) if players == 4 else rules
    _check(told, players)
    if told.payer is not None:
        house = replace(house, feeding_dokbak=True)
    found = _settle(told, house)
    if told.payer is not None and any(found.net[seat] for seat in range(1, len(found.net)) if seat != told.payer):
        raise TallyError(f"another loser said Go and pays for all; seat {told.payer} cannot")
    free = _settle(told, replace(house, cap_points=None, cap_at_balance=False))
    sold = sale(told.sold, 3, rules, told.dealer, (1, 2)) if told.sold else ()
    net = whole_net((0, 1, 2), found.net, sold or (0,) * 4) if players == 4 else found.net
    return Tally(told, found, house.target(len(found.net)), net, {seat: -free.net[seat] for seat in found.baks},
                 sold, _other_cup(told, found, house))


def _settle(told: Told, rules: RuleSet, cup_as: Mapping[Seat, Place] | None = None) -> Settlement:
    calls = (0,) * told.go
    order = (*told.loser_gos, *calls) if told.go_after else (*calls, *told.loser_gos)
    seats = range(len(told.piles))
    ending = Ending(0, tuple(order.count(seat) for seat in seats), order, told.shakes, told.bombs, told.nagari,
                    told.missions, told.met, told.payer, (0, *told.purses) if told.purses else ())
    given = dict.fromkeys(seats, told.cup_as) if told.cup_as else {}
    return settle(told.piles, ending, rules, cup_as=cup_as or {s: place for s, place in given.items() if place})


def _other_cup(told: Told, found: Settlement, rules: RuleSet) -> CupMoved | None:
    for seat, pile in enumerate(told.piles):
        if pile is None or CUP not in pile or len(list(placements((CUP,), rules))) < 2:
            continue
        place: Place = "animal" if found.cup_as[seat] == "junk" else "junk"
        return CupMoved(seat, place, _settle(told, rules, {seat: place}).net)
    return None


def _check(told: Told, players: int) -> None:
    active = min(players, 3)
    if len(told.piles) != active:
        raise TallyError(f"{players} players are one winner and {active - 1} losers, not {len(told.losers)}")
    if too_many := surplus(pile for pile in (*told.piles, told.sold) if pile):
        raise TallyError(f"a deck does not hold so many of {', '.join(map(str, too_many))}")
    named = {*told.loser_gos, *({told.payer} if told.payer is not None else ())}
    if wrong := named - set(range(1, active)):
        raise TallyError(f"there is no loser {min(wrong)}; losers are 1 to {active - 1}")
    if told.purses and len(told.purses) != active - 1:
        raise TallyError(f"{active - 1} losers have {active - 1} purses, not {len(told.purses)}")
    if told.purses and min(told.purses) < 0:
        raise TallyError("nobody has less than nothing in the purse")
    names = [mission.name for mission in told.missions or ()]
    if twice := sorted(name for name in set(names) if names.count(name) > 1):
        raise TallyError(f"the mission {twice[0]!r} is told twice")
    if told.sold and players != 4:
        raise TallyError("only the one of four players who sits out sells a hand")


def surplus(piles: Iterable[Iterable[Face]]) -> tuple[Face, ...]:
    """Return the faces of which *piles* together hold more than one deck has, sorted; () if all can lie there."""
    seen = Counter(card for pile in piles for card in pile)
    bonus = sum(count for face, count in seen.items() if face.kind is Kind.BONUS)
    named = sum(face.junk_value * count for face, count in seen.items() if face.kind is not Kind.BONUS)
    found = {face for face, count in seen.items() if count > COPIES.get(face, count)}
    found |= {face for face in seen if face.kind is Kind.BONUS and bonus > MOST_BONUS}
    if named > ALL_JUNK:
        found.add(ANY_JUNK)
    return tuple(sorted(found))


def tally_win(kind: ResultKind, players: int, rules: RuleSet, nagari: int = 0) -> tuple[int, ...]:
    """Return the points of a round that seat 0 won without counting: chongtong, three ppeok or heodang.

    Source: RULES.md 6.1, 9.4, 9.9. Raises TallyError for another kind, and for a win that *rules* do not know.
    """
    active = min(players, 3)
    unknown = {ResultKind.THREE_PPEOK: rules.three_ppeok == "off", ResultKind.HEODANG: not rules.heodang}
    if rules.game == "hwatu" or unknown.get(kind, False):
        raise TallyError(f"these rules know no win by {kind}")
    house = rules_of_three(rules) if players == 4 else rules
    match kind:
        case ResultKind.CHONGTONG:
            net = settle_chongtong((0,), active, house, nagari)
        case ResultKind.THREE_PPEOK:
            net = settle_three_ppeok(0, active, house, nagari)
        case ResultKind.HEODANG:
            net = settle_heodang(0, active, house, nagari)
        case _:
            raise TallyError(f"a round that ended by {kind} is counted by its cards")
    return (*net, 0) if players == 4 else net
