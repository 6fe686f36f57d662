"""Files out of history and back: nothing is lost on the way, and what is no record is refused in one sentence."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.gameparse import parse_game
from engine.gametext import format_game
from engine.playback import canonical
from engine.rulefile import understood
from engine.rules import preset
from engine.simulate import new_game, next_round
from tests.observed import Film
from tests.webui.games import later, told
from webui.errors import WebError
from webui.exports import as_json, export, file_name, harmless
from webui.history import History
from webui.history_replay import replay_page
from webui.imports import LARGEST, read_evening
from webui.keeper import Keeper
from webui.store import Store


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[History, int]]:
    """An evening of three rounds with two names and a stake."""
    store = Store(tmp_path_factory.mktemp("data") / "hwatupan.sqlite")
    keeper = Keeper(store, "0", "korean_standard", 2, 0)
    for seed in (3, 4, 9):
        for event in later(list(told(seed)), keeper.seconds + 5):
            keeper.apply(event)
    history, match = History(store.where), keeper.match.id
    people = [history.add_person(name) for name in ("Mina", "=Jun")]
    history.seat(match, {0: people[0].id, 1: people[1].id}, 1)
    history.set_stake(match, 100)
    yield history, match
    store.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[History]:
    """Another record, still empty."""
    store = Store(tmp_path / "hwatupan.sqlite")
    yield History(store.where)
    store.close()


def whole(history: History, match: int) -> Any:
    evening = history.evening(match)
    turns = {one.number: history.turns(match, one.number) for one in evening.rounds}
    return as_json(evening, turns, {person.id: person for person in history.people()})


def test_json_comes_back_the_same(kept: tuple[History, int], other: History) -> None:
    history, match = kept
    added = other.add(read_evening(export(history, match, "json").encode()))
    assert whole(other, added) == whole(history, match)
    assert other.evening(added).imported
    assert [person.name for person in other.people()] == ["=Jun", "Mina"]


def test_the_text_record_is_by_the_rules_and_comes_back(kept: tuple[History, int], other: History) -> None:
    history, match = kept
    text = export(history, match, "txt")
    record = parse_game(text)
    assert canonical(record)[1] == ()
    assert record.names == ("Mina", "=Jun")
    assert record.stake == 100
    added = other.add(read_evening(text.encode()))
    before, after = history.evening(match), other.evening(added)
    assert [one.result["net"] for one in after.rounds if one.result] == [
        one.result["net"] for one in before.rounds if one.result
    ]
    assert after.stake == 100
    for one in before.rounds:
        told_, came = history.turns(match, one.number), other.turns(added, one.number)
        assert [(turn.line["captured"], turn.said) for turn in came] == [
            (turn.line["captured"], turn.said) for turn in told_
        ]


def test_a_simulated_match_can_be_imported_and_told_again(other: History) -> None:
    rng = random.Random(5)
    record, match = new_game(preset("korean_standard"), 3, rng, 20)
    for _ in range(4):
        played, match = next_round(match, rng)
        record = replace(record, rounds=(*record.rounds, played))
    added = other.add(read_evening(format_game(record).encode()))
    evening = other.evening(added)
    assert [tuple(one.result["net"]) for one in evening.rounds if one.result] == [
        one.end.net for one in record.rounds if one.end
    ]
    again = parse_game(export(other, added, "txt"))
    assert canonical(again)[1] == ()


def test_a_round_of_four_is_kept_with_the_one_who_sits_out(other: History, tmp_path: Path) -> None:
    store = Store(tmp_path / "four" / "hwatupan.sqlite")
    keeper = Keeper(store, "0", "korean_standard", 4, 0)
    for event in Film(seed=4, players=4).events():
        keeper.apply(event)
    history, match = History(store.where), keeper.match.id
    evening = history.evening(match)
    (one,) = evening.rounds
    turns = history.turns(match, 1)
    for n in range(len(turns) + 1):
        page = replay_page(evening, one, turns, n, understood(evening.rules), {}, (), match, "ko")
        assert len(page.piles) == 4
    assert len(parse_game(export(history, match, "txt")).rounds) == 1
    added = other.add(read_evening(export(history, match, "json").encode()))
    assert whole(other, added) == whole(history, match)
    store.close()


def test_csv_has_a_line_for_each_round_and_seat(kept: tuple[History, int]) -> None:
    history, match = kept
    text = export(history, match, "csv")
    assert text.startswith("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert len(rows) == 6
    assert sum(int(row["points"]) for row in rows) == 0
    assert all(int(row["money"]) == 100 * int(row["points"]) for row in rows)
    assert {row["player"] for row in rows} == {"Mina", "'=Jun"}


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "\tx"])
def test_no_cell_is_a_formula(cell: str) -> None:
    assert harmless(cell) == f"'{cell}"
    assert harmless("영희") == "영희"


def test_file_names_are_plain(kept: tuple[History, int]) -> None:
    history, match = kept
    name = file_name(history.evening(match), "csv")
    assert name.isascii()
    assert "/" not in name and name.endswith(f"-{match}.csv")


NO_RECORDS = (
    b"", b"\xff\xfe\x00", b"[]", b"{}", b"null", b'{"format": "hwatupan evening 1"}', b"[" * 100_000, b"PK\x03\x04",
    b"hwatupan game 1\n", b"hwatupan game 1\nplayers 2\nrules\n  preset = \"nonsense\"\n", b'{"format": NaN}',
)  # fmt: skip


@pytest.mark.parametrize("raw", NO_RECORDS)
def test_what_is_no_record_is_refused_in_one_sentence(raw: bytes) -> None:
    with pytest.raises(WebError) as caught:
        read_evening(raw)
    assert caught.value.code == "import"
    assert "\n" not in str(caught.value)


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(WebError, match="bytes") as caught:
        read_evening(b" " * (LARGEST + 1))
    assert caught.value.status == 413


def paths(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a JSON value."""
    if here:
        yield here
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for key, one in inner:
            yield from paths(one, (*here, key))


JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5),
    st.lists(st.integers(), max_size=3), st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)  # fmt: skip


@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_spoilt_file_is_refused_or_read_and_never_breaks(kept: tuple[History, int], data: st.DataObject) -> None:
    history, match = kept
    spoilt = json.loads(export(history, match, "json"))
    spoilt["rounds"] = spoilt["rounds"][:1]
    way = data.draw(st.sampled_from(list(paths(spoilt))))
    holder = spoilt
    for key in way[:-1]:
        holder = holder[key]
    holder[way[-1]] = data.draw(JUNK)
    try:
        read = read_evening(json.dumps(spoilt).encode())
    except WebError:
        return
    assert 2 <= read.players <= 4
    for one, _ in read.rounds:
        assert one.result is None or sum(one.result["net"]) == 0
