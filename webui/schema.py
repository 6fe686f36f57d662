"""The tables of the record: the event log, and beside it what is looked up without folding the log again."""

from __future__ import annotations

from sqlalchemy import Float, ForeignKey, Index, LargeBinary
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

SCHEMA = 2
"""Counted up with every migration; an SQLite file bears it as ``user_version``, so that older programs refuse it."""


class Base(DeclarativeBase):
    """The tables of the record."""


class MatchRow(Base):
    """A sitting at one table: its rules, players and stake; the newest that was played here is the one that goes on."""

    __tablename__ = "match"
    id: Mapped[int] = mapped_column(primary_key=True)
    source: Mapped[str]
    rules: Mapped[str]
    players: Mapped[int]
    dealer: Mapped[int | None]
    begun: Mapped[int | None]  # seconds since 1970, UTC; None: recorded before that was noted
    stake: Mapped[int] = mapped_column(server_default="0")  # money a point; 0: for points
    imported: Mapped[int] = mapped_column(server_default="0")  # 1: read from a file, never goes on
    gone: Mapped[int] = mapped_column(server_default="0")  # 1: deleted, its rows are being removed


class RoundRow(Base):
    """A round: where it lies in the log, how it began, and how it ended once it has. JSON as in ``watch --json``."""

    __tablename__ = "round"
    match: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    first_event: Mapped[int]
    result: Mapped[str | None]
    last_event: Mapped[int | None]
    begun: Mapped[int | None]
    ended: Mapped[int | None]
    dealer: Mapped[int | None]
    nagari: Mapped[int] = mapped_column(server_default="0")  # void rounds in a row before it
    opening: Mapped[str | None]  # the table before the first turn
    deal: Mapped[str | None]  # brights in the dealer's own hand, for the deal balance


class TurnRow(Base):
    """A turn as it is believed; *body* is deflated JSON: the line of the turn and the table after it."""

    __tablename__ = "turn"
    match: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    body: Mapped[bytes] = mapped_column(LargeBinary)
    said: Mapped[str | None]  # "go", where its player said so after it


class PictureRow(Base):
    """The table zones as they looked when a turn was booked."""

    __tablename__ = "picture"
    __table_args__ = (Index("ix_picture_kept", "kept"),)
    match: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    kept: Mapped[int]  # seconds since 1970; the oldest go first
    size: Mapped[int]  # bytes
    jpeg: Mapped[bytes] = mapped_column(LargeBinary)


class EventRow(Base):
    """One event of the log; *body* is its JSON, deflated (looks at the table are many and alike)."""

    __tablename__ = "event"
    id: Mapped[int] = mapped_column(primary_key=True)
    match: Mapped[int] = mapped_column(ForeignKey("match.id"), index=True)
    seconds: Mapped[float] = mapped_column(Float)
    body: Mapped[bytes] = mapped_column(LargeBinary)


class PersonRow(Base):
    """Somebody who plays here, evening after evening; *colour* is a name of `webui.people.COLOURS`."""

    __tablename__ = "person"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    colour: Mapped[str]


class SitterRow(Base):
    """Who sits at a seat from a round on; person None: nobody who is known by name."""

    __tablename__ = "sitter"
    match: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    from_round: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[int | None] = mapped_column(ForeignKey("person.id"))


class ChoiceRow(Base):
    """What people chose on the page and want to find again: turned picture, paused, seats; value is JSON."""

    __tablename__ = "choice"
    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]
