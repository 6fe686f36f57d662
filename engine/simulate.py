"""Seeded matches played by programs, from the draw for the deal to the last line of the ledger, as game records."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from engine import bots
from engine.calls import make_call
from engine.cards import DECK
from engine.deal import dealer_of, draw_dealer
from engine.dealt import Laid, lay_out
from engine.errors import RuleSetError
from engine.four import asked
from engine.match import Match
from engine.mission import announce
from engine.packets import deal_out
from engine.playback import Closed, gathered, play_round
from engine.record import Call, GameRecord, GameRound, Step
from engine.round import apply_legal
from engine.rules import RuleSet
from engine.state import Action, Do, Phase, Round
from engine.table import Seat

Choose = Callable[[Round, random.Random], Action | Call]
"""What the seat in turn does or says."""

TAPS, PLAYS = 0.1, 0.6
"""How often the cutter taps, and how often one of four who is asked plays."""


def new_game(rules: RuleSet, players: int, rng: random.Random, hour: int, *, stake: int = 1
             ) -> tuple[GameRecord, Match]:
    """Return a game without rounds, its first dealer found as the rules say at *hour* (0..23), and its match.

    Where ``cap_at_balance`` limits payments, everybody brings 100 points.
    Raises RuleSetError for a number of players that cannot play.
    """
    rules.target(players)
    draws = draw_dealer(rng, players, rules, hour)
    dealer = dealer_of(draws, players, rules) if draws else rng.randrange(players)
    purse = (100,) * players if rules.cap_at_balance else ()
    return (GameRecord(rules, players, stake=stake, purse=purse, draws=draws),
            Match(rules, players, dealer, purse=purse, stake=stake))


def next_round(match: Match, rng: random.Random, choose: Choose = bots.choose) -> tuple[GameRound, Match]:
    """Return the next round of *match*, dealt and played to its end, and the match after it."""
    one = deal_round(match, rng)
    steps, _ = play_on(lay_out(one, match), rng, choose)
    moments = list(play_round(len(match.ledger) + 1, replace(one, steps=steps), match))
    (played,), wrong = gathered(moments)
    closed = moments[-1]
    if wrong or not isinstance(closed, Closed):
        raise RuleSetError(f"a simulated round is not what the rules say: {wrong[0]}; please report this")
    return played, closed.match


def deal_round(match: Match, rng: random.Random) -> GameRound:
    """Return a round as it is dealt: cut or tapped, in packets; of four players one sits out."""
    rules, players, dealer = match.rules, match.players, match.dealer
    pack = [*DECK, *rules.bonus_cards]
    rng.shuffle(pack)
    tapped = rng.random() < TAPS
    dealt = deal_out(pack, players, rules, dealer, tapped=tapped)
    drawn = tuple((told.name, told.cards) for told, mission in zip(announce(rules.missions, rng), rules.missions,
                                                                   strict=True) if mission.draw)
    hands = tuple(tuple(sorted(hand)) for hand in dealt.hands)
    one = GameRound(hands, dealt.floor, dealt.stock, dealer=dealer, nagari=match.nagari or None, tapped=tapped,
                    missions=drawn)
    return _sit_out(one, match, rng) if players == 4 and rules.game == "gostop" else one


def _sit_out(one: GameRound, match: Match, rng: random.Random) -> GameRound:
    """Ask the two after the dealer; who may not die again plays (RULES.md 14.6)."""
    plays: list[tuple[Seat, bool]] = []
    for seat in asked(match.dealer):
        plays.append((seat, seat == match.died or rng.random() < PLAYS))
        if not plays[-1][1]:
            break
    out = plays[-1][0] if not plays[-1][1] else (match.dealer + 3) % 4
    returned = rng.sample(one.hands[out], len(one.hands[out]))
    return replace(one, plays=tuple(plays), returned=tuple(returned))


def play_on(laid: Laid, rng: random.Random, choose: Choose = bots.choose, *,
            watch: Callable[[Round, Round], None] | None = None) -> tuple[tuple[Step, ...], Round]:
    """Return the lines of a round played from *laid* to its end, without outcomes, and that end.

    *watch* is shown the state before and after each action.
    """
    state, steps = laid.state, list[Step]()
    apart = (0, 0)
    while state.result is None:
        before, does = state, choose(state, rng)
        if isinstance(does, Call):
            state = make_call(state, state.turn, does)
            answers = {laid.active[seat]: yes for seat, yes in does.answers.items()}
            steps.append(Step(laid.active[before.turn], replace(does, answers=answers)))
        else:
            state = apply_legal(state, does)
            apart = _note(laid, before, does, state, steps, apart)
        if watch is not None:
            watch(before, state)
    return tuple(steps), state


def _note(laid: Laid, before: Round, action: Action, after: Round, steps: list[Step], apart: tuple[int, int]
          ) -> tuple[int, int]:
    """Add the line of *action*; a turn gets one once it is whole. Returns what of the next turn has own lines."""
    seat = laid.active[before.turn]
    if after.last is not None and after.last is not before.last:
        play, (shakes, bonus) = after.last.play, apart
        steps.append(Step(seat, replace(play, seat=seat, shakes=play.shakes[shakes:],
                                        bonus_laid=play.bonus_laid[bonus:])))
        return 0, 0
    if after.phase is not Phase.CHOOSE and action.do is not Do.CHOOSE:
        steps.append(Step(seat, action))
        return apart[0] + (action.do is Do.SHAKE), apart[1] + (action.do is Do.LAY_BONUS)
    return apart
