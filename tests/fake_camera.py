"""Stand-ins for devices: a camera that sends MJPEG over loopback HTTP and can be cut and restored."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType

import cv2
import numpy as np

Picture = np.ndarray


def plain_picture(value: int, size: tuple[int, int] = (64, 48)) -> Picture:
    """A grey picture of one *value*, uint8 (H, W, 3)."""
    return np.full((size[1], size[0], 3), value, np.uint8)


def jpeg(bgr: Picture) -> bytes:
    """The picture as JPEG bytes."""
    return cv2.imencode(".jpg", bgr)[1].tobytes()


def write_film(path: Path, values: Iterable[int], fps: float = 10) -> Path:
    """A film of plain pictures, one a value."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, (64, 48))
    assert writer.isOpened()
    for value in values:
        writer.write(plain_picture(value))
    writer.release()
    return path


class FakeCamera:
    """An MJPEG camera on loopback. ``send`` queues bytes for the viewer; ``cut`` drops the viewer's connection."""

    def __init__(self, kind: str = "multipart/x-mixed-replace; boundary=frame", login: str | None = None) -> None:
        self.outbox: queue.Queue[bytes | None] = queue.Queue()
        camera = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if login is not None and self.headers.get("Authorization") != login:
                    self.send_error(401)
                    return
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.end_headers()
                while (data := camera.outbox.get()) is not None:
                    self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + data + b"\r\n")

            def log_message(self, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/video"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    def send(self, *data: bytes) -> None:
        """Hand these bytes to the viewer, one part each."""
        for part in data:
            self.outbox.put(part)

    def cut(self) -> None:
        """End the connection after what was sent so far."""
        self.outbox.put(None)

    def __enter__(self) -> FakeCamera:
        self.thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.cut()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
