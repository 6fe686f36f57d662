"""From a shuffled pack to hands, floor and stock: who cuts, cut or tap, and in which packets. Source: RULES.md 4, 5."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Face
from engine.deal import deal_counts
from engine.rules import RuleSet
from engine.table import Seat

Packet = tuple[Seat | None, int]
"""Who gets so many cards at a time; None is the floor."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards after the deal, before any check. ``stock``: the first is the next to flip."""

    hands: tuple[tuple[Face, ...], ...]
    floor: tuple[Face, ...]
    stock: tuple[Face, ...]


def cutter(dealer: Seat, players: int) -> Seat:
    """Return who cuts or taps: the player on the dealer's left, the last to play (RULES.md 4).

    A cut changes no order: the lower part becomes the bottom of the stock, what is left of the upper lies on it.
    """
    return (dealer - 1) % players


def packets(players: int, rules: RuleSet, dealer: Seat = 0, *, tapped: bool = False) -> tuple[Packet, ...]:
    """Return the packets in the order in which they are dealt (RULES.md 5).

    The floor and every hand come in two halves, the larger first; the family game begins with the hands. After a
    tap (퉁) the floor lies first and each hand is one packet. The first is at the dealer's right, he is the last.
    """
    counts = deal_counts(players, rules)
    order = [(dealer + step) % players for step in range(1, players + 1)]
    if tapped:
        return ((None, counts.floor), *((seat, counts.hands[seat]) for seat in order))
    dealt: list[Packet] = []
    for half in (0, 1):
        floor: list[Packet] = [(None, (counts.floor + 1 - half) // 2)]
        hands: list[Packet] = [(seat, (counts.hands[seat] + 1 - half) // 2) for seat in order]
        dealt += hands + floor if rules.game == "hwatu" else floor + hands
    return tuple(dealt)


def deal_out(pack: Sequence[Face], players: int, rules: RuleSet, dealer: Seat = 0, *, tapped: bool = False) -> Dealt:
    """Return the hands, floor and stock that *pack*, top card first, gives in these packets."""
    hands: list[list[Face]] = [[] for _ in range(players)]
    floor: list[Face] = []
    at = 0
    for seat, count in packets(players, rules, dealer, tapped=tapped):
        (floor if seat is None else hands[seat]).extend(pack[at:at + count])
        at += count
    return Dealt(tuple(map(tuple, hands)), tuple(floor), tuple(pack[at:]))
