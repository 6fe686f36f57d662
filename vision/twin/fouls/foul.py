"""A foul: its code, how it changes a turn, a deal or an answer, and until when an alert about it is in time."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from engine.alerts import AlertCode
from engine.cards import Face
from engine.round import Round
from vision.twin.act import Act

GRACE = 2.0
"""Seconds of rest after the turn that makes a foul plain: the alert needs 0.7 of them, and a second look."""


class At(StrEnum):
    """When a foul is committed."""

    TURN = "turn"
    DEAL = "deal"
    PROMPT = "prompt"  # when Go or Stop is asked


@dataclass(frozen=True, slots=True)
class Until:
    """An alert is in time until so many *turns* more lie at rest, and *grace* seconds; None: the round's end.

    *own*: until the next turn of the seat that made it lies.
    """

    turns: int | None = 1
    grace: float = GRACE
    own: bool = False


SETTLED = Until(1)  # raised when it has settled, after a second look
PLAIN = Until(2)  # raised when the next seat's card lies
LAPSES = Until(own=True)
PLAYED = Until(1, 0.0)  # raised before the first card is played
ROUND = Until(None)


@dataclass
class Deal:
    """A deal about to be made."""

    state: Round
    floor: list[Face]
    luck: random.Random
    cut: bool = True
    backwards: bool = False  # packets go round the wrong way
    bonus: Face | None = None  # a bonus card that lies on the floor


@dataclass(frozen=True, slots=True)
class Foul:
    """One kind of foul. `commit` changes what it is given and says whether it could."""

    code: AlertCode
    words: str
    until: Until
    at: At = At.TURN
    turn: Callable[[Act], bool] = lambda act: False
    deal: Callable[[Deal], bool] = lambda deal: False
    late: bool = False  # comes near the end of a round only
    options: tuple[tuple[str, tuple[str, ...]], ...] = ()  # house rules that go with it


FOULS: dict[str, Foul] = {}
"""Every foul by its code, filled by the modules of the families."""


def in_turn(
    code: AlertCode, words: str, until: Until = SETTLED, *, late: bool = False
) -> Callable[[Callable[[Act], bool]], Callable[[Act], bool]]:
    """Register a function that changes a turn into a foul, and says whether it could."""

    def register(commit: Callable[[Act], bool]) -> Callable[[Act], bool]:
        FOULS[str(code)] = Foul(code, words, until, At.TURN, turn=commit, late=late)
        return commit

    return register
