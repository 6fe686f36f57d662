"""One recorded round played again line by line, by the rules of `engine.round`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.calls import make_call
from engine.dealt import Laid
from engine.difference import Difference, cards_text, outcome_differs, play_differs
from engine.errors import EngineError, IllegalPlay
from engine.family import value
from engine.gametext import ARROW, format_step
from engine.record import Call, Cards, End, Outcome, Points, Say, Step
from engine.round import apply
from engine.settle import ResultKind
from engine.state import Action, Do, Phase, Round, Turned
from engine.steal import is_fair_gift
from engine.table import Seat
from engine.turn import Play
from engine.unhide import ANY, like, show, take_turn

Gifts = Mapping[Seat, Cards]
Followed = tuple[Step, Round | None, tuple[Difference, ...]]
"""A line with the outcome by the rules, the state after it (None: play could not be followed), what differs."""


class Retrace:
    """A round that is played again. ``state`` is where it stands; ``lost`` once a line could not be played."""

    def __init__(self, laid: Laid) -> None:
        self.laid, self.state, self.lost = laid, laid.state, False
        self._apart = (0, 0)  # shakes and bonus cards of this turn that had lines of their own

    def follow(self, step: Step) -> Iterator[Followed]:
        """Yield *step* as the rules have it, after a Go that was not written down but follows from it."""
        if self.lost:
            yield step, None, ()
            return
        if self.state.phase is Phase.GO_STOP and _lays_on(step):
            yield from self.follow(Step(self._mover, Action(Do.GO), line=step.line))
        try:
            yield self._played(step)
        except EngineError as error:
            self.lost = True
            words = format_step(step).partition(f" {ARROW}")[0].strip()
            yield step, None, (Difference(step.line, f"'{words}' cannot be played", "", str(error)),)

    def finish(self, end: End | None) -> Iterator[Followed]:
        """Yield what was not written down but follows from how the round ended: a Stop, shown cards, a void hand."""
        state = self.state
        if end is None or self.lost or state.phase is Phase.OVER:
            return
        if end.kind is ResultKind.STOP and state.phase is Phase.GO_STOP and end.winner in (None, self._mover):
            yield from self.follow(Step(self._mover, Action(Do.STOP), line=end.line))
        elif end.kind is ResultKind.VOID:
            yield from self.follow(Step(self._mover, Call(Say.VOID), line=end.line))
        elif end.kind is ResultKind.CHONGTONG and self.laid.hidden and end.winner is not None:
            yield from self.follow(Step(end.winner, Call(Say.CHONGTONG), line=end.line))

    @property
    def _mover(self) -> Seat:
        return self.laid.active[self.state.turn]

    def _played(self, step: Step) -> Followed:
        if step.seat not in self.laid.active:
            raise IllegalPlay(f"seat {step.seat} does not play")
        seat = self.laid.active.index(step.seat)
        if self.state.phase is Phase.OVER:
            raise IllegalPlay("the round is over")
        if isinstance(step.does, Call):
            answers = {self.laid.active.index(one): yes for one, yes in step.does.answers.items()}
            call = replace(step.does, answers=answers)
            self.state = make_call(self.state, seat, call, hidden=self.laid.hidden)
            return replace(step, told=Outcome()), self.state, ()
        if self.state.turn != seat:
            raise IllegalPlay(f"seat {self._mover} is to move")
        if isinstance(step.does, Play):
            return self._turn(step, replace(step.does, seat=seat))
        return self._action(step, step.does)

    def _action(self, step: Step, action: Action) -> Followed:
        """A declaration, an answer, or a bonus card laid aside."""
        before, unseen = self.state, self.laid.hidden and not step.told.draws
        if self.laid.hidden and action.cards:
            before = show(before, action.cards, step.told.draws or ANY)
        after = apply(before, like(before, action))
        if after.last is not before.last or after.phase is Phase.CHOOSE:
            raise IllegalPlay("its replacement is played at once (bonus_hand); write the whole turn on one line")
        shakes, bonus = self._apart
        self._apart = (shakes + (action.do is Do.SHAKE), bonus + (action.do is Do.LAY_BONUS))
        ruled = Outcome()
        if action.do is Do.LAY_BONUS and not unseen:
            ruled = Outcome((), (), (), {}, {}, 0, None, before.stock_cards[:1])
        self.state = after
        return replace(step, told=ruled), after, tuple(outcome_differs(step.line, step.told, ruled))

    def _turn(self, step: Step, play: Play) -> Followed:
        """Junk that was given is followed as it is told; whether it had to be that junk is judged."""
        before, told, hidden = self.state, step.told, self.laid.hidden
        after = take_turn(before, play, told, hidden=hidden)
        ruled, wrong = self._outcome(after), list[Difference]()
        given = None if told.stolen is None else {seat: cards for seat, cards in told.stolen.items() if cards}
        if given is not None and given != ruled.stolen:
            wrong += self._judge_gifts(step, given, before, after)
            gifts = {seat: given.get(victim, ()) for seat, victim in enumerate(self.laid.active) if seat != play.seat}
            after = take_turn(_given(before, gifts), play, told, hidden=hidden)
            ruled, after = self._outcome(after), _given(after, None)
        assert after.last is not None
        done = self._done(after.last, step)
        wrong += [*play_differs(step, play, done, after.last.result.captured),
                  *outcome_differs(step.line, told, ruled)]
        if step.n not in (None, after.last.n):
            wrong.append(Difference(step.line, "turn", str(step.n), str(after.last.n)))
        self.state = after
        return replace(step, does=done, told=ruled, n=after.last.n), after, tuple(wrong)

    def _judge_gifts(self, step: Step, given: Gifts, before: Round, after: Round) -> Iterator[Difference]:
        """Any junk of the lowest class may be given (RULES.md 8)."""
        assert after.last is not None
        result = after.last.result
        if strange := given.keys() - {seat for seat in self.laid.active if seat != step.seat}:
            raise IllegalPlay(f"nothing is taken from seat {min(strange)} in this turn")
        for seat, victim in enumerate(self.laid.active):
            cards, due = given.get(victim, ()), result.stolen.get(seat, ())
            if not is_fair_gift(before.table.piles[seat], cards, result.debts, seat, before.rules):
                yield Difference(step.line, f"from {victim}", cards_text(cards), cards_text(due))

    def _outcome(self, after: Round) -> Outcome:
        assert after.last is not None
        result, seat = after.last.result, after.last.play.seat
        pays = (after.paid[seat] - self.state.paid[seat]) // (after.players - 1)
        return Outcome(tuple(map(str, result.events)), result.captured, result.stack or (), self._gifts(result.stolen),
                       self._gifts(result.change), pays, self.scores(after), ())

    def _gifts(self, gifts: Gifts) -> dict[Seat, Cards]:
        return {self.laid.active[seat]: cards for seat, cards in gifts.items() if cards}

    def scores(self, state: Round) -> Points:
        """Return the points of the captured cards by seat; in the family game the values of the cards."""
        family = state.rules.game == "hwatu"
        points = [value(pile) if family else state.points(seat) for seat, pile in enumerate(state.table.piles)]
        active, seats = self.laid.active, range(len(points) + (self.laid.four is not None))
        return tuple(points[active.index(seat)] if seat in active else None for seat in seats)

    def _done(self, turned: Turned, step: Step) -> Play:
        """The turn as its line tells it: without what had lines of its own."""
        (shakes, bonus), self._apart = self._apart, (0, 0)
        play = turned.play
        return replace(play, seat=step.seat, shakes=play.shakes[shakes:], bonus_laid=play.bonus_laid[bonus:])


def _given(state: Round, gifts: Gifts | None) -> Round:
    return replace(state, extras=replace(state.extras, given=gifts))


def _lays_on(step: Step) -> bool:
    """True if *step* begins or is a turn; after the question Go or Stop that says Go."""
    if isinstance(step.does, Action):
        return step.does.do in (Do.SHAKE, Do.LAY_BONUS)
    return isinstance(step.does, Play)
