"""The wizard in a real browser: from nothing to a running round on the virtual table, with real eyes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask

from benchmarks.spread import Laid, deck_cards, draw_print, photograph
from engine.cards import BONUS_FACES
from models.training.art import DeckArt, load_deck
from tests.webui.browsers import CHROMIUM, chromium, until
from tests.webui.tables import settings
from vision import layout as layouts
from vision.frames import open_source
from vision.twin.art import OWN
from webui import create_app
from webui.commands.enrolled import deck_of
from webui.eyes import open_eyes
from webui.live import LiveTable
from webui.phone import PhoneCamera
from webui.settings import Settings
from webui.setup.desk import Desk
from webui.store import Store

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: install Debian's chromium to run this"),
    pytest.mark.timeout(600),
]
SEED = 11
WIDTHS = ((390, 844), (820, 1180), (1440, 900))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def art() -> DeckArt:
    return load_deck(OWN, own=True)


def picture_of(cards: list[Laid], path: Path) -> Path:
    """*cards* laid out on a table and photographed."""
    style = replace(draw_print(np.random.default_rng(5)), frame=None, crop=0.0)
    cv2.imwrite(str(path), photograph(cards, np.random.default_rng(SEED), style=style, width=1600).bgr)
    return path


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """The server as `hwatupan serve` makes it on a fresh computer."""
    told, phone = settings(tmp_path / "data"), PhoneCamera()
    store = Store(told.record, told.data)

    def make(wanted: Settings) -> LiveTable:
        eyes = partial(open_eyes, deck_of(wanted.enrolled, wanted.data))
        return LiveTable(wanted.source, wanted, store, opener=phone.opener(open_source), eyes=eyes)

    ready = create_app(told, make(told), None, phone, make, lead=True)
    yield ready
    desk: Desk = ready.extensions["hwatupan_setup"]
    desk.finder.close()
    ready.extensions["hwatupan"].live.stop()
    store.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A fresh tab that fails the test if the page's own code breaks or asks anybody else."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, has_touch=True)
    tab, wrong = context.new_page(), []
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    tab.on("request", lambda asked: None if asked.url.startswith((address, "blob:")) else wrong.append(asked.url))
    tab.set_default_timeout(60_000)
    yield tab
    context.close()
    assert [fault for fault in wrong if "Failed to load resource" not in fault] == []


def to_table(page: Any, address: str) -> None:
    """The first step, by way of the first page."""
    page.goto(f"{address}/?lang=ko")
    assert page.url == f"{address}/setup"
    page.click(".huge")
    page.check("[name=source][value=twin]", force=True)
    page.wait_for_selector("#view.has-picture")
    page.click("#next")
    page.wait_for_selector("#drawing .dot")


def middle(box: dict[str, float]) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_from_nothing_to_a_running_round(
    page: Any, address: str, app: Flask, art: DeckArt, tmp_path: Path
) -> None:
    to_table(page, address)
    page.check("#which [value=stock]", force=True)
    page.focus(".dot >> nth=1")
    page.keyboard.press("Shift+ArrowRight")
    x, y = middle(page.locator(".dot >> nth=2").bounding_box())
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 15, y + 10, steps=3)
    page.mouse.up()
    page.click("#next")
    page.wait_for_url("**/setup/deck")

    page.goto(f"{address}/setup")  # somebody closed the page and comes back
    assert "이어서 하기: 패" in page.inner_text(".huge")
    page.click(".huge")
    page.wait_for_selector("#upload:enabled", state="attached")
    page.set_input_files("#upload", str(picture_of(deck_cards(art), tmp_path / "deck.jpg")))
    page.wait_for_selector("[data-stage=read]")
    assert page.inner_text("#found") == "48장이 모두 있어요"
    page.click("#next")

    page.fill("[data-seat='0'] .who", "영희")
    page.fill("[data-seat='1'] .who", "철수")
    page.check("[data-seat='1'] [value=teal]", force=True)
    page.fill("#stake", "100")
    page.click("#next")

    page.check("[name=nagari][value=flat]", force=True)
    page.click("#next")
    page.wait_for_url(f"{address}/")
    page.wait_for_selector(".state.following")

    live: LiveTable = app.extensions["hwatupan"].live
    assert live.wait_for(lambda now: now.game.round is not None, 60)
    assert live.settings.enrolled == "우리 패"
    assert live.snapshot().game.rules.nagari_growth == "flat_2"
    assert "영희" in page.inner_text(".seats") and "철수" in page.inner_text(".seats")
    stock = next(zone for zone in layouts.load(tmp_path / "data" / "layout.toml").zones if zone.zone.kind == "stock")
    across = [x for x, _ in stock.polygon]
    assert max(across) - min(across) > 80  # 70 mm before it was dragged


def test_a_finger_moves_a_corner_and_the_page_says_that_cards_do_not_fit(page: Any, address: str) -> None:
    to_table(page, address)
    while page.locator("#drawing .seen").count() < 5:  # the virtual table deals meanwhile
        with page.expect_response("**/api/setup/zones"):
            page.click("#find")
        page.wait_for_timeout(1000)
    before = page.locator("#drawing .rim").get_attribute("points")
    x, y = middle(page.locator(".dot >> nth=0").bounding_box())
    touch = page.context.new_cdp_session(page)
    for kind, point in (("touchStart", (x, y)), ("touchMove", (x + 60, y + 90)), ("touchMove", (x + 260, y + 140))):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": point[0], "y": point[1]}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.locator("#drawing .rim").get_attribute("points") != before
    page.wait_for_selector("#fit.bad")
    page.click("#find")
    page.wait_for_selector("#fit.good")
    assert page.evaluate("scrollY") == 0  # the finger drew, it did not scroll


def test_what_is_wrong_with_a_deck_is_named_and_its_bonus_cards_answer_a_question(
    page: Any, address: str, art: DeckArt, tmp_path: Path
) -> None:
    bonus = [Laid(str(face), art.faces[str(face)][0]) for face in BONUS_FACES]
    cards = [card for card in deck_cards(art) if card.label != "05-animal"] + bonus
    page.goto(f"{address}/setup/deck?lang=ko")
    page.wait_for_selector("#upload:enabled", state="attached")
    page.set_input_files("#upload", str(picture_of(cards, tmp_path / "deck.jpg")))
    page.wait_for_selector("[data-stage=read]")
    assert "빠진 패: 5월 난초 열끗" in page.inner_text("#faults")
    while page.locator("#asks .ask").count():
        before = page.inner_text("#asked")
        page.click("#asks .ask button >> nth=0")
        until(page, "(text) => document.getElementById('asked').innerText !== text", before)
    assert page.inner_text("#next") == "그래도 이 패로 칠게요"
    page.click("#next")
    page.wait_for_url("**/setup/players")
    page.goto(f"{address}/setup/rules")
    assert page.locator("[name=bonus]:checked").get_attribute("value") == "two"
    assert "펼쳐 놓은 패를 보고" in page.inner_text("#rules")


@pytest.mark.parametrize("players", [2, 3])
def test_seats_lie_around_the_table_as_they_sit(page: Any, address: str, app: Flask, players: int) -> None:
    desk: Desk = app.extensions["hwatupan_setup"]
    desk.draft = replace(desk.draft, players=players)
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{address}/setup/players?lang=ko")
        box = {name: page.locator(f".{name}").bounding_box() for name in ("cloth", "at-bottom")}
        assert box["at-bottom"]["y"] >= box["cloth"]["y"] + box["cloth"]["height"]
        names = ("at-top",) if players == 2 else ("at-left", "at-right")
        others = [page.locator(f".{name}").bounding_box() for name in names]
        assert all(one["y"] + one["height"] <= box["cloth"]["y"] for one in others)
        if players == 3 and width > 600:
            assert others[0]["x"] + others[0]["width"] <= others[1]["x"]


@pytest.mark.parametrize("language", ["ko", "en"])
def test_nothing_sticks_out_and_a_thumb_can_hit_it(page: Any, address: str, language: str) -> None:
    small = (
        "[...document.querySelectorAll('button, a, input:not([type=radio], [type=file]), select, .answer, .choice')]"
        ".filter((e) => e.offsetParent && e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML)"
    )
    for path in ("", "/camera", "/table", "/deck", "/players", "/rules"):
        for width, height in WIDTHS:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{address}/setup{path}?lang={language}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
            assert page.evaluate(small) == [], (path, width)
