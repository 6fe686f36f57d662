"""Deck files: what was enrolled comes back, and what is no deck is told in one sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision import decks
from vision.decks import EnrolledDeck
from vision.errors import DeckError


def small_deck() -> EnrolledDeck:
    pictures = np.random.default_rng(1).integers(0, 256, (3, 96, 64, 3), dtype=np.uint8)
    return EnrolledDeck(("05-junk", "05-junk", "bonus2"), pictures, (35.0, 53.5))


def test_a_deck_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    deck, path = small_deck(), tmp_path / "decks" / "mine.npz"
    deck.dump(path)
    back = decks.load(path)
    assert (back.faces, back.card_mm) == (deck.faces, deck.card_mm)
    assert (back.pictures == deck.pictures).all()
    assert [p.name for p in path.parent.iterdir()] == ["mine.npz"], "no half-written file stays"


def test_a_deck_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    (tmp_path / "decks").write_text("a file where the folder should be")
    with pytest.raises(DeckError, match="cannot write the deck file"):
        small_deck().dump(tmp_path / "decks" / "mine.npz")


def test_no_deck_is_told(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="no deck file"):
        decks.load(tmp_path / "mine.npz")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 torn", b"\x93NUMPY"])
def test_a_damaged_file_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "mine.npz").write_bytes(data)
    with pytest.raises(DeckError, match="enrol the deck again"):
        decks.load(tmp_path / "mine.npz")


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"faces": np.array(["05-junk", "13-junk", "bonus2"])},
        {"pictures": np.zeros((2, 96, 64, 3), np.uint8)},
        {"card_mm": np.array([1.0])},
    ],
)
def test_another_format_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    deck = small_deck()
    data = {"format": 1, "faces": np.array(deck.faces), "pictures": deck.pictures, "card_mm": deck.card_mm}
    np.savez(tmp_path / "mine.npz", **{**data, **change})  # type: ignore[arg-type]
    with pytest.raises(DeckError, match="none of this version"):
        decks.load(tmp_path / "mine.npz")
