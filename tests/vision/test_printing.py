"""Whether the rim of a card tells that another press printed it."""

from __future__ import annotations

import numpy as np

from vision.printing import oddness
from vision.types import Bgr


def deck(count: int, rim: tuple[int, int, int], seed: int = 1) -> Bgr:
    """Cards of different pictures with a rim of one colour, under light that is not the same everywhere."""
    rng = np.random.default_rng(seed)
    cards = rng.integers(20, 240, (count, 1, 1, 3)).repeat(96, 1).repeat(64, 2).astype(np.float64)
    framed = np.zeros((96, 64), bool)
    framed[:6] = framed[-6:] = framed[:, :6] = framed[:, -6:] = True
    cards[:, framed] = rim
    light = rng.uniform(0.95, 1.05, (count, 1, 1, 1))
    return np.asarray(np.clip(cards * light, 0, 255), np.uint8)


def test_a_card_with_another_rim_is_odd_and_those_of_the_deck_are_not() -> None:
    cards = np.concatenate([deck(48, (30, 20, 170)), deck(1, (225, 235, 235), 2)])
    odd = oddness(cards, np.arange(49) < 48)
    assert odd[48] > 3 and odd[:48].max() == 0


def test_cards_upside_down_are_no_odder() -> None:
    cards = deck(30, (30, 20, 170))
    cards[::2] = cards[::2, ::-1, ::-1]
    assert oddness(cards, np.ones(30, bool)).max() == 0


def test_where_every_card_has_a_rim_of_its_own_none_is_odd() -> None:
    rng = np.random.default_rng(3)
    cards = np.concatenate([deck(1, tuple(rng.integers(0, 256, 3).tolist()), k) for k in range(40)])
    assert oddness(cards, np.ones(40, bool)).max() < 1


def test_a_few_cards_do_not_tell_what_the_rim_of_a_deck_is() -> None:
    cards = np.concatenate([deck(8, (30, 20, 170)), deck(1, (225, 235, 235), 2)])
    assert oddness(cards, np.arange(9) < 8).max() == 0
