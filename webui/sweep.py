"""Deletes evenings for good, with their log and pictures, a little at a time, so that the table never waits."""

from __future__ import annotations

from pathlib import Path
from time import sleep
from typing import Any

from sqlalchemy import delete as remove
from sqlalchemy import select, text, update

from webui.history import History
from webui.schema import EventRow, MatchRow, PictureRow, RoundRow, SitterRow, TurnRow
from webui.store import shrink

CHUNK, PICTURES = 500, 20
"""Rows that are deleted at a time: a few milliseconds of work."""

PAUSE_S = 0.12
"""Between two steps. SQLite asks again for a lock after 0.1 s at the latest, so the table comes in."""


def delete(history: History, match: int) -> None:
    """Delete an evening; a crash before the end is made up for by the next `sweep`."""
    hide(history, match)
    sweep(history)


def hide(history: History, match: int) -> None:
    """Let nobody find the evening any more; its rows are left for `sweep`. Raises WebError (404) without it."""
    history.evening(match)
    with history.begin(writes=True) as connection:
        connection.execute(update(MatchRow).where(MatchRow.id == match).values(gone=1))


def sweep(history: History) -> None:
    """Remove what is left of hidden evenings, and give its place back to the disk."""
    with history.begin() as connection:
        gone = connection.execute(select(MatchRow.id).where(MatchRow.gone == 1)).scalars().all()
    for match in gone:
        for row in (EventRow, PictureRow, TurnRow, RoundRow, SitterRow):
            while some_gone(history, row, match):
                sleep(PAUSE_S)
        with history.begin(writes=True) as connection:
            connection.execute(remove(MatchRow).where(MatchRow.id == match))
    if gone and isinstance(history.where, Path):
        _shrink(history)


def some_gone(history: History, row: Any, match: int) -> bool:
    """Remove some rows of an evening; whether there may be more."""
    key = list(row.__table__.primary_key.columns)
    with history.begin(writes=True) as connection:
        most = PICTURES if row is PictureRow else CHUNK
        some = connection.execute(select(*key).where(row.match == match).limit(most)).all()
        for one in some:
            connection.execute(remove(row).where(*(c == v for c, v in zip(key, one, strict=True))))
    return len(some) == most


def _shrink(history: History) -> None:
    free = 1
    while free > 0:
        with history.begin(writes=True) as connection:
            before = int(connection.execute(text("PRAGMA freelist_count")).scalar() or 0)
            shrink(connection)
            after = int(connection.execute(text("PRAGMA freelist_count")).scalar() or 0)
        free = after if after < before else 0
        sleep(PAUSE_S if free else 0)
    with history.engine.connect() as idle:
        raw: Any = idle.connection.dbapi_connection
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
