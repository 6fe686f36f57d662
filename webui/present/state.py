"""How well the referee follows, what would bring it back, the deal as far as it lies there, camera and faults."""

from __future__ import annotations

from engine.book import deal_count
from engine.guide import questions
from engine.outputs import Ask, Following, Question
from webui import views
from webui.present.cards import cards
from webui.present.teller import Teller
from webui.snapshot import Fault, Snapshot
from webui.sources import kind, shown
from webui.texts import Language, say

DEALING = ("waiting_for_deal", "floor_count")
SLOW = 3.0  # looks a second: below that, turns are missed


def state_view(tell: Teller) -> views.StateView:
    """The state in a word, its reason, and what people can tell."""
    game = tell.game
    state, why = game.told
    waits = game.round is None or game.round.over
    if why == "waiting_for_deal" or (waits and state is Following.FOLLOWING):
        reason = "" if why in DEALING else why  # the floor tells how far the deal is
        return views.StateView("waiting", tell.say("state.waiting"), tell.known("why", reason) if reason else "")
    asked = tuple(_question(one, tell) for one in questions(tell.game))
    return views.StateView(str(state), tell.say(f"state.{state}"), tell.known("why", why) if why else "", asked)


def _question(one: Question, tell: Teller) -> views.QuestionView:
    seats = tuple((seat, tell.who(seat)) for seat in one.seats)
    if one.ask is Ask.TAP_WRONG:
        text = tell.say("ask.tap_wrong")
    else:
        text = tell.say("ask.missed" if one.missed else "ask.whose_turn", count=one.missed)
    return views.QuestionView(str(one.ask), text, cards(one.doubtful, tell.language), seats)


def deal_view(tell: Teller) -> views.DealView | None:
    """What lies on the floor while no round runs; None while one does."""
    game = tell.game
    if game.round is not None and not game.round.over:
        return None
    lying = sorted(card.face for card in game.belief.floor if card.face is not None)
    shown_cards = cards(lying, tell.language)
    count = deal_count(game)
    if count is None and lying:
        return views.DealView(tell.say("deal.old"), tell.say("deal.old_help"), shown_cards)
    if count is None or not count.floor:
        return views.DealView(tell.say("ui.no_game"), tell.say("ui.no_game_help"), ())
    values = {"floor": count.floor, "wanted": count.wanted}
    if count.floor < count.wanted:
        return views.DealView(tell.say("deal.count", **values), tell.say("deal.count_help"), shown_cards)
    if count.floor > count.wanted:
        return views.DealView(tell.say("deal.over", **values), tell.say("deal.over_help", **values), shown_cards)
    key = "deal.dealer_help" if game.why == "waiting_for_dealer" else "deal.done_help"
    return views.DealView(tell.say("deal.done", **values), tell.say(key), shown_cards)


def camera_view(snapshot: Snapshot, language: Language) -> views.CameraView:
    """What the source is doing."""
    camera = snapshot.camera
    detail = ""
    if camera.state == "lost":
        key = "camera.kept" if camera.retry_s else "camera.waits" if camera.settled else "camera.again"
        detail = say(key, language, wait=camera.retry_s)
    label = say(f"camera.{camera.state}", language)
    message = fault_text(camera.fault, snapshot, language)
    return views.CameraView(str(camera.state), label, message, detail, camera.retry_s)


def slow_text(snapshot: Snapshot, language: Language) -> str:
    """A word about eyes that look too seldom to follow a game, empty if they do not. Photographs are no game."""
    pace = snapshot.looking.per_second
    if not 0 < pace < SLOW or snapshot.camera.state != "playing" or kind(snapshot.source) == "folder":
        return ""
    return say("ui.slow", language, count=max(1, round(pace)))


def fault_text(fault: Fault | None, snapshot: Snapshot, language: Language) -> str:
    """A fault in words, empty without one."""
    return say(f"fault.{fault.code}", language, source=shown(snapshot.source)) if fault else ""
