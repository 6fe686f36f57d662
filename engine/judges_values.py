"""Cards, stacks and piles of a rule case, from its JSON values and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.cards import Face, parse_face
from engine.table import Stack

Json = dict[str, Any]


def faces(names: Iterable[str]) -> tuple[Face, ...]:
    """Return the cards of a list of names."""
    return tuple(parse_face(name) for name in names)


def names(cards: Iterable[Face]) -> list[str]:
    """Return the names of *cards*, sorted."""
    return sorted(map(str, cards))


def stacks_of(given: Iterable[Json]) -> tuple[Stack, ...]:
    """Return the stacks of a case."""
    return tuple(Stack(faces(s["cards"]), s.get("owner"), faces(s.get("bonus", ()))) for s in given)


def piles_of(given: Any, players: int) -> tuple[tuple[Face, ...], ...]:
    """Return the captured piles, from a list or a mapping by seat."""
    if isinstance(given, list):
        return tuple(map(faces, given))
    return tuple(faces(given.get(str(seat), ())) for seat in range(players))
