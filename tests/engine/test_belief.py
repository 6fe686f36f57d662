"""What is believed of single cards, look by look."""

from __future__ import annotations

import dataclasses

from engine.belief import Belief, look, named
from engine.cards import parse_face
from engine.observation import FLOOR, Hands, Observation, SeenCard, Source, Zone, ZoneKind

PILE = Zone(ZoneKind.PILE, 0)


def seen(track: int, face: str | None, zone: Zone = FLOOR, at: tuple[float, float] = (300.0, 200.0), *,
         source: Source | None = None, sure: float = 0.9) -> SeenCard:
    named = None if face is None else parse_face(face)
    return SeenCard(track, named, zone, 0.99, at, scores={} if named is None else {named: 0.99},
                    source=source, source_confidence=sure if source else 0.0)


class Eyes:
    """Looks ten times a second."""

    def __init__(self) -> None:
        self.belief, self.seconds = Belief(), 0.0

    def look(self, *cards: SeenCard, times: int = 3, covered: frozenset[Zone] = frozenset()) -> Belief:
        """See *cards* so many times."""
        for _ in range(times):
            self.seconds = round(self.seconds + 0.1, 3)
            hands = Hands({0: covered} if covered else {}, None, False)
            self.belief = look(self.belief, Observation(self.seconds, cards, covered, hands, still=not covered))
        return self.belief


def test_card_of_a_pile_that_is_read_otherwise_stays_one_doubtful_card() -> None:
    eyes = Eyes()
    eyes.look(seen(1, "06-junk", PILE), times=20)
    eyes.look(seen(1, "06-junk", PILE), covered=frozenset({PILE}))
    (card,) = eyes.look(seen(1, "06-ribbon", PILE), times=20).cards
    assert card.probability(parse_face("06-junk")) > 0.3 and card.probability(parse_face("06-ribbon")) > 0.3


def test_card_from_the_stock_is_still_from_the_stock_when_it_is_taken_from_the_floor() -> None:
    eyes = Eyes()
    eyes.look(seen(1, "07-junk", source=Source.STOCK, sure=0.7))
    (card,) = eyes.look(seen(1, "07-junk", PILE, (800.0, 50.0), source=Source.FLOOR, sure=0.9)).cards
    assert card.source is Source.STOCK


def test_looks_without_a_hand_are_counted_though_a_find_is_undecided() -> None:
    eyes = Eyes()
    eyes.look(seen(1, "07-junk"), covered=frozenset({FLOOR}))
    undecided = Observation(eyes.seconds + 0.1, (seen(1, "07-junk"),), frozenset({FLOOR}))
    after = look(eyes.belief, undecided)
    assert (eyes.belief.clear, after.clear, after.bare) == (0, 1, 0)


def test_undecided_find_does_not_hold_up_the_game_for_long() -> None:
    belief = Belief()
    for n in range(12):
        belief = look(belief, Observation(n / 10, (seen(1, "07-junk"),), frozenset({FLOOR})))
    assert belief.bare > 1


def test_darkness_is_not_mistaken_for_a_resting_table() -> None:
    belief = Belief()
    for n in range(30):
        belief = look(belief, Observation(n / 10, (), frozenset({FLOOR}), doubt="too_dark"))
    assert belief.bare == 0


def test_card_that_is_missed_tells_whose_hand_was_there_last() -> None:
    belief = Belief()
    card = seen(1, "07-junk")
    for n in range(5):
        belief = look(belief, Observation(n / 10, (card,)))
    for n in range(5, 8):
        belief = look(belief, Observation(n / 10, (card,), frozenset({FLOOR}), Hands({1: frozenset({FLOOR})})))
    for n in range(8, 12):
        belief = look(belief, Observation(n / 10, ()))
    assert [one.taken_by for one in belief.cards] == [1]


def test_the_face_of_a_card_is_the_best_of_its_readings_however_it_was_copied() -> None:
    belief = Eyes().look(seen(1, "01-bright"))
    bright, junk = parse_face("01-bright"), parse_face("01-junk")
    assert belief.cards[0].face == bright
    assert named(belief, bright, junk, FLOOR).cards[0].face == junk
    assert dataclasses.replace(belief.cards[0], sums={junk: 1.0}).face == junk
    assert dataclasses.replace(belief.cards[0], sums={}).face is None
