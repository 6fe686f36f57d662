"""The first alerts: each foul is asked about in time, and what only looks like one is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from engine import bots
from engine.alerts import AlertCode, Level
from engine.cards import COPIES, Face
from engine.events import Event
from engine.observation import FLOOR, STOCK, SeenCard, Source, Zone, ZoneKind
from engine.referee import AlertRaised, start, step
from engine.round import Phase, Round, Turned, apply_legal, deal
from engine.table import Seat
from tests.observed import HONEST, PERFECT, ROUGH, Card, Film, Noise

Hook = Callable[["Foul", Round, Turned], Iterator[Event] | None]


class Sure(Film):
    """A film seen by eyes that are always sure, even where they err: as networks are."""

    def _see(self, card: Card, covered: frozenset[Zone]) -> SeenCard | None:
        seen = super()._see(card, covered)
        if seen is None or seen.face is None:
            return seen
        return replace(seen, confidence=0.99, scores={seen.face: 0.99})

    def _move(self, face: Face, zone: Zone, to: Zone) -> None:
        if any(card.face == face and card.zone == zone for card in self.cards):
            super()._move(face, zone, to)


class Foul(Sure):
    """A film whose turn number ``at`` is played by ``hook``; where that returns None, play is honest."""

    def __init__(self, seed: int, players: int, at: int, hook: Hook, more: int = 0, frozen: bool = False) -> None:
        super().__init__(seed, players, 1, PERFECT)
        self.at, self.hook, self.more, self.frozen = at, hook, more, frozen
        self.guilty: Seat | None = None
        self.involved: set[Face] = set()
        self.done: float | None = None  # when the foul was over
        self.started = 0.0

    def events(self) -> Iterator[Event]:
        """Yield the looks of a round up to ``more`` turns after the foul."""
        state = deal(self.rng, self.players, self.rules, 0)
        while state.phase is Phase.OVER:
            state = deal(self.rng, self.players, self.rules, 0)
        self.turns.append([])
        yield from self._deal(state)
        turn = 0
        while state.phase is not Phase.OVER and turn < self.at + self.more:
            before = state
            state = apply_legal(state, bots.choose(state, self.rng))
            if state.last is None or state.last is before.last:
                continue
            turn += 1
            foul = self.hook(self, before, state.last) if turn >= self.at and self.done is None else None
            if foul is None:
                self.at += turn == self.at and self.done is None
                yield from self._turn(before, state.last)
                continue
            self.started = self.seconds
            yield from foul
            self.done = self.seconds
            yield from self.wait(2.5)

    def wait(self, seconds: float, covered: frozenset[Zone] = frozenset(), seat: Seat | None = None,
             stock: bool = False) -> Iterator[Event]:
        """Look on for so long."""
        yield from self._wait(seconds, covered, seat, stock)

    def lay(self, face: Face, seat: Seat, source: Source = Source.HAND) -> Iterator[Event]:
        """A hand lays a card on a free place of the floor."""
        if source is Source.STOCK:
            yield from self.wait(0.4, frozenset({STOCK}), seat, stock=True)
        yield from self.wait(0.4, frozenset({FLOOR}), seat)
        self._put(face, FLOOR, self._free(), source)
        yield from self.wait(0.5, frozenset({FLOOR}), seat)

    def collect(self, faces: tuple[Face, ...], seat: Seat) -> Iterator[Event]:
        """A hand moves cards from the floor to its pile."""
        pile = Zone(ZoneKind.PILE, seat)
        yield from self.wait(0.4, frozenset({FLOOR}), seat)
        for face in faces:
            self._move(face, FLOOR, pile)
        yield from self.wait(0.4, frozenset({pile}), seat)

    def _see(self, card: Card, covered: frozenset[Zone]) -> SeenCard | None:
        seen = super()._see(card, covered)
        return replace(seen, at_mm=card.at) if seen is not None and self.frozen else seen

    def blame(self, seat: Seat, *faces: Face) -> None:
        """Note what the question must be about."""
        self.guilty, self.involved = seat, set(faces)

    def on_floor(self) -> list[Face]:
        """The faces that lie on the floor."""
        return [card.face for card in self.cards if card.zone == FLOOR]


def loud(film: Film) -> list[AlertRaised]:
    """Everything above a hint that is said of the film."""
    game, said = start(film.rules, film.players), list[AlertRaised]()
    for event in film.events():
        game, outputs = step(game, event)
        said += (one for one in outputs if isinstance(one, AlertRaised) and one.alert.level > Level.HINT)
    return said


def watched(film: Foul) -> list[AlertRaised]:
    """The same of a film in which the foul was possible."""
    said = loud(film)
    assert film.done is not None
    return said


def planted(film: Foul, before: Round, turned: Turned) -> Iterator[Event] | None:
    """The mover lays a second copy of a card that lies in view."""
    seat = turned.play.seat
    twin = next((card.face for card in film.cards if card.zone.kind is ZoneKind.PILE and COPIES[card.face] == 1
                 and card.face.month not in {face.month for face in film.on_floor()}), None)
    flip = turned.play.flip
    if twin is None or len(flip) != 1 or any(face.month in (flip[0].month, twin.month) for face in film.on_floor()):
        return None

    film.blame(seat, twin)

    def play() -> Iterator[Event]:
        yield from film.lay(twin, seat)
        yield from film.lay(flip[0], seat, Source.STOCK)
    return play()


def vanished(film: Foul, before: Round, turned: Turned) -> Iterator[Event] | None:
    """In an honest turn a loose card of another month disappears under the mover's hand."""
    busy = {card.month for card in (*turned.play.hand, *turned.play.flip)}
    spare = [face for face in before.table.loose if face.month not in busy]
    if not spare:
        return None

    film.blame(turned.play.seat, spare[0])

    def play() -> Iterator[Event]:
        yield from film.wait(0.4, frozenset({FLOOR}), turned.play.seat)
        film.cards.remove(next(card for card in film.cards if card.face == spare[0] and card.zone == FLOOR))
        yield from film.wait(0.5, frozenset({FLOOR}), turned.play.seat)
        yield from film._turn(before, turned)
    return play()


def unlike(film: Foul, before: Round, turned: Turned) -> Iterator[Event] | None:
    """The mover takes a loose card with a card of another month."""
    hand, flip, seat = turned.play.hand, turned.play.flip, turned.play.seat
    months = {face.month for face in film.on_floor()}
    if len(hand) != 1 or len(flip) != 1 or {hand[0].month, flip[0].month} & months or hand[0].month == flip[0].month:
        return None
    other = before.table.loose[0]
    film.blame(seat, hand[0], other)

    def play() -> Iterator[Event]:
        yield from film.lay(hand[0], seat)
        yield from film.lay(flip[0], seat, Source.STOCK)
        yield from film.wait(0.3)
        yield from film.collect((hand[0], other), seat)
    return play()


def by_another(film: Foul, before: Round, turned: Turned) -> Iterator[Event] | None:
    """The seat after the mover plays in its stead."""
    hand, flip = turned.play.hand, turned.play.flip
    if len(hand) != 1 or len(flip) != 1 or turned.result.stolen or film.at < 4:
        return None
    seat = (turned.play.seat + 1) % film.players
    result = turned.result
    film.blame(seat, *hand)

    def play() -> Iterator[Event]:
        yield from film.lay(hand[0], seat)
        yield from film.lay(flip[0], seat, Source.STOCK)
        if result.captured:
            yield from film.collect(result.captured, seat)
    return play()


def shown_again(film: Foul, before: Round, turned: Turned) -> Iterator[Event] | None:
    """The planted card is looked at for a while, then its owner takes it to the pile."""
    laid = planted(film, before, turned)
    if laid is None:
        return None

    def play() -> Iterator[Event]:
        yield from laid
        yield from film.wait(2.5)
        twin = film.cards[-2]
        yield from film.collect((twin.face,), turned.play.seat)
        yield from film.wait(2.0)
    return play()


def helped(film: Foul, before: Round, turned: Turned) -> Iterator[Event] | None:
    """Another hand plays, but the mover's came as well."""
    laid = by_another(film, before, turned)
    if laid is None:
        return None

    def play() -> Iterator[Event]:
        yield from film.wait(0.2, frozenset({FLOOR}), turned.play.seat)
        yield from laid
    return play()


CASES = [(planted, AlertCode.DUPLICATE_CARD, 0), (vanished, AlertCode.CARD_MISSING, 1),
         (unlike, AlertCode.MONTH_MISMATCH, 0), (by_another, AlertCode.OUT_OF_TURN, 0)]


@pytest.mark.parametrize(("hook", "code", "more"), CASES)
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2)])
def test_foul_is_asked_about(hook: Hook, code: AlertCode, more: int, players: int, seed: int) -> None:
    film = Foul(seed, players, 4, hook, more)
    said = watched(film)
    assert [(one.alert.code, one.alert.level, one.alert.seat) for one in said] == [(code, Level.QUESTION, film.guilty)]
    assert film.done is not None and film.started < said[0].seconds <= film.done + 2.5
    assert set(said[0].alert.cards) & film.involved


def test_card_doubled_in_two_places_stops() -> None:
    said = watched(Foul(1, 2, 4, shown_again))
    assert [(one.alert.code, one.alert.level) for one in said] == [
        (AlertCode.DUPLICATE_CARD, Level.QUESTION), (AlertCode.DUPLICATE_CARD, Level.STOP)]


def test_repeated_sight_of_a_card_accuses_nobody() -> None:
    """What the eyes only repeat is one look, however often they say it."""
    assert not watched(Foul(1, 2, 4, planted, frozen=True))


def test_turn_is_the_movers_if_its_hand_came_too() -> None:
    assert not watched(Foul(2, 3, 4, helped))


@pytest.mark.parametrize(("noise", "players", "seed"), [(HONEST, 2, 31), (HONEST, 3, 32), (ROUGH, 3, 33)])
def test_honest_play_seen_by_sure_eyes_raises_no_question(noise: Noise, players: int, seed: int) -> None:
    film = Sure(seed, players, 1, noise)
    assert not loud(film)
