"""The page in a real browser: it fills itself, its buttons work, cards are mended in two taps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.cards import COPIES, FACES
from engine.events import NewRound, Paused, Said, Say, Undone
from engine.outputs import Following
from tests.webui.browsers import CHROMIUM, chromium, until
from tests.webui.games import fold, fresh, prompted, told
from tests.webui.tables import tell
from webui.live import LiveTable
from webui.snapshot import Looking, Seen, ZoneOutline

WIDTHS = (390, 820, 1440)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: install Debian's chromium to run this")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


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


def test_a_captured_card_moves_to_another_pile_and_back_by_undo(page: Any, address: str, live: LiveTable) -> None:
    tell(live, prompted()[:9])
    table = live.snapshot().game.table
    assert table is not None
    seat = 0 if table.piles[0] else 1
    face = str(table.piles[seat][0])
    page.goto(f"{address}/?lang=en")
    page.click(f".seat .card[data-seat='{seat}'][data-face='{face}'] >> nth=0")
    page.click(f"#fix-move [data-zone=pile][data-seat='{1 - seat}']")
    other = f".piles[data-seat='{1 - seat}'] .card[data-face='{face}']"
    page.wait_for_selector(other)
    page.keyboard.press("u")
    page.wait_for_selector(other, state="detached")
    page.keyboard.press("r")
    page.wait_for_selector(other)


def test_a_card_is_dragged_from_the_floor_to_a_pile(page: Any, address: str, live: LiveTable) -> None:
    tell(live, prompted()[:3])
    page.goto(f"{address}/?lang=en")
    card = page.locator(".floor .card").first
    face = card.get_attribute("data-face")
    here, there = card.bounding_box(), page.locator(".piles[data-seat='1']").bounding_box()
    page.mouse.move(here["x"] + 10, here["y"] + 10)
    page.mouse.down()
    page.mouse.move(here["x"] + 40, here["y"] + 30, steps=4)
    page.mouse.move(there["x"] + 60, there["y"] + 20, steps=4)
    page.mouse.up()
    page.wait_for_selector(f".piles[data-seat='1'] .card[data-face='{face}']")
    assert page.locator("dialog[open]").count() == 0


def test_a_missing_card_is_added(page: Any, address: str, live: LiveTable) -> None:
    tell(live, prompted()[:2])
    table = live.snapshot().game.table
    assert table is not None
    lying = {*table.loose, *table.stacked, *(card for pile in table.piles for card in pile)}
    months = {card.month for card in table.loose}
    face = next(face for face in FACES if face not in lying and face.month not in months)
    page.goto(f"{address}/?lang=ko")
    page.click(".floor .add")
    page.click(f"#fix-all [data-face='{face}']")
    page.wait_for_selector(f".floor .card[data-face='{face}']")


def test_what_makes_no_sense_is_refused_with_its_reason(page: Any, address: str, live: LiveTable) -> None:
    tell(live, prompted()[:9])
    table = live.snapshot().game.table
    assert table is not None
    seat = 0 if table.piles[0] else 1
    was = table.piles[seat][0]
    taken = next(face for face in FACES if face in table.piles[seat] and face.month != was.month and COPIES[face] == 1)
    page.goto(f"{address}/?lang=ko")
    page.click(f".seat .card[data-seat='{seat}'][data-face='{was}'] >> nth=0")
    page.click(f"#fix-all [data-face='{taken}']")
    page.wait_for_selector("#toast.shown")
    assert page.inner_text("#toast").startswith("고치지 못했어요")
    assert live.snapshot().game.table == table


def test_an_earlier_turn_is_deleted_and_what_follows_is_counted_again(page: Any, address: str, live: LiveTable) -> None:
    tell(live, prompted()[:9])
    round_ = live.snapshot().game.round
    assert round_ is not None
    count = len(round_.turns)
    page.goto(f"{address}/?lang=en")
    page.click(f".turnchip[data-turn='{count}']")
    assert page.inner_text("#turn-title") == f"Edit turn {count}"
    page.click("#turn-drop")
    page.wait_for_selector(f"[data-key='turn-{count}']", state="detached")
    page.click(f".turnchip[data-turn='{count}']")  # the next one, to be told
    last = round_.turns[-1].play
    for slot, faces in (("hand", last.hand), ("flip", last.flip)):
        page.click(f"[data-slot='{slot}']")
        for face in faces:
            page.click(f"#turn-all [data-face='{face}']")
    for choice in (last.choose_hand, last.choose_flip):
        if choice is not None:
            page.click(f"#turn-takes [data-face='{choice}']")
    page.check(f"[name=turn-seat][value='{last.seat}']", force=True)
    page.click("#turn-done")
    page.wait_for_selector(f"[data-key='turn-{count}']")
    assert live.snapshot().game.round.turns[-1].play.hand == last.hand  # type: ignore[union-attr]


def test_an_earlier_turn_is_edited_and_the_score_follows(page: Any, address: str, live: LiveTable) -> None:
    tell(live, prompted())
    game = live.snapshot().game
    assert game.round is not None
    lying = {*game.round.table.loose, *(card for pile in game.round.table.piles for card in pile)}
    for turn in game.round.turns[:-1]:  # a card of the same month that nobody has seen
        was = turn.play.hand[0] if len(turn.play.hand) == 1 else None
        face = next((one for one in FACES if was and one.month == was.month and one not in lying), None)
        if face is not None:
            break
    else:
        raise AssertionError("take another game: all cards of every month are out")
    page.goto(f"{address}/?lang=en")
    page.click("#prompt .shrink")
    page.click(f".turnchip[data-turn='{turn.seen.n}']")
    page.click("#turn-hand .card")
    page.click(f"#turn-all [data-face='{face}']")
    with page.expect_response("**/api/turn"):
        page.click("#turn-done")
    page.wait_for_selector("#turn:not([open])", state="attached")
    after = live.snapshot().game.round
    assert after is not None
    assert after.turns[turn.seen.n - 1].play.hand == (face,)
    assert len(after.turns) == len(game.round.turns)
    totals = list(live.snapshot().game.totals)
    shown = "[...document.querySelectorAll('.points b')].map((e) => Number(e.innerText))"
    until(page, f"(totals) => {shown}.join() === totals.join()", totals)


def test_lost_step_is_mended_with_one_tap(page: Any, address: str, live: LiveTable) -> None:
    tell(live, prompted()[:6])
    live._keeper.game = replace(live._keeper.game, state=Following.LOST, why="unexplained")
    live._replace()
    page.goto(f"{address}/?lang=ko")
    page.wait_for_selector(".dock .guide:first-child [data-post='/api/whose-turn']")
    assert "놓쳤어요" in page.inner_text(".state.lost")
    page.click(".dock .guide [data-post='/api/whose-turn'] >> nth=1")
    page.wait_for_selector(".state.following")
    assert page.locator(".dock .guide").count() == 0


def test_an_alert_is_answered_in_the_dock_and_nothing_moves(page: Any, address: str, live: LiveTable) -> None:
    tell(live, prompted()[:6])
    page.goto(f"{address}/?lang=ko")
    before = {name: page.locator(name).bounding_box() for name in (".seats", ".floor", ".picture", ".turns")}
    tell(live, [Said(live.now(), 0, Say.CLAIM, (), 99)])  # nobody has 99 points
    page.wait_for_selector(".dock .item.question:first-child")
    assert {name: page.locator(name).bounding_box() for name in before} == before
    assert "점수" in page.inner_text(".dock .item:first-child")
    page.keyboard.press("a")
    page.wait_for_selector("#alerts[open] article.question")
    assert page.inner_text("#alerts .why") == "점수는 먹은 패로 세요"
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.wait_for_selector(".dock .item.question", state="detached")
    ruling = live.snapshot().game.rulings[-1]
    assert (str(ruling.code), ruling.accepted) == ("SCORE_MISDECLARED", False)


def test_the_prompt_can_be_made_small_and_answered_by_key(page: Any, address: str, live: LiveTable) -> None:
    tell(live, prompted())
    page.goto(f"{address}/?lang=ko")
    page.wait_for_selector("#prompt[open]")
    assert "점" in page.inner_text("#prompt dl")
    page.click("#prompt .shrink")
    page.wait_for_selector("#prompt:not([open])", state="attached")
    page.click(".dock [data-open=prompt]")
    page.wait_for_selector("#prompt[open]")
    page.keyboard.press("s")
    page.wait_for_selector(".result .shares")


def test_the_display_is_remembered_by_this_browser(page: Any, address: str) -> None:
    page.goto(f"{address}/?lang=en")
    page.click("[data-open=setup]")
    page.check("#display [name=large]", force=True)
    page.check("#display [value=dark]", force=True)
    page.reload()
    root = page.locator("html")
    assert root.get_attribute("data-theme") == "dark"
    assert root.get_attribute("data-large") is not None
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 18, 15)"


def test_each_thing_is_announced_once_by_a_voice_of_the_device(page: Any, address: str, live: LiveTable) -> None:
    page.add_init_script(SPEECH)
    page.goto(f"{address}/?lang=ko")
    page.click("[data-open=sound]")
    page.check("#sound [name=on]", force=True)
    page.keyboard.press("Escape")
    tell(live, prompted())
    until(page, "window.spoken.some((one) => one.text.includes('고 또는 스톱?'))")
    count = "window.spoken.filter((one) => one.text.includes('고 또는 스톱?')).length"
    tell(live, [Undone(live.now())])
    page.wait_for_selector("#prompt", state="detached")
    page.evaluate("fetch('/api/redo', { method: 'POST' })")
    page.wait_for_selector("#prompt")
    assert page.evaluate(count) == 1
    assert page.evaluate("window.spoken.every((one) => one.voice === 'here')")


def test_keys_are_listed(page: Any, address: str) -> None:
    page.goto(f"{address}/?lang=ko")
    page.keyboard.press("?")
    page.wait_for_selector("#keys[open] kbd")
    assert "되돌리기" in page.inner_text("#keys")


def test_labels_of_cards_never_lie_on_each_other(page: Any, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/?lang=ko")
    page.wait_for_selector(".picture.has-picture")
    boxes = page.evaluate(FANNED)
    assert len(boxes) >= 3
    for n, one in enumerate(boxes):
        assert one["height"] >= 11, "too small to read"
        for other in boxes[n + 1:]:
            apart = one["right"] <= other["left"] or other["right"] <= one["left"]
            assert apart or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]


def test_what_the_camera_sees_is_listed_card_by_card(page: Any, address: str, live: LiveTable) -> None:
    corners = ((100.0, 100.0), (150.0, 100.0), (150.0, 175.0), (100.0, 175.0))
    scores = (("08-bright", 0.62), ("08-junk", 0.3))
    card = Seen(7, "08-bright", "floor", False, corners, (), (), None, 0.62, 0.9, scores)
    zone = ZoneOutline("floor", None, ((0.0, 0.0), (900.0, 0.0), (900.0, 500.0), (0.0, 500.0)))
    looking = Looking((zone,), "", "glare", (), True, (("detect", 12.3),), 80.0, 9.5)
    live._replace(seen=(card,), looking=looking)
    page.goto(f"{address}/eyes?lang=ko")
    page.wait_for_selector("#cards tr")
    assert page.inner_text("#cards tr").split("\t") == ["8월 공산 광", "바닥", "62%", "90%", "8월 피 30%", "", "7"]
    assert "등이나 카메라" in page.inner_text("#conditions.bad")
    assert "12.3밀리초" in page.inner_text("#stages")
    assert page.locator("#seen .zone").count() == 1


SPEECH = """
window.spoken = [];
const voices = [
  { name: "far", voiceURI: "far", lang: "ko-KR", localService: false },
  { name: "here", voiceURI: "here", lang: "ko-KR", localService: true },
];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => voices, pending: false, cancel() {}, addEventListener() {},
  speak: (words) => window.spoken.push({ text: words.text, voice: words.voice.name }),
} });
"""

FANNED = """
async () => {
  const { mark } = await import("/static/js/picture.js");
  const card = (track, x, under) => ({
    track, under, face: "08-bright", zone: "pile", label: "8광", name: "", sure: true, likely: [],
    corners: [[x, 600], [x + 50, 600], [x + 50, 675], [x, 675]],
  });
  mark([...Array(14).keys()].map((n) => card(n, 100 + 24 * n, n ? [n - 1] : [])));
  await new Promise(requestAnimationFrame);
  return [...document.querySelectorAll("#seen text")].map((text) => text.getBoundingClientRect().toJSON());
}
"""


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
        until(page, now, rotate)
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
