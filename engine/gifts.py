"""Junk that changes hands after a turn: paid otherwise than the rules say, not paid, or paid for nothing (I11, I12).

The book moves the junk that is due with the turn; here the table is compared with that. Who gives may choose among
equal junk: then the book follows without a word. A debt is a hint at the next seat's flip and a question when the
taker's next turn starts; then it lapses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.alerts import Certainty, Level, Spot
from engine.audit import Code
from engine.cards import Face
from engine.displaced import Moved, faces_in, pile_of
from engine.finding import Finding
from engine.game import Game, Round, TurnRecord
from engine.observation import ZoneKind
from engine.rebook import replay, rewind
from engine.rules import RuleSet
from engine.steal import is_fair_gift, junk_class
from engine.table import Seat


@dataclass(frozen=True, slots=True)
class Gift:
    """What really went from *victim* to the seat that played *turn*."""

    turn: TurnRecord
    victim: Seat
    unpaid: tuple[Face, ...]  # by the book given, but seen with the victim
    instead: tuple[Moved, ...]  # by the book the victim's, but seen with the taker

    @property
    def taker(self) -> Seat:
        """Who takes."""
        return self.turn.play.seat

    @property
    def given(self) -> tuple[Face, ...]:
        """The cards that went over."""
        kept = Counter(self.turn.result.stolen.get(self.victim, ())) - Counter(self.unpaid)
        return (*kept.elements(), *(move.face for move in self.instead))


def gifts(game: Game, round_: Round, moved_cards: Sequence[Moved]) -> tuple[Gift, ...]:
    """Return the latest turn's gifts of each pair of seats that differ from the book."""
    moves = [move for move in moved_cards if move.was.kind is move.now.kind is ZoneKind.PILE]
    found = []
    for taker in range(game.players):
        turn = next((one for one in reversed(round_.turns) if one.play.seat == taker), None)
        for victim in range(game.players):
            unpaid = tuple(move.face for move in moves if (move.was, move.now) == (pile_of(taker), pile_of(victim)))
            instead = tuple(move for move in moves if (move.was, move.now) == (pile_of(victim), pile_of(taker))
                            and not booked_as_given(round_, move))
            if turn is None or victim == taker or not (unpaid or instead):
                continue
            if instead:  # what is seen in no pile stayed with the victim, rather than that it was given as well
                here = faces_in(game.belief, pile_of(taker))
                unseen = Counter(turn.result.stolen.get(victim, ())) - Counter(unpaid) - here
                unpaid += tuple(unseen.elements())
            if not Counter(unpaid) - Counter(turn.result.stolen.get(victim, ())):
                found.append(Gift(turn, victim, unpaid, instead))
    return tuple(found)


def booked_as_given(round_: Round, move: Moved) -> bool:
    """True if the book moved the card, as junk that was due, and it only stayed where it lay."""
    return any(pile_of(turn.play.seat) == move.was and move.face in turn.result.stolen.get(move.now.seat or 0, ())
               for turn in round_.turns)


def unfair(game: Game, round_: Round, moves: Sequence[Moved]) -> Iterator[Finding]:
    """Gifts that the last turns do not ask for, and debts whose time has come."""
    for gift in gifts(game, round_, moves):
        code = _code(gift, game.rules)
        if code is Code.STEAL_OWED:
            level = _due(game, round_, gift)
            if level is not None:
                yield Finding(code, level, Certainty.CERTAIN, gift.unpaid, gift.victim, gift.turn.seen.n,
                              tuple(Spot(face, pile_of(gift.taker)) for face in gift.unpaid))
        elif code is not None and not _plays(game, round_, gift.taker):
            cards = gift.instead
            yield Finding(code, Level.QUESTION, Certainty.CERTAIN, tuple(move.face for move in cards), gift.taker,
                          gift.turn.seen.n, tuple(move.before for move in cards), tuple(move.after for move in cards))


def _plays(game: Game, round_: Round, taker: Seat) -> bool:
    """True if *taker* plays a turn that is not booked yet, and junk may be due for that one."""
    return taker == round_.to_move and bool(game.belief.new or taker in game.belief.taken)


def _code(gift: Gift, rules: RuleSet) -> Code | None:
    """What is wrong with *gift*; None if it is fair."""
    if not gift.instead:
        return Code.STEAL_OWED
    if any(junk_class(move.face, rules, cup_as_junk=True) is None for move in gift.instead) and not gift.unpaid:
        return Code.CAPTURED_PILE_TAMPER
    pile = gift.turn.before.piles[gift.victim]
    if not Counter(gift.given) - Counter(pile) and is_fair_gift(
            pile, gift.given, gift.turn.result.debts, gift.victim, rules):
        return None
    return Code.EXTRA_STEAL if len(gift.instead) > len(gift.unpaid) else Code.WRONG_CARD_STOLEN


def _due(game: Game, round_: Round, gift: Gift) -> Level | None:
    """How loudly an unpaid debt is asked about now: when the next seat flips, and when the taker plays again."""
    belief, later = game.belief, round_.turns[gift.turn.seen.n:]
    laid = any(card.laid for card in belief.new)
    if later and round_.to_move == gift.taker and laid:
        return Level.QUESTION
    return Level.HINT if later or (laid and belief.taken) else None


def settled(game: Game, round_: Round, moves: Sequence[Moved]) -> Round | None:
    """Return *round_* with its gifts as they were made, where that is fair or was overruled; None if all is so booked.

    A debt that was asked about has lapsed: nothing was given.
    """
    asked = {(code, cards) for code, cards, level in game.accused if level == Level.QUESTION}
    overruled = {(ruling.code, ruling.cards) for ruling in game.rulings if not ruling.accepted}
    for gift in gifts(game, round_, moves):
        code = _code(gift, game.rules)
        about = (code, gift.unpaid if code is Code.STEAL_OWED else tuple(move.face for move in gift.instead))
        if code is None or about in overruled or (code is Code.STEAL_OWED and about in asked):
            return regiven(round_, gift.turn, {gift.victim: gift.given}, game.rules)
    return None


def regiven(round_: Round, turn: TurnRecord, give: Mapping[Seat, Sequence[Face]], rules: RuleSet) -> Round | None:
    """Return *round_* with *give* for what the victims gave in *turn*; None if a later turn does not fit then."""
    at = turn.seen.n - 1
    gift = {seat: tuple(cards) for seat, cards in turn.result.stolen.items()} | {
        seat: tuple(cards) for seat, cards in give.items()}
    mended = replace(turn, give=gift)
    again = replay(rewind(round_, at), (mended, *round_.turns[at + 1:]), rules)
    if len(again.turns) != len(round_.turns):
        return None
    return again
