"""The turns of a round as a list with thumbnails, and what a correction has changed, in a sentence."""

from __future__ import annotations

from engine.cards import Face
from engine.events import CardFix, CardMove, Fix, TurnDrop, TurnFix
from engine.game import Game, TurnRecord
from webui import views
from webui.present.cards import cards
from webui.present.seats import gift_text
from webui.present.teller import Teller
from webui.texts import card_label

DOUBTFUL = 0.6  # a turn believed less is marked


def turn_view(record: TurnRecord, tell: Teller) -> views.TurnView:
    """One turn in words and cards."""
    seen, play = record.seen, record.play
    who, language = tell.who(seen.seat), tell.language
    parts = []
    if seen.hand:
        parts.append(tell.say("ui.played", cards=_names(seen.hand, tell)))
    if seen.flip:
        parts.append(tell.say("ui.flipped", cards=_names(seen.flip, tell)))
    parts.append(tell.say("ui.took" if seen.captured else "ui.took_none", count=len(seen.captured)))
    gifts = (
        views.GiftView(gift_text(tell, giver, seen.seat, given), cards(given, language))
        for giver, given in sorted(seen.stolen.items())
        if given
    )
    return views.TurnView(
        n=seen.n,
        seat=seen.seat,
        who=who,
        text=tell.say("ui.turn_line", who=who, what=", ".join(parts)),
        events=tuple(tell.known("event", event) for event in seen.events),
        cards=cards(seen.captured, language),
        hand=cards(seen.hand, language),
        flip=cards(seen.flip, language),
        gifts=tuple(gifts),
        totals=seen.totals,
        doubtful=not record.fixed and seen.confidence < DOUBTFUL,
        loose=tuple(sorted(str(face) for face in record.before.loose)),
        choose_hand=None if play.choose_hand is None else str(play.choose_hand),
        choose_flip=None if play.choose_flip is None else str(play.choose_flip),
    )


def _names(faces: tuple[Face, ...], tell: Teller) -> str:
    return " + ".join(card_label(face, tell.language) for face in faces)


def mended(game: Game, fix: Fix, tell: Teller) -> str:
    """What is different in *game* after a correction: card or turn, turns that no longer fit, score if it moved."""
    what, before = _what(fix, tell), game.past
    if before is not None and before.round and game.round:
        lost = len(before.round.turns) - len(game.round.turns) - isinstance(fix, TurnDrop)
        if lost > 0:
            return tell.say("ui.mended_lost", what=what, count=lost)
    if before is None or before.totals == game.totals:
        return tell.say("ui.mended", what=what)
    return tell.say("ui.mended_score", what=what, before=_points(before.totals), after=_points(game.totals))


def _what(fix: Fix, tell: Teller) -> str:
    match fix:
        case CardFix(was, face):
            return f"{card_label(was, tell.language)} → {card_label(face, tell.language)}"
        case CardMove(face, _, None):
            return tell.say("ui.mended_gone", card=card_label(face, tell.language))
        case CardMove(face, _, zone):
            assert zone is not None
            return f"{card_label(face, tell.language)} → {tell.where(zone)}"
        case TurnDrop(n):
            return tell.say("ui.mended_drop", number=n)
        case TurnFix(n):
            return tell.say("ui.mended_turn", number=n)


def _points(totals: tuple[int, ...]) -> str:
    return " : ".join(map(str, totals))
