"""Small scenes at a table, told move by move, and what the referee says of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.alerts import AlertCode, Level
from engine.cards import Face
from engine.events import Event, Joined, Looked
from engine.observation import FLOOR, STOCK, Observation, SeenCard, Source, Zone, ZoneKind
from engine.outputs import AlertRaised, Output, TurnSeen
from engine.referee import Game, start, step
from engine.rules import RuleSet, preset
from engine.table import Seat, Stack, Table
from tests.builders import faces
from tests.observed import PERFECT, Card, Film, Noise

KS = preset("korean_standard")
OVER = frozenset({FLOOR})


def pile(seat: Seat) -> Zone:
    """The zone of the captured cards of *seat*."""
    return Zone(ZoneKind.PILE, seat)


class Stage(Film):
    """A table whose moves are written in a test; the eyes are sure, even where they err."""

    def _see(self, card: Card, covered: frozenset[Zone]) -> SeenCard | None:
        seen = super()._see(card, covered)
        return None if seen is None else replace(seen, confidence=0.99, scores={seen.face: 0.99} if seen.face else {})


@dataclass
class Scene:
    """A referee that watches a stage from the middle of a round on; everything said is kept in `said`."""

    game: Game
    stage: Stage
    said: list[Output]

    # -- looks

    def happen(self, events: Iterator[Event]) -> None:
        """Let the referee see *events*."""
        for event in events:
            self.game, outputs = step(self.game, event)
            self.said += outputs

    def tell(self, event: Event) -> list[Output]:
        """People tell something; returns what is said to it."""
        self.game, outputs = step(self.game, event)
        self.said += outputs
        return list(outputs)

    def wait(self, seconds: float = 2.0) -> None:
        """Nothing happens."""
        self.happen(self.stage._wait(seconds))

    def hand(self, seat: Seat, zones: frozenset[Zone] = OVER, seconds: float = 0.4, *, stock: bool = False) -> None:
        """A hand is over *zones*."""
        self.happen(self.stage._wait(seconds, zones, seat, stock))

    def blink(self, seconds: float) -> None:
        """Somebody stands before the camera."""
        end = self.stage.seconds + seconds
        while self.stage.seconds < end:
            self.stage.seconds = round(self.stage.seconds + 0.1, 3)
            self.happen(iter([Looked(Observation(self.stage.seconds, (), doubt="covered"))]))

    # -- moves

    def lay(self, seat: Seat, text: str, *, source: Source | None = Source.HAND, beside: bool = True) -> None:
        """A hand lays cards on the floor, on or beside their month."""
        for face in faces(text):
            self.hand(seat)
            stage = self.stage
            stage._put(face, FLOOR, stage._beside(face, None) if beside else stage._free(), source)
            self.hand(seat)

    def flip(self, seat: Seat, text: str) -> None:
        """A hand turns cards from the stock and lays them."""
        for face in faces(text):
            self.hand(seat, frozenset({STOCK}), stock=True)
            self.lay(seat, str(face), source=Source.STOCK)

    def take(self, seat: Seat, text: str, *, source: Zone = FLOOR, to: Zone | None = None) -> None:
        """A hand moves cards from the floor, or from a pile, to its pile."""
        self.hand(seat, frozenset({source}))
        for face in faces(text):
            self.stage._move(face, source, to or pile(seat))
        self.hand(seat, frozenset({to or pile(seat)}))

    def drop(self, text: str, zone: Zone = FLOOR) -> None:
        """Cards vanish."""
        for face in faces(text):
            self.stage.cards.remove(next(c for c in reversed(self.stage.cards) if c.face == face and c.zone == zone))

    def turn(self, seat: Seat, hand: str, flip: str, take: str = "") -> None:
        """An honest turn, and a moment of rest."""
        self.lay(seat, hand)
        self.flip(seat, flip)
        if take:
            self.wait(0.3)
            self.take(seat, take)
        self.wait(1.5)

    # -- what was said

    @property
    def alerts(self) -> list[tuple[AlertCode, Level, Seat | None]]:
        """Everything above a hint."""
        return [(one.alert.code, one.alert.level, one.alert.seat) for one in self.raised
                if one.alert.level > Level.HINT]

    @property
    def raised(self) -> list[AlertRaised]:
        """Every alert."""
        return [one for one in self.said if isinstance(one, AlertRaised)]

    @property
    def turns(self) -> list[TurnSeen]:
        """The turns, each as it was said last."""
        last = {one.n: one for one in self.said if isinstance(one, TurnSeen)}
        return [last[n] for n in sorted(last)]


def scene(floor: str, piles: Mapping[Seat, str] | None = None, *, stacks: tuple[Stack, ...] = (), turn: Seat = 0,
          players: int = 2, hands: int = 6, stock: int = 12, rules: RuleSet = KS, noise: Noise = PERFECT,
          seed: int = 1) -> Scene:
    """Return a scene whose cards lie there already, and of which the referee was told."""
    stage = Stage(seed, players, 1, noise, rules)
    one = Scene(start(rules, players), stage, [])
    for face in faces(floor):
        stage._put(face, FLOOR, stage._free(), None)
    for stack in stacks:
        x, y = stage._free()
        for n, face in enumerate(stack.cards + stack.bonus):
            stage._put(face, FLOOR, (x + 15 * n, y + 5 * n), None)
    for seat, text in (piles or {}).items():
        for n, face in enumerate(faces(text)):
            stage._put(face, pile(seat), (100.0 + 18 * n, 40.0 + 400 * seat), None)
    one.wait(1.6)
    laid = faces(floor)
    table = Table(laid, stacks, tuple(faces((piles or {}).get(seat, "")) for seat in range(players)),
                  (hands,) * players, stock, (0,) * players)
    one.tell(Joined(stage.seconds, table, turn, 0))
    one.wait(0.5)
    one.said.clear()
    return one


def on_floor(one: Scene) -> list[Face]:
    """What lies on the floor."""
    return [card.face for card in one.stage.cards if card.zone == FLOOR]
