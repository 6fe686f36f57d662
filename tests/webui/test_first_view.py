"""The first view is small: what a browser fetches for a page, gzipped, without fonts and pictures."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from tests.webui.browsers import CHROMIUM, chromium
from tests.webui.games import prompted
from tests.webui.tables import tell
from webui.live import LiveTable

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: install Debian's chromium to run this")
MOST = 150_000
COUNTED = ("document", "stylesheet", "script", "fetch", "xhr")
PAGES = ("/", "/eyes", "/seat/0", "/count", "/photo", "/history", "/players", "/invite", "/join", "/overlay", "/setup",
         "/setup/rules")  # fmt: skip


def fetched(browser: Any, url: str) -> dict[str, int]:
    """Address -> gzipped bytes of everything that *url* makes a browser fetch, without fonts and pictures."""
    sizes: dict[str, int] = {}
    tab = browser.new_page()
    answers: list[Any] = []
    tab.on("response", lambda answer: answers.append(answer))
    tab.goto(url)
    tab.wait_for_load_state("networkidle")
    for answer in answers:
        if answer.request.resource_type in COUNTED and answer.ok:
            sizes[answer.url] = len(gzip.compress(answer.body()))
    tab.close()
    return sizes


def test_the_first_view_of_every_page_is_small(address: str, live: LiveTable) -> None:
    tell(live, prompted())
    totals = {}
    with chromium() as browser:
        for path in PAGES:
            sizes = fetched(browser, f"{address}{path}")
            assert len(sizes) >= 3, "the page, its style and its script"
            totals[path] = sum(sizes.values())
    print(totals)
    assert {path: size for path, size in totals.items() if size > MOST} == {}
