"""Innocent clumsiness on the virtual table: it moves cards, hands and light, and changes nothing of the game."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.observation import FLOOR, Zone, ZoneKind
from tests.vision.twin.planned import Game, plan, take_in
from vision.twin.director import Json
from vision.twin.fouls.foul import Until
from vision.twin.lights import Light, lit
from vision.twin.mishaps import FOULS, SLIPS
from vision.twin.source import TwinSource

SMALL = (320, 180)
FACTS = ("n", "seat", "shakes", "hand", "flip", "captured", "stack", "stolen", "events", "totals")
FAIR = {"late_collecting", "child_help"}  # a question about these is fair


def facts(game: Game) -> list[dict[str, Any]]:
    return [{key: turn[key] for key in FACTS} for turn in game.told["turns"]]


def slip_of(game: Game) -> Json:
    (slip,) = game.told["clumsy"]
    return slip


def test_every_code_and_name_is_in_the_document() -> None:
    text = (Path(__file__).parents[3] / "docs" / "virtual-table.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \|$", text, re.MULTILINE)
    fair = {True: "yes", False: "no"}
    assert rows[: len(FOULS)] == [(code, foul.words, words(foul.until)) for code, foul in FOULS.items()]
    assert rows[len(FOULS) :] == [(name, slip.words, fair[slip.question_ok]) for name, slip in SLIPS.items()]


def words(until: Until) -> str:
    """How the document says until when an alert is in time."""
    if until.own or until.turns is None:
        return "the next turn of who should have it" if until.own else "the cards are gathered"
    if not until.grace:
        return "the first turn lies"
    return ["the next turn lies", "the next but one lies"][until.turns - 1]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", SLIPS)
def test_every_slip_can_be_played_and_is_told(name: str, players: int) -> None:
    game = plan(players, (), (name,))
    slip = slip_of(game)
    assert slip["name"] == name
    assert slip["question_ok"] == (name in FAIR)
    assert game.told["start"] < slip["start"] < slip["end"] < game.told["end"] + 6
    assert game.told["fouls"] == []
    assert slip["seat"] is None or slip["seat"] in range(players)


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_changes_nothing_of_the_game(name: str) -> None:
    game, honest = plan(3, (), (name,), seed=2), plan(3, seed=2)
    if game.film.director.rounds_told[0]["floor"] == honest.told["floor"]:
        assert facts(game) == facts(honest)
        assert game.told["result"] == honest.told["result"]
    floor, piles = Counter(game.told["floor"]), [Counter[str]() for _ in range(3)]
    for turn in game.told["turns"]:
        take_in(turn, floor, piles)
    lying = game.at(game.told["end"] + 0.1)
    assert (lying.floor, list(lying.piles)) == (+floor, [+pile for pile in piles])


def test_a_round_of_mixed_clumsiness_is_the_same_game() -> None:
    mixed, honest = plan(2, (), ("random",), seed=3), plan(2, seed=3)
    assert len(mixed.told["clumsy"]) >= 3
    assert facts(mixed) == facts(honest)
    times = [turn["start"] for turn in mixed.told["turns"]]
    assert times == sorted(times)


def test_all_slips_that_fit_come_in_one_round_each() -> None:
    names = Counter(slip["name"] for slip in plan(2, (), ("all",), seed=3).told["clumsy"])
    assert len(names) >= 8
    assert set(names.values()) == {1}


def test_the_tempo_makes_slips_quicker() -> None:
    quick, slow = (plan(2, (), ("slow_collecting",), tempo=tempo) for tempo in (4.5, 8.5))
    assert [quick.film.director.tempo, slow.film.director.tempo] == [4.5, 8.5]
    spans = [slip_of(game)["end"] - slip_of(game)["start"] for game in (quick, slow)]
    assert spans[0] < 0.8 * spans[1]


def test_late_collecting_ends_after_the_next_card_lies() -> None:
    game = plan(3, (), ("late_collecting",))
    slip = slip_of(game)
    turn = next(t for t in game.told["turns"] if t["start"] <= slip["start"] <= t["rest"])
    following = game.told["turns"][turn["n"]]
    assert following["start"] < turn["rest"] <= slip["end"] < following["rest"]
    waiting = game.at(following["start"] - 0.01)
    assert not Counter(turn["captured"]) - waiting.floor
    assert not Counter(turn["captured"]) - game.at(slip["end"]).piles[turn["seat"]]


def test_a_dropped_card_is_the_same_card() -> None:
    game = plan(2, (), ("dropped_card",))
    slip = slip_of(game)
    turn = next(t for t in game.told["turns"] if t["start"] <= slip["start"] <= t["rest"])
    fallen = game.at(slip["end"] - 1.5)
    before = game.at(slip["start"] - 0.01)
    (card,) = set(fallen.poses) - set(before.poses)
    laid = game.at(slip["end"]).poses[card]
    assert game.film.director.codes[card].startswith(turn["hand"][0])
    assert np.hypot(fallen.poses[card].x - laid.x, fallen.poses[card].y - laid.y) > 15


def test_a_card_swept_off_comes_back_to_its_place() -> None:
    game = plan(2, (), ("off_table",))
    slip = slip_of(game)
    before, after = game.at(slip["start"]), game.at(slip["end"])
    gone = game.at((slip["start"] + slip["end"]) / 2)
    (card,) = set(before.poses) - set(gone.poses)
    assert np.hypot(before.poses[card].x - after.poses[card].x, before.poses[card].y - after.poses[card].y) < 12
    assert before.floor == after.floor


@pytest.mark.parametrize("name", ["rearranging", "squaring", "cup_moved"])
def test_a_pile_keeps_its_cards(name: str) -> None:
    game = plan(2, (), (name,), seed=1)
    slip = slip_of(game)
    before, after = game.at(slip["start"]), game.at(slip["end"] - 0.01)
    moved = {m.thing for m in game.moves if slip["start"] < m.start < slip["end"] - 0.05 and m.thing >= 0}
    assert moved <= set(before.poses)
    assert before.piles == after.piles


PLAIN = np.full((180, 320, 3), 120, np.uint8)
QUAD = np.array([(140, 70), (180, 70), (180, 130), (140, 130)], np.float32)


def shown(light: Light, seconds: float) -> np.ndarray[Any, Any]:
    return lit(PLAIN, [light], seconds, lambda: [QUAD]).astype(int) - 120


def test_a_lamp_goes_off_and_on() -> None:
    lamp = Light("lamp", 10.0, 12.0, 0.5)
    assert [int(shown(lamp, at).mean()) for at in (9.9, 11.0, 12.1)] == [0, -60, 0]


def test_a_shadow_covers_half() -> None:
    dark = shown(Light("shadow", 0.0, 9.0, 0.5, angle=0.0), 5.0)
    assert dark[:, :100].max() <= 0 <= abs(dark[:, :100]).max() < 2
    assert dark[:, 220:].max() < -55


def test_glare_is_on_cards_only() -> None:
    bright = shown(Light("glare", 0.0, 9.0, 200.0, (0.5, 0.55), size=0.2), 5.0)
    assert bright[100, 160].min() > 100
    assert abs(bright[100, 200]).max() == 0


def test_a_clumsy_film_is_pushed_and_lit_as_planned() -> None:
    pushed = TwinSource(1, size=SMALL, fps=2, clumsy=["bump"])
    (slip,) = pushed.truth["rounds"][0]["clumsy"]
    scene, camera = pushed.scene, pushed.scene.camera
    for frame in pushed.frames():
        if frame.seconds > slip["start"] + 1:
            break
        assert frame.seconds > slip["start"] or scene.camera is camera
    assert np.abs(scene.camera.matrix - camera.matrix).max() > 0


def test_a_film_from_mid_round_shows_what_had_been_played() -> None:
    source = TwinSource(2, size=SMALL, fouls=["EXTRA_TABLE_CARD"], from_turn=5, seconds=45.0)
    (told,) = source.truth["rounds"]
    first = next(iter(source.frames()))
    cards = source.visible_cards()
    zones = (FLOOR, Zone(ZoneKind.PILE, 0), Zone(ZoneKind.PILE, 1))
    faces = [Counter(card.face for card in cards if card.zone == zone) for zone in zones]
    assert first.seconds == 0
    assert faces == [Counter(told["begun"]["floor"]), *map(Counter, told["begun"]["captured"])]
    assert told["begun"]["turns"] == told["turns"][0]["n"] - 1 == 4
    assert told["start"] == 0
    assert told["result"] is None
    assert 0 < told["turns"][0]["start"] < 2
    assert source.length == told["end"] == 45.0
