"""A camera pushed in the middle of a game: nothing is believed meanwhile, then every card goes on with its number."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import parse_face
from engine.observation import Observation
from tests.fakes import SIZE, DrawnTable, TrueCard, TruthRecogniser, card_at
from vision import layout as layouts
from vision.observe import Observer
from vision.types import Frame

CARDS = [(f"{1 + n:02d}-junk", 120 + 145 * (n % 6), 200 + 110 * (n // 6)) for n in range(11)]


class Pushed:
    """A drawn table with threads in its cloth, seen by a camera that can be pushed."""

    def __init__(self, *, plain: bool = False) -> None:
        self.table = DrawnTable(layouts.default(2, SIZE))
        if not plain:
            noise = np.random.default_rng(2).integers(-25, 25, (SIZE[1] // 3, SIZE[0] // 3, 1))
            threads = cv2.resize(noise.astype(np.float32), SIZE, interpolation=cv2.INTER_CUBIC)[..., None]
            self.table.felt = np.clip(self.table.felt + threads, 0, 255).astype(np.uint8)
        self.table.cards = [card_at(label, x, y, layout=self.table.layout) for label, x, y in CARDS]
        self.view: NDArray[np.float64] = np.eye(3)  # from the picture before the push
        self.recogniser = TruthRecogniser(self.seen, misnamed=0.0, false_finds=0.0)
        self.observer = Observer(self.table.layout, self.recogniser)

    def seen(self) -> list[TrueCard]:
        return [replace(card, corners=self.moved(card.corners)) for card in self.table.cards]

    def moved(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), self.view)[0], np.float32)

    def push(self, right: float, down: float, turn: float) -> None:
        self.view = np.eye(3)
        self.view[:2] = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn, 1.0)
        self.view[:2, 2] += (right, down)

    def look(self, times: int = 1, *arms: tuple[tuple[float, float], tuple[float, float]]) -> list[Observation]:
        out = []
        for _ in range(times):
            frame = self.table.frame(*arms)
            bgr = cv2.warpPerspective(frame.bgr, self.view, SIZE, borderMode=cv2.BORDER_REFLECT)
            told = self.observer.see(Frame(frame.number, frame.seconds, np.asarray(bgr, np.uint8)))
            assert told is not None
            out.append(told)
        return out


def tracks(told: Observation) -> dict[str, int]:
    return {str(card.face): card.track for card in told.cards}


def test_cards_keep_numbers_and_places_after_a_push() -> None:
    room = Pushed()
    before = room.look(25)[-1]
    assert len(before.cards) == 11
    room.push(90, -40, 9)
    told = room.look(20)
    assert told[0].doubt == "moved"
    assert told[-1].doubt is None
    after = room.look(20)[-1]
    assert tracks(after) == tracks(before)
    assert all(np.hypot(*np.subtract(a.at_mm, b.at_mm)) < 5 for a, b in zip(before.cards, after.cards, strict=True))
    assert room.observer.layout.zones == room.table.layout.zones


def test_nothing_is_believed_while_the_view_is_not_known() -> None:
    room = Pushed()
    before = room.look(25)[-1]
    room.push(500, 300, 40)  # too far to be the same camera place
    for told in room.look(30):
        assert told.doubt == "moved"
        assert not told.still
        assert told.covered == {zone.zone for zone in room.table.layout.zones}
        assert tracks(told) == tracks(before)


def test_a_camera_that_is_put_back_goes_on_as_before() -> None:
    room = Pushed()
    before = room.look(25)[-1]
    room.push(500, 300, 40)
    room.look(20)
    room.view = np.eye(3)
    after = room.look(15)[-1]
    assert after.doubt is None
    assert tracks(after) == tracks(before)
    assert room.observer.layout == room.table.layout


def test_a_card_laid_after_the_push_is_seen_at_its_place() -> None:
    room = Pushed()
    room.look(25)
    room.push(-70, 50, -6)
    room.look(20)
    room.look(4, ((300.0, 560.0), (845.0, 300.0)))
    room.table.cards.append(card_at("12-bright", 845, 310, layout=room.table.layout))
    room.look(3, ((300.0, 560.0), (845.0, 300.0)))
    told = room.look(12)[-1]
    laid = next(card for card in told.cards if card.face == parse_face("12-bright"))
    assert np.hypot(*np.subtract(laid.at_mm, (845, 310))) < 5
    assert len(told.cards) == 12


def test_cards_that_the_pushed_camera_no_longer_shows_are_not_gone() -> None:
    room = Pushed()
    before = room.look(25)[-1]
    room.push(-190, 0, 4)  # the leftmost cards are out of the picture
    told = room.look(90)[-1]
    assert told.doubt is None
    assert tracks(told) == tracks(before)


def test_a_push_is_survived_on_a_plain_cloth() -> None:
    room = Pushed(plain=True)
    before = room.look(25)[-1]
    room.push(60, 30, -8)
    told = room.look(30)
    assert told[2].doubt == "moved"
    assert told[-1].doubt is None
    assert tracks(told[-1]) == tracks(before)


def test_on_a_bare_cloth_with_hardly_a_card_the_eyes_do_not_wait_for_ever() -> None:
    room = Pushed(plain=True)
    room.table.cards = room.table.cards[:2]
    room.look(15)
    watch = room.observer._footing._watch
    watch.pushed = True
    watch.see = lambda small, seconds, hands=None: watch.pushed  # type: ignore[method-assign]
    room.table.cards += [card_at(label, x, y, layout=room.table.layout) for label, x, y in CARDS[2:]]
    told = room.look(40)
    assert told[0].doubt == "moved"
    assert told[-1].doubt is None and len(told[-1].cards) == 11
