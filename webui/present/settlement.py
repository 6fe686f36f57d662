"""The end of a round as a sum, line by line: score lines, what is added, what multiplies, each loser and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.cards import Face, Kind
from engine.outputs import RoundResult
from engine.rules import RuleSet
from engine.score import Score, placements, score, score_placed
from engine.settle import ResultKind
from engine.table import Seat
from webui import views
from webui.present.teller import Teller
from webui.texts import TEXTS

WON_AT_ONCE = (ResultKind.CHONGTONG, ResultKind.THREE_PPEOK, ResultKind.HEODANG)
Line = Mapping[str, Any]
"""A step of the sum as `engine.settle.SettleLine` writes it, or a score line of the family game."""


def result_view(result: RoundResult, tell: Teller) -> views.ResultView:
    """How a round ended, and who pays what."""
    title = tell.say(f"result.{result.kind}", who=tell.who(result.winner))
    steps = tuple(_sum(result, tell))
    shares = tuple(_share(result, seat, tell) for seat in range(tell.game.players))
    dealer = tell.game.next_dealer
    next_ = tell.say("ui.next_deal") if dealer is None else tell.say("ui.next_dealer", who=tell.who(dealer))
    return views.ResultView(result.round, str(result.kind), title, shares, steps, next_)


def _sum(result: RoundResult, tell: Teller) -> Iterator[views.StepView]:
    """What the winner's cards count, then what is done to that for every loser."""
    common = [line for line in result.lines if line.get("seat") is None]
    if result.winner is None or not common:
        return
    won = _won(result.captured[result.winner], common, tell.game.rules)
    for line in won.lines:
        label = tell.known("line", line.name)
        yield views.StepView(label, "", _points(tell, line.points), _why_line(line.name, line.cards, won, tell))
    so_far = 0
    for step in common:
        value = _value(step)
        so_far = so_far * value if step.get("times") else so_far + value
        first = step["name"] == "cards"
        done = "" if first else f"×{value}" if step.get("times") else f"+{value}"
        yield views.StepView(_label(step, result, tell), done, _points(tell, so_far))


def _won(pile: tuple[Face, ...], common: Sequence[Line], rules: RuleSet) -> Score:
    """The score as it was settled: the cup lies where the sum begins with what it counts there."""
    begun = next((_value(line) for line in common if line["name"] == "cards"), None)
    scores = (score_placed(pile, rules, places) for places in placements(pile, rules))
    return next((one for one in scores if one.total == begun), score(pile, rules))


def _value(line: Line) -> int:
    return int(line.get("value", line.get("points", 0)))


def _label(line: Line, result: RoundResult, tell: Teller) -> str:
    name = str(line["name"])
    if name == "go" and result.winner is not None:
        return tell.say("ui.go_count", count=result.go[result.winner])
    return tell.known("line" if f"line.{name}" in TEXTS else "settle", name)


def _points(tell: Teller, count: int) -> str:
    return tell.say("tally.points", count=count)


def _why_line(name: str, faces: tuple[Face, ...], won: Score, tell: Teller) -> str:
    if name in ("animal", "ribbon"):
        return tell.say("tally.each", count=len(faces))
    if name == "junk":
        return tell.say("tally.pi", count=won.junk_value)
    return tell.say("tally.all_brights") if name == "ogwang" else tell.cards(faces)


def _share(result: RoundResult, seat: Seat, tell: Teller) -> views.ShareView:
    net = result.net[seat]
    key = "ui.gets" if net > 0 else "ui.pays" if net < 0 else "ui.even"
    return views.ShareView(
        seat=seat,
        name=tell.who(seat),
        net=net,
        text=tell.say(key, points=abs(net)),
        points=result.totals[seat],
        winner=seat == result.winner,
        steps=tuple(_own(result, seat, tell)),
    )


def _own(result: RoundResult, seat: Seat, tell: Teller) -> Iterator[views.StepView]:
    """What is done for one loser alone: baks with their reasons, one who pays for all, payments made at once."""
    common = [line for line in result.lines if line.get("seat") is None]
    own = 0
    for line in common:
        own = own * _value(line) if line.get("times") else own + _value(line)
    lines = [line for line in result.lines if line.get("seat") == seat]
    for line in lines:
        value, name = _value(line), str(line["name"])
        own = own * value if line.get("times") else value
        done = f"×{value}" if line.get("times") else ""
        yield views.StepView(tell.known("settle", name), done, _points(tell, own), _why(name, result, seat, tell))
    if result.winner is None or seat == result.winner or not common:
        at_once = result.net[seat]
    else:
        paid_for = any(line["name"] == "dokbak" for line in result.lines)
        at_once = result.net[seat] + (own if lines or not paid_for else 0)
    if at_once and seat != result.winner:
        key = "settle.at_once" if result.kind in WON_AT_ONCE else "settle.ppeok"
        yield views.StepView(tell.say(key), "", tell.say("tally.net", count=at_once))


def _why(name: str, result: RoundResult, seat: Seat, tell: Teller) -> str:
    lost = score(result.captured[seat], tell.game.rules)
    if name == "pibak":
        return tell.say("tally.pibak", junk=lost.junk_value, limit=tell.game.rules.pibak_limit(tell.game.players))
    if name == "gwangbak" and not any(card.kind is Kind.BRIGHT for card in result.captured[seat]):
        return tell.say("tally.gwang")
    return tell.say({"meongbak": "tally.meong", "gobak": "tally.go"}[name]) if name in ("meongbak", "gobak") else ""
