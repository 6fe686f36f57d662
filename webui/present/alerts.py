"""Alerts as quiet cards: what does not fit, the rule in words, pictures before and after, what settles it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.outputs import AlertRaised
from webui import views
from webui.present.cards import cards
from webui.present.teller import Teller
from webui.snapshot import Snapshot
from webui.texts import TEXTS, card_mark

FINAL = "I16"  # the count after the last turn, whatever the code


def alert_views(snapshot: Snapshot, tell: Teller) -> tuple[views.AlertView, ...]:
    """All open alerts, the gravest first."""
    worst = sorted(snapshot.game.alerts, key=lambda raised: (-raised.alert.level, -raised.number))
    return tuple(_alert(raised, tell, snapshot.pictured) for raised in worst)


def _alert(raised: AlertRaised, tell: Teller, pictured: Mapping[int, tuple[float, float]]) -> views.AlertView:
    alert, shown = raised.alert, raised.alert.evidence
    level = alert.level.name.lower()
    why = f"invariant.{FINAL if shown.invariant == FINAL else alert.code}"
    faces = tell.cards(dict.fromkeys(alert.cards))
    request = f"request.{shown.request}"
    return views.AlertView(
        number=raised.number,
        code=str(alert.code),
        level=level,
        label=tell.say(f"level.{level}"),
        title=tell.known("alert", str(alert.code)),
        who=tell.who(alert.seat),
        cards=cards(alert.cards, tell.language),
        turn=alert.turn,
        why=tell.say(why) if why in TEXTS else "",
        ask=tell.say(request, cards=faces or tell.say("request.these")) if request in TEXTS else "",
        sure=tell.say(f"certainty.{alert.certainty}"),
        pictures=_pictures(raised, tell, pictured[raised.number]) if raised.number in pictured else (),
    )


def _pictures(raised: AlertRaised, tell: Teller, size: tuple[float, float]) -> tuple[views.PictureView, ...]:
    shown = raised.alert.evidence
    times = {
        "before": tell.say("ui.before", count=max(1, round(shown.after - shown.before))),
        "after": tell.say("ui.after"),
    }
    spots = {"before": shown.spots_before, "after": shown.spots_after}
    return tuple(
        views.PictureView(
            src=f"/api/alert/{raised.number}/{when}.jpg",
            when=text,
            width=size[0],
            height=size[1],
            marks=tuple(
                views.MarkView(round(spot.at[0], 1), round(spot.at[1], 1), card_mark(spot.face, tell.language))
                for spot in spots[when]
                if spot.at is not None
            ),
        )
        for when, text in times.items()
    )
