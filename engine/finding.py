"""An invariant that does not hold, how it becomes an alert, and what people have ruled about such alerts."""

from __future__ import annotations

from dataclasses import replace

from engine.alerts import INVARIANTS, Alert, AlertCode, Evidence, Finding, Request
from engine.game import Game, Round, Ruling
from engine.outputs import AlertRaised, Output

__all__ = ["Finding", "ask", "raised", "ruled", "silenced"]

HABITS = frozenset({
    AlertCode.OUT_OF_TURN, AlertCode.WRONG_CARD_STOLEN, AlertCode.STEAL_OWED, AlertCode.BONUS_UNRESOLVED,
    AlertCode.NO_CUT, AlertCode.PEEK, AlertCode.BACK_ANOMALY, AlertCode.GO_IMPLIED, AlertCode.DEAL_ORDER})
"""What a house may play so: overruled once, that seat is not asked about it again for the evening."""

REQUESTS = {
    AlertCode.DUPLICATE_CARD: Request.SHOW, AlertCode.FOREIGN_CARD: Request.SHOW, AlertCode.CARD_MISSING: Request.LIFT,
    AlertCode.EXTRA_TABLE_CARD: Request.PUT_BACK, AlertCode.PPEOK_TAKEN: Request.PUT_BACK,
    AlertCode.STACK_BROKEN: Request.PUT_BACK, AlertCode.CAPTURED_PILE_TAMPER: Request.PUT_BACK,
    AlertCode.MONTH_MISMATCH: Request.PUT_BACK, AlertCode.TWO_CARDS_PLAYED: Request.PUT_BACK,
    AlertCode.DOUBLE_FLIP: Request.PUT_BACK, AlertCode.STEAL_OWED: Request.GIVE, AlertCode.HAND_COUNT: Request.COUNT,
    AlertCode.MISDEAL: Request.COUNT}
"""What settles each code; the others are answered by saying how it was meant."""


OF_THE_TURN = frozenset({
    AlertCode.MONTH_MISMATCH, AlertCode.EXTRA_TABLE_CARD, AlertCode.PPEOK_TAKEN, AlertCode.STACK_BROKEN,
    AlertCode.CAPTURED_PILE_TAMPER, AlertCode.TWO_CARDS_PLAYED, AlertCode.DOUBLE_FLIP, AlertCode.FLIP_SKIPPED,
    AlertCode.HAND_COUNT})
"""What is withdrawn when the turn in question is explained after all: people have mended it."""


def silenced(game: Game, finding: Finding) -> bool:
    """True if one of its cards was asked about in this round as loudly, or people overruled the same this evening."""
    for code, cards, level in game.accused:
        if level >= finding.level and (set(cards) & set(finding.cards) or (code is finding.code and cards == ())):
            return True
    return any(not ruling.accepted and ruling.code is finding.code and _same(ruling, finding)
               for ruling in game.rulings)


def _same(ruling: Ruling, finding: Finding) -> bool:
    if finding.code in HABITS:
        return ruling.seat == finding.seat
    return ruling.cards == finding.cards


def raised(game: Game, round_: Round | None, finding: Finding) -> tuple[Game, tuple[Output, ...]]:
    """Return the game with *finding* asked."""
    turns = () if round_ is None else round_.turns
    turn = len(turns) + 1 if finding.turn is None else finding.turn
    started = game.seconds if round_ is None else round_.started
    before = turns[turn - 2].seen.seconds if 1 < turn <= len(turns) + 1 else started
    invariant = finding.invariant or INVARIANTS[finding.code][0]
    request = finding.request or REQUESTS.get(finding.code, Request.SAY)
    alert = Alert(finding.code, finding.level, finding.certainty, finding.cards, finding.seat,
                  Evidence(before, game.seconds, invariant, finding.before, finding.after, request),
                  None if round_ is None else turn)
    said = AlertRaised(game.seconds, game.raised + 1, alert)
    return replace(game, raised=said.number, alerts=(*game.alerts, said),
                   accused=game.accused | {finding.mark}), (said,)


def ask(game: Game, round_: Round | None, finding: Finding) -> tuple[Game, tuple[Output, ...]]:
    """Return the game with *finding* asked, unless it was before."""
    return (game, ()) if silenced(game, finding) else raised(game, round_, finding)


def ruled(game: Game, number: int, accepted: bool) -> Game:
    """Return the game in which people answered alert *number*: their ruling is remembered for the evening."""
    asked = next((one.alert for one in game.alerts if one.number == number), None)
    if asked is None:
        return game
    ruling = Ruling(game.seconds, number, asked.code, asked.seat, asked.cards, accepted)
    return replace(game, alerts=tuple(one for one in game.alerts if one.number != number),
                   rulings=(*game.rulings, ruling))
