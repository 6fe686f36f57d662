"""Many seeded random matches, each round checked in every way we know: `make soak`, or `python -m tests.soak --help`.

A match has ten rounds. Every round is played by chance, with showdowns, false Stops and void hands among the actions;
cards, counts and points are checked after each action; its record is written, read and played again with known and
with hidden hands, and must give the same round. The first match that fails is printed with its seed and record.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing import get_context

from engine.bots import choose_any
from engine.deal import months_held
from engine.dealt import lay_out
from engine.gameparse import parse_game
from engine.gametext import format_game
from engine.match import Match
from engine.playback import Closed, Opened, Played, canonical, gathered, play_round
from engine.record import Call, GameRecord, GameRound, Outcome, Say
from engine.rules import PRESETS
from engine.showdown import why_not
from engine.simulate import deal_round, new_game, play_on
from engine.state import Action, Phase, Round
from engine.turn import Play
from engine.watched import PRESET_PLAYERS
from tests.engine.conservation import check_invariants
from tests.mixes import random_rules
from webui.commands.console import progress

ROUNDS = 10  # of a match
MIX = "mix"


@dataclass(frozen=True)
class Job:
    """One match: a preset's name or `mix`, how many play, and the seed of everything else."""

    rules: str
    players: int
    seed: int

    def __str__(self) -> str:
        return f"{self.rules} of {self.players}, seed {self.seed}"


@dataclass(frozen=True)
class Failed:
    """A match that went wrong: what was raised, and its record so far."""

    job: Job
    error: str
    record: str


def check(job: Job) -> Failed | None:
    """Play and check one match; None if all is well."""
    rng = random.Random(f"{job.rules} {job.players} {job.seed}")
    rules = random_rules(rng) if job.rules == MIX else PRESETS[job.rules]
    record, match = new_game(rules, job.players, rng, rng.randrange(24))
    match = replace(match, nagari=rng.randrange(3))
    try:
        for _ in range(ROUNDS):
            record = replace(record, rounds=(*record.rounds, one := deal_round(match, rng)))
            played, match = checked_round(one, match, rng)
            record = replace(record, rounds=(*record.rounds[:-1], played))
        check_record(record)
    except Exception:
        return Failed(job, traceback.format_exc(), format_game(record))
    return None


def checked_round(one: GameRound, match: Match, rng: random.Random) -> tuple[GameRound, Match]:
    """Play *one* by chance, checked after every action; return it played, and the match after it."""
    laid = lay_out(one, match)
    check_invariants(laid.state, laid.state)
    steps, state = play_on(laid, rng, wild, watch=check_invariants)
    moments = list(play_round(1, replace(one, steps=steps), match))
    (played,), wrong = gathered(moments)
    assert not wrong, f"played back otherwise: {wrong}"
    states = [moment.laid.state if isinstance(moment, Opened) and moment.laid else moment.state
              for moment in moments if isinstance(moment, Opened | Played)]
    assert states[-1] == state, "the round that is played back is another one"
    after, end = moments[-1].match if isinstance(moments[-1], Closed) else match, played.end
    assert end is not None and end.net is not None
    assert sum(end.net) == 0 and sum(end.paid or ()) == 0 and sum(end.sold or ()) == 0 and sum(after.totals()) == 0
    assert min(state.totals()) >= 0
    assert after.nagari <= match.nagari + 1
    return played, after


def check_record(record: GameRecord) -> None:
    """The text gives the record back; played again, also with hidden hands, it says the same."""
    assert parse_game(format_game(record)) == record, "the text gives another record"
    again, wrong = canonical(record)
    assert again == record and not wrong, f"played back otherwise: {wrong}"
    if record.rules.bonus_cards and record.rules.bonus_chongtong != "never":
        return  # a chongtong by a card that nobody sees cannot be told from hidden hands
    seen, wrong = canonical(replace(record, rounds=tuple(map(hidden, record.rounds))))
    assert not wrong, f"hidden hands are played otherwise: {wrong}"
    for one, other in zip(record.rounds, seen.rounds, strict=True):
        assert one.end == other.end, "a round with hidden hands ends otherwise"
        assert [step.told.scores for step in one.steps] == [step.told.scores for step in other.steps]


def hidden(one: GameRound) -> GameRound:
    """The round as a camera sees it: no hands but those that were shown or sold, no stock, no choices."""
    open_ones = {seat for seat, hand in enumerate(one.hands) if months_held(hand, 4)} | {seat for seat, _ in one.plays}
    if one.returned:
        open_ones |= {seat for seat, hand in enumerate(one.hands) if sorted(hand) == sorted(one.returned)}
    hands = tuple(hand if seat in open_ones else () for seat, hand in enumerate(one.hands))
    replaced, lying = 0, [card for card in one.floor if not card.month]
    while replaced < len(lying):
        lying += [card for card in one.stock[replaced:replaced + 1] if not card.month]
        replaced += 1
    steps = []
    for step in one.steps:
        if isinstance(step.does, Play):
            step = replace(step, does=replace(step.does, choose_hand=None, choose_flip=None))
        elif isinstance(step.does, Action) and step.told.draws:
            step = replace(step, told=Outcome())
        steps.append(step)
    return replace(one, hands=hands, stock=one.stock[:replaced], returned=(), steps=tuple(steps))


def wild(state: Round, rng: random.Random) -> Action | Call:
    """Anything that may be done or said, some of it seldom."""
    chance, seat = rng.random(), state.turn
    if state.phase is Phase.PLAY and state.players == 3 and state.rules.showdown != "off" and chance < 0.2 \
            and state.extras.showdown is None \
            and not why_not(seat, state.hand_cards[seat], state.table.piles, state.rules):
        others = [other for other in range(3) if other != seat]
        return Call(Say.SHOWDOWN, {other: rng.random() < 0.5 for other in others})
    missions = state.extras.missions or ()
    if missions and chance > 0.995:
        return Call(Say.MET, about=rng.choice(missions).name)
    if state.phase is Phase.PLAY and 0.99 < chance < 0.992:
        return Call(Say.FALSE_STOP)
    if state.phase is not Phase.CHOOSE and 0.98 < chance < 0.9803:
        return Call(Say.VOID, about="a card was missing")
    return choose_any(state, rng)


def jobs(rounds: int, mixes: int, seed: int = 0, only: str | None = None) -> Iterator[Job]:
    """Yield the matches for *rounds* of each preset and player count, and *mixes* of each player count."""
    for name, counts in {**PRESET_PLAYERS, MIX: (2, 3, 4)}.items():
        for players in counts if only in (None, name) else ():
            wanted = mixes if name == MIX else rounds
            yield from (Job(name, players, seed + nth) for nth in range(-(-wanted // ROUNDS)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play them all; 1 and the record of a failing match if one fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10_000, help="of each preset and player count")
    parser.add_argument("--mixes", type=int, default=10_000, help="rounds of random option mixes for each player count")
    parser.add_argument("--seed", type=int, default=0, help="first seed")
    parser.add_argument("--only", choices=[*PRESETS, MIX], help="one preset, or the mixes")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    asked = parser.parse_args(arguments)
    todo = list(jobs(asked.rounds, asked.mixes, asked.seed, asked.only))
    begun = time.perf_counter()
    with progress() as bar:
        task = bar.add_task("soak", total=len(todo))
        for failed in _all(todo, asked.jobs):
            bar.advance(task)
            if failed is not None:
                bar.stop()
                print(f"{failed.record}\n{failed.error}\nfailed: {failed.job}", file=sys.stderr)
                return 1
    seconds = time.perf_counter() - begun
    for name, counts in {**PRESET_PLAYERS, MIX: (2, 3, 4)}.items():
        played = {players: ROUNDS * sum((job.rules, job.players) == (name, players) for job in todo)
                  for players in counts}
        if any(played.values()):
            print(f"{name}: " + ", ".join(f"{count} rounds of {players}" for players, count in played.items()))
    print(f"all well in {seconds:.0f} s, {ROUNDS * len(todo) / seconds:.0f} rounds a second")
    return 0


def _all(todo: Sequence[Job], processes: int) -> Iterator[Failed | None]:
    if processes == 1:
        yield from map(check, todo)
        return
    with get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(check, todo, chunksize=4)


if __name__ == "__main__":
    sys.exit(main())
