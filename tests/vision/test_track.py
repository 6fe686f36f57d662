"""Cards over time: evidence sums up, covered cards survive, moved ones keep their number, ghosts never become cards."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.fakes import corners_mm
from vision.track import Finding, Track, Tracker

Spot = tuple[str, float, float]


def find(label: str, x: float, y: float, angle: float = 0.0, *, visible: float = 1.0, sure: float = 0.9) -> Finding:
    return Finding(corners_mm(x, y, angle), visible, {label: sure})


def everywhere(points: NDArray[np.float64]) -> NDArray[np.bool_]:
    return np.ones(points.shape[:-1], np.bool_)


def nowhere(points: NDArray[np.float64]) -> NDArray[np.bool_]:
    return np.zeros(points.shape[:-1], np.bool_)


class Table:
    """A tracker and a clock that goes on by a tenth of a second."""

    def __init__(self) -> None:
        self.tracker, self.seconds = Tracker(), 0.0

    def look(self, *found: Finding, times: int = 1, stirred: bool = False, wait: float = 0.0) -> dict[str, Track]:
        """Look *times* times at all places; *stirred*: the picture changed everywhere before."""
        self.seconds += wait
        if stirred:
            self.tracker.stir(everywhere)
        for _ in range(times):
            self.seconds += 0.1
            self.tracker.update(found, self.seconds, everywhere)
        return self.believed()

    def believed(self) -> dict[str, Track]:
        return {track.label: track for track in self.tracker.tracks if track.believed}


def test_one_look_is_not_believed_two_are() -> None:
    table = Table()
    assert not table.look(find("01-bright", 300, 200))
    assert set(table.look(find("01-bright", 300, 200))) == {"01-bright"}


def test_a_find_that_shows_once_never_becomes_a_card() -> None:
    table = Table()
    table.look(find("03-bright", 300, 200))
    table.look(times=3)
    assert not table.tracker.tracks


def test_a_wrong_name_is_outvoted() -> None:
    table = Table()
    for label in ("02-animal", "04-animal", "02-animal", "02-animal"):
        table.look(find(label, 300, 200))
    (track,) = table.believed().values()
    assert track.label == "02-animal"
    assert track.odds["02-animal"] > 0.9


def test_first_name_wrong_is_no_belief_in_it() -> None:
    table = Table()
    table.look(find("04-animal", 300, 200, sure=0.6))
    table.look(find("02-animal", 300, 200))
    assert "04-animal" not in table.believed()


def test_card_seen_often_survives_blinks_of_the_finder_where_nothing_changed() -> None:
    table = Table()
    number = table.look(find("01-bright", 300, 200), times=12)["01-bright"].number
    table.look(times=4)
    assert table.believed()["01-bright"].number == number


def test_card_seen_twice_is_not_defended_against_misses() -> None:
    table = Table()
    table.look(find("03-bright", 300, 200), times=2)
    assert not table.look(times=3)


def test_taken_card_goes_after_two_looks_at_its_changed_place() -> None:
    table = Table()
    table.look(find("01-bright", 300, 200), times=2)
    table.look(times=1, stirred=True)
    assert table.believed()
    table.look()
    assert not table.believed()


def test_place_that_was_not_looked_at_keeps_its_card() -> None:
    table = Table()
    table.look(find("01-bright", 300, 200), times=2)
    table.tracker.stir(everywhere)
    for _ in range(20):
        table.tracker.update([], table.seconds, nowhere)
    assert table.believed()


def test_card_fully_under_another_survives_until_its_cover_leaves() -> None:
    table = Table()
    table.look(find("01-bright", 300, 200), times=2)
    over = find("01-ribbon", 304, 204)
    seen = table.look(over, times=6, stirred=True, wait=2)
    assert set(seen) == {"01-bright", "01-ribbon"}
    assert table.tracker.covers()[seen["01-ribbon"].number] == (seen["01-bright"].number,)
    assert not table.look(times=4, stirred=True)


def test_moved_card_keeps_its_number_and_tells_where_it_came_from() -> None:
    table = Table()
    number = table.look(find("05-animal", 300, 200), times=2)["05-animal"].number
    table.look(times=3, stirred=True)
    track = table.look(find("05-animal", 500, 450, 90), times=2)["05-animal"]
    assert track.number == number
    assert track.came_from == pytest.approx((300, 200), abs=1)


def test_card_seen_elsewhere_while_its_old_place_is_hidden_is_followed() -> None:
    table = Table()
    number = table.look(find("05-animal", 300, 200), times=2)["05-animal"].number
    table.tracker.stir(everywhere)
    found = [find("05-animal", 500, 450)]
    for _ in range(2):
        table.tracker.update(found, table.seconds, nowhere)
    assert [t.number for t in table.tracker.tracks] == [number]


def test_duplicate_in_clear_view_stays_two_cards() -> None:
    table = Table()
    table.look(find("08-bright", 300, 200), times=2)
    table.look(find("08-bright", 300, 200), find("08-bright", 500, 200), times=3)
    assert [t.label for t in table.tracker.tracks] == ["08-bright", "08-bright"]
    assert len({t.number for t in table.tracker.tracks}) == 2


def test_second_find_of_one_card_is_no_second_card() -> None:
    table = Table()
    table.look(find("08-bright", 300, 200), find("08-bright", 302, 201), times=3)
    assert len(table.tracker.tracks) == 1


def test_another_card_in_a_changed_place_gets_another_number() -> None:
    table = Table()
    number = table.look(find("08-bright", 300, 200), times=8)["08-bright"].number
    seen = table.look(find("10-animal", 302, 200), times=4, stirred=True, wait=1)
    assert set(seen) == {"10-animal"}
    assert seen["10-animal"].number != number


def test_lasting_misname_of_an_unchanged_card_keeps_its_number() -> None:
    table = Table()
    number = table.look(find("11-junk", 300, 200, sure=0.5), times=2)["11-junk"].number
    seen = table.look(find("11-djunk", 300, 200, sure=0.95), times=8)
    assert seen["11-djunk"].number == number


def test_shifted_fan_is_followed_by_its_faces() -> None:
    table = Table()
    fan = ["01-junk", "02-junk", "03-junk", "04-junk"]

    def row(start: float, labels: Iterable[str]) -> list[Finding]:
        return [find(label, start + 12 * n, 450, visible=0.4) for n, label in enumerate(labels)]

    before = {label: t.number for label, t in table.look(*row(200, fan), times=3).items()}
    after = {label: t.number for label, t in table.look(*row(212, fan), times=5, stirred=True).items()}
    assert after == before


def test_find_that_was_only_glimpsed_under_an_arm_yields_to_the_card_that_lies_there() -> None:
    table = Table()
    for _ in range(2):
        table.seconds += 0.1
        table.tracker.update([find("10-ribbon", 300, 200)], table.seconds, nowhere)
    assert set(table.believed()) == {"10-ribbon"}
    assert set(table.look(find("03-junk", 301, 208), times=3, wait=2.0)) == {"03-junk"}


def test_face_read_from_the_whole_card_outlasts_looks_at_the_part_left_in_sight() -> None:
    table = Table()
    table.look(find("06-ribbon", 300, 200), times=4)
    over = find("12-animal", 318, 200)
    seen = table.look(find("06-junk", 300, 200, visible=0.5, sure=0.9), over, times=6, stirred=True)
    assert "06-ribbon" in seen and "06-junk" not in seen


def test_card_that_was_first_found_askew_at_the_rim_of_a_hand_is_believed_where_it_lies() -> None:
    table = Table()
    table.look(find("11-djunk", 304, 195, angle=40.0, sure=0.64))
    (track,) = table.look(find("11-djunk", 300, 200), times=2).values()
    assert np.hypot(*(track.centre - (300, 200))) < 1


def test_nameless_find_over_two_named_cards_is_no_third_card() -> None:
    table = Table()
    pair = find("02-junk", 300, 200), find("02-ribbon", 286, 200, visible=0.4)
    table.look(*pair, times=3)
    table.look(*pair, find("unknown", 293, 200, visible=0.7), times=4)
    assert set(table.believed()) == {"02-junk", "02-ribbon"}


def test_part_of_a_card_is_read_no_surer_for_being_looked_at_again() -> None:
    table = Table()
    (track,) = table.look(find("03-ribbon", 300, 200, visible=0.4, sure=0.87), times=12).values()
    assert 0.6 < track.sure < 0.95


def test_covered_junk_keeps_its_number_when_its_twin_is_laid_beside_it() -> None:
    table = Table()
    number = table.look(find("02-junk", 300, 200), times=8)["02-junk"].number
    table.look(find("02-junk", 300, 200, visible=0.3), find("02-animal", 286, 200), times=2, stirred=True)
    table.look(find("02-junk", 276, 200), times=2, stirred=True)
    part = Finding(corners_mm(300, 200), 0.4, {"02-ribbon": 0.63, "02-junk": 0.35})
    table.look(find("02-junk", 276, 200), part, times=3)
    below = min(table.tracker.tracks, key=lambda track: abs(track.centre[0] - 300))
    assert (below.number, below.label) == (number, "02-junk")


def test_what_a_card_showed_before_another_came_does_not_put_it_on_top() -> None:
    table = Table()
    table.look(find("02-animal", 300, 200), times=8)
    under = table.tracker.tracks[0]
    over = find("02-ribbon", 312, 200, visible=0.4)
    for _ in range(3):  # the card below is known and not measured again
        table.seconds += 0.1
        table.tracker.update([over], table.seconds, everywhere, same=[under])
    above = table.believed()["02-ribbon"]
    assert table.tracker.covers()[above.number] == (under.number,)


def test_known_card_that_moves_under_a_hand_is_no_glimpse_beside_it() -> None:
    """It was plain where it lay before; a card laid on it a moment later only covers it."""
    table = Table()
    table.look(find("08-bright", 300, 200), times=4)
    tracker = table.tracker
    tracker.stir(everywhere)
    moved = find("08-bright", 420, 200)
    for _ in range(4):
        table.seconds += 0.1
        tracker.update([moved], table.seconds, lambda points: np.asarray(points[..., 0] < 350))
    assert set(table.believed()) == {"08-bright"}
    table.look(find("08-junk", 424, 211), times=6)
    assert set(table.believed()) == {"08-bright", "08-junk"}


def test_card_taken_out_of_the_middle_of_a_fan_is_gone_as_soon_as_the_one_below_shows_more() -> None:
    table = Table()
    table.look(find("11-junk", 300, 200), times=4)
    table.look(find("11-junk", 300, 200, visible=0.4), find("08-junk", 300, 215), times=4)
    fan = [find("11-junk", 300, 200, visible=0.4), find("08-junk", 300, 215, visible=0.4), find("11-djunk", 300, 228)]
    number = table.look(*fan, times=20)["08-junk"].number
    left = [find("11-junk", 300, 200, visible=0.75), find("11-djunk", 300, 228)]
    assert set(table.look(*left)) == {"11-junk", "11-djunk"}, "so little changed that no place counts as stirred"
    moved = table.look(*left, find("08-junk", 700, 300), times=2)["08-junk"]
    assert (moved.number, moved.came_from) == (number, pytest.approx((300, 215)))


def test_card_of_a_fan_that_is_overlooked_once_stays_where_nothing_shows_more() -> None:
    table = Table()
    fan = [find("11-junk", 300, 200, visible=0.4), find("08-junk", 300, 215, visible=0.4), find("11-djunk", 300, 228)]
    for count in (1, 2, 3):
        table.look(*fan[:count], times=6)
    assert set(table.look(fan[0], fan[2], times=3, stirred=True)) == {"11-junk", "08-junk", "11-djunk"}


def test_card_whose_face_turns_up_elsewhere_is_looked_for_and_soon_given_up() -> None:
    table = Table()
    card = find("11-bright", 300, 200)
    table.look(card, times=20)
    table.tracker.update((), table.seconds, nowhere)  # an arm lies there
    table.seconds += 5
    elsewhere = find("11-bright", 700, 300)
    for _ in range(3):
        table.seconds += 0.1
        table.tracker.update([elsewhere], table.seconds, nowhere)
    spots = table.tracker.undecided()
    assert any(np.hypot(*(spot - (300, 200))) < 5 for spot in spots)
    table.look(elsewhere, times=3)
    assert [t.centre[0] for t in table.tracker.tracks] == [pytest.approx(700, abs=2)]


def test_duplicate_that_is_seen_again_where_it_lay_stays_two_cards_and_asks_for_no_more_looks() -> None:
    table = Table()
    table.look(find("11-bright", 300, 200), times=20)
    table.look(find("11-bright", 300, 200), find("11-bright", 700, 300), times=4)
    assert len(table.tracker.tracks) == 2 and not len(table.tracker.undecided())
