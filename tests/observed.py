"""Games as the eyes would report them: a small physical table, looked at ten times a second, with chosen noise.

The tests' stand-in for camera and vision: bots play real rounds; each turn is laid, flipped, collected and robbed
by hands that cover things; the looks may misread, drop and renumber cards.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import TypeVar

from engine import bots
from engine.cards import FACES, Face
from engine.events import Event, Looked, Said, Say
from engine.four import SEATS
from engine.observation import FLOOR, STOCK, Hands, Observation, SeenCard, Source, Zone, ZoneKind
from engine.round import Do, Phase, Round, Turned, apply_legal, deal
from engine.rules import RuleSet, preset
from engine.table import Seat
from vision.twin.sitting import sit

T = TypeVar("T")

LOOK = 0.1  # seconds


@dataclass(frozen=True)
class Noise:
    """What goes wrong, as chances per card and look unless said otherwise."""

    misread: float = 0.0
    burst: float = 0.0  # a misreading that lasts 3 to 8 looks
    drop: float = 0.0
    renumber: float = 0.0
    cover: float = 0.0  # chance that a card of the floor is unseen while a hand is over it
    sources: float = 0.0  # chance that a new card tells where it came from
    sure: float = 0.7  # how sure the eyes are of that
    under: float = 0.0  # chance that a card is laid right on its match, which then cannot be seen
    busy: float = 0.0  # chance that the next seat's hand follows at once


PERFECT = Noise(sources=1.0, sure=1.0)
HONEST = Noise(under=0.5, sources=0.5)
ROUGH = Noise(misread=0.03, burst=0.001, drop=0.05, renumber=0.003, cover=0.5, sources=0.5, under=0.4, busy=0.2)


@dataclass
class Card:
    """A physical card."""

    face: Face
    zone: Zone
    at: tuple[float, float]
    track: int
    born: float  # seconds; the later lies on top
    source: Source | None = None
    shown: bool = True
    wrong: tuple[Face, int] | None = None  # a burst: the wrong face and the looks it lasts


@dataclass(frozen=True)
class TrueTurn:
    """What really happened."""

    seat: Seat
    hand: tuple[Face, ...]
    flip: tuple[Face, ...]
    captured: tuple[Face, ...]
    stack: tuple[Face, ...] | None
    stolen: dict[Seat, tuple[Face, ...]]
    rest: float

    def key(self) -> tuple[object, ...]:
        """What must be right (CONTRACT.md section 5)."""
        return turn_key(self.seat, self.hand, self.flip, self.captured, self.stack, self.stolen)


def turn_key(seat, hand, flip, captured, stack, stolen) -> tuple[object, ...]:  # type: ignore[no-untyped-def]
    """Return a turn so that two can be compared."""
    gifts = tuple(sorted((victim, tuple(sorted(cards))) for victim, cards in stolen.items() if cards))
    return (seat, tuple(sorted(hand)), tuple(flip), tuple(sorted(captured)),
            None if stack is None else tuple(sorted(stack)), gifts)


@dataclass
class Film:
    """A seeded match as a stream of events; ``turns`` and ``rounds`` fill while it is read."""

    seed: int
    players: int = 2
    rounds: int = 1
    noise: Noise = PERFECT
    rules: RuleSet = field(default_factory=lambda: preset("korean_standard"))
    turns: list[list[TrueTurn]] = field(default_factory=list)
    results: list[Round] = field(default_factory=list)
    nets: list[tuple[int, ...]] = field(default_factory=list)  # of each round, by places at the table

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.seconds = 0.0
        self.cards: list[Card] = []
        self.floor: list[Card] = []  # those of them that lie there in this look
        self.seats = tuple(range(self.players))  # the places at the table of a round's seats
        self.next_track = 1
        self.tempo = self.rng.uniform(0.7, 1.5)

    def events(self) -> Iterator[Event]:
        """Yield looks and words in order."""
        dealer, nagari = 0, 0
        for _ in range(self.rounds):
            state = self._sit(dealer, nagari)
            while state.phase is Phase.OVER:
                state = self._sit(dealer, nagari)
            self.turns.append([])
            yield from self._deal(state)
            for out in set(range(self.players)) - set(self.seats):
                yield from self._put_under(out)
            while state.phase is not Phase.OVER:
                before = state
                action = bots.choose(state, self.rng)
                state = apply_legal(state, action)
                if action.do is Do.SHAKE:
                    yield Said(self.seconds, self.seats[before.turn], Say.SHAKE, action.cards)
                elif action.do in (Do.GO, Do.STOP):
                    yield from self._wait(self.rng.uniform(0.3, 1.5))
                    yield Said(self.seconds, self.seats[before.turn], Say(str(action.do)))
                if state.last is not None and state.last is not before.last:
                    yield from self._turn(before, state.last)
            self.results.append(state)
            assert state.result is not None
            self.nets.append(tuple(self.spread(state.result.net, 0)))
            dealer = self.seats[state.dealer if state.result.winner is None else state.result.winner]
            nagari = nagari + 1 if state.result.winner is None else 0
            yield from self._wait(2.0)
            self.cards = []
            yield from self._wait(2.0, covered=frozenset({FLOOR}), seat=dealer)

    def spread(self, values: Sequence[T], empty: T) -> list[T]:
        """What belongs to the seats of the last round, by places at the table; *empty* for who sits out."""
        by_seat = dict(zip(self.seats, values, strict=True))
        return [by_seat.get(seat, empty) for seat in range(self.players)]

    # -- what happens on the table

    def _sit(self, dealer: Seat, nagari: int) -> Round:
        """Deal; of four players one sits out, whose hand goes under the stock."""
        if self.players < SEATS:
            return deal(self.rng, self.players, self.rules, dealer, nagari=nagari)
        sitting = sit(self.rng, self.players, self.rules, dealer, nagari, None)
        self.seats = sitting.active
        return sitting.state

    def _deal(self, state: Round) -> Iterator[Event]:
        yield from self._wait(1.0)
        months: Counter[int] = Counter()
        faces = [*state.table.loose, *(card for stack in state.table.stacks for card in stack.cards)]
        bonus, dealer = state.table.piles[state.dealer], self.seats[state.dealer]
        faces = [*bonus, *faces]
        for n, face in enumerate(faces):
            if bonus and n == len(faces) - len(bonus):  # the dealer takes what is no card of a month, and replaces it
                yield from self._wait(1.0)
                for card in bonus:
                    yield from self._wait(0.3, frozenset({FLOOR}), dealer)
                    self._move(card, FLOOR, Zone(ZoneKind.PILE, dealer))
            same = [card for card in self.cards if card.face.month == face.month]
            at = (same[-1].at[0] + 16.0, same[-1].at[1] + 6.0) if same else self._free()
            months[face.month] += 1
            self._put(face, FLOOR, at, None)
            yield from self._wait(0.3, covered=frozenset({FLOOR}), seat=dealer)
        yield from self._wait(1.5)

    def _put_under(self, seat: Seat) -> Iterator[Event]:
        """*seat* sits out: its hand goes back under the stock."""
        yield from self._wait(0.5)
        for _ in range(3):
            yield from self._wait(0.6, frozenset({STOCK}), seat, stock=True)
        yield from self._wait(0.5)

    def _turn(self, before: Round, turned: Turned) -> Iterator[Event]:
        play, result, seat = turned.play, turned.result, self.seats[turned.play.seat]
        stolen = {self.seats[victim]: faces for victim, faces in result.stolen.items()}
        over = frozenset({FLOOR})
        if self.rng.random() >= self.noise.busy:
            yield from self._wait(self.rng.uniform(0.8, 2.5) * self.tempo)
        for card in (*play.bonus_laid, *play.hand):
            yield from self._wait(self.rng.uniform(0.2, 0.4) * self.tempo, covered=over, seat=seat)
            self._put(card, FLOOR, self._beside(card, play.choose_hand), Source.HAND)
            yield from self._wait(self.rng.uniform(0.2, 0.4) * self.tempo, covered=over, seat=seat)
        if self.rng.random() < 0.5:
            yield from self._wait(0.3)
        for card in play.flip:
            pause, bare = self.rng.uniform(0.2, 0.5) * self.tempo, self.rng.random() < 0.3
            yield from self._wait(pause, frozenset({STOCK}) if bare else over, seat, stock=True)
            self._put(card, FLOOR, self._beside(card, play.choose_flip), Source.STOCK)
            yield from self._wait(self.rng.uniform(0.3, 0.6) * self.tempo, covered=over, seat=seat)
        yield from self._wait(self.rng.uniform(0.1, 0.9) * self.tempo)
        pile = Zone(ZoneKind.PILE, seat)
        rest = list(result.captured)
        while rest:
            group = [card for card in rest if card.month == rest[0].month]
            rest = [card for card in rest if card.month != rest[0].month]
            yield from self._wait(self.rng.uniform(0.3, 0.5), covered=over, seat=seat)
            for face in group:
                self._move(face, FLOOR, pile)
            yield from self._wait(self.rng.uniform(0.3, 0.5), covered=frozenset({pile}), seat=seat)
        for victim, faces in stolen.items():
            for face in faces:
                theirs = Zone(ZoneKind.PILE, victim)
                yield from self._wait(0.3, covered=frozenset({theirs}), seat=seat)
                self._move(face, theirs, pile)
                yield from self._wait(0.3, covered=frozenset({pile}), seat=seat)
        self.turns[-1].append(TrueTurn(seat, play.hand, play.flip, result.captured, result.stack,
                                       stolen, self.seconds))
        yield from self._wait(self.rng.uniform(0.5, 1.0) if self.rng.random() < self.noise.busy else 0.8)

    def _free(self) -> tuple[float, float]:
        slots = [(260.0 + 62 * x, 130.0 + 84 * y) for x in range(7) for y in range(3) if (x, y) != (3, 1)]
        used = [card.at for card in self.cards if card.zone == FLOOR]
        free = [at for at in slots if all(hypot(at[0] - a[0], at[1] - a[1]) > 50 for a in used)]
        x, y = self.rng.choice(free or slots)
        return x + self.rng.uniform(-4, 4), y + self.rng.uniform(-4, 4)

    def _beside(self, card: Face, choice: Face | None) -> tuple[float, float]:
        """The place for a new card: on or half over its match, else a free one."""
        same = [c for c in self.cards if c.zone == FLOOR and c.face.month == card.month]
        if not same:
            return self._free()
        match = next((c for c in same if c.face == choice), same[-1])
        if self.rng.random() < self.noise.under:
            return match.at[0] + self.rng.uniform(-3, 3), match.at[1] + self.rng.uniform(-3, 3)
        x, y = match.at
        spots = [(x + dx, y + dy) for dx, dy in ((18, 8), (-18, 8), (18, -8), (-18, -8), (0, 26), (0, -26))]
        free = [at for at in spots if all(hypot(at[0] - c.at[0], at[1] - c.at[1]) > 15
                                          for c in self.cards if c.zone == FLOOR)]
        return (free or spots)[0]

    def _put(self, face: Face, zone: Zone, at: tuple[float, float], source: Source | None) -> None:
        self.cards.append(Card(face, zone, at, self.next_track, self.seconds, source))
        self.next_track += 1

    def _move(self, face: Face, zone: Zone, to: Zone) -> None:
        card = next(card for card in reversed(self.cards) if card.face == face and card.zone == zone)
        there = [c for c in self.cards if c.zone == to]
        card.zone, card.at = to, (100.0 + 18 * len(there), 40.0 + 400 * (to.seat or 0))
        card.source = None
        if self.rng.random() < 0.5:
            card.track, self.next_track = self.next_track, self.next_track + 1

    # -- what the eyes make of it

    def _wait(self, seconds: float, covered: frozenset[Zone] = frozenset(), seat: Seat | None = None,
              stock: bool = False) -> Iterator[Event]:
        for _ in range(max(1, round(seconds / LOOK))):
            self.seconds = round(self.seconds + LOOK, 3)
            yield Looked(self._look(covered, seat, stock))

    def _look(self, covered: frozenset[Zone], seat: Seat | None, stock: bool) -> Observation:
        self.floor = [card for card in self.cards if card.zone == FLOOR]
        seen = [one for card in self.cards if (one := self._see(card, covered)) is not None]
        self.rng.shuffle(seen)
        entered = {} if seat is None else {seat: covered}
        return Observation(self.seconds, tuple(seen), covered, Hands(entered, seat if stock else None, stock),
                           still=not covered)

    def _see(self, card: Card, covered: frozenset[Zone]) -> SeenCard | None:
        rng, noise = self.rng, self.noise
        if (card.zone == FLOOR and _hidden(card, self.floor)) or rng.random() < noise.drop:
            return None
        if card.zone in covered and (rng.random() < noise.cover or (
                noise.cover and card.source and self.seconds - card.born < 0.3)):
            return None
        if rng.random() < noise.renumber:
            card.track, self.next_track = self.next_track, self.next_track + 1
        face, confidence = card.face, rng.uniform(0.85, 0.995)
        if card.wrong is None and rng.random() < noise.burst:
            card.wrong = rng.choice(FACES), rng.randint(3, 8)
        if card.wrong is not None:
            face, confidence = card.wrong[0], rng.uniform(0.5, 0.9)
            card.wrong = (face, card.wrong[1] - 1) if card.wrong[1] > 1 else None
        elif rng.random() < noise.misread:
            face, confidence = rng.choice(FACES), rng.uniform(0.4, 0.95)
        scores = {face: confidence}
        if face != card.face:
            scores[card.face] = (1 - confidence) * rng.uniform(0.2, 0.9)
        source = card.source if card.source and rng.random() < noise.sources else None
        at = card.at[0] + rng.gauss(0, 0.6), card.at[1] + rng.gauss(0, 0.6)
        return SeenCard(card.track, face, card.zone, confidence, at, scores=scores, source=source,
                        source_confidence=noise.sure if source else 0.0)


def _hidden(card: Card, floor: list[Card]) -> bool:
    """True if a later card lies right on it."""
    (x, y), born = card.at, card.born
    later = [other.at for other in floor if other.born > born]
    return any(abs(a - x) < 9 and hypot(a - x, b - y) < 9 for a, b in later)
