"""The deal as it is seen: the floor of the right size, legal, and still; then the round begins (RULES.md 5, 6)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.alerts import REST_LOOKS
from engine.belief import Lying, close
from engine.cards import COPIES, Face
from engine.game import Game, Round
from engine.outputs import Following, Output, RoundStarted
from engine.rules import RuleSet
from engine.table import Seat, Stack, Table

SURE_ENOUGH = 0.75  # mean probability of a dealt card's face
DEALT_S = 0.7  # how long the whole floor must lie unchanged; a hand may still be over it
PATIENCE_S = 2.5  # seconds after which the deal is taken as it was read


def sizes(players: int, rules: RuleSet) -> tuple[int, int]:
    """Return how many cards the deal gives to each hand and to the floor (RULES.md 5)."""
    if players == 2:
        return rules.deal_totals_2p
    return (5, 8) if players == 4 and rules.four_mode == "all_play" else (7, 6)


def look_for_deal(game: Game) -> tuple[Game, tuple[Output, ...]]:
    """Begin a round if the floor shows a finished deal."""
    if game.dealt is not None:
        return _await_dealer(game)
    belief = game.belief
    floor = belief.floor
    if game.seconds - belief.same_since < DEALT_S or any(card.face is None for card in floor):
        return game, ()
    if any(card.old for card in floor) or not (belief.cleared or not game.rounds):
        return game, ()
    wanted = sizes(game.players, game.rules)[1]
    if len(floor) != wanted:
        return (replace(game, why="floor_count") if floor and game.why != "floor_count" else game), ()
    faces = read_floor(floor, game.rules)
    if faces is None or not (_clear(floor) or game.seconds - belief.same_since >= PATIENCE_S):
        return game, ()
    if max(Counter(face.month for face in faces).values()) == 4 and game.rules.table_four == "redeal":
        return replace(game, belief=close(belief), why="four_on_floor"), ()
    if game.next_dealer is None:
        return replace(game, dealt=faces, belief=replace(belief, entered={}), why="waiting_for_dealer"), ()
    return begin(game, faces, game.next_dealer)


def is_new_deal(game: Game) -> bool:
    """True if the floor was cleared and a whole new deal lies on it, while the book says that a round runs."""
    belief = game.belief
    floor = belief.floor
    return (belief.cleared and belief.quiet >= REST_LOOKS and len(floor) == sizes(game.players, game.rules)[1]
            and not any(card.old for card in floor))


def reread(game: Game) -> Game | None:
    """Return the game with another floor dealt, if longer looks before the first turn name it otherwise."""
    round_, belief = game.round, game.belief
    if round_ is None or round_.turns or belief.entered or belief.quiet < REST_LOOKS:
        return None
    if len(belief.floor) != len(round_.floor):
        return None
    faces = read_floor(belief.floor, game.rules)
    if faces is None or faces == round_.floor or not _clear(belief.floor):
        return None
    table = dealt_table(game.players, faces, game.rules)
    return replace(game, round=replace(round_, floor=faces, opening=table, table=table), belief=close(belief), tried=())


def _clear(floor: tuple[Lying, ...]) -> bool:
    """True if every card was named well and often."""
    return all(card.face is not None and card.looks >= REST_LOOKS and card.probability(card.face) > SURE_ENOUGH
               for card in floor)


def _await_dealer(game: Game) -> tuple[Game, tuple[Output, ...]]:
    """The first hand at the floor is the dealer's."""
    assert game.dealt is not None
    seats = [seat for seat in game.belief.entered if 0 <= seat < game.players]
    if not seats:
        return game, ()
    return begin(game, game.dealt, seats[0])


def begin(game: Game, faces: tuple[Face, ...], dealer: Seat) -> tuple[Game, tuple[Output, ...]]:
    """Return the game with a round on the floor *faces*."""
    table = dealt_table(game.players, faces, game.rules)
    number = game.rounds + 1
    nobody = (0,) * game.players
    fresh = Round(number, dealer, game.seconds, faces, table, table, dealer, go=nobody, go_points=nobody,
                  shaken=((),) * game.players)
    game = replace(game, round=fresh, rounds=number, dealt=None, state=Following.FOLLOWING, why="", says=(),
                   alerts=(), accused=frozenset(), doubled=(), belief=close(game.belief), tried=())
    return game, (RoundStarted(game.seconds, dealer, number, faces),)


def dealt_table(players: int, faces: tuple[Face, ...], rules: RuleSet) -> Table:
    """Return the table after a deal of *faces* to the floor; three of a month are one stack (RULES.md 6)."""
    hand, _ = sizes(players, rules)
    months = Counter(face.month for face in faces)
    stacks = tuple(Stack(tuple(face for face in faces if face.month == month))
                   for month, count in months.items() if count == 3)
    loose = tuple(face for face in faces if months[face.month] != 3)
    stock = sum(COPIES.values()) + len(rules.bonus_cards) - players * hand - len(faces)
    return Table(loose, stacks, ((),) * players, (hand,) * players, stock, (0,) * players)


def read_floor(floor: tuple[Lying, ...], rules: RuleSet) -> tuple[Face, ...] | None:
    """Return the faces of *floor*, the surest card named first; a face that is used up goes to the next best.

    None while the eyes contradict the deck and are sure of it.
    """
    left = Counter(COPIES) + Counter(rules.bonus_cards)
    faces: list[Face] = []
    for card in sorted(floor, key=lambda c: -c.probability(c.face) * min(c.looks, 10) if c.face else 0.0):
        likely = sorted((-card.likelihood(face), face) for face in card.sums if left[face] > 0)
        if not likely or likely[0][0] > 6.0:
            return None
        faces.append(likely[0][1])
        left[likely[0][1]] -= 1
    return tuple(sorted(faces))
