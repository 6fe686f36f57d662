"""The lines of ``replay --json``: the words of ``watch --json``, and what differs from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from engine.cards import Face
from engine.dealt import Laid
from engine.gametext import NUMBERS
from engine.playback import Closed, Moment, Opened, Played
from engine.record import Call, End, Outcome, Step
from engine.state import Round
from engine.turn import Play

Json = dict[str, Any]


def line_of(moment: Moment) -> Json:
    """*moment* as JSON values; ``differs`` lists what the record says and the rules do not."""
    if isinstance(moment, Opened):
        line = _opened(moment)
    elif isinstance(moment, Played):
        line = _played(moment.step)
    else:
        line = _closed(moment)
    return {**line, "round": moment.number, "differs": [asdict(one) for one in moment.wrong]}


def position_line(state: Round, laid: Laid, number: int, turn: int) -> Json:
    """The table of round *number* after *turn* as JSON values; hands and stock are null where the record hides them."""
    table, result = state.table, state.result
    stacks = [{"cards": _texts(stack.cards), "owner": stack.owner, "bonus": _texts(stack.bonus)}
              for stack in table.stacks]  # fmt: skip
    return {"type": "position", "round": number, "turn": turn, "seats": list(laid.active),
            "loose": _texts(table.loose), "stacks": stacks, "piles": [_texts(pile) for pile in table.piles],
            "hands": None if laid.hidden else [_texts(hand) for hand in state.hand_cards],
            "stock": None if laid.hidden else _texts(state.stock_cards), "totals": list(state.totals()),
            "to_move": None if result else laid.active[state.turn], "phase": state.phase.value,
            "result": None if result is None else str(result.kind)}  # fmt: skip


def _opened(moment: Opened) -> Json:
    deal = moment.deal
    return {"type": "round", "dealer": deal.dealer, "nagari": deal.nagari or 0, "floor": _texts(deal.floor),
            "hands": [_texts(hand) for hand in deal.hands], "stock": _texts(deal.stock)}  # fmt: skip


def _played(step: Step) -> Json:
    does, told = step.does, step.told
    if isinstance(does, Play):
        return {"type": "turn", "n": step.n, "seat": step.seat, "shakes": list(does.shakes), "hand": _texts(does.hand),
                "bonus": _texts(does.bonus_laid), "flip": _texts(does.flip), **_outcome(told)}  # fmt: skip
    if isinstance(does, Call):
        return {"type": "said", "seat": step.seat, "say": str(does.say), "about": does.about,
                "answers": {str(seat): accepts for seat, accepts in does.answers.items()}}  # fmt: skip
    return {"type": "said", "seat": step.seat, "say": str(does.do), "cards": _texts(does.cards),
            "draws": _texts(told.draws)}  # fmt: skip


def _outcome(told: Outcome) -> Json:
    return {"captured": _texts(told.captured), "stack": _texts(told.stack) or None, "stolen": _gifts(told.stolen),
            "change": _gifts(told.change), "events": list(told.events or ()), "pays": told.pays or 0,
            "totals": list(told.scores or ())}  # fmt: skip


def _closed(moment: Closed) -> Json:
    end = moment.end
    if end is None:
        return {"type": "result", "kind": None}
    return {"type": "result", "kind": str(end.kind), "winner": end.winner, "counted": end.counted,
            **{name: _numbers(end, name) for name in NUMBERS}}  # fmt: skip


def _numbers(end: End, name: str) -> list[int] | None:
    points = getattr(end, name)
    return None if points is None else list(points)


def _gifts(gifts: Mapping[int, Iterable[Face]] | None) -> dict[str, list[str]]:
    return {str(seat): _texts(cards) for seat, cards in (gifts or {}).items()}


def _texts(cards: Iterable[Face] | None) -> list[str]:
    return [str(card) for card in cards or ()]
