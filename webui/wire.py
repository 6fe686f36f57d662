"""WebSockets with bounds: message size, messages that wait, time to take what we send; safe over TLS.

The library's own socket sends parts of a message when the other side is slow, keeps any number of messages that nobody
has read, and lets two threads into one TLS connection. Here it cannot.
"""

from __future__ import annotations

import selectors
import socket as sockets
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from flask import Flask, Response, request
from simple_websocket import ConnectionClosed, Server
from simple_websocket import ConnectionError as HandshakeError
from wsproto.utilities import ProtocolError

from webui.errors import WebError

PING_S = 6  # a device that vanished without a word is noticed within two of them
STALL_S = 10.0  # a viewer that takes nothing for so long is gone
GOODBYE_S = 2.0
WAITING = 32
LEFT_OUT = ("HTTP_SEC_WEBSOCKET_EXTENSIONS",)  # no compression: pictures do not shrink, and bombs cannot be sent
RECORD = 1 << 14  # one TLS record; reading less would leave bytes where select cannot see them

Handler = Callable[["Wire"], None]


class Whole:
    """A connection on which a send is whole or an error, and one thread at a time."""

    def __init__(self, sock: sockets.socket) -> None:
        """*sock* is the request's own connection."""
        self._sock, self._lock = sock, threading.Lock()
        sock.settimeout(STALL_S)

    def fileno(self) -> int:
        """For `selectors`."""
        return self._sock.fileno()

    def send(self, data: bytes) -> int:
        """All of *data*. Raises OSError if it cannot be sent in `STALL_S`."""
        with self._lock:
            self._sock.sendall(data)
        return len(data)

    def recv(self, size: int) -> bytes:
        """Up to *size* bytes; nobody is kept from sending meanwhile."""
        while True:
            with self._lock:
                self._sock.settimeout(0)
                try:
                    return self._sock.recv(size)
                except (BlockingIOError, ssl.SSLWantReadError):
                    pass
                finally:
                    if self._sock.fileno() >= 0:
                        self._sock.settimeout(STALL_S)
            with selectors.DefaultSelector() as ready:
                ready.register(self._sock, selectors.EVENT_READ)
                ready.select(STALL_S)

    def hang_up(self, how: int = sockets.SHUT_WR) -> None:
        """Tell the other side that nothing follows."""
        with self._lock, suppress(OSError):
            self._sock.shutdown(how)

    def close(self) -> None:
        """Close the connection, also for the server's thread, which may read from it still."""
        self.hang_up(sockets.SHUT_RDWR)
        self._sock.close()


class _Few(list[str | bytes]):
    """Messages that nobody has read yet; one too many ends the socket."""

    most = WAITING

    def append(self, message: str | bytes) -> None:
        if len(self) >= self.most:
            raise OSError(f"{self.most} messages wait already")
        super().append(message)


class Wire(Server):  # type: ignore[misc]
    """A WebSocket that a request became."""

    def __init__(self, most: int, waiting: int = WAITING) -> None:
        """Answer the current request; a message over *most* bytes ends the socket, and so does one more than *waiting*
        that nobody has read. Raises WebError for a request that is none."""
        self._waiting = waiting
        environ = {name: value for name, value in request.environ.items() if name not in LEFT_OUT}
        try:
            environ["werkzeug.socket"] = Whole(request.environ["werkzeug.socket"])
            super().__init__(environ, receive_bytes=RECORD, ping_interval=PING_S, max_message_size=most)
        except (KeyError, ProtocolError, HandshakeError) as error:
            raise WebError("socket", f"no WebSocket can be made of this request: {error}") from None

    @property
    def input_buffer(self) -> _Few:
        """Messages that have come and were not read."""
        return self._few

    @input_buffer.setter
    def input_buffer(self, messages: list[str | bytes]) -> None:
        self._few = _Few(messages)
        self._few.most = self._waiting

    def end(self, code: int, reason: str) -> None:
        """Close with a reason that the page can show; nothing happens on a closed one."""
        with suppress(ConnectionClosed, OSError):
            self.close(code, reason)

    def finish(self) -> None:
        """Close, give the other side a moment to say goodbye, and let go of the connection."""
        self.end(1000, "")
        self.sock.hang_up()
        self.thread.join(GOODBYE_S)
        self.sock.close()


class _Nothing(Response):
    """No answer follows a socket: HTTP behind the last frame would break it at the other end."""

    def __call__(self, *_: object, **__: object) -> NoReturn:
        raise ConnectionAbortedError  # werkzeug takes it for a connection that is gone, which it is


def route(app: Flask, rule: str, handler: Handler, most: int, waiting: int = WAITING) -> None:
    """Serve sockets at *rule*; *handler* returns or raises ConnectionClosed or OSError when one ends."""

    def serve() -> Response:
        wire = Wire(most, waiting)
        with suppress(ConnectionClosed, OSError):  # the tab was closed or its network went away: the usual end
            handler(wire)
        wire.finish()
        return _Nothing()

    app.add_url_rule(rule, rule, serve, websocket=True)
