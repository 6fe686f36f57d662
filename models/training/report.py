"""`python -m models.training report`: tables, plots and the worst mistakes of the networks on left-out decks."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import onnxruntime as ort

from models import registry
from models.training import finding, judge, plots, trust
from models.training.art import Bytes, DeckArt
from models.training.crops import LABELS
from models.training.judge import Crops
from models.training.plots import Row
from vision.identify import wary
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
    answers: dict[str, tuple[Floats, Floats]] = {}
    curves: dict[str, tuple[Floats, Floats]] = {}
    for deck in decks:
        scan = next(iter(deck.faces.values()))[0].shape[1]
        widest = SMALL_SCANS if scan < 80 else 76.0
        crops = judge.draw_crops([deck], textures, scenes, seed=9, widest=widest, foreign=0.1)
        faces, game = named(crops.pictures)
        naming += judge.naming_table(deck.name, faces, crops)
        trusted.append(trust_row(deck.name, faces, game, crops))
        known = crops.labels >= 0
        answers[deck.name] = (faces.max(1) * wary(game))[known], (faces.argmax(1) == crops.labels)[known]
        draw_worst(out / f"worst-{deck.name}.jpg", faces, crops)
        judged = finding.judge([deck], textures, scenes // 2, seed=8)
        found += finding.finding_table(deck.name, judged)
        curves[deck.name] = judged.curve()
    for name, rows in (("naming", naming), ("finding", found), ("trust", trusted)):
        write_table(out / f"{name}.csv", rows)
    plots.plot_naming(out / "naming.png", naming)
    plots.plot_finding(out / "finding.png", found, curves)
    plots.plot_trust(out / "trust.png", answers)


def named(pictures: Bytes) -> tuple[Floats, Floats]:
    """Return the shipped namer's probabilities of the faces (N, classes), and of being of this game (N,)."""
    session = ort.InferenceSession(registry.weights("namer"), providers=["CPUExecutionProvider"])
    parts = [session.run(["faces", "game"], {"bgr": pictures[k : k + 128]}) for k in range(0, len(pictures), 128)]
    return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])


def trust_row(deck: str, faces: Floats, game: Floats, crops: Crops) -> Row:
    """Return how well confidence is calibrated on true cards, and what share of other things is accepted."""
    known, confidence = crops.labels >= 0, faces.max(1) * wary(game)
    threshold, shares = trust.accepted(confidence, crops.kinds, crops.visible)
    right = faces.argmax(1) == crops.labels
    return {
        "deck": deck,
        "n": int(known.sum()),
        "calibration_error": round(trust.calibration_error(confidence[known], right[known]), 4),
        "threshold": round(threshold, 4),
        "true_unknown": _unknown(crops, "face", faces, game),
        "foreign_unknown": _unknown(crops, "foreign", faces, game),
        **{f"accepted_{kind}": share for kind, share in shares.items()},
    }


def _unknown(crops: Crops, kind: str, faces: Floats, game: Floats) -> float:
    """The share of fully visible things of a kind that are told as unknown."""
    names = np.array(crops.kinds)
    pick = np.char.startswith(names, kind) & (names != trust.MIXED) & (crops.visible >= trust.WHOLE)
    sure = wary(game)
    return round(float((1 - sure > faces.max(1) * sure)[pick].mean()), 4) if pick.any() else 0.0


def draw_worst(path: Path, probabilities: Floats, crops: Crops, most: int = 48) -> None:
    """Write the crops that were named wrong with the most confidence; truth above, answer below."""
    wrong = np.flatnonzero((crops.labels >= 0) & (probabilities.argmax(1) != crops.labels))
    cells = []
    for k in sorted(wrong, key=lambda k: -probabilities[k].max())[:most]:
        cell = cv2.copyMakeBorder(crops.pictures[k], 14, 14, 8, 8, cv2.BORDER_CONSTANT, value=(255, 255, 255))
        for text, y in ((LABELS[crops.labels[k]], 10), (LABELS[probabilities[k].argmax()], cell.shape[0] - 4)):
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
