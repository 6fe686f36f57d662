"""What must hold on every table, one checker per invariant (CHEATS.md section 2). A foul is data.

Nothing is asked before the table has rested 0.7 s and seven looks agree, and nothing is asked twice. One bad read
never accuses: an identity counts only after many sure looks and, for a STOP, again after motion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from engine.alerts import REST_LOOKS, REST_SECONDS, Alert, AlertCode, Certainty, Evidence, Level
from engine.belief import Lying
from engine.cards import COPIES, Face
from engine.explain import Ranking
from engine.game import Game, Round
from engine.observation import FLOOR
from engine.outputs import AlertRaised, Output
from engine.table import Seat

CLEAR = 0.97  # mean probability of a face that counts as identified
CLEAR_LOOKS = 12
STOP_SECONDS = 3.0  # both cards lay there so long
STRANGE_COST = 4.0  # no legal reading fits better than this


@dataclass(frozen=True, slots=True)
class Finding:
    """An invariant that does not hold."""

    code: AlertCode
    level: Level
    certainty: Certainty
    cards: tuple[Face, ...]
    seat: Seat | None = None


def check(game: Game, ranking: Ranking) -> tuple[Game, tuple[Output, ...]]:
    """Ask about what no legal turn explains; the first code of CONTRACT.md section 6 wins."""
    round_, belief = game.round, game.belief
    rested = belief.still >= REST_LOOKS and game.seconds - belief.quiet_since >= REST_SECONDS - 0.01
    if round_ is None or round_.over or not rested or ranking.cost < STRANGE_COST:
        return game, ()
    found = [*duplicates(game), *_after_rest(game, round_)]
    order = list(AlertCode)
    for finding in sorted(found, key=lambda one: order.index(one.code)):
        mark = (finding.code, finding.cards, int(finding.level))
        if mark not in game.accused:
            return _raise(game, round_, finding, mark)
        break
    return game, ()


def _raise(game: Game, round_: Round, finding: Finding, mark: tuple[AlertCode, tuple[Face, ...], int]
           ) -> tuple[Game, tuple[Output, ...]]:
    before = round_.turns[-1].seen.seconds if round_.turns else round_.started
    alert = Alert(finding.code, finding.level, finding.certainty, finding.cards, finding.seat,
                  Evidence(before, game.seconds), len(round_.turns) + 1)
    raised = AlertRaised(game.seconds, game.raised + 1, alert)
    return replace(game, raised=raised.number, alerts=(*game.alerts, raised), accused=game.accused | {mark}), (raised,)


def _clear(card: Lying) -> bool:
    face = card.face
    return (face is not None and card.looks >= CLEAR_LOOKS and card.sure >= REST_LOOKS
            and card.probability(face) >= CLEAR and card.misses == 0)


def duplicates(game: Game) -> Iterator[Finding]:
    """I1, I2: a face more often in clear view than the deck holds it, or a fifth card of a month."""
    assert game.round is not None
    clear = [card for card in game.belief.cards if card.present and _clear(card)]
    seen = Counter(card.face for card in clear if card.face is not None)
    mover = game.round.to_move
    for face, count in sorted(seen.items()):
        if count > COPIES.get(face, 9):
            both = [card for card in clear if card.face == face]
            stop = all(game.seconds - card.first >= STOP_SECONDS and _again(game, card) for card in both)
            level = Level.STOP if stop else Level.QUESTION
            yield Finding(AlertCode.DUPLICATE_CARD, level, Certainty.CERTAIN_IF_BOTH_RECOGNISED, (face,), mover)
    for month, group in groupby(sorted(seen), key=lambda face: face.month):
        faces = tuple(group)
        if month and sum(seen[face] for face in faces) > 4 and all(seen[f] <= COPIES.get(f, 9) for f in faces):
            yield Finding(AlertCode.FOREIGN_CARD, Level.QUESTION, Certainty.CERTAIN_IF_BOTH_RECOGNISED, faces, mover)


def _again(game: Game, card: Lying) -> bool:
    """True if the card was looked at again after motion."""
    return card.first < game.belief.stirred < card.last


def _after_rest(game: Game, round_: Round) -> Iterator[Finding]:
    """What the floor shows when a play is over for the eyes, but no legal turn leaves it so."""
    belief = game.belief
    floor = Counter(card.face for card in belief.floor if card.face is not None)
    lies = Counter(round_.table.loose)
    stacked = {card for stack in round_.table.stacks for card in stack.cards}
    hidden = {card.face for card in belief.cards if not card.present and belief.hidden(card)}
    gone = [face for face in (lies - floor).elements() if face not in hidden]
    laid = [card for card in belief.new if card.laid and card.looks >= REST_LOOKS and _clear_enough(card)]
    if any(card.zone == FLOOR and card.face in stacked for card in laid) or len(gone) != 1:
        return
    mover = round_.to_move
    away = [card.face for card in laid if card.zone != FLOOR or not card.present]
    if not laid and not belief.entered.get((mover + 1) % game.players):
        yield Finding(AlertCode.CARD_MISSING, Level.QUESTION, Certainty.NEEDS_CONFIRMATION, tuple(gone), mover)
    elif len(away) == 1 and away[0] is not None and away[0].month != gone[0].month and len(laid) == 2:
        yield Finding(AlertCode.MONTH_MISMATCH, Level.QUESTION, Certainty.CERTAIN, (away[0], gone[0]), mover)


def _clear_enough(card: Lying) -> bool:
    face = card.face
    return face is not None and card.probability(face) >= 0.9
