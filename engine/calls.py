"""What is said outside a turn's own choices: a showdown, a Stop that is not allowed. Source: RULES.md 14.5, 16.8."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.errors import IllegalPlay
from engine.round import Round, over
from engine.settle import ResultKind, settle_false_stop
from engine.showdown import ShowdownResult, answer, why_not
from engine.state import Phase
from engine.table import Seat


def call_showdown(state: Round, answers: Mapping[Seat, bool]) -> Round:
    """Return the round after the seat in turn called a showdown and the others gave their *answers*.

    All accept: the round is void. One accepts: the caller is to feed him, and if he then wins the one who refused
    pays for both. Raises IllegalPlay if no showdown may be called now.
    """
    seat = state.turn
    if state.phase is not Phase.PLAY:
        raise IllegalPlay("a showdown is called before a card is played")
    if why := why_not(seat, state.hand_cards[seat], state.table.piles, state.rules):
        raise IllegalPlay(why)
    found = answer(state.players, seat, answers, state.rules)
    if found.result is ShowdownResult.NOT_ALLOWED:
        raise IllegalPlay(found.why)
    if found.result is ShowdownResult.NAGARI:
        return over(state, ResultKind.NAGARI, None, (0,) * state.players)
    return replace(state, extras=replace(state.extras, showdown=found))


def stop_wrongly(state: Round, seat: Seat) -> Round:
    """Return the round after *seat* said Stop without the points for it: it goes on, or he has lost (``false_stop``).

    Raises IllegalPlay if that Stop would have been right.
    """
    if state.phase is Phase.GO_STOP and state.turn == seat:
        raise IllegalPlay(f"seat {seat} may stop; that is no false Stop")
    if state.rules.false_stop == "no_effect_warning":
        return state
    net = settle_false_stop(seat, state.players, state.rules, state.nagari)
    return over(state, ResultKind.STOP, None, net)
