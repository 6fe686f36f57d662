"""Showdown (쇼당): a player who cannot win offers to end the round; the answers decide. Source: RULES.md 14.5."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.cards import Face
from engine.rules import RuleSet
from engine.score import score
from engine.table import Seat


class ShowdownResult(StrEnum):
    """What the answers to a showdown lead to."""

    NOT_ALLOWED = "not_allowed"
    NAGARI = "nagari"  # everybody accepts: the round is void
    CONTINUE = "continue"  # everybody refuses: play goes on
    FEED = "feed"  # the caller lays the card that lets the accepter win


@dataclass(frozen=True, slots=True)
class Showdown:
    """An answered showdown. ``fed`` and ``refuser`` are set when the answers differ."""

    result: ShowdownResult
    caller: Seat
    fed: Seat | None = None
    refuser: Seat | None = None
    why: str = ""  # a showdown that is not allowed says why


def answer(players: int, caller: Seat, answers: Mapping[Seat, bool], rules: RuleSet) -> Showdown:
    """Return what follows from the *answers* (True: accepts) of both opponents of *caller*."""
    if rules.showdown == "off":
        return Showdown(ShowdownResult.NOT_ALLOWED, caller, why="showdown is off")
    if players != 3:
        return Showdown(ShowdownResult.NOT_ALLOWED, caller, why=f"a showdown needs three players, not {players}")
    if answers.keys() != set(range(players)) - {caller}:
        return Showdown(ShowdownResult.NOT_ALLOWED, caller, why="both other players must answer")
    accepts = [seat for seat, accepted in answers.items() if accepted]
    if len(accepts) == 1:
        refuser = next(seat for seat in answers if seat != accepts[0])
        return Showdown(ShowdownResult.FEED, caller, accepts[0], refuser)
    return Showdown(ShowdownResult.NAGARI if accepts else ShowdownResult.CONTINUE, caller)


def why_not(seat: Seat, hand: Sequence[Face], piles: Sequence[tuple[Face, ...]], rules: RuleSet) -> str:
    """Say why *seat* may not call a showdown with *hand*; "" if it may.

    It needs two cards, may not be able to win, and must hold for both others a card that brings them to the target.
    """
    target = rules.target(len(piles))
    if len(hand) < 2:
        return "a showdown needs two cards in the hand"
    if score(piles[seat], rules).total >= target:
        return "who can win may not call a showdown"
    for other, pile in enumerate(piles):
        if other != seat and not any(score((*pile, card), rules).total >= target for card in hand):
            return f"no card in the hand lets seat {other} win"
    return ""


def settle_showdown(net: Sequence[int], shown: Showdown, winner: Seat | None, rules: RuleSet) -> tuple[int, ...]:
    """Return *net* with the refuser paying the caller's part too, if the accepter won."""
    fed = shown.result is ShowdownResult.FEED and winner is not None and winner == shown.fed
    if not fed or shown.refuser is None or not rules.showdown_refuser_pays:
        return tuple(net)
    moved = list(net)
    moved[shown.refuser] += moved[shown.caller]
    moved[shown.caller] = 0
    return tuple(moved)
