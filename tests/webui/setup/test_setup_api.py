"""The wizard without a browser: what is entered is kept and begins the evening; nonsense is refused in words."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from tests.webui.games import prompted
from tests.webui.tables import settings, tell
from vision import layout as layouts
from vision.sketch import sketched
from webui import create_app
from webui.live import LiveTable
from webui.pages import Site
from webui.photo import LARGEST
from webui.settings import load_settings
from webui.setup import draft as drafts
from webui.setup.desk import Desk
from webui.setup.draft import STEPS

PEOPLE = {"names": ["영희", "철수"], "colours": ["violet", "teal"], "stake": 100, "dealer": 1}


def post(client: FlaskClient, path: str, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/api/setup/{path}", json=body)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return dict(answer.get_json())


def drawing(players: int = 2) -> dict[str, Any]:
    """The usual table as the page sends it."""
    one = sketched(layouts.default(players))
    zones = [{"kind": str(kind), "seat": seat, "points": [*map(list, points)]} for kind, seat, points in one.zones]
    return {"players": players, "corners": [*map(list, one.corners)], "size_mm": [*one.size_mm],
            "card_mm": [*one.card_mm], "zones": zones}  # fmt: skip


def enter_all(client: FlaskClient) -> None:
    post(client, "camera", source="0")
    post(client, "table", **drawing())
    post(client, "deck/keep", name=None)
    post(client, "players", **PEOPLE)
    post(client, "rules", answers={"go": "points"})


def test_the_host_is_led_to_the_wizard_and_may_go_to_the_table_instead(
    client: FlaskClient, made: list[LiveTable]
) -> None:
    assert client.get("/").headers["Location"] == "/setup"
    assert client.get("/healthz").status_code == 200
    assert not made[0].alive()
    post(client, "stay")
    assert client.get("/").status_code == 200
    assert made[0].alive()


def test_a_spectator_is_not_led_away(app: Flask) -> None:
    key = app.extensions["hwatupan_gate"].pairing.keys.view
    watcher = app.test_client()
    watcher.environ_base["REMOTE_ADDR"] = "10.1.2.3"
    assert watcher.get(f"/?key={key}").status_code == 200


def test_a_server_whose_source_was_given_goes_straight_to_the_table(live: LiveTable) -> None:
    client = create_app(live.settings, live).test_client()
    assert client.get("/").status_code == 200
    assert client.get("/setup").status_code == 200


def test_every_step_is_a_page_in_both_languages(client: FlaskClient) -> None:
    for step in STEPS:
        for language, word in (("ko", "이전"), ("en", "Back")):
            page = client.get(f"/setup/{step}?lang={language}").get_data(as_text=True)
            assert word in page and f'href="/setup/{step}" aria-current="step"' in page
    assert client.get("/setup/weather").status_code == 404
    assert client.get("/settings").headers["Location"] == "/setup"


def test_five_steps_begin_an_evening(client: FlaskClient, app: Flask, made: list[LiveTable], tmp_path: Path) -> None:
    enter_all(client)
    assert len(made) == 1 and not made[0].alive()  # nothing was touched yet
    assert post(client, "start") == {"to": "/"}
    here: Site = app.extensions["hwatupan"]
    live = here.live
    assert live is made[1] and live.alive()
    told = live.settings
    assert (told.source, told.players, told.dealer, told.layout) == ("0", 2, 1, tmp_path / "layout.toml")
    assert live.snapshot().game.rules.go_rule == "italian"
    live.wait_for(lambda now: now.view.names == ("영희", "철수"), 5)
    page = client.get("/api/table").get_json()
    assert [seat["name"] for seat in page["seats"]] == ["영희", "철수"]
    people = client.get("/players").get_data(as_text=True)
    assert "c-violet" in people and "c-teal" in people
    assert client.get("/").status_code == 200


def test_a_new_start_knows_it_again(client: FlaskClient, tmp_path: Path) -> None:
    enter_all(client)
    assert load_settings(data=tmp_path).source == "twin"  # not begun yet
    post(client, "start")
    again = load_settings(data=tmp_path)
    assert (again.source, again.rules, again.layout) == ("0", str(tmp_path / "house.toml"), tmp_path / "layout.toml")
    other = load_settings(data=tmp_path, source="twin")
    assert (other.source, other.layout, other.dealer) == ("twin", None, None)
    three = load_settings(data=tmp_path, players=3)
    assert (three.source, three.layout, three.dealer) == ("0", None, None)


def test_a_second_evening_is_one_tap_from_zero(client: FlaskClient, app: Flask, made: list[LiveTable]) -> None:
    enter_all(client)
    post(client, "start")
    first = made[-1]
    tell(first, prompted()[:1])
    assert first.snapshot().game.round is not None
    app.extensions["hwatupan_setup"]._lead = True
    assert client.get("/").status_code == 200  # a round that runs is not left
    post(client, "start")
    second = made[-1]
    assert second.match > first.match
    assert second.snapshot().game.round is None
    names = client.get("/api/table").get_json()["seats"]
    assert [seat["name"] for seat in names] == ["영희", "철수"]


def test_what_was_entered_is_there_after_a_restart(client: FlaskClient, made: list[LiveTable], tmp_path: Path) -> None:
    post(client, "camera", source="http://me:secret@10.0.0.9/video")
    post(client, "players", **PEOPLE)
    again = create_app(settings(tmp_path), made[0], lead=True).test_client()
    page = again.get("/setup?lang=en").get_data(as_text=True)
    assert "Go on: Table" in page and "http://10.0.0.9/video" in page
    assert "secret" not in page and "secret" not in again.get("/setup/camera").get_data(as_text=True)


def test_a_finished_setup_is_changed_step_by_step(client: FlaskClient, made: list[LiveTable]) -> None:
    enter_all(client)
    post(client, "start")
    count, evening = len(made), made[-1].match
    post(client, "players", **{**PEOPLE, "names": ["영희", "민수"]})
    assert len(made) == count  # names need no other table
    assert [seat["name"] for seat in client.get("/api/table").get_json()["seats"]] == ["영희", "민수"]
    post(client, "camera", source="1")
    assert (len(made), made[-1].settings.source, made[-1].match) == (count + 1, "1", evening)
    post(client, "rules", answers={})
    assert made[-1].match > evening  # other rules, another game


def test_what_is_drawn_or_turned_afterwards_counts_at_once(
    client: FlaskClient, made: list[LiveTable], tmp_path: Path
) -> None:
    enter_all(client)
    post(client, "start")
    assert 'data-turn="90"' not in client.get("/").get_data(as_text=True)  # the places would no longer fit
    count = len(made)
    post(client, "table", **drawing())
    assert (len(made), made[-1].settings.layout) == (count + 1, tmp_path / "layout.toml")
    post(client, "camera", source="0", rotate=180)
    assert (len(made), made[-1].settings.layout) == (count + 2, None)
    assert made[-1].snapshot().view.rotate == 180
    assert 'data-turn="90"' in client.get("/").get_data(as_text=True)


def test_rules_that_cannot_be_played_leave_the_table_as_it_is(
    client: FlaskClient, made: list[LiveTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    enter_all(client)
    post(client, "start")
    monkeypatch.setattr(drafts.Draft, "rules", lambda self: 'game = "hwatu"')
    answer = client.post("/api/setup/start")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "setup_refused")
    assert made[-1].alive() and made[-1].settings.rules != 'game = "hwatu"'


def test_without_a_camera_nothing_begins(client: FlaskClient) -> None:
    answer = client.post("/api/setup/start")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "setup_source")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("camera", {}),
        ("camera", {"source": 3}),
        ("look", {"source": ""}),
        ("zones", {"players": 5}),
        ("table", {}),
        ("table", {**drawing(), "corners": [[0, 0], [1, 1]]}),
        ("table", {**drawing(), "corners": "all"}),
        ("table", {**drawing(), "zones": [{"kind": "hand", "seat": 0, "points": [[0, 0], [1, 1], [1, 0]]}]}),
        ("table", {**drawing(), "zones": [{"kind": "pile", "seat": [0], "points": [[0, 0], [9, 9], [9, 0]]}]}),
        ("table", {**drawing(), "size_mm": [1e9, 3]}),
        ("table", {**drawing(), "zones": drawing()["zones"][:2]}),
        ("deck/say", {"said": []}),
        ("deck/say", {"said": {"1": "01-bright"}}),
        ("deck/keep", {"name": "../x"}),
        ("deck/keep", {"name": 7}),
        ("deck/keep", {"name": "mine"}),
        ("players", {"names": ["a", "a"], "colours": ["red", "red"]}),
        ("rules", {"answers": {"go": "up"}}),
        ("deck/shoot", {}),
    ],
)
def test_nonsense_is_refused_and_nothing_kept(client: FlaskClient, tmp_path: Path, path: str, body: Any) -> None:
    answer = client.post(f"/api/setup/{path}", json=body, headers={"Accept-Language": "ko"})
    assert answer.status_code in (400, 409)
    assert answer.get_json()["error"]["message"]
    assert not (tmp_path / drafts.FILE).exists() and not (tmp_path / drafts.LAYOUT).exists()


def test_a_body_that_is_no_object_is_refused(client: FlaskClient) -> None:
    for path in ("camera", "table", "players", "rules", "zones", "deck/say"):
        answer = client.post(f"/api/setup/{path}", data="[1]", content_type="application/json")
        assert answer.get_json()["error"]["code"] == "json"


def png(size: tuple[int, int]) -> bytes:
    out = io.BytesIO()
    Image.new("1", size).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"", 400, "photo"),
        (b"GIF89a" + b"0" * 50, 400, "photo"),
        (b"\xff\xd8\xff" + b"0" * 500, 400, "photo"),
        (png((20, 20)), 400, "photo_size"),
        (png((8000, 8000)), 413, "photo_size"),
        (png((20000, 20000)), 400, "photo"),
        (png((300, 300))[:60], 400, "photo"),
        (b"x" * (LARGEST + 2), 413, "photo_size"),
    ],
)
def test_a_file_that_is_no_picture_is_refused(client: FlaskClient, data: bytes, status: int, code: str) -> None:
    answer = client.post("/api/setup/deck/upload", data=data)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (status, code)
    assert client.get("/api/setup/deck").get_json()["stage"] == "empty"


def test_no_card_is_named_while_a_round_runs_at_a_real_table(client: FlaskClient, made: list[LiveTable]) -> None:
    enter_all(client)
    post(client, "start")
    tell(made[-1], prompted()[:1])
    for path in ("deck/shoot", "deck/upload"):
        answer = client.post(f"/api/setup/{path}", data=png((300, 300)))
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "setup_running")


def test_pictures_that_are_not_there_are_no_fault(client: FlaskClient) -> None:
    for path in ("/setup/picture.jpg", "/setup/camera/77.jpg", "/setup/deck/0.jpg", "/setup/deck/card/1.jpg"):
        assert client.get(path).status_code == 404


def test_the_table_that_was_drawn_is_shown_again(client: FlaskClient, desk: Desk) -> None:
    post(client, "camera", source="0")
    post(client, "table", **drawing(3))
    kept = desk.kept_layout()
    assert kept is not None and kept.players == 3
    assert desk.draft.players == 3 and desk.draft.laid_out
    post(client, "camera", source="0", rotate=180)
    assert desk.kept_layout() is None
