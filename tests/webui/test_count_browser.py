"""The scorekeeper and photographs in a real browser: by touch and by keyboard alone, kept, taken back, carried over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.webui.browsers import CHROMIUM, chromium
from tests.webui.test_browser import WIDTHS, page  # noqa: F401 - a fixture
from tests.webui.test_photo import Eyes, jpeg, seen
from webui.photo import Reader

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: install Debian's chromium to run this")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


def points(page: Any) -> list[int]:  # noqa: F811
    return [int(text) for text in page.locator(".seat .points b").all_inner_texts()]


def tap(page: Any, *faces: str) -> None:  # noqa: F811
    """Tap cards of the deck and wait until the server has counted them."""
    for face in faces:
        with page.expect_response("**/api/count"):
            page.click(f".deck .card[data-face='{face}']:not([data-owned])")


def test_cards_are_tapped_and_the_round_is_settled_and_kept(page: Any, address: str) -> None:  # noqa: F811
    page.goto(f"{address}/count?lang=ko")
    page.wait_for_selector(".seat")
    tap(page, "02-animal", "04-animal")
    page.wait_for_selector(".near >> text=고도리까지 1장")
    tap(page, "08-animal", "01-bright", "03-bright", "08-bright")
    page.wait_for_selector(".seat .points b:text-is('8')")
    assert points(page) == [8, 0]
    page.click("[data-pick='1']")
    tap(page, "05-junk", "05-junk")
    page.wait_for_selector(".seat >> nth=1 >> .group.junk b:text-is('2')")
    page.click("[data-what=gos][data-seat='0'] [data-step='1']")
    page.click("[data-set=ended] >> nth=1")
    page.wait_for_selector(".result .shares")
    assert "1고" in page.inner_text(".result .sum")
    page.click("[data-keep='']")
    page.wait_for_selector("#toast.shown")
    assert page.inner_text("#toast").startswith("1판을 남겼어요")
    assert points(page) == [0, 0]
    assert "+18" in page.inner_text(".seat >> nth=0 >> .balance")
    page.click("text=이 모임 보기")
    page.click(".rounds a >> nth=0")
    assert "고도리" in page.inner_text(".result")


def test_what_was_tapped_outlives_a_reload_and_can_be_taken_back(page: Any, address: str) -> None:  # noqa: F811
    page.goto(f"{address}/count?lang=en")
    page.wait_for_selector(".seat")
    tap(page, "01-bright", "03-bright", "08-bright")
    page.reload()
    page.wait_for_selector(".seat .points b:text-is('3')")
    with page.expect_response("**/api/count"):
        page.click(".deck .card[data-face='03-bright']")
    page.wait_for_selector(".seat .points b:text-is('0')")
    page.click("#back")
    page.wait_for_selector(".seat .points b:text-is('3')")
    page.click("#counted .card[data-face='08-bright']")
    page.wait_for_selector(".seat .points b:text-is('0')")


def test_a_card_is_somebodys_alone(page: Any, address: str) -> None:  # noqa: F811
    page.goto(f"{address}/count?lang=en")
    page.wait_for_selector(".seat")
    tap(page, "12-bright", "05-junk")
    page.keyboard.press("2")
    page.wait_for_selector("[data-pick='1'][aria-pressed='true']")
    page.click(".deck .card[data-face='12-bright']")
    page.wait_for_selector("#counted .seat >> nth=1 >> .card[data-face='12-bright']")
    assert page.locator("#counted .card[data-face='12-bright']").count() == 1
    tap(page, "05-junk")
    assert page.locator("#counted .card[data-face='05-junk']").count() == 2


def test_a_round_is_counted_by_keyboard_alone(page: Any, address: str) -> None:  # noqa: F811
    page.goto(f"{address}/count?lang=en")
    page.wait_for_selector(".seat")
    focus(page, ".deck .card[data-face='01-bright']")
    for _ in range(3):
        with page.expect_response("**/api/count"):
            page.keyboard.press("Enter")
        page.keyboard.press("Tab")
    page.wait_for_selector(".seat .points b:text-is('3')")
    focus(page, "#counted .fan .card")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.face") == "03-bright"
    focus(page, "[data-what=gos][data-seat='0'] [data-step='1']")
    with page.expect_response("**/api/count"):
        page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.step") == "1", "focus stays where it was"
    focus(page, "[data-set=ended] >> nth=1")
    page.keyboard.press("Space")
    page.wait_for_selector(".result .shares")
    focus(page, "[data-keep='']")
    page.keyboard.press("Enter")
    page.wait_for_selector("#toast.shown")


def focus(page: Any, selector: str) -> None:  # noqa: F811
    """Tab until that element has the focus."""
    wanted = page.locator(selector).first
    for _ in range(150):
        if wanted.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {selector} by Tab")


def test_names_and_four_players(page: Any, address: str) -> None:  # noqa: F811
    page.goto(f"{address}/count?lang=en")
    page.wait_for_selector(".seat")
    page.click("[data-open=names]")
    page.fill("#called input >> nth=0", "Mina")
    page.click("#called button")
    page.wait_for_selector(".seat h2:text-is('Mina')")
    page.click("#players span:text-is('4')")
    page.wait_for_selector(".seat >> nth=3")
    assert "Sits out" in page.inner_text(".seat >> nth=3")
    page.click("[data-set=out] >> nth=1")
    page.wait_for_selector(".seat >> nth=1 >> text=Sits out")


def test_a_photo_is_mended_by_a_tap_and_carried_over(page: Any, address: str, app: Flask) -> None:  # noqa: F811
    cards = seen(m08_bright=0.99), seen(m05_junk=0.6, m05_ribbon=0.3), seen(m01_bright=0.97)
    app.extensions["hwatupan_reader"] = Reader(lambda: Eyes(*cards))
    page.goto(f"{address}/photo?lang=en")
    page.set_input_files("[data-photo] >> nth=1", {"name": "p.jpg", "mimeType": "image/jpeg", "buffer": jpeg()})
    page.click("#read .doubt")
    page.click("#which-likely [data-face='05-ribbon']")
    page.wait_for_selector("#read .card[data-face='05-ribbon']:not(.doubt)")
    page.click("#add")
    with page.expect_response("**/api/count"):
        page.click("#which-all [data-face='03-bright']")
    page.wait_for_selector("#points:text-is('3')")
    page.click("#read .card[data-face='01-bright']")
    with page.expect_response("**/api/count"):
        page.click("#which-gone")
    page.wait_for_selector("#points:text-is('0')")
    page.click("#add")
    with page.expect_response(lambda answer: answer.url.endswith("/api/count") and answer.ok):
        page.click("#which-all [data-face='08-bright']")  # a second one: refused, and taken back
    page.wait_for_selector("#toast.shown")
    assert page.locator("#read .card").count() == 3
    page.click("[data-to='1']")
    page.wait_for_url(f"{address}/count")
    page.wait_for_selector("#counted .seat >> nth=1 >> .card[data-face='05-ribbon']")


def test_what_is_no_photo_is_refused_in_words(page: Any, address: str) -> None:  # noqa: F811
    page.goto(f"{address}/photo?lang=en")
    page.set_input_files("[data-photo] >> nth=1", {"name": "p.jpg", "mimeType": "image/jpeg", "buffer": b"nothing"})
    page.wait_for_selector("#toast.shown")
    assert page.inner_text("#toast").startswith("No picture that can be read")


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_sticks_out_and_a_thumb_can_hit_it(page: Any, address: str, width: int) -> None:  # noqa: F811
    page.set_viewport_size({"width": width, "height": 900})
    for language in ("ko", "en"):
        page.goto(f"{address}/count?lang={language}")
        page.wait_for_selector(".seat")
        page.click("#players span >> nth=2")
        page.wait_for_selector(".seat >> nth=3")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        touched = page.locator(".deck .card, .stepper button, .ending button").all()
        sizes = [one.bounding_box() for one in touched]
        assert min(min(box["width"], box["height"]) for box in sizes) >= 40
        page.goto(f"{address}/photo?lang={language}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
