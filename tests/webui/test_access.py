"""Who may do what: every route for every role, the PIN and its limits, seats, links with keys, other sites."""

from __future__ import annotations

import json
import random
import re
import socket
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from simple_websocket import Client, ConnectionClosed
from werkzeug.serving import BaseWSGIServer

from tests.webui.games import prompted
from tests.webui.tables import tell
from webui import create_app
from webui.access import HOST, OWN_SEAT, ROUTES, Role, Who, may, may_for
from webui.doorway import Doorway
from webui.errors import StoreError
from webui.gate import Gate
from webui.limits import RATES, Limits, device
from webui.live import LiveTable
from webui.network import Reach
from webui.pairing import FILE, Pairing
from webui.tls import Certificates

FAR = {"REMOTE_ADDR": "10.1.2.3"}
ROLES = (Role.STRANGER, Role.CAMERA, Role.SPECTATOR, Role.PLAYER, Role.HOST)


@pytest.fixture
def gate(app: Flask) -> Gate:
    found: Gate = app.extensions["hwatupan_gate"]
    return found


def phone(app: Flask, gate: Gate, who: Who | None = None, address: str = "10.1.2.3") -> FlaskClient:
    """A device in the home network, signed in as *who*."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    if who is not None:
        cookie = gate.pairing.cookie(who)
        assert cookie is not None
        client.set_cookie("hwatupan", cookie)
    return client


def signed(app: Flask, gate: Gate, role: Role) -> FlaskClient:
    gate.pairing.free(0)
    return phone(app, gate, None if role is Role.STRANGER else Who(role, 0 if role is Role.PLAYER else None))


def refused(answer: Any) -> bool:
    """Turned away by the gate, not by the route itself."""
    if answer.status_code in (401, 403):
        told = answer.get_json(silent=True) or {}
        return told.get("error", {}).get("code") in ("stranger", "role", "own_seat")
    return answer.status_code == 303 and "/join?next=" in answer.headers["Location"]


def served(app: Flask) -> set[str]:
    rules = app.url_map.iter_rules()
    return {f"{method} {rule.rule}" for rule in rules for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}


def test_every_route_states_who_may_call_it(app: Flask) -> None:
    assert set(ROUTES) == served(app)


@pytest.mark.parametrize("role", ROLES)
def test_each_role_is_let_in_where_the_table_says_so_and_nowhere_else(
    app: Flask, gate: Gate, role: Role, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate.pairing, "renew", lambda: None)
    monkeypatch.setattr(gate.limits, "take", lambda kind, who: 0.0)  # nobody asks every route within a second
    wrong = []
    for route, roles in ROUTES.items():
        method, rule = route.split(" ")
        asked = {"Connection": "Upgrade", "Upgrade": "websocket"} if rule.endswith("/ws") else {}
        body = {"json": {"seat": 0}} if method == "POST" and rule.startswith("/api") else {}
        device = signed(app, gate, role)
        answer = device.open(re.sub(r"<.*?>", "0", rule), method=method, headers=asked, **body)
        if refused(answer) != (role not in roles):
            wrong.append(f"{route}: {answer.status}")
    assert wrong == []


def test_a_route_that_is_not_in_the_table_is_the_hosts() -> None:
    assert may(HOST, "POST /api/new") and not may(Who(Role.PLAYER, 0), "POST /api/new")


@pytest.mark.parametrize("seat", [1, None, "0", 0.0, True, [0]])
def test_a_player_acts_for_no_other_seat(app: Flask, gate: Gate, live: LiveTable, seat: object) -> None:
    tell(live, prompted())
    before = live.snapshot().game
    mine = phone(app, gate, Who(Role.PLAYER, 0))
    for route in OWN_SEAT:
        answer = mine.post(route.split(" ")[1], json={"seat": seat, "say": "stop", "human": True})
        assert answer.status_code == 403
        assert answer.get_json()["error"]["code"] == "own_seat"
    assert live.snapshot().game is before


def test_a_body_that_says_two_things_says_what_the_route_reads(app: Flask, gate: Gate, live: LiveTable) -> None:
    tell(live, prompted())
    seat = live.snapshot().game.round.prompt.seat  # type: ignore[union-attr]
    text = f'{{"seat": {1 - seat}, "say": "stop", "seat": {seat}}}'
    mine = phone(app, gate, Who(Role.PLAYER, 1 - seat))
    assert mine.post("/api/say", data=text, content_type="application/json").status_code == 403
    assert not may_for(Who(Role.PLAYER, 1 - seat), "POST /api/say", seat)


def test_a_player_answers_the_own_prompt(app: Flask, gate: Gate, live: LiveTable) -> None:
    tell(live, prompted())
    seat = live.snapshot().game.round.prompt.seat  # type: ignore[union-attr]
    page = phone(app, gate, Who(Role.PLAYER, seat)).post("/api/say", json={"seat": seat, "say": "go"}).get_json()
    assert page["seats"][seat]["go"] == 1


def test_this_computer_needs_no_pin_and_a_proxy_on_it_does(app: Flask) -> None:
    here = app.test_client()
    assert here.get("/invite").status_code == 200
    assert here.get("/invite", headers={"X-Forwarded-For": "10.1.2.3"}).status_code == 303
    assert here.get("/api/table", headers={"Forwarded": "for=10.1.2.3"}).status_code == 401


def test_a_house_may_ask_this_computer_for_the_pin_too(live: LiveTable) -> None:
    settings = live.settings.model_copy(update={"own_is_host": False})
    assert create_app(settings, live).test_client().get("/invite").status_code == 303


def test_the_pin_lets_a_phone_take_a_seat(app: Flask, gate: Gate) -> None:
    mine = phone(app, gate)
    first = mine.get("/", headers={"Accept": "text/html"})
    assert first.headers["Location"] == "/join?next=%2F"
    answer = mine.post("/join", data={"pin": gate.pairing.keys.pin, "as": "seat-1"})
    assert answer.headers["Location"] == "/seat/1"
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert mine.get("/seat/1").status_code == 200
    assert mine.get("/seat/0").headers["Location"] == "/seat/1"


def test_a_wrong_pin_is_refused_and_after_a_few_the_right_one_must_wait(app: Flask, gate: Gate) -> None:
    mine = phone(app, gate)
    wrong = "000000" if gate.pairing.keys.pin != "000000" else "000001"
    for _ in range(RATES["pin"].burst):
        answer = mine.post("/join?lang=ko", data={"pin": wrong, "as": "watch"})
        assert answer.status_code == 403
        assert "PIN이 달라요" in answer.get_data(as_text=True)
    late = mine.post("/join?lang=en", data={"pin": gate.pairing.keys.pin, "as": "watch"})
    assert late.status_code == 429
    assert "Too many tries" in late.get_data(as_text=True)
    assert "hwatupan=" not in late.headers.get("Set-Cookie", "")
    other = phone(app, gate, address="10.1.2.4")
    assert other.post("/join", data={"pin": gate.pairing.keys.pin, "as": "watch"}).status_code == 303


def test_no_pin_is_no_way_in(app: Flask, gate: Gate) -> None:
    assert phone(app, gate).post("/join", data={"as": "watch"}).status_code == 403
    watcher = phone(app, gate, Who(Role.SPECTATOR))
    assert watcher.post("/join", data={"as": "seat-0"}).status_code == 403, "a link to watch is no PIN"


def test_a_taken_seat_is_free_again_when_its_phone_leaves_or_the_host_says_so(app: Flask, gate: Gate) -> None:
    pin = gate.pairing.keys.pin
    first, second = phone(app, gate), phone(app, gate, address="10.1.2.4")
    first.post("/join", data={"pin": pin, "as": "seat-0"})
    assert second.post("/join", data={"pin": pin, "as": "seat-0"}).status_code == 409
    first.post("/leave")
    assert refused(first.get("/api/table"))
    assert second.post("/join", data={"pin": pin, "as": "seat-0"}).status_code == 303
    assert app.test_client().post("/invite/free", data={"seat": "0"}).status_code == 303
    assert refused(second.get("/api/table"))


def test_a_player_moves_to_another_seat_without_the_pin(app: Flask, gate: Gate) -> None:
    mine = phone(app, gate)
    mine.post("/join", data={"pin": gate.pairing.keys.pin, "as": "seat-0"})
    assert mine.post("/join", data={"as": "seat-1"}).headers["Location"] == "/seat/1"
    assert not gate.pairing.taken(0)


def test_the_host_pin_makes_another_device_a_host(app: Flask, gate: Gate) -> None:
    tablet = phone(app, gate)
    tablet.post("/join", data={"pin": gate.pairing.keys.host_pin})
    assert tablet.get("/invite").status_code == 200


def test_new_pins_send_every_device_away_but_the_host_who_asked(app: Flask, gate: Gate) -> None:
    tablet, watcher = phone(app, gate, HOST), phone(app, gate, Who(Role.SPECTATOR))
    before = gate.pairing.keys
    tablet.post("/invite/renew")
    assert refused(watcher.get("/api/table"))
    assert tablet.get("/invite").status_code == 200
    assert not {before.pin, before.host_pin, before.view, before.camera} & set(vars_of(gate))


def vars_of(gate: Gate) -> list[str]:
    keys = gate.pairing.keys
    return [keys.pin, keys.host_pin, keys.view, keys.camera]


def test_the_link_to_watch_needs_no_pin_and_gives_no_more_than_a_look(app: Flask, gate: Gate) -> None:
    mine = phone(app, gate)
    assert mine.get(f"/?key={gate.pairing.keys.view}").status_code == 200
    assert mine.get("/api/table").status_code == 200, "the cookie of the link is kept"
    assert refused(mine.post("/api/pause", json={"paused": True}))
    assert refused(phone(app, gate).get("/?key=guessed"))


def test_the_key_of_the_camera_opens_nothing_else(app: Flask, gate: Gate) -> None:
    key = gate.pairing.keys.camera
    assert not refused(phone(app, gate).get(f"/phone?key={key}"))
    assert refused(phone(app, gate).get(f"/api/table?key={key}"))


@pytest.mark.parametrize("cookie", ["", "x", "eyJyb2xlIjoiaG9zdCJ9.aaaaaa.bbbb", "." * 2000])
def test_forged_cookies_are_strangers(app: Flask, gate: Gate, cookie: str) -> None:
    mine = phone(app, gate)
    mine.set_cookie("hwatupan", cookie)
    assert refused(mine.get("/api/table"))


def test_a_cookie_of_another_table_is_a_stranger(app: Flask, gate: Gate, tmp_path: Path) -> None:
    mine = phone(app, gate)
    mine.set_cookie("hwatupan", Pairing(tmp_path / "other").cookie(HOST) or "")
    assert refused(mine.get("/api/table"))


def test_seats_and_pins_outlive_the_server(gate: Gate) -> None:
    cookie = gate.pairing.cookie(Who(Role.PLAYER, 1))
    again = Pairing(gate.pairing._path.parent)
    assert again.known(cookie) == Who(Role.PLAYER, 1)
    assert again.keys == gate.pairing.keys


def test_the_secrets_are_for_their_owner_only(gate: Gate) -> None:
    assert gate.pairing.keys.pin
    assert gate.pairing._path.stat().st_mode & 0o077 == 0


def test_a_damaged_file_of_secrets_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{")
    with pytest.raises(StoreError, match="remove it"):
        _ = Pairing(tmp_path).keys


@pytest.mark.parametrize("path", ["//evil.example", "https://evil.example", "/\\evil.example", "/join", "/%0d\n", "x"])
def test_joining_leads_to_our_own_pages_only(app: Flask, gate: Gate, path: str) -> None:
    answer = phone(app, gate).post("/join", data={"pin": gate.pairing.keys.pin, "as": "watch", "next": path})
    assert answer.headers["Location"] == "/"


def test_joining_leads_back_to_where_one_wanted_to_go(app: Flask, gate: Gate) -> None:
    data = {"pin": gate.pairing.keys.pin, "as": "watch", "next": "/overlay?lang=en"}
    assert phone(app, gate).post("/join", data=data).headers["Location"] == "/overlay?lang=en"


def test_other_sites_cannot_press_buttons(app: Flask) -> None:
    here = app.test_client()
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
                    {"Sec-Fetch-Site": "same-site"}):  # fmt: skip
        for path in ("/api/undo", "/join", "/leave", "/invite/renew"):
            answer = here.post(path, headers=headers)
            assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "origin"), path


def test_forms_may_be_sent_from_our_own_pages(app: Flask) -> None:
    policy = app.test_client().get("/join").headers["Referrer-Policy"]
    assert policy == "same-origin", "with no-referrer browsers send the origin null with forms"


def test_posts_of_one_device_are_limited_and_others_go_on(app: Flask, gate: Gate) -> None:
    busy, calm = phone(app, gate, HOST), phone(app, gate, HOST, address="10.1.2.4")
    codes = [busy.post("/api/pause", json={}).status_code for _ in range(RATES["post"].burst + 20)]
    assert codes[0] == 400 and codes[-1] == 429
    assert calm.post("/api/pause", json={}).status_code == 400


def test_sockets_of_one_device_are_limited(app: Flask, gate: Gate) -> None:
    asked = {"Connection": "Upgrade", "Upgrade": "websocket"}
    mine = phone(app, gate, Who(Role.SPECTATOR))
    codes = {mine.get("/ws", headers=asked).status_code for _ in range(RATES["socket"].burst + 5)}
    assert codes == {400, 429}  # there is no connection behind a test's request


def test_tries_come_back_with_time_and_are_counted_by_device() -> None:
    now = [0.0]
    limits = Limits(lambda: now[0])
    rate = RATES["pin"]
    assert [limits.take("pin", "a") for _ in range(rate.burst)] == [0.0] * rate.burst
    assert limits.take("pin", "a") == rate.seconds
    assert limits.take("pin", "b") == 0
    now[0] = rate.seconds
    assert limits.take("pin", "a") == 0
    assert limits.take("pin", "a") == rate.seconds


def test_limits_forget_the_oldest_device_instead_of_growing() -> None:
    limits = Limits(lambda: 0.0)
    for number in range(5000):
        limits.take("post", str(number))
    assert len(limits._full_at) <= 2048


def test_one_home_network_of_ipv6_is_one_device() -> None:
    assert device("2001:db8::1") == device("2001:db8::ffff:2") != device("2001:db8:1::1")
    assert device("::ffff:10.1.2.3") == device("10.1.2.3")
    assert device("nonsense") == device(None)


def test_the_invitation_shows_codes_only_when_others_can_come(live: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.network.lan_addresses", lambda: ("192.168.0.7", "fd00::7"))
    closed = create_app(live.settings, live).test_client().get("/invite?lang=en").get_data(as_text=True)
    assert "<svg viewBox=\"0 0 37" not in closed and "hwatupan serve --lan" in closed
    opened = create_app(live.settings, live, doorway("0.0.0.0", live))
    html = opened.test_client().get("/invite?lang=en").get_data(as_text=True)
    pin = opened.extensions["hwatupan_gate"].pairing.keys.pin
    assert f"http://192.168.0.7:8000/join?pin={pin}" in html
    assert html.count('class="segno"') == 2
    assert "fd00::7" not in html, "nothing listens there"


@pytest.mark.parametrize("path", ["/join", "/invite", "/seat/0", "/overlay", "/trust", "/phone"])
def test_pages_need_no_inline_script_or_style(app: Flask, path: str) -> None:
    html = app.test_client().get(f"{path}?lang=en").get_data(as_text=True)
    assert "style=" not in html and "onclick" not in html
    assert not re.search(r"<script(?![^>]*src=)", html)


def test_the_seat_page_offers_the_prompt_to_its_own_seat_only(app: Flask, live: LiveTable) -> None:
    tell(live, prompted())
    seat = live.snapshot().game.round.prompt.seat  # type: ignore[union-attr]
    here = app.test_client()
    assert '"say": "stop"' in here.get(f"/seat/{seat}").get_data(as_text=True)
    assert '"say": "stop"' not in here.get(f"/seat/{1 - seat}").get_data(as_text=True)
    assert here.get("/seat/7").status_code == 404


@pytest.fixture
def address(server: BaseWSGIServer) -> str:
    """Host and port alone, for sockets."""
    return f"127.0.0.1:{server.port}"


def drain(socket: Client) -> None:
    """Read until the other side ends it."""
    while socket.receive(timeout=30) is not None:
        pass


def test_an_open_socket_ends_when_its_device_is_sent_away(address: str, gate: Gate) -> None:
    cookie = {"Cookie": f"hwatupan={gate.pairing.cookie(Who(Role.SPECTATOR))}", "X-Forwarded-For": "10.1.2.3"}
    watcher = Client.connect(f"ws://{address}/ws", headers=cookie)
    assert watcher.receive(timeout=30)
    gate.pairing.renew()
    with pytest.raises(ConnectionClosed) as caught:
        drain(watcher)
    assert caught.value.reason == 4401


def test_a_message_that_is_too_long_ends_the_socket_and_nothing_else(address: str, app: Flask, live: LiveTable) -> None:
    flooder = Client.connect(f"ws://{address}/ws")
    flooder.send("x" * 2000)
    with pytest.raises((ConnectionClosed, OSError)):
        drain(flooder)
    other = Client.connect(f"ws://{address}/ws")
    assert other.receive(timeout=30)
    other.close()
    assert live.wait_for(lambda _: app.extensions["hwatupan"].viewers == 0, 5) or not app.extensions["hwatupan"].viewers


def doorway(host: str, live: LiveTable) -> Doorway:
    """A doorway that says it is open on *host*; nothing listens."""
    made = Doorway(live.settings, Certificates(live.settings.data, lambda: ("127.0.0.1",)))
    made.reach = Reach(host, 8000, 8443)
    return made


def test_other_devices_are_let_in_and_shut_out_on_the_page(live: LiveTable) -> None:
    made = Doorway(live.settings.model_copy(update={"port": 0, "https_port": 0}), Certificates(live.settings.data))
    made.open("127.0.0.1")
    app = create_app(live.settings, live, made)
    made.serve(app)
    try:
        base = f"http://127.0.0.1:{made.reach.port}"
        ask(f"{base}/invite/open", b"lan=yes")
        assert made.reach == Reach("0.0.0.0", made.reach.port, made.reach.https_port)
        assert made.reach.https_port is not None
        assert f":{made.reach.port}/" in base + "/", "the page keeps its port"
        assert live.store.choices()["lan"] is True
        assert ask(f"{base}/healthz")["ok"]
        ask(f"{base}/invite/open", b"lan=no")
        assert (made.reach.host, made.reach.https_port) == ("127.0.0.1", None)
        assert live.store.choices()["lan"] is False
    finally:
        made.close()


def ask(url: str, form: bytes | None = None) -> Any:
    """The JSON of an answer, if it is JSON."""
    with urllib.request.urlopen(url, form, timeout=30) as answer:
        return json.load(answer) if answer.headers.get_content_type() == "application/json" else None


def test_where_a_setting_says_the_address_the_page_does_not_change_it(live: LiveTable) -> None:
    made = doorway("0.0.0.0", live)
    made._settings = live.settings.model_copy(update={"host": "0.0.0.0"})
    made._settings.model_fields_set.add("host")
    answer = create_app(live.settings, live, made).test_client().post("/invite/open", data={"lan": "no"})
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "fixed")


def raw(address: str, sent: bytes) -> bytes:
    """What the server answers to these bytes before it closes the connection."""
    host, _, port = address.partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as plain, suppress(ConnectionResetError):
        plain.sendall(sent)
        plain.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: plain.recv(4096), b""))
    return b""


UPGRADE = b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
KEY = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"


@pytest.mark.parametrize("head", [b"", b"Sec-WebSocket-Key: ?\r\n", b"Sec-WebSocket-Version: 7\r\n"])
def test_a_handshake_that_is_none_is_told_so(address: str, head: bytes, caplog: pytest.LogCaptureFixture) -> None:
    answer = raw(address, UPGRADE + head + b"\r\n")
    assert answer.startswith(b"HTTP/1.1 400") or not answer
    assert "Traceback" not in caplog.text


def test_rubbish_on_a_socket_ends_it_and_nothing_else(
    address: str, app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(7)
    for _ in range(12):
        raw(address, UPGRADE + KEY + b"\r\n" + rng.randbytes(rng.randrange(1, 3000)))
    assert "Traceback" not in caplog.text
    good = Client.connect(f"ws://{address}/ws")
    assert good.receive(timeout=30)
    good.close()


@pytest.mark.parametrize("path", ["/join", "/api/say", "/invite/free"])
def test_a_giant_body_is_refused_before_it_is_read(app: Flask, path: str) -> None:
    answer = app.test_client().post(path, data=b"x" * 100_000, content_type="application/x-www-form-urlencoded")
    assert answer.status_code in (400, 413)
    assert answer.get_json()["error"]["code"] in ("http", "json")


def test_this_computer_may_be_called_by_its_own_name(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.network.host_name", lambda: "attic")
    made = create_app(app.extensions["hwatupan"].settings, app.extensions["hwatupan"].live)
    assert made.test_client().get("/join", headers={"Host": "attic.local:8000"}).status_code == 200
    assert made.test_client().get("/join", headers={"Host": "evil.local"}).status_code == 403
