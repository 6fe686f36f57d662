"""A phone as camera: pictures are checked before they are unpacked, one at a time, the newest phone wins."""

from __future__ import annotations

import io
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from simple_websocket import Client, ConnectionClosed

from tests.fake_camera import jpeg, plain_picture
from tests.webui.browsers import CHROMIUM, chromium
from tests.webui.tables import Still, eyes, settings
from vision.errors import SourceError
from vision.twin.film import write_film
from vision.twin.source import TwinSource
from webui import create_app
from webui.doorway import Doorway
from webui.errors import WebError
from webui.eyes import open_eyes
from webui.live import LiveTable
from webui.phone import LONGEST, PhoneCamera, PhoneSource, decoded
from webui.store import Store
from webui.tls import Certificates


class Served:
    """A table that is watched with a phone, served over HTTPS."""

    def __init__(self, folder: Path, make_eyes: Any = None, **values: Any) -> None:
        told = settings(folder, source="phone", **values)
        self.camera = PhoneCamera()
        self.live = LiveTable(
            "phone", told, Store(told.record, folder), opener=self.camera.opener(lambda *_, **__: Still()),
            eyes=make_eyes or eyes(),
        )  # fmt: skip
        names = ("127.0.0.1", "localhost")
        self.doorway = Doorway(
            told.model_copy(update={"port": 0, "https_port": 0}), Certificates(folder, lambda: names)
        )
        self.doorway.open("127.0.0.1")
        self.app = create_app(told, self.live, self.doorway, self.camera)
        self.plain, self.secure = self.doorway.reach.port, self.doorway.reach.https_port
        self.address = f"https://127.0.0.1:{self.secure}"
        key = self.app.extensions["hwatupan_gate"].pairing.keys.camera
        self.page = f"{self.address}/phone?key={key}&lang=en"

    def __enter__(self) -> Served:
        self.live.start()
        self.doorway.serve(self.app)
        return self

    def __exit__(self, *_: object) -> None:
        self.doorway.close()
        self.live.stop()
        self.live.store.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path) as made:
        yield made


def connect(served: Served) -> Client:
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    return Client.connect(f"{served.page.replace('https', 'wss').replace('/phone', '/phone/ws')}", ssl_context=trusting)


PICTURE = jpeg(plain_picture(80, (320, 240)))


def test_pictures_of_a_phone_reach_the_live_table_one_at_a_time(served: Served) -> None:
    phone = connect(served)
    for _ in range(5):
        assert phone.receive(timeout=30) == "next"
        phone.send(PICTURE)
    assert phone.receive(timeout=30) == "next", "each picture was taken before the next was asked for"
    assert served.live.wait_for(lambda now: now.camera.state == "playing", 30)
    assert served.live.pulse.frames == 5
    phone.close()


def test_a_large_picture_comes_through_tls_at_once(served: Served) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (900, 1600, 3), np.uint8)
    large = jpeg(noise)
    assert 1_000_000 < len(large) < LONGEST
    phone = connect(served)
    for _ in range(3):
        assert phone.receive(timeout=30) == "next"
        phone.send(large)
    assert phone.receive(timeout=5) == "next", "no byte may wait for the next ping"
    phone.close()


def test_the_newest_phone_is_the_camera(served: Served) -> None:
    first = connect(served)
    assert first.receive(timeout=30) == "next"
    second = connect(served)
    assert second.receive(timeout=30) == "next"
    first.send(PICTURE)
    with pytest.raises(ConnectionClosed) as caught:
        first.receive(timeout=30)
    assert caught.value.reason == 4409
    second.send(PICTURE)
    assert second.receive(timeout=30) == "next"
    second.close()


@pytest.mark.parametrize("sent", [b"", b"GIF89a", "next", PICTURE[: len(PICTURE) // 8], b"\xff\xd8\xff" * 50])
def test_what_is_no_picture_ends_the_socket_with_a_reason(served: Served, sent: str | bytes) -> None:
    phone = connect(served)
    assert phone.receive(timeout=30) == "next"
    phone.send(sent)
    with pytest.raises(ConnectionClosed) as caught:
        phone.receive(timeout=30)
    assert (caught.value.reason, caught.value.message) == (4415, "This phone's pictures cannot be read; try again")
    assert served.live.alive()


def test_a_picture_that_is_too_large_is_never_unpacked() -> None:
    file = io.BytesIO()
    Image.new("L", (5000, 5000)).save(file, "JPEG")
    with pytest.raises(WebError, match="5000 x 5000"):
        decoded(file.getvalue())
    with pytest.raises(WebError, match="no JPEG"):
        decoded(b"\x89PNG\r\n\x1a\n" + bytes(100))


def test_a_phone_is_refused_while_another_camera_is_used(tmp_path: Path) -> None:
    with Served(tmp_path) as made:
        made.live._snapshot = made.live._snapshot.__class__(0, made.live.snapshot().game, "0")
        phone = connect(made)
        with pytest.raises(ConnectionClosed, match="another camera"):
            phone.receive(timeout=30)


def test_a_source_without_a_phone_says_where_to_find_the_page() -> None:
    with pytest.raises(SourceError, match="see the invitation"):
        next(PhoneSource(PhoneCamera(), 0.01).frames())


def test_a_replaced_phone_does_not_wait_for_its_last_picture() -> None:
    camera = PhoneCamera()
    first = camera.begin()
    answers: list[bool] = []
    waiting = threading.Thread(target=lambda: answers.append(camera.offer(first, plain_picture(1))))
    waiting.start()
    camera.begin()
    waiting.join(timeout=5)
    assert answers == [False]
    assert camera.take(0.01) is None, "the picture of a phone that is none any more"


needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: install Debian's chromium to run this")
SLOW = 6  # copies of each picture: the browser plays 30 a second, the film has 10


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our own film of the deal and a few turns, at half its speed, as Chromium's fake camera plays it."""
    folder = tmp_path_factory.mktemp("film")
    write_film(TwinSource(seed=4, players=2, rounds=1, fps=10.0, tempo=3.0), folder, "mjpeg", seconds=17)
    file = folder / "film.mjpeg"
    pictures = [b"\xff\xd8\xff" + one for one in file.read_bytes().split(b"\xff\xd8\xff")[1:]]
    file.write_bytes(b"".join(one * SLOW for one in pictures))
    return file


@needs_browser
def test_a_browser_sends_its_camera_over_https_and_the_round_is_followed(tmp_path: Path, film: Path) -> None:
    faked = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
             f"--use-file-for-fake-video-capture={film}")  # fmt: skip
    layout = film.with_name("layout.toml")
    with Served(tmp_path, open_eyes, layout=layout, phone_fps=5) as made, chromium(*faked) as browser:
        phone = browser.new_page(ignore_https_errors=True, viewport={"width": 390, "height": 844})
        phone.goto(made.page)
        assert phone.evaluate("isSecureContext")
        phone.click("#start")
        phone.wait_for_selector(".told.sending", timeout=60_000)
        followed = made.live.wait_for(lambda now: now.game.round is not None and len(now.game.round.turns) >= 2, 150)
        assert made.live.pulse.frames > 20
        assert followed, made.live.snapshot().game.told
        phone.click("#start")
        assert made.live.wait_for(lambda now: now.camera.state == "lost", 60), "a stopped phone is no camera"


@needs_browser
def test_an_insecure_page_leads_to_the_certificate_and_on_to_the_secure_one(tmp_path: Path) -> None:
    with (
        Served(tmp_path, hosts=("table.lan",)) as made,
        chromium("--host-resolver-rules=MAP table.lan 127.0.0.1") as browser,
    ):
        phone = browser.new_page(ignore_https_errors=True, viewport={"width": 390, "height": 844})
        phone.goto(f"http://table.lan:{made.plain}/phone?{made.page.partition('?')[2]}")
        assert not phone.is_visible("#start")
        phone.click("#insecure a")
        with phone.expect_download() as got:
            phone.click("[download]")
        assert got.value.suggested_filename == "hwatupan.crt"
        phone.click("a.wide:not([download])")
        phone.wait_for_selector("#start")
        assert phone.url.startswith(f"https://table.lan:{made.secure}/phone?key=")
