"""What is told of a round counted by hand: every step is there, adds up, and fits on a terminal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine.cards import DECK
from engine.family import settle_family
from engine.rules import PRESETS, RuleSet, ruleset
from engine.tally import Told, tally
from tests.builders import faces
from webui import tallied
from webui.tallied import explained, family_explained, nets, steps, width
from webui.texts import LANGUAGES, TEXTS, Language
from webui.typed import read_cards


def told(pile: str, *losers: str | None, language: Language = "ko", rules: RuleSet | None = None, players: int = 0,
         stake: int = 0, **more: Any) -> list[str]:
    house = rules or ruleset()
    others = tuple(None if one is None else read_cards([one], "ko") for one in losers)
    found = tally(Told(read_cards([pile], "ko"), others, **more), players or len(losers) + 1, house)
    return explained(found, house, language, stake)


def test_a_whole_round_is_told_as_at_the_table() -> None:
    assert told("1광 3광 8광 고도리 피12", "국진 4띠 피4", "비광 피10", go=2, shakes=1, stake=100) == [
        "먹은 패 18장",
        "  광: 1광 3광 8광",
        "  열끗: 2열끗 4열끗 8열끗",
        "  피: 피12",
        "",
        "점수",
        "  삼광          3점  1광 3광 8광",
        "  고도리        5점  2열끗 4열끗 8열끗",
        "  피            3점  12장. 10장부터 한 장에 1점",
        "  합계         11점  3점부터 날 수 있어요",
        "",
        "계산",
        "  패 점수      11점",
        "  2고      +2  13점",
        "  흔들기   ×2  26점  1번",
        "",
        "상대 1: 광 0장, 열끗 0장, 띠 1장, 피 6장",
        "  광박     ×2  52점  광이 한 장도 없어요",
        "",
        "상대 2: 광 1장, 열끗 0장, 띠 0장, 피 10장",
        "  박 없음      26점",
        "",
        "주고받기",
        "  이긴 사람  +78점  +7,800원",
        "  상대 1     -52점  -5,200원",
        "  상대 2     -26점  -2,600원",
        "  모두 더하면 0이에요.",
        "",
        "국진은 쌍피로 셌어요. 열끗으로 놓으면 이긴 사람이 130점 받아요.",
    ]


def test_the_same_in_english() -> None:
    lines = told("1광 3광 8광 피10", "피4", language="en", go=1)
    assert lines[:3] == ["Captured (13)", "  Brights: 01-bright 03-bright 08-bright", "  Junk: junk10"]
    assert "  Little junk  ×2  20  pi-bak: junk 4, and up to 7 is too little" in lines
    assert lines[-4:] == ["Who pays what", "  Winner  +20", "  Loser   -20", "  All together that is 0."]


@pytest.mark.parametrize(("words", "more"), [
    ("멍따", {}), ("나가리 뒤", {"nagari": 2}), ("폭탄", {"bombs": 1}), ("3고", {"go": 3}), ("독박", {"payer": 1}),
    ("먹은 패를 안 적어서", {})])
def test_every_step_is_named(words: str, more: dict[str, Any]) -> None:
    assert words in "\n".join(told("2열끗 4열끗 5열끗 6열끗 7열끗 8열끗 10열끗 피10", None, None, **more))


def test_who_pays_for_all_is_told_with_the_sum() -> None:
    lines = told("1광 3광 8광", "", "비광", loser_gos=(2,))
    assert "  안 냄        0점  독박: 상대 2" in lines
    assert "  독박         9점  6 + 3. 고를 하고 져서 다 내요" in lines
    twice = told("1광 3광 8광", "", "비광", loser_gos=(2,), rules=ruleset(options={"gobak_3p": "pays_for_all_x2"}))
    assert any("18점  (6 + 3) × 2." in line for line in twice)
    own = told("1광 3광 8광", "", "비광", loser_gos=(2,), rules=ruleset(options={"gobak_3p": "pays_for_all_own_x2"}))
    assert any("12점  6 + 3 + 3." in line for line in own)


def test_a_limit_a_spared_loser_and_no_pibak_are_told() -> None:
    lines = told("1광 3광 8광 피10", "", rules=ruleset(options={"cap_points": 5}))
    assert lines[-6].endswith("5점  한 사람이 이만큼까지만 내요")
    assert "피가 한 장도 없으면 피박이 아니에요" in "\n".join(told("피10", "비광"))
    spared = told("1광 3광 8광", "", rules=ruleset(options={"no_capture_exempt": True}))
    assert any(line.endswith("0점  먹은 패가 없으면 안 내요") for line in spared)


def test_too_few_points_are_told_and_counted_all_the_same() -> None:
    lines = told("피10", None)
    assert any("7점이 안 돼서 아직 못 나요" in line for line in lines)
    assert "  이긴 사람  +1점" in lines


def test_cards_that_score_nothing_end_there() -> None:
    lines = told("1광 5피", None)
    assert lines[-1] == "점수가 나는 패가 없어서 주고받을 것이 없어요."
    assert not any("주고받기" in line for line in lines)


def test_missions_are_named_with_their_cards() -> None:
    rules = ruleset(options={"missions": [{"name": "mission_month", "cards": ["01-bright"], "times": 2},
                                          {"name": "우리집", "times": 3}]})
    lines = told("1광 3광 8광", None, rules=rules, met=("우리집",))
    assert any(re.fullmatch(r"  월 미션 +×2 +6점  1광", line) for line in lines)
    assert any(re.fullmatch(r"  우리집 +×3 +18점", line) for line in lines)


def test_of_four_the_one_who_sat_out_stands_last() -> None:
    lines = told("1광 3광 8광", None, None, players=4, sold=faces("11-bright"))
    assert [line.split()[0] for line in lines[-5:-1]] == ["이긴", "상대", "상대", "쉰"]
    assert "광 판 값 +3점" in lines[-2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wider_than_a_terminal(language: Language) -> None:
    for gos in ((), (1,), (1, 2)):
        for rules in (ruleset(), ruleset("wikipedia_strict", {"cap_points": 30})):
            pile = "오광 국진 고도리 5열끗 6열끗 7열끗 10열끗 홍단 청단 초단 피10"
            lines = told(pile, "피3", None, language=language, rules=rules, players=3, go=4, shakes=2, bombs=1,
                         nagari=3, loser_gos=gos, stake=1000)
            assert max(map(width, lines)) <= 80, max(lines, key=width)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_family_game_is_told_pile_by_pile(language: Language) -> None:
    piles = [DECK[:16], DECK[16:32], DECK[32:]]
    found = settle_family(piles, PRESETS["family_hwatu"])
    lines = family_explained(found, piles, language, 10)
    assert sum(found.balances) == 0
    for value in (*found.raw, *found.balances):
        assert any(f"{value}" in line for line in lines)
    assert max(map(width, lines)) <= 80


def test_nobody_wins_or_loses_is_told_without_a_sign() -> None:
    assert nets((0, 0), "en")[1:3] == ["  Winner  0", "  Loser   0"]


def test_steps_have_words_in_json_too() -> None:
    found = tally(Told(faces("01-bright 03-bright 08-bright"), (faces("01-junk"),), go=1), 2, ruleset())
    assert [(step["name"], step["value"], step["label"], step["seat"]) for step in steps(found, "ko")] == [
        ("cards", 3, "패 점수", None), ("go", 1, "고", None), ("gwangbak", 2, "광박", 1)]


def test_every_key_that_it_tells_has_words() -> None:
    source = Path(tallied.__file__).read_text(encoding="utf-8")
    used = set(re.findall(r'_tell\(\s*"(\w+)"', source))
    assert len(used) > 15
    assert [key for key in used if f"tally.{key}" not in TEXTS] == []
