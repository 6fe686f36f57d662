"""Missions: house multipliers for a winner who has certain cards, or who did what the table agreed on.

Source: RULES.md 14.7. A mission touches only what the winner gets for the hand.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from engine.cards import DECK, Face
from engine.options import Mission


def announce(missions: Sequence[Mission], rng: random.Random) -> tuple[Mission, ...]:
    """Return the missions of a round: those that draw cards have them drawn, different ones of the deck."""
    faces = sorted(set(DECK))
    return tuple(replace(one, cards=tuple(rng.sample(faces, one.draw)), draw=0) if one.draw else one
                 for one in missions)


def earned(missions: Iterable[Mission], pile: Collection[Face],
           met: Collection[str] = ()) -> tuple[tuple[str, int, int], ...]:
    """Return name, addition and multiplier of every mission that the *pile* fulfils, or that people say is *met*."""
    found = []
    for one in missions:
        held = sum(card in pile for card in one.cards)
        done = held if one.each else int(bool(one.cards) and held == len(one.cards))
        if one.name in met:
            done = max(done, 1)
        if done:
            found.append((one.name, one.plus * done, one.times ** done))
    return tuple(found)
