"""The deal as it is seen: the floor of the right size, legal, and still; then the round begins (RULES.md 5, 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from engine.alerts import REST_LOOKS, AlertCode, Certainty, Level
from engine.belief import Belief, Lying, close
from engine.cards import COPIES, Face
from engine.displaced import spot
from engine.finding import Finding, ask
from engine.foul import from_hand
from engine.game import Game, Round
from engine.observation import FLOOR, ZoneKind
from engine.outputs import AlertRaised, Following, Output, RoundStarted
from engine.rules import RuleSet
from engine.sitting import without
from engine.table import Seat, Stack, Table

Step = tuple[Game, tuple[Output, ...]]

SURE_ENOUGH = 0.75  # mean probability of a dealt card's face
DEALT_S = 0.7  # how long the whole floor must lie unchanged; a hand may still be over it
PATIENCE_S = 2.5  # seconds after which the deal is taken as it was read
MISDEALT_S = 2.0  # a floor with one card too many, or one too few, rests for so long before anybody is asked
AT_ONCE_S = 1.0  # after the round has begun, a card that still belongs to the deal
STAYED_S = 0.3  # the same of a hand that was there all the time
UNFINISHED_S = 8.0  # the same where more cards are missing: packets may still come


def sizes(players: int, rules: RuleSet) -> tuple[int, int]:
    """Return how many cards the deal gives to each hand and to the floor (RULES.md 5)."""
    if players == 2:
        return rules.deal_totals_2p
    return (5, 8) if players == 4 and rules.four_mode == "all_play" else (7, 6)


def look_for_deal(game: Game) -> Step:
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
    bonus = tuple(card.face for card in floor if card.face in game.rules.bonus_cards and card.face is not None)
    if bonus and _played(belief, len(floor) - wanted, len(bonus)):
        return _unresolved(game, bonus)
    if not floor:
        return game, ()
    if len(floor) != wanted:
        return (replace(game, why="floor_count"), ()) if bonus else _misdealt(game, wanted)
    faces = read_floor(floor, game.rules)
    if faces is not None and any(not face.month for face in faces):
        return replace(game, why="floor_count"), ()  # the dealer takes the bonus card first
    if faces is None or not (_clear(floor) or game.seconds - belief.same_since >= PATIENCE_S):
        return game, ()
    if max(Counter(face.month for face in faces).values()) == 4 and game.rules.table_four == "redeal":
        return replace(game, belief=close(belief), why="four_on_floor"), ()
    if game.next_dealer is None:
        return replace(game, dealt=faces, belief=replace(belief, entered={}), why="waiting_for_dealer"), ()
    return begin(game, faces, game.next_dealer)


def _misdealt(game: Game, wanted: int) -> Step:
    """The floor has another number of cards than a deal: wait for the rest of it, then ask (I15)."""
    belief, floor = game.belief, game.belief.floor
    game = replace(game, why="floor_count")
    if any(one.zone == FLOOR for one in belief.strangers):
        return game, ()  # a card lies there that could not be read
    rests = min(game.seconds - belief.same_since, game.seconds - belief.quiet_since)
    patience = MISDEALT_S if len(floor) >= wanted - 1 else UNFINISHED_S
    if rests < patience or belief.still < REST_LOOKS or not _clear(floor):
        return game, ()
    cards = tuple(sorted(card.face for card in floor if card.face is not None))
    return ask(game, None, Finding(AlertCode.MISDEAL, Level.STOP, Certainty.CERTAIN, cards, game.next_dealer,
                                   after=tuple(spot(card) for card in floor)))


def dealt_on(game: Game, round_: Round) -> Iterator[Finding]:
    """The deal went on when the round had begun: one card more lies there, at once, and nobody has played since (I15).

    Before a turn the dealer's hand leaves the floor to take up its cards; that takes longer.
    """
    belief, floor = game.belief, game.belief.floor
    new = [card for card in floor if not card.old]
    if round_.turns or len(new) != 1 or len(floor) != len(round_.floor) + 1 or not _clear(floor):
        return
    stayed = belief.arrived.get(round_.dealer, game.seconds) - round_.started <= STAYED_S
    if (stayed and round_.opening == _opening(game, round_, round_.floor)
            and new[0].first - round_.started <= AT_ONCE_S and game.seconds - belief.quiet_since >= MISDEALT_S):
        cards = tuple(sorted(card.face for card in floor if card.face is not None))
        yield Finding(AlertCode.MISDEAL, Level.STOP, Certainty.CERTAIN, cards, round_.dealer,
                      after=tuple(spot(card) for card in floor))


def _played(belief: Belief, more: int, bonus: int) -> bool:
    """True if a turn was begun on a dealt floor: a card from a hand, more than replace *bonus* cards, or a capture.

    *more*: cards beyond those that are dealt.
    """
    laid = belief.stock_at is None and bool(belief.entered) and any(
        from_hand(belief, card) for card in belief.floor if card.first > belief.same_since - DEALT_S)
    captured = [card for card in belief.cards if card.present and card.zone.kind is ZoneKind.PILE
                and card.face is not None and card.face.month]
    return more > bonus or len(captured) > 1 or more > 0 and laid


def _unresolved(game: Game, bonus: tuple[Face, ...]) -> Step:
    """A bonus card lies on the floor when play has begun; the dealer takes it and lays another from the stock (RULES.md
    6)."""
    if game.belief.still < REST_LOOKS:
        return game, ()
    return ask(game, None, Finding(AlertCode.BONUS_UNRESOLVED, Level.QUESTION, Certainty.NEEDS_CONFIRMATION, bonus,
                                   game.next_dealer))


def laid_aside(belief: Belief) -> tuple[Face, ...]:
    """Bonus cards that lie in piles before the first turn, as the dealer took them from the floor."""
    return tuple(sorted(card.face for card in belief.cards if card.face is not None and not card.face.month
                        and card.present and card.zone.kind is ZoneKind.PILE))


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
    if round_.opening != _opening(game, round_, round_.floor):
        return None  # people told where the round stands; it began long ago
    table = _opening(game, round_, faces)
    return replace(game, round=replace(round_, floor=faces, opening=table, table=table), belief=close(belief), tried=())


def _opening(game: Game, round_: Round, faces: tuple[Face, ...]) -> Table:
    """The table as *round_* would have begun on a floor of *faces*."""
    bonus = round_.opening.piles[round_.dealer]
    table = dealt_table(game.players, faces, game.rules, bonus, round_.dealer)
    return table if round_.sits_out is None else without(table, round_.sits_out)


def _clear(floor: tuple[Lying, ...]) -> bool:
    """True if every card was named well and often."""
    return all(card.face is not None and card.looks >= REST_LOOKS and card.probability(card.face) > SURE_ENOUGH
               for card in floor)


def _await_dealer(game: Game) -> Step:
    """The first hand at the floor is the dealer's."""
    assert game.dealt is not None
    seats = [seat for seat in game.belief.entered if 0 <= seat < game.players]
    if not seats:
        return game, ()
    return begin(game, game.dealt, seats[0])


def begin(game: Game, faces: tuple[Face, ...], dealer: Seat) -> Step:
    """Return the game with a round on the floor *faces*."""
    table = dealt_table(game.players, faces, game.rules, laid_aside(game.belief), dealer)
    number = game.rounds + 1
    nobody = (0,) * game.players
    fresh = Round(number, dealer, game.seconds, faces, table, table, dealer, go=nobody, go_points=nobody,
                  shaken=((),) * game.players)
    game = replace(game, round=fresh, rounds=number, dealt=None, state=Following.FOLLOWING, why="", says=(),
                   alerts=_of_the_deal(game), accused=frozenset(), suspected={}, held=None, doubled=(), shakes=(),
                   as_it_lies=None, strange=0.0, belief=close(game.belief), tried=())
    return game, (RoundStarted(game.seconds, dealer, number, faces),)


def _of_the_deal(game: Game) -> tuple[AlertRaised, ...]:
    """What was hinted at since the last round: it stays in sight."""
    ended = game.results[-1].seconds if game.results else -1.0
    return tuple(one for one in game.alerts
                 if one.alert.level is Level.HINT and one.alert.turn is None and one.seconds > ended)


def dealt_table(players: int, faces: tuple[Face, ...], rules: RuleSet, bonus: tuple[Face, ...] = (),
                dealer: Seat = 0) -> Table:
    """Return the table after a deal of *faces* to the floor; three of a month are one stack (RULES.md 6).

    *bonus*: cards that the *dealer* took from the floor; each was replaced from the stock.
    """
    hand, _ = sizes(players, rules)
    months = Counter(face.month for face in faces)
    stacks = tuple(Stack(tuple(face for face in faces if face.month == month))
                   for month, count in months.items() if count == 3)
    loose = tuple(face for face in faces if months[face.month] != 3)
    stock = sum(COPIES.values()) + len(rules.bonus_cards) - players * hand - len(faces) - len(bonus)
    piles = tuple(bonus if seat == dealer else () for seat in range(players))
    return Table(loose, stacks, piles, (hand,) * players, stock, (0,) * players)


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
