"""Rounds that were counted by hand, kept as evenings of their own beside those that were watched."""

from __future__ import annotations

from sqlalchemy import delete, insert, update

from webui.history import Evening, History, RoundKept, row_of
from webui.schema import MatchRow, RoundRow

SOURCE = "hand"
STILL_S = 12 * 3600
"""An evening to which nothing was added for so long is over."""


def going(history: History, rules: str, players: int, now: int) -> Evening | None:
    """The evening that a round counted now belongs to: the newest, if its rules and players are these."""
    newest = history.newest_of(SOURCE)
    if newest is None or (newest.rules, newest.players) != (rules, players):
        return None
    last = max((one.ended or 0 for one in newest.rounds), default=newest.begun or 0)
    return newest if now - last < STILL_S else None


def begin(history: History, rules: str, players: int, now: int) -> int:
    """Begin an evening; no camera ever goes on with it, as with one that was imported."""
    values = {"source": SOURCE, "rules": rules, "players": players, "begun": now, "imported": 1}
    with history.begin(writes=True) as connection:
        key = connection.execute(insert(MatchRow).values(**values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def keep(history: History, evening: int, one: RoundKept) -> None:
    """Add a round at the end of the evening."""
    with history.begin(writes=True) as connection:
        connection.execute(insert(RoundRow).values(match=evening, **row_of(one)))


def drop(history: History, evening: Evening) -> int | None:
    """Take its last round away; the number of that round, None without one. An evening without rounds goes too."""
    if not evening.rounds:
        return None
    last = evening.rounds[-1].number
    with history.begin(writes=True) as connection:
        connection.execute(delete(RoundRow).where(RoundRow.match == evening.id, RoundRow.number == last))
        if len(evening.rounds) == 1:
            connection.execute(update(MatchRow).where(MatchRow.id == evening.id).values(gone=1))
    return last
