"""A turn that was booked on doubtful looks is rewritten when what lies there later cannot be reconciled with it.

Nothing is rewritten against a sure look: a rewritten turn is paid for by the evidence of its own time, with what was
learned of the same cards since. What people corrected stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.belief import Lying
from engine.closing import next_seat
from engine.copies import replace
from engine.explain import Explanation, Ranking, cost_of, explain
from engine.game import Evidence, Round, TurnRecord
from engine.observation import FLOOR, Zone, ZoneKind
from engine.rebook import advance, record, rewind
from engine.rules import RuleSet

DEPTH = 6  # turns that may be rewritten
TRIED = 6  # other readings of each
GAIN = 2.0  # how much better everything must fit
LENT_COST = 3.0  # a card that lies there surely although the book says that it is used up
WORSE = 1.0  # a later turn that fits so much worse than before is explained anew
LEAST_STRANGE = 2.5  # the newest looks must be so hard to explain


@dataclass(frozen=True, slots=True)
class _Past:
    """A turn of the book with what is known of it by now, and how badly it fits that."""

    turn: TurnRecord
    evidence: Evidence
    cost: float


def strangeness(ranking: Ranking) -> float:
    """Return how hard the newest looks are to explain on the table of the book."""
    return ranking.cost + LENT_COST * ranking.lent


def look_back(round_: Round, evidence: Evidence, ranking: Ranking, rules: RuleSet) -> Round | None:
    """Return *round_* with turns rewritten so that they and the newest *evidence* fit much better, None if none do.

    *ranking* is how *evidence* is explained as things stand.
    """
    stay = strangeness(ranking)
    if stay < LEAST_STRANGE:
        return None
    past = _past(round_, evidence, rules) if round_.turns else []
    best, least = None, stay - GAIN
    for back in range(1, len(past) + 1):
        for rewritten, cost in _rewritten(round_, past[-back:], rules, stay):
            if cost >= least:
                continue
            then = explain(rewritten.table, rewritten.to_move, evidence, rules, refused=round_.refused)
            whole = cost + strangeness(then)
            if whole < least:
                best, least = rewritten, whole
    return best


def _past(round_: Round, evidence: Evidence, rules: RuleSet) -> list[_Past]:
    """The last turns with what was seen since of the cards they moved."""
    latest = {card.key: card for turn in round_.turns[-DEPTH:] for card in turn.evidence.seen}
    latest |= {card.key: card for card in evidence.seen}
    past = []
    for turn in round_.turns[-DEPTH:]:
        known = _with_hindsight(turn, latest)
        past.append(_Past(turn, known, cost_of(turn.before, turn.play, known, rules)))
    return past


def _with_hindsight(turn: TurnRecord, latest: Mapping[int, Lying]) -> Evidence:
    """Return the evidence of *turn* with the faces that its cards turned out to have, and what came to the pile.

    *latest* is the newest state of each card by its key.
    """
    pile = Zone(ZoneKind.PILE, turn.play.seat)
    was, later = turn.evidence, {card.key: card for card in turn.after}
    moved = {key for key, card in later.items() if card.zone == pile}

    def now(card: Lying) -> Lying:
        newest = latest.get(card.key, card)
        newer = later[card.key] if card.key in moved else card
        return replace(newer, old=card.old, home=card.home, sums=newest.sums, looks=newest.looks, sure=newest.sure)

    here = {card.key for card in was.seen}
    came = tuple(card for key, card in later.items() if key in moved - here and not card.old)
    gone = frozenset(card.key for card in was.floor if card.key in moved and card.zone == FLOOR)
    unread = was.unread - {pile} if later else was.unread
    return replace(was, floor=tuple(now(card) for card in was.floor if card.key not in gone),
                   seen=(*(now(card) for card in was.seen), *came), unread=unread, passed_on=False)


def _rewritten(round_: Round, past: list[_Past], rules: RuleSet, stay: float) -> Iterator[tuple[Round, float]]:
    """The round with another reading of the first of *past*, and how much worse the turns fit then."""
    first = past[0]
    if first.turn.fixed:
        return
    base = rewind(round_, len(round_.turns) - len(past))
    ranking = explain(base.table, first.turn.play.seat, first.evidence, rules)
    tried = 0
    for other in ranking.turns:
        if tried == TRIED or other.cost - first.cost >= stay:
            return
        if replace(first.turn.play, shakes=()) == other.play:
            continue
        tried += 1
        if (onward := _replayed(base, first, other, past[1:], rules, stay)) is not None:
            yield onward


def _replayed(base: Round, first: _Past, other: Explanation, later: list[_Past], rules: RuleSet, stay: float
              ) -> tuple[Round, float] | None:
    """The round with *other* for its first turn and the *later* turns played on: as they were, or read anew."""
    worse = other.cost - first.cost
    round_, play = base, replace(other.play, shakes=first.turn.play.shakes)
    for n, one in enumerate([first, *later]):
        if n:
            play = one.turn.play
            cost = cost_of(round_.table, play, one.evidence, rules)
            if cost > one.cost + WORSE and not one.turn.fixed:
                anew = explain(round_.table, play.seat, one.evidence, rules).best
                if anew is not None and anew.cost < cost:
                    cost, play = anew.cost, replace(anew.play, shakes=play.shakes)
            worse += cost - one.cost
        if worse >= stay:
            return None
        kept = one.turn.give if play == one.turn.play else {}
        turn = record(round_, play, kept, one.turn.evidence, one.turn.seen.confidence, one.turn.seen.seconds, rules,
                      fixed=one.turn.fixed)
        if turn is None or next_seat(turn.result.table, play.seat) is None:
            return None
        round_ = advance(round_, turn)
    return round_, worse
