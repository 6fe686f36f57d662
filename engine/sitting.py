"""Who of four sits a round out, and how that is seen (RULES.md 14.6).

Nobody says so to a camera, but it shows: before the first play somebody puts a whole hand under the stock, or else a
seat is passed over in the first circle. The dealer always plays.
"""

from __future__ import annotations

from dataclasses import replace

from engine.belief import BELIEVED_LOOKS
from engine.four import SEATS
from engine.game import Game, Round
from engine.rebook import replay, rewind
from engine.table import Seat, Table

AT_STOCK_LOOKS = 2  # looks that show a hand rest at the stock; one that passes over it does not
PASSED_LOOKS = 4  # looks that show the hand of the seat after


def three_play(game: Game) -> bool:
    """True if one of the players sits each round out."""
    return game.players == SEATS and game.rules.four_mode == "sell"


def seated(game: Game, round_: Round) -> Game:
    """Return the *game* with the seat known that sits out, once that shows; the very game while it does not."""
    if round_.sits_out is not None or not three_play(game) or len(round_.turns) >= SEATS:
        return game
    out = _returned(game, round_) if not round_.turns else _passed_over(game, round_)
    if out is None:
        return game
    belief = game.belief
    stock_by = {seat: looks for seat, looks in belief.stock_by.items() if seat != out}
    taken = {seat: at for seat, at in belief.taken.items() if seat != out}
    entered = {seat: looks for seat, looks in belief.entered.items() if seat != out}
    arrived = {seat: at for seat, at in belief.arrived.items() if seat != out}
    belief = replace(belief, stock_by=stock_by, taken=taken, entered=entered, arrived=arrived,
                     at_stock=belief.at_stock - {out}, last_hand=None if belief.last_hand == out else belief.last_hand)
    return replace(game, round=sit_out(game, round_, out), belief=belief, tried=())


def sit_out(game: Game, round_: Round, out: Seat) -> Round:
    """Return *round_* without *out*, whose cards go under the stock; turns played since are kept."""
    before = rewind(round_, 0, without(round_.opening, out))
    after = replay(replace(before, sits_out=out), round_.turns, game.rules)
    return after if after.turns else replace(after, to_move=round_.dealer)


def without(table: Table, out: Seat) -> Table:
    """Return *table* with the hand of *out* under the stock."""
    hands = tuple(0 if seat == out else held for seat, held in enumerate(table.hands))
    return replace(table, hands=hands, stock=table.stock + table.hands[out])


def told_out(game: Game, table: Table) -> Seat | None:
    """Return who sits out on a *table* that people described: the one seat without cards, while all others play."""
    idle = [seat for seat in range(game.players) if not table.hands[seat] and not table.tokens[seat]]
    return idle[0] if three_play(game) and len(idle) == 1 and not table.piles[idle[0]] else None


def _returned(game: Game, round_: Round) -> Seat | None:
    """The seat whose hand was at the stock before the first play, and has left it."""
    belief = game.belief
    if belief.new or belief.clear < BELIEVED_LOOKS:
        return None
    there = [seat for seat, looks in belief.stock_by.items() if looks >= AT_STOCK_LOOKS and seat != round_.dealer]
    return there[0] if len(there) == 1 else None


def _passed_over(game: Game, round_: Round) -> Seat | None:
    """The seat to play in the first circle, while the hand of the next one alone laid a card and turned another."""
    played = {turn.play.seat for turn in round_.turns}
    left = [seat for seat in range(SEATS) if seat not in played]
    if len(left) == 1:
        return left[0]
    seat, belief = round_.to_move, game.belief
    following = (seat + 1) % SEATS
    passed = set(belief.entered) == {following} == set(belief.stock_by) and following not in played
    return seat if passed and seat not in played and belief.entered[following] >= PASSED_LOOKS else None
