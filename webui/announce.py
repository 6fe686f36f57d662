"""What is worth a word or a sound at the table, once: from the game before and after an event. Pure.

The key of an announcement never comes again in a match: a turn that is explained anew, a correction or an undo
repeats nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.alerts import Level
from engine.game import Game
from engine.outputs import AlertRaised, Output, Prompt, RoundResult, RoundStarted, TurnSeen
from engine.table import Seat

KEPT = 40
LINES = frozenset({"samgwang", "bisamgwang", "sagwang", "ogwang", "godori", "hongdan", "cheongdan", "chodan"})
"""Score lines that a table calls out."""


@dataclass(frozen=True, slots=True)
class News:
    """One announcement: *kind* is what people may switch off, *what* says more, *count* is a number in its words."""

    key: str
    kind: str  # deal, turn, event, line, go, prompt, result, alert
    what: str = ""
    seat: Seat | None = None
    count: int = 0


def more(kept: tuple[News, ...], before: Game, after: Game, outputs: Iterable[Output]) -> tuple[News, ...]:
    """Return *kept* with what is new, the newest last."""
    known = {news.key for news in kept}
    fresh = [news for news in _news(before, after, tuple(outputs)) if news.key not in known]
    return (*kept, *fresh)[-KEPT:] if fresh else kept


def _news(before: Game, after: Game, outputs: tuple[Output, ...]) -> Iterator[News]:
    here = _round(after)
    for output in outputs:
        match output:
            case RoundStarted():
                yield News(f"{here}.deal", "deal", seat=output.dealer)
            case TurnSeen(revised=False):
                yield from _turn(output, here)
    if any(isinstance(output, TurnSeen) and not output.revised for output in outputs):
        yield from _lines(before, after)
    yield from _gos(before, after)
    for output in outputs:
        match output:
            case Prompt():
                key = f"{here}.prompt{output.seat}.{output.go}.{output.points}"
                yield News(key, "prompt", "prompt", output.seat, output.points)
            case RoundResult():
                won = 0 if output.winner is None else output.net[output.winner]
                key = f"{here}.result.{output.kind}.{output.winner}.{won}"
                yield News(key, "result", f"result.{output.kind}", output.winner, won)
            case AlertRaised() if output.alert.level > Level.HINT:
                level = output.alert.level.name.lower()
                yield News(f"alert{output.number}@{output.seconds:g}", "alert", f"alert.{level}")


def _round(game: Game) -> str:
    """Names the round; the moment of its deal tells it from those of another evening."""
    return "" if game.round is None else f"{game.round.number}@{game.round.started:g}"


def _turn(turn: TurnSeen, here: str) -> Iterator[News]:
    yield News(f"{here}.{turn.n}", "turn", "turn", turn.seat)
    for event in dict.fromkeys(turn.events):
        yield News(f"{here}.{turn.n}.{event}", "event", f"event.{event}", turn.seat)


def _lines(before: Game, after: Game) -> Iterator[News]:
    """Lines that a seat has now and had not before."""
    if before.round is None or after.round is None or before.round.number != after.round.number:
        return
    for seat, (old, new) in enumerate(zip(before.scores, after.scores, strict=True)):
        had = {line.name for line in old.lines}
        for line in new.lines:
            if line.name in LINES and line.name not in had:
                yield News(f"{_round(after)}.{seat}.{line.name}", "line", line.name, seat)


def _gos(before: Game, after: Game) -> Iterator[News]:
    now, was = after.round, before.round
    if now is None or was is None or now.number != was.number:
        return
    for seat, count in enumerate(now.go):
        if count > (was.go[seat] if seat < len(was.go) else 0):
            yield News(f"{_round(after)}.{seat}.go{count}", "go", "go" if count == 1 else "go_more", seat, count)
