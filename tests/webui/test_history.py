"""History: evenings, people and ledgers add up; what is deleted is gone from the disk."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from engine.events import Event
from engine.game import DealSeen
from tests.webui.games import later, told
from webui import sweep
from webui.errors import StoreError, WebError
from webui.history import Evening, History, RoundKept, opened
from webui.keeper import Keeper
from webui.ledger import by_person, over_evenings, running, seat_totals, statistics
from webui.people import COLOURS
from webui.schema import EventRow, MatchRow, PersonRow, PictureRow, RoundRow, SitterRow, TurnRow
from webui.store import Store

MARK = b"\xff\xd8 a picture of this table \xff\xd9"


def play(keeper: Keeper, *seeds: int) -> None:
    """Rounds one after the other."""
    for seed in seeds:
        events: list[Event] = later(list(told(seed)), keeper.seconds + 5)
        for event in events:
            keeper.apply(event)


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    store = Store(tmp_path / "hwatupan.sqlite")
    yield Keeper(store, "0", "korean_standard", 2, 0)
    store.close()


@pytest.fixture
def history(keeper: Keeper) -> History:
    return History(keeper._store.where)


def test_an_evening_has_the_rounds_and_turns_of_the_game(keeper: Keeper, history: History) -> None:
    play(keeper, 3, 4)
    evening = history.evening(keeper.match.id)
    assert seat_totals(evening) == keeper.game.balance
    assert running(evening)[-1] == keeper.game.balance
    assert keeper.game.round is not None
    turns = history.turns(evening.id, 2)
    assert [turn.line["n"] for turn in turns] == [turn.seen.n for turn in keeper.game.round.turns]
    assert evening.begun is not None and evening.rounds[0].ended is not None


def test_another_evening_begins_at_nought_and_the_clock_goes_on(keeper: Keeper, history: History) -> None:
    play(keeper, 3)
    before = keeper.seconds
    keeper.begin(100, before + 2)
    assert (keeper.game.results, keeper.game.balance) == ((), (0, 0))
    assert keeper.seconds == before + 2
    play(keeper, 4)
    newest, oldest = history.evenings()
    assert (newest.stake, len(newest.rounds), len(oldest.rounds)) == (100, 1, 1)
    keeper._store.close()
    again = Keeper(Store(keeper._store.where), "0", "korean_standard", 2, 0)
    assert again.match.id == newest.id
    assert again.game.results == keeper.game.results
    again._store.close()


def test_points_follow_a_person_from_seat_to_seat(keeper: Keeper, history: History) -> None:
    mina, jun, sora = (history.add_person(name) for name in ("Mina", "Jun", "Sora"))
    play(keeper, 3)
    first = keeper.match.id
    history.seat(first, {0: mina.id, 1: jun.id}, 1)
    history.seat(first, {1: sora.id}, 2)
    play(keeper, 4)
    evening = history.evening(first)
    assert (evening.sitter(1, 1), evening.sitter(1, 2), evening.sitter(0, 2)) == (jun.id, sora.id, mina.id)
    nets = [one.result["net"] for one in evening.rounds if one.result]
    assert by_person(evening) == {mina.id: nets[0][0] + nets[1][0], jun.id: nets[0][1], sora.id: nets[1][1]}
    keeper.begin(0, keeper.seconds + 1)
    history.seat(keeper.match.id, {0: jun.id, 1: mina.id}, 1)
    play(keeper, 9)
    told_ = over_evenings(history.evenings()[::-1])
    assert all(sum(points[n] for points in told_.values()) == 0 for n in range(3))
    assert sum(one.net for one in statistics(history.evenings()).values()) == 0


def row(number: int, net: tuple[int, int], winner: int | None, kind: str = "stop", **more: object) -> RoundKept:
    result = {"kind": kind, "winner": winner, "net": list(net), "go": [0, 0], "lines": [], **more}
    return RoundKept(number, None, None, 0, 0, result, None)


def test_statistics_count_wins_go_and_bak() -> None:
    bak = {"name": "pibak", "value": 2, "times": True, "seat": 1}
    rounds = (
        row(1, (14, -14), 0, go=[2, 0], lines=[bak, {**bak, "name": "gwangbak"}]),
        row(2, (-3, 3), 1, go=[0, 0]),
        row(3, (0, 0), None, kind="nagari"),
        row(4, (0, 0), None, kind="void"),
    )
    evening = Evening(1, "0", "korean_standard", 2, None, None, 50, False, rounds, {0: ((1, 7),), 1: ((1, 8),)})
    mina, jun = statistics([evening])[7], statistics([evening])[8]
    assert (mina.rounds, mina.wins, mina.gos, mina.baks, mina.best, mina.net, mina.money) == (3, 1, 2, 0, 14, 11, 550)
    assert (jun.rounds, jun.wins, jun.baks, jun.net) == (3, 1, 2, -11)
    assert mina.win_rate == pytest.approx(1 / 3)
    assert mina.go_average == 2


def test_the_deal_balance_comes_from_thirty_own_deals_on() -> None:
    rng = random.Random(5)

    def dealt(count: int) -> Evening:
        deals = [{"dealer": n % 2, "cards": 10, "brights": rng.randrange(3), "hidden": 0} for n in range(count)]
        rounds = tuple(RoundKept(n + 1, None, None, n % 2, 0, row(n, (0, 0), None, "nagari").result, deal)
                       for n, deal in enumerate(deals))  # fmt: skip
        return Evening(1, "0", "korean_standard", 2, None, None, 0, False, rounds, {0: ((1, 7),)})

    assert statistics([dealt(58)])[7].balance is None
    balance = statistics([dealt(60)])[7].balance
    assert balance is not None and balance.deals == 30
    assert DealSeen(0, 10, 1, 0).cards == 10


def test_names_are_unique_and_short(history: History) -> None:
    history.add_person("  Mina   Kim ")
    assert history.people()[0].name == "Mina Kim"
    for wrong, code in (("Mina Kim", "taken"), ("", "name"), ("x" * 21, "name"), ("a\nb\x00", "name"), ("a,b", "name")):
        with pytest.raises(WebError) as caught:
            history.add_person(wrong)
        assert caught.value.code == code
    with pytest.raises(WebError, match="no colour"):
        history.add_person("Jun", "url(x)")
    chosen = {history.add_person(f"P{n}").colour for n in range(len(COLOURS) - 1)}
    assert len(chosen) == len(COLOURS) - 1


def test_a_forgotten_name_leaves_the_rounds(keeper: Keeper, history: History) -> None:
    mina = history.add_person("Mina")
    history.seat(keeper.match.id, {0: mina.id}, 1)
    play(keeper, 3)
    history.forget_person(mina.id)
    evening = history.evening(keeper.match.id)
    assert evening.sitter(0, 1) is None
    assert len(evening.rounds) == 1
    with pytest.raises(WebError, match="nobody has the number"):
        history.forget_person(mina.id)


def test_a_deleted_evening_is_gone_from_the_disk(keeper: Keeper, history: History, tmp_path: Path) -> None:
    mina = history.add_person("Mina")
    history.seat(keeper.match.id, {0: mina.id}, 1)
    play(keeper, 3, 4)
    old = keeper.match
    for n in range(1, 600):
        keeper._store.keep_picture(old, 1, n, MARK * 40, 10**9)
    keeper.begin(0, keeper.seconds + 1)
    play(keeper, 9)
    files = [tmp_path / "hwatupan.sqlite", tmp_path / "hwatupan.sqlite-wal"]
    size = sum(file.stat().st_size for file in files)
    sweep.delete(history, old.id)
    with pytest.raises(WebError, match="no evening"):
        history.evening(old.id)
    with history.begin() as connection:
        for table in (EventRow, PictureRow, TurnRow, RoundRow, SitterRow):
            gone = connection.execute(select(func.count()).select_from(table).where(table.match == old.id)).scalar()
            assert gone == 0, table
        assert connection.execute(select(func.count()).select_from(MatchRow)).scalar() == 1
        assert connection.execute(select(func.count()).select_from(PersonRow)).scalar() == 1
    keeper._store.close()
    for file in files:
        assert not file.exists() or MARK not in file.read_bytes()
    assert files[0].stat().st_size < size / 2


def test_a_deletion_that_was_cut_off_is_finished_later(keeper: Keeper, history: History,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    play(keeper, 3)
    old = keeper.match.id
    keeper.begin(0, keeper.seconds + 1)
    monkeypatch.setattr(sweep, "some_gone", lambda *_: (_ for _ in ()).throw(StoreError("the plug was pulled")))
    with pytest.raises(StoreError):
        sweep.delete(history, old)
    assert [one.id for one in history.evenings()] == [keeper.match.id]
    monkeypatch.undo()
    sweep.sweep(history)
    with history.begin() as connection:
        assert connection.execute(select(MatchRow.id)).scalars().all() == [keeper.match.id]


def test_an_older_record_can_be_read_without_a_server(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="nothing was played"):
        opened(tmp_path / "none.sqlite")


def test_answers_of_the_evening_before_are_known_where_the_clock_goes_on(keeper: Keeper) -> None:
    play(keeper, 3)
    before = keeper.answers()
    assert before
    keeper.begin(0, keeper.seconds + 1)
    assert keeper.answers() == before
