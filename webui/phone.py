"""A phone as camera: JPEG pictures that its browser sends over a WebSocket become frames for the live loop.

A phone sends one picture and waits for our word before the next: what is slow sends fewer pictures, never older ones.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

import cv2
import numpy as np
from flask import Flask
from PIL import Image, UnidentifiedImageError

from vision.errors import SourceError
from vision.frames import FrameSource
from vision.types import Bgr, Frame
from webui.errors import WebError
from webui.pages import asked_language, site
from webui.setup.desk import desk
from webui.sources import PHONE
from webui.texts import say
from webui.wire import Wire, route

LONGEST = 3 << 20  # bytes of one picture
SIDES = (64, 4096)  # pixels, the least and the most of a side
TAKE_S = 10.0  # a picture that the reader does not take in this time is dropped; the phone may send another
SILENT_S = 20.0  # a phone that sends nothing for so long is gone
REPLACED, REFUSED = 4409, 4415
NEXT = "next"


class PhoneCamera:
    """Where the pictures of one phone come in and go out; the newest phone is the camera."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._picture: Bgr | None = None
        self._sender = 0  # grows with each phone

    def begin(self) -> int:
        """A phone wants to be the camera, from now on instead of any other; its number."""
        with self._news:
            self._sender += 1
            self._picture = None
            self._news.notify_all()
            return self._sender

    def offer(self, sender: int, picture: Bgr) -> bool:
        """Hand over a picture and wait until it was taken; False if another phone has come."""
        with self._news:
            if sender != self._sender:
                return False
            self._picture = picture
            self._news.notify_all()
            self._news.wait_for(lambda: self._picture is not picture or sender != self._sender, TAKE_S)
            return sender == self._sender

    def take(self, timeout: float) -> Bgr | None:
        """The next picture, None if none came in *timeout* seconds."""
        with self._news:
            self._news.wait_for(lambda: self._picture is not None, timeout)
            picture, self._picture = self._picture, None
            self._news.notify_all()
            return picture

    def opener(self, others: Callable[..., FrameSource]) -> Callable[..., FrameSource]:
        """Opens ``phone`` as this camera, and any other source as *others* does."""

        def open_any(spec: str, *, timeout: float = 5.0, **options: Any) -> FrameSource:
            return PhoneSource(self, timeout) if spec == PHONE else others(spec, timeout=timeout, **options)

        return open_any


@dataclass(frozen=True)
class PhoneSource:
    """The phone as a source of frames; it never waits longer than *timeout* seconds."""

    camera: PhoneCamera
    timeout: float
    live: bool = True

    def frames(self) -> Iterator[Frame]:
        """Raises SourceError when no phone sends pictures."""
        started, number = monotonic(), 0
        while True:
            picture = self.camera.take(self.timeout)
            if picture is None:
                raise SourceError("no phone sends pictures; open the camera page on one: see the invitation")
            yield Frame(number, monotonic() - started, picture)
            number += 1


def decoded(data: bytes) -> Bgr:
    """The picture in *data*, uint8 (H, W, 3). Its size is read before it is unpacked. Raises WebError."""
    try:
        with Image.open(io.BytesIO(data), formats=("JPEG",)) as header:
            size = header.size
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise WebError("phone", "what the phone sent is no JPEG picture") from None
    if not (SIDES[0] <= min(size) and max(size) <= SIDES[1]):
        raise WebError("phone", f"a picture of {size[0]} x {size[1]} pixels; up to {SIDES[1]} are taken")
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise WebError("phone", "the phone's JPEG picture is damaged")
    return np.asarray(picture, np.uint8)


def attach(app: Flask, camera: PhoneCamera) -> None:
    """Serve ``/phone/ws``."""
    route(app, "/phone/ws", lambda socket: _receive(socket, camera), LONGEST, waiting=3)


def _receive(socket: Wire, camera: PhoneCamera) -> None:
    """Take the pictures of one phone until it goes, is replaced, or sends what is no picture."""
    language, live = asked_language(), site().live
    if live.snapshot().source != PHONE and not desk().finder.wants_phone:
        socket.end(REFUSED, say("phone.off", language))
        return
    sender = camera.begin()
    live.retry_lost()
    while True:
        socket.send(NEXT)
        data = _newest(socket)
        if data is None:
            return
        try:
            picture = decoded(data)
        except WebError as error:
            socket.end(REFUSED, say(f"error.{error.code}", language))
            return
        if not camera.offer(sender, picture):
            socket.end(REPLACED, say("phone.replaced", language))
            return


def _newest(socket: Wire) -> bytes | None:
    """The newest picture that has come; None from a phone that is silent. Text counts as an empty picture."""
    message = socket.receive(timeout=SILENT_S)
    while message is not None:
        later = socket.receive(timeout=0)
        if later is None:
            return message if isinstance(message, bytes) else b""
        message = later
    return None
