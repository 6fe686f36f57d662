"""What people say, against the table: Go and Stop, shows, scores, payments (CHEATS.md section 3.4; I13, I14, I17).

The eyes may be behind the words: a Go or Stop that nobody is asked for waits until its turn has been explained, and
is judged when the table has rested and nothing is left to explain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from engine.alerts import Certainty, Level
from engine.audit import Claim, Code, Verdict, judge_claim, judge_ledger
from engine.cards import COPIES, Face
from engine.closing import answer, finish, turns_left
from engine.events import Said, Say
from engine.finding import Finding, ask
from engine.game import Game, Round, TurnRecord
from engine.outputs import Output
from engine.settle import ResultKind

Step = tuple[Game, tuple[Output, ...]]

WAIT_S = 1.5  # so long the eyes may be behind a word
SURE = 0.7  # confidence of a turn that speaks against a show
FOUR = 4


def said(game: Game, word: Said) -> Step:
    """Take what a seat said, and ask about it if it cannot be."""
    round_ = game.round
    if not 0 <= word.seat < game.players or game.paused:
        return game, ()
    if word.say is Say.PAY:
        return _paid(game, word)
    if word.say is Say.CLAIM and word.value is not None and round_ is not None:
        return _score_said(game, round_, word)
    if round_ is None or round_.over:
        return game, ()
    match word.say:
        case Say.GO | Say.STOP:
            return _go_or_stop(game, round_, word)
        case Say.SHAKE if word.cards:
            return _shown(game, round_, word)
        case Say.BOMB:
            return replace(game, says=(*game.says, word), tried=()), ()
        case Say.CHONGTONG if not round_.turns:
            if word.cards and not _four(word):
                return ask(game, round_, Finding(Code.FALSE_SHAKE, Level.QUESTION, Certainty.CERTAIN, word.cards,
                                                  word.seat))
            return finish(replace(game, past=game), ResultKind.CHONGTONG, word.seat)
    return game, ()


def _four(word: Said) -> bool:
    return len(word.cards) == FOUR and len({card.month for card in word.cards}) == 1 and word.cards[0].month > 0


# -- Go and Stop

def _go_or_stop(game: Game, round_: Round, word: Said) -> Step:
    if round_.prompt is not None and round_.prompt.seat == word.seat:
        after, outputs = answer(game, word)
        return replace(after, past=game), outputs
    return replace(game, says=(*game.says, word), tried=()), ()


def unasked(game: Game, round_: Round) -> Iterator[tuple[Said, Finding]]:
    """Words at a resting, wholly explained table that nobody was asked for, each with what is wrong."""
    if game.belief.new:
        return
    for word in game.says:
        if word.say not in (Say.GO, Say.STOP) or game.seconds - max(word.seconds, game.belief.stirred) < WAIT_S:
            continue
        verdict = judge_claim(_claim(game, round_, word), game.players, game.rules)
        code = verdict.code or Code.CLAIM_OUT_OF_TURN
        yield word, Finding(code, Level.QUESTION, verdict.certainty, (), word.seat, len(round_.turns) or None)


def _claim(game: Game, round_: Round, word: Said) -> Claim:
    """The word as a claim; whoever played last may speak, unless somebody else is asked."""
    seat = word.seat
    asked = round_.prompt.seat if round_.prompt else round_.turns[-1].play.seat if round_.turns else round_.to_move
    if seat == round_.to_move and round_.prompt is None:
        asked = seat  # at the begin of its turn: early or late, not out of turn
    went = round_.go[seat]
    return Claim(str(word.say), seat, asked, game.totals[seat], went, round_.go_points[seat] if went else None,
                 turns_left(round_.table, seat))


# -- shows

def _shown(game: Game, round_: Round, word: Said) -> Step:
    """A shake: three of one month that lie nowhere yet (I17)."""
    shaken = round_.shaken[word.seat]
    claim = Claim("shake", word.seat, word.seat, shown=word.cards, shaken=shaken, floor=_floor(round_))
    verdict = judge_claim(claim, game.players, game.rules)
    if verdict.code is None and _elsewhere(round_, word):
        verdict = Verdict(Code.FALSE_SHAKE)
    game = replace(game, tried=(), shakes=(*game.shakes, word))
    if verdict.code is not None:
        return ask(game, round_, Finding(verdict.code, Level.QUESTION, verdict.certainty, word.cards, word.seat))
    return replace(game, says=(*game.says, word)), ()


def _floor(round_: Round) -> tuple[Face, ...]:
    return round_.table.loose + round_.table.stacked


def _elsewhere(round_: Round, word: Said) -> bool:
    """True if the table holds so many of the month's cards that the hand cannot hold these."""
    table = round_.table
    out = Counter(_floor(round_)) + Counter(card for pile in table.piles for card in pile)
    return any(count > COPIES.get(card, 9) - out[card] for card, count in Counter(word.cards).items())


def false_shows(game: Game, round_: Round) -> Iterator[Finding]:
    """A card that a seat showed came from another hand, or from the stock (I17)."""
    for word in game.shakes:
        spare = Counter({card: COPIES.get(card, 9) for card in word.cards}) - Counter(word.cards)
        for turn in round_.turns:
            alien = Counter(_others(turn, word)) & Counter(word.cards)
            if alien - spare:
                yield Finding(Code.FALSE_SHAKE, Level.QUESTION, Certainty.CERTAIN, word.cards, word.seat, turn.seen.n)
                break


def _others(turn: TurnRecord, word: Said) -> tuple[Face, ...]:
    """What came out in *turn* that the seat of *word* did not lay after it showed its cards."""
    if turn.seen.seconds < word.seconds or turn.seen.confidence < SURE:
        return ()
    return turn.play.flip if turn.play.seat == word.seat else turn.play.hand + turn.play.flip


# -- scores and payments

def _score_said(game: Game, round_: Round, word: Said) -> Step:
    """A score is right if it is what the cards count, or what is paid for it."""
    assert word.value is not None
    right = {game.totals[word.seat]}
    if round_.over and game.results and game.results[-1].round == round_.number:
        net = game.results[-1].net
        right |= {net[word.seat], -net[word.seat], *(-other for other in net)}
    if word.value in right:
        return game, ()
    return ask(game, round_, Finding(Code.SCORE_MISDECLARED, Level.QUESTION, Certainty.CERTAIN, (), word.seat,
                                      len(round_.turns) or None))


def _paid(game: Game, word: Said) -> Step:
    """A seat entered what it paid (below zero: what it got) for the last result."""
    if not game.results or word.value is None:
        return game, ()
    game = replace(game, paid=(*(one for one in game.paid if one.seat != word.seat), word))
    entered = {one.seat: -(one.value or 0) for one in game.paid}
    due = game.results[-1].net
    last = judge_ledger(due=[due[word.seat]], paid=[entered[word.seat]])
    if last.code is Code.UNDERPAID and due[word.seat] < 0:
        return ask(game, game.round, Finding(Code.UNDERPAID, Level.QUESTION, last.certainty, (), word.seat))
    if len(entered) == game.players and sum(entered.values()) != 0:
        return ask(game, game.round, Finding(Code.LEDGER_NOT_ZERO, Level.QUESTION, Certainty.CERTAIN, (), None))
    return game, ()
