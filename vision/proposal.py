"""A layout proposed from the cards in one picture: their plane, the stock in the middle, a pile for each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import CARD_MM, TABLE_MM, Layout, Matrix
from vision.marks import CORNERS as MARKS
from vision.marks import SIDE_MM
from vision.plane import Plane, fit, moved
from vision.types import Corners, Detection
from vision.zones import usual_stock, zones_around

FEW = 4  # cards from which the plane is trusted
CROOKED_DEG = 30.0  # a table turned by more than this in the picture is not told from a turned card
ALIKE = 0.8  # length of the mean of four times the cards' angles: they lie along the table's edges
ROOM_MM = 15.0  # around the outermost cards
WIDEST_MM = (1500.0, 1000.0)  # of table: what a tilted camera sees beyond is no table of this game
MIDDLE = 0.3  # of the picture's sides: a back farther from the middle than this is no stock
OTHER_MM = 1.2  # a card width that differs by less is the usual one
SMALL_MM = (450.0, 300.0)  # of table: less has no room for floor and captured cards

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in millimetres."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A layout, what it rests on, and whether to rely on it."""

    layout: Layout
    plane: Plane
    stock_seen: bool  # else the stock is taken to lie in the middle
    marks: int = 0  # printed marks that were seen

    @property
    def weakness(self) -> str | None:
        """Why not to rely on it: "few" cards, cards that "disagree", a picture of too "small" a part of the table."""
        if not self.plane.good:
            return "disagree" if self.plane.cards > 1 else "few"
        if self.plane.cards < FEW and self.marks < FEW:
            return "few"
        return "small" if any(a < b for a, b in zip(self.layout.size_mm, SMALL_MM, strict=True)) else None


def in_words(proposal: Proposal) -> str:
    """What a layout rests on, in one line."""
    plane, (width, height) = proposal.plane, proposal.layout.size_mm
    stock = "the stock was seen" if proposal.stock_seen else "no stock was seen, it is taken to lie in the middle"
    cards = f"{plane.cards} card{'s' * (plane.cards != 1)}" + (f" and {proposal.marks} marks" if proposal.marks else "")
    return (f"{width / 10:.0f} x {height / 10:.0f} cm of table, told by {cards} (their corners fit to "
            f"{plane.residual_mm:.1f} mm, places to about {plane.doubt_mm:.0f} mm), camera tilted by "
            f"{plane.tilt_deg:.0f} degrees; {stock}")  # fmt: skip


def propose(
    cards: Sequence[Detection], size_px: tuple[int, int], players: int,
    card_mm: tuple[float, float] = CARD_MM, *, known: bool = False, marks: Mapping[int, Corners] | None = None,
) -> Proposal:  # fmt: skip
    """Propose the zones for a picture of *size_px* (width, height) in which *cards* were found.

    *known*: *card_mm* was measured. *marks*: the printed marks seen (`vision.marks.find`); all four tell the table's
    corners, fewer its scale and tilt. Seats are where CONTRACT.md section 2 puts them: 2 players bottom, top; 3 bottom,
    right, left; 4 all round. Raises LayoutError unless 2, 3 or 4 play and a card lies open.
    """
    printed = marks or {}
    quads = [card.quad for card in cards]
    plane = fit(quads, size_px, card_mm, known=known, squares=list(printed.values()), square_mm=SIDE_MM)
    matrix = moved(plane.matrix, -_crooked(plane, cards, printed), (0.0, 0.0))
    flat = [_on_table(card.quad.corners, matrix) for card in cards]
    lying = [spot for spot, used in zip(flat, plane.used, strict=True) if used]
    backs = [spot.mean(0) for card, spot in zip(cards, flat, strict=True) if _may_be_stock(card, size_px)]
    edges = _edges(matrix, size_px, lying, [_on_table(corners, matrix) for corners in printed.values()])
    size = (round(edges[2] - edges[0], 1), round(edges[3] - edges[1], 1))
    usual = np.array(edges[:2]) + np.array(usual_stock(players)) / TABLE_MM * size
    stock = min(backs, key=lambda at: float(np.hypot(*(at - usual))), default=None)
    matrix = moved(matrix, 0.0, edges[:2])
    place = ((usual if stock is None else stock) - edges[:2]).tolist()
    zones = zones_around(players, size, place, [spot - edges[:2] for spot in lying])
    layout = Layout(players, _rows(matrix), zones, size, _card(plane, card_mm))
    return Proposal(layout, plane, stock is not None, len(printed))


def _crooked(plane: Plane, cards: Sequence[Detection], marks: Mapping[int, Corners]) -> float:
    """By how many radians the table lies turned in the picture: told by four marks, else by cards along its edges."""
    if len(marks) == len(MARKS):
        left_top, right_top, right, left = (_on_table(marks[n], plane.matrix).mean(0) for n in range(len(MARKS)))
        across = right_top + right - left_top - left
        return float(np.arctan2(across[1], across[0]))
    used = [card.quad.corners for card, ok in zip(cards, plane.used, strict=True) if ok]
    if len(used) < FEW:
        return 0.0
    spots = [_on_table(corners, plane.matrix) for corners in used]
    along = np.array([spot[3] + spot[2] - spot[0] - spot[1] for spot in spots])
    mean = np.exp(4j * np.arctan2(along[:, 1], along[:, 0])).mean()
    turn = float(np.angle(mean)) / 4
    return turn if abs(mean) >= ALIKE and abs(turn) < np.radians(CROOKED_DEG) else 0.0


def _edges(
    matrix: NDArray[np.float64], size_px: tuple[int, int], lying: Sequence[NDArray[np.float64]],
    marks: Sequence[NDArray[np.float64]],
) -> Box:  # fmt: skip
    """The part of the table that is watched: what lies between four marks or what the picture shows, and all cards."""
    things = np.concatenate([*lying, *marks])
    if len(marks) == len(MARKS):
        low, high = things.min(0), things.max(0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])
    width, height = size_px
    rim = _on_table(np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32), matrix)
    low = np.array([(rim[0, 0] + rim[3, 0]) / 2, (rim[0, 1] + rim[1, 1]) / 2])
    high = np.array([(rim[1, 0] + rim[2, 0]) / 2, (rim[2, 1] + rim[3, 1]) / 2])
    middle = things.mean(0)
    low = np.minimum(np.maximum(low, middle - np.array(WIDEST_MM) / 2), things.min(0) - ROOM_MM)
    high = np.maximum(np.minimum(high, middle + np.array(WIDEST_MM) / 2), things.max(0) + ROOM_MM)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _may_be_stock(card: Detection, size_px: tuple[int, int]) -> bool:
    away = np.abs(card.quad.corners.mean(0) / size_px - 0.5)
    return card.face == "back" and bool((away < MIDDLE).all())


def _card(plane: Plane, card_mm: tuple[float, float]) -> tuple[float, float]:
    """The card's size: as told, unless enough cards say plainly that this deck is of another shape."""
    width = round(plane.card_mm[0], 1)
    other = plane.good and plane.cards >= FEW and abs(width - card_mm[0]) > OTHER_MM
    return (width, card_mm[1]) if other else card_mm


def _rows(matrix: NDArray[np.float64]) -> Matrix:
    a, b, c = (tuple(float(v) for v in row) for row in matrix / matrix[2, 2])
    return ((a[0], a[1], a[2]), (b[0], b[1], b[2]), (c[0], c[1], c[2]))


def _on_table(corners: Corners, matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(cv2.perspectiveTransform(corners[None].astype(np.float64), matrix)[0], np.float64)
