"""The virtual table as a camera: same seed, same film; a truth that is the table; hands that never show faces."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import islice

import numpy as np
import pytest

from engine.observation import ZoneKind
from vision.errors import SourceError
from vision.frames import FrameSource, open_source
from vision.twin.camera import Bump
from vision.twin.director import Json
from vision.twin.source import TwinSource, VisibleCard

SMALL = (320, 180)


def film_hash(source: TwinSource, frames: int) -> str:
    digest = hashlib.sha256()
    for frame in islice(source.frames(), frames):
        digest.update(frame.bgr.tobytes())
    return digest.hexdigest()


def truth_hash(source: TwinSource) -> str:
    return hashlib.sha256(repr((source.truth, source.inputs)).encode()).hexdigest()


def test_same_seed_same_frames_and_truth() -> None:
    first, second = (TwinSource(seed=5, size=SMALL) for _ in range(2))
    assert film_hash(first, 120) == film_hash(second, 120)
    assert truth_hash(first) == truth_hash(second)


def test_asking_for_the_truth_early_changes_nothing() -> None:
    early, late = (TwinSource(seed=5, size=SMALL) for _ in range(2))
    told = truth_hash(early)
    assert film_hash(early, 60) == film_hash(late, 60)
    assert told == truth_hash(late)


def test_other_seed_other_film() -> None:
    assert film_hash(TwinSource(seed=5, size=SMALL), 3) != film_hash(TwinSource(seed=6, size=SMALL), 3)
    assert truth_hash(TwinSource(seed=5, size=SMALL)) != truth_hash(TwinSource(seed=6, size=SMALL))


def test_picture_size_changes_no_truth() -> None:
    small, large = TwinSource(seed=5, size=SMALL).truth, TwinSource(seed=5, size=(640, 360)).truth
    assert small["rounds"] == large["rounds"]
    assert small["surface"] == large["surface"]


def after_each_turn(told: Json, players: int) -> list[tuple[Counter[str], list[Counter[str]]]]:
    """Floor and piles by book-keeping over the truth's turns."""
    floor: Counter[str] = Counter(told["floor"])
    piles = [Counter[str]() for _ in range(players)]
    out = []
    for turn in told["turns"]:
        floor.update(turn["hand"] + turn["flip"])
        floor.subtract(turn["captured"])
        piles[turn["seat"]].update(turn["captured"])
        for victim, cards in turn["stolen"].items():
            piles[int(victim)].subtract(cards)
            piles[turn["seat"]].update(cards)
        assert min(floor.values()) >= 0, "a card was taken that does not lie there"
        assert all(min(pile.values(), default=0) >= 0 for pile in piles)
        out.append((+floor, [+pile for pile in piles]))
    return out


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(1, 9))
def test_truth_conserves_cards_and_ends_in_its_result(seed: int, players: int) -> None:
    for told in TwinSource(seed=seed, players=players, rounds=2, size=SMALL).truth["rounds"]:
        books = after_each_turn(told, players)
        result = told["result"]
        assert sum(result["net"]) == 0
        if books:
            assert [Counter(pile) for pile in result["captured"]] == books[-1][1]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(1, 9))
def test_turns_follow_one_another_in_time(seed: int, players: int) -> None:
    source = TwinSource(seed=seed, players=players, rounds=2, size=SMALL)
    assert 4 <= source.truth["tempo"] <= 9
    clock = 0.0
    for told in source.truth["rounds"]:
        assert clock < told["start"] < told["end"]
        clock = told["start"]
        for turn in told["turns"]:
            assert clock < turn["start"] < turn["rest"] <= told["end"]
            clock = turn["rest"]
        clock = told["end"]
    assert [line["seconds"] for line in source.inputs] == sorted(line["seconds"] for line in source.inputs)


def test_go_and_stop_are_said_between_turns() -> None:
    source = TwinSource(seed=3, rounds=2, size=SMALL)
    turns = [turn for told in source.truth["rounds"] for turn in told["turns"]]
    said = [line for line in source.inputs if line["say"] in ("go", "stop")]
    assert said
    for line in said:
        before = [turn for turn in turns if turn["rest"] < line["seconds"]][-1]
        assert before["seat"] == line["seat"]
        assert not any(turn["start"] < line["seconds"] < turn["rest"] for turn in turns)


def zoned(cards: list[VisibleCard], kind: ZoneKind, seat: int | None = None) -> Counter[str]:
    return Counter(c.face for c in cards if c.zone is not None and c.zone.kind is kind and c.zone.seat == seat)


@pytest.mark.parametrize(("seed", "players"), [(9, 3), (13, 2), (4, 4)])
def test_pictures_show_what_the_truth_says(seed: int, players: int) -> None:
    source = TwinSource(seed=seed, players=players, size=SMALL, fps=4)
    told = source.truth["rounds"][0]
    books = after_each_turn(told, players)
    quiet = [t["start"] for t in told["turns"][1:]]  # just before a turn begins everything lies still
    seen = 0
    for frame in source.frames():
        if seen == len(quiet):
            break
        if not quiet[seen] - 0.26 < frame.seconds < quiet[seen]:
            continue
        cards = source.visible_cards()
        floor, piles = books[seen]
        assert zoned(cards, ZoneKind.FLOOR) == floor
        assert [zoned(cards, ZoneKind.PILE, seat) for seat in range(players)] == piles
        assert min(c.visible for c in cards) > 0.25
        seen += 1
    assert seen == len(quiet)


def test_of_four_players_one_puts_its_hand_back_under_the_stock() -> None:
    source = TwinSource(seed=4, players=4, rounds=3, size=SMALL)
    for told in source.truth["rounds"]:
        out = told["sits_out"]
        assert out != told["dealer"]
        assert {turn["seat"] for turn in told["turns"]} == set(range(4)) - {out}
        assert told["result"]["captured"][out] == []
        assert (told["result"]["totals"][out], told["result"]["net"][out]) == (0, 0)
    outs = [told["sits_out"] for told in source.truth["rounds"]]
    assert all(a != b or (b - told["dealer"]) % 4 == 3 for a, b, told in zip(
        outs, outs[1:], source.truth["rounds"][1:], strict=False))  # fmt: skip
    source = TwinSource(seed=4, players=4, size=SMALL, fps=2)
    first = source.truth["rounds"][0]["turns"][0]["start"]
    _ = next(frame for frame in source.frames() if frame.seconds > first - 0.6)
    (stock,) = [card for card in source.scene.visible() if card.thing < 0]
    assert stock.count == 21


def test_three_of_a_month_dealt_lie_together() -> None:
    source = TwinSource(seed=7, size=SMALL)
    told = source.truth["rounds"][0]
    assert [face[:2] for face in told["floor"]].count("03") == 3
    before = told["turns"][0]["start"] - 0.15
    _ = next(f for f in source.frames() if f.seconds > before)
    stack = [card for card in source.visible_cards() if card.face.startswith("03")]
    places = source.layout.to_mm([card.quad.mean(0) for card in stack])
    assert len(stack) == 3
    assert max(abs(places - places.mean(0)).max(0)) < 36
    assert min(card.visible for card in stack) > 0.25


@pytest.mark.parametrize(("seed", "players"), [(9, 3), (1, 2)])
def test_no_face_is_seen_before_it_is_laid(seed: int, players: int) -> None:
    source = TwinSource(seed=seed, players=players, size=SMALL, fps=10)
    end = source.truth["rounds"][0]["end"]
    lain: set[int] = set()
    open_places = (ZoneKind.FLOOR, ZoneKind.STOCK, ZoneKind.SHOW)
    for frame in source.frames():
        if frame.seconds > min(end, 60):
            break
        for card in source.visible_cards():
            public = card.zone is not None and card.zone.kind in open_places
            assert card.face == "back" or card.card in lain or public
            if not card.moving and card.zone is not None and card.zone.kind is not ZoneKind.SHOW:
                lain.add(card.card)


def test_human_seat_waits_for_the_button() -> None:
    source = TwinSource(seed=3, size=SMALL)
    source.control.mark(1)
    frames = source.frames()
    asked = next(f.seconds for f in frames if source.control.waiting() is not None)
    prompt = source.control.waiting()
    assert prompt is not None
    assert prompt.seat == 1
    assert prompt.points >= 7
    for _ in range(150):
        assert not any(card.moving for card in source.visible_cards())
        pressed = next(frames).seconds
    source.control.say(1, "stop")
    for _ in range(3):
        next(frames)
    assert source.control.waiting() is None
    line = source.inputs[-1]
    assert line["say"] == "stop"
    assert asked + 14 < pressed <= line["seconds"] <= pressed + 0.2
    assert source.truth["rounds"][0]["result"]["winner"] == 1
    assert line not in source.said(0, 1e9)


def test_bot_answers_for_a_seat_that_was_given_back() -> None:
    source = TwinSource(seed=3, size=SMALL)
    source.control.mark(1)
    frames = source.frames()
    next(f for f in frames if source.control.waiting() is not None)
    source.control.mark(1, human=False)
    next(frames)
    assert source.control.waiting() is None
    assert source.inputs[-1] in source.said(0, 1e9)


def test_button_pressed_long_before_the_prompt_does_not_count() -> None:
    source = TwinSource(seed=3, size=SMALL)
    source.control.mark(1)
    source.control.say(1, "stop")
    assert any(source.control.waiting() is not None for _ in source.frames())


def test_button_takes_go_or_stop_only() -> None:
    with pytest.raises(ValueError, match="go or stop"):
        TwinSource(seed=3, size=SMALL).control.say(0, "shake")


def test_twin_is_a_frame_source() -> None:
    source = open_source("twin:seed=2,players=3", size=SMALL)
    assert isinstance(source, FrameSource)
    assert isinstance(source, TwinSource)
    first, second = islice(source.frames(), 2)
    assert (first.number, first.seconds, first.bgr.shape) == (0, 0.0, (180, 320, 3))
    assert (second.number, second.seconds) == (1, 0.1)


def test_a_game_is_played_once() -> None:
    source = TwinSource(seed=2, size=SMALL)
    next(source.frames())
    with pytest.raises(SourceError, match="played"):
        next(source.frames())


BONUS = {"bonus_cards": ["bonus2"]}


@pytest.mark.parametrize("bad", [{"players": 5}, {"fps": 0}, {"options": BONUS}, {"surface": "lava"}])
def test_bad_arguments_are_refused(bad: Json) -> None:
    with pytest.raises(ValueError, match=r"players|fps|bonus|surface"):
        TwinSource(size=SMALL, **bad)


def test_a_bump_turns_the_picture_over_the_same_table() -> None:
    bump = Bump(2.0, (60.0, -40.0), 8.0, 2.0)
    still, knocked = TwinSource(seed=5, size=SMALL, room=1.3), TwinSource(seed=5, size=SMALL, room=1.3, bump=bump)
    pairs = list(islice(zip(still.frames(), knocked.frames(), strict=True), 30))
    assert all((a.bgr == b.bgr).all() for a, b in pairs[:20])
    assert (pairs[-1][0].bgr != pairs[-1][1].bgr).mean() > 0.5
    assert still.truth == knocked.truth
    before, after = still.scene.camera, knocked.scene.camera
    middle, right = (after.project((x, 260, 0)) - before.project((460, 260, 0)) for x in (460, 560))
    per_mm = float(np.linalg.norm(before.project((560, 260, 0)) - before.project((460, 260, 0)))) / 100
    assert middle / per_mm == pytest.approx((-60, 40), abs=6)
    turn = np.degrees(np.arctan2(*(right - middle)[::-1]))
    flat = before.project((560, 260, 0)) - before.project((460, 260, 0))
    assert turn - np.degrees(np.arctan2(*flat[::-1])) == pytest.approx(-8, abs=1.5)


def test_a_camera_with_room_shows_more_than_the_table() -> None:
    tight, wide = (TwinSource(seed=5, size=SMALL, room=room).layout for room in (1.0, 1.3))
    widths = [np.ptp(layout.to_px([(0, 260), (920, 260)])[:, 0]) for layout in (tight, wide)]
    assert widths[0] / widths[1] == pytest.approx(1.3, abs=0.01)
