"""An invariant that does not hold, and how it becomes an alert."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.alerts import Alert, AlertCode, Certainty, Evidence, Level
from engine.cards import Face
from engine.game import Game, Round
from engine.outputs import AlertRaised, Output
from engine.table import Seat


@dataclass(frozen=True, slots=True)
class Finding:
    """What is inconsistent, and whose action it was."""

    code: AlertCode
    level: Level
    certainty: Certainty
    cards: tuple[Face, ...]
    seat: Seat | None = None
    turn: int | None = None  # number of the turn; None: the one that is played now

    @property
    def mark(self) -> tuple[AlertCode, tuple[Face, ...], int]:
        """What is not asked twice in a round."""
        return self.code, self.cards, int(self.level)


def raised(game: Game, round_: Round, finding: Finding) -> tuple[Game, tuple[Output, ...]]:
    """Return the game with *finding* asked."""
    turn = len(round_.turns) + 1 if finding.turn is None else finding.turn
    before = round_.turns[turn - 2].seen.seconds if turn > 1 else round_.started
    alert = Alert(finding.code, finding.level, finding.certainty, finding.cards, finding.seat,
                  Evidence(before, game.seconds), turn)
    said = AlertRaised(game.seconds, game.raised + 1, alert)
    accused = game.accused | {finding.mark}
    return replace(game, raised=said.number, alerts=(*game.alerts, said), accused=accused), (said,)
