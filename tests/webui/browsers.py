"""What the tests in a real browser share."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


@contextmanager
def chromium(*flags: str) -> Iterator[Any]:
    """Debian's Chromium with further *flags*."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags])
        yield opened
        opened.close()


def until(page: Any, script: str, arg: Any = None, timeout: float = 30.0) -> None:
    """Wait until *script* gives true. Playwright's own wait is refused by our pages where it has to ask twice: they
    allow no code made of text."""
    end = monotonic() + timeout
    while not page.evaluate(script, arg):
        assert monotonic() < end, f"never true: {script}"
        page.wait_for_timeout(50)
