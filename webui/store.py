"""The record file: one SQLite database in WAL mode; the event log in it is the only stored truth.

Every event is committed before what it changes is shown, so a killed server loses nothing that anyone saw.
Rounds are an index into the log; what they hold can be folded again from it.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import IO, Any
from urllib.parse import quote

from sqlalchemy import ForeignKey, LargeBinary, create_engine, event, func, insert, select, text, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.pool import StaticPool

from webui.errors import StoreError

SCHEMA = 1
CHECK = "check space and rights on the disk, or give --data another folder"
Json = dict[str, Any]


class Base(DeclarativeBase):
    """The tables of the record file."""


class MatchRow(Base):
    """A sitting at one table: its rules and players; the newest is the one that goes on."""

    __tablename__ = "match"
    id: Mapped[int] = mapped_column(primary_key=True)
    source: Mapped[str]
    rules: Mapped[str]
    players: Mapped[int]
    dealer: Mapped[int | None]


class RoundRow(Base):
    """Where a round starts in the log, and how it ended once it has."""

    __tablename__ = "round"
    match: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    first_event: Mapped[int]
    result: Mapped[str | None]


class EventRow(Base):
    """One event of the log; *body* is its JSON, deflated (looks at the table are many and alike)."""

    __tablename__ = "event"
    id: Mapped[int] = mapped_column(primary_key=True)
    match: Mapped[int] = mapped_column(ForeignKey("match.id"), index=True)
    seconds: Mapped[float]
    body: Mapped[bytes] = mapped_column(LargeBinary)


class ChoiceRow(Base):
    """What people chose on the page and want to find again: turned picture, paused, seats; value is JSON."""

    __tablename__ = "choice"
    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


@dataclass(frozen=True, slots=True)
class Match:
    """A stored match, without its events."""

    id: int
    source: str
    rules: str
    players: int
    dealer: int | None


class Store:
    """The open record file. Safe to call from several threads; one server at a time owns a file."""

    def __init__(self, path: Path) -> None:
        """Open or create the file at *path*. Raises StoreError: damaged, not writable, newer, or in use."""
        self.path = path
        self._lock = RLock()
        self._owner = _own(path)
        engine = create_engine(f"sqlite:///{path}", poolclass=StaticPool, connect_args={"check_same_thread": False})
        event.listen(engine, "connect", _pragmas)
        self._engine = engine
        try:
            with self._begin() as connection:
                _check(connection, path)
                Base.metadata.create_all(connection)
                connection.execute(text(f"PRAGMA user_version = {SCHEMA}"))
        except StoreError:
            self.close()
            raise

    def close(self) -> None:
        """Close the file and let another server have it."""
        self._engine.dispose()
        self._owner.close()

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        try:
            with self._lock, self._engine.begin() as connection:
                yield connection
        except OperationalError as error:
            raise StoreError(f"cannot use the record file {self.path} ({error.orig}); {CHECK}") from None
        except DatabaseError:
            raise StoreError(_damaged(self.path)) from None

    def newest_match(self) -> Match | None:
        """The match that was last begun, or None in a new file."""
        with self._begin() as connection:
            row = connection.execute(select(MatchRow.__table__).order_by(MatchRow.id.desc()).limit(1)).first()
        return None if row is None else Match(*row)

    def begin_match(self, source: str, rules: str, players: int, dealer: int | None) -> Match:
        """Begin a match; it is the newest from now on."""
        values = {"source": source, "rules": rules, "players": players, "dealer": dealer}
        with self._begin() as connection:
            done = connection.execute(insert(MatchRow).values(**values))
        return Match(_key(done.inserted_primary_key), source, rules, players, dealer)

    def append(self, match: Match, seconds: float, body: Mapping[str, Any]) -> int:
        """Commit one event at the end of the log; returns its number."""
        packed = zlib.compress(json.dumps(body, separators=(",", ":")).encode(), 1)
        with self._begin() as connection:
            done = connection.execute(insert(EventRow).values(match=match.id, seconds=seconds, body=packed))
        return _key(done.inserted_primary_key)

    def events(self, match: Match, after: int = 0) -> list[Json]:
        """The log of a match behind event number *after*, oldest first."""
        query = select(EventRow.body).where(EventRow.match == match.id, EventRow.id > after).order_by(EventRow.id)
        with self._begin() as connection:
            packed = connection.execute(query).scalars().all()
        try:
            return [json.loads(zlib.decompress(body)) for body in packed]
        except (zlib.error, ValueError):
            raise StoreError(_damaged(self.path)) from None

    def last_seconds(self, match: Match) -> float:
        """The time of the newest event, 0 without one."""
        with self._begin() as connection:
            newest = connection.execute(select(func.max(EventRow.seconds)).where(EventRow.match == match.id)).scalar()
        return float(newest or 0.0)

    def note_round(self, match: Match, number: int, first_event: int) -> None:
        """Remember where round *number* starts; noting it again changes nothing."""
        insertion = insert(RoundRow).prefix_with("OR IGNORE")
        with self._begin() as connection:
            connection.execute(insertion.values(match=match.id, number=number, first_event=first_event))

    def note_result(self, match: Match, number: int, result: Mapping[str, Any]) -> None:
        """Remember how round *number* ended."""
        change = update(RoundRow).where(RoundRow.match == match.id, RoundRow.number == number)
        with self._begin() as connection:
            connection.execute(change.values(result=json.dumps(result)))

    def rounds(self, match: Match) -> list[tuple[int, Json | None]]:
        """Number and result (None while it runs) of every round of a match, in order."""
        query = select(RoundRow.number, RoundRow.result).where(RoundRow.match == match.id).order_by(RoundRow.number)
        with self._begin() as connection:
            rows = connection.execute(query).all()
        return [(number, None if result is None else json.loads(result)) for number, result in rows]

    def choices(self) -> Json:
        """Everything that was chosen on the page."""
        with self._begin() as connection:
            rows = connection.execute(select(ChoiceRow.name, ChoiceRow.value)).all()
        return {name: json.loads(value) for name, value in rows}

    def choose(self, name: str, value: Any) -> None:
        """Keep a choice under its name."""
        with self._begin() as connection:
            connection.execute(insert(ChoiceRow).prefix_with("OR REPLACE").values(name=name, value=json.dumps(value)))


def read_newest(path: Path) -> tuple[Match, list[Json]]:
    """The newest match of the record file at *path* and its log; a server may own the file meanwhile.

    Raises StoreError for a file that is no record file, is damaged, or holds no match.
    """
    try:
        connection = sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)
        try:
            query = "SELECT id, source, rules, players, dealer FROM match ORDER BY id DESC LIMIT 1"
            row = connection.execute(query).fetchone()
            if row is None:
                raise StoreError(f"no game was recorded in {path} yet; play one with: hwatupan serve")
            packed = connection.execute("SELECT body FROM event WHERE match = ? ORDER BY id", row[:1]).fetchall()
        finally:
            connection.close()
        return Match(*row), [json.loads(zlib.decompress(body)) for (body,) in packed]
    except (sqlite3.Error, zlib.error, ValueError) as error:
        raise StoreError(f"cannot read the record file {path} ({error}); did hwatupan serve write it?") from None


def _key(key: Any) -> int:
    return int(key[0])


def _damaged(path: Path) -> str:
    return f"the record file {path} is damaged; move it away and start again, or give --data another folder"


def _check(connection: Connection, path: Path) -> None:
    if connection.execute(text("PRAGMA quick_check(1)")).scalar() != "ok":
        raise StoreError(_damaged(path))
    version = int(connection.execute(text("PRAGMA user_version")).scalar() or 0)
    if version > SCHEMA:
        raise StoreError(f"the record file {path} is of format {version}, newer than {SCHEMA}; update Hwatupan")


def _pragmas(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON", "busy_timeout = 2000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _own(path: Path) -> IO[str]:
    """Hold the data folder for this process; the system lets go of it even after kill -9."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = open(path.with_suffix(".lock"), "w")  # noqa: SIM115 - held until close()
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
