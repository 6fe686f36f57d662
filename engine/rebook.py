"""The book of turns: make a record, advance the round, go back and play it on again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from engine.cards import COPIES, Face
from engine.closing import next_seat, open_prompt
from engine.errors import EngineError
from engine.explain import explain
from engine.game import Evidence, Game, Round, TurnRecord
from engine.moves import placed
from engine.outputs import Output, ScoreNow, TurnSeen
from engine.rules import RuleSet
from engine.score import score
from engine.table import Seat, Table
from engine.turn import Play, resolve

Gift = Mapping[Seat, tuple[Face, ...]]


def record(round_: Round, play: Play, give: Gift, evidence: Evidence, confidence: float, seconds: float,
           rules: RuleSet, *, fixed: bool = False) -> TurnRecord | None:
    """Return *play* resolved on the table of *round_*, None if the rules refuse it."""
    if not 0 <= play.seat < len(round_.table.piles):
        return None
    try:
        result = resolve(round_.table, play, rules, give=give or None)
    except EngineError:
        return None
    totals = tuple(score(pile, rules).total for pile in result.table.piles)
    seen = TurnSeen(seconds, round_.number, len(round_.turns) + 1, play.seat, play.hand, play.flip, result.captured,
                    result.stack, result.stolen, tuple(map(str, result.events)), totals, confidence,
                    shakes=play.shakes)
    return TurnRecord(seen, play, give, round_.table, result, evidence, fixed)


def advance(round_: Round, turn: TurnRecord) -> Round:
    """Return *round_* after *turn*."""
    seat, table = turn.play.seat, turn.result.table
    shaken = list(round_.shaken)
    shaken[seat] = tuple(dict.fromkeys((*shaken[seat], *turn.play.shakes)))
    following = next_seat(table, seat)
    table = with_placed(round_, table, len(round_.turns) + 1)
    return replace(round_, table=table, turns=(*round_.turns, turn), shaken=tuple(shaken), refused=frozenset(),
                   to_move=round_.to_move if following is None else following)


def with_placed(round_: Round, table: Table, turns: int) -> Table:
    """Return *table* with the cards that people put elsewhere after so many *turns*."""
    for at, move in round_.placed:
        if at == turns:
            table = placed(table, move) or table
    return table


def excess(table: Table, rules: RuleSet) -> Counter[Face]:
    """Return the cards that *table* holds more often than the pack: a correction must not add to them."""
    out = Counter(table.loose) + Counter(table.stacked) + Counter(card for pile in table.piles for card in pile)
    return out - Counter(COPIES) - Counter(rules.bonus_cards)


def rewrite(game: Game, rewritten: Round) -> tuple[Game, tuple[Output, ...]]:
    """Return the game with its round *rewritten*, and the turn lines that replace earlier ones."""
    round_ = game.round
    assert round_ is not None
    rewritten, asked = _asked_anew(game, round_, rewritten)
    after = replace(game, round=rewritten, past=game, tried=())
    old = {turn.seen.n: turn.seen for turn in round_.turns}
    changed = tuple(replace(turn.seen, seconds=game.seconds, revised=True) for turn in rewritten.turns
                    if turn.seen != old.get(turn.seen.n))
    return after, (*changed, ScoreNow(game.seconds, after.totals), *asked)


def _asked_anew(game: Game, round_: Round, rewritten: Round) -> tuple[Round, tuple[Output, ...]]:
    """Return *rewritten* with its prompt: one that stands is not said again, one that was answered not asked again."""
    was, now = round_.prompt, open_prompt(game, rewritten)
    if was is None and round_.turns:
        last = round_.turns[-1].play.seat
        if round_.go[last] and round_.go_points[last] == score(round_.table.piles[last], game.rules).total:
            points = list(round_.go_points)
            points[last] = score(rewritten.table.piles[last], game.rules).total
            return replace(rewritten, prompt=None, go_points=tuple(points)), ()
    if now is not None and was is not None and (was.seat, was.points) == (now.seat, now.points):
        return replace(rewritten, prompt=was), ()
    return replace(rewritten, prompt=now), () if now is None else (now,)


def rewind(round_: Round, count: int, opening: Table | None = None) -> Round:
    """Return the round after its first *count* turns, with *opening*, if another, as its deal."""
    kept = round_.turns[:count]
    if opening is not None:
        table = with_placed(round_, opening, 0)
    else:
        table = round_.turns[count].before if count < len(round_.turns) else round_.table
    opening = opening or round_.opening
    shaken = tuple(tuple(dict.fromkeys(month for turn in kept if turn.play.seat == seat for month in turn.play.shakes))
                   for seat in range(len(opening.piles)))
    first = round_.turns[count].play.seat if count < len(round_.turns) else round_.to_move
    return replace(round_, turns=kept, table=table, opening=opening, to_move=first, shaken=shaken,
                   refused=frozenset())


def replay(round_: Round, turns: tuple[TurnRecord, ...], rules: RuleSet) -> Round:
    """Return the round with *turns* played on: as they were if legal, else explained anew from their evidence."""
    for old in turns:
        turn = record(round_, old.play, old.give, old.evidence, old.seen.confidence, old.seen.seconds, rules,
                      fixed=old.fixed)
        if turn is None:
            best = explain(round_.table, old.play.seat, old.evidence, rules).best
            if best is None:
                return round_
            turn = record(round_, replace(best.play, shakes=old.play.shakes), {}, old.evidence, 0.5, old.seen.seconds,
                          rules)
        if turn is None:
            return round_
        round_ = advance(round_, turn)
    return round_


def fits(table: Table, players: int) -> bool:
    """True if *table* is one of a game of so many *players*."""
    return (len(table.piles) == len(table.hands) == len(table.tokens) == players and table.stock >= 0
            and min((*table.hands, *table.tokens)) >= 0)
