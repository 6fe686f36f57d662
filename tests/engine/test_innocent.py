"""What only looks odd resolves by itself: the turns come out right, and nobody is asked anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.observation import FLOOR, STOCK, SeenCard, Source, Zone
from engine.outputs import Following, StateNow
from engine.rules import ruleset
from tests.builders import codes, faces
from tests.engine.script import Scene, pile, scene
from tests.observed import Card, Noise

FLOOR_CARDS = "05-junk 08-bright 03-junk 11-junk 06-ribbon"
PILES = {0: "01-junk 01-junk 02-animal 02-junk 07-ribbon 09-animal",
         1: "04-animal 04-junk 10-animal 10-junk 12-djunk 12-ribbon"}
FIRST = (0, ["05-animal"], ["03-ribbon"], ["03-junk", "03-ribbon", "05-animal", "05-junk"])
SECOND = (1, ["11-djunk"], ["07-junk"], ["11-djunk", "11-junk"])


def slow(one: Scene) -> None:
    """Pairs are collected one after another, with long rests between."""
    one.lay(0, "05-animal")
    one.wait(3.0)
    one.flip(0, "03-ribbon")
    one.wait(3.0)
    one.take(0, "05-animal 05-junk")
    one.wait(3.0)
    one.take(0, "03-ribbon 03-junk")


def late(one: Scene) -> None:
    """The pairs are collected while the next seat lays its card."""
    one.lay(0, "05-animal")
    one.flip(0, "03-ribbon")
    one.wait(1.0)
    one.lay(1, "11-djunk")
    one.take(0, "05-animal 05-junk 03-ribbon 03-junk")
    one.flip(1, "07-junk")
    one.wait(0.3)
    one.take(1, "11-djunk 11-junk")


def arm_in_the_way(one: Scene) -> None:
    """Two turns pass under an arm, with a short rest after them alone."""
    over = frozenset({FLOOR, STOCK})
    one.hand(0)
    one.stage._put(faces("05-animal")[0], FLOOR, one.stage._beside(faces("05-animal")[0], None), Source.HAND)
    one.hand(0, over, 0.6, stock=True)
    one.stage._put(faces("03-ribbon")[0], FLOOR, one.stage._beside(faces("03-ribbon")[0], None), Source.STOCK)
    one.take(0, "05-animal 05-junk 03-ribbon 03-junk")
    one.lay(1, "11-djunk")
    one.flip(1, "07-junk")
    one.take(1, "11-djunk 11-junk")


def rearranged(one: Scene) -> None:
    """Seat 1 sorts its own pile, and the cup goes to another row."""
    one.turn(0, "05-animal", "03-ribbon", "05-animal 05-junk 03-ribbon 03-junk")
    one.hand(1, frozenset({pile(1)}), 1.0)
    mine = [card for card in one.stage.cards if card.zone == pile(1)]
    for card, at in zip(mine, [other.at for other in reversed(mine)], strict=True):
        card.at = at
    one.wait(2.0)
    cup = next(card for card in one.stage.cards if str(card.face) == "09-animal")
    one.hand(0, frozenset({pile(0)}), 0.5)
    cup.at = (400.0, 100.0)
    one.wait(2.0)


def dropped(one: Scene) -> None:
    """A card of the floor is swept off the table and brought back elsewhere."""
    one.turn(0, "05-animal", "03-ribbon", "05-animal 05-junk 03-ribbon 03-junk")
    one.hand(1)
    one.drop("06-ribbon")
    one.hand(1)
    one.wait(2.5)
    one.hand(1)
    one.stage._put(faces("06-ribbon")[0], FLOOR, one.stage._free(), None)
    one.hand(1)
    one.wait(2.0)


def finish(one: Scene) -> None:
    """The second turn, if the look-alike has not played it."""
    if not any(str(card.face) == "11-djunk" for card in one.stage.cards):
        one.wait(1.0)
        one.turn(1, "11-djunk", "07-junk", "11-djunk 11-junk")
    one.wait(1.5)


@pytest.mark.parametrize("innocent", [slow, late, arm_in_the_way, rearranged, dropped], ids=lambda one: one.__name__)
def test_look_alike_of_a_foul_resolves_silently(innocent: Callable[[Scene], None]) -> None:
    one = scene(FLOOR_CARDS, PILES)
    innocent(one)
    finish(one)
    turns = [(t.seat, codes(t.hand), codes(t.flip), codes(t.captured)) for t in one.turns]
    assert turns == [FIRST, SECOND]
    assert one.raised == []
    assert not any(isinstance(said, StateNow) and said.state is Following.LOST for said in one.said)


def test_steal_that_is_paid_a_moment_later_is_silent() -> None:
    one = scene(FLOOR_CARDS, PILES)
    one.lay(0, "09-ribbon")
    one.flip(0, "09-junk")
    one.take(0, "09-ribbon 09-junk")
    one.wait(2.5)
    one.take(0, "10-junk", source=pile(1))
    one.wait(2.0)
    assert one.raised == [] and codes(one.turns[0].stolen[1]) == ["10-junk"]
    assert one.game.table is not None and faces("10-junk")[0] in one.game.table.piles[0]


def test_two_turns_are_told_apart_though_the_second_took_what_the_first_laid() -> None:
    """The flip is in sight only once the next seat has laid its card, and then everything goes quickly."""
    one = scene("03-junk 05-junk 10-ribbon 04-ribbon 06-junk 08-animal", {0: "07-junk", 1: "11-junk 11-junk"})
    one.lay(0, "02-junk")
    one.hand(0, frozenset({STOCK}), stock=True)
    one.wait(1.5)
    over = frozenset({FLOOR, STOCK, pile(1)})
    put = one.stage._put
    one.hand(1, over, 0.2)
    put(faces("11-djunk")[0], FLOOR, one.stage._free(), Source.STOCK)
    put(faces("08-junk")[0], FLOOR, one.stage._beside(faces("08-junk")[0], None), Source.HAND)
    one.hand(1, over, 0.8, stock=True)
    put(faces("02-ribbon")[0], FLOOR, one.stage._beside(faces("02-ribbon")[0], None), Source.STOCK)
    one.hand(1, over, 0.6)
    for face in faces("08-junk 08-animal 02-ribbon 02-junk"):
        one.stage._move(face, FLOOR, pile(1))
        one.hand(1, over, 0.3)
    one.wait(2.0)
    turns = [(t.seat, codes(t.hand), codes(t.flip), codes(t.captured)) for t in one.turns]
    assert turns == [(0, ["02-junk"], ["11-djunk"], []),
                     (1, ["08-junk"], ["02-ribbon"], ["02-junk", "02-ribbon", "08-animal", "08-junk"])]
    assert one.raised == []


def test_which_card_came_first_is_told_by_what_was_gathered_first() -> None:
    """One of the two cards lay under the other in the pile at once: people gather the hand card's pair first."""
    over = frozenset({FLOOR, STOCK, pile(0)})
    for hand, flip in (("05-animal", "03-junk"), ("03-junk", "05-animal")):
        one = scene(FLOOR_CARDS, PILES)
        for text in (hand, flip):
            one.hand(0, over, stock=text == flip)
            card = faces(text)[0]
            if text == "05-animal":
                one.stage._put(card, pile(0), (300.0, 40.0), None)
            one.stage._move(next(c.face for c in one.stage.cards if c.zone == FLOOR and c.face.month == card.month),
                            FLOOR, pile(0))
            one.hand(0, frozenset({FLOOR}), 0.8)
        one.wait(2.0)
        assert [(codes(t.hand), codes(t.flip)) for t in one.turns] == [([hand], [flip])]


def test_part_of_a_card_that_lies_upon_another_is_read_as_one_of_its_month() -> None:
    """The middle card of a ppeok shows only a part, and that looks like a ribbon of another month."""
    one = scene("02-animal 05-junk 10-ribbon", PILES | {0: "07-junk"})
    x, y = next(card.at for card in one.stage.cards if str(card.face) == "02-animal")
    one.hand(0)
    one.stage._put(faces("02-ribbon")[0], FLOOR, (x + 13, y), Source.HAND)
    one.hand(0, frozenset({STOCK}), stock=True)
    one.stage._put(faces("02-junk")[0], FLOOR, (x + 26, y), Source.STOCK)
    ribbon, look = faces("02-ribbon 03-ribbon"), one.stage._see

    def in_part(card: Card, covered: frozenset[Zone]) -> SeenCard | None:
        seen = look(card, covered)
        if seen is None or seen.face != ribbon[0]:
            return seen
        return replace(seen, face=ribbon[1], confidence=0.85, visible=0.4, scores={ribbon[1]: 0.85, ribbon[0]: 0.04})

    one.stage._see = in_part  # type: ignore[method-assign]
    one.hand(0)
    one.wait(2.0)
    assert [(codes(t.hand), codes(t.flip)) for t in one.turns] == [(["02-ribbon"], ["02-junk"])]


def test_after_a_flipped_bonus_card_the_next_flip_is_waited_for() -> None:
    rules = ruleset(options={"bonus_cards": ["bonus2", "bonus3"]})
    one = scene("07-junk 05-junk 11-junk", rules=rules)
    one.lay(0, "07-animal")
    one.flip(0, "bonus2")
    one.wait(2.0)
    one.hand(0, frozenset({STOCK}), 1.0, stock=True)  # a junk on its like would look the same
    assert one.turns == []
    one.lay(0, "02-animal", source=Source.STOCK)
    one.take(0, "07-animal 07-junk bonus2")
    one.wait(1.5)
    assert [(codes(turn.hand), codes(turn.flip)) for turn in one.turns] == [(["07-animal"], ["02-animal", "bonus2"])]


def test_turn_in_the_dark_is_told_by_the_cards_alone() -> None:
    """The lamp is out: no hand is seen at the stock, and what seems to bring a card is a guess."""
    one = scene(FLOOR_CARDS, PILES, noise=Noise(sources=1.0))
    one.hand(0)
    one.happen(one.stage._wait(1.5, frozenset({FLOOR, STOCK, pile(0), pile(1)})))
    one.stage._put(faces("10-ribbon")[0], FLOOR, one.stage._free(), Source.HAND)
    one.wait(0.5)
    one.stage._put(faces("05-animal")[0], FLOOR, one.stage._beside(faces("05-animal")[0], None), Source.HAND)
    one.take(0, "05-animal 05-junk")
    one.wait(2.0)
    one.turn(1, "11-djunk", "07-junk", "11-djunk 11-junk")
    turns = [(t.seat, codes(t.hand), codes(t.flip), codes(t.captured)) for t in one.turns]
    assert turns == [(0, ["05-animal"], ["10-ribbon"], ["05-animal", "05-junk"]), SECOND]
    assert one.raised == []


def test_stolen_card_of_which_eyes_still_tell_where_it_lay_is_no_second_one() -> None:
    one = scene("05-junk 08-bright 11-junk 06-ribbon", {0: "01-junk 02-junk", 1: "03-junk 03-junk 12-djunk"})
    one.lay(0, "09-junk")
    one.flip(0, "09-ribbon")
    one.wait(0.5)
    one.take(0, "09-junk 09-ribbon")
    one.wait(2.0)
    see = one.stage._see

    def as_before(card: Card, covered: frozenset[Zone]) -> SeenCard | None:
        seen = see(card, covered)
        return replace(seen, at_mm=card.at) if seen is not None and card.zone == pile(1) else seen

    one.stage._see = as_before  # type: ignore[method-assign]
    one.hand(0, frozenset({pile(1)}))
    one.stage._put(faces("03-junk")[0], pile(0), (240.0, 40.0), None)  # the row it was taken from still shows two
    one.hand(0, frozenset({pile(0)}))
    one.wait(1.0)
    one.hand(1)
    one.wait(2.5)
    assert [(codes(t.hand), {seat: codes(cards) for seat, cards in t.stolen.items()}) for t in one.turns] == [
        (["09-junk"], {1: ["03-junk"]})]
    one.drop("03-junk", pile(1))
    one.wait(2.0)
    assert one.alerts == []
