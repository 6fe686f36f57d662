"""A turn that was booked on doubtful looks is rewritten by what is seen later; sure looks and people are not."""

from __future__ import annotations

from collections.abc import Iterator

from engine import events as ev
from engine.observation import FLOOR, STOCK, Source, Zone, ZoneKind
from engine.referee import Game, Output, TurnSeen, start, step
from engine.rules import preset
from tests.builders import codes, faces
from tests.observed import Film, Noise

DEALT = "01-bright 02-junk 03-ribbon 04-junk 05-junk 06-junk 07-junk 11-junk"


class Ppeok(Film):
    """Seat 0 lays a card on 11-junk and flips 11-junk right on both; seat 1 takes the stack with 11-bright."""

    def __init__(self, laid: str, hidden: bool = True) -> None:
        super().__init__(1, 2, 1, Noise(sources=1.0))
        self.laid, self.hidden = laid, hidden

    def deal(self) -> Iterator[ev.Event]:
        """Eight cards on the floor."""
        yield from self._wait(1.0)
        for face in faces(DEALT):
            self._put(face, FLOOR, self._free(), None)
        yield from self._wait(2.0, frozenset({FLOOR}), 0)
        yield from self._wait(2.0)

    def first(self) -> Iterator[ev.Event]:
        """The ppeok; of a hidden card no look shows anything."""
        x, y = next(card.at for card in self.cards if str(card.face) == "11-junk")
        over = 8.0 if self.hidden else 16.0
        yield from self._play(0, ((self.laid, (x + 10, y)), ("11-junk", (x + 10 + over, y))), pause=not self.hidden)
        yield from self._wait(2.0)

    def second(self) -> Iterator[ev.Event]:
        """05-ribbon takes 05-junk, 11-bright takes the stack."""
        five = next(card.at for card in self.cards if str(card.face) == "05-junk")
        eleven = next(card.at for card in reversed(self.cards) if str(card.face) == "11-junk")
        spots = (("05-ribbon", (five[0] + 18, five[1])), ("11-bright", (eleven[0] + 18, eleven[1] + 8)))
        yield from self._play(1, spots, pause=True)
        pile = Zone(ZoneKind.PILE, 1)
        for face in faces(f"05-ribbon 05-junk 11-bright 11-junk 11-junk {self.laid}"):
            yield from self._wait(0.3, frozenset({FLOOR}), 1)
            self._move(face, FLOOR, pile)
            yield from self._wait(0.3, frozenset({pile}), 1)
        yield from self._wait(2.5)

    def _play(self, seat: int, cards: tuple[tuple[str, tuple[float, float]], ...], *, pause: bool
              ) -> Iterator[ev.Event]:
        for n, (face, at) in enumerate(cards):
            if pause or not n:
                yield from self._wait(0.4, frozenset({STOCK} if n else {FLOOR}), seat, stock=bool(n) or not pause)
            self._put(faces(face)[0], FLOOR, at, Source.STOCK if n else Source.HAND)
            self.cards[-1].born += 0.01 * n
            if pause or n:
                yield from self._wait(0.5, frozenset({FLOOR}), seat)


def follow(game: Game, looks: Iterator[ev.Event]) -> tuple[Game, list[Output]]:
    said: list[Output] = []
    for event in looks:
        game, outputs = step(game, event)
        said += outputs
    return game, said


def booked(film: Ppeok) -> Game:
    """The game after the ppeok."""
    game, _ = follow(start(preset("korean_standard"), 2, 0), film.deal())
    game, _ = follow(game, film.first())
    assert game.round is not None and len(game.round.turns) == 1
    return game


def laid(game: Game) -> list[str]:
    """Cards of the first turn's hand step."""
    assert game.round is not None
    return codes(game.round.turns[0].play.hand)


def test_hidden_card_of_a_ppeok_is_named_once_it_is_captured() -> None:
    film = Ppeok("11-djunk")
    game = booked(film)
    assert laid(game) == ["11-bright"]  # nothing tells yet which card lies under the flip
    game, said = follow(game, film.second())
    assert laid(game) == ["11-djunk"]
    assert game.round is not None and codes(game.round.turns[1].play.flip) == ["11-bright"]
    revised = [one for one in said if isinstance(one, TurnSeen) and one.revised]
    assert [(one.n, codes(one.hand)) for one in revised] == [(1, ["11-djunk"])]


def test_what_people_told_of_a_turn_is_not_rewritten() -> None:
    film = Ppeok("11-djunk")
    fix = ev.TurnFix(1, 0, faces("11-bright"), faces("11-junk"), None, None)
    game, _ = follow(booked(film), iter([ev.Corrected(film.seconds, fix)]))
    game, _ = follow(game, film.second())
    assert laid(game) == ["11-bright"]


def test_a_card_that_was_plainly_read_is_not_rewritten_to_hide_a_second_one() -> None:
    film = Ppeok("11-bright", hidden=False)
    game = booked(film)
    assert laid(game) == ["11-bright"]
    game, _ = follow(game, film.second())
    assert laid(game) == ["11-bright"]


def test_undo_after_a_rewriting_takes_back_the_last_turn() -> None:
    film = Ppeok("11-djunk")
    game, _ = follow(booked(film), film.second())
    assert game.round is not None and len(game.round.turns) == 2
    game, _ = step(game, ev.Undone(film.seconds))
    assert game.round is not None and len(game.round.turns) == 1
