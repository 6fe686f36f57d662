"""Live cameras: a real MJPEG stream on loopback, cut and restored; cameras that fail or fall silent."""

import base64
import sys
import threading
from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.fake_camera import FakeCamera, jpeg, plain_picture
from vision import cameras
from vision.errors import CameraLost, SourceError
from vision.frames import open_source


def grey(frame):
    return round(float(frame.bgr.mean()))


def collect(kept, frames):
    for frame in frames:
        kept.append(frame)


def test_stream_is_read_picture_by_picture():
    with FakeCamera() as camera:
        camera.send(*(jpeg(plain_picture(value)) for value in (10, 90, 170)))
        camera.cut()
        frames: list = []
        with pytest.raises(CameraLost, match=r"127\.0\.0\.1"):
            collect(frames, open_source(camera.url).frames())
    assert [grey(f) for f in frames] == pytest.approx([10, 90, 170], abs=2)
    assert [f.number for f in frames] == [0, 1, 2]
    assert all(a.seconds <= b.seconds for a, b in pairwise(frames))


def test_stream_that_was_cut_can_be_opened_again():
    with FakeCamera() as camera:
        source = open_source(camera.url)
        camera.send(jpeg(plain_picture(20)))
        camera.cut()
        first = source.frames()
        assert grey(next(first)) == 20
        with pytest.raises(CameraLost):
            next(first)
        camera.send(jpeg(plain_picture(200)))
        second = source.frames()
        assert grey(next(second)) == 200
        second.close()


def test_silent_stream_is_given_up():
    with FakeCamera() as camera:
        camera.send(jpeg(plain_picture(20)))
        frames = open_source(camera.url, timeout=0.1).frames()
        next(frames)
        with pytest.raises(CameraLost):
            next(frames)


def test_stream_of_crumbs_is_given_up():
    with FakeCamera() as camera:
        camera.send(*[b"x"] * 3)
        camera.cut()
        with pytest.raises(CameraLost):
            next(open_source(camera.url, timeout=0.5).frames())


def test_stream_goes_on_after_a_damaged_picture():
    noise = np.random.default_rng(1).integers(0, 255, (48, 64, 3), np.uint8)
    torn, unreadable = jpeg(noise)[:1500], b"\xff\xd8\xff\xfe\x00\x04no\xff\xd9"
    with FakeCamera() as camera:
        camera.send(unreadable, torn, *[jpeg(plain_picture(50))] * 2)
        frames = open_source(camera.url).frames()
        assert next(frame for frame in frames if grey(frame) == 50)
        frames.close()


def test_thumbnail_inside_a_picture_does_not_end_it():
    thumb = jpeg(plain_picture(0, (16, 12)))
    whole = jpeg(plain_picture(77))
    segment = b"\xff\xe1" + (len(thumb) + 2).to_bytes(2) + thumb
    with FakeCamera() as camera:
        camera.send(whole[:2] + segment + whole[2:])
        frames = open_source(camera.url).frames()
        frame = next(frames)
        assert frame.bgr.shape == (48, 64, 3)
        assert grey(frame) == 77
        frames.close()


def test_address_that_is_no_stream_is_refused():
    with FakeCamera(kind="text/html") as camera:
        camera.cut()
        with pytest.raises(SourceError, match="sends text/html"):
            next(open_source(camera.url).frames())


def test_wrong_password_is_said_and_not_shown():
    login = "Basic " + base64.b64encode(b"kim:open sesame").decode()
    with FakeCamera(login=login) as camera:
        with pytest.raises(SourceError, match="401") as raised:
            next(open_source(camera.url.replace("//", "//kim:wrong@")).frames())
        assert "wrong" not in str(raised.value)
        camera.send(jpeg(plain_picture(5)))
        frames = open_source(camera.url.replace("//", "//kim:open%20sesame@")).frames()
        assert grey(next(frames)) == 5
        frames.close()


def test_camera_that_does_not_answer_is_refused():
    with FakeCamera() as camera:
        url = camera.url
    for address in (url, url.replace("http", "rtsp")):
        with pytest.raises(SourceError, match=r"127\.0\.0\.1"):
            next(open_source(address, timeout=1).frames())


class FakeCapture:
    """A webcam driver that gives some pictures, then fails or blocks."""

    def __init__(self, pictures, blocked=None, opened=True):
        self.pictures, self.blocked, self.opened, self.asked = iter(pictures), blocked, opened, {}
        self.released = threading.Event()

    def isOpened(self):
        return self.opened

    def set(self, key, value):
        self.asked[key] = value

    def read(self):
        picture = next(self.pictures, None)
        if picture is None and self.blocked is not None:
            self.blocked.wait(10)
        return picture is not None, picture

    def release(self):
        self.released.set()


def webcam(monkeypatch, capture):
    monkeypatch.setattr(cameras.cv2, "VideoCapture", lambda index: capture)


def test_webcam_is_asked_for_size_and_rate(monkeypatch):
    capture = FakeCapture([plain_picture(1), plain_picture(2)])
    webcam(monkeypatch, capture)
    frames = open_source("0", size=(1280, 720), fps=15).frames()
    assert [next(frames).bgr.max(), next(frames).bgr.max()] == [1, 2]
    with pytest.raises(CameraLost, match="camera 0"):
        next(frames)
    assert capture.asked[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert capture.asked[cv2.CAP_PROP_FRAME_HEIGHT] == 720
    assert capture.asked[cv2.CAP_PROP_FPS] == 15
    assert capture.released.wait(5)


def test_webcam_that_hangs_is_given_up(monkeypatch):
    blocked = threading.Event()
    webcam(monkeypatch, FakeCapture([plain_picture(1)], blocked))
    frames = open_source("0", timeout=0.1).frames()
    assert isinstance(next(frames).bgr, np.ndarray)
    with pytest.raises(CameraLost):
        next(frames)
    blocked.set()


def test_webcam_is_released_when_nobody_looks_any_more(monkeypatch):
    capture = FakeCapture(plain_picture(1) for _ in iter(int, 1))
    webcam(monkeypatch, capture)
    frames = open_source("0").frames()
    next(frames)
    frames.close()
    assert capture.released.wait(5)


def test_missing_webcam_is_one_sentence(monkeypatch):
    webcam(monkeypatch, FakeCapture([], opened=False))
    with pytest.raises(SourceError, match="camera 0 cannot be opened"):
        next(open_source("0").frames())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux lists its cameras as files")
def test_cameras_are_found_with_their_names(monkeypatch, tmp_path):
    for name in ("video0", "video10", "video2", "videotex"):
        (tmp_path / name).touch()
    (tmp_path / "names" / "video2").mkdir(parents=True)
    (tmp_path / "names" / "video2" / "name").write_text("HD Webcam\n")
    monkeypatch.setattr(cameras.cv2, "VideoCapture", lambda index: FakeCapture([plain_picture(1)], opened=index == 2))
    found = cameras.find_cameras(tmp_path, tmp_path / "names")
    assert [(c.index, c.name) for c in found] == [(0, "camera"), (2, "HD Webcam"), (10, "camera")]
    assert [c.index for c in found if c.opens] == [2]
