"""Nothing is asked before the table has rested, by the clock and by looks, or play has gone on (CHEATS.md 2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.alerts import REST_LOOKS, REST_SECONDS, AlertCode, Certainty, Finding, Level
from engine.game import Held
from engine.invariants import check
from engine.outputs import AlertRaised
from tests.engine.script import scene


@pytest.mark.parametrize(("looks", "seconds", "suspected"), [
    (REST_LOOKS - 1, 5.0, False),  # a slow camera: two looks are no proof, however far apart
    (REST_LOOKS, REST_SECONDS / 2, False),  # a quick one: many looks of the same moment
    (REST_LOOKS, REST_SECONDS, True),
])
def test_a_foul_is_suspected_only_after_enough_looks_and_enough_time(
        looks: int, seconds: float, suspected: bool) -> None:
    one = scene("05-junk 08-bright 03-junk 11-junk", {0: "01-junk", 1: "04-junk 10-animal"})
    one.lay(0, "05-animal")
    one.flip(0, "09-ribbon")
    one.take(0, "05-animal 05-junk 03-junk")
    one.wait(1.0)
    game = replace(one.game, suspected={})
    belief = replace(game.belief, still=looks, quiet_since=game.seconds - seconds)
    after, said = check(replace(game, belief=belief))
    assert (bool(after.suspected), said) == (suspected, ())


@pytest.mark.parametrize(("hand", "turn"), [(1, 1), (0, None), (None, None)])
def test_what_was_found_at_rest_is_asked_once_another_hand_plays_on(hand: int | None, turn: int | None) -> None:
    one = scene("05-junk 08-bright 03-junk 11-junk")
    found = Finding(AlertCode.OUT_OF_TURN, Level.QUESTION, Certainty.CERTAIN, (), 0)
    game = replace(one.game, held=Held(found, one.game.seconds - 2 * REST_SECONDS, None))
    after, said = check(replace(game, belief=replace(game.belief, still=0, last_hand=hand)))
    assert [output.alert.turn for output in said if isinstance(output, AlertRaised)] == ([] if turn is None else [turn])
    assert (after.held is None) is (turn is not None)


@pytest.mark.parametrize("foul", [True, False])
def test_the_look_after_a_pause_goes_on_until_nothing_is_found(foul: bool) -> None:
    one = scene("05-junk 08-bright 03-junk 11-junk", {0: "01-junk", 1: "04-junk 10-animal"})
    if foul:
        one.lay(0, "05-animal")
        one.flip(0, "09-ribbon")
        one.take(0, "05-animal 05-junk 03-junk")
    one.wait(1.0)
    belief = replace(one.game.belief, still=REST_LOOKS, quiet_since=one.game.seconds - REST_SECONDS)
    after, _ = check(replace(one.game, belief=belief, suspected={}, audit=True, held=None))
    assert (after.audit, after.held is not None) == (foul, foul)
    if after.held is not None:  # play may go on over it
        assert (after.held.finding.code, after.held.since) == (AlertCode.EXTRA_TABLE_CARD, one.game.seconds)
        assert after.held.lies is not None
