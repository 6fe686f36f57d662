"""What machines read: whether the server is well, and how busy it is."""

from __future__ import annotations

from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from tests.webui.games import prompted
from tests.webui.tables import tell
from webui.live import LiveTable
from webui.pulse import EDGES, Pulse


def values(client: FlaskClient) -> dict[str, float]:
    """Every sample by its name and labels."""
    text = client.get("/metrics").get_data(as_text=True)
    return {
        sample.name + "".join(f"|{value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_a_running_server_is_well_and_a_stopped_one_is_not(client: FlaskClient, live: LiveTable) -> None:
    assert live.wait_for(lambda now: now.camera.state == "playing", timeout=5)
    answer = client.get("/healthz", environ_overrides={"REMOTE_ADDR": "10.1.2.3"})
    assert (answer.status_code, answer.get_json()) == (200, {"ok": True, "camera": "playing", "trouble": ""})
    live.stop()
    assert client.get("/healthz").status_code == 503


def test_frames_looks_and_the_game_are_counted(client: FlaskClient, live: LiveTable) -> None:
    assert live.wait_for(lambda _: live.pulse.looks > 3, timeout=10) or live.pulse.looks > 3
    tell(live, prompted())
    told = values(client)
    assert told["hwatupan_frames_total"] >= told["hwatupan_detect_seconds_count"] > 3
    assert told["hwatupan_camera_up"] == 1
    assert told["hwatupan_sockets"] == told["hwatupan_queue"] == 0
    assert told["hwatupan_detect_seconds_bucket|+Inf"] == told["hwatupan_detect_seconds_count"]


def test_a_look_is_counted_where_its_length_belongs() -> None:
    pulse = Pulse()
    for seconds in (0.01, 0.011, 5.0):
        pulse.looked(seconds, missed=2)
    assert (pulse.looks, pulse.missed, pulse.by_length[0], pulse.by_length[1], pulse.by_length[-1]) == (3, 6, 1, 1, 1)
    assert len(pulse.by_length) == len(EDGES) + 1
