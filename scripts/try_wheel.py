"""Build the wheel, install it into an empty environment outside the checkout, run its demo there, and measure it.

    make wheel

Prints one JSON object: sizes of wheel and environment, seconds from the command to the first answers, what the page
shows, memory. Ends with 1 where the demo does not follow a game.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import venv
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
PATIENCE_S = 90.0


def main() -> int:
    """Build, install, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--watch", type=float, default=60, help="seconds after which memory is measured")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hwatupan-wheel-") as folder:
        there = Path(folder)
        wheel = build(there)
        python = install(there, wheel)
        told = {"wheel_mb": _mb(wheel.stat().st_size), "environment_mb": _mb(_size(there / "venv"))}
        told |= demo(there, python, asked.watch)
    print(json.dumps(told))
    return 0 if told["state"] == "following" and told["cards"] else 1


def build(there: Path) -> Path:
    """Return the wheel of this checkout, built in *there*."""
    shutil.rmtree(HOME / "build" / "lib", ignore_errors=True)  # of an earlier build, with files that are gone by now
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(there), str(HOME)]
    built = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if built.returncode:
        raise SystemExit(f"{built.stdout}\nno wheel was built: see above")
    return next(there.glob("*.whl"))


def install(there: Path, wheel: Path) -> Path:
    """Return the Python of a new environment that holds the wheel and its pinned libraries."""
    venv.create(there / "venv", with_pip=True)
    python = there / "venv" / "bin" / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--constraint", str(HOME / "constraints.txt"), str(wheel)], check=True, cwd=there)
    return python


def demo(there: Path, python: Path, watch: float) -> dict[str, float | str | int | bool]:
    """Serve the virtual table from *there*; return when it first answered, and what it shows after *watch* seconds."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}/"
    command = [str(python.parent / "hwatupan"), "serve", "--source", "twin", "--port", str(port)]
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | {"HOME": str(there)}
    began = time.monotonic()
    with subprocess.Popen(command, cwd=there, env=clean, stdout=subprocess.DEVNULL) as server:
        try:
            told: dict[str, float | str | int | bool] = {"healthy_s": _until(f"{address}healthz", began)}
            told |= {"page_s": _until(address, began), "start_cpu_s": _cpu(server.pid)}
            time.sleep(watch)
            health, seen = _read(f"{address}api/health"), _read(f"{address}api/seen")
            return told | {"state": health["state"], "cards": len(seen["cards"]), "memory_mb": _memory(server.pid)}
        finally:
            server.terminate()


def _until(url: str, began: float) -> float:
    """Seconds since *began* until *url* answers well. Raises TimeoutError."""
    while time.monotonic() - began < PATIENCE_S:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return round(time.monotonic() - began, 2)
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise TimeoutError(f"{url} did not answer within {PATIENCE_S:.0f} s; what did the server say above?")


def _read(url: str) -> dict[str, list[object]]:
    with urllib.request.urlopen(url, timeout=10) as answer:
        told: dict[str, list[object]] = json.load(answer)
        return told


def _cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return round((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), 2)


def _memory(process: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert found is not None
    return _mb(1024 * int(found[1]))


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def _mb(size: float) -> float:
    return round(size / 1e6, 1)


if __name__ == "__main__":
    sys.exit(main())
