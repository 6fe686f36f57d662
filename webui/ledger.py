"""Who won and lost what: over an evening, over months, and what each person's rounds were like. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.balance import Balance, balances
from engine.game import DealSeen
from webui.history import Evening, RoundKept

BAKS = ("gwangbak", "pibak", "meongbak", "gobak", "dokbak")


@dataclass(frozen=True, slots=True)
class Stats:
    """One person's rounds over all evenings."""

    person: int
    evenings: int
    rounds: int  # that counted: not void
    wins: int
    gos: int  # said in rounds that were won
    baks: int  # suffered
    best: int  # points of the best round
    net: int  # points
    money: int  # points by the stake of their evening
    balance: Balance | None  # of the own deals, from thirty on

    @property
    def win_rate(self) -> float:
        """The share of rounds won, 0 without any."""
        return self.wins / self.rounds if self.rounds else 0.0

    @property
    def go_average(self) -> float:
        """Gos in a round that was won."""
        return self.gos / self.wins if self.wins else 0.0


def finished(evening: Evening) -> tuple[RoundKept, ...]:
    """The rounds that have a result."""
    return tuple(one for one in evening.rounds if one.result is not None)


def nets(one: RoundKept) -> tuple[int, ...]:
    """What each seat won or lost."""
    return tuple(one.result["net"]) if one.result else ()


def seat_totals(evening: Evening) -> tuple[int, ...]:
    """The points of each seat over the evening."""
    rounds = finished(evening)
    return tuple(sum(nets(one)[seat] for one in rounds) for seat in range(evening.players))


def running(evening: Evening) -> tuple[tuple[int, ...], ...]:
    """The points of each seat before the first round and after each one."""
    told = [(0,) * evening.players]
    for one in finished(evening):
        told.append(tuple(before + won for before, won in zip(told[-1], nets(one), strict=True)))
    return tuple(told)


def by_person(evening: Evening) -> dict[int, int]:
    """The points of each person over the evening; a person who sat at several seats has the sum."""
    told: dict[int, int] = {}
    for one in finished(evening):
        for seat, points in enumerate(nets(one)):
            person = evening.sitter(seat, one.number)
            if person is not None:
                told[person] = told.get(person, 0) + points
    return told


def over_evenings(evenings: Sequence[Evening]) -> dict[int, tuple[int, ...]]:
    """Person -> points after each of the *evenings*, which are given oldest first."""
    people = sorted({person for evening in evenings for person in by_person(evening)})
    told: dict[int, tuple[int, ...]] = dict.fromkeys(people, (0,))
    for evening in evenings:
        won = by_person(evening)
        for person in people:
            told[person] = (*told[person], told[person][-1] + won.get(person, 0))
    return told


def statistics(evenings: Iterable[Evening]) -> dict[int, Stats]:
    """Person -> what all rounds with that person were like."""
    rounds: dict[int, list[tuple[Evening, int, RoundKept]]] = {}
    for evening in evenings:
        for one in finished(evening):
            for seat in range(evening.players):
                person = evening.sitter(seat, one.number)
                if person is not None:
                    rounds.setdefault(person, []).append((evening, seat, one))
    return {person: _stats(person, own) for person, own in rounds.items()}


def _stats(person: int, rounds: Sequence[tuple[Evening, int, RoundKept]]) -> Stats:
    counted = [(evening, seat, one) for evening, seat, one in rounds if one.result and one.result["kind"] != "void"]
    won = [(seat, one) for _, seat, one in counted if one.result and one.result["winner"] == seat]
    points = [(nets(one)[seat], evening.stake) for evening, seat, one in counted]
    own = [one.deal for _, seat, one in counted if one.deal and one.deal["dealer"] == seat]
    deals = [DealSeen(**{**deal, "dealer": 0}) for deal in own]
    return Stats(
        person=person,
        evenings=len({evening.id for evening, _, _ in rounds}),
        rounds=len(counted),
        wins=len(won),
        gos=sum(_at(one, "go", seat) for seat, one in won),
        baks=sum(_baks(one, seat) for _, seat, one in counted),
        best=max((net for net, _ in points), default=0),
        net=sum(net for net, _ in points),
        money=sum(net * stake for net, stake in points),
        balance=next(iter(balances(deals, 1)), None),
    )


def _at(one: RoundKept, key: str, seat: int) -> int:
    numbers = one.result.get(key, ()) if one.result else ()
    return int(numbers[seat]) if seat < len(numbers) else 0


def _baks(one: RoundKept, seat: int) -> int:
    lines = one.result.get("lines", ()) if one.result else ()
    return sum(line.get("name") in BAKS and line.get("seat") == seat for line in lines)
