"""What the set-up's pages say: summaries, questions, a deck on the bench."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from engine.house import QUESTIONS
from vision.enrol import Fault, Finding
from vision.types import Quad
from webui.setup.draft import Draft
from webui.setup.present import (
    bonus_answer,
    deck_choices,
    deck_view,
    presets_view,
    questions_view,
    seats_view,
    source_name,
    steps_view,
    summaries,
    table_words,
)
from webui.texts import LANGUAGES

SQUARE = Quad(np.array([(0, 0), (20, 0), (20, 30), (0, 30)], np.float32), 1.0, 0.9)


@dataclass(frozen=True)
class Card:
    """As `vision.enrol.LaidCard`."""

    number: int
    face: str
    instead: str = ""
    doubtful: bool = False
    double: bool = False
    picture: int = 0
    quad: Quad = SQUARE


def view(cards: Sequence[Card], faults: Sequence[Finding] = (), said: Sequence[int] = ()) -> dict[str, object]:
    return deck_view("read", "", cards, faults, dict.fromkeys(said, ""), [(800, 600)], len(cards), "ko")


@pytest.mark.parametrize(
    ("source", "ko"),
    [
        ("twin:seed=3", "가상 탁자"), ("phone", "폰 카메라"), ("1", "HD Webcam"), ("0", "카메라 0번"),
        ("rtsp://me:secret@10.0.0.9/s", "rtsp://10.0.0.9/s"), ("films/one.mp4", "영상 one.mp4"),
    ],
)  # fmt: skip
def test_a_source_is_called_as_people_call_it(source: str, ko: str) -> None:
    assert source_name(source, {1: "HD Webcam", 0: ""}, "ko") == ko


def test_each_step_says_in_a_line_what_was_entered() -> None:
    who = (("영희", ""), ("red", "blue"), 1000, 1)
    draft = Draft("0", 180, True, 2, True, "우리 패", *who, {"go": "points"}, ("camera",))
    assert summaries(draft, {}, "ko") == {
        "camera": "카메라 0번 · 180° 돌림 · 좌우 바꿈", "table": "2명 자리를 정했어요", "deck": "우리 패",
        "players": "영희, 위 · 점당 1,000", "rules": "1가지를 바꿨어요",
    }  # fmt: skip
    assert summaries(Draft(), {}, "en")["camera"] == "Not chosen yet"
    steps = steps_view(draft, "table", {}, "en")
    assert [(one.number, one.done, one.current) for one in steps][:2] == [(1, True, False), (2, False, True)]


def test_seats_are_called_by_place_until_they_have_a_name() -> None:
    seats = seats_view(Draft(players=3, names=("영희",), colours=("pink",)), "ko")
    assert [(one.place, one.label, one.name) for one in seats] == [
        ("bottom", "아래", "영희"), ("right", "오른쪽", ""), ("left", "왼쪽", "")
    ]  # fmt: skip
    assert len({one.colour for one in seats}) == 3


def test_ten_questions_are_answered_as_usual_until_somebody_says_otherwise() -> None:
    for language in LANGUAGES:
        usual = questions_view({}, None, language)
        assert len(usual) == len(QUESTIONS) == 10
        assert all(sum(one.chosen for one in question.answers) == 1 for question in usual)
        assert all(one.chosen == one.usual for question in usual for one in question.answers)
    own = {one.code: one for one in questions_view({"go": "points"}, None, "ko")}
    assert [one.code for one in own["go"].answers if one.chosen] == ["points"]


def test_a_deck_answers_the_question_about_bonus_cards_until_people_do() -> None:
    faces = ["01-bright", "bonus3", "bonus2"]
    told = {one.code: one for one in questions_view({}, faces, "ko")}["bonus"]
    assert told.note and [one.code for one in told.answers if one.chosen] == ["two"]
    said = {one.code: one for one in questions_view({"bonus": "none"}, faces, "ko")}["bonus"]
    assert not said.note and [one.code for one in said.answers if one.chosen] == ["none"]
    assert [bonus_answer(["bonus2"] * n) for n in (0, 1, 2)] == ["none", None, "twins"]


def test_presets_give_answers_that_are_there() -> None:
    known = {question.code: {one.code for one in question.answers} for question in QUESTIONS}
    for preset in presets_view("en"):
        assert all(answer in known[code] for code, answer in preset["answers"].items())
    assert len(presets_view("en")[0]["answers"]) == 10


def test_places_are_told_with_what_they_rest_on() -> None:
    assert table_words(None, 11, twin=False, kept=False, language="ko") == ("패 11장을 보고 찾았어요.", True)
    for weakness in ("empty", "few", "disagree", "small"):
        assert table_words(weakness, 1, twin=False, kept=False, language="en")[1] is False
    assert table_words("few", 1, twin=False, kept=True, language="en")[1] is True


def test_a_whole_deck_is_said_to_be_whole() -> None:
    told = view([Card(1, "01-bright"), Card(2, "02-animal")])
    assert (told["title"], told["good"], told["asks"], told["faults"]) == ("2장이 모두 있어요", True, [], [])
    assert [one["mark"] for one in told["cards"]] == ["sure", "sure"]  # type: ignore[attr-defined]


def test_doubtful_and_foreign_cards_are_asked_about_once() -> None:
    cards = [Card(1, "01-bright", "03-bright", doubtful=True), Card(2, "foreign"), Card(3, "02-junk", double=True)]
    faults = [Finding(Fault.FOREIGN, None, (2,)), Finding(Fault.MISSING, "05-animal", ())]
    told = view(cards, faults)
    assert told["faults"] == ["빠진 패: 5월 난초 열끗"]  # the foreign card is asked about
    first, second = told["asks"]  # type: ignore[misc]
    assert [one["face"] for one in first["likely"]] == ["01-bright", "03-bright"]  # type: ignore[index]
    assert [one["face"] for one in second["likely"]] == ["bonus2", "bonus3", "foreign"]  # type: ignore[index]
    assert [one["mark"] for one in told["cards"]] == ["ask", "ask", "wrong"]  # type: ignore[attr-defined]
    after = view(cards, faults, said=[1, 2])
    assert after["asks"] == [] and len(after["faults"]) == 2  # type: ignore[arg-type]


def test_a_picture_that_shows_no_deck_says_why() -> None:
    for why, word in (("few", "9장밖에"), ("dark", "어두워요"), ("none", "다시 찍어")):
        told = deck_view("failed", why, (), (), {}, [(800, 600)], 9, "ko")
        assert word in told["title"] and told["good"] is False


def test_every_card_can_be_named() -> None:
    codes = [code for code, _ in deck_choices("ko")]
    assert len(codes) == len({*codes}) == 37 + 5
