"""Junk that is due is told until the eyes see it with who takes it."""

from __future__ import annotations

from engine.owed import Owed, owed
from tests.builders import faces
from tests.engine.script import pile, scene


def test_junk_of_a_jjok_is_owed_until_it_is_given() -> None:
    one = scene("05-junk 06-ribbon 11-junk 04-animal", {0: "08-bright 08-junk", 1: "03-junk 09-animal"})
    assert owed(one.game) == ()
    one.turn(0, "10-ribbon", "10-animal", "10-ribbon 10-animal")
    assert one.turns[-1].events == ("jjok",)
    assert owed(one.game) == (Owed(1, 0, faces("03-junk")),)
    one.take(1, "03-junk", source=pile(1), to=pile(0))
    one.wait(1.0)
    assert owed(one.game) == ()


def test_nothing_is_owed_before_a_round_or_after_it() -> None:
    one = scene("05-junk 06-ribbon", {0: "", 1: "03-junk"})
    assert owed(one.game) == ()
