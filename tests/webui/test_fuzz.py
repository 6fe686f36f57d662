"""Hostile and confused devices, seeded: any request to any route, damaged uploads, forged roles, two at once.

The answer is always a page or one clear error, the record keeps every event that was promised, the table goes on.
"""

from __future__ import annotations

import json
import random
import re
import threading
from collections import Counter
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from simple_websocket import Client, ConnectionClosed
from werkzeug.serving import BaseWSGIServer

from engine.events import Looked, from_json
from engine.referee import step
from tests.webui.games import fresh, told
from tests.webui.tables import tell
from tests.webui.test_absurd_corrections import absurd
from tests.webui.test_photo import Eyes, jpeg
from webui.access import ROUTES, Role, Who
from webui.gate import Gate
from webui.live import LiveTable
from webui.photo import Reader

ODD: list[Any] = [
    None, True, 0, -1, 2**31, 2**63, 2**70, 1.5, 1e308, "", "0", "광", "\ud800", "\x00", "../../etc/passwd", "a" * 5000,
    [], [[]], [None] * 50, {}, {"seat": 0}, "08-bright", ["08-bright"], "<script>", "%s", "{0}", "{number}",
]  # fmt: skip
FIELDS = (
    "seat", "say", "cards", "value", "paused", "was", "face", "zone", "from", "to", "n", "drop", "hand", "flip",
    "number", "accepted", "floor", "piles", "turn", "dealer", "rotate", "mirror", "human", "names", "stake", "evening",
    "people", "id", "name", "colour", "gos", "shakes", "bombs", "nagari", "end", "winner", "payer", "cup", "out", "new",
    "pick", "source", "again", "players", "corners", "size_mm", "card_mm", "zones", "said", "colours", "answers",
)  # fmt: skip
PARTS = ("0", "1", "2", "99", str(2**31), str(2**63), str(2**70), "-1", "x", "%00", "%2e%2e", "광", "01-junk", "after")
QUERIES = ("", "lang=ko", "lang=xx", "turn=1", "turn=99999", f"turn={2**70}", "turn=x", "part=1", "key=x", "pin=x",
           "view=?", "names=1", "lang=%00", "seat=7", "as=json", "next=//evil.example")  # fmt: skip
HARMLESS = {"POST /invite/renew", "POST /invite/open"}
"""Left out: they end what the test looks at."""


def odd(rng: random.Random, depth: int = 2) -> Any:
    """A JSON value that nobody expects."""
    if depth and rng.random() < 0.3:
        return [odd(rng, depth - 1) for _ in range(rng.randrange(4))]
    return rng.choice(ODD)


def request(rng: random.Random, client: FlaskClient, route: str) -> tuple[Any, Any]:
    """Send something odd to *route*; what was sent, and the answer."""
    method, rule = route.split(" ")
    path = re.sub(r"<.*?>", lambda _: rng.choice(PARTS), rule) + "?" + rng.choice(QUERIES)
    body: dict[str, Any] = {}
    if method == "POST":
        fields = {name: odd(rng) for name in rng.sample(FIELDS, 8)}
        text = json.dumps(fields)
        body = rng.choice([
            {"json": fields}, {"json": fields}, {"json": odd(rng)}, {"data": rng.randbytes(200)},
            {"data": b"{" * 3000, "content_type": "application/json"},
            {"data": text[: rng.randrange(len(text))], "content_type": "application/json"},
            {"data": {"pin": "1", "as": "seat-9", "lan": "?", "seat": "x", "next": "\\"}}, {},
        ])  # fmt: skip
    headers = {"Accept-Language": rng.choice(["ko", "en", "xx", ""])}
    return (path, body), client.open(path, method=method, headers=headers, **body)


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_no_request_to_any_route_breaks_anything(
    client: FlaskClient, app: Flask, live: LiveTable, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    app.testing = False  # as it is served: what breaks is answered, and told in the log
    app.extensions["hwatupan_reader"] = Reader(Eyes)
    rng = random.Random(seed)
    tell(live, list(told(seed))[:14])
    routes = sorted(route for route in ROUTES if route not in HARMLESS and not route.endswith("/ws"))
    codes = Counter[int]()
    for _ in range(6):
        for route in routes:
            sent, answer = request(rng, client, route)
            codes[answer.status_code] += 1
            text = answer.get_data(as_text=True) if answer.mimetype.startswith(("text", "application/json")) else ""
            assert "Traceback" not in text, sent
            if answer.status_code >= 400 and answer.mimetype == "application/json":
                assert answer.get_json()["error"].keys() == {"code", "message", "detail"}, sent
            assert answer.status_code not in (500, 502), (sent, text[:300])
            answer.close()
    assert "Traceback" not in caplog.text
    assert codes[200] > 50 and codes[400] > 50
    assert live.alive() and live.snapshot().trouble is None
    assert client.get("/").status_code == 200


def test_nothing_is_lost_when_two_devices_correct_at_once(app: Flask, live: LiveTable) -> None:
    tell(live, list(told(2))[:12])
    before = len(live.store.events(live._keeper.match))
    accepted: list[int] = []
    wrong: list[Any] = []

    def device(seed: int) -> None:
        rng, client = random.Random(seed), app.test_client()
        done = 0
        for _ in range(60):
            path, body = absurd(rng)  # by what it saw a while ago: stale as soon as the other has spoken
            answer = client.post(path, json=body)
            done += answer.status_code == 200
            if answer.status_code >= 500:
                wrong.append((path, body, answer.get_json()))
        accepted.append(done)

    devices = [threading.Thread(target=device, args=(seed,)) for seed in (5, 6, 7)]
    for one in devices:
        one.start()
    for one in devices:
        one.join()
    assert wrong == []
    events = [from_json(body) for body in live.store.events(live._keeper.match)]
    said = [event for event in events[before:] if not isinstance(event, Looked)]
    assert len(said) == sum(accepted) > 10, "each that was accepted is in the log, and nothing else"
    game = fresh()
    for event in events:
        game, _ = step(game, event)
    now = live.snapshot().game
    assert (game.table, game.totals, game.results) == (now.table, now.totals, now.results)
    assert live.alive() and live.snapshot().trouble is None


def test_what_is_said_twice_at_once_counts_once(app: Flask, live: LiveTable) -> None:
    tell(live, list(told(2))[:12])
    number = len(live.snapshot().game.round.turns)  # type: ignore[union-attr]
    gate = threading.Barrier(4)
    codes: list[int] = []

    def device() -> None:
        client = app.test_client()
        gate.wait()
        codes.append(client.post("/api/turn", json={"n": number, "drop": True}).status_code)

    devices = [threading.Thread(target=device) for _ in range(4)]
    for one in devices:
        one.start()
    for one in devices:
        one.join()
    assert sorted(codes)[0] == 200 and set(codes) <= {200, 409, 400}
    assert len(live.snapshot().game.round.turns) == number - codes.count(200)  # type: ignore[union-attr]


def test_a_damaged_record_is_refused_or_a_whole_evening(client: FlaskClient, live: LiveTable) -> None:
    tell(live, list(told(3)))
    rng = random.Random(11)
    whole = {kind: client.get(f"/history/1/export.{kind}").get_data() for kind in ("json", "txt")}
    refused = 0
    for number in range(80):
        bad = bytearray(whole["json" if number % 2 else "txt"])
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(bad))
            bad[at : at + rng.randint(0, 3)] = rng.choice([b"", b"9", b"-", b"[", b'"', b"\xff", b"null", b"1e999"])
        answer = client.post("/api/history/import", data=bytes(bad))
        assert answer.status_code in (200, 400), answer.get_json()
        refused += answer.status_code == 400
        if answer.status_code == 200:
            evening = answer.get_json()["evening"]
            assert client.get(f"/history/{evening}").status_code == 200
            assert client.get(f"/history/{evening}/1").status_code == 200
    assert refused > 20


def test_no_bent_cookie_or_key_is_more_than_a_stranger(app: Flask) -> None:
    gate: Gate = app.extensions["hwatupan_gate"]
    rng = random.Random(3)
    good = gate.pairing.cookie(Who(Role.SPECTATOR)) or ""
    host = gate.pairing.cookie(Who(Role.HOST)) or ""
    mine = app.test_client()
    mine.environ_base["REMOTE_ADDR"] = "10.1.2.3"
    for number in range(200):
        bent = list(good)
        for _ in range(rng.randint(1, 3)):
            bent[rng.randrange(len(bent))] = rng.choice("ABCabc019-_.=")
        mixed = good[:20] + host[20:], host[:20] + good[20:]
        text = rng.choice(["".join(bent), good[: rng.randrange(len(good))], *mixed])
        if text in (good, host):
            continue
        mine.environ_base["REMOTE_ADDR"] = f"10.1.{number}.3"  # no device is slowed down here
        mine.set_cookie("hwatupan", text)
        for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Real-Ip": "127.0.0.1"}):
            answer = mine.post("/api/pause", json={"paused": True}, headers=headers)
            assert answer.status_code in (401, 403), text
    assert app.extensions["hwatupan"].live.snapshot().game.paused is False


def test_odd_messages_on_a_socket_end_it_or_are_ignored(
    server: BaseWSGIServer, live: LiveTable, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(9)
    for _ in range(15):
        view = rng.choice(["table", "eyes", "seat&seat=0", "seat&seat=x", "seat", "overlay", "?", ""])
        socket = Client.connect(f"ws://127.0.0.1:{server.port}/ws?view={view}&lang={rng.choice(['ko', 'en'])}")
        try:
            for _ in range(5):
                odd_ones = "picture", "", "{}", "pic\x00ture", "광" * 100, b"", rng.randbytes(500), b"picture"
                socket.send(rng.choice(odd_ones))
            socket.receive(timeout=5)
        except (ConnectionClosed, OSError):
            pass
        socket.close()
    assert "Traceback" not in caplog.text
    good = Client.connect(f"ws://127.0.0.1:{server.port}/ws")
    assert good.receive(timeout=30)
    good.close()
    assert live.alive()


def test_uploads_of_every_size_and_kind_leave_the_page_alive(client: FlaskClient, app: Flask) -> None:
    app.extensions["hwatupan_reader"] = Reader(Eyes)
    rng = random.Random(4)
    whole = jpeg(80, 70)
    for path in ("/api/photo", "/api/history/import", "/api/count", "/api/say"):
        for size in (0, 1, 1000, 70_000, 4_000_002, 12_000_002):
            data = rng.choice([bytes(size), (whole * (size // len(whole) + 1))[:size]])
            answer = client.post(path, data=data)
            assert answer.status_code in (200, 400, 413), (path, size)
            assert answer.status_code == 200 or answer.get_json()["error"]["message"]
