"""The last turns are explained anew with all that was seen since: one that was booked too early is told otherwise.

`engine.lookback` rewrites a turn on the evidence of its own time. Here what came later belongs to it, too: a flip that
nobody had seen yet, a card that glare hid, a capture that went to that seat's pile. A turn that was sure stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.belief import reopen
from engine.closing import next_seat
from engine.copies import replace
from engine.displaced import booked, pile_of
from engine.explain import Explanation, Ranking, cost_of, explain, explain_two
from engine.game import Evidence, Game, Round, TurnRecord
from engine.lookback import strangeness
from engine.table import Seat

DEPTH = 2  # turns that are opened
SURE = 0.93  # confidence of a turn that stands
LEAST_STRANGE = 3.0  # what lies there must be so hard to explain
GAIN = 2.5  # how much better all must fit then
MOST = 5.0  # and how well, at least
CAME_COST = 3.0  # a card that came to a pile whose owner did not take it by the book
PLAIN_LOOKS, PLAIN = 4, 0.9  # looks and mean probability of such a card


@dataclass(frozen=True, slots=True)
class Reopened:
    """The game before a turn that was played otherwise, that turn, and what it is told from."""

    game: Game
    turn: Explanation
    evidence: Evidence
    more: bool  # cards that it does not explain belong to turns that followed


def reopened(game: Game, ranking: Ranking, evidence: Evidence) -> Reopened | None:
    """Return the best other telling of the last turns, None if none fits much better.

    *ranking* is how *evidence* is explained as the book stands.
    """
    round_ = game.round
    assert round_ is not None
    stay = strangeness(ranking) + CAME_COST * _came(game, round_)
    if stay < LEAST_STRANGE:
        return None
    best, least = None, MOST
    for before, last in _befores(game, round_):
        assert before.round is not None
        seen = _evidence(before, game, evidence, last)
        was = cost_of(last.before, replace(last.play, shakes=()), last.evidence, game.rules)
        stay += was
        for found, cost, more in _tellings(before.round, round_, seen, game):
            if found.play != replace(last.play, shakes=()) and cost < least and cost + GAIN <= stay:
                best, least = Reopened(before, found, seen, more), cost
    return best


def _came(game: Game, round_: Round) -> int:
    """How many cards were seen to come to piles whose owners did not take them by the book; but for the mover's."""
    return sum(came_to(game, round_, seat) for seat in range(len(round_.table.piles)) if seat != round_.to_move)


def came_to(game: Game, round_: Round, seat: Seat) -> int:
    """How many cards were plainly seen to come to the pile of *seat* that it did not take by the book."""
    zone = pile_of(seat)
    if zone in game.belief.covered:
        return 0
    lie = Counter(card.face for card in game.belief.cards
                  if card.zone == zone and card.home != zone and card.present and card.looks >= PLAIN_LOOKS
                  and card.face is not None and card.probability(card.face) >= PLAIN)
    return (lie - booked(round_.table, zone)).total()


def _befores(game: Game, round_: Round) -> Iterator[tuple[Game, TurnRecord]]:
    """The game before each of the last turns that may have been played otherwise, newest first, with that turn."""
    past, count = game.past, len(round_.turns)
    while past is not None and past.round is not None and past.round.number == round_.number:
        then = past.round
        if len(then.turns) < count:
            last = round_.turns[len(then.turns)]
            doubtful = last.seen.confidence < SURE and not last.fixed and last.before == then.table
            same = (then.go, then.sits_out, then.placed, then.adopted, then.to_move) == (
                round_.go, round_.sits_out, round_.placed, round_.adopted, last.play.seat)
            if not (doubtful and same and then.turns == round_.turns[: len(then.turns)]) or round_.prompt is not None:
                return
            count = len(then.turns)
            yield replace(game, round=then, belief=reopen(game.belief, past.belief), tried=(), held=None,
                          suspected={}, as_it_lies=None, strange=0.0, past=past.past), last
            if len(round_.turns) - count >= DEPTH:
                return
        past = past.past


def _evidence(before: Game, game: Game, now: Evidence, last: TurnRecord) -> Evidence:
    """What was seen since *last* began, as the looks of its own time and the newest ones tell it together."""
    was, belief = last.evidence, before.belief
    assert game.round is not None
    here = {card.key for card in belief.cards}
    ghosts = tuple(card for card in was.seen if card.key not in here)
    return replace(now, floor=belief.floor, seen=(*belief.cards, *ghosts), stock_at=was.stock_at, rested=True,
                   untouched=was.untouched, unflipped=was.unflipped, veiled=was.veiled or now.veiled, passed_on=False,
                   next_at=game.belief.arrived.get(game.round.to_move), bombed=was.bombed)


def _tellings(then: Round, round_: Round, seen: Evidence, game: Game) -> Iterator[tuple[Explanation, float, bool]]:
    """Other turns of the seat whose turn it was *then*, each with its cost and whether others followed."""
    seat = then.to_move
    if len(round_.turns) == len(then.turns) + 1:
        ranking = explain(then.table, seat, replace(seen, next_at=None), game.rules, refused=then.refused)
        if ranking.best is not None and ranking.best.cost <= ranking.cost:
            yield ranking.best, ranking.best.cost, False
    following = next_seat(then.table, seat)
    if following is None:
        return
    later = [turn.play.seat for turn in round_.turns[len(then.turns) + 1:]] + [round_.to_move]
    two = explain_two(then.table, seat, following, seen, game.rules, refused=then.refused, further=later[1:])
    if two is not None:
        yield two[0], two[1], True
