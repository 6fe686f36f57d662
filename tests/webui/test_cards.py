"""Our card art: complete, self-contained, drawn by the script, and rasterised for the virtual table."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.cards import BONUS_FACES, DECK, Face, Kind, parse_face
from scripts.draw_cards import extras, months_1_4, months_5_8, months_9_12
from scripts.draw_cards.svg import card

ROOT = Path(__file__).parents[2]
DRAWN = ROOT / "webui" / "static" / "cards"
PIXELS = ROOT / "vision" / "twin" / "cards"
FONTS = ROOT / "webui" / "static" / "fonts"


def _names() -> list[str]:
    """File names of the 48 cards (plain junks numbered), the two bonus cards and the back."""
    seen: dict[Face, int] = {}
    names = ["back"]
    for face in (*DECK, *BONUS_FACES):
        seen[face] = seen.get(face, 0) + 1
        names.append(f"{face}{seen[face]}" if face.kind is Kind.JUNK else str(face))
    return sorted(names)


NAMES = _names()


def test_folders_hold_exactly_the_deck_back_and_bonus_cards() -> None:
    assert len(NAMES) == 51
    assert sorted(p.stem for p in DRAWN.iterdir()) == NAMES
    assert sorted(p.stem for p in PIXELS.glob("*.png")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_drawing_is_small_upright_and_self_contained(name: str) -> None:
    data = (DRAWN / f"{name}.svg").read_bytes()
    tree = ElementTree.fromstring(data)
    assert len(data) <= 6144
    assert tree.get("viewBox") == "0 0 360 540"
    ids = [node.get("id") for node in tree.iter() if node.get("id")]
    assert len(ids) == len(set(ids)), "an id is used twice"
    for node in tree.iter():
        assert node.tag.split("}")[1] in {"svg", "g", "defs", "use", "path", "rect", "circle", "ellipse", "clipPath"}
        for key, value in node.attrib.items():
            if key.endswith("href"):
                assert value.removeprefix("#") in ids, "only motifs of the same card may be used"
            assert "url(" not in value or re.fullmatch(r"url\(#c\)", value)


@pytest.mark.parametrize("name", NAMES)
def test_png_has_the_right_size_and_is_in_step_with_its_drawing(name: str) -> None:
    data = (PIXELS / f"{name}.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (144, 216)
    sources = json.loads((PIXELS / "sources.json").read_text(encoding="utf-8"))
    text = (DRAWN / f"{name}.svg").read_text(encoding="utf-8")
    assert sources[f"{name}.png"] == hashlib.sha256(text.encode()).hexdigest(), "run scripts/raster_cards.py"


def test_drawings_are_what_the_script_draws() -> None:
    pictures = months_1_4.draw() | months_5_8.draw() | months_9_12.draw()
    texts = {name: card(body) for name, body in pictures.items()} | extras.draw()
    stale = [n for n in NAMES if texts[n] != (DRAWN / f"{n}.svg").read_text(encoding="utf-8")]
    assert not stale, "run python -m scripts.draw_cards"


def test_no_two_cards_look_the_same() -> None:
    assert len({(DRAWN / f"{name}.svg").read_bytes() for name in NAMES}) == len(NAMES)


def test_labels_name_every_card() -> None:
    with (PIXELS / "labels.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["file"]: row["card"] for row in csv.DictReader(file)}
    assert rows == {f"{name}.png": name for name in NAMES}
    faces = sorted(parse_face(text) for text in rows.values() if text != "back")
    assert faces == sorted((*DECK, *BONUS_FACES))


def test_page_fonts_are_small_and_carry_their_licence() -> None:
    fonts = sorted(FONTS.glob("*.woff2"))
    assert [f.name for f in fonts] == ["hwatupan-bold.woff2", "hwatupan-regular.woff2"]
    assert all(f.read_bytes()[:4] == b"wOF2" for f in fonts)
    assert sum(f.stat().st_size for f in fonts) <= 700_000
    assert "SIL OPEN FONT LICENSE" in (FONTS / "LICENSE.txt").read_text(encoding="utf-8")


def test_all_pictures_stay_small_together() -> None:
    assert sum(p.stat().st_size for p in PIXELS.glob("*.png")) <= 1_500_000
