"""Frames of the virtual table, and how light and lens spoil them: for tests of what the eyes can still see."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.layout import Layout
from vision.rectify import Pyramid
from vision.twin.source import TwinSource, VisibleCard
from vision.types import Bgr, Corners


@dataclass(frozen=True)
class Shot:
    """One frame at rest, its layout, and the cards of which most can be seen."""

    bgr: Bgr
    layout: Layout
    cards: list[VisibleCard]

    @property
    def quads(self) -> list[Corners]:
        return [np.asarray(card.quad, np.float32) for card in self.cards]

    def crops(self, bgr: Bgr, size: tuple[int, int]) -> list[Bgr]:
        return Pyramid(bgr).crops(self.quads, size)


def shot(seed: int, players: int = 2, after: float = 40.0, least: int = 8) -> Shot:
    """The first frame later than *after* seconds in which nothing moves and so many faces lie open."""
    source = TwinSource(seed, players)
    source.skip(after)
    for frame in source.frames():
        cards = [c for c in source.visible_cards() if c.face != "back" and c.visible > 0.6]
        if frame.seconds > after + 0.4 and not source.scene.busy and len(cards) >= least:
            return Shot(frame.bgr.copy(), source.layout, cards)
    raise AssertionError(f"seed {seed} shows no {least} cards at rest")


def grainy(bgr: Bgr, sigma: float = 2.5) -> Bgr:
    noise = np.random.default_rng(1).normal(0, sigma, bgr.shape)
    return np.clip(bgr + noise, 0, 255).astype(np.uint8)


def darker(bgr: Bgr, factor: float) -> Bgr:
    return grainy(np.asarray(bgr * factor, np.uint8))


def unfocused(bgr: Bgr, sigma: float) -> Bgr:
    return grainy(np.asarray(cv2.GaussianBlur(bgr, (0, 0), sigma), np.uint8))


def shaken(bgr: Bgr, length: int, degrees: float) -> Bgr:
    """As if the camera had moved by *length* pixels while the shutter was open."""
    kernel = np.zeros((length, length), np.float32)
    reach = (length - 1) / 2 * np.array([np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))])
    ends = [tuple(int(v) for v in np.round((length // 2 + sign * reach) * 16)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], (1.0,), 1, cv2.LINE_AA, 4)
    return grainy(np.asarray(cv2.filter2D(bgr, -1, kernel / kernel.sum()), np.uint8))


def dazzled(bgr: Bgr, quad: Corners, radius: float, strength: float = 2.0) -> Bgr:
    """A lamp's mirror image over the card at *quad*; *radius* in card widths."""
    x, y = quad.mean(0)
    wide = float(np.linalg.norm(quad[1] - quad[0])) * radius
    ys, xs = np.mgrid[: bgr.shape[0], : bgr.shape[1]]
    light = 255 * strength * np.exp(-(((xs - x) ** 2 + (ys - y) ** 2) / wide**2))
    return np.clip(bgr + light[..., None], 0, 255).astype(np.uint8)
