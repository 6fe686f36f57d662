"""Compose a training scene: a tilted table with cards, and what is on top at each pixel."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from models.training import distractors
from models.training.art import Bytes, DeckArt
from models.training.damage import damage
from models.training.dress import Style, draw_back, draw_style, dress
from models.training.foreign import Foreign
from models.training.layouts import Place, draw_places
from models.training.surfaces import Surfaces
from vision.types import Bgr, Floats


@dataclass(frozen=True, slots=True)
class SceneCard:
    """A card of a scene: label ("back", "extra" for a bonus card, "foreign" and its kind), quad, visible fraction."""

    label: str
    quad: Floats  # float32 (4, 2), from the upright art's top left, clockwise
    visible: float
    seen_at: tuple[float, float]  # centroid of the visible part, pixels


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture, uint8 BGR (S, S, 3); ids (S, S) uint8: 0 no card, else 1 + index into cards."""

    picture: Bgr
    ids: Bytes
    cards: tuple[SceneCard, ...]
    plane: Floats  # (3, 3), table plane in card widths to pixels
    aspect: float  # length of the cards over their width


@dataclass(frozen=True, slots=True)
class Recipe:
    """What kind of scenes to draw: picture size, card width range in pixels, largest tilt in degrees,
    shares of backs and of foreign cards, how badly the camera takes it (0..1)."""

    size: int = 288
    widths: tuple[float, float] = (26.0, 39.0)
    tilt_deg: float = 38.0
    backs: float = 0.1
    foreign: float = 0.04
    damage: tuple[float, float] = (0.2, 1.0)


class Composer:
    """Draws scenes from decks and surfaces."""

    def __init__(self, decks: list[DeckArt], textures: Path | None) -> None:
        self.decks = [d for d in decks if d.faces]
        self.backs = [b for d in decks for b in d.backs]
        self.extras = [e for d in decks for e in d.extras]
        self.surfaces = Surfaces(textures)
        self.foreign = Foreign(self.decks, self.surfaces)

    def scene(self, rng: Generator, recipe: Recipe, style: Style | None = None) -> Scene:
        """Draw one scene; a deck that was seen before keeps its *style*."""
        size, style = recipe.size, style or draw_style(rng)
        deck = self.decks[rng.integers(len(self.decks))]
        width = float(np.exp(rng.uniform(*np.log(recipe.widths))))
        plane = _camera(rng, size, width, recipe.tilt_deg)
        picture = self.surfaces.draw(rng, size)
        distractors.put_below(picture, rng, width)
        ids = np.zeros((size, size), np.uint8)
        shadow = rng.uniform(0.1, 0.6) if rng.random() < 0.75 else 0.0
        light = rng.uniform(-0.1, 0.1, 2) * width
        labels: list[str] = []
        quads: list[Floats] = []
        back = self._back(rng)
        for place in draw_places(rng, style.aspect, size / width / 2 * 1.15)[:250]:
            quad = _project(plane, place, style.aspect)
            if not _inside(quad, size):
                continue
            label, art = self._card(rng, deck, back, recipe)
            texture = dress(art, style, _texture_width(quad), rng)
            _paste(picture, ids, texture, quad, len(labels) + 1, shadow, light)
            labels.append(label)
            quads.append(quad)
        if rng.random() < 0.25:
            distractors.put_above(picture, ids, rng, width)
        named = zip(labels, quads, strict=True)
        cards = tuple(_measure(label, quad, ids, number) for number, (label, quad) in enumerate(named, 1))
        return Scene(damage(picture, rng, rng.uniform(*recipe.damage)), ids, cards, plane, style.aspect)

    def _back(self, rng: Generator) -> Bgr:
        if self.backs and rng.random() < 0.5:
            return self.backs[rng.integers(len(self.backs))]
        return draw_back(rng)

    def _card(self, rng: Generator, deck: DeckArt, back: Bgr, recipe: Recipe) -> tuple[str, Bgr]:
        roll = rng.random()
        if roll < recipe.backs:
            return "back", back
        roll -= recipe.backs
        if roll < recipe.foreign:
            kind, art = self.foreign.draw(rng)
            return f"foreign {kind}", art
        if roll < recipe.foreign + 0.01 and self.extras:
            return "extra", self.extras[rng.integers(len(self.extras))]
        names = sorted(deck.faces)
        label = names[rng.integers(len(names))]
        return label, deck.faces[label][rng.integers(len(deck.faces[label]))]


def _camera(rng: Generator, size: int, width: float, tilt_deg: float) -> Floats:
    """Return the homography from table plane (card widths) to pixels, with *width* px a unit at the middle."""
    mild = rng.random() < 0.6
    tilt = np.radians(rng.uniform(0, 14 if mild else tilt_deg))
    axis, turn = rng.uniform(0, 2 * np.pi, 2)
    focal = size * rng.uniform(1.6, 4.0)
    u = np.array([np.cos(axis), np.sin(axis), 0])
    skew = np.array([[0, 0, u[1]], [0, 0, -u[0]], [-u[1], u[0], 0]])
    rotation = np.eye(3) + np.sin(tilt) * skew + (1 - np.cos(tilt)) * skew @ skew
    c, s = np.cos(turn), np.sin(turn)
    rotation = rotation @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    pose = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, focal / width]])
    plane: Floats = np.array([[focal, 0, size / 2], [0, focal, size / 2], [0, 0, 1]]) @ pose
    return plane


def _project(plane: Floats, place: Place, aspect: float) -> Floats:
    half = np.array([[-0.5, -aspect / 2], [0.5, -aspect / 2], [0.5, aspect / 2], [-0.5, aspect / 2]])
    c, s = np.cos(place.turn), np.sin(place.turn)
    points = half @ np.array([[c, s], [-s, c]]) + [place.x, place.y]
    mapped = np.column_stack([points, np.ones(4)]) @ plane.T
    depth = np.maximum(mapped[:, 2:], 1e-3)
    return (mapped[:, :2] / depth).astype(np.float32)


def _inside(quad: Floats, size: int) -> bool:
    reach = np.abs(quad).max() < size * 4  # a point at the horizon would make an endless quad
    return bool(reach and (quad.max(0) > 0).all() and (quad.min(0) < size).all())


def _texture_width(quad: Floats) -> int:
    short = max(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[3]))
    return int(np.clip(short * 1.1, 12, 112))


def _paste(picture: Bgr, ids: Bytes, texture: Bytes, quad: Floats, number: int, shadow: float, light: Floats) -> None:
    size = picture.shape[0]
    low = np.clip(np.floor(quad.min(0) - 4), 0, size).astype(int)
    high = np.clip(np.ceil(quad.max(0) + 5), 0, size).astype(int)
    if (high - low < 2).any():
        return
    span = (int(high[0] - low[0]), int(high[1] - low[1]))
    height, width = texture.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32))
    warped = cv2.warpPerspective(texture, matrix, span, flags=cv2.INTER_LINEAR)
    region = picture[low[1] : high[1], low[0] : high[0]]
    alpha = warped[..., 3]
    if shadow:
        moved = cv2.warpAffine(alpha, np.array([[1, 0, light[0]], [0, 1, light[1]]], np.float32), span)
        dark = cv2.blur(moved, (5, 5)).astype(np.float32) * (shadow / 255)
        region[:] = (region * (1 - dark)[..., None]).astype(np.uint8)
    weight = cv2.merge([alpha] * 3)
    region[:] = cv2.add(
        cv2.multiply(region, 255 - weight, scale=1 / 255), cv2.multiply(warped[..., :3], weight, scale=1 / 255)
    )
    ids[low[1] : high[1], low[0] : high[0]][alpha > 127] = number


def _measure(label: str, quad: Floats, ids: Bytes, number: int) -> SceneCard:
    mask = ids == number
    seen = int(np.count_nonzero(mask))
    area = max(1.0, float(cv2.contourArea(quad)))
    if seen:
        moments = cv2.moments(mask.astype(np.uint8), binaryImage=True)
        at = (moments["m10"] / moments["m00"], moments["m01"] / moments["m00"])
    else:
        at = (float(quad[:, 0].mean()), float(quad[:, 1].mean()))
    return SceneCard(label, quad, min(1.0, seen / area), at)
