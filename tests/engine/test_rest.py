"""Nothing is asked before the table has rested, by the clock and by looks (CHEATS.md section 2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.alerts import REST_LOOKS, REST_SECONDS
from engine.invariants import check
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
