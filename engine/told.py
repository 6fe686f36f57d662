"""What people tell the referee about where the game stands: undo, a table taken over, whose turn it is, a new round."""

from __future__ import annotations

from dataclasses import replace

from engine import opening, rebook, resync
from engine.belief import close, reopen
from engine.closing import Step, finish, next_seat
from engine.events import Joined, NewRound, TurnTold
from engine.game import Game
from engine.outputs import Following, Output, ScoreNow
from engine.settle import ResultKind
from engine.sitting import told_out


def undone(game: Game) -> Step:
    """Go back before the last visible step; a turn taken back is not believed again."""
    past = game.past
    if past is None:
        return game, ()
    round_, undone = past.round, game.round
    if round_ is not None and undone is not None and len(undone.turns) == len(round_.turns) + 1:
        play = replace(undone.turns[-1].play, shakes=())
        round_ = replace(round_, refused=round_.refused | {play})
    return replace(past, seconds=game.seconds, round=round_, belief=reopen(game.belief, past.belief), tried=(),
                   raised=game.raised, paused=game.paused, ahead=game), ()


def redone(game: Game) -> Step:
    """Bring back the step that was undone last; what the eyes have seen since stays seen."""
    ahead = game.ahead
    if ahead is None:
        return game, ()
    old = {card.key for card in ahead.belief.cards if card.old}
    cards = tuple(replace(card, old=True, home=card.zone) if card.key in old else card for card in game.belief.cards)
    after = replace(ahead, seconds=game.seconds, belief=replace(game.belief, cards=cards), tried=(),
                    raised=game.raised, paused=game.paused)
    return after, (ScoreNow(after.seconds, after.totals),)


def joined(game: Game, event: Joined) -> Step:
    """Begin or go on from the table that people describe."""
    table, round_ = event.table, game.round
    if not rebook.fits(table, game.players) or not 0 <= event.turn < game.players:
        return game, ()
    outputs: tuple[Output, ...] = ()
    after = game
    if round_ is None or round_.over:
        dealer = event.turn if event.dealer is None or not 0 <= event.dealer < game.players else event.dealer
        after, outputs = opening.begin(game, table.loose + table.stacked, dealer)
        round_ = after.round
    assert round_ is not None
    round_ = replace(round_, table=table, opening=table if not round_.turns else round_.opening, to_move=event.turn,
                     prompt=None, refused=frozenset(), sits_out=told_out(game, table))
    after = replace(after, round=round_, belief=close(after.belief), past=game, tried=(), state=Following.FOLLOWING,
                    why="")
    return after, (*outputs, ScoreNow(after.seconds, after.totals))


def new_round(game: Game, event: NewRound) -> Step:
    outputs: tuple[Output, ...] = ()
    after = game
    if game.round is not None and not game.round.over:
        after, outputs = finish(game, ResultKind.VOID, None)
    named = event.dealer is not None and 0 <= event.dealer < game.players
    dealer = event.dealer if named else after.next_dealer
    belief = replace(after.belief, cleared=True, cards=tuple(replace(card, old=False) for card in after.belief.cards))
    return replace(after, next_dealer=dealer, dealt=None, belief=belief, past=game, state=Following.FOLLOWING,
                   why="waiting_for_deal"), outputs


def turn_told(game: Game, event: TurnTold) -> Step:
    """It is that seat's turn: take the table as it is seen, with as many turns missed as that makes likely."""
    round_, belief = game.round, game.belief
    if round_ is None or round_.over or not 0 <= event.seat < game.players:
        return game, ()
    table = round_.table
    if event.seat != round_.to_move:
        missed = resync.missed_seats(table, round_.to_move, belief, event.seat)
        if next_seat(table, missed[-1]) is None:
            return game, ()
        table = resync.adopt(table, missed, belief)
    round_ = replace(round_, table=table, to_move=event.seat, refused=frozenset())
    after = replace(game, round=round_, belief=close(belief), past=game, tried=(), state=Following.FOLLOWING, why="",
                    as_it_lies=None, strange=0.0)
    return after, (ScoreNow(after.seconds, after.totals),)
