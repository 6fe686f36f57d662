"""From games to what the page shows: all finished words, nothing hidden, both languages alike."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from engine.alerts import Alert, AlertCode, Certainty, Evidence, Level
from engine.cards import parse_face
from engine.game import Game
from engine.outputs import AlertRaised
from tests.webui.games import fold, fresh, prompted, told
from webui.present import deck_view, page_view, seen_view
from webui.snapshot import Camera, CameraState, Fault, Seen, Snapshot, View
from webui.texts import LANGUAGES, TEXTS


def shown(game: Game, language: str = "ko", **more: object) -> Snapshot:
    return Snapshot(1, game, "0", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [2, 3])
def test_every_card_in_play_is_shown_once(players: int) -> None:
    game = fresh(players)
    for seed in range(4):
        game = fold(told(seed, players), fresh(players))
        page = page_view(shown(game), "ko")
        piles = sum(len(group.cards) for seat in page.seats for group in seat.groups)
        assert game.table is not None
        assert piles == sum(map(len, game.table.piles))


def test_scores_are_those_of_the_engine() -> None:
    game = fold(iter(prompted()), fresh())
    page = page_view(shown(game), "ko")
    assert tuple(seat.points for seat in page.seats) == game.totals
    for seat in page.seats:
        assert sum(line.points for line in seat.lines) == seat.points


def test_the_prompt_names_the_seat_and_its_points() -> None:
    game = fold(iter(prompted()), fresh())
    assert game.round is not None
    assert game.round.prompt is not None
    page = page_view(shown(game), "ko")
    assert page.prompt is not None
    assert page.prompt.open
    assert str(game.round.prompt.points) in page.prompt.title
    assert [seat.seat for seat in page.seats if seat.turn] == [page.prompt.seat]


def test_bots_of_the_virtual_table_answer_for_themselves() -> None:
    game = fold(iter(prompted()), fresh())
    assert game.round is not None
    assert game.round.prompt is not None
    snapshot = Snapshot(1, game, "twin:seed=3")
    page = page_view(snapshot, "en")
    assert page.prompt is not None
    assert not page.prompt.open
    mine = replace(snapshot, view=View(humans=frozenset({game.round.prompt.seat})))
    prompt = page_view(mine, "en").prompt
    assert prompt is not None
    assert prompt.open


def test_a_finished_round_says_who_pays_what() -> None:
    game = fold(told(3, 3), fresh(3))
    page = page_view(shown(game), "en")
    assert page.result is not None
    assert sum(share.net for share in page.result.shares) == 0
    winner = next(share for share in page.result.shares if share.winner)
    assert winner.net > 0
    assert winner.text == f"gets {winner.net}"
    assert "No brights ×2" in page.result.shares[0].lines
    assert page.result.lines[0].startswith("Card points")
    assert not page.running
    assert page.state.state == "waiting"


def test_what_keeps_the_eyes_from_seeing_is_said_with_what_to_do() -> None:
    game = fold(told(1), fresh())
    korean, english = (page_view(shown(replace(game, blind="dark")), language).state for language in ("ko", "en"))  # type: ignore[arg-type]
    assert (korean.state, korean.label) == ("unsure", "확인하고 있어요")
    assert "불을 더 켜" in korean.why
    assert "more light" in english.why
    running = fold(iter(prompted()), fresh())
    part = page_view(shown(replace(running, why="", spoilt="glare")), "ko").state
    assert part.state == "following"
    assert "등이나 카메라" in part.why


def test_hands_and_stock_are_counts_only() -> None:
    game = fold(iter(prompted()), fresh())
    page = page_view(shown(game), "ko").to_json()
    assert isinstance(page["stock"], int)
    assert all(isinstance(seat["hand"], int) for seat in page["seats"])


def test_the_page_goes_to_json() -> None:
    game = fold(told(1), fresh())
    page = page_view(shown(game), "ko").to_json()
    told_again = json.loads(json.dumps(page))
    assert told_again["seats"][0]["groups"][0]["kind"] == "bright"
    assert told_again["seats"][0]["points"] == game.totals[0]


def test_both_languages_show_the_same_game() -> None:
    game = fold(iter(prompted(3)), fresh(3))
    korean, english = (page_view(shown(game), language) for language in ("ko", "en"))  # type: ignore[arg-type]
    assert [card.face for card in korean.floor] == [card.face for card in english.floor]
    assert [seat.points for seat in korean.seats] == [seat.points for seat in english.seats]
    assert korean.seats[0].name != english.seats[0].name


def test_the_worst_alert_comes_first_with_what_was_seen() -> None:
    cards = (parse_face("08-bright"), parse_face("09-ribbon"))
    alerts = [
        Alert(code, level, Certainty.LIKELY, cards, 1, Evidence(1.0, 2.0), 5)
        for code, level in (
            (AlertCode.GO_IMPLIED, Level.HINT),
            (AlertCode.DUPLICATE_CARD, Level.STOP),
            (AlertCode.MONTH_MISMATCH, Level.QUESTION),
        )
    ]
    raised = tuple(AlertRaised(2.0, number, alert) for number, alert in enumerate(alerts))
    game = replace(fold(told(1), fresh()), alerts=raised)
    page = page_view(shown(game), "ko")
    assert [alert.level for alert in page.alerts] == ["stop", "question", "hint"]
    assert [card.face for card in page.alerts[0].cards] == ["08-bright", "09-ribbon"]
    assert page.alerts[0].title == "같은 패가 두 장 보여요"


def test_two_equal_junks_get_two_drawings() -> None:
    names = [card.art for card in deck_view("ko", bonus=True)]
    assert len(set(names)) == 39
    alert = Alert(
        AlertCode.DUPLICATE_CARD, Level.STOP, Certainty.CERTAIN, (parse_face("05-junk"),) * 2, None, Evidence(1, 2)
    )
    game = replace(fresh(), alerts=(AlertRaised(1.0, 1, alert),))
    page = page_view(shown(game), "ko")
    assert [card.art for card in page.alerts[0].cards] == ["05-junk1", "05-junk2"]


def test_a_lost_camera_says_why_and_when_it_tries_again() -> None:
    fault = Fault("silent", "no picture from 0 for 5 s; check the cable or pick another camera")
    camera = Camera(CameraState.LOST, fault, 4)
    page = page_view(shown(fresh(), camera=camera), "ko")
    assert page.camera.label == "카메라가 끊겼어요"
    assert "4초" in page.camera.detail
    assert page.camera.message.startswith("0: 화면이 오지 않아요")


@pytest.mark.parametrize("code", sorted(key.removeprefix("fault.") for key in TEXTS if key.startswith("fault.")))
def test_faults_are_told_in_the_language_of_the_page(code: str) -> None:
    fault = Fault(code, "some English sentence; do that next")
    snapshot = shown(fresh(), trouble=fault, camera=Camera(CameraState.LOST, fault))
    for language in LANGUAGES:
        page = page_view(snapshot, language)
        assert page.trouble == page.camera.message
        assert bool(re.search("[가-힣]", page.trouble)) == (language == "ko")
        assert "English sentence" not in page.trouble


def test_the_login_of_a_camera_is_shown_to_nobody() -> None:
    fault = Fault("address", "no answer")
    snapshot = Snapshot(1, fresh(), "rtsp://me:secret@10.0.0.7/one", camera=Camera(CameraState.LOST, fault))
    page = page_view(snapshot, "en")
    assert page.source == "rtsp://10.0.0.7/one"
    assert page.camera.message.startswith("rtsp://10.0.0.7/one: ")
    assert "secret" not in json.dumps(page.to_json())


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_dealer_believed_in_is_that_of_the_round_else_of_the_next(dealer: int) -> None:
    assert page_view(shown(replace(fresh(), next_dealer=dealer)), "ko").dealer == dealer
    over = fold(told(3), fresh())
    assert page_view(shown(over), "ko").dealer == over.next_dealer
    running = fold(iter(prompted()), replace(fresh(), next_dealer=dealer))
    assert running.round is not None
    assert page_view(shown(running), "ko").dealer == running.round.dealer


def test_recognised_cards_carry_short_names() -> None:
    seen = (
        Seen(1, "08-bright", "floor", True, ((0, 0), (1, 0), (1, 1), (0, 1)), ("08-animal",)),
        Seen(2, None, "pile", False, ((0, 0), (1, 0), (1, 1), (0, 1)), ()),
    )
    assert [(card.label, card.name) for card in seen_view(seen, "ko")] == [
        ("8광", "8월 공산 광"),
        ("?", "잘 모르겠는 패"),
    ]
