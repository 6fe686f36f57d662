"""Live cameras: webcam, MJPEG over HTTP, RTSP. None of them may hang: every wait for a picture has an end."""

from __future__ import annotations

import base64
import queue
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from pathlib import Path

import cv2
import numpy as np

from vision.errors import CameraLost, SourceError
from vision.types import Bgr, Frame

CHUNK = 1 << 16
LARGEST_PICTURE = 32 << 20  # bytes; more without an end is no picture stream
JPEG_START, JPEG_END = b"\xff\xd8\xff", b"\xff\xd9"
NO_SEGMENT = (0xD8, 0xD9, 0xDA, 0xFF)  # start, end, scan, filling: what follows them is no length


def plain_url(url: str) -> str:
    """The address without user name and password, for messages and logs."""
    parts = urllib.parse.urlsplit(url)
    return urllib.parse.urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


@dataclass(frozen=True)
class Webcam:
    """A camera of this computer. *size* and *fps* are wishes; the camera gives its nearest mode."""

    index: int
    size: tuple[int, int] | None = None
    fps: float | None = None
    timeout: float = 5.0
    live: bool = True

    def frames(self) -> Iterator[Frame]:
        """Raises SourceError if there is no such camera, CameraLost when it stops."""
        name = f"camera {self.index}"
        yield from _watched(name, self.timeout, self._open)

    def _open(self) -> cv2.VideoCapture:
        capture = cv2.VideoCapture(self.index)
        if not capture.isOpened():
            raise SourceError(f"camera {self.index} cannot be opened; plug it in and end other programs that use it")
        if self.size is not None:
            # uncompressed 720p does not fit through USB 2 at full rate
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, self.size[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self.size[1])
        if self.fps is not None:
            capture.set(cv2.CAP_PROP_FPS, self.fps)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return capture


@dataclass(frozen=True)
class RtspCamera:
    """A network camera that speaks RTSP, read through FFmpeg."""

    url: str
    timeout: float = 5.0
    live: bool = True

    def frames(self) -> Iterator[Frame]:
        """Raises SourceError if the camera does not answer, CameraLost when it stops."""
        yield from _watched(plain_url(self.url), self.timeout, self._open)

    def _open(self) -> cv2.VideoCapture:
        limit = int(self.timeout * 1000)
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, limit, cv2.CAP_PROP_READ_TIMEOUT_MSEC, limit]
        capture = cv2.VideoCapture(self.url, cv2.CAP_FFMPEG, limits)
        if not capture.isOpened():
            raise SourceError(f"{plain_url(self.url)} gives no pictures; check address, user name and password")
        return capture


Caught = Bgr | SourceError | None
"""What a reading thread hands over: a picture, why there is none, or the end."""


def _watched(name: str, timeout: float, opener: Callable[[], cv2.VideoCapture]) -> Iterator[Frame]:
    """Frames of a capture whose driver may block: it is read in a thread of its own that we stop waiting for."""
    box: queue.Queue[Caught] = queue.Queue(maxsize=2)
    stop = threading.Event()
    threading.Thread(target=_pump, args=(opener, box, stop), name=f"read {name}", daemon=True).start()
    started = last = time.monotonic()
    number = 0
    try:
        while True:
            try:
                got = box.get(timeout=timeout if number else timeout * 2)  # cameras wake up slowly
            except queue.Empty:
                got = None
            if isinstance(got, SourceError):
                raise got
            now = time.monotonic()
            if got is None:
                raise CameraLost(name, now - last)
            yield Frame(number, now - started, got)
            number, last = number + 1, now
    finally:
        stop.set()


def _pump(opener: Callable[[], cv2.VideoCapture], box: queue.Queue[Caught], stop: threading.Event) -> None:
    """Put pictures into *box* until the camera fails (then None) or *stop* is set."""
    try:
        capture = opener()
    except SourceError as error:
        _put(box, error, stop)
        return
    try:
        ok = True
        while ok and not stop.is_set():
            ok, bgr = capture.read()
            _put(box, np.asarray(bgr, np.uint8) if ok else None, stop)
    finally:
        capture.release()


def _put(box: queue.Queue[Caught], item: Caught, stop: threading.Event) -> None:
    while not stop.is_set():
        try:
            box.put(item, timeout=0.2)
        except queue.Full:
            continue
        return


@dataclass(frozen=True)
class MjpegCamera:
    """Pictures over HTTP: a stream of JPEGs (``multipart/x-mixed-replace``), as phones and IP cameras send it."""

    url: str
    timeout: float = 5.0
    live: bool = True

    def frames(self) -> Iterator[Frame]:
        """Raises SourceError if the address gives no such stream, CameraLost when it stops."""
        started = last = time.monotonic()
        number = 0
        with self._open() as response:
            for data in _jpegs(response, self.timeout):
                bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
                if bgr is None:  # cut in transit; the next one comes soon
                    continue
                last = time.monotonic()
                yield Frame(number, last - started, np.asarray(bgr, np.uint8))
                number += 1
        raise CameraLost(plain_url(self.url), time.monotonic() - last)

    def _open(self) -> HTTPResponse:
        name = plain_url(self.url)
        request = urllib.request.Request(name, headers=_login(self.url))
        try:
            response: HTTPResponse = urllib.request.urlopen(request, timeout=self.timeout)
        except urllib.error.HTTPError as error:
            error.close()
            raise SourceError(f"{name} answers {error.code} {error.reason}; check address and password") from None
        except (OSError, HTTPException, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise SourceError(f"{name} cannot be reached: {reason}; check the address and the network") from None
        kind = response.headers.get_content_type()
        if kind != "multipart/x-mixed-replace":
            response.close()
            raise SourceError(f"{name} sends {kind}, not a stream of JPEG pictures; look for its MJPEG address")
        return response


def _login(url: str) -> dict[str, str]:
    parts = urllib.parse.urlsplit(url)
    if parts.username is None:
        return {}
    pair = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
    return {"Authorization": "Basic " + base64.b64encode(pair.encode()).decode()}


def _jpegs(response: HTTPResponse, timeout: float) -> Iterator[bytes]:
    """Cut a byte stream into JPEGs by their own marks: servers disagree about lengths and boundaries.

    Ends when the stream does, or when no whole picture came for *timeout* seconds.
    """
    buffer = bytearray()
    last = time.monotonic()
    while time.monotonic() - last <= timeout and len(buffer) < LARGEST_PICTURE:
        try:
            chunk = response.read1(CHUNK)
        except (OSError, HTTPException):
            return
        if not chunk:
            return
        buffer += chunk
        while (start := buffer.find(JPEG_START)) >= 0 and (end := _jpeg_end(buffer, start)) >= 0:
            last = time.monotonic()
            yield bytes(buffer[start:end])
            del buffer[:end]


def _jpeg_end(buffer: bytearray, start: int) -> int:
    """Where the JPEG that begins at *start* ends, or -1 if it is not whole yet.

    Segments are skipped by their length, because a thumbnail inside one has an end mark of its own.
    """
    at = start + 2
    while at + 4 <= len(buffer):
        if buffer[at] != 0xFF or buffer[at + 1] in NO_SEGMENT:  # the scan, or damage: look for the next end mark
            break
        at += 2 + int.from_bytes(buffer[at + 2 : at + 4])
    else:
        return -1
    end = buffer.find(JPEG_END, at)
    return end + 2 if end >= 0 else -1


@dataclass(frozen=True, slots=True)
class Found:
    """A webcam of this computer."""

    index: int
    name: str
    opens: bool


def find_cameras(devices: Path = Path("/dev"), names: Path = Path("/sys/class/video4linux")) -> list[Found]:
    """The webcams of this computer, by number. Where the system does not list them, the first few are tried."""
    if not sys.platform.startswith("linux"):
        return [camera for camera in map(_try_camera, range(4), ["camera"] * 4) if camera.opens]
    numbers = sorted(int(p.name[5:]) for p in devices.glob("video*") if p.name[5:].isdecimal())
    return [_try_camera(number, _camera_name(names / f"video{number}" / "name")) for number in numbers]


def list_cameras(
    devices: Path = Path("/dev"), names: Path = Path("/sys/class/video4linux")
) -> list[tuple[int, str]]:
    """Number and name of the webcams, without opening any; where the system does not list them, the first few numbers.

    A camera has several devices; only the first gives pictures.
    """
    if not sys.platform.startswith("linux"):
        return [(number, "camera") for number in range(4)]
    numbers = sorted(int(p.name[5:]) for p in devices.glob("video*") if p.name[5:].isdecimal())
    firsts = [n for n in numbers if _text(names / f"video{n}" / "index") in ("", "0")]
    return [(number, _camera_name(names / f"video{number}" / "name")) for number in firsts]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _camera_name(path: Path) -> str:
    return _text(path) or "camera"


def _try_camera(index: int, name: str) -> Found:
    capture = cv2.VideoCapture(index)
    try:
        return Found(index, name, capture.isOpened() and capture.read()[0])
    finally:
        capture.release()
