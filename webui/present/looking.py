"""What the camera sees: every card with how sure it is, the zones, what spoils the look, and how long looks take."""

from __future__ import annotations

from engine.cards import BY_CODE
from engine.observation import Zone, ZoneKind
from engine.table import Seat
from webui import views
from webui.present.teller import Teller, teller
from webui.snapshot import Seen, Snapshot
from webui.texts import Language, card_label, card_name

INSTEAD = 3  # other faces that are named
LEAST = 0.01  # below that a face is not worth a word


def eyes_view(snapshot: Snapshot, language: Language) -> views.EyesView:
    """The page "what the camera sees"."""
    tell = teller(snapshot, language)
    looking = snapshot.looking
    cards = sorted(snapshot.seen, key=lambda card: (card.zone, card.seat or 0, card.track))
    return views.EyesView(
        title=tell.say("eyes.cards", count=len(cards)),
        cards=tuple(_card(card, tell) for card in cards),
        zones=tuple(
            views.ZoneView(zone.kind, _place(zone.kind, zone.seat, tell), zone.corners) for zone in looking.zones
        ),
        conditions=_conditions(snapshot, tell),
        good=not (looking.doubt or looking.spoilt),
        stages=tuple(
            views.FactView(tell.known("stage", stage), tell.say("eyes.ms", count=round(ms, 1)))
            for stage, ms in looking.ms
        ),
        total=tell.say("eyes.ms", count=round(looking.total_ms)),
        pace=tell.say("eyes.pace", count=looking.per_second) if looking.per_second else "",
    )


def _card(card: Seen, tell: Teller) -> views.EyesCardView:
    face = BY_CODE[card.face] if card.face else None
    others = [(BY_CODE[code], score) for code, score in card.scores if code != card.face and score >= LEAST]
    return views.EyesCardView(
        track=card.track,
        face=card.face,
        name=card_name(face, tell.language) if face else tell.say("card.unsure"),
        place=_place(card.zone, card.seat, tell),
        sure=f"{card.confidence:.0%}",
        doubtful=not card.sure,
        visible=f"{card.visible:.0%}",
        instead=", ".join(f"{card_label(other, tell.language)} {score:.0%}" for other, score in others[:INSTEAD]),
        source=tell.known("source", card.source) if card.source else "",
    )


def _place(kind: str, seat: Seat | None, tell: Teller) -> str:
    return tell.where(Zone(ZoneKind(kind), seat))


def _conditions(snapshot: Snapshot, tell: Teller) -> tuple[str, ...]:
    looking = snapshot.looking
    told = [tell.known("why", code) for code in (looking.doubt, looking.spoilt) if code] or [tell.say("eyes.good")]
    if looking.covered:
        where = ", ".join(_place(kind, seat, tell) for kind, seat in looking.covered)
        told.append(tell.say("eyes.covered", where=where))
    elif not looking.still:
        told.append(tell.say("eyes.moving"))
    return tuple(told)
