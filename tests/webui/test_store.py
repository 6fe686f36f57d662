"""The record file: nothing that was shown is lost, and a bad file is told in one sentence."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from engine.events import from_json, to_json
from tests.webui.games import told
from webui.errors import StoreError
from webui.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "hwatupan.sqlite"


def test_events_come_back_in_order_and_equal(path: Path) -> None:
    events = list(told(3))
    store = Store(path)
    match = store.begin_match("twin", "korean_standard", 2, None)
    for event in events:
        store.append(match, event.seconds, to_json(event))
    store.close()
    again = Store(path)
    kept = again.newest_match()
    assert kept == match
    assert [from_json(body) for body in again.events(match)] == events
    again.close()


def test_events_of_another_match_stay_apart(path: Path) -> None:
    store = Store(path)
    first, second = (store.begin_match("0", "korean_standard", 2, None) for _ in range(2))
    store.append(first, 1.0, {"type": "undone", "seconds": 1.0})
    assert store.events(second) == []
    assert store.newest_match() == second
    store.close()


def test_an_event_is_on_disk_before_append_returns(path: Path) -> None:
    store = Store(path)
    match = store.begin_match("0", "korean_standard", 2, None)
    store.append(match, 1.0, {"type": "undone", "seconds": 1.0})
    reader = sqlite3.connect(path)
    assert reader.execute("select count(*) from event").fetchone() == (1,)
    assert reader.execute("pragma journal_mode").fetchone() == ("wal",)
    reader.close()
    store.close()


def test_choices_are_replaced(path: Path) -> None:
    store = Store(path)
    store.choose("view", {"rotate": 90})
    store.choose("view", {"rotate": 180})
    assert store.choices() == {"view": {"rotate": 180}}
    store.close()


def test_a_file_that_is_no_database_is_told_in_one_sentence(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"this is no database at all" * 500)
    with pytest.raises(StoreError, match=r"hwatupan.sqlite is damaged; move it away .* or give --data") as caught:
        Store(path)
    assert "\n" not in str(caught.value)


def test_a_half_overwritten_database_is_told_in_one_sentence(path: Path) -> None:
    store = Store(path)
    match = store.begin_match("0", "korean_standard", 2, None)
    for number in range(200):
        store.append(match, float(number), {"type": "undone", "seconds": float(number)})
    store.close()
    data = bytearray(path.read_bytes())
    data[4096:12000] = b"\xaa" * (12000 - 4096)
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"hwatupan.sqlite is damaged; move it away") as caught:
        Store(path)
    assert "\n" not in str(caught.value)


def test_a_newer_format_is_refused(path: Path) -> None:
    Store(path).close()
    raw = sqlite3.connect(path)
    raw.execute("pragma user_version = 99")
    raw.commit()
    raw.close()
    with pytest.raises(StoreError, match="format 99, newer than 2; update Hwatupan"):
        Store(path)


def test_one_server_at_a_time(path: Path) -> None:
    store = Store(path)
    with pytest.raises(StoreError, match="another Hwatupan uses"):
        Store(path)
    store.close()
    Store(path).close()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="choose another"):
        Store(tmp_path / "file" / "hwatupan.sqlite")
