"""Decks that were enrolled: the pictures of their cards in one file, from which they are known again."""

from __future__ import annotations

import os
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.cards import BY_CODE
from vision.errors import DeckError
from vision.layout import CARD_MM
from vision.types import Bgr

FORMAT = 1
SIZE = (64, 96)
"""Width and height of a card's picture, pixels."""

BACK = "back"


@dataclass(frozen=True)
class EnrolledDeck:
    """One deck as its owner laid it out."""

    faces: tuple[str, ...]  # what each picture shows: "05-junk" twice, "bonus2", "back"
    pictures: Bgr  # uint8 (n, 96, 64, 3): the straightened cards, upright
    card_mm: tuple[float, float] = CARD_MM  # width, length

    def dump(self, path: Path) -> None:
        """Write the deck file, whole or not at all. Raises DeckError where that is not possible."""
        half = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with half.open("wb") as out:
                np.savez_compressed(
                    out, format=FORMAT, faces=np.array(self.faces), pictures=self.pictures, card_mm=self.card_mm
                )
            half.replace(path)
        except OSError as error:
            raise DeckError(f"cannot write the deck file {path} ({error.strerror}); choose another folder") from None
        finally:
            if half.is_file():
                half.unlink()


def load(path: Path) -> EnrolledDeck:
    """Read a deck file. Raises DeckError if it is missing, damaged or of another version."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            data = {name: stored[name] for name in stored.files}
    except FileNotFoundError:
        raise DeckError(f"there is no deck file {path}; lay the deck out and take its picture to enrol it") from None
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise DeckError(f"the deck file {path} cannot be read ({error}); enrol the deck again") from None
    try:
        return _checked(data)
    except (KeyError, TypeError, ValueError):
        raise DeckError(f"the deck file {path} is none of this version; enrol the deck again") from None


def _checked(data: dict[str, np.ndarray]) -> EnrolledDeck:
    """Raises KeyError, TypeError or ValueError for what is no deck of this format."""
    faces, pictures = tuple(str(face) for face in data["faces"]), data["pictures"]
    width, length = (float(mm) for mm in data["card_mm"])
    shape_right = pictures.dtype == np.uint8 and pictures.shape == (len(faces), SIZE[1], SIZE[0], 3)
    if int(data["format"]) != FORMAT or not faces or not shape_right or not {*faces} <= {*BY_CODE, BACK}:
        raise ValueError("not a deck")
    return EnrolledDeck(faces, pictures, (width, length))
