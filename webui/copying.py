"""Backup and restore: a copy of the whole record in one SQLite file, whatever database it came from or goes to."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Integer, delete, insert, select, text
from sqlalchemy.engine import Connection

from webui.database import Where, connect, damaged, migrate, own, revision, session
from webui.errors import StoreError
from webui.schema import SCHEMA, Base

TABLES = Base.metadata.sorted_tables
CHUNK = 500


def back_up(where: Where, to: Path) -> int:
    """Write a copy of the record to *to*, also while a server plays; returns its bytes.

    The copy is one moment of the record, whole or not there. Raises StoreError.
    """
    fresh = to.with_name(to.name + ".part")
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        fresh.unlink(missing_ok=True)
        if isinstance(where, Path):
            _copy_file(where, fresh)
        else:
            _from_database(where, fresh)
        os.replace(fresh, to)
    except OSError as error:
        raise StoreError(f"cannot write {to}: {error.strerror}; name another file") from None
    finally:
        for left in (fresh, fresh.with_name(fresh.name + "-journal")):
            left.unlink(missing_ok=True)
    return to.stat().st_size


def restore(source: Path, where: Where, kept: Path) -> Path | None:
    """Put the copy *source* in place of the record; no server may use it. What was there is kept in *kept*.

    Returns the file that keeps what was there, None if there was nothing. Raises StoreError: *source* is no copy, is
    newer, or a server uses the record. Nothing has changed then.
    """
    check(source)
    release = own(where)
    try:
        old = _keep(where, kept)
        if isinstance(where, Path):
            _copy_file(source, where)
            migrate(connect(where), where)
        else:
            _into_database(source, where, kept)
    finally:
        release()
    return old


def check(source: Path) -> None:
    """Raise StoreError unless *source* is a whole record that this version can read."""
    if not source.is_file():
        raise StoreError(f"there is no file {source}; make one with: hwatupan backup FILE")
    try:
        with closing(_opened(source)) as file:
            (verdict,) = file.execute("PRAGMA quick_check(1)").fetchone()
            (version,) = file.execute("PRAGMA user_version").fetchone()
            file.execute("SELECT count(*) FROM match").fetchone()
    except sqlite3.Error:
        raise StoreError(f"{source} is no backup of Hwatupan; make one with: hwatupan backup FILE") from None
    if verdict != "ok":
        raise StoreError(f"the backup {source} is damaged; take another one")
    if version > SCHEMA:
        raise StoreError(f"the backup {source} is of format {version}, newer than {SCHEMA}; update Hwatupan")


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)


def _copy_file(source: Path, to: Path) -> None:
    """One transaction of SQLite's own backup: a crash leaves *to* as it was."""
    if not source.exists():
        raise StoreError(f"there is no record {source} yet; play with: hwatupan serve, or name --data")
    try:
        with closing(_opened(source)) as read, closing(sqlite3.connect(to)) as write:
            read.backup(write)
    except sqlite3.DatabaseError:
        raise StoreError(damaged(source)) from None


def _keep(where: Where, kept: Path) -> Path | None:
    if isinstance(where, Path):
        if not where.exists():
            return None
    else:
        with session(connect(where), where, writes=False) as connection:
            if not revision(connection):
                return None
    name = kept / f"hwatupan-before-restore-{datetime.now():%Y%m%d-%H%M%S}.sqlite"
    try:
        back_up(where, name)
    except StoreError:
        if not isinstance(where, Path):
            raise
        name = name.with_suffix(".damaged")  # what cannot be copied is put aside as it is
        for part in ("-wal", "-shm", ""):
            beside = where.with_name(where.name + part)
            if beside.exists():
                os.replace(beside, name.with_name(name.name + part))
    return name


def _from_database(where: Where, to: Path) -> None:
    migrate(connect(to), to)
    with _plain(to) as write, session(connect(where), where, writes=False) as read:
        read.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        if revision(read) != SCHEMA:
            raise StoreError("the database has no record of today's form; start hwatupan serve with it once")
        _copy_rows(read, write)
    with closing(sqlite3.connect(to)) as file:
        file.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it


def _into_database(source: Path, where: Where, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / "hwatupan-restore.part"
    try:
        _copy_file(source, copy)
        migrate(connect(copy), copy)
        engine = connect(where)
        migrate(engine, where)
        with session(connect(copy), copy, writes=False) as read, session(engine, where) as write:
            for table in reversed(TABLES):
                write.execute(delete(table))
            _copy_rows(read, write)
            _count_on(write)
    finally:
        for left in folder.glob("hwatupan-restore.part*"):
            left.unlink()


@contextmanager
def _plain(path: Path) -> Iterator[Connection]:
    with session(connect(path), path) as connection:
        yield connection


def _copy_rows(read: Connection, write: Connection) -> None:
    for table in TABLES:
        rows = read.execution_options(yield_per=CHUNK).execute(select(table))
        for part in rows.mappings().partitions(CHUNK):
            write.execute(insert(table), [dict(row) for row in part])


def _count_on(write: Connection) -> None:
    """The next new row gets the next number: PostgreSQL counts apart from the rows."""
    for table in TABLES:
        keys = list(table.primary_key.columns)
        if len(keys) == 1 and isinstance(keys[0].type, Integer):
            newest = f'SELECT COALESCE(MAX("{keys[0].name}"), 0) + 1 FROM "{table.name}"'
            counter = f"pg_get_serial_sequence('\"{table.name}\"', '{keys[0].name}')"
            write.execute(text(f"SELECT setval({counter}, ({newest}), false)"))
