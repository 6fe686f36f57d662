"""Plays a recorded game again: what the rules make of each line, and where the record says otherwise (pure)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.deal import dealer_of
from engine.dealt import Laid, lay_out
from engine.difference import Difference, end_differs
from engine.errors import EngineError
from engine.four import whole_net
from engine.gametext import format_count
from engine.match import Match
from engine.record import End, GameRecord, GameRound, Step
from engine.retrace import Retrace
from engine.state import Round, RoundResult


@dataclass(frozen=True, slots=True)
class Opened:
    """A round was dealt; ``laid`` is None if it could not be."""

    number: int
    deal: GameRound  # without steps and end, the dealer and the carry by the rules
    laid: Laid | None
    wrong: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """A line was played. ``step`` has the outcome by the rules, or the one told where play cannot be followed."""

    number: int
    step: Step
    state: Round | None
    wrong: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Closed:
    """A round is over, or (``end`` None) its record breaks off."""

    number: int
    end: End | None
    match: Match
    wrong: tuple[Difference, ...] = ()


Moment = Opened | Played | Closed


def play_back(record: GameRecord) -> Iterator[Moment]:
    """Yield what happens in *record*, in order. Nothing is raised for what it says: see ``wrong``."""
    match, wrong = _first_dealer(record)
    for number, one in enumerate(record.rounds, 1):
        match, carried = _carried_on(one, match, first=number == 1, drawn=bool(record.draws))
        for moment in play_round(number, one, match, (*wrong, *carried)):
            yield moment
            match = moment.match if isinstance(moment, Closed) else match
        wrong = ()


def play_round(number: int, one: GameRound, match: Match, wrong: tuple[Difference, ...] = ()) -> Iterator[Moment]:
    """Yield what happens in round *number* of *match*, whose dealer and carry count; *wrong* is known already."""
    deal = replace(one, steps=(), end=None, dealer=match.dealer, nagari=match.nagari or None)
    try:
        laid = lay_out(one, match)
    except EngineError as error:
        yield Opened(number, deal, None, (*wrong, Difference(one.line, "the deal", "", str(error))))
        yield from (Played(number, step, None) for step in one.steps)
        yield _untested(number, one.end, match)
        return
    yield Opened(number, deal, laid, wrong)
    retrace = Retrace(laid)
    for step in one.steps:
        yield from (Played(number, *followed) for followed in retrace.follow(step))
    yield from (Played(number, *followed) for followed in retrace.finish(one.end))
    yield _close(number, one.end, retrace, match)


def gathered(moments: Iterable[Moment]) -> tuple[tuple[GameRound, ...], tuple[Difference, ...]]:
    """Return the rounds of *moments* with every outcome as the rules say, and what was told otherwise."""
    rounds: list[GameRound] = []
    steps: list[Step] = []
    wrong: list[Difference] = []
    for moment in moments:
        wrong += moment.wrong
        if isinstance(moment, Opened):
            rounds.append(moment.deal)
            steps = []
        elif isinstance(moment, Played):
            steps.append(moment.step)
        else:
            rounds[-1] = replace(rounds[-1], steps=tuple(steps), end=moment.end)
    return tuple(rounds), tuple(wrong)


def canonical(record: GameRecord) -> tuple[GameRecord, tuple[Difference, ...]]:
    """Return *record* with every outcome as the rules say, and what it told otherwise."""
    rounds, wrong = gathered(play_back(record))
    return replace(record, rounds=rounds), wrong


def _first_dealer(record: GameRecord) -> tuple[Match, tuple[Difference, ...]]:
    match = Match(record.rules, record.players, purse=record.purse, stake=record.stake)
    if not record.draws:
        return match, ()
    try:
        return replace(match, dealer=dealer_of(record.draws, record.players, record.rules)), ()
    except EngineError as error:
        return match, (Difference(0, "the draw for the deal", "", str(error)),)


def _carried_on(one: GameRound, match: Match, *, first: bool, drawn: bool) -> tuple[Match, tuple[Difference, ...]]:
    """Take dealer and carry as the round tells them; the rules know both but for the first round."""
    wrong = []
    for word, told, ruled, known in (("dealer", one.dealer, match.dealer, drawn or not first),
                                     ("nagari", one.nagari, match.nagari, not first)):
        if known and told not in (None, ruled):
            wrong.append(Difference(one.line, word, str(told), str(ruled)))
    dealer = match.dealer if one.dealer is None else one.dealer
    return replace(match, dealer=dealer, nagari=match.nagari if one.nagari is None else one.nagari), tuple(wrong)


def _untested(number: int, end: End | None, match: Match, *wrong: Difference) -> Closed:
    """A round that could not be followed: the match goes on as it is told to have ended."""
    if end is not None and end.net is not None:
        try:
            told = RoundResult(end.kind, end.winner, end.net, end.paid or (0,) * len(end.net))
            match = match.record(told, agreed=end.agreed, settled=end.settled)
        except EngineError as error:
            wrong += (Difference(end.line, "the result", "", str(error)),)
    return Closed(number, end, match, wrong)


def _close(number: int, told: End | None, retrace: Retrace, match: Match) -> Closed:
    result, laid = retrace.state.result, retrace.laid
    if result is None or retrace.lost:
        goes_on = told is not None and not retrace.lost
        return _untested(number, told, match, *(
            [Difference(told.line, "result", str(told.kind), "that the round goes on")] if told and goes_on else []))
    four = laid.four
    winner = None if result.winner is None else laid.active[result.winner]
    net = result.net if four is None else four.net(retrace.state)
    paid = result.paid if four is None else whole_net(laid.active, result.paid)
    sold = () if four is None else four.sold(retrace.state)
    agreed = told is None or told.agreed
    died = four.seating.out if four is not None and not four.seating.may_sell else None
    settled, wrong = None if told is None else told.settled, list[Difference]()
    ended = RoundResult(result.kind, winner, net, paid)
    try:
        match = match.record(ended, agreed=agreed, paid=paid, sold=sold, settled=settled, died=died)
    except EngineError as error:  # what was agreed on does not sum to 0
        wrong.append(Difference(told.line if told else 0, "settled", "", str(error)))
        match = match.record(ended, agreed=agreed, paid=paid, sold=sold, died=died)
    end = End(result.kind, winner, _counted(result, laid), paid if any(paid) else None, sold if any(sold) else None,
              net, settled, match.totals(), agreed)
    if told is not None:
        wrong += end_differs(told, replace(end, money=match.money()))
    return Closed(number, end, match, tuple(wrong))


def _counted(result: RoundResult, laid: Laid) -> str:
    """Return the sum step by step; the settlement knows only who played, the record names seats of the table."""
    if result.settlement is None:
        return ""
    return format_count(line if line.seat is None else replace(line, seat=laid.active[line.seat])
                        for line in result.settlement.lines)
