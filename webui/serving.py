"""The web server: a thread for each connection, so many at most, none of which may dawdle; with TLS beside it."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterable
from typing import Any

from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from webui.network import bracketed

SLOW_S = 15.0  # to send a request, to take an answer, to shake hands
CONNECTIONS = 200

App = Callable[..., Iterable[bytes]]


class Quiet(WSGIRequestHandler):
    """One line a request would bury the messages that matter."""

    timeout = SLOW_S

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing."""


class Door(ThreadedWSGIServer):
    """One port. With *tls* it speaks HTTPS; hands are shaken in a connection's own thread: nobody holds the door."""

    def __init__(self, held: socket.socket, app: App, tls: Callable[[], ssl.SSLContext] | None = None) -> None:
        """Serve on the listening socket *held*; *tls* is asked for each connection, as certificates are renewed."""
        host, port = held.getsockname()[:2]
        with held:
            super().__init__(host, port, app, Quiet, fd=held.fileno())
        self._tls = tls
        self._places = threading.BoundedSemaphore(CONNECTIONS)
        if tls is not None:
            self.ssl_context = tls()  # tells werkzeug that addresses begin with https

    def process_request(self, request: Any, client_address: Any) -> None:
        """Take a connection, or close it at once if there are too many."""
        if not self._places.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """One connection from beginning to end."""
        try:
            if self._tls is not None:
                request.settimeout(SLOW_S)
                request = self._tls().wrap_socket(request, server_side=True)
            super().process_request_thread(request, client_address)
        except OSError:  # it speaks no TLS, does not trust our certificate, or went away
            self.shutdown_request(request)
        finally:
            self._places.release()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises OSError if the port cannot be had."""
    if ":" not in host:
        return socket.create_server((host, port))
    both = host == "::" and socket.has_dualstack_ipv6()
    return socket.create_server((host, port), family=socket.AF_INET6, dualstack_ipv6=both)


def run_beside(door: Door) -> threading.Thread:
    """Serve in a thread of its own until ``door.shutdown()``."""
    thread = threading.Thread(target=door.serve_forever, name=f"port {door.port}", daemon=True)
    thread.start()
    return thread


def page_address(host: str, port: int) -> str:
    """What to type into a browser on this computer."""
    name = {"0.0.0.0": "127.0.0.1", "::": "localhost"}.get(host, host)
    return f"http://{bracketed(name)}:{port}/"
