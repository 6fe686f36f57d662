"""From a snapshot to what the page shows, in one language. Pure: no Flask, no files, no pixels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.cards import BONUS_FACES, BY_CODE, FACES, Face, Kind, parse_face
from engine.events import CardFix, CardMove, Fix, TurnDrop, TurnFix
from engine.game import Game, Round
from engine.observation import FLOOR
from engine.outputs import AlertRaised, RoundResult, TurnSeen
from engine.score import Score
from engine.table import Seat
from webui import views
from webui.snapshot import Fault, Seen, Snapshot
from webui.sources import is_twin, shown
from webui.texts import PLACES, TEXTS, Language, card_label, card_mark, card_name, known, say, seat_name, zone_name

GROUPS = {
    Kind.BRIGHT: "bright",
    Kind.ANIMAL: "animal",
    Kind.RIBBON: "ribbon",
    Kind.DJUNK: "junk",
    Kind.JUNK: "junk",
    Kind.BONUS: "junk",
}
CUP = parse_face("09-animal")
AMOUNTS = ("cards", "dokbak", "ppeok")
"""Steps of a settlement that are a sum; the others add to one."""

LIKELY = 6
SHOWN_TURNS = 12


def page_view(snapshot: Snapshot, language: Language) -> views.PageView:
    """Everything that the page shows."""
    game, view = snapshot.game, snapshot.view
    now = game.round
    running = now is not None and not now.over
    table = game.table
    return views.PageView(
        version=snapshot.version,
        language=language,
        players=game.players,
        round=now.number if now else 0,
        round_label=say("ui.round", language, number=now.number) if now else "",
        running=running,
        dealer=now.dealer if now and running else game.next_dealer,
        stock=table.stock if table and running else None,
        floor=_floor(game, language) if running else (),
        stacks=_stacks(game, language) if running else (),
        seats=tuple(_seat(snapshot, seat, language) for seat in range(game.players)),
        prompt=_prompt(snapshot, language),
        alerts=tuple(_alert(raised, game, language) for raised in _worst_first(game.alerts)),
        turns=tuple(_turn(record.seen, game, language) for record in now.turns[-SHOWN_TURNS:]) if now else (),
        result=_result(game.results[-1], game, language) if game.results and not running else None,
        state=_state(game, language),
        camera=_camera(snapshot, language),
        trouble=_fault(snapshot.trouble, snapshot, language),
        paused=game.paused,
        rotate=view.rotate,
        mirror=view.mirror,
        source=shown(snapshot.source),
        twin=is_twin(snapshot.source),
    )


def deck_view(language: Language, bonus: bool) -> tuple[views.CardView, ...]:
    """Every face once, for the sheets on which people tap a card."""
    return tuple(card_view(face, language) for face in FACES + (BONUS_FACES if bonus else ()))


def seen_view(seen: Iterable[Seen], language: Language) -> tuple[views.SeenView, ...]:
    """The recognised cards to draw on the picture."""
    return tuple(
        views.SeenView(
            track=card.track,
            face=card.face,
            zone=card.zone,
            label=card_mark(BY_CODE[card.face], language) if card.face else "?",
            name=card_name(BY_CODE[card.face], language) if card.face else say("card.unsure", language),
            sure=card.sure,
            corners=card.corners,
            likely=card.likely,
        )
        for card in seen
    )


def mended(game: Game, fix: Fix, language: Language) -> str:
    """What is different in *game* after a correction: card or turn, turns that were lost, score if it moved."""
    what = _what(game, fix, language)
    before = game.past
    if before is None or before.totals == game.totals:
        return say("ui.mended", language, what=what)
    old, new = _points(before.totals), _points(game.totals)
    return say("ui.mended_score", language, what=what, before=old, after=new)


def _what(game: Game, fix: Fix, language: Language) -> str:
    match fix:
        case CardFix(was, face):
            return f"{card_label(was, language)} → {card_label(face, language)}"
        case CardMove(face, _, None):
            return say("ui.mended_gone", language, card=card_label(face, language))
        case CardMove(face, _, zone):
            assert zone is not None
            return f"{card_label(face, language)} → {zone_name(zone, game.players, language)}"
        case TurnDrop(n):
            return say("ui.mended_drop", language, number=n)
        case TurnFix(n):
            return say("ui.mended_turn", language, number=n)


def _points(totals: tuple[int, ...]) -> str:
    return " : ".join(map(str, totals))


def card_view(face: Face, language: Language, likely: tuple[str, ...] = (), copy: int = 1) -> views.CardView:
    """One card; *copy* picks the drawing where a month has two plain junks."""
    art = f"{face}{copy}" if face.kind is Kind.JUNK else str(face)
    return views.CardView(str(face), card_name(face, language), art, face.month, likely)


def _cards(faces: Iterable[Face], language: Language) -> tuple[views.CardView, ...]:
    """The faces as cards; a second equal junk gets the other drawing of its month."""
    out: list[views.CardView] = []
    counted: dict[Face, int] = {}
    for face in faces:
        counted[face] = counted.get(face, 0) + 1
        out.append(card_view(face, language, copy=min(counted[face], 2)))
    return tuple(out)


def _floor(game: Game, language: Language) -> tuple[views.CardView, ...]:
    assert game.table is not None
    cards = _cards(sorted(game.table.loose), language)
    return tuple(views.CardView(card.face, card.name, card.art, card.month, _likely(game, card.face)) for card in cards)


def _likely(game: Game, code: str) -> tuple[str, ...]:
    """What a card of the floor might be instead of *code*, by what the eyes saw of it."""
    for lying in game.belief.cards:
        if lying.zone == FLOOR and lying.present and str(lying.face) == code:
            best = sorted(lying.sums, key=lying.sums.__getitem__, reverse=True)
            return tuple(str(face) for face in best if str(face) != code)[:LIKELY]
    return ()


def _stacks(game: Game, language: Language) -> tuple[views.StackView, ...]:
    assert game.table is not None
    return tuple(
        views.StackView(
            _cards(stack.cards + stack.bonus, language),
            say("ui.stack", language)
            if stack.owner is None
            else say("ui.stack_of", language, who=seat_name(stack.owner, game.players, language)),
        )
        for stack in game.table.stacks
    )


def _seat(snapshot: Snapshot, seat: Seat, language: Language) -> views.SeatView:
    game = snapshot.game
    now, table, score = game.round, game.table, game.scores[seat]
    running = now is not None and not now.over
    return views.SeatView(
        seat=seat,
        name=seat_name(seat, game.players, language),
        place=PLACES[game.players][seat],
        points=score.total,
        balance=game.balance[seat],
        lines=tuple(views.LineView(line.name, known("line", line.name, language), line.points) for line in score.lines),
        groups=_groups(table.piles[seat], score, language) if table else (),
        hand=table.hands[seat] if table and running else None,
        dealer=now is not None and now.dealer == seat,
        turn=now is not None and running and seat == (now.prompt.seat if now.prompt else now.to_move),
        human=seat in snapshot.view.humans,
        go=_at(now.go, seat) if now else 0,
        tags=_tags(now, seat, language) if now else (),
    )


def _at(numbers: tuple[int, ...], seat: Seat) -> int:
    return numbers[seat] if seat < len(numbers) else 0


def _tags(now: Round, seat: Seat, language: Language) -> tuple[str, ...]:
    shaken = len(now.shaken[seat]) if seat < len(now.shaken) else 0
    counts = {"ui.go_count": _at(now.go, seat), "ui.shaken": shaken, "ui.bomb": _at(now.table.tokens, seat)}
    return tuple(say(key, language, count=count) for key, count in counts.items() if count)


def _groups(pile: tuple[Face, ...], score: Score, language: Language) -> tuple[views.GroupView, ...]:
    kept: dict[str, list[Face]] = {"bright": [], "animal": [], "ribbon": [], "junk": []}
    for face in pile:
        kept["junk" if face == CUP and score.cup_as == "junk" else GROUPS[face.kind]].append(face)
    values = {kind: len(faces) for kind, faces in kept.items()} | {"junk": score.junk_value}
    return tuple(
        views.GroupView(kind, say(f"group.{kind}", language), _cards(faces, language), values[kind])
        for kind, faces in kept.items()
    )


def _prompt(snapshot: Snapshot, language: Language) -> views.PromptView | None:
    game = snapshot.game
    prompt = game.round.prompt if game.round and not game.round.over else None
    if prompt is None:
        return None
    who = seat_name(prompt.seat, game.players, language)
    title = say("ui.prompt", language, who=who, points=prompt.points)
    detail = say("ui.prompt_go", language, count=prompt.go) if prompt.go else ""
    return views.PromptView(
        prompt.seat, prompt.kind, prompt.points, prompt.go, title, detail, answers(snapshot, prompt.seat)
    )


def answers(snapshot: Snapshot, seat: Seat) -> bool:
    """True if people answer for *seat*; the virtual table's bots answer for themselves."""
    return not is_twin(snapshot.source) or seat in snapshot.view.humans


def _worst_first(alerts: tuple[AlertRaised, ...]) -> list[AlertRaised]:
    return sorted(alerts, key=lambda raised: (-raised.alert.level, -raised.number))


def _alert(raised: AlertRaised, game: Game, language: Language) -> views.AlertView:
    alert = raised.alert
    level = alert.level.name.lower()
    return views.AlertView(
        number=raised.number,
        code=str(alert.code),
        level=level,
        label=say(f"level.{level}", language),
        title=known("alert", str(alert.code), language),
        who="" if alert.seat is None else seat_name(alert.seat, game.players, language),
        cards=_cards(alert.cards, language),
        turn=alert.turn,
    )


def _turn(seen: TurnSeen, game: Game, language: Language) -> views.TurnView:
    who = seat_name(seen.seat, game.players, language)
    parts = []
    if seen.hand:
        parts.append(say("ui.played", language, cards=_names(seen.hand, language)))
    if seen.flip:
        parts.append(say("ui.flipped", language, cards=_names(seen.flip, language)))
    parts.append(say("ui.took" if seen.captured else "ui.took_none", language, count=len(seen.captured)))
    events = tuple(known("event", event, language) for event in seen.events)
    text = say("ui.turn_line", language, who=who, what=", ".join(parts))
    return views.TurnView(seen.n, seen.seat, who, text, events, _cards(seen.captured, language))


def _names(faces: Iterable[Face], language: Language) -> str:
    return " + ".join(card_label(face, language) for face in faces)


def _result(result: RoundResult, game: Game, language: Language) -> views.ResultView:
    who = "" if result.winner is None else seat_name(result.winner, game.players, language)
    title = say(f"result.{result.kind}", language, who=who)
    shares = tuple(_share(result, seat, game, language) for seat in range(game.players))
    common = tuple(_settled(line, language) for line in result.lines if line.get("seat") is None)
    return views.ResultView(result.round, str(result.kind), title, shares, common)


def _share(result: RoundResult, seat: Seat, game: Game, language: Language) -> views.ShareView:
    name, net = seat_name(seat, game.players, language), result.net[seat]
    key = "ui.gets" if net > 0 else "ui.pays" if net < 0 else "ui.even"
    return views.ShareView(
        seat=seat,
        name=name,
        net=net,
        text=say(key, language, points=abs(net)),
        points=result.totals[seat],
        winner=seat == result.winner,
        lines=tuple(_settled(line, language) for line in result.lines if line.get("seat") == seat),
    )


def _settled(line: Mapping[str, Any], language: Language) -> str:
    """One step of the sum (engine.settle.SettleLine as JSON) or one score line."""
    name = str(line["name"])
    value = line.get("value", line.get("points", 0))
    scores = f"line.{name}" in TEXTS
    label = known("line" if scores else "settle", name, language)
    if line.get("times"):
        return f"{label} ×{value}"
    return f"{label} {value}" if scores or name in AMOUNTS else f"{label} +{value}"


def _state(game: Game, language: Language) -> views.StateView:
    state, why = game.told
    if why == "waiting_for_deal":
        return views.StateView("waiting", say("state.waiting", language), "")
    return views.StateView(str(state), say(f"state.{state}", language), known("why", why, language) if why else "")


def _camera(snapshot: Snapshot, language: Language) -> views.CameraView:
    camera = snapshot.camera
    detail = ""
    if camera.state == "lost":
        key = "camera.kept" if camera.retry_s else "camera.again"
        detail = say(key, language, wait=camera.retry_s)
    label = say(f"camera.{camera.state}", language)
    message = _fault(camera.fault, snapshot, language)
    return views.CameraView(str(camera.state), label, message, detail, camera.retry_s)


def _fault(fault: Fault | None, snapshot: Snapshot, language: Language) -> str:
    return say(f"fault.{fault.code}", language, source=shown(snapshot.source)) if fault else ""
