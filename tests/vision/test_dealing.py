"""How the pack was dealt, told from the hands: no cut, and packets that went round the other way."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.observation import Note
from tests.fakes import SIZE
from vision import layout as layouts
from vision.dealing import Dealing
from vision.hands import Arm, HandLook, HandWatch

AT_PACK = {2: (460.0, 260.0), 3: (460.0, 192.0)}
AT_SEAT = {2: {0: (500.0, 440.0), 1: (420.0, 80.0)}, 3: {0: (500.0, 407.0), 1: (738.0, 191.0), 2: (176.0, 254.0)}}
AT_FLOOR = (366.0, 194.0)


class Table:
    """Hands that come and go, at ten looks a second."""

    def __init__(self, players: int) -> None:
        self.players, self.seconds, self.open = players, 0.0, 0
        layout = layouts.default(players, SIZE)
        watch = HandWatch(layout, SIZE)
        self.nothing = watch.see(np.zeros((*watch.size[::-1], 3), np.uint8), 0.0)
        self.to_small = lambda mm: tuple(float(v) for v in layout.to_px(mm) * watch.scale)
        self.dealing, self.notes = Dealing(layout, watch.scale), list[Note]()

    def look(self, *hands: tuple[int, tuple[float, float]], times: int = 2) -> None:
        """Look at *hands*, each a seat and where its finger tips are, millimetres."""
        arms = tuple(Arm(seat, self.nothing.steady, self.to_small(tip), False) for seat, tip in hands)
        seen: HandLook = replace(self.nothing, arms=arms, still=not arms)
        for _ in range(times):
            self.seconds += 0.1
            self.notes += self.dealing.see(seen, self.open, self.open, self.seconds)

    def way(self, seat: int, *places: tuple[float, float]) -> None:
        """A hand goes along *places*."""
        for place in places:
            self.look((seat, place))

    def deal(self, dealer: int, *order: int, cut: bool = True) -> None:
        """Bring the pack, cut it, deal packets in *order* twice, cards for the floor before each."""
        pack, seats = AT_PACK[self.players], AT_SEAT[self.players]
        self.look(times=12)
        self.way(dealer, seats[dealer], pack)
        if cut:
            self.look(times=4)
            self.way((dealer - 1) % self.players, seats[(dealer - 1) % self.players], pack)
            self.look(times=4)
            self.way(dealer, seats[dealer], pack)
        for _ in range(2):
            self.way(dealer, AT_FLOOR, pack)
            self.open += 4
            for seat in order:
                self.way(dealer, seats[seat], pack)
        self.way(dealer, seats[dealer])
        self.look(times=5)


USUAL = {2: {0: (1, 0), 1: (0, 1)}, 3: {0: (1, 2, 0), 1: (2, 0, 1), 2: (0, 1, 2)}}
SEATS = [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)]


@pytest.mark.parametrize(("players", "dealer"), SEATS)
def test_usual_deal_is_silent(players: int, dealer: int) -> None:
    table = Table(players)
    table.deal(dealer, *USUAL[players][dealer])
    assert table.notes == []


@pytest.mark.parametrize(("players", "dealer"), SEATS)
def test_hand_that_holds_the_pack_at_home_gets_no_packet(players: int, dealer: int) -> None:
    table = Table(players)
    pack, seats = AT_PACK[players], AT_SEAT[players]
    table.look(times=12)
    table.way((dealer - 1) % players, seats[(dealer - 1) % players], pack)
    table.look(times=4)
    table.way(dealer, pack)
    for _ in range(2):
        table.look((dealer, AT_FLOOR), (dealer, seats[dealer]))
        table.look((dealer, pack))
        table.open += 4
        for seat in USUAL[players][dealer]:
            table.way(dealer, seats[seat], pack)
    table.way(dealer, seats[dealer])
    table.look(times=5)
    assert table.notes == []


@pytest.mark.parametrize(("players", "dealer"), SEATS)
def test_deal_without_another_hand_at_the_pack_has_no_cut(players: int, dealer: int) -> None:
    table = Table(players)
    table.deal(dealer, *USUAL[players][dealer], cut=False)
    assert table.notes == [Note("NO_CUT", dealer)]


@pytest.mark.parametrize(("players", "dealer"), SEATS)
def test_packets_the_other_way_round_are_noted(players: int, dealer: int) -> None:
    table = Table(players)
    table.deal(dealer, *reversed(USUAL[players][dealer]))
    assert table.notes == [Note("DEAL_ORDER", dealer)]


def test_deal_that_was_not_seen_from_the_empty_table_on_is_not_judged() -> None:
    table = Table(2)
    table.open = 1
    table.deal(0, 0, 1, cut=False)
    assert table.notes == []


def test_deal_with_a_gap_is_not_judged() -> None:
    """A cut may have come while nobody looked."""
    table = Table(2)
    table.look(times=12)
    table.seconds += 0.5
    table.way(0, AT_PACK[2], AT_SEAT[2][1], AT_PACK[2])
    table.open = 8
    table.look(times=5)
    assert table.notes == []


def test_hand_that_only_clears_the_floor_deals_nothing() -> None:
    table = Table(3)
    table.look(times=12)
    table.way(1, AT_PACK[3], AT_FLOOR, AT_PACK[3])
    table.open = 6
    table.look(times=5)
    assert table.notes == []
