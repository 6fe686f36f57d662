"""Decks of card pictures: a folder with labels.csv becomes sprites that the virtual table can draw."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import BONUS_FACES, DECK, Kind
from vision.errors import DeckError
from vision.layout import CARD_MM
from vision.types import Bgr

Sprite = NDArray[np.uint8]
"""Premultiplied blue-green-red-alpha, uint8 (H, W, 4), with a transparent rim of `RIM` pixels."""

OWN = Path(__file__).parent / "cards"
PX_PER_MM = 2.2
RIM = 2
CORNER_MM = 1.8


@dataclass(frozen=True)
class Deck:
    """Card pictures ready to draw: `faces` by card code (``"05-junk2"``, ``"bonus3"``), and the back."""

    name: str
    faces: Mapping[str, Sprite]
    back: Sprite
    edge_bgr: tuple[int, int, int]  # colour of the cards' cut edge

    @cached_property
    def odd_back(self) -> Sprite:
        """The back of a card from another pack: the same weave, bright where it is dark, in another colour."""
        colour, cover = self.back[..., :3].astype(np.float32), self.back[..., 3:]
        other = (cover - colour) * np.array([1.0, 0.75, 0.55], np.float32)
        return np.dstack([np.clip(other, 0, 255).astype(np.uint8), cover])


def deck_codes() -> tuple[str, ...]:
    """The 48 cards of a deck by code; the two plain junks of a month are ``-junk1`` and ``-junk2``."""
    codes: list[str] = []
    for face in DECK:
        if face.kind is Kind.JUNK:
            codes.append(f"{face}{2 if f'{face}1' in codes else 1}")
        else:
            codes.append(str(face))
    return tuple(codes)


def load_deck(folder: Path | str | None = None) -> Deck:
    """Read a deck folder; None is our own deck. A set without a back gets a drawn one.

    The folder holds pictures and ``labels.csv`` (``file,card``); without that file a picture's name is its card.
    Raises DeckError if faces are missing or a picture cannot be read.
    """
    return _load(Path(folder) if folder is not None else OWN)


NAMED = 6
"""How many missing cards a message names."""


@lru_cache(maxsize=8)
def _load(folder: Path) -> Deck:
    files = _labels(folder)
    wanted = {code: _file_of(code, files) for code in deck_codes()}
    missing = [code for code, path in wanted.items() if path is None]
    if len(missing) == len(wanted):
        raise DeckError(f"{folder} holds no card pictures; name them like 01-bright.png, or list them in labels.csv")
    if missing:
        more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
        raise DeckError(f"the deck in {folder} lacks {', '.join(missing[:NAMED])}{more}; "
                        "add pictures and their lines in labels.csv")  # fmt: skip
    extra = {str(f): files[str(f)] for f in BONUS_FACES if str(f) in files}
    paths = {code: path for code, path in {**wanted, **extra}.items() if path is not None}
    faces = {code: _sprite(_read(path)) for code, path in paths.items()}
    back = _sprite(_read(files["back"])) if "back" in files else _sprite(drawn_back())
    return Deck(folder.name, faces, back, _edge(back))


def _labels(folder: Path) -> dict[str, Path]:
    if not folder.is_dir():
        raise DeckError(f"no deck folder {folder}; name a folder with card pictures and labels.csv")
    table = folder / "labels.csv"
    if not table.exists():
        return {path.stem: path for path in sorted(folder.glob("*.png"))}
    with table.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    if rows and not {"file", "card"} <= rows[0].keys():
        raise DeckError(f"{table} has no columns file,card; write them as its first line")
    found: dict[str, Path] = {}
    for row in rows:
        found.setdefault(row["card"], folder / row["file"])
    return found


def _file_of(code: str, files: Mapping[str, Path]) -> Path | None:
    plain = code.rstrip("12") if "-junk" in code else code
    return files.get(code) or files.get(plain)


def _read(path: Path) -> Bgr:
    """The picture without transparency: what is clear takes the colour of the card's rim."""
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED) if path.exists() else None
    if picture is None:
        raise DeckError(f"cannot read the card picture {path}; replace the file")
    if picture.ndim == 2:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
    if picture.shape[2] == 3:
        return np.asarray(picture, np.uint8)
    return _flatten(np.asarray(picture, np.uint8))


def _flatten(picture: Sprite) -> Bgr:
    alpha = picture[..., 3]
    ys, xs = np.nonzero(alpha > 128)
    picture = picture[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    inner = picture[2:-2, 2:-2]
    rim = np.concatenate([inner[:2].reshape(-1, 4), inner[-2:].reshape(-1, 4)])
    ground = np.median(rim[rim[:, 3] > 200][:, :3], axis=0) if (rim[:, 3] > 200).any() else np.full(3, 255.0)
    share = picture[..., 3:].astype(np.float32) / 255
    return np.asarray(picture[..., :3] * share + ground * (1 - share), np.uint8)


def _sprite(picture: Bgr) -> Sprite:
    """Scale to the card's size, round the corners, add the clear rim."""
    width, height = (round(mm * PX_PER_MM) for mm in CARD_MM)
    shrink = picture.shape[1] > width
    scaled = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA if shrink else cv2.INTER_CUBIC)
    alpha = _rounded(width, height)
    premultiplied = (scaled.astype(np.float32) * (alpha[..., None] / 255)).astype(np.uint8)
    return np.pad(np.dstack([premultiplied, alpha]), ((RIM, RIM), (RIM, RIM), (0, 0)))


def _rounded(width: int, height: int) -> NDArray[np.uint8]:
    big = np.zeros((height * 4, width * 4), np.uint8)
    r = round(CORNER_MM * PX_PER_MM * 4)
    cv2.rectangle(big, (r, 0), (width * 4 - 1 - r, height * 4 - 1), 255, -1)
    cv2.rectangle(big, (0, r), (width * 4 - 1, height * 4 - 1 - r), 255, -1)
    for x in (r, width * 4 - 1 - r):
        for y in (r, height * 4 - 1 - r):
            cv2.circle(big, (x, y), r, 255, -1)
    return np.asarray(cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def drawn_back() -> Bgr:
    """A plain red back with a fine weave, for sets that have none."""
    ys, xs = np.mgrid[0:216, 0:144]
    weave = ((xs + ys) // 4 % 2 + (xs - ys) // 4 % 2).astype(np.float32)
    back = np.stack([weave * 6 + 28, weave * 6 + 26, weave * 14 + 150], -1)
    back[:6], back[-6:], back[:, :6], back[:, -6:] = ((24, 22, 132),) * 4
    return back.astype(np.uint8)


def _edge(back: Sprite) -> tuple[int, int, int]:
    strip = back[RIM + 2 : RIM + 5, RIM + 8 : -RIM - 8, :3].reshape(-1, 3)
    b, g, r = (int(v * 0.55) for v in np.median(strip, axis=0))
    return b, g, r
