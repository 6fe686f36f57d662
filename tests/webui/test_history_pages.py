"""The pages of history, what people change on them, and the files that go in and out."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.events import Event
from tests.webui.games import later, told
from tests.webui.tables import tell
from webui.commands.gamefile import read_game
from webui.errors import WebError
from webui.history import History
from webui.imports import LARGEST
from webui.live import LiveTable
from webui.moment import pack, play, unpack
from webui.snapshot import Snapshot
from webui.store import Match


@pytest.fixture
def history(live: LiveTable) -> History:
    return History(live.store.where)


def played(live: LiveTable, *seeds: int) -> None:
    for seed in seeds:
        events: list[Event] = later(list(told(seed)), live.now() + 5)
        tell(live, events)


def ask(client: FlaskClient, path: str, body: Any, status: int = 200) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code == status, answer.get_data(as_text=True)
    return answer.get_json()


PAGES = ("/history", "/history/1", "/history/1/1", "/history/1/1?turn=0", "/history/1/1?turn=3", "/players")


@pytest.mark.parametrize("language", ["ko", "en"])
def test_every_page_is_shown_with_and_without_names(client: FlaskClient, live: LiveTable, language: str) -> None:
    for path in ("/history", "/history/1", "/players"):
        assert client.get(f"{path}?lang={language}").status_code == 200
    played(live, 3, 4)
    mina = ask(client, "/api/people/add", {"name": "<Mina>"})["id"]
    ask(client, "/api/history/seats", {"evening": 1, "people": [mina, None]})
    ask(client, "/api/history/stake", {"evening": 1, "stake": 100})
    for path in PAGES:
        text = client.get(path, query_string={"lang": language} if "?" not in path else None).get_data(as_text=True)
        assert "<Mina>" not in text
        assert "&lt;Mina&gt;" in text
        assert "None" not in text


def test_the_replay_shows_the_table_as_it_was(client: FlaskClient, live: LiveTable) -> None:
    played(live, 3)
    now = live.snapshot().game.round
    assert now is not None
    turn = now.turns[4]
    text = client.get("/history/1/1?turn=5&lang=en&part=1").get_data(as_text=True)
    floor = text.partition('class="floor"')[2].partition("</section>")[0]
    stacked = [face for stack in turn.result.table.stacks for face in stack.cards]
    assert floor.count("<img") == len(turn.result.table.loose) + len(stacked)
    assert f"{turn.result.table.stock} left in the stock" in text
    assert "<html" not in text


@pytest.mark.parametrize("path", ["/history/99", "/history/1/99", "/history/1/1?turn=99", "/history/1/1?turn=-1"])
def test_what_is_not_there_is_told_on_a_page(client: FlaskClient, live: LiveTable, path: str) -> None:
    played(live, 3)
    answer = client.get(path, query_string=None)
    assert answer.status_code == 404
    assert "그런 모임은 없어요" in answer.get_data(as_text=True)


def test_names_at_the_table_gather_points_from_then_on(client: FlaskClient, live: LiveTable, history: History) -> None:
    played(live, 3)
    ask(client, "/api/names", {"names": ["Mina", "Jun"]})
    evening = history.evening(1)
    names = {person.id: person.name for person in history.people()}
    assert [names[evening.sitter(seat, 1) or 0] for seat in (0, 1)] == ["Mina", "Jun"]
    ask(client, "/api/names", {"names": ["Mina", "Sora"]})
    evening = history.evening(1)
    names = {person.id: person.name for person in history.people()}
    assert [names[evening.sitter(1, number) or 0] for number in (1, 2)] == ["Jun", "Sora"]
    assert live.snapshot().view.names == ("Mina", "Sora")


def test_seats_that_are_set_in_history_are_called_at_the_table(client: FlaskClient, live: LiveTable) -> None:
    mina = ask(client, "/api/people/add", {"name": "Mina"})["id"]
    ask(client, "/api/history/seats", {"evening": 1, "people": [None, mina]})
    assert live.snapshot().view.names == ("", "Mina")
    ask(client, "/api/people/change", {"id": mina, "name": "Minah", "colour": "teal"})
    assert live.snapshot().view.names == ("", "Minah")
    ask(client, "/api/people/forget", {"id": mina})
    assert live.snapshot().view.names == ("", "")


def test_another_evening_keeps_who_sits_there_and_the_old_one_can_be_deleted(
    client: FlaskClient, live: LiveTable, history: History
) -> None:
    played(live, 3)
    ask(client, "/api/names", {"names": ["Mina", "Jun"]})
    ask(client, "/api/history/delete", {"evening": 1}, 409)
    assert ask(client, "/api/evening", {"stake": 50}) == {"evening": 2}
    assert live.snapshot().game.balance == (0, 0)
    new = history.evening(2)
    assert new.stake == 50
    assert new.sitter(0, 1) is not None
    assert ask(client, "/api/history/delete", {"evening": 1}) == {}
    assert client.get("/history/1").status_code == 404
    played(live, 4)
    assert len(history.evening(2).rounds) == 1


WRONG = [
    ("/api/people/add", {"name": ""}, "name"), ("/api/people/add", {"name": 5}, "name"),
    ("/api/people/add", {"name": "Mina", "colour": "url(//evil)"}, "colour"),
    ("/api/people/change", {"id": 99, "name": "A", "colour": "red"}, "person"),
    ("/api/people/forget", {"id": "1"}, "field"), ("/api/people/forget", {"id": 10**30}, "field"),
    ("/api/history/seats", {"evening": 1, "people": [1]}, "field"),
    ("/api/history/seats", {"evening": 1, "people": [7, None]}, "person"),
    ("/api/history/seats", {"evening": 1, "people": ["1", None]}, "field"),
    ("/api/history/seats", {"evening": 1, "people": [1, 1]}, "seated_twice"),
    ("/api/history/seats", {"evening": 1, "people": [None, None], "from": "never"}, "field"),
    ("/api/history/stake", {"evening": 1, "stake": -5}, "stake"),
    ("/api/history/stake", {"evening": 1, "stake": 1.5}, "stake"),
    ("/api/history/delete", {"evening": 77}, "evening"), ("/api/history/delete", [], "json"),
    ("/api/evening", {"stake": "all"}, "stake"), ("/api/names", {"names": ["A", "A"]}, "same_name"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "body", "code"), WRONG)
def test_nonsense_is_refused_with_its_reason(client: FlaskClient, path: str, body: Any, code: str) -> None:
    answer = client.post(path, json=body)
    assert 400 <= answer.status_code < 500
    assert answer.get_json()["error"]["code"] == code


def test_an_evening_goes_out_and_comes_in_again(client: FlaskClient, live: LiveTable, history: History) -> None:
    played(live, 3, 4)
    ask(client, "/api/names", {"names": ["Mina", "Jun"]})
    for kind in ("csv", "json", "txt"):
        answer = client.get(f"/history/1/export.{kind}")
        assert answer.status_code == 200
        assert answer.headers["Content-Disposition"].startswith('attachment; filename="hwatupan-')
        assert answer.headers["Content-Disposition"].endswith(f'-1.{kind}"')
    for kind in ("json", "txt"):
        body = client.get(f"/history/1/export.{kind}").get_data()
        number = client.post("/api/history/import", data=body).get_json()["evening"]
        assert history.evening(number).imported
        assert client.get(f"/history/{number}/2").status_code == 200
    assert live.match == 1
    assert client.get("/history/1/export.exe").status_code == 404
    assert client.get("/history/1/export...%2fx").status_code == 404


def test_uploads_are_bounded_and_refused_in_words(client: FlaskClient) -> None:
    answer = client.post("/api/history/import", data=b"nothing", headers={"Accept-Language": "en"})
    assert answer.status_code == 400
    assert answer.get_json()["error"]["message"] == "This is no record that can be read"
    answer = client.post("/api/history/import", data=b"x" * (LARGEST + 10))
    assert answer.status_code == 413
    assert answer.get_json()["error"]["code"] in ("large", "http")


def test_a_moment_holds_the_round_and_nobody(client: FlaskClient, live: LiveTable, tmp_path: Path) -> None:
    assert client.get("/api/moment.zip").status_code == 404
    played(live, 3)
    ask(client, "/api/names", {"names": ["Mina", "Jun"]})
    match = Match(live.match, "", "", 2, None)
    live.store.keep_picture(match, 1, 2, b"\xff\xd8picture\xff\xd9", 10**6)
    body = client.get("/api/moment.zip").get_data()
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert {"moment.json", "events.jsonl", "lines.jsonl", "README.txt", "turns/02.jpg"} <= set(archive.namelist())
        every = b"".join(archive.read(name) for name in archive.namelist())
        assert b"Mina" not in every
        assert str(live.settings.data).encode() not in every
        assert json.loads(archive.read("moment.json"))["source"] == "camera"
    named = client.get("/api/moment.zip?names=1").get_data()
    with zipfile.ZipFile(io.BytesIO(named)) as archive:
        assert json.loads(archive.read("moment.json"))["names"] == ["Mina", "Jun"]
    file = tmp_path / "moment.zip"
    file.write_bytes(body)
    record = read_game(file)
    result = live.snapshot().game.results[0]
    assert record.rounds[0].end is not None
    assert (record.rounds[0].end.winner, record.rounds[0].end.net) == (result.winner, result.net)


def test_a_moment_of_a_later_round_begins_with_it(live: LiveTable, history: History) -> None:
    played(live, 3, 4)
    snapshot: Snapshot = live.snapshot()
    body = pack(history, live.match, snapshot, live.settings, table=None, layout="", named=False)
    moment = unpack(body)
    assert moment.number == 2
    results = [line for line in play(moment) if line["type"] == "result"]
    assert [line["round"] for line in results] == [2]
    assert results[0]["net"] == list(snapshot.game.results[1].net)


def zipped(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, body in parts.items():
            archive.writestr(name.replace("__", "."), body)
    return out.getvalue()


BAD_ZIPS = (
    b"PK\x03\x04", b"PK\x03\x04" + b"\0" * 100, zipped(), zipped(moment__json=b"[]"), zipped(moment__json=b"\xff"),
    zipped(moment__json=b'{"format": "other"}'), zipped(moment__json=b'{"format": "hwatupan moment 1"}'),
    zipped(moment__json=b'{"format": "hwatupan moment 1", "rules": "x", "players": true, "dealer": null, "round": 1, '
                        b'"nagari": 0}', events__jsonl=b"", lines__jsonl=b""),
)  # fmt: skip


@pytest.mark.parametrize("raw", BAD_ZIPS)
def test_a_zip_of_something_else_is_refused(raw: bytes) -> None:
    with pytest.raises(WebError) as caught:
        unpack(raw)
    assert caught.value.code == "moment"
