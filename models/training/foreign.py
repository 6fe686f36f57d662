"""Cards of other games, drawn anew each time: they are cards, but no hwatu face may be read from them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from models.training.art import Bytes, DeckArt
from models.training.surfaces import Surfaces
from vision.types import Bgr

SIZE = (96, 150)
"""Width and height of the art, pixels."""

Colour = tuple[int, int, int]


class Foreign:
    """Draws faces that are not hwatu."""

    def __init__(self, decks: list[DeckArt], surfaces: Surfaces) -> None:
        self.decks, self.surfaces = decks, surfaces

    def draw(self, rng: Generator) -> tuple[str, Bgr]:
        """Return the kind and the picture, uint8 (150, 96, 3) BGR, of one foreign face."""
        drawn = (_western, _western, _numeral, _tile, _shapes, _shapes, _text, _blank)
        kinds = (*drawn, self._photo, self._mixed, self._mixed)
        kind = kinds[rng.integers(len(kinds))]
        return kind.__name__.strip("_"), kind(rng)

    def _photo(self, rng: Generator) -> Bgr:
        """A picture card: figures on a piece of wood, cloth or pattern."""
        card = np.asarray(cv2.resize(self.surfaces.draw(rng, SIZE[1]), SIZE), np.uint8)
        for _ in range(int(rng.integers(1, 5))):
            _figure(card, rng, _ink(rng))
        return _framed(card, rng)

    def _mixed(self, rng: Generator) -> Bgr:
        """Halves of two hwatu faces, or one face scrambled: its colours and lines, but no face."""
        deck = self.decks[rng.integers(len(self.decks))]
        names = sorted(deck.faces)
        one, two = (names[k] for k in rng.choice(len(names), 2, replace=False))
        if one[:2] == two[:2]:  # a month's own cards share too much
            return _shapes(rng)
        a, b = (cv2.resize(deck.faces[name][0], SIZE) for name in (one, two))
        if rng.random() < 0.5:
            cut = int(rng.uniform(0.42, 0.58) * SIZE[1])
            card = np.vstack([a[:cut], b[cut:][:: rng.choice([-1, 1])]])
        else:
            parts = np.array_split(a, int(rng.integers(4, 7)))
            card = np.vstack([parts[k][:, :: rng.choice([-1, 1])] for k in rng.permutation(len(parts))])
        return np.ascontiguousarray(card, np.uint8)


def _ink(rng: Generator, low: int = 0, high: int = 255) -> Colour:
    b, g, r = rng.integers(low, high, 3)
    return int(b), int(g), int(r)


def _paper(rng: Generator) -> Bgr:
    pale = _ink(rng, 215, 256) if rng.random() < 0.75 else _ink(rng)
    return np.full((SIZE[1], SIZE[0], 3), pale, np.uint8)


def _framed(card: Bgr, rng: Generator) -> Bgr:
    if rng.random() < 0.5:
        inset = int(rng.integers(0, 9))
        end = (SIZE[0] - 1 - inset, SIZE[1] - 1 - inset)
        cv2.rectangle(card, (inset, inset), end, _ink(rng), int(rng.integers(1, 6)))
    return card


def _letters(card: Bgr, text: str, at: tuple[int, int], scale: float, ink: Colour, rng: Generator) -> None:
    font = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_DUPLEX)[rng.integers(3)]
    cv2.putText(card, text, at, font, scale, ink, int(rng.integers(1, 4)), cv2.LINE_AA)


def _pip(card: Bgr, centre: tuple[float, float], size: float, suit: int, ink: Colour) -> None:
    x, y = centre
    if suit == 0:  # diamond
        points = np.array([[x, y - size], [x + 0.7 * size, y], [x, y + size], [x - 0.7 * size, y]])
        cv2.fillConvexPoly(card, points.astype(np.int32), ink, cv2.LINE_AA)
        return
    sign = 1 if suit == 1 else -1  # heart; spade and club stand on a stem
    if suit == 3:
        for dx, dy in ((-0.5, 0.15), (0.5, 0.15), (0, -0.5)):
            cv2.circle(card, (round(x + dx * size), round(y + dy * size)), round(0.45 * size), ink, -1, cv2.LINE_AA)
    else:
        for dx in (-0.45, 0.45):
            lobe = (round(x + dx * size), round(y - sign * 0.25 * size))
            cv2.circle(card, lobe, round(0.5 * size), ink, -1, cv2.LINE_AA)
        tip = np.array([[-0.9, -0.05 * sign], [0.9, -0.05 * sign], [0, sign]]) * size + np.array([x, y])
        cv2.fillConvexPoly(card, tip.astype(np.int32), ink, cv2.LINE_AA)
    if suit > 1:
        cv2.line(card, (round(x), round(y)), (round(x), round(y + size)), ink, max(1, round(size / 4)), cv2.LINE_AA)


def _western(rng: Generator) -> Bgr:
    """A playing card: index in two corners, pips in columns or a court figure."""
    card, suit = _paper(rng), int(rng.integers(4))
    ink = (30, 20, int(rng.integers(150, 230))) if suit < 2 else (25, 20, 20)
    rank = str(rng.choice(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]))
    if rank in "JQK" and rng.random() < 0.8:
        for _ in range(int(rng.integers(4, 12))):
            _figure(card[: SIZE[1] // 2], rng, _ink(rng))
        half = card[: SIZE[1] // 2]
        card[SIZE[1] - len(half):] = half[::-1, ::-1]
    else:
        count = int(rank) if rank.isdigit() else 1
        columns = 1 if count < 4 else 2
        rows = -(-count // columns)
        for k in range(count):
            x = SIZE[0] * ((k % columns + 1) / (columns + 1))
            y = SIZE[1] * (0.16 + 0.68 * ((k // columns + 0.5) / rows))
            _pip(card, (x, y), 22 if count == 1 else 10, suit, ink)
    _letters(card, rank, (4, 24), 0.7, ink, rng)
    turned = np.ascontiguousarray(card[::-1, ::-1])
    _letters(turned, rank, (4, 24), 0.7, ink, rng)
    return _framed(turned, rng)


def _numeral(rng: Generator) -> Bgr:
    """A card of a colour game: bold ground, an oval, a large numeral."""
    card = np.full((SIZE[1], SIZE[0], 3), _ink(rng), np.uint8)
    middle = (SIZE[0] // 2, SIZE[1] // 2)
    axes = (int(SIZE[0] * rng.uniform(0.2, 0.45)), int(SIZE[1] * rng.uniform(0.2, 0.42)))
    if rng.random() < 0.7:
        cv2.ellipse(card, middle, axes, float(rng.uniform(0, 60)), 0, 360, _ink(rng, 200, 256), -1, cv2.LINE_AA)
    _letters(card, str(rng.integers(0, 25)), (22, 95), float(rng.uniform(1.2, 2.4)), _ink(rng), rng)
    cv2.rectangle(card, (0, 0), (SIZE[0] - 1, SIZE[1] - 1), _ink(rng, 180, 256), int(rng.integers(2, 12)))
    return card


def _tile(rng: Generator) -> Bgr:
    """A domino, a mahjong tile or a loyalty card: dots, rings, bars in a grid."""
    card, ink = _paper(rng), _ink(rng)
    columns, rows = int(rng.integers(1, 5)), int(rng.integers(2, 7))
    size = 0.35 * min(SIZE[0] / (columns + 1), SIZE[1] / (rows + 1)) * rng.uniform(0.7, 1.3)
    bars, fill = rng.random() < 0.3, -1 if rng.random() < 0.6 else 2
    for c in range(columns):
        for r in range(rows):
            if rng.random() < 0.7:
                x, y = round(SIZE[0] * (c + 1) / (columns + 1)), round(SIZE[1] * (r + 1) / (rows + 1))
                if bars:
                    top, foot = (x, round(y - 1.6 * size)), (x, round(y + 1.6 * size))
                    cv2.line(card, top, foot, ink, max(2, round(size)), cv2.LINE_AA)
                else:
                    cv2.circle(card, (x, y), max(2, round(size)), ink, fill, cv2.LINE_AA)
    return _framed(card, rng)


def _figure(card: Bgr, rng: Generator, ink: Colour) -> None:
    height, width = card.shape[:2]
    x, y = int(rng.uniform(0, width)), int(rng.uniform(0, height))
    roll = rng.random()
    if roll < 0.4:
        axes = (int(rng.uniform(4, width / 2)), int(rng.uniform(4, width / 2)))
        cv2.ellipse(card, (x, y), axes, float(rng.uniform(0, 180)), 0, 360, ink, -1, cv2.LINE_AA)
    elif roll < 0.75:
        points = rng.normal(0, width / 4, (int(rng.integers(3, 7)), 2)) + np.array([x, y])
        cv2.fillPoly(card, [points.astype(np.int32)], ink, cv2.LINE_AA)
    else:
        points = np.cumsum(rng.normal(0, width / 5, (5, 2)), 0) + np.array([x, y])
        cv2.polylines(card, [points.astype(np.int32)], False, ink, int(rng.integers(1, 9)), cv2.LINE_AA)


PALETTE: tuple[Colour, ...] = (
    (30, 20, 20), (40, 40, 200), (60, 200, 240), (235, 240, 240), (120, 60, 90), (70, 120, 40),
)


def _shapes(rng: Generator) -> Bgr:
    """A picture of no game: shapes in the inks that hwatu cards use, so that colours alone name nothing."""
    card = _paper(rng)
    for _ in range(int(rng.integers(2, 14))):
        ink = PALETTE[rng.integers(len(PALETTE))] if rng.random() < 0.8 else _ink(rng)
        _figure(card, rng, ink)
    return _framed(card, rng)


def _blank(rng: Generator) -> Bgr:
    """The spare card that lies in many boxes: bare paper, perhaps framed, perhaps with a mark in its middle."""
    card = np.full((SIZE[1], SIZE[0], 3), _ink(rng, 215, 256), np.uint8)
    if rng.random() < 0.3:
        cv2.circle(card, (SIZE[0] // 2, SIZE[1] // 2), int(rng.integers(6, 26)), _ink(rng), 2, cv2.LINE_AA)
    return _framed(card, rng)


def _text(rng: Generator) -> Bgr:
    """A name card, a ticket, a rule card: lines of print, perhaps a coloured head."""
    card, ink = _paper(rng), _ink(rng, 0, 120)
    if rng.random() < 0.5:
        cv2.rectangle(card, (0, 0), (SIZE[0], int(rng.uniform(15, 60))), _ink(rng), -1)
    step = int(rng.integers(7, 18))
    for y in range(20, SIZE[1] - 8, step):
        if rng.random() < 0.75:
            words = "".join(chr(c) for c in rng.integers(65, 122, int(rng.integers(3, 12))))
            _letters(card, words, (int(rng.integers(3, 30)), y), step / 30, ink, rng)
    if rng.random() < 0.5:
        return _framed(card, rng)
    turned: Bytes = np.ascontiguousarray(cv2.resize(np.rot90(card), SIZE), np.uint8)
    return _framed(turned, rng)
