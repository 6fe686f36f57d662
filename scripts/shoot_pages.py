"""Take pictures of every page, at three sizes, in both languages and themes: one sheet for each page, in docs/img.

    hwatupan serve --source twin:seed=12 --data NEW_FOLDER --port 8123 &
    python scripts/shoot_pages.py http://127.0.0.1:8123 docs/img              all pages
    python scripts/shoot_pages.py http://127.0.0.1:8123 docs/img table eyes   some

It names the players, answers for both seats and ends a round with Stop, so give the server a data folder of its own.
Needs the tools for tests (playwright) and Debian's chromium; with all pages it takes a quarter of an hour.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from vision.twin.art import load_deck

SIZES = ((390, 844), (820, 1180), (1440, 900))
LOOKS = (("ko", "light"), ("en", "dark"), ("en", "light"), ("ko", "dark"))
HIGH = 480  # pixels of a picture on the sheet
QUALITY = 48
TURNS = 8  # of the round that are played before its pictures are taken
PATIENCE_S = 900
COUNTED: dict[str, Any] = {
    "piles": [
        ["01-bright", "03-bright", "08-bright", "02-animal", "04-animal", "05-ribbon", *["junk"] * 9],
        ["11-bright", "07-ribbon", "10-animal", *["junk"] * 7],
    ],
    "end": "stop", "winner": 0, "gos": [0], "names": ["영희", "철수"],
}  # fmt: skip
PILE = ["02-animal", "04-animal", "08-animal", "08-bright", "01-bright", "05-junk1", "06-junk1", "07-junk2",
        "11-djunk", "12-djunk", "09-animal", "03-ribbon"]  # fmt: skip
TAPPED = ", ".join(
    f".deck [data-face='{face}']"
    for face in ("01-bright", "03-bright", "08-bright", "02-animal", "04-animal", "05-junk", "11-djunk")
)

Page = tuple[str, str]
"""Address, and what is pressed there one after the other; ``file`` gives the photograph."""

PLAYING: dict[str, Page] = {
    "table": ("/", ""),
    "correct": ("/", ".floor .card"),
    "turn": ("/", ".turnchip[data-turn='5']"),
    "menu": ("/", "[data-open=setup]"),
    "sound": ("/", "[data-open=sound]"),
    "keys": ("/", "[data-open=setup], #setup [data-open=keys]"),
    "eyes": ("/eyes", ""),
    "seat": ("/seat/0", ""),
    "shake": ("/seat/0", "[data-sheet=shake]"),
    "overlay": ("/overlay", ""),
}
ASKED: dict[str, Page] = {"go-or-stop": ("/", ""), "seat-asked": ("/seat/{seat}", "")}
ENDED: dict[str, Page] = {
    "result": ("/", ""),
    "history": ("/history", ""),
    "evening": ("/history/1", ""),
    "replay": ("/history/1/1?turn=9", ""),
    "counted-round": ("/history/2/1", ""),
    "players": ("/players", ""),
}
ALWAYS: dict[str, Page] = {
    "join": ("/join", ""),
    "invite": ("/invite", ""),
    "trust": ("/trust", ""),
    "phone": ("/phone", ""),
    "count": ("/count", f"{TAPPED}, [data-set=ended][data-value='0']"),
    "photo": ("/photo", "file"),
    "setup": ("/setup", ""),
    "setup-camera": ("/setup/camera", ""),
    "setup-table": ("/setup/table", ""),
    "setup-deck": ("/setup/deck", ""),
    "setup-players": ("/setup/players", ""),
    "setup-rules": ("/setup/rules", ""),
}
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]


def ask(url: str, body: Any = None) -> Any:
    """The JSON of an answer; None for one that refuses."""
    sent = None if body is None else json.dumps(body).encode()
    wanted = urllib.request.Request(url, sent, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(wanted, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError:
        return None


def wait(url: str, what: str) -> Any:
    """The page once it has *what*: enough turns, or a prompt that waits for people."""
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends:
        now = ask(f"{url}/api/table")
        if now and (now["prompt"] if what == "asked" else len(now["turns"]) >= TURNS and now["running"]):
            return now
        time.sleep(1)
    sys.exit(f"the table is not {what} after {PATIENCE_S} s; try another seed")


def photograph() -> Path:
    """A picture of a pile, drawn."""
    table = np.clip(np.random.default_rng(4).normal((70, 105, 60), 6, (800, 1200, 3)), 0, 255).astype(np.uint8)
    for at, code in enumerate(PILE):
        card = cv2.resize(load_deck().faces[code][..., :3], (130, 195), interpolation=cv2.INTER_AREA)
        x, y = 60 + (at % 6) * 185, 110 + (at // 6) * 340
        table[y : y + 195, x : x + 130] = card
    file = Path(tempfile.mkdtemp()) / "pile.jpg"
    cv2.imwrite(str(file), table)
    return file


def press(tab: Any, what: str) -> None:
    """Press everything that *what* names and the page has."""
    for one in filter(None, what.split(", ")):
        if one == "file":
            tab.set_input_files("[data-photo] >> nth=1", photograph())
            tab.wait_for_selector("#read .card", timeout=60_000)
        else:
            tab.evaluate("(what) => document.querySelector(what)?.click()", one)
        tab.wait_for_timeout(150)
    tab.wait_for_timeout(400)


def shots(browser: Browser, url: str, pressed: str, language: str, theme: Any) -> Iterator[np.ndarray]:
    """The page at every size, in its own pixels."""
    for width, height in SIZES:
        tab = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme).new_page()
        tab.goto(f"{url}{'&' if '?' in url else '?'}lang={language}")
        tab.wait_for_timeout(1500)  # the first picture comes
        press(tab, pressed)
        picture = cv2.imdecode(np.frombuffer(tab.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        tab.context.close()
        yield np.asarray(picture, np.uint8)


def on_sheet(picture: np.ndarray) -> np.ndarray:
    """The picture, as high as on the sheet, with a rim."""
    wide = round(picture.shape[1] * HIGH / picture.shape[0])
    small = cv2.resize(picture, (wide, HIGH), interpolation=cv2.INTER_AREA)
    return np.pad(small, ((4, 4), (4, 4), (0, 0)), constant_values=128)


def write(file: Path, picture: np.ndarray) -> None:
    """Write a WebP."""
    Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)).save(file, quality=QUALITY, method=6)
    print(file, f"{file.stat().st_size / 1000:.0f} kB", flush=True)


def sheet(browser: Browser, address: str, out: Path, name: str, page: Page) -> None:
    """Write the sheet of one page; of the table also one picture alone, for the README."""
    path, pressed = page
    rows = [list(shots(browser, address + path, pressed, *look)) for look in LOOKS]
    write(out / f"{name}.webp", np.vstack([np.hstack([on_sheet(one) for one in row]) for row in rows]))
    if name == "table":
        write(out / "screen.webp", rows[0][-1])


def main() -> None:
    """Write OUT/NAME.webp for every page asked for."""
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    address, out, names = sys.argv[1].rstrip("/"), Path(sys.argv[2]), set(sys.argv[3:])
    out.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")

    def chosen(pages: dict[str, Page]) -> dict[str, Page]:
        return {name: page for name, page in pages.items() if not names or name in names}

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)

        def shoot(pages: dict[str, Page], seat: int = 0) -> None:
            for name, (path, pressed) in chosen(pages).items():
                sheet(browser, address, out, name, (path.replace("{seat}", str(seat)), pressed))

        now = ask(f"{address}/api/table")["seats"]
        if [seat["name"] for seat in now] != COUNTED["names"]:
            ask(f"{address}/api/names", {"names": COUNTED["names"]})
        for seat in (0, 1):
            if not now[seat]["human"]:
                ask(f"{address}/api/seats", {"seat": seat, "human": True})
        if chosen(PLAYING):
            wait(address, "running")
            shoot(PLAYING)
        shoot(ALWAYS)
        if chosen(ASKED) or chosen(ENDED):
            seat = wait(address, "asked")["prompt"]["seat"]
            shoot(ASKED, seat)
            ask(f"{address}/api/say", {"seat": seat, "say": "stop"})
            ask(f"{address}/api/pause", {"paused": True})
            ask(f"{address}/api/count/keep", COUNTED)
            shoot(ENDED)
        browser.close()


if __name__ == "__main__":
    main()
