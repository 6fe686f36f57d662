"""What people entered: kept and read back, refused where it is nonsense, and what settings it stands for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.house import DEFAULT
from engine.rulefile import understood
from webui.errors import SettingsError, WebError
from webui.setup import draft as drafts
from webui.setup.draft import Draft, with_answers, with_camera, with_people, with_players

FULL = Draft(
    "http://cam:secret@192.168.0.9/video", 180, True, 3, True, "우리 패", ("영희", "철수", 'O"Neil\\'),
    ("red", "teal", "gold"), 100, 2, {"go": "points", "bonus": "two"},
    ("camera", "table", "deck", "players", "rules"), True,
)  # fmt: skip


@pytest.mark.parametrize("draft", [Draft(), FULL, Draft(source="0").through("camera")])
def test_what_was_entered_is_read_back_equal(draft: Draft, tmp_path: Path) -> None:
    drafts.dump(draft, tmp_path)
    found = drafts.load(tmp_path)
    assert replace(found, names=draft.names, colours=draft.colours) == draft
    for seat in range(draft.players):
        assert (found.name(seat), found.colour(seat)) == (draft.name(seat), draft.colour(seat))


@pytest.mark.parametrize("text", ["= 3", "format = 2", "format = 1\nplayers = 9", 'format = 1\n[answers]\ngo = "x"'])
def test_a_damaged_file_says_what_to_do(text: str, tmp_path: Path) -> None:
    (tmp_path / drafts.FILE).write_text(text)
    with pytest.raises(SettingsError, match="set up again"):
        drafts.load(tmp_path)


def test_nothing_entered_is_a_fresh_draft(tmp_path: Path) -> None:
    assert drafts.load(tmp_path) == Draft()
    assert Draft().step == "camera"


def test_steps_go_on_where_they_were_left() -> None:
    draft = Draft().through("camera").through("deck")
    assert (draft.step, draft.done) == ("table", ("camera", "deck"))
    assert draft.through("table").step == "players"


def test_it_stands_for_settings(tmp_path: Path) -> None:
    told = FULL.settings(tmp_path)
    assert told == {
        "source": FULL.source, "players": 3, "rules": str(tmp_path / "house.toml"), "dealer": 2,
        "layout": tmp_path / "layout.toml", "enrolled": "우리 패",
    }  # fmt: skip
    assert Draft(source="0").settings(tmp_path) == {"source": "0", "players": 2, "rules": DEFAULT}


def test_answers_make_the_rules_and_lie_beside(tmp_path: Path) -> None:
    drafts.dump(FULL, tmp_path)
    rules = understood((tmp_path / "house.toml").read_text(encoding="utf-8"))
    assert (rules.go_rule, [*map(str, rules.bonus_cards)]) == ("italian", ["bonus2", "bonus3"])
    assert Draft().rules() == DEFAULT


def test_another_camera_or_number_of_players_needs_the_table_anew() -> None:
    known = replace(FULL, dealer=2)
    assert with_camera(known, {"source": known.source, "rotate": 180, "mirror": True}) == known
    other = with_camera(known, {"source": "1"})
    assert not other.laid_out and "table" not in other.done
    two = with_players(known, 2)
    assert not two.laid_out and two.dealer is None
    assert with_players(known, 3) is known


@pytest.mark.parametrize("body", [{}, {"source": ""}, {"source": 0}, {"source": "a\nb"}, {"source": "x" * 400},
                                  {"source": "0", "rotate": 45}, {"source": "0", "mirror": 1}])  # fmt: skip
def test_a_camera_that_is_none_is_refused(body: dict[str, Any]) -> None:
    with pytest.raises(WebError):
        with_camera(Draft(), body)


@pytest.mark.parametrize("players", [1, 4, "2", None, True, 2.0])
def test_a_number_that_cannot_be_refereed_is_refused(players: object) -> None:
    with pytest.raises(WebError):
        with_players(Draft(), players)


PEOPLE = {"names": ["영희", ""], "colours": ["red", "blue"], "stake": 100, "dealer": None}


def test_people_are_taken_as_they_are() -> None:
    draft = with_people(Draft(), PEOPLE)
    assert (draft.names, draft.colours, draft.stake, draft.dealer) == (("영희", ""), ("red", "blue"), 100, None)


@pytest.mark.parametrize(
    "change",
    [{"names": ["영희"]}, {"names": "영희"}, {"names": ["영희", "영희"]}, {"names": ["x" * 30, ""]},
     {"colours": ["red"]}, {"colours": ["red", "mauve"]}, {"stake": -1}, {"stake": "100"}, {"stake": True},
     {"dealer": 2}, {"dealer": "0"}],
)  # fmt: skip
def test_people_that_are_none_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(WebError):
        with_people(Draft(), {**PEOPLE, **change})


@pytest.mark.parametrize("answers", [None, [], {"go": "never"}, {"weather": "fine"}, {"go": ["points"]}])
def test_answers_that_are_none_are_refused(answers: object) -> None:
    with pytest.raises(WebError):
        with_answers(Draft(), answers)
