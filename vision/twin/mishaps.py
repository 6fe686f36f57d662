"""Fouls and slips of one game: which are wanted, when they come, and what the truth says of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from engine.alerts import AlertCode
from engine.table import Seat
from vision.twin.act import Act, Props
from vision.twin.fouls import cards as _cards
from vision.twin.fouls import deals as _deals
from vision.twin.fouls import gestures as _gestures
from vision.twin.fouls import steals as _steals
from vision.twin.fouls import turns as _turns
from vision.twin.fouls.foul import FOULS as _ALL
from vision.twin.fouls.foul import At, Deal, Foul
from vision.twin.slips import cards as _slip_cards
from vision.twin.slips import hands as _slip_hands
from vision.twin.slips import light as _slip_light
from vision.twin.slips.slip import SLIPS
from vision.twin.steps import Paced, Step

__all__ = ["FAMILIES", "FOULS", "SLIPS", "Mishaps", "Wanted"]
FOULS = {str(code): _ALL[str(code)] for code in AlertCode if str(code) in _ALL}
"""Every foul that can be filmed by its code, in the order of CONTRACT.md section 6."""

FAMILIES = (_cards, _deals, _gestures, _steals, _turns, _slip_cards, _slip_hands, _slip_light)
"""The modules that fill the lists."""

Json = dict[str, Any]
TAKES = 0.6  # how often an occasion for a foul is taken, so that seeds differ
CLUMSY, MIXED = 0.75, 0.35  # how often a turn is clumsy: until all named slips have come; at random
EARLY = 7  # turns within which a foul shall come, so that films stay short


@dataclass(frozen=True)
class Wanted:
    """What a film shall show. Raises ValueError for a code or name that the virtual table does not know."""

    fouls: tuple[str, ...] = ()
    slips: tuple[str, ...] = ()  # names, "all" or "random"
    from_turn: int | None = None  # the film begins with this turn; None: with the deal

    def __post_init__(self) -> None:
        for code in self.fouls:
            if code not in FOULS:
                raise ValueError(f"the virtual table knows no foul {code!r}; choose {', '.join(FOULS)}")
        for name in self.slips:
            if name not in SLIPS and name not in ("all", "random"):
                known = ", ".join(("all", "random", *SLIPS))
                raise ValueError(f"the virtual table knows no clumsiness {name!r}; choose {known}")
        if self.from_turn is not None and any(FOULS[code].at is At.DEAL for code in self.fouls):
            raise ValueError("a foul of the deal needs a film that begins with the deal; name no turn to begin with")

    def __bool__(self) -> bool:
        return bool(self.fouls or self.slips or self.from_turn)


@dataclass
class _Due:
    """A foul whose deadline has not come."""

    line: Json
    foul: Foul
    n: int  # turn of the foul, 0: the deal
    mover: Seat | None  # whose turn that was


@dataclass
class Mishaps:
    """Those of one game. `early`: fouls must come soon after the film's beginning."""

    wanted: Wanted
    luck: random.Random
    props: Props
    early: bool = False
    fouls: list[str] = field(default_factory=list)  # still to come
    slips: list[str] = field(default_factory=list)
    _due: list[_Due] = field(default_factory=list)
    _later: list[Step] = field(default_factory=list)
    _later_months: set[int] = field(default_factory=set)
    _after_next: list[Step] = field(default_factory=list)
    _hurry: bool = False

    def __post_init__(self) -> None:
        self.fouls = list(self.wanted.fouls)
        self.slips = [name for name in self.wanted.slips if name in SLIPS]
        if "all" in self.wanted.slips:
            self.slips = list(SLIPS)

    @property
    def missing(self) -> list[str]:
        """What was asked for and has not come; of "all" nothing must."""
        return [*self.fouls, *([] if "all" in self.wanted.slips else self.slips)]

    def options(self) -> dict[str, list[str]]:
        """House rules that go with the fouls."""
        return {key: list(value) for code in self.wanted.fouls for key, value in FOULS[code].options}

    def change_deal(self, deal: Deal) -> list[Foul]:
        """Commit the fouls of the deal and return those that could be; `tell` then notes them."""
        codes = [code for code in self.fouls if FOULS[code].at is At.DEAL]
        done = [FOULS[code] for code in codes if FOULS[code].deal(deal)]
        self.fouls = [code for code in self.fouls if FOULS[code] not in done]
        return done

    def keeps_silent(self, n: int) -> Foul | None:
        """The foul of a seat that does not answer after turn *n* whether it goes on, if it is wanted now."""
        code = next((code for code in self.fouls[:1] if FOULS[code].at is At.PROMPT), None)
        if code is None or self._due or n < (self.wanted.from_turn or 1):
            return None
        self.fouls.remove(code)
        return FOULS[code]

    def change(self, act: Act) -> tuple[Act, Foul | None]:
        """*act* with a foul, or with a slip, or as it was."""
        calm = not (self._later or self._after_next or self._hurry)
        foul = None
        if calm and not self._due:
            act, foul = self._foul(act)
        act.steps = act.turn.steps(act.lies())
        if foul is None and calm and not self._due:
            act = self._slip(act)
        return act, foul

    def _foul(self, act: Act) -> tuple[Act, Foul | None]:
        first = (self.wanted.from_turn or 1) + 1
        for code in self.fouls[:1]:
            foul = FOULS[code]
            if foul.at is not At.TURN or act.n < first or (self.early and act.n > first + EARLY and not foul.late):
                continue
            trial = act.copy()
            trial.offender = act.me
            if not foul.turn(trial):
                continue
            if trial.offender == act.me:
                trial.offender = trial.me  # the foul may be another seat's turn
            if trial.after.phase == "play" and trial.reaches():
                continue
            if foul.late or self.luck.random() < TAKES:
                self.fouls.remove(code)
                return trial, foul
        return act, None

    def _slip(self, act: Act) -> Act:
        mixed = "random" in self.wanted.slips
        if act.n < (self.wanted.from_turn or 1) or self.luck.random() > (CLUMSY if self.slips else MIXED):
            return act
        names = list(self.slips) or (list(SLIPS) if mixed else [])
        self.luck.shuffle(names)
        for name in names:
            trial = act.copy()
            trial.steps = list(act.steps)
            trial.slip = {"name": name, "seat": act.me, "start": None, "end": None, "question_ok": False}
            if SLIPS[name].commit(trial):
                trial.slip["question_ok"] = SLIPS[name].question_ok
                if name in self.slips:
                    self.slips.remove(name)
                return trial
        return act

    def steps(self, act: Act) -> list[Step]:
        """The steps of *act* with what the turn before left open; what it leaves open itself is kept."""
        steps = list(act.steps)
        if self._hurry:
            steps = [Paced(0.6, step) for step in steps]
        months = {face.month for face in (*act.turn.hand, *act.turn.flip)}
        at = 0 if months & self._later_months or not act.turn.hand else 1
        steps[at:at] = self._later
        steps += self._after_next
        self._later, self._after_next, self._hurry = act.later, act.after_next, act.hurry
        self._later_months = {face.month for face in act.turn.captured} if act.later else set()
        return steps

    @property
    def hurries(self) -> bool:
        """Whether the next turn comes at once."""
        return self._hurry

    def left_open(self) -> list[Step]:
        """What is still to be done when a round is over."""
        steps = [*self._later, *self._after_next]
        self._later, self._after_next, self._hurry = [], [], False
        return steps

    def tell(
        self, told: Json, foul: Foul, seat: Seat | None, n: int, start: float, rest: float, mover: Seat | None = None
    ) -> None:
        """Write a foul into the truth; its `until` comes with the turns that follow. *mover*: whose turn it was."""
        line: Json = {"code": str(foul.code), "seat": seat, "start": start, "rest": rest, "until": None}
        told["fouls"].append(line)
        self._due.append(_Due(line, foul, n, mover))

    def turn_over(self, n: int, seat: Seat, rest: float) -> None:
        """A turn lies at rest: some deadlines are known now."""
        for due in list(self._due):
            until = due.foul.until
            after = until.turns is not None and n >= due.n + until.turns
            if until.own:
                after = seat == due.mover and n > due.n
            if after:
                due.line["until"] = round(rest + until.grace, 3)
                self._due.remove(due)

    def round_over(self, seconds: float) -> None:
        """The cards are gathered: what was not raised by now is too late."""
        for due in self._due:
            due.line["until"] = round(seconds, 3)
        self._due.clear()
