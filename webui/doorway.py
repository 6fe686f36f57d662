"""The ports of a running server: for this computer only, or for all devices of the network, changed while it runs."""

from __future__ import annotations

import threading

from webui.network import Reach, is_loopback
from webui.serving import App, Door, listen, run_beside
from webui.settings import Settings
from webui.sources import PHONE
from webui.tls import Certificates

ALL = "0.0.0.0"
CHOICE = "lan"
"""The name under which the store keeps whether other devices were let in on the page."""


class Doorway:
    """Plain HTTP, and HTTPS where other devices may come in. Moved by one thread at a time."""

    def __init__(self, settings: Settings, certificates: Certificates) -> None:
        """Nothing is opened yet."""
        self._settings, self.certificates = settings, certificates
        self._doors: list[Door] = []
        self._threads: list[threading.Thread] = []
        self._app: App = _starting
        self._lock = threading.Lock()
        self.reach = Reach(settings.host, settings.port)

    @property
    def may_move(self) -> bool:
        """Whether people may choose on the page; where a setting says the address, it stays."""
        return "host" not in self._settings.model_fields_set

    def open(self, host: str) -> None:
        """Take the ports on *host*. Raises OSError if the port of the page cannot be had, or one of https that somebody
        asked for; StoreError for certificates that cannot be kept."""
        port = self.reach.port or self._settings.port
        plain = Door(listen(host, port), self._app)
        self._doors = [plain]
        try:
            secure = self._secure(host)
        except BaseException:
            plain.server_close()
            raise
        self._doors += [secure] if secure else []
        self.reach = Reach(host, plain.port, secure.port if secure else None)

    def serve(self, app: App) -> None:
        """Answer with *app* until `close`, in threads of their own."""
        self._app = app
        for door in self._doors:
            door.app = app
        self._threads = [run_beside(door) for door in self._doors]

    def move(self, host: str) -> None:
        """Serve on *host* instead; what is being answered is answered to its end. OSError leaves all as before."""
        with self._lock:
            before = self.reach.host
            self.close()
            try:
                self.open(host)
            except OSError:
                self.open(before)
                raise
            finally:
                self.serve(self._app)

    def close(self) -> None:
        """Give the ports back."""
        for door, thread in zip(self._doors, self._threads, strict=False):
            door.shutdown()
            thread.join()
        for door in self._doors:
            door.server_close()
        self._doors, self._threads = [], []

    def _secure(self, host: str) -> Door | None:
        """HTTPS is for other devices; any free port will do unless somebody asked for one."""
        settings = self._settings
        if settings.https_port < 0 or (is_loopback(host) and settings.source != PHONE):
            return None
        try:
            held = listen(host, self.reach.https_port or settings.https_port)
        except OSError:
            if "https_port" in settings.model_fields_set:
                raise
            held = listen(host, 0)
        return Door(held, self._app, self.certificates.context)


def _starting(environ: object, start_response: object) -> list[bytes]:
    raise AssertionError("a request came before the app was there")
