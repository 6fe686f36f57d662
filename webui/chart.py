"""A line chart as values for an SVG template: who stands where over rounds or evenings. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 58, 96, 16, 28
STEPS = (1, 2, 5)
LABEL_GAP = 17
MARKS = 10
"""With more values than these, only every so many gets a dot and a number."""


@dataclass(frozen=True, slots=True)
class Series:
    """One line: its name, the class of its colour, its values."""

    name: str
    colour: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line as drawn; ``points`` for a polyline, ``label_y`` where its name stands at the right."""

    name: str
    colour: str
    points: str
    dots: tuple[tuple[float, float, int, int], ...]  # x, y, number, value
    label_y: float
    last: int


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything that the template draws, in units of the view box."""

    lines: tuple[Line, ...]
    ticks: tuple[tuple[float, int], ...]  # y, value
    marks: tuple[tuple[float, str], ...]  # x, text
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def chart(series: Sequence[Series], marks: Sequence[str]) -> Chart | None:
    """The chart of *series*, all as long as *marks*, the texts below; None where there is nothing to draw."""
    if not series or len(marks) < 2:
        return None
    values = [value for one in series for value in one.values] + [0]
    step = _step(max(values) - min(values))
    low, high = min(values) // step * step, -(-max(values) // step) * step
    high = high if high > low else low + step
    across, down = (WIDTH - LEFT - RIGHT) / (len(marks) - 1), (HEIGHT - TOP - BOTTOM) / (high - low)

    def y(value: float) -> float:
        return round(TOP + (high - value) * down, 1)

    every = -(-len(marks) // MARKS)
    shown = [number for number in range(len(marks)) if (len(marks) - 1 - number) % every == 0]
    labels = _apart([y(one.values[-1]) for one in series])
    lines = []
    for one, label in zip(series, labels, strict=True):
        places = [(round(LEFT + number * across, 1), y(value)) for number, value in enumerate(one.values)]
        dots = tuple((*places[number], number, one.values[number]) for number in shown)
        text = " ".join(f"{px},{py}" for px, py in places)
        lines.append(Line(one.name, one.colour, text, dots, label, one.values[-1]))
    ticks = tuple((y(value), value) for value in range(low, high + 1, step))
    below = tuple((round(LEFT + number * across, 1), marks[number]) for number in shown if marks[number])
    return Chart(tuple(lines), ticks, below)


def _step(span: int) -> int:
    """A round step that gives at most six ticks."""
    tens = 1
    while True:
        for step in STEPS:
            if span <= 5 * step * tens:
                return step * tens
        tens *= 10


def _apart(heights: Sequence[float]) -> list[float]:
    """The heights moved so that no two labels lie on each other, in the given order of the lines."""
    order = sorted(range(len(heights)), key=lambda number: heights[number])
    placed = list(heights)
    for before, after in pairwise(order):
        placed[after] = max(placed[after], placed[before] + LABEL_GAP)
    over = placed[order[-1]] - (HEIGHT - BOTTOM)
    return [round(max(TOP, one - max(0, over)), 1) for one in placed]
