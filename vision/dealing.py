"""How the pack is dealt: whose hands were at it before, and to which seats its packets went, in order (CHEATS.md 3.1).

Hints only. What was not seen from the empty table on, without a gap, is not judged.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from engine.observation import STOCK, Note, ZoneKind
from engine.table import Seat
from vision.hands import HandLook
from vision.layout import Layout

AT_PACK_MM = 22.0  # finger tips so near the stock's outline are at the pack
TOWARDS_MM = 15.0  # finger tips so near a seat's pile push a packet to it; cards of the floor lie farther off
GAP_S = 0.35  # after a longer time without a look something may have been missed
EMPTY_S = 0.8  # what lies there is found within this time
FEWEST = 4  # open cards on the floor that make it a deal


@dataclass(slots=True)
class _Way:
    """One way of a hand from the pack and back: the seat whose place it reached first, if any."""

    towards: Seat | None = None


@dataclass(slots=True)
class _Deal:
    """What was seen since the table was empty."""

    at_pack: set[Seat] = field(default_factory=set)
    packets: list[tuple[Seat, Seat]] = field(default_factory=list)  # who pushed it, to whom
    ways: dict[Seat, _Way] = field(default_factory=dict)  # of the hands that have left the pack


class Dealing:
    """Watches the hands from the empty table to the end of the deal."""

    def __init__(self, layout: Layout, scale: float) -> None:
        """*scale*: small pixels a picture pixel."""
        self._layout, self._scale = layout, scale
        self._places = [(zone.zone.seat, layout.polygon(zone.zone)) for zone in layout.zones
                        if zone.zone.kind in (ZoneKind.PILE, ZoneKind.SHOW)]  # fmt: skip
        self._deal: _Deal | None = None
        self._last = float("-inf")
        self._empty_since: float | None = None

    def see(self, look: HandLook, lying: int, open_cards: int, seconds: float) -> tuple[Note, ...]:
        """Take in one frame; *lying*: cards believed to lie anywhere, *open_cards*: those on the floor."""
        if seconds - self._last > GAP_S:
            self._deal = self._empty_since = None
        self._last = seconds
        rests = not look.arms and look.still
        if not (rests and not lying):
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = seconds
        elif seconds - self._empty_since >= EMPTY_S:
            self._deal = _Deal()
        if rests and open_cards >= FEWEST and self._deal is not None:
            deal, self._deal = self._deal, None
            return self._judged(deal)
        if self._deal is not None:
            self._follow(self._deal, look)
        return ()

    def _follow(self, deal: _Deal, look: HandLook) -> None:
        here = {arm.seat for arm in look.arms}
        for seat in [seat for seat in deal.ways if seat not in here]:
            towards = deal.ways.pop(seat).towards
            if towards not in (None, seat):  # to its own place it may simply have gone home
                deal.packets.append((seat, towards))
        for seat in here:
            tips = [self._layout.to_mm(np.array(arm.tip) / self._scale) for arm in look.arms if arm.seat == seat]
            reached = (self._towards(tip) for tip in tips)
            own = len(tips) == 1  # of two hands, one may rest at home
            far = next((to for to in reached if to is not None and (own or to != seat)), None)
            if any(self._near(tip, self._layout.polygon(STOCK)) > -AT_PACK_MM for tip in tips):
                deal.at_pack.add(seat)
                way = deal.ways.get(seat)
                if way is not None and way.towards is not None:
                    deal.packets.append((seat, way.towards))
                deal.ways[seat] = _Way()
            elif far is not None and seat in deal.ways and deal.ways[seat].towards is None:
                deal.ways[seat].towards = far

    def _towards(self, tip: np.ndarray) -> Seat | None:
        """The seat whose place the finger tips at *tip* have reached."""
        return next((seat for seat, shape in self._places if self._near(tip, shape) > -TOWARDS_MM), None)

    @staticmethod
    def _near(at: np.ndarray, shape: np.ndarray) -> float:
        """How far inside an outline a place lies, millimetres; below zero outside of it."""
        return float(cv2.pointPolygonTest(shape, (float(at[0]), float(at[1])), True))

    def _judged(self, deal: _Deal) -> tuple[Note, ...]:
        """What a finished deal showed; nothing unless one seat pushed packets to another."""
        dealers = {by for by, to in deal.packets if by != to}
        if len(dealers) != 1:
            return ()
        (dealer,) = dealers
        notes = [Note("NO_CUT", dealer)] if deal.at_pack == {dealer} else []
        if _backwards([to for _, to in deal.packets], dealer, self._layout.players):
            notes.append(Note("DEAL_ORDER", dealer))
        return tuple(notes)


def _backwards(packets: list[Seat], dealer: Seat, players: int) -> bool:
    """True if two rounds of packets went to the seats in the same order, and that was not the usual one.

    Usually they go counter-clockwise, the dealer's last (RULES.md 5). The very last one may be missing: with it the
    dealer's hand goes home.
    """
    first, again = packets[:players], packets[players : 2 * players - 1]
    seen = len(set(first)) == players and len(again) == players - 1 and again == first[:-1]
    return seen and first != [(dealer + 1 + k) % players for k in range(players)]
