"""Everything by keyboard alone: Tab comes to every control of every page, arrows to the cards of a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.webui.browsers import CHROMIUM, chromium
from tests.webui.games import later, prompted, told
from tests.webui.tables import tell
from tests.webui.test_axe_browser import opened
from tests.webui.test_browser import page  # noqa: F401 - a fixture
from webui.live import LiveTable

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: install Debian's chromium to run this")

PAGES = ("/", "/eyes", "/history", "/history/1", "/history/1/1", "/players", "/join", "/invite", "/seat/0", "/phone",
         "/trust", "/count", "/photo", "/setup", "/setup/players", "/setup/rules")  # fmt: skip
CONTROLS = """() => {
  const ways = "a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled), select, summary, [tabindex]";
  const seen = [...document.querySelectorAll(ways)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const radio = (one) => one.type === "radio" && one.name;
  return seen.filter((one) => one.tabIndex >= 0 && !one.closest("dialog:not([open])")
    && (!radio(one) || one === (document.querySelector(`[name="${one.name}"]:checked`)
        ?? document.querySelector(`[name="${one.name}"]`))));
}"""
MOST = 250


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as started:
        yield started


@pytest.fixture
def played(live: LiveTable, app: Flask) -> LiveTable:
    """A round that was played, and one that runs."""
    for events in (told(3), iter(list(told(5))[:10])):
        tell(live, later(list(events), live.now() + 5))
    return live


def missed(tab: Any) -> list[str]:
    """The controls to which Tab does not come, as HTML."""
    tab.evaluate(f"window.wanted = new Set(({CONTROLS})())")
    for _ in range(MOST):
        tab.keyboard.press("Tab")
        if tab.evaluate("window.wanted.delete(document.activeElement), window.wanted.size") == 0:
            break
    left: list[str] = tab.evaluate("[...window.wanted].filter((one) => one.isConnected).map((one) => one.outerHTML)")
    return [html[:140] for html in left]


def test_tab_comes_to_every_control_of_every_page(browser: Any, address: str, played: LiveTable) -> None:
    wrong = {}
    for path in PAGES:
        tab = opened(browser, f"{address}{path}", "light")
        if left := missed(tab):
            wrong[path] = left
        tab.context.close()
    assert wrong == {}


def test_the_cards_of_a_row_are_walked_by_arrows_and_mended(page: Any, address: str, played: LiveTable) -> None:  # noqa: F811
    page.goto(f"{address}/?lang=en")
    page.keyboard.press("f")
    first = page.evaluate("document.activeElement.dataset.face")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.dataset.face")
    assert first and second and page.evaluate("document.activeElement.closest('.floor') !== null")
    page.keyboard.press("Enter")
    page.wait_for_selector("#fix[open]")
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    page.keyboard.press("t")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector("#turn[open]")
    page.keyboard.press("Escape")


def test_go_is_answered_with_tab_and_enter(page: Any, address: str, live: LiveTable) -> None:  # noqa: F811
    tell(live, prompted())
    page.goto(f"{address}/?lang=en")
    page.wait_for_selector("#prompt[open]")
    for _ in range(6):
        if page.evaluate("document.activeElement.classList.contains('go')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".prompt", state="detached")
    assert live.snapshot().game.round.gos  # type: ignore[union-attr]
