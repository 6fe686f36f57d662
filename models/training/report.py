"""`python -m models.training report`: tables, plots and the worst mistakes of the networks on left-out decks."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from models.training import finding, judge, plots, trust
from models.training.art import DeckArt
from models.training.crops import LABELS
from models.training.judge import Crops
from models.training.plots import Answers, Row
from vision.identify import Identifier
from vision.types import Floats

SMALL_SCANS = 50.0
"""Widest card, in pixels, for which a deck of small scans (under 80 px wide) is judged."""


def report(decks: Sequence[DeckArt], textures: Path | None, out: Path, scenes: int = 400) -> None:
    """Draw scenes of each of *decks* anew, judge the weights that `models.registry` names, write tables, plots and
    pictures of the worst mistakes to *out*."""
    out.mkdir(parents=True, exist_ok=True)
    naming: list[Row] = []
    found: list[Row] = []
    trusted: list[Row] = []
    identifier = Identifier(1)
    answers: dict[str, Answers] = {}
    curves: dict[str, tuple[Floats, Floats]] = {}
    for deck in decks:
        scan = next(iter(deck.faces.values()))[0].shape[1]
        widest = SMALL_SCANS if scan < 80 else 76.0
        crops = judge.draw_crops([deck], textures, scenes, 9, widest, foreign=0.1, identifier=identifier)
        naming += judge.naming_table(deck.name, crops)
        trusted.append(trust_row(deck.name, crops))
        known = crops.labels >= 0
        answers[deck.name] = (crops.faces.max(1) * crops.sure)[known], crops.right[known]
        draw_worst(out / f"worst-{deck.name}.jpg", crops)
        judged = finding.judge([deck], textures, scenes // 2, seed=8)
        found += finding.finding_table(deck.name, judged)
        curves[deck.name] = judged.curve()
    for name, rows in (("naming", naming), ("finding", found), ("trust", trusted)):
        write_table(out / f"{name}.csv", rows)
    plots.plot_naming(out / "naming.png", naming)
    plots.plot_finding(out / "finding.png", found, curves)
    plots.plot_trust(out / "trust.png", answers)


def trust_row(deck: str, crops: Crops) -> Row:
    """Return how well confidence is calibrated on true cards, and what share of other things is accepted as a card of
    this game, whichever."""
    known, confidence = crops.labels >= 0, crops.faces.max(1) * crops.sure
    threshold, shares = trust.accepted(crops.sure, crops.kinds, crops.visible)
    return {
        "deck": deck,
        "n": int(known.sum()),
        "calibration_error": round(trust.calibration_error(confidence[known], crops.right[known]), 4),
        "threshold": round(threshold, 4),
        "true_unknown": _unknown(crops, "face"),
        "foreign_unknown": _unknown(crops, "foreign"),
        **{f"accepted_{kind}": share for kind, share in shares.items()},
    }


def _unknown(crops: Crops, kind: str) -> float:
    """The share of fully visible things of a kind that are told as unknown."""
    names = np.array(crops.kinds)
    pick = np.char.startswith(names, kind) & (names != trust.MIXED) & (crops.visible >= trust.WHOLE)
    unknown = 1 - crops.sure > crops.faces.max(1) * crops.sure
    return round(float(unknown[pick].mean()), 4) if pick.any() else 0.0


def draw_worst(path: Path, crops: Crops, most: int = 48) -> None:
    """Write the crops that were named wrong with the most confidence; truth above, answer below."""
    wrong = np.flatnonzero((crops.labels >= 0) & ~crops.right)
    cells = []
    for k in sorted(wrong, key=lambda k: -crops.faces[k].max())[:most]:
        cell = cv2.copyMakeBorder(crops.pictures[k], 14, 14, 8, 8, cv2.BORDER_CONSTANT, value=(255, 255, 255))
        for text, y in ((LABELS[crops.labels[k]], 10), (LABELS[crops.faces[k].argmax()], cell.shape[0] - 4)):
            cv2.putText(cell, text, (2, y), cv2.FONT_HERSHEY_SIMPLEX, 0.35, (0, 0, 0), 1, cv2.LINE_AA)
        cells.append(cell)
    if cells:
        cells += [np.full_like(cells[0], 255)] * (-len(cells) % 12)
        cv2.imwrite(str(path), np.vstack([np.hstack(cells[k : k + 12]) for k in range(0, len(cells), 12)]))


def write_table(path: Path, rows: Sequence[Row]) -> None:
    """Write *rows* as CSV and print them."""
    fields = list(dict.fromkeys(k for row in rows for k in row))
    with path.open("w", newline="") as out:
        writer = csv.DictWriter(out, fields)
        writer.writeheader()
        writer.writerows(rows)
    for row in rows:
        print(path.stem, *(f"{k}={v}" for k, v in row.items()), flush=True)
