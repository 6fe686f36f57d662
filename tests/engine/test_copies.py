"""Copies of a round's state."""

from __future__ import annotations

import dataclasses
import random

import pytest

from engine.copies import replace
from engine.round import Round, deal
from engine.rules import RuleSet


@pytest.fixture
def dealt() -> Round:
    return deal(random.Random(3), 2, RuleSet())


def test_a_copy_is_what_the_standard_library_makes(dealt: Round) -> None:
    assert replace(dealt, turn=1, paid=(3, -3)) == dataclasses.replace(dealt, turn=1, paid=(3, -3))
    assert replace(dealt) == dealt


def test_the_first_stays_as_it_was_and_both_are_frozen(dealt: Round) -> None:
    before = dataclasses.replace(dealt)
    copied = replace(dealt, turn=1)
    assert (dealt, copied.turn) == (before, 1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        copied.turn = 0  # type: ignore[misc]


def test_an_unknown_field_is_refused(dealt: Round) -> None:
    with pytest.raises(TypeError, match="Round has no field trun"):
        replace(dealt, trun=1)  # type: ignore[call-arg]


def test_what_is_made_from_the_fields_is_made_anew_and_slots_are_copied_too() -> None:
    @dataclasses.dataclass(frozen=True)
    class Sum:
        parts: tuple[int, ...]
        whole: int = dataclasses.field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "whole", sum(self.parts))

    @dataclasses.dataclass(frozen=True, slots=True)
    class Small:
        one: int
        two: int

    assert replace(Sum((1, 2)), parts=(4, 5)).whole == 9
    assert replace(Small(1, 2), two=3) == Small(1, 3)
