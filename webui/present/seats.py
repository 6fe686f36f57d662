"""Seats and floor: points with the lines that make them, what is missing for more, captured cards, what is owed."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from engine.belief import Belief
from engine.cards import Face, Kind, parse_face
from engine.closing import if_stopped
from engine.game import Game, Round
from engine.nextline import missing
from engine.observation import FLOOR
from engine.owed import owed
from engine.score import Score
from engine.table import Seat
from webui import views
from webui.present.cards import cards
from webui.present.teller import Teller
from webui.snapshot import Snapshot
from webui.texts import PLACES, Language

GROUPS = {
    Kind.BRIGHT: "bright",
    Kind.ANIMAL: "animal",
    Kind.RIBBON: "ribbon",
    Kind.DJUNK: "junk",
    Kind.JUNK: "junk",
    Kind.BONUS: "junk",
}
CUP = parse_face("09-animal")
LIKELY = 6
MISSING = 3  # lines worth a word


def seat_view(snapshot: Snapshot, seat: Seat, tell: Teller) -> views.SeatView:
    """One seat as everybody at the table can see it."""
    game = snapshot.game
    now, table, score = game.round, game.table, game.scores[seat]
    running = now is not None and not now.over
    return views.SeatView(
        seat=seat,
        name=tell.who(seat),
        place=PLACES[game.players][seat],
        points=score.total,
        balance=game.balance[seat],
        lines=line_views(score, tell),
        missing=missing_views(seat, table.piles, tell) if running and table else (),
        groups=group_views(table.piles[seat], score, tell) if table else (),
        hand=table.hands[seat] if table and running else None,
        dealer=now is not None and now.dealer == seat,
        turn=now is not None and running and seat == (now.prompt.seat if now.prompt else now.to_move),
        human=seat in snapshot.view.humans,
        go=_at(now.go, seat) if now else 0,
        tags=_tags(now, seat, tell) if now else (),
        factor=_factor(game, now, seat) if now and running else 1,
    )


def line_views(score: Score, tell: Teller) -> tuple[views.LineView, ...]:
    """The lines that make a score."""
    return tuple(views.LineView(line.name, tell.known("line", line.name), line.points) for line in score.lines)


def missing_views(seat: Seat, piles: Sequence[tuple[Face, ...]], tell: Teller) -> tuple[str, ...]:
    """What is missing for the next lines, in words, the nearest first."""
    near = missing(seat, piles, tell.game.rules)[:MISSING]
    return tuple(
        tell.say("ui.missing_pi" if one.name == "junk" else "ui.missing", line=tell.known("line", one.name), n=one.need)
        for one in near
    )


def _factor(game: Game, now: Round, seat: Seat) -> int:
    """What is multiplied for every loser; the baks of a single one stand in the prompt and the settlement."""
    said = _at(now.go, seat) or any(now.shaken[seat : seat + 1]) or game.nagari
    bombed = any(turn.play.seat == seat and len(turn.play.hand) == 3 for turn in now.turns)
    if seat == now.sits_out or not (said or bombed):
        return 1
    _, stopped = if_stopped(game, now, seat)
    return prod(line.value for line in stopped.lines if line.times and line.seat is None)


def _at(numbers: tuple[int, ...], seat: Seat) -> int:
    return numbers[seat] if seat < len(numbers) else 0


def _tags(now: Round, seat: Seat, tell: Teller) -> tuple[str, ...]:
    shaken = len(now.shaken[seat]) if seat < len(now.shaken) else 0
    draws = 0 if now.over else _at(now.table.tokens, seat)
    counts = {"ui.go_count": _at(now.go, seat), "ui.shaken": shaken, "ui.bomb": draws}
    return tuple(tell.say(key, count=count) for key, count in counts.items() if count)


def group_views(pile: tuple[Face, ...], score: Score, tell: Teller) -> tuple[views.GroupView, ...]:
    """Captured cards by kind, the cup where it counts."""
    kept: dict[str, list[Face]] = {"bright": [], "animal": [], "ribbon": [], "junk": []}
    for face in pile:
        kept["junk" if face == CUP and score.cup_as == "junk" else GROUPS[face.kind]].append(face)
    values = {kind: len(faces) for kind, faces in kept.items()} | {"junk": score.junk_value}
    return tuple(
        views.GroupView(kind, tell.say(f"group.{kind}"), cards(sorted(faces), tell.language), values[kind])
        for kind, faces in kept.items()
    )


def floor_view(game: Game, language: Language) -> tuple[views.CardView, ...]:
    """The loose cards, each with what it might be instead."""
    assert game.table is not None
    loose = sorted(game.table.loose)
    return cards(loose, language, {face: likely(game.belief, face) for face in loose})


def likely(belief: Belief, face: Face) -> tuple[str, ...]:
    """What a card of the floor might be instead of *face*, by what the eyes saw of it."""
    for lying in belief.cards:
        if lying.zone == FLOOR and lying.present and lying.face == face:
            best = sorted(lying.sums, key=lying.sums.__getitem__, reverse=True)
            return tuple(str(other) for other in best if other != face)[:LIKELY]
    return ()


def stack_views(game: Game, tell: Teller) -> tuple[views.StackView, ...]:
    """The stacks of three, and whose ppeok they are."""
    assert game.table is not None
    return tuple(
        views.StackView(
            cards(stack.cards + stack.bonus, tell.language),
            tell.say("ui.stack") if stack.owner is None else tell.say("ui.stack_of", who=tell.who(stack.owner)),
        )
        for stack in game.table.stacks
    )


def owed_views(game: Game, tell: Teller) -> tuple[views.GiftView, ...]:
    """Junk that is still to be given for the last turn."""
    return tuple(
        views.GiftView(gift_text(tell, one.giver, one.taker, one.cards), cards(one.cards, tell.language))
        for one in owed(game)
    )


def gift_text(tell: Teller, giver: Seat, taker: Seat, given: tuple[Face, ...]) -> str:
    """``"철수 → 영희 피 1장"``."""
    return tell.say("ui.owed", giver=tell.who(giver), taker=tell.who(taker), count=len(given))
