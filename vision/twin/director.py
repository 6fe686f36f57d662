"""Plays seeded games with bots and has them performed: scripts for the scene, the truth, and what people say."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.bots import choose
from engine.cards import Face, parse_face
from engine.deal import months_held, next_dealer
from engine.round import Action, Do, Phase, Round, Turned, apply
from engine.rules import RuleSet
from engine.settle import ResultKind
from engine.table import Seat
from vision.twin import deal as dealing
from vision.twin.act import Act, Props, as_it_lies, turn_of
from vision.twin.art import deck_codes
from vision.twin.choreography import Cards, Choreography, Manner
from vision.twin.fouls.foul import Deal, Foul
from vision.twin.mishaps import Mishaps, Wanted
from vision.twin.motion import Script
from vision.twin.sitting import Sitting, sit
from vision.twin.stage import Stage

Json = dict[str, Any]
MEAN_TURN = 6.4  # seconds of an ordinary turn at pace 1, thinking included
QUICKEST_TURN = 4.0  # seconds from one turn's start to the next, at least
TEMPO = (4.5, 8.5)  # seconds a turn, drawn for each film
SORTING = 4.0  # seconds in which people look at their hands after a deal that went wrong


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
    """One game of *rounds* rounds (None: for ever). `steps` runs it; `rounds_told` and `inputs` grow meanwhile.

    *game* counts the games of one seed: another one is played where the first has no occasion for what is *wanted*.
    """

    def __init__(
        self, seed: int, players: int, rounds: int | None, rules: RuleSet, tempo: float | None,
        wanted: Wanted | None = None, game: int = 0, early: bool = False,
    ) -> None:  # fmt: skip
        rng = np.random.default_rng([seed, 1, game] if game else [seed, 1])
        drawn = float(rng.uniform(*TEMPO))
        self.tempo = tempo or round(drawn, 2)
        self.players, self.rounds, self.rules = players, rounds, rules
        self.props = Props([*deck_codes(), *(str(face) for face in rules.bonus_cards)])
        self._pack = len(self.props.codes)
        self.stage = Stage(players, rng, self.tempo / MEAN_TURN)
        self.manner = Manner.drawn(rng, players)
        self.rounds_told: list[Json] = []
        self.inputs: list[Json] = []
        self.mishaps = Mishaps(wanted or Wanted(), random.Random(f"mishaps {seed} {game}"), self.props, early)
        self._luck = random.Random(f"twin {seed} {game}" if game else f"twin {seed}")
        self._turned = 0.0  # when the last turn began
        self._bold = self._luck.uniform(0.2, 0.7)
        self._died: Seat | None = None  # who sat out the last round

    @property
    def codes(self) -> list[str]:
        """What every physical card shows, by its number."""
        return self.props.codes

    def steps(self) -> Steps:
        """Scripts in order; a `Prompt` is answered by `send`, None lets the bot decide."""
        dealer, nagari = self._luck.randrange(self.players), 0
        self.stage.wait(1.2)
        yield self.stage.script()
        while self.rounds is None or len(self.rounds_told) < self.rounds:
            sitting = sit(self._luck, self.players, self.rules, dealer, nagari, self._died)
            self._died = sitting.out
            state = yield from self._round(sitting)
            assert state.result is not None
            winner = state.result.winner
            dealer = next_dealer(dealer, None if winner is None else sitting.seat(winner), self.players, self.rules)
            nagari = nagari + 1 if state.result.kind is ResultKind.NAGARI else 0
        self.stage.wait(1.5)
        yield self.stage.script()

    def _round(self, sitting: Sitting) -> Generator[Script | Prompt, Answer | None, Round]:
        told: Json = {
            "dealer": sitting.seat(sitting.state.dealer), "start": _time(self.stage.now), "end": None, "floor": [],
            "turns": [], "fouls": [], "clumsy": [], "result": None,
        }  # fmt: skip
        if sitting.out is not None:
            told["sits_out"] = sitting.out
        self.rounds_told.append(told)
        work, state = self._deal(sitting, told)
        yield self.stage.script()
        if state.result is not None and state.result.kind is ResultKind.CHONGTONG:
            self._chongtong(work, state, sitting)
        while state.phase is not Phase.OVER:
            state = yield from self._turn(work, state, sitting, told)
            yield self.stage.script()
        work.perform(self.mishaps.left_open())
        told["result"], told["end"] = self._result(state, sitting), _time(self.stage.now)
        self.stage.wait(2.5)
        assert state.result is not None
        winner = state.result.winner
        dealing.gather(work, sitting.seat(state.dealer if winner is None else winner))
        self.stage.wait(1.2)
        self.mishaps.round_over(self.stage.now)
        yield self.stage.script()
        return state

    def _deal(self, sitting: Sitting, told: Json) -> tuple[Choreography, Round]:
        """Deal, with what goes wrong in it. Returns who moves the cards, and the state that lies there."""
        plan = Deal(sitting.state, sitting.floor, self.mishaps.luck)
        fouls = self.mishaps.change_deal(plan)
        if plan.bonus is not None and str(plan.bonus) not in self.codes:
            self.codes.append(str(plan.bonus))
            self._pack += 1
        state, seat = plan.state, sitting.seat(plan.state.dealer)
        work = Choreography(self.stage, self._cards(state, sitting), self.manner)
        told["floor"] = _texts(plan.floor)
        size = len(sitting.state.hand_cards[0])
        dealing.deal(work, seat, plan.floor, size, cut_pack=plan.cut, backwards=plan.backwards)
        if sitting.out is not None:
            dealing.put_under(work, sitting.out)
        for foul in fouls:
            self.mishaps.tell(told, foul, seat, 0, told["start"], _time(self.stage.now))
        self.stage.wait(SORTING if fouls else 0.0)
        return work, state

    def _turn(
        self, work: Choreography, before: Round, sitting: Sitting, told: Json
    ) -> Generator[Script | Prompt, Answer | None, Round]:
        """A whole turn of the seat in turn, and the answer if it is asked whether it goes on."""
        state = before
        while state.last is before.last and state.phase is not Phase.OVER:
            state = apply(state, choose(state, self._luck, boldness=self._bold))
        assert state.last is not None
        state = self._perform(work, before, state, state.last, sitting, told)
        while state.phase not in (Phase.PLAY, Phase.OVER):
            action = choose(state, self._luck, boldness=self._bold)
            if state.phase is Phase.GO_STOP:
                action = yield from self._ask(state, action.do, sitting, told)
            state = apply(state, action)
        return state

    def _ask(
        self, state: Round, bot: Do, sitting: Sitting, told: Json
    ) -> Generator[Script | Prompt, Answer | None, Any]:
        yield self.stage.script()
        now, seat = self.stage.now, sitting.seat(state.turn)
        pause = self._luck.uniform(0.9, 2.4)
        if silent := self.mishaps.keeps_silent(len(told["turns"])):
            self.stage.wait(pause)
            self.mishaps.tell(told, silent, seat, len(told["turns"]), _time(now), _time(self.stage.now))
            return Action(Do.GO)
        answer = yield Prompt(seat, state.totals()[state.turn], state.go[state.turn], now, str(bot), now + pause)
        answer = answer or Answer(str(bot), now + pause)
        self.stage.wait(max(0.0, answer.seconds - now))
        self._say(seat, answer.say, max(now, answer.seconds))
        return Action(Do(answer.say))

    def _perform(
        self, work: Choreography, before: Round, after: Round, turned: Turned, sitting: Sitting, told: Json
    ) -> Round:
        """Play a turn, with what goes wrong in it; returns the state that lies there then."""
        turn = turn_of(turned.play, turned.result, sitting.active)
        act = Act(work, before, after, turned.n, turn, sitting.active, self.mishaps.luck, self._say, self.props)
        hurries = self.mishaps.hurries
        act, foul = self.mishaps.change(act)
        stage, turn, line = self.stage, act.turn, act.told
        think = max(0.3, float(stage.rng.lognormal(0.0, 0.45)) * 0.9 * stage.pace)
        stage.wait(0.3 if hurries else max(think, self._turned + QUICKEST_TURN - stage.now))
        start = self._turned = stage.now
        for month in turn.shakes:
            shown = work.held_of(turn.seat, month)
            seconds, faces = work.show(turn.seat, shown)
            self._say(turn.seat, "shake", seconds, faces)
            work.take_back(turn.seat, shown)
        if len(turn.hand) == 3:
            self._say(turn.seat, "bomb", stage.now, tuple(turn.hand))
        told["turns"].append(line)
        work.perform(self.mishaps.steps(act))
        state = act.after if foul is None else as_it_lies(act.after, work.cards, sitting.active)
        line.update(self._told(act, start, state, sitting))
        self._tell_mishaps(act, foul, told, start)
        return state

    def _last_move(self, start: float) -> float:
        """When the last card came to rest."""
        return _time(max((move.end for move in self.stage.moves if move.thing >= 0), default=start))

    def _told(self, act: Act, start: float, after: Round, sitting: Sitting) -> Json:
        turn = act.turn
        return {
            "n": act.n, "seat": turn.seat, "start": _time(start), "rest": act.told.pop("rest"),
            "shakes": list(turn.shakes), "hand": _texts(turn.hand), "flip": _texts(turn.flip),
            "captured": _texts(turn.captured),
            "stack": None if turn.stack is None else _texts(turn.stack),
            "stolen": {str(seat): _texts(faces) for seat, faces in turn.stolen.items()},
            "events": list(turn.events), "totals": sitting.spread(after.totals(), 0),
        }  # fmt: skip

    def _tell_mishaps(self, act: Act, foul: Foul | None, told: Json, start: float) -> None:
        if act.slip:
            told["clumsy"].append(act.slip)
        self.mishaps.turn_over(act.n, act.me, act.told["rest"])
        if foul is not None:
            began = start if act.began is None else act.began
            rest = max(_time(began), self._last_move(start))
            for seat in act.debtors or (act.offender,):
                self.mishaps.tell(told, foul, seat, act.n, _time(began), rest, act.offender)

    def _chongtong(self, work: Choreography, state: Round, sitting: Sitting) -> None:
        for seat, hand in zip(sitting.active, state.hand_cards, strict=True):
            for month in months_held(hand, 4):
                self.stage.wait(1.0)
                seconds, faces = work.show(seat, work.held_of(seat, month))
                self._say(seat, "chongtong", seconds, faces)
                self.stage.withdraw(seat)
                self.stage.wait(1.5)

    def _say(self, seat: Seat, say: str, seconds: float, cards: tuple[Face, ...] = ()) -> None:
        line: Json = {"seconds": _time(seconds), "seat": seat, "say": say}
        self.inputs.append(line | ({"cards": _texts(cards)} if cards else {}))

    def _cards(self, state: Round, sitting: Sitting) -> Cards:
        """Give the physical cards of the deal their places; what lies on the floor is still in the pack."""
        faces = [parse_face(code) for code in self.codes[: self._pack]]
        free = list(range(len(faces)))

        def take(cards: tuple[Face, ...]) -> list[int]:
            out = []
            for face in cards:
                out.append(next(i for i in free if faces[i] == face))
                free.remove(out[-1])
            return out

        hands = sitting.spread([take(hand) for hand in state.hand_cards], [])
        return Cards(faces, [list(hand) for hand in hands], take(state.stock_cards), [], [[] for _ in hands])

    def _result(self, state: Round, sitting: Sitting) -> Json:
        result = state.result
        assert result is not None
        lines = [line if line.seat is None else replace(line, seat=sitting.seat(line.seat))
                 for line in (result.settlement.lines if result.settlement else ())]
        piles = [_texts(pile) for pile in state.table.piles]
        return {
            "kind": str(result.kind), "winner": None if result.winner is None else sitting.seat(result.winner),
            "captured": sitting.spread(piles, []), "lines": [line.to_json() for line in lines],
            "totals": sitting.spread(state.totals(), 0), "go": sitting.spread(state.go, 0),
            "net": sitting.spread(result.net, 0),
        }  # fmt: skip


def _texts(faces: Any) -> list[str]:
    return [str(face) for face in faces]


def _time(seconds: float) -> float:
    return round(seconds, 3)
