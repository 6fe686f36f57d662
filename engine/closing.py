"""After a turn: Go or Stop, the end of the round, and what it pays (RULES.md 13, 14)."""

from __future__ import annotations

from dataclasses import replace

from engine.alerts import Alert, AlertCode, Certainty, Evidence, Level
from engine.balance import deal_seen
from engine.belief import close
from engine.events import Said, Say
from engine.four import rules_of_three
from engine.game import Game, Round
from engine.outputs import AlertRaised, Following, Json, Output, Prompt, RoundResult
from engine.rules import RuleSet
from engine.score import score
from engine.settle import (
    Ending,
    ResultKind,
    Settlement,
    count_shakes,
    decide,
    immediate_pay,
    pay_all,
    settle,
    settle_chongtong,
    settle_three_ppeok,
)
from engine.table import Seat, Table
from engine.turn import TurnEvent

Step = tuple[Game, tuple[Output, ...]]

LATELY_S = 10.0  # a word without an answer is forgotten after that


def turns_left(table: Table, seat: Seat) -> int:
    """Return how many turns *seat* may still play."""
    return table.hands[seat] + table.tokens[seat]


def next_seat(table: Table, seat: Seat) -> Seat | None:
    """Return who plays after *seat*, counter-clockwise; None when nobody has a turn left."""
    players = len(table.hands)
    order = ((seat + step) % players for step in range(1, players + 1))
    return next((one for one in order if turns_left(table, one)), None)


def after_turn(game: Game) -> Step:
    """Ask for Go or Stop, or end the round, after the last turn of ``game.round``."""
    round_ = game.round
    assert round_ is not None and round_.turns
    seat = round_.turns[-1].play.seat
    ppeoks = sum(TurnEvent.PPEOK in turn.result.events for turn in round_.turns if turn.play.seat == seat)
    if ppeoks >= 3 and TurnEvent.PPEOK in round_.turns[-1].result.events and game.rules.three_ppeok == "win":
        return finish(game, ResultKind.THREE_PPEOK, seat)
    points = score(round_.table.piles[seat], game.rules).total
    asked = decide(points, round_.go[seat], round_.go_points[seat] if round_.go[seat] else None,
                   turns_left(round_.table, seat), game.rules.target(game.players))
    if asked.auto_stop:
        return finish(game, ResultKind.STOP, seat)
    if asked.prompt:
        prompt = Prompt(game.seconds, seat, points, round_.go[seat])
        return _answer_early(replace(game, round=replace(round_, prompt=prompt)), prompt)
    game = replace(game, says=tuple(said for said in game.says if said.seat != seat or _lately(game, said)))
    if next_seat(round_.table, seat) is None:
        return finish(game, ResultKind.NAGARI, None)
    return game, ()


def _lately(game: Game, said: Said) -> bool:
    """True for a Go or Stop of just now that the score does not allow: it is asked about (`engine.claims`)."""
    return said.say in (Say.GO, Say.STOP) and game.seconds - said.seconds <= LATELY_S


def open_prompt(game: Game, round_: Round) -> Prompt | None:
    """Return what is asked after the last turn of *round_* by its score, whether or not it was asked before."""
    if not round_.turns:
        return None
    seat = round_.turns[-1].play.seat
    points, went = score(round_.table.piles[seat], game.rules).total, round_.go[seat]
    asked = decide(points, went, round_.go_points[seat] if went else None, turns_left(round_.table, seat),
                   game.rules.target(game.players))
    return Prompt(game.seconds, seat, points, went) if asked.prompt else None


def _answer_early(game: Game, prompt: Prompt) -> Step:
    """Take an answer that was given before the turn was explained."""
    for said in game.says:
        if said.seat == prompt.seat and said.say in (Say.GO, Say.STOP):
            game = replace(game, says=tuple(one for one in game.says if one is not said))
            answered, outputs = answer(game, said)
            return answered, (prompt, *outputs)
    return game, (prompt,)


def answer(game: Game, said: Said) -> Step:
    """Take Go or Stop for the open prompt of that seat."""
    round_ = game.round
    assert round_ is not None and round_.prompt is not None
    if said.say is Say.STOP:
        return finish(replace(game, round=replace(round_, prompt=None)), ResultKind.STOP, said.seat)
    return replace(game, round=went(round_, round_.prompt)), ()


def went(round_: Round, prompt: Prompt) -> Round:
    """Return the round after a Go."""
    go, points = list(round_.go), list(round_.go_points)
    go[prompt.seat] += 1
    points[prompt.seat] = prompt.points
    return replace(round_, go=tuple(go), go_points=tuple(points), gos=(*round_.gos, prompt.seat), prompt=None)


def imply_go(game: Game) -> Step:
    """Laying on after a prompt is a Go (CONTRACT.md section 4)."""
    round_ = game.round
    assert round_ is not None and round_.prompt is not None
    prompt = round_.prompt
    alert = Alert(AlertCode.GO_IMPLIED, Level.HINT, Certainty.LIKELY, (), prompt.seat,
                  Evidence(prompt.seconds, game.seconds), len(round_.turns))
    raised = AlertRaised(game.seconds, game.raised + 1, alert)
    return replace(game, round=went(round_, prompt), raised=game.raised + 1), (raised,)


def finish(game: Game, kind: ResultKind, winner: Seat | None) -> Step:
    """End the round; the next dealer and the carry follow (RULES.md 3, 14.4)."""
    round_ = game.round
    assert round_ is not None
    net, lines = _pay(game, round_, kind, winner)
    totals = tuple(score(pile, game.rules).total for pile in round_.table.piles)
    result = RoundResult(game.seconds, round_.number, kind, winner, round_.table.piles, totals, round_.go, net, lines)
    nagari = game.nagari + 1 if kind is ResultKind.NAGARI else game.nagari if kind is ResultKind.VOID else 0
    deals = game.deals if kind is ResultKind.VOID else (*game.deals, deal_seen(round_))
    game = replace(game, round=replace(round_, over=True, prompt=None), results=(*game.results, result),
                   next_dealer=_next_dealer(game, round_, winner), nagari=nagari, paid=(),
                   deals=deals, says=(), belief=close(game.belief), state=Following.FOLLOWING, why="waiting_for_deal",
                   tried=())
    return game, (result,)


def _next_dealer(game: Game, round_: Round, winner: Seat | None) -> Seat:
    if winner is None:
        return round_.dealer
    return winner if game.rules.next_dealer == "winner" else (round_.dealer + 1) % game.players


def _pay(game: Game, round_: Round, kind: ResultKind, winner: Seat | None) -> tuple[tuple[int, ...], tuple[Json, ...]]:
    """Return the net of the round with its immediate payments, and the lines that explain it."""
    active = tuple(seat for seat in range(game.players) if seat != round_.sits_out)
    rules = game.rules if round_.sits_out is None else rules_of_three(game.rules)
    won_by = active.index(winner) if winner in active else None
    net, lines = _paid_by(active, game, round_, kind, won_by, rules)
    whole = dict(zip(active, net, strict=True))
    return tuple(whole.get(seat, 0) for seat in range(game.players)), lines


def _paid_by(active: tuple[Seat, ...], game: Game, round_: Round, kind: ResultKind, winner: int | None, rules: RuleSet
             ) -> tuple[tuple[int, ...], tuple[Json, ...]]:
    """The same for the seats that play alone, each by its place among *active*."""
    players = len(active)
    paid = immediate(round_, active, rules)
    won: tuple[int, ...] = (0,) * players
    lines: tuple[Json, ...] = ()
    if kind is ResultKind.STOP and winner is not None:
        _, settled = if_stopped(game, round_, active[winner])
        won = settled.net
        lines = tuple({**line.to_json(), "seat": None if line.seat is None else active[line.seat]}
                      for line in settled.lines)
    elif kind is ResultKind.THREE_PPEOK and winner is not None:
        won = settle_three_ppeok(winner, players, rules, game.nagari)
    elif kind is ResultKind.CHONGTONG and winner is not None:
        won = settle_chongtong((winner,), players, rules, game.nagari)
    elif kind is ResultKind.VOID:
        return won, lines
    return tuple(a + b for a, b in zip(won, paid, strict=True)), lines


def if_stopped(game: Game, round_: Round, winner: Seat) -> tuple[tuple[Seat, ...], Settlement]:
    """Return what everybody pays if *winner* stops now (RULES.md 14): all of it lies open on the table.

    First the seats that play; the settlement has each by its place among them (of four players one sits out).
    """
    active = tuple(seat for seat in range(game.players) if seat != round_.sits_out)
    rules = game.rules if round_.sits_out is None else rules_of_three(game.rules)
    bombed = [turn.play.hand[0].month for turn in round_.turns
              if turn.play.seat == winner and len(turn.play.hand) == 3]
    shakes, bombs = count_shakes(round_.shaken[winner], bombed, rules)
    gos = tuple(round_.go[seat] for seat in active)
    order = tuple(active.index(seat) for seat in round_.gos if seat in active)
    piles = tuple(round_.table.piles[seat] for seat in active)
    return active, settle(piles, Ending(active.index(winner), gos, order, shakes, bombs, game.nagari), rules)


def immediate(round_: Round, active: tuple[Seat, ...], rules: RuleSet) -> tuple[int, ...]:
    """Return the payments made at once during the round, as net points of the *active* seats (RULES.md 9.4)."""
    players = len(active)
    paid = [0] * players
    own, ppeoks = [0] * players, [list[int]() for _ in range(players)]
    for turn in (one for one in round_.turns if one.play.seat in active):
        seat = active.index(turn.play.seat)
        own[seat] += 1
        if TurnEvent.PPEOK in turn.result.events:
            ppeoks[seat].append(own[seat])
        each = immediate_pay(turn.result.events, own[seat], ppeoks[seat], players, rules)
        if each:
            paid = [a + b for a, b in zip(paid, pay_all(seat, each, players), strict=True)]
    return tuple(paid)
