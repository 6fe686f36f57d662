"""From what a referee said, or a film's truth, to a game record with hidden hands: lines of ``watch --json``.

The cards of hands and stock are known only as they come to the table. A Go is not among the lines: it follows from
the turns after it (`engine.retrace`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.cards import Face, parse_face
from engine.errors import EngineError, NotationError
from engine.four import SEATS, asked
from engine.gametext import format_count
from engine.record import Cards, End, GameRecord, GameRound, Outcome, Step
from engine.rules import RuleSet
from engine.settle import ResultKind, SettleLine
from engine.turn import Play, TurnEvent

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log and where it stands; 0 if that means nothing."""

    data: Json
    number: int = 0


def seen_game(lines: Iterable[Line], rules: RuleSet) -> GameRecord:
    """Return the game that *lines* tell; a turn that was revised counts as it was said last.

    Raises NotationError for a line that lacks what its type must have, and for a log without any round.
    """
    rounds: list[GameRound] = []
    players = 0
    for line in lines:
        try:
            kind = line.data["type"]
            if kind == "round":
                rounds.append(_opened(line))
            elif kind in ("turn", "result") and rounds:
                players = players or len(line.data["totals"])
                rounds[-1] = _with_turn(rounds[-1], line) if kind == "turn" else _with_end(rounds[-1], line)
        except (KeyError, TypeError, ValueError, AttributeError, EngineError) as error:
            told = error if isinstance(error, EngineError) else f"{type(error).__name__} {error}"
            raise NotationError(f"line {line.number}: no line of a game log ({told})") from None
    if not players:
        raise NotationError("the log tells of no turn and no result; give what hwatupan watch --json printed")
    seated = (_seated(one, players, rules) for one in rounds)
    return GameRecord(rules, players, tuple(replace(one, hands=((),) * players) for one in seated))


def truth_lines(truth: Json) -> Iterable[Line]:
    """Yield the ``truth.json`` of a film as the lines that a faultless referee would say (CONTRACT.md section 5).

    Raises NotationError for a truth that lacks something.
    """
    try:
        for number, one in enumerate(truth["rounds"], 1):
            yield Line({"type": "round", "round": number, "dealer": one["dealer"], "floor": one["floor"]})
            yield from (Line({"type": "turn", "round": number, **turn}) for turn in one["turns"])
            if one["result"] is not None:
                yield Line({"type": "result", "round": number, **one["result"]})
    except (KeyError, TypeError) as error:
        raise NotationError(f"no truth of a film ({type(error).__name__} {error})") from None


def _opened(line: Line) -> GameRound:
    return GameRound((), _faces(line.data["floor"]), dealer=_number(line.data["dealer"]), line=line.number)


def _seated(one: GameRound, players: int, rules: RuleSet) -> GameRound:
    """The round with the answers of the seats of four that were asked whether they play: who has no turn sits out."""
    if players != SEATS or rules.four_mode == "all_play" or one.dealer is None:
        return one
    first, second = asked(one.dealer)
    played = {one.dealer, *(step.seat for step in one.steps)}
    out = next((seat for seat in (first, second) if seat not in played), (one.dealer + 3) % SEATS)
    steps = tuple(replace(step, told=_without_score(step.told, out)) for step in one.steps)
    plays = ((first, False),) if out == first else ((first, True), (second, out != second))
    return replace(one, steps=steps, plays=plays)


def _without_score(told: Outcome, out: int) -> Outcome:
    """What a turn brought; who sits *out* has no score."""
    scores = tuple(None if seat == out else points for seat, points in enumerate(told.scores or ()))
    return replace(told, scores=scores or None)


def _with_turn(one: GameRound, line: Line) -> GameRound:
    """The round with this turn in its place; a turn said anew takes back those after it, one revised does not."""
    step, revised = _turn(line), line.data.get("revised", False)
    before = [old for old in one.steps if old.n is not None and old.n < (step.n or 0)]
    after = [old for old in one.steps if revised and old.n is not None and old.n > (step.n or 0)]
    return replace(one, steps=(*before, step, *after))


def _turn(line: Line) -> Step:
    data, seat = line.data, _number(line.data["seat"])
    flip, captured = _faces(data["flip"]), _faces(data["captured"])
    events = tuple(str(TurnEvent(event)) for event in data["events"])
    stolen = {int(victim): _faces(cards) for victim, cards in data["stolen"].items() if cards}
    play = Play(seat, _faces(data["hand"]), flip, bonus_laid=_laid(captured, flip, events),
                shakes=_numbers(data.get("shakes", ())))
    told = Outcome(events, captured, _faces(data["stack"] or ()), stolen, scores=_numbers(data["totals"]))
    return Step(seat, play, told, _number(data["n"]), line.number)


def _laid(captured: Cards, flip: Cards, events: tuple[str, ...]) -> Cards:
    """The bonus cards laid from the hand: so many of those captured that were not flipped."""
    bonus = Counter(card for card in captured if not card.month) - Counter(flip)
    return tuple(bonus.elements())[:events.count(TurnEvent.BONUS_HAND)]


def _with_end(one: GameRound, line: Line) -> GameRound:
    data = line.data
    counted = format_count(SettleLine(**item) for item in data.get("lines", ()))
    winner = None if data["winner"] is None else _number(data["winner"])
    return replace(one, end=End(ResultKind(data["kind"]), winner, counted, net=_numbers(data["net"]),
                                line=line.number))


def _faces(texts: Iterable[str]) -> tuple[Face, ...]:
    return tuple(map(parse_face, texts))


def _number(value: Any) -> int:
    if type(value) is not int:
        raise NotationError(f"{value!r} is no whole number")
    return value


def _numbers(values: Iterable[Any]) -> tuple[int, ...]:
    return tuple(map(_number, values))
