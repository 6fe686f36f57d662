"""Junk that changes hands wrongly: too much, the wrong card, or none."""

from __future__ import annotations

from engine.alerts import AlertCode as Code
from engine.cards import Face, Kind
from engine.table import Seat
from vision.twin.act import Act
from vision.twin.fouls.foul import LAPSES, in_turn


@in_turn(Code.EXTRA_STEAL, "a junk is fetched from another pile without a reason")
def extra_steal(act: Act) -> bool:
    """Nothing is due in this turn."""
    rich = [seat for seat in act.others if _junk(act, seat)]
    if not act.plain or act.turn.stolen or not rich:
        return False
    victim = act.luck.choice(rich)
    act.turn.stolen, act.turn.grabs = {victim: (_junk(act, victim)[-1],)}, True
    return True


@in_turn(Code.WRONG_CARD_STOLEN, "a better card is fetched though a plain junk is there")
def wrong_card_stolen(act: Act) -> bool:
    """A double junk, else a ribbon or an animal."""
    for victim, given in act.turn.stolen.items():
        better = [face for face in act.pile(victim) if face.kind not in (Kind.JUNK, Kind.BRIGHT)]
        better.sort(key=lambda face: (face.kind is not Kind.DJUNK, face))
        if act.plain and better and any(face.kind is Kind.JUNK for face in given):
            others = list(given)
            others.remove(next(face for face in given if face.kind is Kind.JUNK))
            act.turn.stolen = {**act.turn.stolen, victim: (better[0], *others)}
            act.turn.grabs = True
            return True
    return False


@in_turn(Code.STEAL_OWED, "a junk that is due is not given", LAPSES)
def steal_owed(act: Act) -> bool:
    """The one who should have it says nothing either."""
    act.debtors = tuple(seat for seat, faces in act.turn.stolen.items() if faces)
    if not act.plain or not act.debtors:
        return False
    act.turn.stolen = dict.fromkeys(act.turn.stolen, ())
    return True


def _junk(act: Act, seat: Seat) -> list[Face]:
    return [face for face in act.pile(seat) if face.kind is Kind.JUNK]
