"""Decks of card pictures: what a folder must hold, and what is drawn when it holds less."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import DeckError
from vision.twin.art import OWN, RIM, deck_codes, load_deck


def write_deck(folder: Path, codes: tuple[str, ...], *, back: bool = True) -> Path:
    folder.mkdir()
    picture = np.full((90, 60, 3), (40, 60, 200), np.uint8)
    names = [*codes, *(["back"] if back else [])]
    for code in names:
        cv2.imwrite(str(folder / f"{code}.png"), picture)
    (folder / "labels.csv").write_text("file,card\n" + "".join(f"{c}.png,{c}\n" for c in names), encoding="utf-8")
    return folder


def test_deck_codes_are_48_cards() -> None:
    codes = deck_codes()
    assert len(codes) == len(set(codes)) == 48
    assert {"05-junk1", "05-junk2", "12-djunk"} <= set(codes)


def test_own_deck_is_whole_and_has_a_back() -> None:
    deck = load_deck()
    assert set(deck_codes()) <= set(deck.faces)
    assert all(sprite.shape == deck.back.shape for sprite in deck.faces.values())


def test_own_faces_all_differ() -> None:
    sprites = [load_deck().faces[code].astype(int) for code in deck_codes()]
    nearest = min(np.abs(a - b).mean() for n, a in enumerate(sprites) for b in sprites[:n])
    assert nearest > 1.0


def test_sprites_have_clear_corners_and_rim() -> None:
    alpha = load_deck().faces["01-bright"][..., 3]
    assert alpha[:RIM].max() == 0
    assert alpha[RIM, RIM] < 128 < alpha[alpha.shape[0] // 2, RIM + 1]


def test_missing_faces_are_named(tmp_path: Path) -> None:
    codes = tuple(c for c in deck_codes() if c not in ("05-animal", "11-junk2"))
    with pytest.raises(DeckError, match=r"05-animal, 11-junk2"):
        load_deck(write_deck(tmp_path / "deck", codes))


def test_few_of_many_missing_cards_are_named(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match=r"lacks 0[1-9]-[a-z0-9]+(, [-a-z0-9]+){5} and 40 more"):
        load_deck(write_deck(tmp_path / "deck", deck_codes()[:2]))


def test_folder_without_card_pictures_says_how_to_name_them(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match=r"holds no card pictures; name them like 01-bright\.png"):
        load_deck(tmp_path)


def test_one_plain_junk_stands_for_both(tmp_path: Path) -> None:
    codes = tuple(c.rstrip("12") if "-junk" in c else c for c in deck_codes())
    deck = load_deck(write_deck(tmp_path / "deck", tuple(dict.fromkeys(codes))))
    assert np.array_equal(deck.faces["03-junk1"], deck.faces["03-junk2"])


def test_set_without_back_gets_a_drawn_one(tmp_path: Path) -> None:
    deck = load_deck(write_deck(tmp_path / "deck", deck_codes(), back=False))
    blue, _, red = deck.back[40:60, 30:50, :3].reshape(-1, 3).mean(0)
    assert red > 2 * blue


def test_unreadable_picture_is_named(tmp_path: Path) -> None:
    folder = write_deck(tmp_path / "deck", deck_codes())
    (folder / "08-bright.png").write_bytes(b"no picture")
    with pytest.raises(DeckError, match=r"08-bright\.png"):
        load_deck(folder)


def test_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="no deck folder"):
        load_deck(tmp_path / "nowhere")


def test_labels_without_columns_are_refused(tmp_path: Path) -> None:
    folder = write_deck(tmp_path / "deck", deck_codes())
    (folder / "labels.csv").write_text("picture;name\na.png;01-bright\n", encoding="utf-8")
    with pytest.raises(DeckError, match="file,card"):
        load_deck(folder)


def test_own_cards_lie_in_the_package() -> None:
    assert (OWN / "01-bright.png").exists()
