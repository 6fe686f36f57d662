"""Take pictures of a running server's pages, at three sizes, in both languages and themes, as one sheet for each page.

    hwatupan serve --port 8000 &
    python scripts/shoot_pages.py http://127.0.0.1:8000 OUT            all pages
    python scripts/shoot_pages.py http://127.0.0.1:8000 OUT table eyes  some

Needs the tools for tests (playwright) and Debian's chromium.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Browser, sync_playwright

SIZES = ((390, 844), (820, 1180), (1440, 900))
LOOKS = (("ko", "light"), ("en", "dark"), ("en", "light"), ("ko", "dark"))
HIGH = 640  # pixels of a picture on the sheet
PAGES = {  # address, and what is pressed there
    "table": ("/", ""),
    "correct": ("/", ".seat .card, .floor .card"),
    "turn": ("/", ".turnchip"),
    "menu": ("/", "[data-open=setup]"),
    "sound": ("/", "[data-open=sound]"),
    "keys": ("/", "[data-open=keys]"),
    "eyes": ("/eyes", ""),
    "join": ("/join", ""),
    "invite": ("/invite", ""),
    "seat": ("/seat/0", ""),
    "shake": ("/seat/0", "[data-sheet=shake]"),
    "overlay": ("/overlay", ""),
    "trust": ("/trust", ""),
    "phone": ("/phone", ""),
    "setup": ("/setup", ""),
    "setup-camera": ("/setup/camera", ""),
    "setup-table": ("/setup/table", ""),
    "setup-deck": ("/setup/deck", ""),
    "setup-players": ("/setup/players", ""),
    "setup-rules": ("/setup/rules", ""),
}
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]


def shots(browser: Browser, url: str, press: str, language: str, theme: Any) -> Iterator[np.ndarray]:
    """The page at every size, all as high as on the sheet."""
    for width, height in SIZES:
        tab = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme).new_page()
        tab.goto(f"{url}?lang={language}")
        tab.wait_for_timeout(2000)  # the first picture comes
        if press:
            tab.evaluate("(what) => document.querySelector(what)?.click()", press)
            tab.wait_for_timeout(500)
        picture = cv2.imdecode(np.frombuffer(tab.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        tab.context.close()
        wide = round(picture.shape[1] * HIGH / picture.shape[0])
        small = cv2.resize(picture, (wide, HIGH), interpolation=cv2.INTER_AREA)
        yield np.pad(small, ((4, 4), (4, 4), (0, 0)), constant_values=128)


def main() -> None:
    """Write OUT/NAME.jpg for every page asked for."""
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    address, out, names = sys.argv[1].rstrip("/"), Path(sys.argv[2]), sys.argv[3:] or list(PAGES)
    out.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        for name in names:
            path, press = PAGES[name]
            rows = [np.hstack(list(shots(browser, address + path, press, *look))) for look in LOOKS]
            cv2.imwrite(str(out / f"{name}.jpg"), np.vstack(rows), [cv2.IMWRITE_JPEG_QUALITY, 80])
            print(out / f"{name}.jpg", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
