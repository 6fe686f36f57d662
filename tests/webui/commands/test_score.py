"""`hwatupan score`: typed cards and pictures counted, corrected, and refused in one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.cards import DECK, parse_face
from vision.pipeline import Look
from vision.twin.art import load_deck
from vision.types import Detection, Quad
from webui.commands import main, score
from webui.commands.console import spoken

CORNERS = np.array([[10, 10], [30, 10], [30, 40], [10, 40]], np.float32)
Capsys = pytest.CaptureFixture[str]


def told(capsys: Capsys, *arguments: str) -> dict[str, Any]:
    """The object that ``score --json`` prints."""
    assert main(["score", *arguments, "--json", "--lang", "ko"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert sum(found["net"]) == 0
    return found


def refused(capsys: Capsys, *arguments: str) -> str:
    """The one sentence that is said of a wrong command line."""
    assert main(["score", *arguments]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err.startswith("hwatupan: ") and out.err.count("\n") == 1
    return out.err


def test_a_round_is_told_in_the_language_asked_for(capsys: Capsys) -> None:
    assert main(["score", "1광 3광", "8광", "피12", "--go", "2", "--losers", "5열끗 피4", "--lang", "ko"]) == 0
    korean = capsys.readouterr().out
    assert "  피박     ×2  32점  피가 4장뿐이에요. 7장까지 피박이에요\n" in korean
    assert main(["score", "1광", "3광", "8광", "junk12", "--go", "2", "--losers", "5열끗 피4", "--lang", "en"]) == 0
    assert "  Winner  +32\n" in capsys.readouterr().out


def test_the_object_names_everything(capsys: Capsys) -> None:
    found = told(capsys, "1광", "3광", "8광", "피10", "국진", "--losers", "피4", "--losers", "비광 피9", "--shake", "1",
                 "--stake", "50")
    assert (found["players"], found["target"], found["reached"], found["card_points"]) == (3, 3, True, 6)
    assert found["captured"][2] == ["12-bright"] + ["junk"] * 9
    assert [line["name"] for line in found["lines"]] == ["samgwang", "junk"]
    assert [(step["name"], step["value"]) for step in found["steps"]] == [
        ("cards", 6), ("shake", 2), ("gwangbak", 2), ("pibak", 2)]
    assert found["losers"][0] == {"seat": 1, "has": {"brights": 0, "animals": 0, "ribbons": 0, "junk": 4},
                                  "baks": ["gwang", "pi"], "multiplier": 4, "due": 48, "pays": 48}
    assert (found["net"], found["money"]) == ([60, -48, -12], [3000, -2400, -600])
    assert found["cup"] == {"seat": 0, "as": "junk", "otherwise": {"as": "animal", "net": [40, -32, -8]}}


@pytest.mark.parametrize(("arguments", "net"), [
    (["오광"], [15, -15]),
    (["오광", "--players", "3"], [30, -15, -15]),
    (["오광", "--players", "4"], [30, -15, -15, 0]),
    (["오광", "--players", "4", "--sold", "1띠"], [30, -15, -15, 0]),
    (["오광", "--losers", ""], [30, -30]),
    (["고도리", "--players", "3", "--loser-go", "2"], [10, 0, -10]),
    (["고도리", "--players", "3", "--dokbak", "1"], [10, -10, 0]),
    (["고도리", "--bomb", "1", "--nagari", "2"], [40, -40]),
    (["고도리", "--go", "3", "--rules", "wikipedia_strict"], [10, -10]),
    (["고도리", "--mission", "대박=x2", "--mission", "월=+3"], [16, -16]),
    (["고도리", "--rules", "pmang_newmatgo", "--mission", "각패=2열 1광 8열"], [20, -20]),
    (["고도리", "--players", "3", "--cap", "4"], [8, -4, -4]),
    (["고도리", "--purse", "2"], [2, -2]),
    (["국진 피9", "--cup", "animal"], [0, 0]),
    (["국진 피9", "--cup", "junk"], [2, -2]),
    (["고도리 보너스3 보너스2 피6"], [7, -7]),
    (["--by", "chongtong", "--players", "3", "--nagari", "1"], [20, -10, -10]),
    (["--by", "three-ppeok"], [7, -7]),
])
def test_everything_a_settlement_needs_can_be_told(capsys: Capsys, arguments: list[str], net: list[int]) -> None:
    assert told(capsys, *arguments)["net"] == net


def test_house_rules_of_a_file_count(capsys: Capsys, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('gobak_2p = "none"\n[[missions]]\nname = "push"\ntimes = 2\n', encoding="utf-8")
    assert told(capsys, "고도리", "--loser-go", "1", "--rules", str(file))["net"] == [5, -5]
    assert told(capsys, "고도리", "--mission", "밀기", "--rules", str(file))["net"] == [10, -10]


def test_the_family_game_needs_all_but_the_last_pile(capsys: Capsys) -> None:
    codes = list(map(str, DECK))
    piles = [codes[:16], codes[16:32], codes[32:]]
    arguments = ["--rules", "family_hwatu", "--losers", " ".join(piles[1])]
    whole = told(capsys, *piles[0], *arguments, "--losers", " ".join(piles[2]))
    assert whole == told(capsys, *piles[0], *arguments)
    assert whole["target"] == 80
    assert main(["score", *piles[0], *arguments, "--lang", "ko"]) == 0
    assert "기준 점수" in capsys.readouterr().out
    assert "the last may be left out" in refused(capsys, "1광", "--rules", "family_hwatu", "--players", "3")


@pytest.mark.parametrize(("arguments", "words"), [
    (["8왕"], ["8왕", "08-bright"]),
    (["8광", "8광"], ["08-bright", "2 times", "Winner"]),
    (["8광", "--losers", "8광 피3"], ["08-bright", "Winner, Loser"]),
    (["5피x3"], ["05-junk", "3 times"]),
    (["피30"], ["junk", "30 times"]),
    ([], ["score --help"]),
    (["오광", "--losers", "피1", "--losers", "피2", "--losers", "피3"], ["losers: 2"]),
    (["오광", "--loser-go", "2"], ["no loser 2"]),
    (["오광", "--dokbak", "0"], ["no loser 0"]),
    (["오광", "--players", "3", "--dokbak", "1", "--loser-go", "2"], ["cannot have been", "another loser said Go"]),
    (["오광", "--purse", "3", "--players", "3"], ["--purse", "2 in all"]),
    (["오광", "--sold", "1띠"], ["--players 4"]),
    (["오광", "--mission", "밀기"], ["no mission 밀기", "밀기=x2"]),
    (["오광", "--rules", "korean"], ["did you mean 'korean_standard'"]),
    (["오광", "--rules", "no.toml"], ["cannot read no.toml"]),
    (["오광", "--lang", "fr"], ["'fr'", "ko or en"]),
    (["오광", "--add", "1띠"], ["--add", "picture"]),
    (["오광", "no.jpg"], ["no.jpg", "--add"]),
    (["no.jpg"], ["cannot read no.jpg"]),
    (["오광", "--go", "many"], ["--go"]),
], ids=" ".join)
def test_what_cannot_be_is_refused_in_one_sentence(capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
                                                   arguments: list[str], words: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(score, "Recogniser", Seeing)
    sentence = refused(capsys, *arguments, *([] if "--lang" in arguments else ["--lang", "en"]))
    assert all(word in sentence for word in words), sentence


SEEN: dict[int, list[dict[str, float]]] = {
    10: [{"01-bright": 0.99}, {"03-bright": 0.99}, {"08-bright": 0.7, "08-junk": 0.2, "back": 0.1}, {"back": 0.9}],
    20: [{"05-junk": 0.99}, {"05-junk": 0.98}, {"05-junk": 0.9, "06-junk": 0.1}, {"unknown": 0.9}],
    30: [{"back": 0.9}],
    40: [{"08-bright": 0.95}, {"11-djunk": 0.9}],
}


class Seeing:
    """Eyes that know each picture by its brightness."""

    def __init__(self, threads: int = 2) -> None:
        pass

    def picture(self, bgr: Any) -> Look:
        cards = tuple(Detection(Quad(CORNERS, 0.9, 0.99), one) for one in SEEN[int(bgr[0, 0, 0])])
        return Look(bgr.shape[1], bgr.shape[0], cards, {}, ())


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[int, str]:
    """Names of plain pictures, by brightness."""
    monkeypatch.setattr(score, "Recogniser", Seeing)
    monkeypatch.chdir(tmp_path)
    for light in SEEN:
        cv2.imwrite(f"{light}.png", np.full((40, 40, 3), light, np.uint8))
    return {light: f"{light}.png" for light in SEEN}


def test_a_doubtful_card_is_marked_with_what_else_it_may_be(capsys: Capsys, pictures: dict[int, str]) -> None:
    assert main(["score", pictures[10], "--lang", "ko"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["10.png: 3장을 읽었어요", "  1광 3광 8광?",
                         "  8광? 70%. 아니면 8피 20%. 틀리면 --remove 8광 --add 8피"]
    assert "겹친 패를 펴서" in lines[3]
    assert "  이긴 사람  +3점" in lines


def test_several_pictures_are_the_winner_and_the_losers(capsys: Capsys, pictures: dict[int, str]) -> None:
    both = told(capsys, pictures[10], pictures[20])
    assert both["net"] == [6, -6]
    assert both == told(capsys, pictures[10], "--losers", pictures[20])
    assert [one["file"] for one in both["read"]] == ["10.png", "20.png"]
    assert told(capsys, pictures[10], "--losers", "비광")["net"] == [3, -3]
    assert told(capsys, "고도리", "--losers", pictures[20])["captured"][1] == ["05-junk", "05-junk"]


def test_a_pile_that_cannot_be_is_told_and_the_least_clear_card_left_out(
        capsys: Capsys, pictures: dict[int, str]) -> None:
    assert main(["score", pictures[10], pictures[20], "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "05-junk: more than a deck holds" in out and "--add 1:CARD" in out
    assert "1 could not be named" in out
    found = told(capsys, pictures[10], pictures[20])["read"][1]
    assert (found["dropped"], found["nameless"], len(found["cards"])) == (["05-junk"], 1, 2)


def test_a_card_on_two_pictures_stays_where_it_is_clearer(capsys: Capsys, pictures: dict[int, str]) -> None:
    found = told(capsys, pictures[10], pictures[40])
    assert found["captured"] == [["01-bright", "03-bright"], ["08-bright", "11-djunk"]]
    assert found["read"][0]["dropped"] == ["08-bright"]


def test_readings_are_corrected_and_what_people_say_stands(capsys: Capsys, pictures: dict[int, str]) -> None:
    found = told(capsys, pictures[10], pictures[20], "--add", "11광", "--remove", "8광", "--add", "1:비광",
                 "--remove", "1:5피")
    assert found["captured"] == [["01-bright", "03-bright", "11-bright"], ["05-junk", "05-junk", "12-bright"]]
    kept = told(capsys, pictures[10], pictures[40], "--add", "8광", "--remove", "8광")
    assert kept["captured"][0] == ["01-bright", "03-bright", "08-bright"]
    assert kept["read"][1]["dropped"] == ["08-bright"]


@pytest.mark.parametrize(("arguments", "words"), [
    (["30.png"], ["30.png", "no card"]),
    (["10.png", "--remove", "9피"], ["09-junk is not among", "01-bright 03-bright 08-bright"]),
    (["10.png", "--add", "2:9피"], ["2:9피", "losers are 1 to 0"]),
    (["10.png", "--add", "1광"], []),
    (["10.png", "1광"], ["10.png stands among cards"]),
])
def test_a_wrong_correction_is_refused(capsys: Capsys, pictures: dict[int, str], arguments: list[str],
                                       words: list[str]) -> None:
    if words:
        sentence = refused(capsys, *arguments, "--lang", "en")
        assert all(word in sentence for word in words), sentence
    else:  # the card that was read makes room for the one that people told
        assert told(capsys, *arguments)["captured"][0] == ["01-bright", "03-bright", "08-bright"]


def test_a_pile_on_a_real_picture_is_read_and_counted(capsys: Capsys, tmp_path: Path) -> None:
    """The shipped networks on a drawn pile: godori, a bright and five junk, laid in rows on green cloth."""
    codes = ["02-animal", "04-animal", "08-animal", "08-bright", "05-junk1", "06-junk1", "07-junk2", "11-djunk",
             "12-djunk"]
    deck = load_deck()
    rng = np.random.default_rng(4)
    table = np.clip(rng.normal((70, 105, 60), 6, (620, 900, 3)), 0, 255).astype(np.uint8)
    for at, code in enumerate(codes):
        card = cv2.resize(deck.faces[code][..., :3], (120, 180), interpolation=cv2.INTER_AREA)
        x, y = 40 + (at % 5) * 165, 60 + (at // 5) * 280
        table[y:y + 180, x:x + 120] = card
    file = tmp_path / "pile.png"
    cv2.imwrite(str(file), table)
    found = told(capsys, str(file))
    assert sorted(found["captured"][0]) == sorted(str(parse_face(code)) for code in codes)
    assert found["net"] == [5, -5]


@pytest.mark.parametrize(("variables", "language"), [
    ({}, "en"), ({"LANG": "ko_KR.UTF-8"}, "ko"), ({"LANG": "ko_KR.UTF-8", "LC_ALL": "C"}, "en"),
    ({"LANG": "de_DE.UTF-8"}, "en"), ({"LANG": "C", "HWATUPAN_LANGUAGE": "ko"}, "ko")])
def test_the_language_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str],
                                            language: str) -> None:
    for name in ("LANG", "LC_ALL", "LC_MESSAGES", "HWATUPAN_LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert spoken(None) == language
    assert spoken("en") == "en"


def test_only_one_loser_pays_for_all(capsys: Capsys) -> None:
    assert "--dokbak" in refused(capsys, "godori", "junk11", "--players", "3", "--dokbak", "1", "--dokbak", "2")


def test_it_is_said_whose_pile_the_rest_of_the_deck_is(capsys: Capsys) -> None:
    first, second = " ".join(map(str, DECK[:20])), " ".join(map(str, DECK[20:35]))
    assert main(["score", first, "--losers", second, "--rules", "family_hwatu", "--lang", "en"]) == 0
    assert "the other 13 cards are counted as the pile of player 3" in capsys.readouterr().out
