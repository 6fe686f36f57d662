"""One turn about to be played, with all that a foul or a slip may look at and change."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.bots import choose
from engine.cards import Face
from engine.round import Action, Round, apply_legal
from engine.score import total
from engine.table import Seat, Stack, Table
from engine.turn import Play, TurnResult
from vision.twin.choreography import Cards, Choreography
from vision.twin.lights import Light
from vision.twin.steps import Do, Step, Turn

Json = dict[str, Any]
Say = Callable[[Seat, str, float, tuple[Face, ...]], None]


@dataclass
class Props:
    """What mishaps leave for the picture: more cards, odd backs, lights, a push of the camera (film seconds)."""

    codes: list[str]  # by number of the physical card
    odd: set[int] = field(default_factory=set)
    lights: list[Light] = field(default_factory=list)
    pushed: float | None = None


@dataclass
class Act:
    """A turn as it would be played, before anybody moves. Seats are places at the table, but in the two states."""

    work: Choreography
    before: Round
    after: Round
    n: int
    turn: Turn
    active: tuple[Seat, ...]  # places of those who play, in the order of the round's seats
    luck: random.Random
    say: Say
    props: Props
    offender: Seat | None = None
    debtors: tuple[Seat, ...] = ()  # who did not give; each has a line of the truth
    began: float | None = None  # when the foul began, if not with the turn
    told: Json = field(default_factory=dict)  # the turn's line of the truth
    later: list[Step] = field(default_factory=list)  # what is left for the next turn, once its card lies
    hurry: bool = False  # the next turn is a quick one
    steps: list[Step] = field(default_factory=list)  # of the turn, for slips to change
    after_next: list[Step] = field(default_factory=list)  # what is left until the next turn is over
    slip: Json = field(default_factory=dict)  # the line of the truth of a slip

    @property
    def me(self) -> Seat:
        """The seat that plays."""
        return self.turn.seat

    @property
    def others(self) -> tuple[Seat, ...]:
        """The opponents, the next one first."""
        at = self.active.index(self.me)
        return self.active[at + 1 :] + self.active[:at]

    @property
    def plain(self) -> bool:
        """Whether one card is laid and one flipped, and play simply goes on."""
        turn = self.turn
        return len(turn.hand) == len(turn.flip) == 1 and not turn.shakes and self.after.phase == "play"

    def faces(self, cards: Iterable[int]) -> list[Face]:
        """What these physical cards show."""
        return [self.work.cards.faces[i] for i in cards]

    @property
    def floor(self) -> list[Face]:
        """What lies on the floor."""
        return self.faces(self.work.cards.floor)

    @property
    def loose(self) -> list[Face]:
        """Floor cards of months of which less than three lie there."""
        months = Counter(face.month for face in self.floor)
        return [face for face in self.floor if months[face.month] < 3]

    def pile(self, seat: Seat) -> list[Face]:
        """What *seat* has captured."""
        return self.faces(self.work.cards.piles[seat])

    def lying(self, month: int) -> int:
        """How many cards of *month* lie on the floor."""
        return sum(face.month == month for face in self.floor)

    def resting(self) -> list[Face]:
        """Loose floor cards that this turn has nothing to do with."""
        busy = {face.month for face in (*self.turn.hand, *self.turn.flip, *self.turn.captured)}
        return [face for face in self.loose if face.month not in busy]

    def of_month(self, faces: Iterable[Face], month: int) -> list[Face]:
        """Those of *faces* that are of *month*."""
        return [face for face in faces if face.month == month]

    def pick(self, faces: Sequence[Face]) -> Face:
        """One of *faces* by chance."""
        return self.luck.choice(faces)

    def new_card(self, face: Face) -> int:
        """A physical card that is no part of this pack."""
        code = str(face)
        plain = f"{code}1" if f"{code}1" in self.props.codes else code
        self.props.codes.append(plain)
        self.work.cards.faces.append(face)
        return len(self.work.cards.faces) - 1

    def play_instead(self, before: Round, action: Action) -> None:
        """The seat in turn of *before* does *action*: the turn and the state after it become what follows."""
        self.after = play_out(before, action, self.luck)
        turned = self.after.last
        assert turned is not None
        self.turn = turn_of(turned.play, turned.result, self.active)

    def lies(self) -> Step:
        """A step that notes when the turn's last card came to rest."""

        def note(work: Choreography) -> None:
            ends = [move.end for move in work.stage.moves if move.thing >= 0]
            self.told.update(rest=round(max(ends, default=work.stage.now), 3))

        return Do(note)

    def mark(self) -> Step:
        """A step that notes that the foul begins here."""
        return Do(lambda work: setattr(self, "began", work.stage.now))

    def reaches(self) -> bool:
        """Whether the turn as changed brings its seat points that somebody would have to ask about."""
        seat = self.active.index(self.me)
        gained = [*self.turn.captured, *(face for faces in self.turn.stolen.values() for face in faces)]
        rules, pile = self.before.rules, tuple(self.pile(self.me))
        points = total((*pile, *gained), rules, None)
        last = self.before.go_points[seat]
        return points >= rules.target(self.before.players) and (last is None or points > last)

    def copy(self) -> Act:
        """Another one to be changed; cards and stage are shared."""
        return replace(self, turn=replace(self.turn, first=[], last=[]), later=[], after_next=[])


def play_out(state: Round, action: Action, luck: random.Random) -> Round:
    """The round after the whole turn that begins with *action*; a program makes the choices."""
    start, state = state.last, apply_legal(state, action)
    while state.last is start:
        state = apply_legal(state, choose(state, luck))
    return state


def turn_of(play: Play, result: TurnResult, active: Sequence[Seat]) -> Turn:
    """The turn that the rules made of *play*, told by places at the table."""
    return Turn(
        active[play.seat], play.hand, play.flip, result.captured, result.stack,
        {active[seat]: faces for seat, faces in result.stolen.items()}, play.shakes,
        [str(event) for event in result.events], play.choose_hand, play.choose_flip,
    )  # fmt: skip


def as_it_lies(state: Round, cards: Cards, active: Sequence[Seat]) -> Round:
    """*state* with what lies on the table now: a foul is a fact, and play goes on from there."""
    floor = [cards.faces[i] for i in cards.floor if cards.faces[i].month]
    months = Counter(face.month for face in floor)
    owners = {stack.month: stack.owner for stack in state.table.stacks}
    stacks = []
    for month in [month for month, count in months.items() if count >= 3]:
        three = tuple(face for face in floor if face.month == month)[:3]
        stacks.append(Stack(three, owners.get(month)))
        for face in three:
            floor.remove(face)
    piles, hands = (
        tuple(tuple(cards.faces[i] for i in held[seat]) for seat in active) for held in (cards.piles, cards.hands)
    )
    stock = tuple(cards.faces[i] for i in cards.stock)
    table = Table(tuple(floor), tuple(stacks), piles, tuple(map(len, hands)), len(stock), state.table.tokens)
    return replace(state, table=table, hand_cards=hands, stock_cards=stock)
