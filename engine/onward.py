"""Play goes on over a turn that no rule explains and that was asked about: from the table as it lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from engine.alerts import REST_LOOKS, REST_SECONDS, AlertCode, Finding
from engine.belief import GONE_LOOKS, Belief, close
from engine.closing import next_seat
from engine.displaced import Moved, Sure, dimly, named, pile_of, plain, readable
from engine.finding import silenced
from engine.foul import fouls, seen_turn
from engine.game import AsItLies, Game, Held, Round
from engine.leftover import left_over
from engine.observation import FLOOR
from engine.outputs import Following
from engine.overdue import half_turn
from engine.table import Seat

HELD_S = 10.0  # a suspicion that could not be asked about for so long does not keep a turn from being booked


def remembered(game: Game, round_: Round) -> Game:
    """Return *game* with the table as it lies now, after the turn that was asked about."""
    lies = as_it_lies(game, round_)
    return game if lies is None else replace(game, as_it_lies=lies)


def as_it_lies(game: Game, round_: Round, sure: Sure = plain) -> AsItLies | None:
    """Return the table after the turn that is played now, None where something is open."""
    seen = seen_turn(game, round_, sure)
    if seen is None:
        return None
    seat, hands = round_.to_move, list(round_.table.hands)
    hands[seat] = max(0, hands[seat] - len(seen.hand))
    table = replace(seen.table, hands=tuple(hands), stock=max(0, round_.table.stock - len(seen.flip)))
    keys = frozenset(card.key for card in game.belief.cards if card.key not in seen.later)
    return AsItLies(table, seat, keys)


def rearranged(game: Game, round_: Round, moves: Sequence[Moved], finding: Finding) -> AsItLies | None:
    """Return the table with the cards of *finding* where they were moved outside of a turn; None if none was."""
    more = left_over(game, round_) if finding.code in (AlertCode.TWO_CARDS_PLAYED, AlertCode.DOUBLE_FLIP) else None
    loose, piles, left = list(round_.table.loose), [list(pile) for pile in round_.table.piles], Counter(finding.cards)
    for move in moves:
        lay = loose if move.was == FLOOR else piles[move.was.seat or 0]
        if left[move.face] and move.face in lay:
            left[move.face] -= 1
            lay.remove(move.face)
            (loose if move.now == FLOOR else piles[move.now.seat or 0]).append(move.face)
    if more is not None and more.face is not None:
        loose.append(more.face)
    elif left == Counter(finding.cards):
        return None
    keys = frozenset(card.key for card in game.belief.cards)
    return AsItLies(replace(round_.table, loose=tuple(loose), piles=tuple(map(tuple, piles))), round_.to_move, keys,
                    turned=False)


def held_back(game: Game, round_: Round, passed: bool) -> Game | None:
    """Return *game* with the turn not booked yet, because it may be a foul: it must rest before anybody is asked.

    None if it is none. While a hand covers the mover's pile nobody can tell. What could not be asked about for long,
    because some card of it is not seen well, holds nothing up.
    """
    now = suspected(game, round_)
    held = now or game.held
    if held is not None and game.seconds - held.since >= HELD_S:
        return None
    if now is not None:
        return replace(game, held=now)
    soon = passed and (game.held is not None or game.belief.quiet < GONE_LOOKS)  # the next seat's cards are fresh
    return game if soon or pile_of(round_.to_move) in game.belief.covered else None


def suspected(game: Game, round_: Round) -> Held | None:
    """Return what breaks an invariant in the turn that is played now as far as it can be read by now."""
    if round_.doubtful:
        return None  # nobody will be asked
    finding = next(chain(fouls(game, round_, dimly), half_turn(game, round_, readable)), None)
    if finding is None or silenced(game, finding):
        return None
    was = game.held if game.held is not None and game.held.finding.mark == finding.mark else None
    lies = as_it_lies(game, round_, dimly) or (was.lies if was else None)
    return Held(finding, was.since if was else game.seconds, lies)


def plain_by_now(game: Game) -> bool:
    """True if play went on over what is held, and every card of it is named surely and still lies where it was seen.

    The table need not rest for that: cards in a pile are looked at while the next seat plays.
    """
    held, belief = game.held, game.belief
    if held is None or belief.last_hand in (None, held.finding.seat) or game.seconds - held.since < REST_SECONDS:
        return False
    cards = {card.track: card for card in belief.cards if card.present}
    if held.finding.code is AlertCode.STACK_BROKEN and not _played_on(belief):
        return False  # people collect a stack in several grips
    found = [(place, cards.get(place.track)) for place in held.finding.after if place.track is not None]
    return (bool(found) or held.finding.code is AlertCode.OUT_OF_TURN) and all(
        card is not None and named(card) and card.face == place.face and card.zone == place.zone
        and card.rests >= REST_LOOKS and (card.zone in belief.covered or card.last >= game.seconds)
        for place, card in found)


def _played_on(belief: Belief) -> bool:
    """True if the hand that came last has laid a card."""
    came = belief.arrived.get(-1 if belief.last_hand is None else belief.last_hand)
    return came is not None and any(card.laid and card.first >= came for card in belief.new)


def went_on(game: Game, following: Seat | None) -> Game | None:
    """Return *game* after the turn that was asked about, if *following* has laid a card over it."""
    lies, round_ = game.as_it_lies, game.round
    if lies is None or round_ is None or round_.to_move != lies.seat or (lies.turned and following is None):
        return None
    if not any(card.laid and card.key not in lies.keys for card in game.belief.new):
        return None
    return play_on(game)


def play_on(game: Game) -> Game:
    """Return *game* after the turn that was asked about: the play stands."""
    lies, round_ = game.as_it_lies, game.round
    if lies is None or round_ is None or round_.over or round_.to_move != lies.seat:
        return game
    following = next_seat(lies.table, lies.seat) if lies.turned else lies.seat
    round_ = replace(round_, table=lies.table, to_move=lies.seat if following is None else following,
                     refused=frozenset())
    keep = frozenset(card.key for card in game.belief.cards if card.key not in lies.keys)
    mover = lies.seat if lies.turned else next((seat for seat in game.belief.entered if seat != following), None)
    return replace(game, round=round_, belief=close(game.belief, keep, mover), as_it_lies=None, held=None,
                   strange=0.0, tried=(), past=game, state=Following.FOLLOWING, why="")
