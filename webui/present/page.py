"""From a snapshot to everything that the table page shows, in one language. Pure: no Flask, no files, no pixels."""

from __future__ import annotations

from dataclasses import replace

from webui import views
from webui.present.alerts import alert_views
from webui.present.prompts import prompt_view
from webui.present.seats import floor_view, owed_views, seat_view, stack_views
from webui.present.settlement import result_view
from webui.present.spoken import spoken_views
from webui.present.state import camera_view, deal_view, fault_text, slow_text, state_view
from webui.present.teller import Teller, teller
from webui.present.turns import turn_view
from webui.snapshot import Snapshot
from webui.sources import is_twin, shown
from webui.texts import Language


def page_view(snapshot: Snapshot, language: Language) -> views.PageView:
    """Everything that the page shows."""
    tell = teller(snapshot, language)
    game, view = snapshot.game, snapshot.view
    now, table = game.round, game.table
    running = now is not None and not now.over
    return views.PageView(
        version=snapshot.version,
        language=language,
        players=game.players,
        round=now.number if now else 0,
        round_label=tell.say("ui.round", number=now.number) if now else "",
        running=running,
        dealer=now.dealer if now and running else game.next_dealer,
        stock=table.stock if table and running else None,
        floor=floor_view(game, language) if running else (),
        stacks=stack_views(game, tell) if running else (),
        seats=tuple(seat_view(snapshot, seat, tell) for seat in range(game.players)),
        owed=owed_views(game, tell),
        deal=deal_view(tell),
        prompt=prompt_view(snapshot, tell),
        alerts=alert_views(snapshot, tell),
        turns=_turns(snapshot, tell),
        result=result_view(game.results[-1], tell) if game.results and not running else None,
        state=state_view(tell),
        camera=camera_view(snapshot, language),
        trouble=fault_text(snapshot.trouble, snapshot, language),
        slow=slow_text(snapshot, language),
        spoken=spoken_views(snapshot, tell),
        carry=_carry(tell),
        can_undo=game.past is not None,
        can_redo=game.ahead is not None,
        paused=game.paused,
        rotate=view.rotate,
        mirror=view.mirror,
        source=shown(snapshot.source),
        twin=is_twin(snapshot.source),
    )


def _turns(snapshot: Snapshot, tell: Teller) -> tuple[views.TurnView, ...]:
    """The turns of the round, each with the address of its picture if one is kept."""
    now = snapshot.game.round
    told = (turn_view(record, tell) for record in now.turns) if now else ()
    return tuple(
        replace(turn, picture=f"/history/{snapshot.match}/{now.number}/{turn.n}.jpg")
        if now and turn.n in snapshot.shots else turn
        for turn in told
    )  # fmt: skip


def _carry(tell: Teller) -> str:
    factor = tell.game.multiplier
    return tell.say("ui.carry", factor=factor) if factor > 1 else ""
