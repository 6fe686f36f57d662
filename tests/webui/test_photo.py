"""Photographs of a pile: bounded, decoded safely, read once, never kept; what is no picture is refused in words."""

from __future__ import annotations

import io
import random
import struct
import threading
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from engine.cards import parse_face
from models.registry import ModelError
from tests.webui.tables import settings
from vision.pipeline import Look
from vision.twin.art import load_deck
from vision.types import Bgr, Detection, Quad
from webui import photo
from webui.access import Role, Who
from webui.errors import WebError
from webui.gate import Gate
from webui.limits import RATES
from webui.live import LiveTable
from webui.photo import LARGEST, LOOKED_AT, Reader, decoded, possible, reader, told

CORNERS = np.array([[10, 20], [50, 20], [50, 80], [10, 80]], np.float32)


def jpeg(width: int = 320, height: int = 240, kind: str = "JPEG", **more: Any) -> bytes:
    """A noisy picture."""
    pixels = np.random.default_rng(1).integers(0, 255, (height, width, 3), np.uint8)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, kind, **more)
    return out.getvalue()


def seen(**scores: float) -> Detection:
    named = {code.replace("_", "-").removeprefix("m"): chance for code, chance in scores.items()}
    return Detection(Quad(CORNERS, 0.9, 0.99), named)


class Eyes:
    """Say what they are told, and remember what they were shown."""

    def __init__(self, *cards: Detection, error: Exception | None = None) -> None:
        self.cards, self.error, self.shown = cards, error, list[tuple[int, ...]]()

    def picture(self, bgr: Bgr) -> Look:
        if self.error:
            raise self.error
        self.shown.append(bgr.shape)
        return Look(bgr.shape[1], bgr.shape[0], self.cards, {}, ())


@pytest.fixture
def eyes(app: Flask) -> Eyes:
    made = Eyes(seen(m08_bright=0.99, m08_animal=0.01), seen(m05_junk=0.6, m05_ribbon=0.3), seen(back=0.9),
                seen(unknown=0.8))  # fmt: skip
    app.extensions["hwatupan_reader"] = Reader(lambda: made)
    return made


def test_a_photo_is_read_and_everything_doubtful_is_told(client: FlaskClient, eyes: Eyes) -> None:
    answer = client.post("/api/photo?lang=en", data=jpeg()).get_json()
    assert (answer["width"], answer["height"]) == (320, 240)
    bright, junk, nameless = answer["cards"]
    assert (bright["face"], bright["sure"], bright["corners"][0]) == ("08-bright", True, [10, 20])
    assert (junk["face"], junk["sure"], junk["likely"]) == ("05-junk", False, ["05-ribbon"])
    assert (nameless["face"], nameless["label"]) == (None, "?")
    assert "back" not in str(answer), "what lies face down is counted, never shown"
    assert any("1 face down" in note for note in answer["notes"])
    assert answer["notes"][0] == "2 cards read."


def test_nothing_of_a_photo_is_kept(client: FlaskClient, eyes: Eyes, live: LiveTable) -> None:
    folder = live.settings.data
    before = {path for path in folder.rglob("*") if path.is_file()}
    events = live.store.events(live._keeper.match)
    assert client.post("/api/photo", data=jpeg()).status_code == 200
    assert {path for path in folder.rglob("*") if path.is_file()} == before
    assert live.store.events(live._keeper.match) == events


def test_more_of_a_card_than_a_deck_holds_is_left_out() -> None:
    look = Look(100, 100, (seen(m08_bright=0.9), seen(m08_bright=0.95), seen(m05_junk=0.9)), {}, ())
    read = told(look, 1.0)
    assert [card.left_out for card in read.cards] == [True, False, False]
    assert possible(read.cards) == list(read.cards)


def test_a_large_photo_is_looked_at_small_and_outlined_at_its_own_size(client: FlaskClient, eyes: Eyes) -> None:
    answer = client.post("/api/photo", data=jpeg(5120, 400)).get_json()
    assert eyes.shown == [(200, LOOKED_AT, 3)]
    assert (answer["width"], answer["height"]) == (5120, 400)
    assert answer["cards"][0]["corners"][0] == [20, 40]


def test_a_photo_is_turned_as_its_camera_noted() -> None:
    exif = Image.Exif()
    exif[274] = 6  # lies on its side
    picture, _ = decoded(jpeg(320, 240, exif=exif.tobytes()))
    assert picture.shape == (320, 240, 3)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_usual_formats_are_read(kind: str) -> None:
    assert decoded(jpeg(kind=kind))[0].shape == (240, 320, 3)


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is huge."""
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("data", "code", "status"), [
    (b"", "photo", 400), (b"no picture", "photo", 400), (b"GIF89a" + bytes(100), "photo", 400),
    (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "photo", 400), (jpeg(kind="GIF"), "photo", 400),
    (jpeg()[:200], "photo", 400), (jpeg(kind="PNG")[:500], "photo", 400), (bomb(9000, 9000), "photo_size", 413),
    (bomb(12000, 12000), "photo", 400), (bomb(65535, 65535), "photo", 400), (bomb(10, 4000), "photo_size", 400),
    (bytes(LARGEST + 2), "large", 413),
], ids=range(12))  # fmt: skip
def test_what_is_no_photo_or_a_bomb_is_refused_in_words(client: FlaskClient, eyes: Eyes, data: bytes, code: str,
                                                         status: int) -> None:  # fmt: skip
    answer = client.post("/api/photo", data=data, headers={"Accept-Language": "en"})
    error = answer.get_json()["error"]
    assert (error["code"], answer.status_code) == (code, status)
    assert len(error["message"]) > 10 and "Traceback" not in str(error)
    assert eyes.shown == [], "never handed to the networks"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_damaged_files_are_read_or_refused_and_never_break_anything(kind: str) -> None:
    rng = random.Random(7)
    whole = jpeg(96, 80, kind)
    refused: list[str] = []
    for _ in range(300):
        bad = bytearray(whole)
        for _ in range(rng.randint(1, 20)):
            bad[rng.randrange(len(bad))] = rng.randrange(256)
        if rng.random() < 0.4:
            bad = bad[: rng.randrange(len(bad))]
        try:
            assert max(decoded(bytes(bad))[0].shape) <= LOOKED_AT
        except WebError as error:
            refused.append(error.code)
    assert len(refused) > 20 and {*refused} <= {"photo", "photo_size"}


def test_without_networks_it_says_what_is_missing(client: FlaskClient, app: Flask) -> None:
    app.extensions["hwatupan_reader"] = Reader(lambda: Eyes(error=ModelError("no weights")))
    answer = client.post("/api/photo", data=jpeg())
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (503, "no_eyes")


def test_one_photo_is_read_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo, "WAIT_S", 0.05)
    reading, done = threading.Event(), threading.Event()

    class Slow(Eyes):
        def picture(self, bgr: Bgr) -> Look:
            reading.set()
            done.wait(10)
            return super().picture(bgr)

    one = Reader(Slow)
    first = threading.Thread(target=lambda: one.read(jpeg()))
    first.start()
    reading.wait(10)
    with pytest.raises(WebError, match="being read"):
        one.read(jpeg())
    done.set()
    first.join()
    assert one.read(jpeg()).width == 320


def test_a_player_may_read_photos_but_not_endlessly_and_a_spectator_may_not(app: Flask, eyes: Eyes) -> None:
    gate: Gate = app.extensions["hwatupan_gate"]

    def device(who: Who) -> FlaskClient:
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = "10.1.2.3"
        client.set_cookie("hwatupan", gate.pairing.cookie(who) or "")
        return client

    watcher, player = device(Who(Role.SPECTATOR)), device(Who(Role.PLAYER, 0))
    assert watcher.post("/api/photo", data=jpeg()).status_code == 403
    codes = [player.post("/api/photo", data=jpeg()).status_code for _ in range(RATES["photo"].burst + 1)]
    assert codes == [200] * RATES["photo"].burst + [429]


def test_the_real_eyes_read_a_drawn_pile(tmp_path: Path) -> None:
    codes = ["02-animal", "04-animal", "08-animal", "08-bright", "05-junk1", "11-djunk"]
    deck = load_deck()
    table = np.clip(np.random.default_rng(4).normal((70, 105, 60), 6, (620, 900, 3)), 0, 255).astype(np.uint8)
    for at, code in enumerate(codes):
        card = cv2.resize(deck.faces[code][..., :3], (120, 180), interpolation=cv2.INTER_AREA)
        x, y = 40 + (at % 3) * 265, 60 + (at // 3) * 280
        table[y : y + 180, x : x + 120] = card
    read = reader(settings(tmp_path)).read(cv2.imencode(".png", table)[1].tobytes())
    assert sorted(card.face or "" for card in read.cards) == sorted(str(parse_face(code)) for code in codes)
    assert all(card.sure for card in read.cards)
