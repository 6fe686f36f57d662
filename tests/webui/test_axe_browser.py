"""axe-core looks at every page in a real browser, light and dark: nothing serious or critical.

A new page needs a line in PAGES: its address, and what is pressed there first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask

from tests.webui.browsers import CHROMIUM, chromium
from tests.webui.games import later, prompted, told
from tests.webui.tables import tell
from tests.webui.test_photo import Eyes, jpeg, seen
from webui.live import LiveTable
from webui.photo import Reader

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: install Debian's chromium to run this")

PAGES: dict[str, tuple[str, str]] = {
    "table": ("/", ""),
    "correct": ("/", ".floor .card"),
    "turn": ("/", ".turnchip"),
    "menu": ("/", "[data-open=setup]"),
    "sound": ("/", "[data-open=sound]"),
    "keys": ("/", "[data-open=setup], #setup [data-open=keys]"),
    "eyes": ("/eyes", ""),
    "history": ("/history", ""),
    "evening": ("/history/1", ""),
    "replay": ("/history/1/1", ""),
    "replay-turn": ("/history/1/2?turn=5", ""),
    "counted-round": ("/history/2/1", ""),
    "players": ("/players", "summary"),
    "join": ("/join", ""),
    "invite": ("/invite", ""),
    "seat": ("/seat/0", ""),
    "shake": ("/seat/0", "[data-sheet=shake]"),
    "claim": ("/seat/1", "[data-sheet=claim]"),
    "overlay": ("/overlay", ""),
    "phone": ("/phone", ""),
    "trust": ("/trust", ""),
    "count": ("/count", ".deck .card, .deck .card >> nth=20, [data-set=ended] >> nth=1"),
    "names": ("/count", "[data-open=names]"),
    "photo": ("/photo", ""),
    "set-up": ("/setup", ""),
    "set-up-camera": ("/setup/camera", ""),
    "set-up-table": ("/setup/table", ""),
    "set-up-deck": ("/setup/deck", ""),
    "set-up-players": ("/setup/players", ""),
    "set-up-rules": ("/setup/rules", ""),
    "none": ("/history/99", ""),
}
LOOKS = (("ko", "light"), ("en", "dark"))
SERIOUS = ("serious", "critical")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def played(live: LiveTable, app: Flask) -> LiveTable:
    """Two rounds that were played with names, one that was counted by hand, one that runs."""
    client = app.test_client()
    client.post("/api/names", json={"names": ["영희", ""]})
    for events in (told(3), told(4), iter(list(told(5))[:10])):
        tell(live, later(list(events), live.now() + 5))
    client.post("/api/count/keep", json={"piles": [["01-bright", "03-bright", "08-bright"], ["junk"]], "end": "stop",
                                         "winner": 0})  # fmt: skip
    return live


def faults(page: Any) -> list[str]:
    """What axe-core finds that keeps somebody out, with where."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']} ({one['impact']}): {' '.join(map(str, node['target']))} {node['html'][:120]} "
        f"{' '.join(check['message'] for check in node['any'])[:200]}"
        for one in found
        if one["impact"] in SERIOUS
        for node in one["nodes"][:3]
    ]


def opened(browser: Any, url: str, theme: str, press: str = "") -> Any:
    """A fresh tab at *url*, in which everything that *press* names was clicked."""
    tab = browser.new_context(viewport={"width": 1024, "height": 900}, color_scheme=theme).new_page()
    tab.set_default_timeout(8_000)
    tab.goto(url)
    tab.wait_for_load_state("load")
    for selector in filter(None, press.split(", ")):
        tab.locator(selector).first.click()
    tab.wait_for_timeout(250)  # sheets fade in
    return tab


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_nothing_serious_on_any_page(browser: Any, address: str, played: LiveTable, language: str, theme: str) -> None:
    wrong = []
    for name, (path, press) in PAGES.items():
        tab = opened(browser, f"{address}{path}{'&' if '?' in path else '?'}lang={language}", theme, press)
        wrong += [f"{name}: {fault}" for fault in faults(tab)]
        tab.context.close()
    assert wrong == []


def test_axe_sees_what_is_wrong(browser: Any, address: str) -> None:
    tab = opened(browser, f"{address}/history?lang=en", "light")
    tab.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<img src=\"/card/back\"><input>')")
    assert {fault.split()[0] for fault in faults(tab)} == {"image-alt", "label"}
    tab.context.close()


@pytest.mark.parametrize("choice", ["contrast", "large", "colour"])
def test_nor_in_any_display_that_can_be_chosen(browser: Any, address: str, played: LiveTable, choice: str) -> None:
    wrong = []
    for theme in ("light", "dark"):
        tab = opened(browser, f"{address}/?lang=ko", theme)
        tab.evaluate(f"document.documentElement.toggleAttribute('data-{choice}', true)")
        wrong += [f"{theme}: {fault}" for fault in faults(tab)]
        tab.context.close()
    assert wrong == []


def test_nor_when_go_or_stop_is_asked_and_when_a_round_has_ended(browser: Any, address: str, live: LiveTable) -> None:
    events = prompted()
    tell(live, events)
    tab = opened(browser, f"{address}/?lang=ko", "light")
    assert tab.locator("#prompt[open]").count() == 1
    assert faults(tab) == []
    tab.click(".prompt .stop")
    tab.wait_for_selector(".result .shares")
    assert faults(tab) == []
    tab.context.close()


def test_nor_on_a_photo_that_was_read(browser: Any, address: str, app: Flask) -> None:
    cards = seen(m08_bright=0.99), seen(m05_junk=0.6, m05_ribbon=0.3)
    app.extensions["hwatupan_reader"] = Reader(lambda: Eyes(*cards))
    tab = opened(browser, f"{address}/photo?lang=ko", "dark")
    tab.set_input_files("[data-photo] >> nth=1", {"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": jpeg()})
    tab.wait_for_selector("#read .card")
    assert faults(tab) == []
    tab.click("#read .doubt")
    tab.wait_for_selector("#which[open]")
    assert faults(tab) == []
    tab.context.close()
