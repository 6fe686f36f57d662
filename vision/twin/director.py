"""Plays seeded games with bots and has them performed: scripts for the scene, the truth, and what people say."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.bots import choose
from engine.cards import Face, parse_face
from engine.deal import months_held, next_dealer
from engine.round import Action, Do, Phase, Round, Turned, apply, deal
from engine.rules import RuleSet
from engine.settle import ResultKind
from engine.table import Seat
from vision.twin import deal as dealing
from vision.twin.art import deck_codes
from vision.twin.choreography import Cards, Choreography, Manner
from vision.twin.motion import Script
from vision.twin.stage import Stage

Json = dict[str, Any]
MEAN_TURN = 6.4  # seconds of an ordinary turn at pace 1, thinking included
QUICKEST_TURN = 4.0  # seconds from one turn's start to the next, at least
TEMPO = (4.5, 8.5)  # seconds a turn, drawn for each film


@dataclass(frozen=True, slots=True)
class Prompt:
    """A seat may say Go or Stop. `say` and `seconds`: what a bot does and when."""

    seat: Seat
    points: int
    go: int
    asked: float  # film seconds when the turn was over
    say: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    """A person said Go or Stop."""

    say: str
    seconds: float


Steps = Generator[Script | Prompt, Answer | None, None]


class Director:
    """One game of *rounds* rounds (None: for ever). `steps` runs it; `rounds_told` and `inputs` grow meanwhile."""

    def __init__(self, seed: int, players: int, rounds: int | None, rules: RuleSet, tempo: float | None) -> None:
        rng = np.random.default_rng([seed, 1])
        drawn = float(rng.uniform(*TEMPO))
        self.tempo = tempo or round(drawn, 2)
        self.players, self.rounds, self.rules = players, rounds, rules
        self.codes = (*deck_codes(), *(str(face) for face in rules.bonus_cards))
        self.stage = Stage(players, rng, self.tempo / MEAN_TURN)
        self.manner = Manner.drawn(rng, players)
        self.rounds_told: list[Json] = []
        self.inputs: list[Json] = []
        self._luck = random.Random(f"twin {seed}")
        self._turned = 0.0  # when the last turn began
        self._bold = self._luck.uniform(0.2, 0.7)

    def steps(self) -> Steps:
        """Scripts in order; a `Prompt` is answered by `send`, None lets the bot decide."""
        dealer, nagari = self._luck.randrange(self.players), 0
        self.stage.wait(1.2)
        yield self.stage.script()
        while self.rounds is None or len(self.rounds_told) < self.rounds:
            state = deal(self._luck, self.players, self.rules, dealer, nagari=nagari)
            state = yield from self._round(state)
            assert state.result is not None
            dealer = next_dealer(dealer, state.result.winner, self.players, self.rules)
            nagari = nagari + 1 if state.result.kind is ResultKind.NAGARI else 0
        self.stage.wait(1.5)
        yield self.stage.script()

    def _round(self, state: Round) -> Generator[Script | Prompt, Answer | None, Round]:
        floor = [*state.table.loose, *(face for stack in state.table.stacks for face in stack.cards)]
        self._luck.shuffle(floor)
        work = Choreography(self.stage, self._cards(state), self.manner)
        told: Json = {
            "dealer": state.dealer, "start": _time(self.stage.now), "end": None, "floor": _texts(floor),
            "turns": [], "fouls": [], "clumsy": [], "result": None,
        }  # fmt: skip
        self.rounds_told.append(told)
        dealing.deal(work, state.dealer, floor, len(state.hand_cards[0]))
        yield self.stage.script()
        if state.result is not None and state.result.kind is ResultKind.CHONGTONG:
            self._chongtong(work, state)
        while state.phase is not Phase.OVER:
            state = yield from self._action(work, state, told)
            yield self.stage.script()
        told["result"], told["end"] = self._result(state), _time(self.stage.now)
        self.stage.wait(2.5)
        assert state.result is not None
        winner = state.result.winner
        dealing.gather(work, state.dealer if winner is None else winner)
        self.stage.wait(1.2)
        yield self.stage.script()
        return state

    def _action(
        self, work: Choreography, state: Round, told: Json
    ) -> Generator[Script | Prompt, Answer | None, Round]:
        """One action of the seat in turn; a turn is performed when it is complete."""
        action = choose(state, self._luck, boldness=self._bold)
        if state.phase is Phase.GO_STOP:
            action = yield from self._ask(state, action.do)
        after = apply(state, action)
        if after.last is not None and after.last is not state.last:
            told["turns"].append(self._turn(work, after, after.last))
        return after

    def _ask(self, state: Round, bot: Do) -> Generator[Script | Prompt, Answer | None, Any]:
        yield self.stage.script()
        now, seat = self.stage.now, state.turn
        pause = self._luck.uniform(0.9, 2.4)
        answer = yield Prompt(seat, state.totals()[seat], state.go[seat], now, str(bot), now + pause)
        answer = answer or Answer(str(bot), now + pause)
        self.stage.wait(max(0.0, answer.seconds - now))
        self._say(seat, answer.say, max(now, answer.seconds))
        return Action(Do(answer.say))

    def _turn(self, work: Choreography, after: Round, turned: Turned) -> Json:
        stage, play, result = self.stage, turned.play, turned.result
        think = max(0.3, float(stage.rng.lognormal(0.0, 0.45)) * 0.9 * stage.pace)
        stage.wait(max(think, self._turned + QUICKEST_TURN - stage.now))
        start = self._turned = stage.now
        for month in play.shakes:
            seconds, faces = work.show(play.seat, month)
            self._say(play.seat, "shake", seconds, faces)
            work.take_back(play.seat, month)
        if len(play.hand) == 3:
            self._say(play.seat, "bomb", stage.now, play.hand)
        work.turn(play, result)
        rest = max(move.end for move in stage.moves if move.thing >= 0)
        return {
            "n": turned.n, "seat": play.seat, "start": _time(start), "rest": _time(rest),
            "shakes": list(play.shakes), "hand": _texts(play.hand), "flip": _texts(play.flip),
            "captured": _texts(result.captured),
            "stack": None if result.stack is None else _texts(result.stack),
            "stolen": {str(seat): _texts(faces) for seat, faces in result.stolen.items()},
            "events": [str(event) for event in result.events], "totals": list(after.totals()),
        }  # fmt: skip

    def _chongtong(self, work: Choreography, state: Round) -> None:
        for seat, hand in enumerate(state.hand_cards):
            for month in months_held(hand, 4):
                self.stage.wait(1.0)
                seconds, faces = work.show(seat, month)
                self._say(seat, "chongtong", seconds, faces)
                self.stage.withdraw(seat)
                self.stage.wait(1.5)

    def _say(self, seat: Seat, say: str, seconds: float, cards: tuple[Face, ...] = ()) -> None:
        line: Json = {"seconds": _time(seconds), "seat": seat, "say": say}
        self.inputs.append(line | ({"cards": _texts(cards)} if cards else {}))

    def _cards(self, state: Round) -> Cards:
        """Give the physical cards of the deal their places; what lies on the floor is still in the pack."""
        faces = [parse_face(code) for code in self.codes]
        free = list(range(len(faces)))

        def take(cards: tuple[Face, ...]) -> list[int]:
            out = []
            for face in cards:
                out.append(next(i for i in free if faces[i] == face))
                free.remove(out[-1])
            return out

        hands = [take(hand) for hand in state.hand_cards]
        return Cards(faces, hands, take(state.stock_cards), [], [[] for _ in hands])

    def _result(self, state: Round) -> Json:
        result = state.result
        assert result is not None
        lines = result.settlement.lines if result.settlement else ()
        return {
            "kind": str(result.kind), "winner": result.winner,
            "captured": [_texts(pile) for pile in state.table.piles], "lines": [line.to_json() for line in lines],
            "totals": list(state.totals()), "go": list(state.go), "net": list(result.net),
        }  # fmt: skip


def _texts(faces: Any) -> list[str]:
    return [str(face) for face in faces]


def _time(seconds: float) -> float:
    return round(seconds, 3)
