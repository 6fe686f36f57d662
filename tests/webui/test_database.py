"""The record's form: old files are brought to today's, in one transaction; PostgreSQL is treated alike."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from engine.events import to_json
from tests.webui.games import told
from webui import database
from webui.database import connect, migrate, own, session, url_of
from webui.errors import StoreError
from webui.schema import SCHEMA, Base
from webui.store import Store, packed

POSTGRES = os.environ.get("HWATUPAN_TEST_POSTGRES")
FIRST = """
CREATE TABLE match (id INTEGER NOT NULL PRIMARY KEY, source VARCHAR NOT NULL, rules VARCHAR NOT NULL,
    players INTEGER NOT NULL, dealer INTEGER);
CREATE TABLE choice (name VARCHAR NOT NULL PRIMARY KEY, value VARCHAR NOT NULL);
CREATE TABLE round (match INTEGER NOT NULL REFERENCES match (id), number INTEGER NOT NULL,
    first_event INTEGER NOT NULL, result VARCHAR, PRIMARY KEY (match, number));
CREATE TABLE event (id INTEGER NOT NULL PRIMARY KEY, match INTEGER NOT NULL REFERENCES match (id),
    seconds FLOAT NOT NULL, body BLOB NOT NULL);
CREATE INDEX ix_event_match ON event (match);
PRAGMA user_version = 1;
"""
"""What the first Hwatupan made."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hwatupan.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, path: Path) -> Iterator[database.Where]:
    if request.param == "sqlite":
        yield path
        return
    if POSTGRES is None:
        pytest.skip("no PostgreSQL here: set HWATUPAN_TEST_POSTGRES to the address of an empty database to run this")
    empty(POSTGRES)
    yield POSTGRES
    empty(POSTGRES)


def empty(address: str) -> None:
    with session(connect(address), address) as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))


def old_file(path: Path) -> None:
    raw = sqlite3.connect(path)
    raw.executescript(FIRST)
    raw.execute("INSERT INTO match VALUES (1, 'twin', 'korean_standard', 2, NULL)")
    raw.execute("INSERT INTO round VALUES (1, 1, 1, '{\"net\": [3, -3]}')")
    for event in told(3):
        values = event.seconds, packed(to_json(event))
        raw.execute("INSERT INTO event (match, seconds, body) VALUES (1, ?, ?)", values)
    raw.commit()
    raw.close()


def test_a_migrated_record_is_what_the_program_expects(where: database.Where) -> None:
    engine = connect(where)
    migrate(engine, where)
    with session(engine, where) as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
        assert database.revision(connection) == SCHEMA


def test_an_old_file_keeps_its_game(path: Path) -> None:
    old_file(path)
    store = Store(path)
    match = store.newest_match()
    assert match is not None and match.source == "twin"
    assert len(store.events(match)) == len(list(told(3)))
    assert store.rounds(match) == [(1, {"net": [3, -3]})]
    store.close()
    Store(path).close()


def test_a_crash_in_the_middle_of_a_migration_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_file(path)
    before = sqlite3.connect(path).execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()
    from webui.migrations.versions import m0002_history  # noqa: F401 - it can be imported like any module

    real = database.text

    def breaks(query: str) -> object:
        if "user_version =" in query:
            raise KeyboardInterrupt
        return real(query)

    monkeypatch.setattr(database, "text", breaks)
    with pytest.raises(KeyboardInterrupt):
        Store(path)
    monkeypatch.undo()
    after = sqlite3.connect(path).execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()
    assert after == before


def test_a_newer_record_is_refused(where: database.Where) -> None:
    Store(where).close()
    with session(connect(where), where) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0099'"))
    with pytest.raises(StoreError, match=f"format 99, newer than {SCHEMA}; update Hwatupan"):
        Store(where)


def test_one_server_at_a_time_owns_a_record(where: database.Where) -> None:
    store = Store(where)
    with pytest.raises(StoreError, match="another Hwatupan uses"):
        own(where)
    store.close()
    own(where)()


def test_events_come_back_from_any_database(where: database.Where) -> None:
    store = Store(where)
    match = store.begin_match("0", "korean_standard", 2, None)
    bodies = [to_json(event) for event in told(3)]
    numbers = [store.append(match, body["seconds"], body) for body in bodies]
    assert store.events(match) == bodies
    assert store.events(match, numbers[2]) == bodies[3:]
    assert len(store.stamp(match, numbers[0])) > 8
    store.choose("view", {"rotate": 90})
    store.choose("view", {"rotate": 180})
    assert store.choices() == {"view": {"rotate": 180}}
    store.close()


@pytest.mark.parametrize("address", ["mysql://a/b", "nonsense", "sqlite:///x", ""])
def test_other_addresses_are_refused_in_one_sentence(address: str) -> None:
    with pytest.raises(StoreError, match="write postgresql://"):
        url_of(address)


def test_a_database_that_is_not_there_is_told_without_the_password() -> None:
    with pytest.raises(StoreError, match="cannot use the database postgresql") as caught:
        Store("postgresql://me:secret@127.0.0.1:1/none")
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)
