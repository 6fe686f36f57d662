"""Fold events into the game: which turns were played, what they score, what to ask, what is odd."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from engine import mending, opening, rebook, resync, told
from engine.belief import Belief, close, look, parted
from engine.cards import Face
from engine.claims import said
from engine.closing import Step, after_turn, finish, imply_go, next_seat
from engine.copies import replace
from engine.events import (
    AlertAnswered,
    Corrected,
    Event,
    Joined,
    Looked,
    NewRound,
    Paused,
    Redone,
    Resumed,
    Said,
    Say,
    TurnFix,
    TurnTold,
    Undone,
)
from engine.evidence import evidence_of, without_waiting
from engine.explain import Explanation, Ranking, explain, explain_two
from engine.finding import OF_THE_TURN, ask, ruled
from engine.foul import DOUBTFUL, STRANGE
from engine.game import Evidence, Game, Round
from engine.guide import questions
from engine.hints import noted
from engine.invariants import check
from engine.lastcount import last_count
from engine.lookback import look_back
from engine.onward import held_back, play_on, went_on
from engine.outofturn import order_mended
from engine.outputs import (
    AlertRaised,
    Following,
    Output,
    Prompt,
    RoundResult,
    RoundStarted,
    ScoreNow,
    StateNow,
    TurnSeen,
)
from engine.reopen import Reopened, came_to, reopened
from engine.rules import RuleSet
from engine.settle import ResultKind
from engine.sitting import seated
from engine.sureness import BELIEVE, PILE_LOOKS, SURELY, believed, hides_a_card, pile_read, tied
from engine.table import Seat
from engine.turn import Play

__all__ = ["AlertRaised", "Following", "Game", "Output", "Prompt", "RoundResult", "RoundStarted", "ScoreNow",
           "StateNow", "TurnSeen", "start", "step"]

DONE_LOOKS, DONE_COST = 3, 8.0  # the same once the floor rests after the flip: a turn is over, later cards tell which
AHEAD_COST = 4.5  # two turns at once must fit so well
GUESS_COST = 9.0  # what a guess may cost when play went on over an unexplained turn
STRANGE_COST = 6.0  # no reading fits better: something was not understood
AHEAD_STAGES = (2, 3, 8, 25, 60)  # looks at rest at which two turns are tried; early ones if the next hand was seen
BACK_STAGES = (3, 8, 20, 59)  # looks at rest at which earlier turns may be read otherwise
FLIP_LOOKS = 13  # looks at the floor without a hand within which a card flipped from the stock is laid
HELD_LOOKS = 30  # looks at rest that a turn waits for which may be a foul
UNSURE_LOOKS, LOST_LOOKS = 20, 60  # looks at a resting floor that nothing explains


def start(rules: RuleSet, players: int, dealer: Seat | None = 0) -> Game:
    """Return a game that waits for its first deal; *dealer* None, or no seat of this table: the first to play deals."""
    return Game(rules, players, dealer if dealer is None or 0 <= dealer < players else None)


def step(game: Game, event: Event) -> Step:
    """Return the game after *event* and what there is to say. Never raises, whatever comes."""
    game = replace(game, seconds=max(game.seconds, event.seconds))
    match event:
        case Looked():
            after, outputs = _looked(game, event)
        case Said():
            after, outputs = said(game, event)
        case Corrected():
            after, outputs = _corrected(game, event)
        case Undone() | Redone():
            after, outputs = told.undone(game) if isinstance(event, Undone) else told.redone(game)
        case Joined():
            after, outputs = told.joined(game, event)
        case NewRound():
            after, outputs = told.new_round(game, event)
        case TurnTold():
            after, outputs = told.turn_told(game, event)
        case Paused() | Resumed():
            after, outputs = replace(game, paused=isinstance(event, Paused), audit=isinstance(event, Resumed)), ()
        case AlertAnswered(_, number, accepted):
            after, outputs = _answered(game, number, accepted)
    if after.past is not game.past and not isinstance(event, Undone | Redone):
        after = replace(after, ahead=None)  # something new happened: what was taken back stays so
    if after.told != game.told:
        outputs = (*outputs, StateNow(after.seconds, *after.told, questions(after)))
    return after, outputs


def _looked(game: Game, event: Looked) -> Step:
    if game.paused:
        return game, ()
    seen = event.observation
    game = replace(game, belief=look(game.belief, seen), blind=seen.doubt or "", spoilt=seen.spoilt or "")
    round_ = game.round
    hints: tuple[Output, ...] = ()
    for finding in noted(seen, game.players):
        game, told_now = ask(game, None if round_ is None or round_.over else round_, finding)
        hints += told_now
    after, outputs = _watched(game)
    return after, (*hints, *outputs)


def _watched(game: Game) -> Step:
    """What the table tells after one more look."""
    round_ = game.round
    if round_ is None or round_.over:
        game, counted = last_count(game)
        after, outputs = opening.look_for_deal(game)
        return after, (*counted, *outputs)
    game, asked = check(game)
    assert game.round is not None
    after, outputs = _follow(game, game.round)
    return after, (*asked, *outputs)


def _answered(game: Game, number: int, accepted: bool) -> Step:
    """People answered an alert; where they overrule it, the play stands and goes on from the table as it lies."""
    after = ruled(game, number, accepted)
    if accepted or after is game or after.as_it_lies is None:
        return after, ()
    return play_on(after), ()


def _follow(game: Game, round_: Round) -> Step:
    """Look for the turn that explains what changed since the last one."""
    belief = game.belief
    if not belief.bare or (signature := _signature(game, belief)) == game.tried:
        return game, ()
    game = replace(game, tried=signature)
    if round_.turns and not belief.entered and belief.quiet > 1:
        turns = (*round_.turns[:-1], replace(round_.turns[-1], after=belief.cards))
        round_ = replace(round_, turns=turns)
        game = replace(game, round=round_)
    if opening.is_new_deal(game):
        return _overtaken(game)
    mended = opening.reread(game)
    if mended is not None:
        return mended, ()
    if game.as_it_lies is not None and not game.as_it_lies.turned and (onward := went_on(game, None)) is not None:
        assert onward.round is not None
        return _follow(onward, onward.round)
    game = seated(game, round_)
    assert game.round is not None
    round_ = order_mended(game, game.round)
    following = next_seat(round_.table, round_.to_move)
    passed = following not in (None, round_.to_move) and belief.last_hand == following
    bombed = any(said.say is Say.BOMB and said.seat == round_.to_move for said in game.says)
    evidence = replace(
        without_waiting(round_, evidence_of(belief, FLIP_LOOKS)), passed_on=passed and round_.to_move in belief.entered,
        parted=parted(belief, round_.to_move, following),
        bombed=bombed, next_at=None if following is None else belief.arrived.get(following))
    ranking = explain(round_.table, round_.to_move, evidence, game.rules, refused=round_.refused)
    game = replace(game, strange=ranking.cost)
    if passed and ranking.cost > STRANGE_COST and (onward := went_on(game, following)) is not None:
        assert onward.round is not None
        return _follow(onward, onward.round)
    if belief.quiet in BACK_STAGES and (back := look_back(round_, evidence, ranking, game.rules)) is not None:
        return _mended(game, back)
    if belief.quiet in BACK_STAGES and (other := reopened(game, ranking, evidence)) is not None:
        return _told_otherwise(game, other)
    best = ranking.best
    if ranking.cost > STRANGE and (game.suspected or game.as_it_lies is not None):
        return _doubt(game, ranking)  # no rule explains it: people are asked
    held = ranking.cost > DOUBTFUL and belief.quiet < HELD_LOOKS and not hides_a_card(ranking)
    if held and (waits := held_back(game, round_, passed)) is not None:
        return _doubt(waits, ranking)
    if best is not None and not best.uncollected and (passed or pile_read(game, best, ranking.margin)):
        return _book_best(game, round_, evidence, ranking, best, passed)
    return _book_ahead(game, round_, evidence, ranking) or _strange(game, round_, evidence, ranking, passed)


def _book_best(game: Game, round_: Round, evidence: Evidence, ranking: Ranking, best: Explanation, passed: bool
               ) -> Step:
    """Book the turn that fits *best* if it fits well enough, else what looks ahead or waits."""
    quiet = game.belief.quiet
    if passed and tied(ranking):
        return _turn(game, best, evidence, ranking.margin)
    if passed and ranking.cost > 0.5 and (ahead := _book_ahead(game, round_, evidence, ranking)) is not None:
        return ahead
    if believed(game, ranking, SURELY):
        return _turn(game, best, evidence, ranking.margin)
    if (ahead := _book_ahead(game, round_, evidence, ranking)) is not None:
        return ahead
    done = evidence.rested and not evidence.unflipped and quiet >= DONE_LOOKS
    either = (quiet >= FLIP_LOOKS and tied(ranking)) or (done and tied(ranking, DONE_COST))
    if either or believed(game, ranking, BELIEVE):
        return _turn(game, best, evidence, ranking.margin)
    return _strange(game, round_, evidence, ranking, passed)


def _book_ahead(game: Game, round_: Round, evidence: Evidence, ranking: Ranking) -> Step | None:
    """Book the turn in question if the next seat's play has begun over it."""
    ahead = _look_ahead(game, round_, evidence, ranking)
    return None if ahead is None else _turn(game, ahead, evidence, 0.5, two=True)


def _strange(game: Game, round_: Round, evidence: Evidence, ranking: Ranking, passed: bool) -> Step:
    """Guess, if play has gone on over a turn that nothing explains; else wait, and say so after a while."""
    last, quiet = game.belief.last_hand, game.belief.quiet
    if ranking.cost > STRANGE_COST and quiet >= (AHEAD_STAGES[2] if passed else UNSURE_LOOKS):
        guess = _look_ahead(game, round_, evidence, ranking, limit=GUESS_COST) or ranking.best
        if guess is not None and guess.cost <= GUESS_COST and evidence.passed_on and not evidence.unflipped:
            return _guess(game, guess, evidence)
    laid = sum(not card.old and card.laid for card in game.belief.cards)  # else nobody played on: it may be a foul
    if ranking.cost > STRANGE_COST and quiet >= AHEAD_STAGES[2] and last not in (None, round_.to_move) and laid > 1:
        return _adopted(game, ranking)
    return _doubt(game, ranking)


def _mended(game: Game, rewritten: Round) -> Step:
    """Earlier turns are read otherwise now: say so, and look at the table anew."""
    after, changed = rebook.rewrite(game, rewritten)
    after, outputs = _follow(replace(after, past=game.past), rewritten)
    return after, (*changed, *outputs)


def _told_otherwise(game: Game, other: Reopened) -> Step:
    """The last turn was another one: book that in its stead, and go on from there."""
    after, outputs = _turn(other.game, other.turn, other.evidence, 0.5, two=other.more)
    assert game.round is not None
    last = len(game.round.turns)
    return after, tuple(replace(one, revised=True) if isinstance(one, TurnSeen) and one.n <= last else one
                        for one in outputs)


def _signature(game: Game, belief: Belief) -> tuple[object, ...]:
    """What an explanation depends on, coarsely: equal signatures explain alike."""
    stage = sum(belief.quiet >= looks for looks in (1, 2, 3, 5, 6, 8, FLIP_LOOKS, PILE_LOOKS, 20, 25, LOST_LOOKS))
    stage += 100 * (belief.clear >= FLIP_LOOKS)
    cards = tuple((card.key, card.face, min(card.looks, 8), card.zone, card.misses >= 3)
                  for card in belief.cards if not card.old or card.misses >= 3)
    return (stage, cards, len(game.says), min(belief.still, 7), tuple(sorted(card.key for card in belief.floor)))


def _look_ahead(game: Game, round_: Round, evidence: Evidence, ranking: Ranking, *,
                limit: float = AHEAD_COST) -> Explanation | None:
    """The turn in question, if what is seen needs the next seat's play as well."""
    following, quiet = next_seat(round_.table, round_.to_move), game.belief.quiet
    further = _further(round_, game.belief.last_hand, following, late=quiet >= AHEAD_STAGES[3])
    played = evidence.passed_on or bool(further) or (following is not None and came_to(game, round_, following) > 1)
    enough = quiet in (AHEAD_STAGES if played else AHEAD_STAGES[3:])
    laid = sum(not card.old and card.seen > 2 for card in evidence.floor)
    explained = ranking.cost <= 2.5 and not evidence.passed_on
    if not enough or not laid or following is None or explained or not ranking.turns:
        return None
    found = explain_two(round_.table, round_.to_move, following, evidence, game.rules, refused=round_.refused,
                        further=further)
    if found is None or found[1] > limit or found[1] > ranking.cost - (0.2 if evidence.passed_on else 1.0):
        return None
    return found[0]


def _further(round_: Round, last: Seat | None, following: Seat | None, *, late: bool) -> tuple[Seat, ...]:
    """Who may have played after *following* too: the *last* hand was neither's, or two turns do not explain it."""
    if following is None or last in (None, round_.to_move) or (last == following and not late):
        return ()
    third = next_seat(round_.table, following)
    return () if third is None else (third,)


def _turn(game: Game, found: Explanation, evidence: Evidence, margin: float, *, two: bool = False) -> Step:
    """Book an explained turn and say it."""
    new = frozenset(card.key for card in evidence.seen if not card.old)
    keep = new - found.claims if two else frozenset[int]()
    confidence = 1.0 / (1.0 + exp(-min(margin, 20.0))) * exp(-0.05 * max(0.0, found.cost))
    return _book(game, found.play, {}, evidence, confidence, keep)


def _guess(game: Game, found: Explanation, evidence: Evidence) -> Step:
    """Play went on over a turn that nothing explains well: book the best guess."""
    after, outputs = _turn(game, found, evidence, -2.0, two=True)
    if after.round is None or after.round.over or after.rounds != game.rounds:
        return after, outputs
    return replace(after, state=Following.UNSURE, why="guessed"), outputs


def _book(game: Game, play: Play, give: Mapping[Seat, tuple[Face, ...]], evidence: Evidence, confidence: float,
          keep: frozenset[int], *, fixed: bool = False) -> Step:
    before = game
    outputs: tuple[Output, ...] = ()
    if game.round is not None and game.round.prompt is not None:
        game, outputs = imply_go(game)
    round_ = game.round
    assert round_ is not None
    shakes = tuple(dict.fromkeys(said.cards[0].month for said in game.says
                                 if said.seat == play.seat and said.say is Say.SHAKE and said.cards))
    record = rebook.record(round_, replace(play, shakes=shakes), give, evidence, confidence, game.seconds, game.rules,
                           fixed=fixed)
    if record is None:
        return before, ()
    round_ = rebook.advance(round_, record)
    says = tuple(said for said in game.says if said.seat != play.seat or said.say not in (Say.SHAKE, Say.BOMB))
    open_ = tuple(one for one in game.alerts if one.alert.turn != record.seen.n or one.alert.code not in OF_THE_TURN)
    game = replace(game, round=round_, belief=close(game.belief, keep, play.seat), says=says, past=before, tried=(),
                   state=Following.FOLLOWING, why="", alerts=open_, as_it_lies=None, held=None, strange=0.0)
    outputs = (*outputs, record.seen, ScoreNow(game.seconds, record.seen.totals))
    game, more = after_turn(game)
    return game, (*outputs, *more)


def _corrected(game: Game, event: Corrected) -> Step:
    after, outputs = mending.correct(game, event)
    if after is game and isinstance(event.fix, TurnFix):
        return _told(game, event.fix)
    return after, outputs


def _told(game: Game, fix: TurnFix) -> Step:
    """People tell the turn that comes next."""
    round_ = game.round
    if round_ is None or round_.over or fix.n != len(round_.turns) + 1:
        return game, ()
    play = Play(fix.seat, fix.hand, fix.flip, fix.choose_hand, fix.choose_flip)
    return _book(game, play, fix.stolen or {}, evidence_of(game.belief, FLIP_LOOKS), 1.0, frozenset(), fixed=True)


def _doubt(game: Game, ranking: Ranking) -> Step:
    """Say so when the resting floor has had no explanation for a while."""
    quiet = game.belief.quiet
    strange = ranking.cost > STRANGE_COST and quiet >= UNSURE_LOOKS
    if strange and quiet >= LOST_LOOKS:
        return _adopted(game, ranking)
    if strange:
        game = replace(game, state=Following.UNSURE, why="unexplained")
    elif game.state is not Following.FOLLOWING and ranking.cost <= 3.0:
        game = replace(game, state=Following.FOLLOWING, why="")
    return game, ()


def _adopted(game: Game, ranking: Ranking) -> Step:
    """Turns were played that nobody saw: say so, and go on from the table as it is seen."""
    round_, belief = game.round, game.belief
    assert round_ is not None
    now = None if belief.last_hand is None else next_seat(round_.table, belief.last_hand)
    missed = resync.missed_seats(round_.table, round_.to_move, belief, now)
    table = resync.adopt(round_.table, missed, belief)
    to_move = next_seat(table, missed[-1])
    round_ = replace(round_, table=table, to_move=missed[-1] if to_move is None else to_move, adopted=True)
    after = replace(game, round=round_, belief=close(belief), tried=(), state=Following.LOST, why="unexplained")
    return after, (ScoreNow(game.seconds, after.totals),)


def _overtaken(game: Game) -> Step:
    """A new deal lies there though the round was not seen to end."""
    assert game.round is not None
    stop = next((said for said in game.says if said.say is Say.STOP), None)
    belief = game.belief
    game, outputs = finish(game, ResultKind.STOP if stop else ResultKind.VOID, stop.seat if stop else None)
    game = replace(game, belief=replace(belief, cards=tuple(replace(card, old=False) for card in belief.cards)))
    game, more = opening.look_for_deal(game)
    return game, (*outputs, *more)
