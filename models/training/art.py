"""Card art for training: deck folders in, small BGR pictures by face out."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import FACES, parse_face
from vision.types import Bgr

Bytes = NDArray[np.uint8]
"""Pictures with alpha, masks, and maps of card numbers, uint8."""

ART_WIDTH = 112
"""Pictures are kept at most this wide: scenes show cards of 18 to 80 px, and shrinking large art is slow."""


@dataclass(frozen=True, slots=True)
class DeckArt:
    """One deck: for each face its pictures (two where the plain junks differ), and its backs."""

    name: str
    faces: dict[str, list[Bgr]]
    backs: list[Bgr]
    extras: list[Bgr]  # bonus cards: cards, but of no known face


def load_deck(folder: Path, *, own: bool = False) -> DeckArt:
    """Read *folder* (pictures and `labels.csv` with columns file, card).

    Only in our *own* deck does a bonus card's number mean its value, so only there it is a face to be learnt.
    Raises ValueError if the folder is neither a whole deck nor only backs.
    """
    faces: dict[str, list[Bgr]] = {}
    backs: list[Bgr] = []
    extras: list[Bgr] = []
    with (folder / "labels.csv").open(newline="") as lines:
        for row in csv.DictReader(lines):
            picture = _read(folder / row["file"])
            if row["card"].startswith("back"):
                backs.append(picture)
            elif row["card"].startswith("bonus") and not own:
                extras.append(picture)
            else:
                faces.setdefault(str(parse_face(row["card"])), []).append(picture)
    missing = {str(f) for f in FACES} - faces.keys()
    if faces and missing:
        raise ValueError(f"{folder}: faces missing: {', '.join(sorted(missing))}")
    return DeckArt(folder.name, faces, backs, extras)


def load_decks(root: Path, own: Path | None, without: frozenset[str] = frozenset()) -> list[DeckArt]:
    """Read every deck folder under *root* except those named in *without*, and our *own* art."""
    decks = [load_deck(p.parent) for p in sorted(root.glob("*/labels.csv")) if p.parent.name not in without]
    return decks if own is None else [*decks, load_deck(own, own=True)]


def _read(path: Path) -> Bgr:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError(f"{path}: not a picture")
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    if picture.shape[2] == 4:  # transparent corners lie on white
        alpha = picture[..., 3:].astype(np.float32) / 255
        picture = (picture[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    height, width = picture.shape[:2]
    if width > ART_WIDTH:
        size = (ART_WIDTH, round(height * ART_WIDTH / width))
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(picture)
