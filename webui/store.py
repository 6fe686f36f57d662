"""The record of the live table; the event log in it is the only stored truth.

Every event is committed before what it changes is shown, so a killed server loses nothing that anyone saw; what people
see is on the disk as well, so neither does a power cut. Rounds and turns are an index into the log.
"""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any
from urllib.parse import quote

from sqlalchemy import Table, delete, func, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.pool import QueuePool, StaticPool

from webui.chronicle import Changes
from webui.database import Where, connect, damaged, migrate, own, session
from webui.errors import StoreError
from webui.schema import ChoiceRow, EventRow, MatchRow, PictureRow, RoundRow, TurnRow

Json = dict[str, Any]
KEY_COLUMNS = (MatchRow.id, MatchRow.source, MatchRow.rules, MatchRow.players, MatchRow.dealer)


@dataclass(frozen=True, slots=True)
class Match:
    """A stored match, without its events."""

    id: int
    source: str
    rules: str
    players: int
    dealer: int | None


class Store:
    """The open record. Safe to call from several threads; one server at a time owns a record."""

    def __init__(self, where: Where, folder: Path | None = None) -> None:
        """Open or create the record, and bring an older one to today's form.

        *folder* is where caches lie; beside a file if it is not given. Raises StoreError: damaged, not writable,
        newer, in use, not reachable.
        """
        self.where = where
        self.folder = folder or (where.parent if isinstance(where, Path) else Path())
        self._lock = RLock()
        self._engine = connect(where, StaticPool if isinstance(where, Path) else QueuePool)
        self._release = own(where)
        try:
            migrate(self._engine, where)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the record and let another server have it."""
        self._engine.dispose()
        self._release()

    @contextmanager
    def _begin(self, *, firmly: bool = False, writes: bool = True) -> Iterator[Connection]:
        """One transaction; *firmly*: it survives a power cut from the moment at which it is done."""
        with self._lock:
            if firmly:
                self._synchronous("FULL")
            try:
                with session(self._engine, self.where, writes=writes) as connection:
                    yield connection
            finally:
                if firmly:
                    self._synchronous("NORMAL")

    def _synchronous(self, how: str) -> None:
        if isinstance(self.where, Path):  # PostgreSQL always writes firmly
            with self._engine.connect() as connection:
                raw: Any = connection.connection.dbapi_connection
                raw.execute(f"PRAGMA synchronous = {how}")

    def newest_match(self) -> Match | None:
        """The match that was last begun at this table, or None in a new record."""
        query = select(*KEY_COLUMNS).where(MatchRow.imported == 0, MatchRow.gone == 0)
        with self._begin(writes=False) as connection:
            row = connection.execute(query.order_by(MatchRow.id.desc()).limit(1)).first()
        return None if row is None else Match(*row)

    def match_before(self, match: Match) -> Match | None:
        """The match that was begun at this table before *match*, if it is still kept."""
        query = select(*KEY_COLUMNS).where(MatchRow.imported == 0, MatchRow.gone == 0, MatchRow.id < match.id)
        with self._begin(writes=False) as connection:
            row = connection.execute(query.order_by(MatchRow.id.desc()).limit(1)).first()
        return None if row is None else Match(*row)

    def begin_match(self, source: str, rules: str, players: int, dealer: int | None, stake: int = 0) -> Match:
        """Begin a match; it is the newest from now on. *stake*: money a point."""
        values = {"source": source, "rules": rules, "players": players, "dealer": dealer}
        with self._begin(firmly=True) as connection:
            done = connection.execute(insert(MatchRow).values(**values, begun=now(), stake=stake))
        return Match(_key(done.inserted_primary_key), source, rules, players, dealer)

    def append(
        self, match: Match, seconds: float, body: Json, index: Changes | None = None, *, firmly: bool = True
    ) -> int:
        """Commit one event at the end of the log, and what it changes in the *index*; returns its number."""
        with self._begin(firmly=firmly) as connection:
            done = connection.execute(insert(EventRow).values(match=match.id, seconds=seconds, body=packed(body)))
            number = _key(done.inserted_primary_key)
            if index is not None:
                write_index(connection, match.id, index, number, now())
        return number

    def events(self, match: Match, after: int = 0) -> list[Json]:
        """The log of a match behind event number *after*, oldest first."""
        query = select(EventRow.body).where(EventRow.match == match.id, EventRow.id > after).order_by(EventRow.id)
        with self._begin(writes=False) as connection:
            bodies = connection.execute(query).scalars().all()
        try:
            return [unpacked(body) for body in bodies]
        except (zlib.error, ValueError):
            raise StoreError(damaged(self.where)) from None

    def stamp(self, match: Match, number: int) -> str:
        """What tells the event of that number from that of another record; empty if there is none."""
        query = select(EventRow.seconds, EventRow.body).where(EventRow.match == match.id, EventRow.id == number)
        with self._begin(writes=False) as connection:
            row = connection.execute(query).first()
        return "" if row is None else f"{row.seconds!r}:{zlib.crc32(row.body):08x}"

    def last_seconds(self, match: Match) -> float:
        """The time of the newest event, 0 without one."""
        with self._begin(writes=False) as connection:
            newest = connection.execute(select(func.max(EventRow.seconds)).where(EventRow.match == match.id)).scalar()
        return float(newest or 0.0)

    def rounds(self, match: Match) -> list[tuple[int, Json | None]]:
        """Number and result (None while it runs) of every round of a match, in order."""
        query = select(RoundRow.number, RoundRow.result).where(RoundRow.match == match.id).order_by(RoundRow.number)
        with self._begin(writes=False) as connection:
            rows = connection.execute(query).all()
        return [(number, None if result is None else json.loads(result)) for number, result in rows]

    def keep_picture(self, match: Match, round_: int, n: int, jpeg: bytes, most: int) -> None:
        """Keep the picture of a turn; the oldest go when all together have more than *most* bytes."""
        key = {"match": match.id, "round": round_, "n": n}
        with self._begin() as connection:
            put(connection, PictureRow.__table__, key, {"kept": now(), "size": len(jpeg), "jpeg": jpeg})
            over = int(connection.execute(select(func.sum(PictureRow.size))).scalar() or 0) - most
            if over > 0:
                _drop_oldest(connection, over)

    def pictured(self, match: Match) -> frozenset[tuple[int, int]]:
        """Round and number of every turn of which a picture is kept."""
        query = select(PictureRow.round, PictureRow.n).where(PictureRow.match == match.id)
        with self._begin(writes=False) as connection:
            return frozenset((row.round, row.n) for row in connection.execute(query).all())

    def choices(self) -> Json:
        """Everything that was chosen on the page."""
        with self._begin(writes=False) as connection:
            rows = connection.execute(select(ChoiceRow.name, ChoiceRow.value)).all()
        return {name: json.loads(value) for name, value in rows}

    def choose(self, name: str, value: Any) -> None:
        """Keep a choice under its name."""
        with self._begin() as connection:
            put(connection, ChoiceRow.__table__, {"name": name}, {"value": json.dumps(value)})


def write_index(connection: Connection, match: int, index: Changes, event: int, at: int) -> None:
    """Bring rounds and turns of *match* into step with what event number *event* changed."""
    for table, column in ((PictureRow, PictureRow.round), (TurnRow, TurnRow.round), (RoundRow, RoundRow.number)):
        connection.execute(delete(table).where(table.match == match, column > index.rounds))
    if index.begun is not None:
        note = index.begun
        values = {"dealer": note.dealer, "nagari": note.nagari, "opening": json.dumps(note.opening)}
        fresh = {"first_event": event, "begun": at}
        put(connection, RoundRow.__table__, {"match": match, "number": note.number}, values, fresh)
    for row in (PictureRow, TurnRow):
        gone = (row.match == match, row.round == index.round, row.n > index.kept)
        connection.execute(delete(row).where(*gone))
    for n, body in index.turns:
        put(connection, TurnRow.__table__, {"match": match, "round": index.round, "n": n}, {"body": packed(body)})
    if index.said is not None:
        n, word = index.said
        turn = (TurnRow.match == match, TurnRow.round == index.round, TurnRow.n == n)
        connection.execute(update(TurnRow).where(*turn).values(said=word))
    for number, result, deal in index.results:
        ended = {"ended": at, "last_event": event} if result is not None else {"ended": None, "last_event": None}
        told = {"result": _json(result), "deal": _json(deal), **ended}
        connection.execute(update(RoundRow).where(RoundRow.match == match, RoundRow.number == number).values(**told))


def put(connection: Connection, table: Any, key: Json, values: Json, fresh: Json | None = None) -> None:
    """Change the row of that *key*, or insert it, with the values *fresh* as well; the same in every database."""
    where = [table.c[name] == value for name, value in key.items()]
    assert isinstance(table, Table)
    if not connection.execute(update(table).where(*where).values(**values)).rowcount:
        connection.execute(insert(table).values(**key, **values, **(fresh or {})))


def _drop_oldest(connection: Connection, over: int) -> None:
    query = select(PictureRow.match, PictureRow.round, PictureRow.n, PictureRow.size)
    for match, round_, n, size in connection.execute(query.order_by(PictureRow.kept, PictureRow.n).limit(50)).all():
        which = (PictureRow.match == match, PictureRow.round == round_, PictureRow.n == n)
        connection.execute(delete(PictureRow).where(*which))
        over -= size
        if over <= 0:
            return


def read_newest(path: Path) -> tuple[Match, list[Json]]:
    """The newest match of the record file at *path* and its log; a server may own the file meanwhile.

    A file of an older form is read as it is. Raises StoreError for a file that is no record file, is damaged, or holds
    no match.
    """
    try:
        connection = sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)
        try:
            columns = {row[1] for row in connection.execute("PRAGMA table_info(match)")}
            ours = "WHERE imported = 0 AND gone = 0" if "imported" in columns else ""
            query = f"SELECT id, source, rules, players, dealer FROM match {ours} ORDER BY id DESC LIMIT 1"
            row = connection.execute(query).fetchone()
            if row is None:
                raise StoreError(f"no game was recorded in {path} yet; play one with: hwatupan serve")
            bodies = connection.execute("SELECT body FROM event WHERE match = ? ORDER BY id", row[:1]).fetchall()
        finally:
            connection.close()
        return Match(*row), [unpacked(body) for (body,) in bodies]
    except (sqlite3.Error, zlib.error, ValueError) as error:
        raise StoreError(f"cannot read the record file {path} ({error}); did hwatupan serve write it?") from None


def packed(body: Mapping[str, Any]) -> bytes:
    """JSON, deflated."""
    return zlib.compress(json.dumps(body, separators=(",", ":")).encode(), 1)


def unpacked(body: bytes) -> Json:
    """What `packed` made. Raises zlib.error or ValueError for anything else."""
    data: Json = json.loads(zlib.decompress(body))
    return data


def now() -> int:
    """Seconds since 1970, UTC."""
    return int(time.time())


def shrink(connection: Connection) -> None:
    """Give the place of deleted rows back to the disk, a little at a time; nothing to do for PostgreSQL."""
    if connection.dialect.name == "sqlite":
        raw: Any = connection.connection.dbapi_connection
        raw.execute("PRAGMA incremental_vacuum(500)").fetchall()  # a page at each step


def _json(value: Json | None) -> str | None:
    return None if value is None else json.dumps(value)


def _key(key: Any) -> int:
    return int(key[0])
