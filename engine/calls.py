"""What is said outside a turn's own choices: showdown, false Stop, a mission met, a hand that is void.

Source: RULES.md 6.1, 14.5, 14.7, 16.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.errors import IllegalPlay
from engine.record import Call, Say
from engine.round import Round, over
from engine.settle import ResultKind, settle_chongtong, settle_false_stop
from engine.showdown import ShowdownResult, answer, why_not
from engine.state import Phase
from engine.table import Seat


def make_call(state: Round, seat: Seat, call: Call, *, hidden: bool = False) -> Round:
    """Return the round after *seat* said *call*; *hidden*: nobody looks into hands. Raises IllegalPlay."""
    match call.say:
        case Say.SHOWDOWN:
            if seat != state.turn:
                raise IllegalPlay("a showdown is called by who is to move")
            return (answer_showdown if hidden else call_showdown)(state, call.answers)
        case Say.FALSE_STOP:
            return stop_wrongly(state, seat)
        case Say.MET:
            return meet_mission(state, call.about)
        case Say.VOID:
            return call_void(state)
        case Say.CHONGTONG:
            return claim_chongtong(state, seat)


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
    return answer_showdown(state, answers)


def answer_showdown(state: Round, answers: Mapping[Seat, bool]) -> Round:
    """Return the round after those *answers*, where nobody looks into the caller's hand. Raises IllegalPlay."""
    found = answer(state.players, state.turn, answers, state.rules)
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


def claim_chongtong(state: Round, seat: Seat) -> Round:
    """Return the round won by four of a month that *seat* shows, for a table where nobody sees the hands (6.1).

    Raises IllegalPlay after the first turn.
    """
    if state.phase is Phase.OVER or any(state.own_turns):
        raise IllegalPlay("four of a month are shown before the first card is played")
    net = settle_chongtong((seat,), state.players, state.rules, state.nagari, state.dealer)
    return over(state, ResultKind.CHONGTONG, seat, net)


def meet_mission(state: Round, name: str) -> Round:
    """Return the round after people said that the mission *name* was met (RULES.md 14.7). Raises IllegalPlay."""
    missions = state.rules.missions if state.extras.missions is None else state.extras.missions
    if name not in {mission.name for mission in missions}:
        raise IllegalPlay(f"no mission {name!r} is played; the rules have {[one.name for one in missions]}")
    return replace(state, extras=replace(state.extras, met=(*state.extras.met, name)))


def call_void(state: Round) -> Round:
    """Return the round, void because something is wrong with the cards: nobody pays (RULES.md 16.1, 16.7)."""
    if state.phase in (Phase.OVER, Phase.CHOOSE):
        raise IllegalPlay("the round is over" if state.phase is Phase.OVER else "the turn must end first")
    return over(replace(state, paid=(0,) * state.players), ResultKind.VOID, None, (0,) * state.players)
