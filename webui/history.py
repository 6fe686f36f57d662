"""What was played here: evenings, rounds, turns, pictures and people, read beside the server that writes them.

It has connections of its own, so that a long look at history never makes the table wait.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.engine import Connection, Row

from webui.database import Where, connect, damaged, own, revision, session
from webui.errors import StoreError, WebError
from webui.people import COLOURS, Person, checked_colour, checked_name
from webui.schema import SCHEMA, EventRow, MatchRow, PersonRow, PictureRow, RoundRow, SitterRow, TurnRow
from webui.store import Store, packed, put, unpacked

if TYPE_CHECKING:
    from webui.imports import Read

Json = dict[str, Any]
Seating = dict[int, tuple[tuple[int, int | None], ...]]
"""Seat -> (first round, person), the rounds ascending."""


@dataclass(frozen=True, slots=True)
class RoundKept:
    """A round without its turns; *result* is a line of ``watch --json``."""

    number: int
    begun: int | None
    ended: int | None
    dealer: int | None
    nagari: int
    result: Json | None
    deal: Json | None
    opening: Json | None = None


@dataclass(frozen=True, slots=True)
class TurnKept:
    """A turn: its line, the table after it, and whether its player said Go."""

    n: int
    line: Json
    table: Json
    said: str | None


@dataclass(frozen=True, slots=True)
class Evening:
    """A match as it is remembered."""

    id: int
    source: str
    rules: str
    players: int
    dealer: int | None
    begun: int | None
    stake: int
    imported: bool
    rounds: tuple[RoundKept, ...] = ()
    seats: Seating = field(default_factory=dict)

    def sitter(self, seat: int, number: int) -> int | None:
        """Who sat there in round *number*: a person, None for nobody who is known."""
        told = [person for first, person in self.seats.get(seat, ()) if first <= number]
        return told[-1] if told else None


class History:
    """Reads and mends what is kept. Safe to call from several threads."""

    def __init__(self, where: Where) -> None:
        """Nothing is opened before the first question."""
        self.where = where
        self.engine = connect(where)

    @contextmanager
    def begin(self, *, writes: bool = False) -> Iterator[Connection]:
        """A transaction; *writes*: one that changes something."""
        with session(self.engine, self.where, writes=writes) as connection:
            yield connection

    def evenings(self) -> tuple[Evening, ...]:
        """Every evening with its rounds, the newest first."""
        return self._evenings(MatchRow.gone == 0)

    def evening(self, number: int) -> Evening:
        """One evening. Raises WebError (404) without it."""
        found = self._evenings(MatchRow.gone == 0, MatchRow.id == number)
        if not found:
            raise WebError("evening", f"no evening {number} is kept; GET /history lists them", 404)
        return found[0]

    def newest_of(self, source: str) -> Evening | None:
        """The newest evening of a source, None if there is none."""
        newest = select(func.max(MatchRow.id)).where(MatchRow.gone == 0, MatchRow.source == source)
        found = self._evenings(MatchRow.id == newest.scalar_subquery())
        return found[0] if found else None

    def _evenings(self, *which: Any) -> tuple[Evening, ...]:
        matches = select(MatchRow.__table__).where(*which).order_by(MatchRow.id.desc())
        ids = select(MatchRow.id).where(*which)
        rounds = select(RoundRow.__table__).where(RoundRow.match.in_(ids)).order_by(RoundRow.match, RoundRow.number)
        seats = select(SitterRow.__table__).where(SitterRow.match.in_(ids)).order_by(SitterRow.from_round)
        with self.begin() as connection:
            found = connection.execute(matches).all()
            own_rounds, own_seats = connection.execute(rounds).all(), connection.execute(seats).all()
        by_match: dict[int, list[RoundKept]] = {}
        for row in own_rounds:
            by_match.setdefault(row.match, []).append(_round(row))
        seatings: dict[int, Seating] = {}
        for row in own_seats:
            seating = seatings.setdefault(row.match, {})
            seating[row.seat] = (*seating.get(row.seat, ()), (row.from_round, row.person))
        return tuple(_evening(row, by_match.get(row.id, []), seatings.get(row.id, {})) for row in found)

    def turns(self, match: int, number: int) -> tuple[TurnKept, ...]:
        """The turns of a round, in order."""
        query = select(TurnRow.n, TurnRow.body, TurnRow.said).where(TurnRow.match == match, TurnRow.round == number)
        with self.begin() as connection:
            rows = connection.execute(query.order_by(TurnRow.n)).all()
        try:
            bodies = [(n, unpacked(body), said) for n, body, said in rows]
        except (zlib.error, ValueError):
            raise StoreError(damaged(self.where)) from None
        return tuple(TurnKept(n, body["turn"], body["table"], said) for n, body, said in bodies)

    def pictured(self, match: int, number: int) -> frozenset[int]:
        """The turns of a round of which a picture is kept."""
        query = select(PictureRow.n).where(PictureRow.match == match, PictureRow.round == number)
        with self.begin() as connection:
            return frozenset(connection.execute(query).scalars())

    def picture(self, match: int, number: int, n: int) -> bytes | None:
        """The JPEG of a turn."""
        which = (PictureRow.match == match, PictureRow.round == number, PictureRow.n == n)
        with self.begin() as connection:
            return connection.execute(select(PictureRow.jpeg).where(*which)).scalar()

    def events(self, match: int, after: int, limit: int) -> tuple[Json, ...]:
        """At most *limit* newest events behind number *after*, oldest first."""
        query = select(EventRow.body).where(EventRow.match == match, EventRow.id > after)
        with self.begin() as connection:
            bodies = connection.execute(query.order_by(EventRow.id.desc()).limit(limit)).scalars().all()
        return tuple(unpacked(body) for body in reversed(bodies))

    def last_event(self, match: int, number: int) -> int:
        """The last event of round *number*, 0 if that is not known: what comes later belongs to the next round."""
        query = select(RoundRow.last_event).where(RoundRow.match == match, RoundRow.number == number)
        with self.begin() as connection:
            return int(connection.execute(query).scalar() or 0)

    def picture_bytes(self, match: int) -> int:
        """How much room the pictures of an evening take."""
        query = select(func.sum(PictureRow.size)).where(PictureRow.match == match)
        with self.begin() as connection:
            return int(connection.execute(query).scalar() or 0)

    # people

    def people(self) -> tuple[Person, ...]:
        """Everybody with a name, by name."""
        with self.begin() as connection:
            rows = connection.execute(select(PersonRow.__table__).order_by(PersonRow.name)).all()
        return tuple(Person(*row) for row in rows)

    def add_person(self, name: object, colour: object = None) -> Person:
        """Remember somebody; without a *colour* one that few have. Raises WebError for a name that is taken."""
        known = self.people()
        wanted = checked_name(name)
        free = min(COLOURS, key=lambda one: sum(person.colour == one for person in known))
        chosen = free if colour is None else checked_colour(colour)
        _refuse_taken(known, wanted, None)
        with self.begin(writes=True) as connection:
            done = connection.execute(insert(PersonRow).values(name=wanted, colour=chosen))
        return Person(_key(done.inserted_primary_key), wanted, chosen)

    def change_person(self, number: int, name: object, colour: object) -> Person:
        """Give somebody another name or colour. Raises WebError for a name that is taken, or nobody."""
        person = Person(number, checked_name(name), checked_colour(colour))
        _refuse_taken(self.people(), person.name, number)
        which = update(PersonRow).where(PersonRow.id == number)
        with self.begin(writes=True) as connection:
            if not connection.execute(which.values(name=person.name, colour=person.colour)).rowcount:
                raise _nobody(number)
        return person

    def forget_person(self, number: int) -> None:
        """Forget a name; the rounds stay, played by nobody who is known."""
        with self.begin(writes=True) as connection:
            connection.execute(update(SitterRow).where(SitterRow.person == number).values(person=None))
            if not connection.execute(delete(PersonRow).where(PersonRow.id == number)).rowcount:
                raise _nobody(number)

    def seat(self, match: int, seating: Mapping[int, int | None], from_round: int) -> None:
        """Say who sits where from a round on; from round 1: all evening."""
        known = {person.id for person in self.people()}
        for person in seating.values():
            if person is not None and person not in known:
                raise _nobody(person)
        with self.begin(writes=True) as connection:
            for seat, person in seating.items():
                which = (SitterRow.match == match, SitterRow.seat == seat, SitterRow.from_round >= from_round)
                connection.execute(delete(SitterRow).where(*which))
                key = {"match": match, "seat": seat, "from_round": from_round}
                put(connection, SitterRow.__table__, key, {"person": person})

    def set_stake(self, match: int, stake: int) -> None:
        """Money a point, 0 for points."""
        with self.begin(writes=True) as connection:
            connection.execute(update(MatchRow).where(MatchRow.id == match).values(stake=stake))

    def add(self, read: Read) -> int:
        """Keep an evening that was read from a file, and everybody who is named in it; returns its number."""
        match = {"source": "import", "rules": read.rules, "players": read.players, "dealer": read.dealer}
        people = {person.name: person.id for person in self.people()}
        for sitting in read.sitters:
            if sitting.name not in people:
                people[sitting.name] = self.add_person(sitting.name, sitting.colour).id
        with self.begin(writes=True) as connection:
            more = {"begun": read.begun, "stake": read.stake, "imported": 1}
            number = _key(connection.execute(insert(MatchRow).values(**match, **more)).inserted_primary_key)
            for one, turns in read.rounds:
                connection.execute(insert(RoundRow).values(match=number, **row_of(one)))
                for turn in turns:
                    body = packed({"turn": turn.line, "table": turn.table})
                    key = {"match": number, "round": one.number, "n": turn.n}
                    connection.execute(insert(TurnRow).values(**key, body=body, said=turn.said))
            for sitter in read.sitters:
                key = {"match": number, "seat": sitter.seat, "from_round": sitter.from_round}
                put(connection, SitterRow.__table__, key, {"person": people[sitter.name]})
        return number


def opened(where: Where) -> History:
    """The history of a record that a server may be using; an older one is brought to today's form first.

    Raises StoreError if there is none, or an older one is in use by an older server.
    """
    if isinstance(where, Path) and not where.exists():
        raise StoreError(f"nothing was played in {where.parent} yet; play with: hwatupan serve, or name --data")
    history = History(where)
    with history.begin() as connection:
        old = revision(connection)
    if old != SCHEMA:
        Store(where).close()
    return history


def free(where: Where) -> bool:
    """Whether no server uses the record now."""
    try:
        own(where)()
    except StoreError:
        return False
    return True


def _evening(row: Row[Any], rounds: list[RoundKept], seats: Seating) -> Evening:
    return Evening(
        row.id, row.source, row.rules, row.players, row.dealer, row.begun, row.stake, bool(row.imported),
        tuple(rounds), seats,
    )  # fmt: skip


def _round(row: Row[Any]) -> RoundKept:
    return RoundKept(
        row.number, row.begun, row.ended, row.dealer, row.nagari,
        _json(row.result), _json(row.deal), _json(row.opening),
    )  # fmt: skip


def row_of(one: RoundKept) -> Json:
    """The values of a round's row, without its evening."""
    told = {"opening": one.opening, "result": one.result, "deal": one.deal}
    return {
        "number": one.number, "first_event": 0, "begun": one.begun, "ended": one.ended, "dealer": one.dealer,
        "nagari": one.nagari, **{key: None if value is None else json.dumps(value) for key, value in told.items()},
    }  # fmt: skip


def _json(value: str | None) -> Json | None:
    return None if value is None else json.loads(value)


def _key(key: Any) -> int:
    return int(key[0])


def _refuse_taken(known: tuple[Person, ...], name: str, own: int | None) -> None:
    if any(person.name == name and person.id != own for person in known):
        raise WebError("taken", f"somebody is called {name!r} already; take another name", 409)


def _nobody(number: int) -> WebError:
    return WebError("person", f"nobody has the number {number}; GET /players shows everybody", 404)
