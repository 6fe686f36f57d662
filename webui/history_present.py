"""From what is kept to the pages of history, in one language. Pure: times are told by the caller's time zone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from webui import hand_rounds
from webui import history_views as views
from webui.chart import Chart, Series, chart
from webui.history import Evening, RoundKept
from webui.ledger import (
    Stats,
    by_person,
    finished,
    nets,
    over_evenings,
    running,
    seat_totals,
    statistics,
)
from webui.people import COLOURS, Person
from webui.texts import Language, say, seat_name

People = Mapping[int, Person]
NOBODY = "none"
"""The colour of a seat without a name; seats get 1, 2 … behind it."""


def who(evening: Evening, seat: int, number: int, people: People, language: Language) -> tuple[str, str]:
    """Name and colour of who sat there in round *number*: the person, else the place at the table."""
    person = people.get(evening.sitter(seat, number) or 0)
    if person is not None:
        return person.name, person.colour
    return seat_name(seat, evening.players, language), f"{NOBODY}{seat}"


def list_page(evenings: Sequence[Evening], people: People, current: int, language: Language) -> views.ListView:
    """Every evening in which a round was finished, by month, the newest first."""
    shown = [one for one in evenings if finished(one) or one.id == current]
    months: dict[tuple[int, int], list[Evening]] = {}
    for one in shown:
        months.setdefault(_month(one), []).append(one)
    told = tuple(
        views.MonthView(
            _month_title(month, language),
            _month_shares(own, people, language),
            tuple(_listed(one, people, current, language) for one in own),
        )
        for month, own in sorted(months.items(), reverse=True)
    )
    return views.ListView(told, evenings_chart(shown, people, language))


def evenings_chart(evenings: Sequence[Evening], people: People, language: Language) -> Chart | None:
    """The points of every person over the *evenings* (newest first), from two evenings on."""
    known = [one for one in reversed(evenings) if by_person(one)]
    if len(known) < 2:
        return None
    told = over_evenings(known)
    lines = [(people[person], values) for person, values in told.items() if person in people]
    series = [Series(person.name, person.colour, values) for person, values in lines]
    return chart(series, [say("history.chart_start", language), *(_short(one, language) for one in known)])


def _month(evening: Evening) -> tuple[int, int]:
    at = _local(evening.begun)
    return (at.year, at.month) if at else (0, 0)


def _month_title(month: tuple[int, int], language: Language) -> str:
    year, number = month
    if not year:
        return say("history.earlier", language)
    return say("history.month", language, year=year, name=say(f"monthname.{number}", language))


def _month_shares(evenings: Sequence[Evening], people: People, language: Language) -> tuple[views.PointsView, ...]:
    points: dict[int, int] = {}
    money: dict[int, int] = {}
    for one in evenings:
        for person, won in by_person(one).items():
            points[person] = points.get(person, 0) + won
            money[person] = money.get(person, 0) + won * one.stake
    best = sorted((one for one in points if one in people), key=lambda one: -points[one])
    return tuple(
        _points(people[one].name, people[one].colour, points[one], money[one], language) for one in best
    )  # fmt: skip


def _listed(evening: Evening, people: People, current: int, language: Language) -> views.EveningView:
    return views.EveningView(
        evening.id, title(evening, language), detail(evening, language), shares(evening, people, language),
        evening.id == current, _origin(evening, language),
    )  # fmt: skip


def title(evening: Evening, language: Language) -> str:
    """The day of an evening."""
    at = _local(evening.begun)
    if at is None:
        return say("history.no_date", language)
    return _day(at, language)


def _day(at: datetime, language: Language) -> str:
    weekday, name = say(f"weekday.{at.weekday()}", language), say(f"monthname.{at.month}", language)
    return say("history.day", language, day=at.day, weekday=weekday, name=name)


def _short(evening: Evening, language: Language) -> str:
    at = _local(evening.begun)
    return f"{at.month}/{at.day}" if at and language == "ko" else f"{at.day}/{at.month}" if at else ""


def detail(evening: Evening, language: Language) -> str:
    """How many played how long."""
    facts = say("history.facts", language, players=evening.players, rounds=len(finished(evening)))
    ended = [at for at in (_local(one.ended) for one in evening.rounds) if at]
    begun = _local(evening.begun)
    if not begun or not ended:
        return facts
    return f"{facts} · {say('history.from_to', language, start=_clock(begun), end=_clock(max(ended)))}"


def shares(evening: Evening, people: People, language: Language) -> tuple[views.PointsView, ...]:
    """Who has what: by person where seats changed hands, else by seat; the best first."""
    last = max((one.number for one in evening.rounds), default=1)
    told: dict[tuple[str, str], int] = {}
    for one in finished(evening):
        for seat, points in enumerate(nets(one)):
            key = who(evening, seat, one.number, people, language)
            told[key] = told.get(key, 0) + points
    for seat in range(evening.players):
        told.setdefault(who(evening, seat, last, people, language), 0)
    best = sorted(told.items(), key=lambda item: -item[1])
    return tuple(_points(*key, points, points * evening.stake, language) for key, points in best)


def _points(name: str, colour: str, points: int, money: int, language: Language) -> views.PointsView:
    text = say("history.points", language, points=points) if points else say("history.zero", language)
    return views.PointsView(name, colour, points, text, say("history.money", language, money=money) if money else "")


def evening_page(
    evening: Evening, people: People, current: int, picture_bytes: int, language: Language
) -> views.EveningPage:
    """One evening."""
    last = max((one.number for one in evening.rounds), default=1)
    names = [who(evening, seat, last, people, language) for seat in range(evening.players)]
    steps = running(evening)
    series = [Series(*names[seat], tuple(step[seat] for step in steps)) for seat in range(evening.players)]
    marks = ["", *(str(one.number) for one in finished(evening))]
    megabytes = f"{picture_bytes / 1e6:.1f}"
    return views.EveningPage(
        id=evening.id,
        title=title(evening, language),
        detail=detail(evening, language),
        shares=shares(evening, people, language),
        rounds=tuple(_round(evening, one, people, current, language) for one in evening.rounds),
        chart=chart(series, marks) if len(steps) > 2 else None,
        seats=tuple(
            views.SeatChoice(seat, seat_name(seat, evening.players, language), evening.sitter(seat, last + 1))
            for seat in range(evening.players)
        ),
        people=tuple(people.values()),
        stake=evening.stake,
        current=evening.id == current,
        origin=_origin(evening, language),
        pictures=say("history.pictures", language, megabytes=megabytes) if picture_bytes else "",
    )


def _origin(evening: Evening, language: Language) -> str:
    if evening.source == hand_rounds.SOURCE:
        return say("count.by_hand", language)
    return say("history.imported", language) if evening.imported else ""


def _round(evening: Evening, one: RoundKept, people: People, current: int, language: Language) -> views.RoundView:
    won = nets(one)
    at = _local(one.ended or one.begun)
    winner = one.result["winner"] if one.result else None
    return views.RoundView(
        number=one.number,
        title=result_title(evening, one, people, current, language),
        detail=_go(one, winner, language),
        time=_clock(at) if at else "",
        nets=tuple(f"{net:+d}" if net else "0" for net in won),
        signs=tuple("plus" if net > 0 else "minus" if net < 0 else "even" for net in won),
        winner=winner,
        kept=one.opening is not None or bool(one.result and any(one.result.get("captured", ()))),
    )


def result_title(evening: Evening, one: RoundKept, people: People, current: int, language: Language) -> str:
    """How a round ended, in words."""
    if one.result is None:
        goes_on = evening.id == current and one is evening.rounds[-1]
        return say("history.running" if goes_on else "history.no_end", language)
    winner = one.result["winner"]
    name = "" if winner is None else who(evening, winner, one.number, people, language)[0]
    return say(f"result.{one.result['kind']}", language, who=name)


def _go(one: RoundKept, winner: int | None, language: Language) -> str:
    gos = one.result.get("go", ()) if one.result else ()
    count = gos[winner] if winner is not None and winner < len(gos) else 0
    return say("history.go", language, count=count) if count else ""


def totals_row(evening: Evening) -> tuple[str, ...]:
    """The sums below the rounds."""
    return tuple(f"{total:+d}" if total else "0" for total in seat_totals(evening))


def people_page(evenings: Sequence[Evening], people: People, language: Language) -> views.PeoplePage:
    """Everybody with a name, with statistics over all evenings."""
    told = statistics(evenings)
    shown = sorted(people.values(), key=lambda one: -(told[one.id].rounds if one.id in told else 0))
    return views.PeoplePage(
        tuple(_person(one, told.get(one.id), language) for one in shown), COLOURS,
        evenings_chart(evenings, people, language),
    )  # fmt: skip


def _person(person: Person, stats: Stats | None, language: Language) -> views.PersonView:
    if stats is None:
        return views.PersonView(person, (), "", "", "")
    facts: dict[str, Any] = {
        "rounds": stats.rounds,
        "evenings": stats.evenings,
        "wins": stats.wins,
        "win_rate": f"{stats.win_rate:.0%}",
        "go": f"{stats.go_average:.1f}",
        "baks": stats.baks,
        "best": _points("", "", stats.best, 0, language).text,
    }
    share = _points(person.name, person.colour, stats.net, stats.money, language)
    shown = tuple((say(f"people.{key}", language), str(value)) for key, value in facts.items())
    return views.PersonView(person, shown, _deals(stats, language), share.text, share.money)


def _deals(stats: Stats, language: Language) -> str:
    told = stats.balance
    if told is None:
        return ""
    exact = told.low == told.high
    count = str(told.low) if exact else say("people.deal_range", language, low=told.low, high=told.high)
    return say(
        "people.deal", language, deals=told.deals, count=count, expected=told.expected, spread=told.spread
    )  # fmt: skip


def _local(seconds: int | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds)


def _clock(at: datetime) -> str:
    return f"{at.hour}:{at.minute:02d}"
