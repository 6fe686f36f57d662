"""What viewers cost: looks a second and memory of `serve` without and with many pages open.

    python -m benchmarks.viewers --seconds 60 --pages 30 --pictures 10

Prints a line a phase and last whether all threads of closed pages were freed. The viewers run in this process, the
server in its own.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from prometheus_client.parser import text_string_to_metric_families
from simple_websocket import Client, ConnectionClosed

FREED_S = 15.0


def main() -> int:
    """Measure, print JSON lines; 1 if threads of closed pages were not freed in time."""
    asked = _arguments()
    with _server(asked.pages + asked.pictures) as address:
        _wait(lambda: _metrics(address)["hwatupan_detect_seconds_count"] > 5, 120)
        alone = _phase(address, "alone", asked.seconds)
        viewers = [Viewer(address, n < asked.pictures) for n in range(asked.pages + asked.pictures)]
        watched = _phase(address, "watched", asked.seconds)
        for viewer in viewers:
            viewer.close()
        freed = _wait(lambda: _metrics(address)["hwatupan_sockets"] == 0, FREED_S)
        pictures = sum(viewer.pictures for viewer in viewers)
    slower = 1 - watched["looks_s"] / alone["looks_s"]
    print(json.dumps({"slower": round(slower, 3), "pictures_s": round(pictures / asked.seconds, 1), "freed": freed}))
    return 0 if freed else 1


class Viewer:
    """A page that is open: it reads all that comes, and asks for pictures if it shows them."""

    def __init__(self, address: str, shows_pictures: bool) -> None:
        self.pictures = 0
        self._shows = shows_pictures
        self._socket = Client.connect(f"{address.replace('http', 'ws', 1)}ws")
        threading.Thread(target=self._read, daemon=True).start()

    def close(self) -> None:
        """Close the tab."""
        with suppress(ConnectionClosed, OSError):
            self._socket.close()

    def _read(self) -> None:
        with suppress(ConnectionClosed, OSError):
            if self._shows:
                self._socket.send("picture")
            while True:
                if isinstance(self._socket.receive(), bytes):
                    self.pictures += 1
                    self._socket.send("picture")


def _phase(address: str, name: str, seconds: float) -> dict[str, float]:
    before, began = _metrics(address), time.monotonic()
    time.sleep(seconds)
    after, took = _metrics(address), time.monotonic() - began
    looks = after["hwatupan_detect_seconds_count"] - before["hwatupan_detect_seconds_count"]
    spent = after["hwatupan_detect_seconds_sum"] - before["hwatupan_detect_seconds_sum"]
    told = {
        "looks_s": looks / took,
        "look_ms": 1000 * spent / max(looks, 1),
        "cpu": (after["process_cpu_seconds_total"] - before["process_cpu_seconds_total"]) / took,
        "memory_mb": after["process_resident_memory_bytes"] / 1e6,
        "sockets": after["hwatupan_sockets"],
    }
    print(json.dumps({"phase": name, **{key: round(value, 2) for key, value in told.items()}}), flush=True)
    return told


def _metrics(address: str) -> dict[str, float]:
    with urllib.request.urlopen(f"{address}metrics", timeout=30) as answer:
        text = answer.read().decode()
    return {
        sample.name: sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if not sample.labels
    }


def _wait(check: Callable[[], bool], seconds: float) -> bool:
    """Whether *check* came true in that time."""
    until = time.monotonic() + seconds
    while not check():
        if time.monotonic() > until:
            return False
        time.sleep(0.5)
    return True


@contextmanager
def _server(viewers: int) -> Iterator[str]:
    code = "import sys; from webui.commands import main; sys.exit(main())"
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-c", code, "serve", "--source", "twin:seed=4", "--port", "0", "--data", data]
        environ = {**os.environ, "HWATUPAN_VIEWERS": str(viewers)}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+/", server.stdout.readline())
            assert found is not None, "the server did not start"
            try:
                yield found[0]
            finally:
                server.terminate()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="length of a phase")
    parser.add_argument("--pages", type=int, default=30, help="pages without the picture")
    parser.add_argument("--pictures", type=int, default=10, help="pages with the live picture")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
