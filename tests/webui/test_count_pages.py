"""The scorekeeper's routes: rounds counted by hand are kept with their evening, shown in history, and taken back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.webui.games import prompted
from tests.webui.tables import tell
from webui import hand_rounds
from webui.history import History
from webui.live import LiveTable

WINS = ["01-bright", "03-bright", "08-bright", "02-animal", "04-animal", "08-animal"]
ROUND: dict[str, Any] = {"piles": [WINS, ["junk"] * 6], "end": "stop", "winner": 0, "names": ["영희", "철수"]}


@pytest.fixture
def history(live: LiveTable) -> History:
    return History(live.settings.record)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_pages_are_there(client: FlaskClient, language: str) -> None:
    for path in ("/count", "/photo"):
        html = client.get(f"{path}?lang={language}").get_data(as_text=True)
        assert f'lang="{language}"' in html and "style=" not in html


def test_a_count_answers_with_words_and_html(client: FlaskClient) -> None:
    answer = client.post("/api/count?lang=en", json={"piles": [WINS[:5], []], "pick": 1}).get_json()
    assert answer["seats"][0]["points"] == 3
    assert "Godori: 1 to go" in answer["seats"][0]["missing"]
    assert "Godori: 1 to go" in answer["html"]
    assert client.get("/history").get_data(as_text=True).count("/history/") <= 2, "nothing is kept by counting"


def test_a_kept_round_is_in_history_and_ledger_and_comes_and_goes_as_a_file(
    client: FlaskClient, history: History
) -> None:
    first = client.post("/api/count/keep", json=ROUND).get_json()
    second = client.post("/api/count/keep", json={**ROUND, "end": "nagari", "winner": None}).get_json()
    assert second["evening"] == first["evening"]
    assert (first["number"], second["number"], second["nagari"]) == (1, 2, 1)
    evening = history.evening(first["evening"])
    assert [one.result["net"] for one in evening.rounds if one.result] == [[16, -16], [0, 0]]
    page = client.get(f"/history/{evening.id}?lang=en").get_data(as_text=True)
    assert "Counted by hand" in page and "영희" in page and "+16" in page
    assert "+16" in client.get("/players?lang=en").get_data(as_text=True), "points follow the person"
    told = client.get(f"/history/{evening.id}/1?lang=en").get_data(as_text=True)
    assert "Godori" in told and "Winner" not in told and "gwang-bak" in told
    raw = client.get(f"/history/{evening.id}/export.json").get_data()
    again = client.post("/api/history/import", data=raw).get_json()["evening"]
    assert history.evening(again).rounds[0].result == evening.rounds[0].result
    assert json.loads(raw)["rounds"][0]["result"]["captured"][1] == ["junk"] * 6


def test_counted_rounds_never_touch_the_game_that_is_watched(client: FlaskClient, live: LiveTable) -> None:
    tell(live, prompted())
    before, match = live.snapshot().game, live.match
    client.post("/api/count/keep", json=ROUND)
    assert live.snapshot().game is before and live.match == match
    newest = live.store.newest_match()
    assert newest is not None and newest.id == match, "a restart goes on with the watched evening"


def test_the_last_round_can_be_taken_back(client: FlaskClient, history: History) -> None:
    evening = client.post("/api/count/keep", json=ROUND).get_json()["evening"]
    client.post("/api/count/keep", json=ROUND)
    assert client.post("/api/count/drop").get_json()["number"] == 2
    assert len(history.evening(evening).rounds) == 1
    assert client.post("/api/count/drop").get_json()["number"] == 1
    assert client.get(f"/history/{evening}").status_code == 404
    assert client.post("/api/count/drop").status_code == 409


def test_another_evening_begins_when_asked_with_other_players_or_after_a_night(
    client: FlaskClient, history: History, live: LiveTable
) -> None:
    first = client.post("/api/count/keep", json=ROUND).get_json()["evening"]
    asked = client.post("/api/count/keep", json={**ROUND, "new": True}).get_json()["evening"]
    three = client.post("/api/count/keep", json={**ROUND, "piles": [*ROUND["piles"], []]}).get_json()["evening"]
    assert len({first, asked, three}) == 3
    ended = history.evening(three).rounds[-1].ended or 0
    rules = live.settings.rules
    assert hand_rounds.going(history, rules, 3, ended + 60) is not None
    assert hand_rounds.going(history, rules, 3, ended + hand_rounds.STILL_S) is None


def test_a_name_gets_points_from_the_round_in_which_it_sat_down(client: FlaskClient, history: History) -> None:
    client.post("/api/count/keep", json=ROUND)
    evening = client.post("/api/count/keep", json={**ROUND, "names": ["민수", "철수"]}).get_json()["evening"]
    kept, people = history.evening(evening), {one.id: one.name for one in history.people()}
    assert [people[kept.sitter(0, number) or 0] for number in (1, 2)] == ["영희", "민수"]


@pytest.mark.parametrize(("path", "body", "code"), [
    ("/api/count", [], "json"), ("/api/count", {}, "field"), ("/api/count", {**ROUND, "names": "영희"}, "field"),
    ("/api/count", {**ROUND, "names": ["a", "a"]}, "same_name"), ("/api/count", {**ROUND, "names": [1]}, "field"),
    ("/api/count/keep", {**ROUND, "end": None, "winner": None}, "field"),
])  # fmt: skip
def test_nonsense_is_refused_with_its_reason(client: FlaskClient, path: str, body: Any, code: str) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code in (400, 409)
    assert answer.get_json()["error"]["code"] == code
