"""A whole deck laid out face up and photographed: pictures with truth to judge enrolment and the deck check on.

Drawn with the parts of the training scenes (print, surfaces, what a camera does), none of which needs torch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from engine.cards import DECK, FACES
from models.training.art import DeckArt
from models.training.damage import damage
from models.training.dress import Style, draw_style, dress
from models.training.surfaces import Surfaces
from vision.types import Bgr, Corners, Floats

FOREIGN = "foreign"

Gap = tuple[float, float]
MANNERS: dict[str, tuple[Gap, Gap, float, float]] = {
    "tidy": ((0.08, 0.4), (0.08, 0.4), 0.01, 0.01),
    "by hand": ((0.3, 0.6), (0.3, 0.6), 0.08, 0.09),
    "touching": ((0.0, 0.02), (0.0, 0.02), 0.004, 0.003),
    "overlapping": ((-0.15, -0.06), (0.05, 0.2), 0.015, 0.02),
    "disorder": ((0.8, 0.95), (0.3, 0.45), 0.04, 0.0),
}
"""Gaps beside and below, from and to; how far off places and turns are. In card widths and radians."""

USUAL = {"tidy": 0.4, "by hand": 0.6}
"""How often people who were asked to lay nothing over another do so in which manner."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of a lay-out: its label (face, "back", "foreign"), its art, and its print if not the deck's own."""

    label: str
    art: Bgr
    style: Style | None = None


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture of a lay-out, and where its cards are: labels, and quads from the upright art's top left."""

    bgr: Bgr
    labels: tuple[str, ...]
    quads: tuple[Corners, ...]


def deck_cards(deck: DeckArt) -> list[Laid]:
    """Return the 48 cards of *deck*; the two junks of a month have a picture each where the art has two."""
    used: dict[str, int] = {}
    cards = []
    for face in map(str, DECK):
        arts = deck.faces[face]
        cards.append(Laid(face, arts[used.get(face, 0) % len(arts)]))
        used[face] = used.get(face, 0) + 1
    return cards


def plant(cards: list[Laid], faults: int, rng: Generator) -> tuple[list[Laid], list[str]]:
    """Return *cards* with that many faults, and their names: "missing 05-animal", "double 08-bright", "foreign"."""
    cards, names = list(cards), []
    faces = [str(f) for f in rng.permutation(np.array(FACES, object))[:faults]]
    for face in faces:
        kind = ("missing", "double", "foreign")[rng.integers(3)]
        at = next(i for i, card in enumerate(cards) if card.label == face)
        if kind == "missing":
            del cards[at]
        elif kind == "double":
            cards.append(cards[at])
        else:
            cards.append(foreign(rng))
        names.append(kind if kind == "foreign" else f"{kind} {face}")
    return cards, sorted(names)


def draw_print(rng: Generator) -> Style:
    """Return how one deck is printed: all pictures of it show the same drawings."""
    return replace(draw_style(rng), wobble=0.0)


def photograph(
    cards: Sequence[Laid],
    rng: Generator,
    textures: Path | None = None,
    style: Style | None = None,
    width: int | None = None,
    manner: str | None = None,
) -> Photo:
    """Lay *cards* out on a table and take a picture of them, 4:3, *width* px (1600 to 3000 if not given)."""
    width = width or int(rng.integers(1600, 3001))
    height, style = round(width * 0.75), style or draw_print(rng)
    manner = manner or str(rng.choice(list(USUAL), p=list(USUAL.values())))
    places = _places(manner, len(cards), style.aspect, rng)
    order = np.arange(len(cards)) if rng.random() < 0.3 else rng.permutation(len(cards))
    picture = _surface(rng, width, height, textures)
    plane = _camera(rng, places, style.aspect, width, height)
    labels, quads = [], []
    for (x, y, turn), k in zip(places, order, strict=True):
        card = cards[k]
        quad = _seen(plane, _outline(x, y, turn, style.aspect))
        wide = float(np.linalg.norm(quad[1] - quad[0]))
        _paste(picture, dress(card.art, card.style or style, max(16, round(wide)), rng), quad, 0.035 * wide)
        labels.append(card.label)
        quads.append(quad)
    return Photo(damage(picture, rng, rng.uniform(0.2, 0.8)), tuple(labels), tuple(quads))


def _places(manner: str, count: int, aspect: float, rng: Generator) -> list[tuple[float, float, float]]:
    """Centres (card widths) and turns of *count* cards, laid in one of MANNERS."""
    *gaps, wobble, slant = MANNERS[manner]
    beside, below = (rng.uniform(*gap) for gap in gaps)
    columns = round(np.sqrt(count * (aspect + below) / (1 + beside) * 4 / 3) * rng.uniform(0.9, 1.2))
    upside = rng.random() < 0.5
    places = []
    for k in range(count):
        row, column = divmod(k, columns)
        x = column * (1 + beside) + rng.normal(0, wobble)
        y = row * (aspect + below) + rng.normal(0, wobble)
        turn = rng.normal(0, slant) + np.pi * (upside and rng.integers(2))
        places.append((x, y, rng.uniform(0, 2 * np.pi) if manner == "disorder" else turn))
    return places


def _outline(x: float, y: float, turn: float, aspect: float) -> Floats:
    half = np.array([[-0.5, -aspect / 2], [0.5, -aspect / 2], [0.5, aspect / 2], [-0.5, aspect / 2]])
    c, s = np.cos(turn), np.sin(turn)
    return half @ np.array([[c, s], [-s, c]]) + [x, y]


def _camera(
    rng: Generator, places: Sequence[tuple[float, float, float]], aspect: float, width: int, height: int
) -> Floats:
    """Return the homography from card widths to pixels: a hand-held camera above, all cards in the picture."""
    spots = np.array([(x, y) for x, y, _ in places])
    askew = any(abs(np.sin(turn)) > 0.5 for *_, turn in places)
    around = np.full(2, 0.6 * aspect) if askew else np.array([0.6, 0.55 * aspect])
    low, high = spots.min(0) - around, spots.max(0) + around
    middle, reach = (low + high) / 2, (high - low) / 2
    tilt, axis, turn = np.radians(rng.uniform(0, 22)), rng.uniform(0, 2 * np.pi), np.radians(rng.normal(0, 4))
    u = np.array([np.cos(axis), np.sin(axis), 0])
    skew = np.array([[0, 0, u[1]], [0, 0, -u[0]], [-u[1], u[0], 0]])
    rotation = np.eye(3) + np.sin(tilt) * skew + (1 - np.cos(tilt)) * skew @ skew
    c, s = np.cos(turn), np.sin(turn)
    rotation = rotation @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    pose = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, 1.3 * 2 * reach.max()]])
    move = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    plane = pose @ move
    border = np.array([[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]])
    seen = _seen(plane, border)
    size, room = np.array([width, height]), rng.uniform(1.03, 1.25)
    scale = (size / (room * np.ptp(seen, 0))).min()
    shift = size / 2 - scale * (seen.min(0) + seen.max(0)) / 2
    fit: Floats = np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]]) @ plane
    return fit


def _seen(plane: Floats, points: Floats) -> Corners:
    mapped = np.column_stack([points, np.ones(len(points))]) @ plane.T
    return (mapped[:, :2] / mapped[:, 2:]).astype(np.float32)


def _surface(rng: Generator, width: int, height: int, textures: Path | None) -> Bgr:
    square = Surfaces(textures).draw(rng, width // 3)
    return np.ascontiguousarray(cv2.resize(square, (width, width), interpolation=cv2.INTER_CUBIC)[:height], np.uint8)


def _paste(picture: Bgr, texture: Bgr, quad: Corners, shadow: float) -> None:
    limit = np.array(picture.shape[1::-1])
    low = np.clip(np.floor(quad.min(0) - 3 * shadow - 2), 0, limit).astype(int)
    high = np.clip(np.ceil(quad.max(0) + 3 * shadow + 2), 0, limit).astype(int)
    span = (int(high[0] - low[0]), int(high[1] - low[1]))
    height, width = texture.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    warped = cv2.warpPerspective(texture, cv2.getPerspectiveTransform(source, quad - low.astype(np.float32)), span)
    region = picture[low[1] : high[1], low[0] : high[0]]
    alpha = warped[..., 3:].astype(np.float32) / 255
    moved = np.array([[1, 0, shadow], [0, 1, shadow]], np.float32)
    dark = cv2.GaussianBlur(cv2.warpAffine(alpha, moved, span), (0, 0), max(0.5, shadow))[..., None] * 0.4
    region[:] = (region * (1 - dark) * (1 - alpha) + warped[..., :3] * alpha).astype(np.uint8)


def foreign(rng: Generator) -> Laid:
    """Return a card that belongs to no hwatu deck, drawn anew: a playing card, a ticket, or a blank one."""
    art = np.full((150, 96, 3), rng.integers(205, 256, 3), np.uint8)
    (_playing_card, _ticket, _colour_card)[rng.integers(3)](art, rng)
    return Laid(FOREIGN, art)


def _playing_card(art: Bgr, rng: Generator) -> None:
    ink = (25, 20, 200) if rng.random() < 0.5 else (30, 25, 25)
    rank = int(rng.integers(1, 11))
    columns = 1 if rank < 4 else 2
    for k in range(rank):
        x = 96 * (k % columns + 1) // (columns + 1)
        y = 26 + 98 * (2 * (k // columns) + 1) // (2 * -(-rank // columns))
        cv2.drawMarker(art, (x, y), ink, cv2.MARKER_DIAMOND, 14, 6, cv2.LINE_AA)
        cv2.circle(art, (x, y), 6, ink, -1, cv2.LINE_AA)
    for _ in range(2):
        cv2.putText(art, "A" if rank == 1 else str(rank), (5, 22), cv2.FONT_HERSHEY_DUPLEX, 0.6, ink, 1, cv2.LINE_AA)
        art[:] = art[::-1, ::-1].copy()


def _ticket(art: Bgr, rng: Generator) -> None:
    head = tuple(int(v) for v in rng.integers(20, 230, 3))
    cv2.rectangle(art, (0, 0), (96, int(rng.integers(20, 60))), head, -1)
    for y in range(72, 142, int(rng.integers(9, 15))):
        cv2.line(art, (8, y), (int(rng.integers(40, 90)), y), (60, 60, 60), 2, cv2.LINE_AA)


def _colour_card(art: Bgr, rng: Generator) -> None:
    art[:] = rng.integers(30, 230, 3)
    cv2.ellipse(art, (48, 75), (34, 60), 25, 0, 360, (240, 240, 240), -1, cv2.LINE_AA)
    cv2.putText(art, str(rng.integers(10)), (28, 98), cv2.FONT_HERSHEY_DUPLEX, 2.0, (40, 40, 40), 3, cv2.LINE_AA)
    cv2.rectangle(art, (0, 0), (95, 149), (240, 240, 240), 5)
