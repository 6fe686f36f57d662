"""`hwatupan history`, `backup` and `restore`: beside a running server, and never losing anything."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import select, text

from tests.webui.games import later, told
from webui import copying
from webui.commands import main
from webui.database import connect, session
from webui.history import History
from webui.keeper import Keeper
from webui.schema import SCHEMA, Base
from webui.store import Store
from webui.sweep import delete

POSTGRES = os.environ.get("HWATUPAN_TEST_POSTGRES")


def played(folder: Path, *evenings: tuple[int, ...]) -> None:
    """Evenings of rounds by their seeds, with a name and a picture."""
    store = Store(folder / "hwatupan.sqlite")
    keeper = Keeper(store, "0", "korean_standard", 2, 0)
    for number, seeds in enumerate(evenings):
        if number:
            keeper.begin(0, keeper.seconds + 1)
        for seed in seeds:
            for event in later(list(told(seed)), keeper.seconds + 5):
                keeper.apply(event)
    history = History(store.where)
    person = history.add_person("Mina")
    history.seat(keeper.match.id, {0: person.id}, 1)
    store.keep_picture(keeper.match, 1, 1, b"\xff\xd8picture", 10**6)
    store.close()


def rows(where: Path | str) -> dict[str, list[object]]:
    with session(connect(where), where, writes=False) as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table)).all()), key=repr)
            for table in Base.metadata.sorted_tables
        }


def run(*arguments: object) -> int:
    return main([str(one) for one in arguments])


def test_evenings_are_listed_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(tmp_path, (3,), (4, 9))
    assert run("history", "--data", tmp_path, "--lang", "en") == 0
    assert "2 players · rounds: 2" in capsys.readouterr().out
    assert run("history", 2, "--data", tmp_path, "--lang", "en") == 0
    out = capsys.readouterr().out
    assert "Mina" in out and "wins" in out
    assert run("history", 2, "--json", "--data", tmp_path) == 0
    assert '"rounds"' in capsys.readouterr().out


def test_export_and_import_by_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(tmp_path / "a", (3, 4))
    for kind in ("json", "txt", "csv"):
        assert run("history", 1, "--export", tmp_path / f"one.{kind}", "--data", tmp_path / "a") == 0
    assert run("replay", tmp_path / "one.txt") == 0
    Store(tmp_path / "b" / "hwatupan.sqlite").close()
    assert run("history", "--import", tmp_path / "one.json", "--data", tmp_path / "b") == 0
    assert "evening 1" in capsys.readouterr().out
    assert run("history", 1, "--export", tmp_path / "one.csv", "--data", tmp_path / "a") == 2
    assert "is there already" in capsys.readouterr().err


WRONG = (
    ((7,), "no evening 7"), (("--delete",), "which evening"), ((1, "--export", "x.pdf"), "ends in none of"),
    ((1, "--delete"), "say --yes"), (("--import", "nothing.json"), "cannot read"),
)  # fmt: skip


@pytest.mark.parametrize(("arguments", "told_"), WRONG)
def test_what_cannot_be_is_told_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[object, ...], told_: str
) -> None:
    played(tmp_path, (3,))
    assert run("history", *arguments, "--data", tmp_path) == 2
    err = capsys.readouterr().err
    assert told_ in err
    assert err.count("\n") == 1


def test_nothing_played_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("history", "--data", tmp_path) == 2
    assert "nothing was played" in capsys.readouterr().err
    assert run("backup", tmp_path / "x.sqlite", "--data", tmp_path) == 2
    assert "no record" in capsys.readouterr().err
    assert not list(tmp_path.glob("x.sqlite*"))


def test_deleting_needs_a_yes_and_not_the_evening_that_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(tmp_path, (3,), (4,))
    server = Store(tmp_path / "hwatupan.sqlite")
    assert run("history", 2, "--delete", "--yes", "--data", tmp_path) == 2
    assert "goes on now" in capsys.readouterr().err
    assert run("history", 1, "--delete", "--yes", "--data", tmp_path) == 0
    server.close()
    assert [one.id for one in History(tmp_path / "hwatupan.sqlite").evenings()] == [2]
    assert run("history", 2, "--delete", "--yes", "--data", tmp_path) == 0


def test_a_backup_beside_a_server_holds_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(tmp_path, (3,), (4,))
    server = Store(tmp_path / "hwatupan.sqlite")
    file = tmp_path / "copy" / "games.sqlite"
    assert run("backup", file, "--data", tmp_path) == 0
    assert [one.name for one in file.parent.iterdir()] == ["games.sqlite"]
    assert rows(file) == rows(tmp_path / "hwatupan.sqlite")
    assert run("backup", file, "--data", tmp_path) == 2
    assert "--force" in capsys.readouterr().err
    assert run("backup", file, "--force", "--data", tmp_path) == 0
    assert run("restore", file, "--data", tmp_path) == 2
    assert "another Hwatupan uses" in capsys.readouterr().err
    server.close()


def test_a_restore_brings_everything_back_and_keeps_what_was_there(tmp_path: Path) -> None:
    played(tmp_path, (3,))
    file, record = tmp_path / "games.sqlite", tmp_path / "hwatupan.sqlite"
    assert run("backup", file, "--data", tmp_path) == 0
    before = rows(record)
    keeper = Keeper(Store(record), "0", "korean_standard", 2, 0)
    for event in later(list(told(4)), keeper.seconds + 5):
        keeper.apply(event)
    keeper._store.close()
    newer = rows(record)
    assert run("restore", file, "--data", tmp_path) == 0
    assert rows(record) == before
    (kept,) = tmp_path.glob("hwatupan-before-restore-*.sqlite")
    assert rows(kept) == newer
    again = Keeper(Store(record), "0", "korean_standard", 2, 0)
    assert len(again.game.results) == 1  # not what the checkpoint of the later game says
    again._store.close()


def test_a_damaged_record_is_put_aside_by_a_restore(tmp_path: Path) -> None:
    played(tmp_path, (3,))
    file, record = tmp_path / "games.sqlite", tmp_path / "hwatupan.sqlite"
    assert run("backup", file, "--data", tmp_path) == 0
    before = rows(record)
    record.write_bytes(b"no database" * 900)
    assert run("restore", file, "--data", tmp_path) == 0
    assert rows(record) == before
    (aside,) = tmp_path.glob("hwatupan-before-restore-*.damaged")
    assert aside.read_bytes().startswith(b"no database")


def test_what_is_no_backup_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(tmp_path, (3,))
    record = tmp_path / "hwatupan.sqlite"
    before = rows(record)
    (tmp_path / "text").write_text("hello")
    sqlite3.connect(tmp_path / "other").execute("CREATE TABLE a (b)").connection.close()
    newer = tmp_path / "newer"
    copying.back_up(record, newer)
    file = sqlite3.connect(newer)
    file.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    file.close()
    for name, why in (("text", "no backup"), ("other", "no backup"), ("none", "no file"), ("newer", "update Hwatupan")):
        assert run("restore", tmp_path / name, "--data", tmp_path) == 2
        assert why in capsys.readouterr().err
    assert rows(record) == before


@pytest.mark.skipif(POSTGRES is None, reason="no PostgreSQL here: set HWATUPAN_TEST_POSTGRES to an empty database")
def test_games_move_from_a_file_to_postgresql_and_back(tmp_path: Path) -> None:
    assert POSTGRES is not None
    with session(connect(POSTGRES), POSTGRES) as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    played(tmp_path, (3,), (4,))
    record = tmp_path / "hwatupan.sqlite"
    assert run("backup", tmp_path / "games", "--data", tmp_path) == 0
    assert run("restore", tmp_path / "games", "--database", POSTGRES, "--data", tmp_path) == 0
    assert rows(POSTGRES) == rows(record)
    keeper = Keeper(Store(POSTGRES, tmp_path / "other"), "0", "korean_standard", 2, 0)
    for event in later(list(told(9)), keeper.seconds + 5):
        keeper.apply(event)
    keeper._store.close()
    assert run("backup", tmp_path / "more", "--database", POSTGRES) == 0
    assert rows(tmp_path / "more") == rows(POSTGRES)
    history = History(POSTGRES)
    history.add_person("Jun")
    delete(history, 1)
    assert [one.id for one in history.evenings()] == [2]
    assert run("restore", tmp_path / "more", "--database", POSTGRES, "--data", tmp_path) == 0
    assert rows(POSTGRES) == rows(tmp_path / "more")
