"""Joining, players' phones, spectators and the overlay in a real browser."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from PIL import Image

from engine.events import Said, Say
from tests.webui.browsers import CHROMIUM, chromium
from tests.webui.games import prompted, told
from tests.webui.tables import tell
from webui.access import HOST
from webui.gate import Gate
from webui.live import LiveTable

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: install Debian's chromium to run this")
SIZES = ((390, 844), (820, 1180), (1440, 900))
SAY_STOP = """(seat) => fetch("/api/say", {
  method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({seat, say: "stop"}),
}).then((answer) => answer.status)"""
GO_AND_STOP = 36  # a round in which one seat says Go and the other one Stop


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture(autouse=True)
def gate(app: Flask) -> Gate:
    found: Gate = app.extensions["hwatupan_gate"]
    found.own_is_host = False  # the test's browsers are other people's devices
    return found


class Device:
    """A browser of its own, with its own cookies; its page fails the test if its code breaks or asks anybody else."""

    def __init__(self, browser: Any, address: str) -> None:
        self.context = browser.new_context(viewport={"width": 390, "height": 844})
        self.page, self.wrong, self.address = self.context.new_page(), [], address
        self.page.set_default_timeout(30_000)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda line: self.wrong.append(line.text) if line.type == "error" else None)
        self.page.on("request", lambda sent: None if sent.url.startswith(address) else self.wrong.append(sent.url))

    def join(self, pin: str, chosen: str) -> None:
        """Open the page, be led to joining, type the PIN, choose."""
        self.page.goto(f"{self.address}/?lang=ko")
        self.page.fill("#pin", pin)
        self.page.check(f"[value='{chosen}']")
        self.page.click("form[action='/join'] button")


@pytest.fixture
def devices(browser: Any, address: str) -> Iterator[Any]:
    opened: list[Device] = []

    def another() -> Device:
        opened.append(Device(browser, address))
        return opened[-1]

    yield another
    for device in opened:
        device.context.close()
    assert [fault for device in opened for fault in device.wrong if "Failed to load resource" not in fault] == []


def test_a_whole_round_with_go_and_stop_on_two_phones(devices: Any, gate: Gate, live: LiveTable) -> None:
    phones = [devices(), devices()]
    for seat, phone in enumerate(phones):
        phone.join(gate.pairing.keys.pin, f"seat-{seat}")
        phone.page.wait_for_url(f"**/seat/{seat}")
    pressed = []
    for event in told(GO_AND_STOP):
        if not isinstance(event, Said) or event.say not in (Say.GO, Say.STOP):
            tell(live, [event])
            continue
        mine, other = phones[event.seat].page, phones[1 - event.seat].page
        mine.wait_for_selector(".pick .go")
        assert other.locator(".pick").count() == 0
        mine.click(f".pick .{event.say}")
        mine.wait_for_selector(".my-prompt", state="detached")
        pressed.append(str(event.say))
    assert pressed == ["go", "stop"]
    for phone in phones:
        phone.page.wait_for_selector(".mine-result")
    shown = [phone.page.inner_text(".net b") for phone in phones]
    assert [int(text) for text in shown] == list(live.snapshot().game.results[-1].net)


def test_a_wrong_pin_is_refused_in_words(devices: Any, gate: Gate) -> None:
    phone = devices()
    phone.join("000000" if gate.pairing.keys.pin != "000000" else "111111", "watch")
    assert phone.page.inner_text("#wrong") == "PIN이 달라요. 진행자 화면을 다시 봐 주세요"
    assert phone.page.url.endswith("/join")


def test_a_spectator_looks_and_cannot_act(devices: Any, gate: Gate, live: LiveTable, address: str) -> None:
    tell(live, prompted())
    watcher = devices()
    watcher.page.goto(f"{address}/?lang=ko&key={gate.pairing.keys.view}")
    watcher.page.wait_for_selector(".prompt, .ask")
    offered = watcher.page.locator("[data-post]:visible, #pause:visible, .add:visible, [data-host]:visible")
    assert offered.evaluate_all("(all) => all.map((one) => one.outerHTML)") == []
    for seat in (0, 1):
        assert watcher.page.evaluate(SAY_STOP, seat) == 403
    assert live.snapshot().game.round.prompt is not None  # type: ignore[union-attr]


def test_a_player_says_a_shake_and_claims_points(devices: Any, gate: Gate, live: LiveTable) -> None:
    tell(live, prompted()[:1])
    phone = devices()
    phone.join(gate.pairing.keys.pin, "seat-0")
    page = phone.page
    page.click("[data-sheet='shake']")
    page.click("#shake-months [data-month='1']")
    cards = page.locator(".four [data-of='1'] .card")
    assert page.is_disabled("[data-say='shake']")
    for number in (0, 1, 2):
        cards.nth(number).click()
    page.click("[data-say='shake']")
    page.wait_for_selector("#toast.shown")
    assert page.inner_text("#toast") == "말했어요: 흔들기"
    assert [(said.seat, len(said.cards)) for said in live.snapshot().game.shakes] == [(0, 3)]
    page.click("[data-sheet='claim']")
    page.click("[data-step='1']")
    page.click("[data-say='claim']")
    page.wait_for_selector(".alert-line")
    assert live.snapshot().game.alerts[-1].alert.code == "SCORE_MISDECLARED"


def test_a_phone_that_is_sent_away_is_led_to_the_page_to_join(devices: Any, gate: Gate) -> None:
    phone = devices()
    phone.join(gate.pairing.keys.pin, "seat-1")
    phone.page.wait_for_url("**/seat/1")
    phone.page.wait_for_timeout(1500)  # its socket is open by then; a refused one would be an error of the page
    gate.pairing.free(1)
    phone.page.wait_for_url("**/join")


def test_the_overlay_has_no_ground(devices: Any, gate: Gate, live: LiveTable, address: str) -> None:
    tell(live, prompted())
    stream = devices()
    stream.page.goto(f"{address}/overlay?lang=ko&key={gate.pairing.keys.view}")
    stream.page.wait_for_selector(".strip .turn")
    shot = Image.open(io.BytesIO(stream.page.screenshot(omit_background=True)))
    assert shot.mode == "RGBA" and shot.getpixel((380, 830))[3] == 0  # type: ignore[index]


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("moment", ["prompt", "result"])
def test_nothing_sticks_out_and_a_thumb_can_hit_it(
    devices: Any, gate: Gate, live: LiveTable, address: str, moment: str, language: str
) -> None:
    tell(live, prompted() if moment == "prompt" else list(told(4)))
    host = devices()
    host.context.add_cookies([{"name": "hwatupan", "value": gate.pairing.cookie(HOST), "url": address}])
    small = (
        "[...document.querySelectorAll('button:not(.card), a.tool, a.button, summary, .pin')]"
        ".filter((e) => e.offsetParent && e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML)"
    )
    paths = ("/seat/0", "/seat/1") if moment == "result" else ("/seat/0", "/join", "/invite", "/trust", "/phone")
    for path in paths:
        for width, height in SIZES:
            host.page.set_viewport_size({"width": width, "height": height})
            host.page.goto(f"{address}{path}?lang={language}")
            assert host.page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
            assert host.page.evaluate(small) == [], (path, width)
