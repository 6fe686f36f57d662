"""Frames in, observations out: what is recognised when, what a hand hides, and where cards came from."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import parse_face
from engine.observation import FLOOR, Observation, SeenCard, Source, Zone, ZoneKind
from tests.fakes import SIZE, DrawnTable, TruthRecogniser, card_at
from vision import layout as layouts
from vision.observe import Observer
from vision.types import Frame

HAND0 = (300.0, 560.0)  # outside, at seat 0's edge
PILE0 = Zone(ZoneKind.PILE, 0)


class Room:
    """A drawn table, a recogniser that knows the truth, and the observer of both."""

    def __init__(self, *cards: tuple[str, float, float], misnamed: float = 0.0) -> None:
        self.table = DrawnTable(layouts.default(2, SIZE))
        self.lay(*cards)
        self.recogniser = TruthRecogniser(lambda: self.table.cards, misnamed=misnamed, false_finds=0.0)
        self.observer = Observer(self.table.layout, self.recogniser)

    def lay(self, *cards: tuple[str, float, float]) -> None:
        self.table.cards += [card_at(label, x, y, layout=self.table.layout) for label, x, y in cards]

    def take(self, label: str) -> None:
        self.table.cards[:] = [card for card in self.table.cards if card.label != label]

    def look(self, *arms: tuple[tuple[float, float], tuple[float, float]], times: int = 1) -> Observation:
        for _ in range(times):
            seen = self.observer.see(self.table.frame(*arms))
            assert seen is not None
        return seen


def faces(seen: Observation, zone: Zone = FLOOR) -> list[str]:
    return sorted(str(card.face) for card in seen.cards if card.zone == zone)


def card(seen: Observation, label: str) -> SeenCard:
    return next(c for c in seen.cards if c.face == parse_face(label))


def test_cards_that_lie_at_the_start_are_seen_within_half_a_second() -> None:
    seen = Room(("01-bright", 250, 200), ("05-animal", 600, 300), ("09-junk", 300, 450)).look(times=5)
    assert faces(seen) == ["01-bright", "05-animal"]
    assert faces(seen, PILE0) == ["09-junk"]
    assert seen.still
    assert seen.seconds == pytest.approx(0.4)


def test_a_table_where_nothing_happens_is_looked_over_part_by_part_and_ever_more_rarely() -> None:
    room = Room(("01-bright", 250, 200))
    room.look(times=6)
    looked = []
    for _ in range(3):
        room.recogniser.shares.clear()
        room.look(times=300)
        looked.append(sum(room.recogniser.shares))
        assert max(room.recogniser.shares) <= 0.06, "never all at once"
    assert looked[0] <= 9.0, "each place nine times in half a minute, in case a card was overlooked"
    assert looked[1] <= 1.5 and looked[2] <= 1.5


def test_only_the_changed_place_is_recognised() -> None:
    room = Room(("01-bright", 250, 200))
    room.look(times=6)
    room.recogniser.shares.clear()
    room.lay(("05-animal", 600, 300))
    assert faces(room.look(times=6)) == ["01-bright", "05-animal"]
    assert 2 <= len(room.recogniser.shares) <= 4
    assert max(room.recogniser.shares) < 0.05


def test_cards_that_lie_there_as_before_are_kept_as_they_are() -> None:
    """Neither their place nor their name is measured again, but it is noted that they were seen."""
    room = Room(("01-bright", 250, 200), ("05-animal", 600, 300))
    room.look(times=100)
    track = room.observer.tracker.tracks[0]
    before, evidence = track.looks, dict(track.evidence)
    room.look(times=300)
    assert track.looks > before
    assert track.evidence == evidence


def test_covered_floor_stays_known() -> None:
    room = Room(("01-bright", 300, 260))
    room.look(times=5)
    seen = room.look((HAND0, (300, 250)), times=10)
    assert FLOOR in seen.covered
    assert faces(seen) == ["01-bright"]
    assert not seen.still


def test_card_brought_by_a_hand_comes_from_the_hand() -> None:
    room = Room()
    room.look(times=5)
    room.look((HAND0, (300, 300)), times=3)
    room.lay(("05-animal", 300, 300))
    room.look((HAND0, (300, 300)), times=2)
    assert card(room.look(times=6), "05-animal").source is Source.HAND


def test_card_brought_by_way_of_the_stock_comes_from_the_stock() -> None:
    room = Room(("back", 460, 260))
    room.look(times=5)
    seen = room.look(((460, 560), (460, 265)), times=3)
    assert seen.hands.stock_touched_by == 0
    room.look(((400, 560), (600, 300)), times=2)
    room.lay(("05-animal", 600, 300))
    room.look(((400, 560), (600, 300)), times=2)
    looks = [room.look() for _ in range(6)]
    assert card(looks[-1], "05-animal").source is Source.STOCK
    assert [seen.hands.stock_left for seen in looks].count(True) == 1


def test_card_that_touches_a_resting_forearm_is_read_though_the_hand_is_not() -> None:
    room = Room()
    room.look(times=5)
    arm = ((300.0, 560.0), (300.0, 200.0))
    room.look(arm, times=3)
    room.lay(("05-animal", 348, 330), ("08-bright", 300, 168))
    seen = room.look(arm, times=12)
    assert FLOOR in seen.covered
    assert faces(seen) == ["05-animal"]


def test_captured_cards_at_the_edge_are_read_as_soon_as_the_hand_has_gone() -> None:
    room = Room()
    room.look(times=5)
    room.look((HAND0, (300, 470)), times=3)
    room.lay(("05-animal", 280, 492), ("05-junk", 300, 492), ("05-ribbon", 320, 492))
    room.look((HAND0, (300, 470)), times=2)
    assert faces(room.look(times=14), PILE0) == ["05-animal", "05-junk", "05-ribbon"]


def test_captured_card_keeps_its_number_and_comes_from_the_floor() -> None:
    room = Room(("05-animal", 600, 300))
    number = card(room.look(times=5), "05-animal").track
    room.look((HAND0, (600, 300)), times=3)
    room.take("05-animal")
    room.look((HAND0, (500, 400)), times=3)
    room.lay(("05-animal", 300, 450))
    seen = card(room.look(times=8), "05-animal")
    assert (seen.track, seen.zone, seen.source) == (number, PILE0, Source.FLOOR)


def test_face_down_card_has_no_face() -> None:
    seen = Room(("back", 460, 260), ("unknown", 600, 300)).look(times=5)
    assert [card.face for card in seen.cards] == [None, None]


def test_wrong_names_do_not_show() -> None:
    room = Room(*[(f"{month:02d}-junk", 60.0 + 70 * month, 190.0) for month in range(1, 12)], misnamed=0.1)
    room.look(times=6)
    for _ in range(60):
        assert faces(room.look()) == sorted(f"{month:02d}-junk" for month in range(1, 12))


def test_frame_of_another_size_is_skipped() -> None:
    room = Room()
    room.look()
    assert room.observer.see(Frame(9, 0.9, np.zeros((240, 320, 3), np.uint8))) is None


def test_dark_room_is_named_as_doubt() -> None:
    room = Room()
    room.table.light = 0.1
    assert room.look().doubt == "dark"


def test_while_the_lens_is_covered_all_is_doubted_and_nothing_is_forgotten() -> None:
    room = Room(*[(f"{month:02d}-junk", 60.0 + 70 * month, 190.0) for month in range(1, 12)])
    before = {card.track: card.face for card in room.look(times=8).cards}
    room.recogniser.shares.clear()
    room.table.light, cards = 0.02, list(room.table.cards)
    room.table.cards.clear()
    looks = [room.look() for _ in range(15)]
    assert {look.doubt for look in looks[1:]} <= {"covered", "dark"}
    assert room.recogniser.shares == [], "no guess"
    room.table.light = 1.0
    room.table.cards += cards
    after = room.look(times=25)
    assert after.doubt is None
    assert {card.track: card.face for card in after.cards} == before


def test_glare_makes_one_card_unsure_and_leaves_the_others() -> None:
    room = Room(("01-bright", 250, 200), ("05-animal", 600, 300))
    before = {card.face: card.track for card in room.look(times=8).cards}
    lost = next(card for card in room.table.cards if card.label == "05-animal")
    x, y = lost.corners.mean(0).astype(int)
    room.table.glare = (int(x), int(y), 60)
    room.take("05-animal")  # nothing of it can be made out
    seen = room.look(times=30)
    assert (seen.doubt, seen.spoilt) == (None, "glare")
    assert {card.face: card.track for card in seen.cards} == before, "not seen is not gone"
    room.lay(("09-junk", 300, 450))
    assert faces(room.look(times=6), PILE0) == ["09-junk"]
    room.table.glare = None
    room.table.cards.append(lost)
    seen = room.look(times=12)
    assert seen.spoilt is None
    assert card(seen, "05-animal").track == before[parse_face("05-animal")]


def test_a_card_that_cannot_be_read_is_there_without_a_face_until_it_can() -> None:
    room = Room(("01-bright", 250, 200))
    room.recogniser.unreadable.add("05-animal")
    room.lay(("05-animal", 600, 300))
    seen = room.look(times=8)
    unread = next(card for card in seen.cards if card.at_mm[0] > 500)
    assert unread.face is None and unread.scores == {}
    room.recogniser.unreadable.clear()
    room.table.number += 30  # later: the place has been looked over again
    assert faces(room.look(times=40)) == ["01-bright", "05-animal"]


def test_a_known_card_that_glare_hides_from_the_namer_keeps_its_name() -> None:
    room = Room(("05-animal", 600, 300))
    before = card(room.look(times=8), "05-animal")
    room.recogniser.unreadable.add("05-animal")
    room.take("05-animal")
    room.lay(("05-animal", 604, 300))  # nudged, so that it is looked at again
    seen = room.look(times=12)
    assert card(seen, "05-animal").track == before.track


def test_a_hand_left_on_the_table_is_named_and_what_it_hides_stays_known() -> None:
    room = Room(("01-bright", 300, 260), ("05-animal", 600, 300))
    room.look(times=8)
    arm, under = (HAND0, (300, 250)), room.table.cards[0]
    room.table.cards.remove(under)  # the arm hides it
    looks = [room.look(arm) for _ in range(90)]
    assert {look.doubt for look in looks[:40]} == {None}, "people think"
    assert looks[-1].doubt == "hand"
    assert all(FLOOR in look.covered for look in looks)
    assert faces(looks[-1]) == ["01-bright", "05-animal"]
    room.table.cards.append(under)
    seen = room.look(times=12)
    assert seen.doubt is None and FLOOR not in seen.covered
    assert faces(seen) == ["01-bright", "05-animal"]


def test_a_hand_left_on_a_pile_spoils_only_that_pile() -> None:
    room = Room(("01-bright", 300, 260), ("09-junk", 300, 450))
    room.look(times=8)
    room.take("09-junk")  # the arm hides it
    seen = room.look((HAND0, (300, 470)), times=90)
    assert (seen.doubt, seen.spoilt) == (None, "hand")
    assert seen.covered == {PILE0}
    assert faces(seen, PILE0) == ["09-junk"]


def test_cards_laid_at_the_edge_are_no_hand_left_there() -> None:
    room = Room()
    room.look(times=5)
    room.look((HAND0, (300, 470)), times=3)
    room.lay(("05-animal", 280, 492), ("05-junk", 300, 492), ("05-ribbon", 320, 492))
    room.look((HAND0, (300, 470)), times=2)
    looks = [room.look() for _ in range(90)]
    assert {look.spoilt for look in looks} == {None}
    assert looks[-1].covered == frozenset()


def test_who_watches_on_gives_no_card_the_number_of_another() -> None:
    room = Room(("01-bright", 250, 200), ("05-animal", 600, 300))
    before = {card.track for card in room.look(times=20).cards}
    room.observer = Observer(room.table.layout, room.recogniser)  # after a restart, or in a picture that was turned
    after = {card.track for card in room.look(times=5).cards}
    assert len(before) == len(after) == 2 and not before & after
