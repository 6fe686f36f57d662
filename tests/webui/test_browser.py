"""The page in a real browser: it fills itself, its buttons work, cards are mended in two taps."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.serving import make_server

from engine.events import NewRound, Paused
from tests.webui.games import fold, fresh, prompted, told
from tests.webui.tables import tell
from webui.live import LiveTable

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
WIDTHS = (390, 820, 1440)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: install Debian's chromium to run this")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    running = make_server("127.0.0.1", 0, app, threaded=True)
    running.daemon_threads = True
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{running.port}"
    running.shutdown()
    thread.join()
    running.server_close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A fresh tab that fails the test if the page's own code breaks or asks anybody else."""
    tab = browser.new_page(viewport={"width": 1440, "height": 900})
    wrong: list[str] = []
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("console", lambda line: wrong.append(line.text) if _is_fault(line) else None)
    tab.on("request", lambda asked: None if asked.url.startswith((address, "blob:")) else wrong.append(asked.url))
    tab.set_default_timeout(20_000)
    yield tab
    tab.close()
    assert wrong == []


def _is_fault(line: Any) -> bool:
    """Errors of the page; that a request was refused is what some tests want."""
    return line.type == "error" and not line.text.startswith("Failed to load resource")


def test_the_page_follows_the_game_without_reloading(page: Any, address: str, live: LiveTable) -> None:
    page.goto(f"{address}/?lang=ko")
    assert "새 판을 기다려요" in page.inner_text(".state")
    events = prompted()
    tell(live, events)
    page.wait_for_selector(".prompt .go")
    points = [int(text) for text in page.locator(".points b").all_inner_texts()]
    assert tuple(points) == fold(iter(events), fresh()).totals


def test_stop_by_button_settles_the_round(page: Any, address: str, live: LiveTable) -> None:
    tell(live, prompted())
    page.goto(f"{address}/?lang=en")
    page.click(".prompt .stop")
    page.wait_for_selector(".result .shares")
    assert "wins" in page.inner_text(".result h2")
    assert page.locator(".prompt").count() == 0
    page.click("[data-post='/api/undo']")
    page.wait_for_selector(".prompt .stop")


def test_go_by_button_counts_the_go(page: Any, address: str, live: LiveTable) -> None:
    tell(live, prompted())
    page.goto(f"{address}/?lang=ko")
    page.click(".prompt .go")
    page.wait_for_selector(".prompt", state="detached")
    assert "1고" in page.inner_text(".seats")


def test_a_card_is_mended_in_two_taps(page: Any, address: str, live: LiveTable) -> None:
    tell(live, prompted()[:1])
    table = live.snapshot().game.table
    assert table is not None
    was = table.loose[0]
    page.goto(f"{address}/?lang=ko")
    page.click(f".floor .card[data-face='{was}'] >> nth=0")
    before = sorted(map(str, table.loose))
    other = page.locator("#fix-likely .card:not([hidden])").first
    face = other.get_attribute("data-face")
    other.click()
    page.wait_for_selector("#toast.shown")
    assert page.inner_text("#toast").startswith("고쳤어요: ")
    mended = live.snapshot().game.table
    assert mended is not None
    before.remove(str(was))
    assert sorted(map(str, mended.loose)) == sorted([*before, face])


def test_pausing_hides_the_picture(page: Any, address: str, live: LiveTable) -> None:
    page.goto(f"{address}/?lang=ko")
    page.wait_for_selector(".picture.has-picture")
    page.click("#pause")
    page.wait_for_selector(".notice.paused")
    page.wait_for_selector(".picture:not(.has-picture)")
    assert page.inner_text(".picture .empty") == "잠깐 멈췄어요. 다시 보기를 눌러 주세요."
    assert page.locator(".status .state").count() == 0  # nothing is followed now
    page.click(".notice.paused button")
    page.wait_for_selector(".picture.has-picture")


def test_each_press_turns_the_picture_on_and_it_stays_in_view(page: Any, address: str, live: LiveTable) -> None:
    page.goto(f"{address}/?lang=ko")
    page.wait_for_selector(".picture.has-picture")
    page.click("[data-open=setup]")
    for rotate in (90, 180, 270):
        page.click("[data-turn='90']")
        page.wait_for_selector(".picture.tall" if rotate != 180 else ".picture:not(.tall)", state="attached")
        now = "rotate => fetch('/api/table').then(r => r.json()).then(t => t.rotate === rotate)"
        page.wait_for_function(now, arg=rotate)
        box = page.locator(".picture").bounding_box()
        assert box is not None and min(box["width"], box["height"]) > 100


def test_a_running_round_is_joined_by_tapping_cards(page: Any, address: str, live: LiveTable) -> None:
    page.goto(f"{address}/?lang=ko")
    page.click(".floor [data-open='join']")
    for face in ("01-bright", "02-animal", "03-junk", "05-ribbon", "06-junk", "08-animal", "09-ribbon", "10-junk"):
        page.click(f"#join-all [data-face='{face}']")
    for place, faces in (("0", ("01-ribbon", "01-junk")), ("1", ("04-animal", "04-junk"))):
        page.click(f"[data-place='{place}']")
        for face in faces:
            page.click(f"#join-all [data-face='{face}']")
    page.click("#join-done")
    assert live.wait_for(lambda now: now.game.table is not None, timeout=10)
    table = live.snapshot().game.table
    assert table is not None
    assert (len(table.loose), table.hands, table.stock) == (8, (9, 9), 18)


def test_the_join_form_begins_with_the_dealer_that_the_referee_believes_in(
    page: Any, address: str, live: LiveTable
) -> None:
    tell(live, [NewRound(live.now(), 1)])
    page.goto(f"{address}/?lang=ko")
    page.click(".floor [data-open='join']")
    assert page.input_value("#join-dealer") == "1"
    page.keyboard.press("Escape")
    tell(live, prompted()[:1])
    page.wait_for_selector(".floor .card")
    page.click("[data-open=setup]")
    page.click("#setup [data-open='join']")
    assert not page.is_visible("#join-dealer"), "the dealer of a round that runs cannot be chosen"
    page.click("#join-laid .card >> nth=0")
    page.click("#join-done")
    page.wait_for_selector("#toast.shown")
    on_top = "document.querySelector('#toast').matches(':popover-open')"
    assert page.evaluate(on_top), "what is refused must be readable over the sheet"


def test_on_a_phone_the_picture_comes_before_the_seats(page: Any, address: str, live: LiveTable) -> None:
    tell(live, prompted())
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/?lang=ko")
    picture, seats = (page.locator(name).bounding_box() for name in (".picture", ".seats"))
    assert picture["y"] + picture["height"] <= seats["y"]


def test_what_is_refused_is_said_in_words(page: Any, address: str) -> None:
    page.goto(f"{address}/?lang=ko")
    page.evaluate("import('/static/js/ask.js').then((ask) => ask.post('/api/say', {seat: 9, say: 'go'}))")
    page.wait_for_selector("#toast.shown")
    assert page.inner_text("#toast") == "그런 자리는 없어요"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("moment", ["prompt", "result", "paused"])
def test_nothing_sticks_out_at_any_width(page: Any, address: str, live: LiveTable, width: int, moment: str) -> None:
    tell(live, prompted() if moment != "result" else list(told(4)))
    if moment == "paused":
        tell(live, [Paused(live.now())])
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{address}/?lang=en")
    page.wait_for_selector({"prompt": ".prompt", "result": ".result", "paused": ".notice.paused"}[moment])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        "[...document.querySelectorAll('button:not(.card), a.tool')]"
        ".filter((e) => e.offsetParent && e.getBoundingClientRect().height < 43.5).length"
    )
    assert small == 0, "a button is too small for a thumb"
