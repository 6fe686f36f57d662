"""The pages of history in a real browser: a round is leafed through by key, names are given, an evening is deleted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from engine.events import Event
from tests.webui.browsers import CHROMIUM, chromium
from tests.webui.games import later, told
from tests.webui.tables import tell
from tests.webui.test_browser import WIDTHS, page  # noqa: F401 - a fixture
from webui.live import LiveTable

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: install Debian's chromium to run this")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def played(live: LiveTable) -> LiveTable:
    """A table at which two rounds were played."""
    for seed in (3, 4):
        events: list[Event] = later(list(told(seed)), live.now() + 5)
        tell(live, events)
    return live


def test_a_round_is_leafed_through_by_key(page: Any, address: str, played: LiveTable) -> None:  # noqa: F811
    page.goto(f"{address}/history/1/1?turn=0&lang=en")
    assert page.inner_text(".steer b") == "The deal"
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".steer b:text-is('Turn 1')")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".steer b:text-is('Turn 2')")
    assert page.inner_text(".moves [aria-current] b").strip() == "2"
    assert "turn=2" in page.url
    page.go_back()
    page.wait_for_selector(".steer b:text-is('Turn 1')")
    page.click(".moves a >> nth=5")
    page.wait_for_selector(".steer b:text-is('Turn 5')")


def test_a_name_is_given_and_an_evening_deleted(page: Any, address: str, played: LiveTable) -> None:  # noqa: F811
    page.goto(f"{address}/players?lang=en")
    page.fill("form[data-post='/api/people/add'] input", "Mina")
    page.click("text=Add a player >> nth=-1")
    page.wait_for_selector(".one h2")
    page.goto(f"{address}/history/1")
    page.select_option("select[name=people] >> nth=0", label="Mina")
    page.click("form[data-post='/api/history/seats'] button")
    page.wait_for_selector(".podium .c-red")
    assert "Mina" in page.inner_text(".podium")
    page.click("[data-post='/api/evening']")
    page.wait_for_url(f"{address}/")
    page.goto(f"{address}/history/1")
    page.click("[data-open='delete']")
    page.click("#delete .plain")
    assert page.locator("#delete[open]").count() == 0
    page.click("[data-open='delete']")
    page.click("#delete [data-post]")
    page.wait_for_url(f"{address}/history")
    assert page.locator("a[href='/history/1']").count() == 0


def test_a_record_is_imported_and_rubbish_refused(page: Any, address: str, played: LiveTable, tmp_path: Path,  # noqa: F811
                                                  app: Flask) -> None:  # fmt: skip
    good, bad = tmp_path / "evening.json", tmp_path / "bad.json"
    good.write_bytes(app.test_client().get("/history/1/export.json").get_data())
    bad.write_text("{}")
    page.goto(f"{address}/history?lang=en")
    page.set_input_files("input[type=file]", bad)
    page.wait_for_selector("#toast.shown")
    assert page.inner_text("#toast").startswith("This is no record that can be read")
    page.set_input_files("input[type=file]", good)
    page.wait_for_url(f"{address}/history/2")


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_of_history_sticks_out(page: Any, address: str, played: LiveTable, width: int) -> None:  # noqa: F811
    page.set_viewport_size({"width": width, "height": 900})
    for path in ("/history", "/history/1", "/history/1/2", "/history/1/1?turn=7", "/players"):
        for language in ("ko", "en"):
            page.goto(f"{address}{path}{'&' if '?' in path else '?'}lang={language}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
