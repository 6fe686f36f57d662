"""Back into step with the help of people: few questions, each answered with one tap, as data.

The floor that differs is shown card by card; where cards came out that no turn accounts for, whose turn it is.
"""

from __future__ import annotations

from collections import Counter

from engine.belief import BELIEVED_LOOKS
from engine.closing import next_seat, turns_left
from engine.displaced import READ, booked, faces_in, open_cards, pile_of
from engine.game import Game, Round
from engine.observation import FLOOR
from engine.outputs import Ask, Following, Question
from engine.resync import missed_seats


def questions(game: Game) -> tuple[Question, ...]:
    """Return what to ask while the referee is unsure or lost; () while it follows or cannot see."""
    round_ = game.round
    if round_ is None or round_.over or game.state is Following.FOLLOWING or game.blind:
        return ()
    found = []
    book, seen = booked(round_.table, FLOOR), faces_in(game.belief, FLOOR)
    doubtful = tuple(sorted(((book - seen) + (seen - book)).elements()))
    if doubtful or game.state is Following.LOST:
        found.append(Question(Ask.TAP_WRONG, tuple(sorted(book.elements())), doubtful))
    missed = missed_cards(game, round_)
    if missed or game.state is Following.LOST:
        found.append(Question(Ask.WHOSE_TURN, missed=missed, seats=_seats(game, round_)))
    return tuple(found)


def missed_cards(game: Game, round_: Round) -> int:
    """Return how many cards are plainly seen that the book has nowhere: they came out in turns that nobody saw."""
    zones = [FLOOR, *(pile_of(seat) for seat in range(game.players))]
    seen = Counter(card.face for card in game.belief.cards
                   if card.face is not None and card.present and card.zone in zones
                   and card.looks >= BELIEVED_LOOKS and card.probability(card.face) >= READ)
    return (seen - open_cards(round_.table)).total()


def _seats(game: Game, round_: Round) -> tuple[int, ...]:
    """The seats whose turn it may be, the likeliest first."""
    able = [seat for seat in range(game.players) if turns_left(round_.table, seat)]
    missed = missed_seats(round_.table, round_.to_move, game.belief)
    first = next_seat(round_.table, missed[-1]) if missed_cards(game, round_) else round_.to_move
    return tuple(sorted(able, key=lambda seat: (seat != first, (seat - (first or 0)) % game.players)))
