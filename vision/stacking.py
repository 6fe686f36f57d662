"""Which card lies on which: overlaps of equal cards on the table plane, and what of each can be seen."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.types import Floats

GRID = (4, 6)  # sample points across and along a card
LEAST_SHARE = 0.04  # of a card under another; less is touching
PLAINLY = 0.25  # of two cards that overlap, the one that shows so much more of itself is on top
TOGETHER_S = 0.6  # otherwise the later one is, if they did not come to rest together


Card = tuple[Floats, float, float, float, float]
"""Centre (2,), angle of the long axis in degrees, seconds of arrival, visible fraction, and when that was measured."""


class Pile:
    """Cards with their overlaps. ``points`` (n, 24, 2) millimetres sample each card, ``hidden`` (n, 24) are covered."""

    def __init__(self, cards: tuple[Card, ...], card_mm: tuple[float, float]) -> None:
        count = len(cards)
        self.points = np.zeros((count, GRID[0] * GRID[1], 2))
        self.hidden = np.zeros((count, GRID[0] * GRID[1]), np.bool_)
        self.covers: tuple[tuple[int, ...], ...] = ((),) * count
        if not count:
            return
        centres = np.array([card[0] for card in cards], np.float64)
        turn = np.deg2rad([card[1] for card in cards])
        along = np.stack([np.cos(turn), np.sin(turn)], 1) * card_mm[1] / 2
        across = np.stack([-np.sin(turn), np.cos(turn)], 1) * card_mm[0] / 2
        u, v = (((np.arange(n) + 0.5) / n * 2 - 1) for n in GRID)
        grid = np.stack(np.meshgrid(u, v), -1).reshape(-1, 2)
        self.points = centres[:, None] + grid[:, :1] * across[:, None] + grid[:, 1:] * along[:, None]
        apart = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1))
        one, other = np.nonzero((apart < np.hypot(*card_mm)) & ~np.eye(count, dtype=np.bool_))
        offset = self.points[one] - centres[other][:, None]
        inside = _within(offset, across[other]) & _within(offset, along[other])
        above = _above(cards)[other, one] & (inside.mean(1) >= LEAST_SHARE)
        np.logical_or.at(self.hidden, one[above], inside[above])
        self.covers = tuple(tuple(int(n) for n in one[above & (other == upper)]) for upper in range(count))


def angle_of(corners: Any) -> float:
    """Direction of the long axis of a card, degrees 0..180, from its corners (4, 2) clockwise from its top left."""
    down = (corners[2] + corners[3] - corners[0] - corners[1]) / 2
    return float(np.rad2deg(np.arctan2(down[1], down[0])) % 180)


def _within(offset: NDArray[np.float64], half: NDArray[np.float64]) -> NDArray[np.bool_]:
    reach = (half**2).sum(1)
    return np.asarray(np.abs((offset * half[:, None]).sum(2)) <= reach[:, None])


def _above(cards: tuple[Card, ...]) -> NDArray[np.bool_]:
    """[i, j]: card i lies higher than card j, if they overlap."""
    born = np.array([card[2] for card in cards])
    visible = np.array([card[3] for card in cards])
    measured = np.array([card[4] for card in cards])
    later = born[:, None] - born[None]
    clearer = visible[:, None] - visible[None] + 1e-6 * (np.arange(len(cards))[:, None] - np.arange(len(cards)))
    both = np.minimum(measured[:, None], measured[None]) >= np.maximum(born[:, None], born[None])
    tells = ((np.abs(clearer) > PLAINLY) & both) | (np.abs(later) <= TOGETHER_S)
    return np.asarray(np.where(tells, clearer > 0, later > 0))
