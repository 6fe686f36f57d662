"""Plots of the report's tables, drawn for the model card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from vision.types import Floats

mpl.use("Agg")

Row = Mapping[str, float | str]

Answers = tuple[Floats, NDArray[np.bool_]]
"""Confidence of answers, and which were right."""


def plot_naming(path: Path, rows: Sequence[Row]) -> None:
    """Draw the share named right by width and by visible fraction, one line a deck."""
    figure = Figure((9, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    whole, parts = [r for r in rows if r["visible"] == "all"], [r for r in rows if r["visible"] != "all"]
    _lines(left, whole, "width", "named", "card width, pixels (fully visible)")
    _lines(right, parts, "visible", "named", "visible fraction (40 px and wider)")
    figure.savefig(path, dpi=110)


def plot_finding(path: Path, rows: Sequence[Row], curves: Mapping[str, tuple[Floats, Floats]]) -> None:
    """Draw recall by visible fraction, and for each deck the precision (second array) at each recall (first) of fully
    visible cards."""
    figure = Figure((9, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    _lines(left, [r for r in rows if str(r["visible"])[0].isdigit()][::-1], "visible", "recall", "visible fraction")
    for deck, (recall, precision) in curves.items():
        right.plot(recall, precision, label=deck)
    right.set(xlabel="recall of fully visible cards", ylabel="precision of all finds")
    right.set(xlim=(0.8, 1.002), ylim=(0.8, 1.002))
    _finish(right)
    figure.savefig(path, dpi=110)


def plot_trust(path: Path, answers: Mapping[str, Answers], bins: int = 10) -> None:
    """Draw how often answers are right at each confidence, one line a deck."""
    figure = Figure((4.5, 3.6), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    for deck, (confidence, right) in answers.items():
        at = np.minimum((confidence * bins).astype(int), bins - 1)
        used = [k for k in range(bins) if (at == k).sum() >= 20]
        axes.plot([confidence[at == k].mean() for k in used], [right[at == k].mean() for k in used], "o-", label=deck)
    axes.set(xlabel="confidence", ylabel="share right")
    _finish(axes)
    figure.savefig(path, dpi=110)


def _lines(axes: Axes, rows: Sequence[Row], x: str, y: str, name: str) -> None:
    for deck in dict.fromkeys(str(r["deck"]) for r in rows):
        mine = [r for r in rows if r["deck"] == deck and float(r["n"]) >= 20]
        axes.plot([str(r[x]) for r in mine], [float(r[y]) for r in mine], "o-", label=deck)
    axes.set(xlabel=name, ylabel=f"share {y}" if y == "named" else y)
    _finish(axes)


def _finish(axes: Axes) -> None:
    axes.grid(color="0.9")
    axes.legend(fontsize=8)
