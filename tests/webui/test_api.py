"""The JSON API and the page around it: one error shape, no foreign site, no inline script."""

from __future__ import annotations

import re
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from engine.cards import FACES
from tests.webui.games import fold, fresh, prompted, told
from tests.webui.tables import tell
from vision.decks import EnrolledDeck
from webui.cardart import CardArt
from webui.live import LiveTable


def error(answer: Any) -> dict[str, str]:
    """The error of an answer, checked for its shape."""
    body = answer.get_json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message", "detail"}
    return dict(body["error"])


def test_the_page_shows_the_game(client: FlaskClient, live: LiveTable) -> None:
    tell(live, prompted())
    html = client.get("/?lang=ko").get_data(as_text=True)
    assert "스톱" in html
    assert "삼광" in html
    assert 'lang="ko"' in html
    assert "Stop" in client.get("/?lang=en").get_data(as_text=True)


def test_the_language_is_remembered(client: FlaskClient) -> None:
    client.get("/?lang=en")
    assert "Go-Stop referee" in client.get("/").get_data(as_text=True)


def test_the_page_needs_no_inline_script_or_style_and_nothing_from_outside(client: FlaskClient) -> None:
    answer = client.get("/")
    html = answer.get_data(as_text=True)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "style=" not in html
    assert "onclick" not in html
    assert "http://" not in html.replace("http://www.w3.org", "")
    assert "https://" not in html


def test_the_table_as_json(client: FlaskClient, live: LiveTable) -> None:
    events = prompted()
    tell(live, events)
    page = client.get("/api/table?lang=en").get_json()
    assert [seat["points"] for seat in page["seats"]] == list(fold(iter(events), fresh()).totals)
    assert page["prompt"]["kind"] == "go_stop"
    assert page["language"] == "en"


@pytest.mark.parametrize("word", ["go", "stop"])
def test_the_prompt_is_answered(client: FlaskClient, live: LiveTable, word: str) -> None:
    tell(live, prompted())
    seat = client.get("/api/table").get_json()["prompt"]["seat"]
    page = client.post("/api/say", json={"seat": seat, "say": word}).get_json()
    assert page["prompt"] is None
    if word == "go":
        assert page["seats"][seat]["go"] == 1
    else:
        assert page["result"]["shares"][seat]["winner"]
        assert sum(share["net"] for share in page["result"]["shares"]) == 0


def test_undo_brings_the_prompt_back(client: FlaskClient, live: LiveTable) -> None:
    tell(live, prompted())
    seat = client.get("/api/table").get_json()["prompt"]["seat"]
    client.post("/api/say", json={"seat": seat, "say": "stop"})
    page = client.post("/api/undo").get_json()
    assert page["prompt"]["seat"] == seat
    assert page["result"] is None


def test_nothing_to_undo(client: FlaskClient) -> None:
    answer = client.post("/api/undo")
    assert answer.status_code == 409
    assert error(answer)["code"] == "nothing"


def test_pause_hides_the_picture(client: FlaskClient, live: LiveTable) -> None:
    assert live.wait_for(lambda now: now.camera.state == "playing", timeout=5)
    assert client.get("/api/picture.jpg").mimetype == "image/jpeg"
    assert client.post("/api/pause", json={"paused": True}).get_json()["paused"] is True
    answer = client.get("/api/picture.jpg")
    assert answer.status_code == 404
    assert error(answer)["code"] == "paused"
    assert client.post("/api/pause", json={"paused": False}).get_json()["paused"] is False


def test_a_misread_card_is_mended(client: FlaskClient, live: LiveTable) -> None:
    tell(live, prompted()[:1])
    page = client.get("/api/table").get_json()
    was = page["floor"][0]["face"]
    used = {card["face"] for card in page["floor"]}
    face = next(face for face in ("12-animal", "12-bright", "11-bright") if face not in used)
    after = client.post("/api/correct", json={"was": was, "face": face, "zone": "floor"}).get_json()
    assert face in {card["face"] for card in after["floor"]}
    assert len(after["floor"]) == len(page["floor"])
    names = {card["face"]: card["name"] for card in page["floor"] + after["floor"]}
    assert after["notice"].startswith("고쳤어요: ")
    assert [name.split()[0] for name in (names[was], names[face])] == re.findall(r"\d+월", after["notice"])


def test_a_correction_that_moves_the_score_says_so(client: FlaskClient, live: LiveTable) -> None:
    events = prompted()
    tell(live, events)
    before = live.snapshot().game
    assert before.round is not None
    for record in reversed(before.round.turns):
        for was in record.seen.hand:
            for face in (face for face in FACES if face.month == was.month and face != was):
                body = {"was": str(was), "face": str(face), "zone": "pile", "seat": record.seen.seat}
                told = client.post("/api/correct?lang=en", json=body).get_json()
                after = live.snapshot().game
                if "notice" in told and after.totals != before.totals:
                    was_now = [" : ".join(map(str, totals)) for totals in (before.totals, after.totals)]
                    assert told["notice"].startswith("Corrected: ")
                    assert told["notice"].endswith(f", score {was_now[0]} → {was_now[1]}")
                    return
                if "notice" in told:
                    client.post("/api/undo")
    raise AssertionError("no correction of this round moves the score")


def test_a_correction_that_cannot_be_is_refused_with_a_reason(client: FlaskClient, live: LiveTable) -> None:
    tell(live, prompted()[:1])
    table = live.snapshot().game.table
    assert table is not None
    body = {"was": str(table.loose[0]), "face": "bonus2", "zone": "floor"}  # this deck has no bonus cards
    answer = client.post("/api/correct", json=body, headers={"Accept-Language": "ko"})
    assert answer.status_code == 409
    assert error(answer)["code"] == "no_such_card"
    assert error(answer)["message"] == "이 판에는 보너스 2 패가 없어요"
    assert live.snapshot().game.table == table


def test_a_captured_card_is_not_made_into_one_that_could_not_be_captured(client: FlaskClient, live: LiveTable) -> None:
    tell(live, prompted())
    game = live.snapshot().game
    assert game.table is not None
    lying = {*game.table.loose, *game.table.stacked, *(card for pile in game.table.piles for card in pile)}
    was = game.table.piles[0][0]
    face = next(face for face in FACES if face.month != was.month and face not in lying)
    answer = client.post("/api/correct", json={"was": str(was), "face": str(face), "zone": "pile", "seat": 0})
    assert answer.status_code == 409
    assert error(answer)["code"] in ("not_taken", "unplayable")
    assert live.snapshot().game.round == game.round


def test_cards_are_moved_taken_out_and_added_and_each_step_undone_and_redone(
    client: FlaskClient, live: LiveTable
) -> None:
    tell(live, prompted()[:5])
    floor = client.get("/api/table").get_json()["floor"]
    face = floor[0]["face"]
    here, pile = {"zone": "floor"}, {"zone": "pile", "seat": 1}
    moved = client.post("/api/move?lang=en", json={"face": face, "from": here, "to": pile}).get_json()
    assert len(moved["floor"]) == len(floor) - 1
    assert moved["notice"].startswith("Corrected: ")
    assert "Top: captured" in moved["notice"]
    gone = client.post("/api/move", json={"face": face, "from": pile, "to": None}).get_json()
    assert face not in str(gone["seats"])
    back = client.post("/api/move", json={"face": face, "from": None, "to": here}).get_json()
    assert sorted(card["face"] for card in back["floor"]) == sorted(card["face"] for card in floor)
    assert len(client.post("/api/undo").get_json()["floor"]) == len(floor) - 1
    assert len(client.post("/api/redo").get_json()["floor"]) == len(floor)
    assert error(client.post("/api/redo"))["code"] == "nothing_ahead"


def test_a_turn_is_edited_and_deleted(client: FlaskClient, live: LiveTable) -> None:
    tell(live, list(told(3))[:7])
    game = live.snapshot().game
    assert game.round is not None
    last = game.round.turns[-1]
    used = {*last.before.loose, *last.before.stacked, *(card for pile in last.before.piles for card in pile)}
    free = next(face for face in FACES if face not in used and face not in (*last.play.hand, *last.play.flip))
    body = {"n": last.seen.n, "seat": last.play.seat, "hand": [str(free)], "flip": [str(last.play.flip[-1])]}
    told_back = client.post("/api/turn", json=body)
    if told_back.status_code == 200:
        assert live.snapshot().game.round.turns[-1].play.hand == (free,)  # type: ignore[union-attr]
    after = client.post("/api/turn?lang=en", json={"n": last.seen.n, "drop": True}).get_json()
    assert after["notice"].startswith(f"Corrected: turn {last.seen.n} deleted")
    assert live.snapshot().game.table == last.before
    assert error(client.post("/api/turn", json={"n": 99, "drop": True}))["code"] == "not_there"


def test_players_are_called_by_their_names(client: FlaskClient, live: LiveTable) -> None:
    page = client.post("/api/names", json={"names": ["  영희 ", ""]}).get_json()
    assert [seat["name"] for seat in page["seats"]] == ["영희", "위"]
    assert live.store.choices()["view"]["names"] == ["영희", ""]


def test_evidence_that_is_not_kept_is_told(client: FlaskClient) -> None:
    assert error(client.get("/api/alert/3/before.jpg"))["code"] == "picture"
    assert client.get("/api/alert/3/never.jpg").status_code == 404


def test_cards_are_drawn_or_show_the_own_deck(client: FlaskClient, app: Any) -> None:
    with client.get("/card/08-bright") as drawn:
        assert drawn.mimetype == "image/svg+xml"
    assert client.get("/card/13-bright").status_code == 404
    pictures = np.stack([np.full((96, 64, 3), shade, np.uint8) for shade in (10, 120, 240)])
    app.extensions["hwatupan"].art = CardArt(EnrolledDeck(("08-bright", "05-junk", "05-junk"), pictures))
    shades = []
    for art in ("08-bright", "05-junk1", "05-junk2"):
        answer = client.get(f"/card/{art}")
        assert answer.mimetype == "image/jpeg"
        shades.append(round(float(cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_COLOR).mean())))
    assert shades == [10, 120, 240]
    with client.get("/card/09-animal") as drawn:
        assert drawn.mimetype == "image/svg+xml"


def test_joining_a_running_round(client: FlaskClient) -> None:
    floor = ["01-bright", "02-animal", "03-junk", "05-ribbon", "06-junk", "08-animal", "09-ribbon", "10-junk"]
    body = {"floor": floor, "piles": [["01-ribbon", "01-junk"], ["04-animal", "04-junk"]], "turn": 0, "dealer": 0}
    page = client.post("/api/join", json=body).get_json()
    assert page["running"]
    assert [seat["hand"] for seat in page["seats"]] == [9, 9]
    assert page["stock"] == 18
    assert page["seats"][0]["turn"]


def test_the_dealer_of_a_running_round_is_not_changed_in_silence(client: FlaskClient, live: LiveTable) -> None:
    tell(live, prompted()[:1])
    page = client.get("/api/table").get_json()
    floor = [card["face"] for card in page["floor"]] + [c["face"] for stack in page["stacks"] for c in stack["cards"]]
    body = {"floor": floor, "piles": [[], []], "turn": page["dealer"]}
    answer = client.post("/api/join", json={**body, "dealer": 1 - page["dealer"]})
    assert error(answer)["code"] == "dealer"
    assert client.post("/api/join", json={**body, "dealer": page["dealer"]}).status_code == 200


def test_without_a_dealer_the_cards_in_play_tell_who_dealt(client: FlaskClient) -> None:
    floor = ["01-bright", "02-animal", "03-junk", "05-ribbon", "06-junk", "08-animal", "09-ribbon", "10-junk"]
    body = {"floor": floor, "piles": [["01-ribbon", "01-junk"], []], "turn": 0}
    page = client.post("/api/join", json=body).get_json()
    assert [seat["dealer"] for seat in page["seats"]] == [False, True]


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/say", {"seat": 0, "say": "perhaps"}, "field"),
        ("/api/say", {"seat": 9, "say": "go"}, "seat"),
        ("/api/say", {"seat": True, "say": "go"}, "seat"),
        ("/api/say", {"seat": 0, "say": "shake", "cards": ["13-bright"]}, "card"),
        ("/api/say", {"seat": 0, "say": "shake", "cards": "08-bright"}, "field"),
        ("/api/say", {"seat": 0, "say": "pay", "value": "much"}, "field"),
        ("/api/say", [1, 2], "json"),
        ("/api/pause", {}, "field"),
        ("/api/correct", {"was": "08-bright", "face": 8}, "card"),
        ("/api/correct", {"was": "08-bright", "face": "08-animal"}, "no_round"),
        ("/api/alert", {"number": 3, "accepted": True}, "field"),
        ("/api/join", {"floor": [], "piles": [[]], "turn": 0}, "field"),
        ("/api/join", {"floor": ["08-bright", "08-bright"], "piles": [[], []], "turn": 0}, "field"),
        ("/api/join", {"floor": ["08-bright"], "piles": [[], []], "turn": 0}, "count"),
        ("/api/move", {"face": "08-bright", "from": "floor", "to": None}, "field"),
        ("/api/move", {"face": "08-bright", "from": {"zone": "stock"}, "to": None}, "field"),
        ("/api/move", {"face": "08-bright", "from": None, "to": {"zone": "pile", "seat": 4}}, "seat"),
        ("/api/turn", {"n": "1"}, "field"),
        ("/api/turn", {"n": 1, "drop": "yes"}, "field"),
        ("/api/turn", {"n": 1, "seat": 0, "hand": ["08-junk3"]}, "card"),
        ("/api/whose-turn", {"seat": 5}, "seat"),
        ("/api/redo", {}, "nothing_ahead"),
        ("/api/names", {"names": ["one"]}, "field"),
        ("/api/names", {"names": [1, 2]}, "field"),
        ("/api/view", {"rotate": 45}, "field"),
        ("/api/view", {"mirror": 1}, "field"),
        ("/api/seats", {"seat": 0, "human": True}, "twin"),
    ],
)
def test_bad_requests_have_one_shape_of_error(client: FlaskClient, path: str, body: Any, code: str) -> None:
    answer = client.post(path, json=body)
    assert 400 <= answer.status_code < 500
    said = error(answer)
    assert said["code"] == code
    assert said["message"]


def test_text_that_is_no_json_is_told(client: FlaskClient) -> None:
    answer = client.post("/api/say", data="go go go", content_type="text/plain")
    assert error(answer)["code"] == "json"


def test_unknown_addresses_have_the_same_shape(client: FlaskClient) -> None:
    for answer in (client.get("/api/nowhere"), client.get("/api/say"), client.get("/static/none.js")):
        assert error(answer)["code"] == "http"


def test_errors_speak_the_language_of_the_page(client: FlaskClient) -> None:
    assert "되돌릴" in error(client.post("/api/undo", headers={"Accept-Language": "ko"}))["message"]
    assert "undo" in error(client.post("/api/undo", headers={"Accept-Language": "en"}))["message"]


def test_a_broken_view_is_told_without_a_traceback(
    client: FlaskClient, app: Any, live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "retry_camera", lambda: 1 / 0)
    app.testing = False
    answer = client.post("/api/camera/retry")
    assert answer.status_code == 500
    assert error(answer) == {"code": "internal", "message": error(answer)["message"], "detail": "ZeroDivisionError"}


def test_pages_of_other_sites_may_not_press_buttons(client: FlaskClient) -> None:
    answer = client.post("/api/undo", headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403
    assert error(answer)["code"] == "origin"
    assert client.post("/api/pause", json={"paused": False}, headers={"Origin": "http://localhost"}).status_code == 200


def test_a_name_that_is_not_ours_is_not_served(client: FlaskClient) -> None:
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 403
    assert client.get("/", headers={"Host": "127.0.0.1:8000"}).status_code == 200
    assert client.get("/", headers={"Host": "192.168.0.20:8000"}).status_code == 200


def test_health_for_scripts(client: FlaskClient, live: LiveTable) -> None:
    assert live.wait_for(lambda now: now.camera.state == "playing", timeout=5)
    assert client.get("/api/health").get_json() == {
        "version": live.snapshot().version, "camera": "playing", "state": "following", "why": "waiting_for_deal",
        "round": 0, "totals": [0, 0], "viewers": 0, "trouble": "",
    }  # fmt: skip
