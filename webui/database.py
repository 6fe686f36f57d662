"""Opens the record: an SQLite file in WAL mode, or PostgreSQL by its address; brings an older one to today's form."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from sqlalchemy import URL, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import ArgumentError, DatabaseError, InterfaceError, NoSuchModuleError, OperationalError
from sqlalchemy.pool import NullPool, Pool

from webui.errors import StoreError
from webui.schema import SCHEMA

Where = Path | str
"""A file, or the address of a PostgreSQL database."""

CHECK = "check space and rights on the disk, or give --data another folder"
ADDRESS = "write postgresql://user:password@host/database, or leave --database out"
DRIVERS = {"postgresql": "postgresql+pg8000", "postgres": "postgresql+pg8000"}
OWNER = 0x48_57_41_54
"""Number of the lock by which one server at a time owns a PostgreSQL database."""


def url_of(where: Where) -> URL:
    """The address for SQLAlchemy. Raises StoreError for one that is neither a file nor PostgreSQL."""
    if isinstance(where, Path):
        return URL.create("sqlite", database=str(where))
    try:
        url = make_url(where)
    except ArgumentError:
        raise StoreError(f"{where!r} is no address of a database; {ADDRESS}") from None
    url = url.set(drivername=DRIVERS.get(url.drivername, url.drivername))
    if url.get_backend_name() != "postgresql":
        raise StoreError(f"a database of the kind {url.drivername!r} is not known here; {ADDRESS}")
    return url


def shown(where: Where) -> str:
    """*where* for messages: an address without its password."""
    return str(where) if isinstance(where, Path) else url_of(where).render_as_string(hide_password=True)


def connect(where: Where, pool: type[Pool] = NullPool) -> Engine:
    """An engine over the record; nothing is opened yet. Raises StoreError if the driver is not installed."""
    url = url_of(where)
    files = {"connect_args": {"check_same_thread": False}} if isinstance(where, Path) else {}
    try:
        engine = create_engine(url, poolclass=pool, **files)
    except (ModuleNotFoundError, NoSuchModuleError):
        raise StoreError("the driver for PostgreSQL is missing; run: pip install 'hwatupan[postgres]'") from None
    if isinstance(where, Path):
        event.listen(engine, "connect", _pragmas)
        event.listen(engine, "begin", _begin)
    return engine


@contextmanager
def session(engine: Engine, where: Where, *, writes: bool = True) -> Iterator[Connection]:
    """One transaction, all of it or nothing. Raises StoreError in one sentence for whatever the database says."""
    try:
        with engine.execution_options(writes=writes).begin() as connection:
            yield connection
    except (OperationalError, InterfaceError) as error:
        reason = " ".join(str(error.orig).split())
        raise StoreError(f"cannot use the {named(where)} ({reason[:200]}); {_advice(where)}") from None
    except DatabaseError as error:
        raise StoreError(damaged(where) if isinstance(where, Path) else str(error.orig)) from None


def migrate(engine: Engine, where: Where) -> None:
    """Bring the record to today's form, in one transaction. Raises StoreError: damaged, newer, not reachable."""
    with session(engine, where) as connection:
        if isinstance(where, Path) and connection.execute(text("PRAGMA quick_check(1)")).scalar() != "ok":
            raise StoreError(damaged(where))
        now = revision(connection)
        if now > SCHEMA:
            raise StoreError(f"the {named(where)} is of format {now}, newer than {SCHEMA}; update Hwatupan")
        if now < SCHEMA:
            _upgrade(connection, now)
    if isinstance(where, Path) and now < SCHEMA:
        _let_shrink(engine)


def revision(connection: Connection) -> int:
    """The format of the record, 0 for an empty one."""
    marked = 0
    if connection.dialect.name == "sqlite":
        marked = int(connection.execute(text("PRAGMA user_version")).scalar() or 0)
    if not inspect(connection).has_table("alembic_version"):
        return marked
    return max(marked, int(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or 0))


def _upgrade(connection: Connection, now: int) -> None:
    from alembic import command  # a quarter of a second that only a change of form costs
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "webui:migrations")
    config.attributes["connection"] = connection
    if now == 1 and not inspect(connection).has_table("alembic_version"):
        command.stamp(config, "0001")  # written before alembic was there
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite":
        connection.execute(text(f"PRAGMA user_version = {SCHEMA}"))


def _let_shrink(engine: Engine) -> None:
    """A file of the first form keeps the place of deleted rows; written anew once, it can give it back."""
    with engine.connect() as connection:
        raw: Any = connection.connection.dbapi_connection
        if raw.execute("PRAGMA auto_vacuum").fetchone() != (2,):
            raw.execute("PRAGMA auto_vacuum = INCREMENTAL")
            raw.execute("VACUUM")


def named(where: Where) -> str:
    """The record in words."""
    return f"{'record file' if isinstance(where, Path) else 'database'} {shown(where)}"


def damaged(where: Where) -> str:
    """What to say of a file that is none."""
    return f"the {named(where)} is damaged; move it away and start again, or give --data another folder"


def _advice(where: Where) -> str:
    return CHECK if isinstance(where, Path) else "see that it runs and lets you in, then start again"


def _pragmas(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # we begin transactions ourselves, so that changes of form are in one as well
    cursor = connection.cursor()
    for pragma in (
        "auto_vacuum = INCREMENTAL",  # of a new file; deleted pictures give their place back without a long pause
        "journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON", "busy_timeout = 5000", "secure_delete = ON",
    ):  # fmt: skip
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", True)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def own(where: Where) -> Callable[[], None]:
    """Hold the record for this process and return what lets go of it; the system lets go even after kill -9.

    Raises StoreError if another process holds it.
    """
    if isinstance(where, Path):
        return _own_file(where).close
    engine = connect(where)
    with session(engine, where, writes=False):
        pass  # a database that cannot be reached says so in one sentence
    held = engine.connect()
    if not held.execute(text("SELECT pg_try_advisory_lock(:n)"), {"n": OWNER}).scalar():
        held.close()
        raise StoreError(f"another Hwatupan uses the {named(where)}; stop it or name another database")
    held.commit()
    return held.close


def _own_file(path: Path) -> IO[str]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = open(path.with_suffix(".lock"), "w")  # noqa: SIM115 - held until it is closed
    except OSError as error:
        raise StoreError(f"cannot write to the data folder {path.parent}: {error.strerror}; choose another") from None
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise StoreError(f"another Hwatupan uses {path.parent}; stop it or give --data another folder") from None
    return lock


def plain(row: Any) -> dict[str, Any]:
    """A row as a dictionary."""
    return dict(row._mapping)
