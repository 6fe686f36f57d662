"""Rounds and turns are kept as the game has them, whatever is undone or mended; pictures show the table only."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
from sqlalchemy import select

from engine.events import CardMove, Corrected, NewRound, Said, Say, Undone, table_json
from engine.observation import Zone, ZoneKind
from engine.outputs import TurnSeen
from tests.webui.games import later, prompted, told
from vision.layout import default
from vision.types import Frame
from webui.album import Album, table_only
from webui.chronicle import turn_bodies
from webui.keeper import Keeper
from webui.schema import PictureRow, RoundRow, TurnRow
from webui.store import Store, unpacked


def kept(store: Store) -> tuple[dict[tuple[int, int], object], dict[int, object]]:
    """Turns by round and number, rounds by number, as the record has them."""
    with store._begin() as connection:
        turns = connection.execute(select(TurnRow.round, TurnRow.n, TurnRow.body, TurnRow.said)).all()
        rounds = connection.execute(select(RoundRow.number, RoundRow.result, RoundRow.opening, RoundRow.deal)).all()
    return {(r, n): (unpacked(body), said) for r, n, body, said in turns}, {row.number: row for row in rounds}


def keeper(folder: Path) -> Keeper:
    return Keeper(Store(folder / "hwatupan.sqlite"), "0", "korean_standard", 2, 0)


def agrees(one: Keeper) -> bool:
    """Whether the record has the turns of the round that is shown, and the results."""
    turns, rounds = kept(one._store)
    now = one.game.round
    if now is None:
        return not turns and not rounds
    own = {n: body for (round_, n), (body, _) in turns.items() if round_ == now.number}  # type: ignore[misc]
    ended = {number for number, row in rounds.items() if row.result is not None}  # type: ignore[attr-defined]
    return (
        own == {n: json.loads(json.dumps(body)) for n, body in turn_bodies(now).items()}
        and max(rounds) == one.game.rounds
        and ended == {result.round for result in one.game.results}
    )


def test_every_step_forward_and_back_is_kept(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    events = [*told(4), *later([*told(9)], 400.0)]
    for event in events:
        one.apply(event)
        assert agrees(one)
    assert len(one.game.results) == 2
    while one.game.past is not None:
        one.apply(Undone(one.seconds))
        assert agrees(one)
    one._store.close()


def test_a_round_keeps_its_opening_and_the_deal_of_its_dealer(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    for event in told(4):
        one.apply(event)
    row = kept(one._store)[1][1]
    assert one.game.round is not None
    assert json.loads(row.opening) == json.loads(json.dumps(table_json(one.game.round.turns[0].before)))  # type: ignore[attr-defined]
    assert json.loads(row.deal)["cards"] == 10  # type: ignore[attr-defined]
    one._store.close()


def test_a_go_is_kept_with_the_turn_before_it_and_taken_back(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    for event in prompted():
        one.apply(event)
    assert one.game.round is not None and one.game.round.prompt is not None
    key = 1, len(one.game.round.turns)
    one.apply(Said(one.seconds + 1, one.game.round.prompt.seat, Say.GO))
    assert kept(one._store)[0][key][1] == "go"  # type: ignore[index]
    one.apply(Undone(one.seconds))
    assert kept(one._store)[0][key][1] is None  # type: ignore[index]
    one._store.close()


def test_a_void_round_stays_without_a_deal(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    for event in list(told(4))[:5]:
        one.apply(event)
    one.apply(NewRound(one.seconds + 1))
    assert agrees(one)
    one._store.close()


def test_a_card_that_is_put_elsewhere_lies_there_in_the_replay(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    for event in list(told(4))[:6]:
        one.apply(event)
    assert one.game.table is not None
    face = one.game.table.piles[0][0]
    one.apply(Corrected(one.seconds + 1, CardMove(face, Zone(ZoneKind.PILE, 0), Zone(ZoneKind.PILE, 1))))
    assert agrees(one)
    body, _ = kept(one._store)[0][1, 5]  # type: ignore[misc]
    assert str(face) in body["table"]["piles"][1]  # type: ignore[index]
    one._store.close()


def turn(n: int) -> TurnSeen:
    return TurnSeen(1.0, 1, n, 0, (), (), (), None, {}, (), (0, 0), 1.0)


def test_pictures_hold_nothing_but_open_zones() -> None:
    layout = default(2)
    person = np.full((720, 1280, 3), 255, np.uint8)
    shown = cv2.imdecode(np.frombuffer(table_only(person, layout, 4000), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert shown is not None
    zones = [layout.to_px(zone.polygon) for zone in layout.zones if zone.zone.kind in (ZoneKind.FLOOR, ZoneKind.PILE)]
    left, top = np.concatenate(zones).min(0)
    outside = np.ones(shown.shape, np.uint8)
    for polygon in zones:
        cv2.fillPoly(outside, [np.round(polygon - (left, top)).astype(np.int32)], (0,))
    outside = cv2.erode(outside, np.ones((17, 17), np.uint8))  # JPEG bleeds over a block
    assert outside.sum() > 5000
    assert shown[outside == 1].max() < 40
    assert shown[outside == 0].mean() > 200


def test_the_oldest_pictures_go_when_there_are_too_many(tmp_path: Path) -> None:
    store = Store(tmp_path / "hwatupan.sqlite")
    match = store.begin_match("0", "korean_standard", 2, None)
    noise = np.random.default_rng(3).integers(0, 255, (720, 1280, 3), np.uint8)
    album = Album(store, 1)
    for n in range(1, 16):
        album.look(match, Frame(n, float(n), noise), default(2), [turn(n)])
    with store._begin() as connection:
        rows = connection.execute(select(PictureRow.n, PictureRow.size).order_by(PictureRow.n)).all()
    assert 1 < len(rows) < 15
    assert [n for n, _ in rows] == list(range(16 - len(rows), 16))
    assert sum(size for _, size in rows) <= 1_000_000
    store.close()


def test_no_picture_is_kept_where_none_is_wanted(tmp_path: Path) -> None:
    store = Store(tmp_path / "hwatupan.sqlite")
    match = store.begin_match("0", "korean_standard", 2, None)
    album = Album(store, 0)
    album.look(match, Frame(1, 1.0, np.zeros((720, 1280, 3), np.uint8)), default(2), [turn(1)])
    with store._begin() as connection:
        assert connection.execute(select(PictureRow.n)).all() == []
    assert album.now() is not None
    store.close()


def test_the_album_knows_which_turns_have_a_picture_also_after_a_restart_and_an_undo(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    match = store.begin_match("0", "korean_standard", 2, 0)
    album, plain = Album(store, 10), np.zeros((200, 300, 3), np.uint8)
    for n in (1, 2, 3):
        album.look(match, Frame(n, float(n), plain), default(2), [turn(n)])
    assert album.of_round(match, 1, 3) == {1, 2, 3}
    assert Album(store, 10).of_round(match, 1, 3) == {1, 2, 3}
    assert album.of_round(match, 1, 2) == {1, 2}, "the third was undone"
    assert album.of_round(match, 1, 3) == {1, 2}, "and is told by hand: the old picture is not of it"
    assert album.of_round(match, 2, 0) == frozenset()
    store.close()
