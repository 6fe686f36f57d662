"""Go or Stop: what a player may know of it. Facts that lie open on the table; no advice, nothing of hands or stock."""

from __future__ import annotations

from collections.abc import Sequence

from engine.closing import if_stopped
from engine.game import Round
from engine.outputs import Prompt
from engine.rules import RuleSet
from engine.settle import Settlement, go_bonus
from engine.table import Seat
from webui import views
from webui.present.seats import line_views
from webui.present.teller import Teller
from webui.snapshot import Snapshot
from webui.sources import is_twin


def prompt_view(snapshot: Snapshot, tell: Teller) -> views.PromptView | None:
    """The question that is open, None without one."""
    game = snapshot.game
    now = game.round
    prompt = now.prompt if now and not now.over else None
    if now is None or prompt is None:
        return None
    who = tell.who(prompt.seat)
    return views.PromptView(
        seat=prompt.seat,
        kind=prompt.kind,
        points=prompt.points,
        go=prompt.go,
        who=who,
        title=tell.say("ui.prompt", who=who, points=prompt.points),
        detail=tell.say("ui.prompt_go", count=prompt.go) if prompt.go else "",
        lines=line_views(game.scores[prompt.seat], tell),
        facts=_facts(tell, now, prompt),
        open=answers(snapshot, prompt.seat),
    )


def answers(snapshot: Snapshot, seat: Seat) -> bool:
    """True if people answer for *seat*; the virtual table's bots answer for themselves."""
    return not is_twin(snapshot.source) or seat in snapshot.view.humans


def _facts(tell: Teller, now: Round, prompt: Prompt) -> tuple[views.FactView, ...]:
    game = tell.game
    active, stopped = if_stopped(game, now, prompt.seat)
    facts = [views.FactView(tell.say("fact.stop"), _stop(tell, active, stopped))]
    facts += [
        views.FactView(tell.who(seat), ", ".join(tell.known("bak", bak) for bak in stopped.baks[at]))
        for at, seat in enumerate(active)
        if stopped.baks.get(at)
    ]
    facts.append(views.FactView(tell.say("fact.go", count=prompt.go + 1), _bonus(tell, prompt.go + 1, game.rules)))
    facts.append(views.FactView(tell.say("fact.need"), tell.say("fact.need_more", points=prompt.points + 1)))
    return tuple(facts)


def _stop(tell: Teller, active: Sequence[Seat], stopped: Settlement) -> str:
    """What the winner gets, and of whom if several pay."""
    pays = [
        tell.say("fact.pays", who=tell.who(seat), points=-net)
        for seat, net in zip(active, stopped.net, strict=True)
        if net < 0
    ]
    gets = tell.say("fact.gets", points=stopped.net[stopped.winner])
    return f"{gets} ({', '.join(pays)})" if len(pays) > 1 else gets


def _bonus(tell: Teller, go: int, rules: RuleSet) -> str:
    """What so many Gos add and multiply."""
    plus, times = go_bonus(go, rules)
    parts = [tell.say("fact.plus", points=plus)] if plus else []
    return ", ".join([*parts, *([f"×{times}"] if times > 1 else [])])
