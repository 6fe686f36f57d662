"""`enroll` on the command line: what it says and keeps, what it asks, and how bad input is told; the eyes are fakes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import BONUS_FACES, DECK, FACES
from vision import decks
from vision.enrol import Laid
from vision.identify import Reading
from vision.types import Quad
from webui.commands import enroll, look, main
from webui.deckwords import sentences

LABELS = (*map(str, FACES + BONUS_FACES), "back")
CARDS = [*map(str, DECK), "strange"]


def laid_out(cards):
    """What the eyes see of *cards*, each read surely but "strange" and what may be "one|or another"."""
    faces = np.full((len(cards), len(LABELS)), 1e-4)
    known = np.full(len(cards), 0.999)
    for k, card in enumerate(cards):
        if card == "strange":
            known[k] = 0.02
        elif "|" in card:
            faces[k, [LABELS.index(face) for face in card.split("|")]] = 0.6, 0.1
            known[k] = 0.3
        else:
            faces[k, LABELS.index(card)] = 1.0
    crops = np.random.default_rng(1).integers(0, 256, (len(cards), 96, 64, 3), dtype=np.uint8)
    read = Reading(crops, faces / faces.sum(1, keepdims=True), known, np.zeros(len(cards)), np.zeros((len(cards), 128)))
    square = np.array([[0, 0], [20, 0], [20, 30], [0, 30]], np.float32)
    quads = tuple(Quad(square + np.array([30, 40]) * (k % 8, k // 8), 1.0, 0.9) for k in range(len(cards)))
    names = np.array(cards)
    twins = np.where(names[:, None] == names[None], 0.97, 0.6) * (1 - np.eye(len(cards)))
    return Laid((0,) * len(cards), quads, read, LABELS, twins, (None,) * len(cards), (None,))


@pytest.fixture
def seen(monkeypatch):
    """The cards that lie there; change it in place."""
    cards = [*map(str, DECK)]
    monkeypatch.setattr(enroll, "Recogniser", lambda deck=None: deck)
    monkeypatch.setattr(enroll, "look", lambda recogniser, pictures: [*pictures] and laid_out(cards))
    monkeypatch.setenv("HWATUPAN_LANGUAGE", "en")
    return cards


@pytest.fixture
def run(tmp_path, seen, capsys):
    """Enrol the deck "mine"; return exit code and what was printed."""
    cv2.imwrite(str(tmp_path / "deck.png"), np.full((300, 300, 3), 90, np.uint8))

    def enrolled(*options):
        code = main(["enroll", "mine", str(tmp_path / "deck.png"), "--data", str(tmp_path / "data"), *options])
        return code, capsys.readouterr()

    return enrolled


def test_a_whole_deck_is_kept_and_said_to_be_whole(run, tmp_path):
    code, told = run()
    assert (code, told.out) == (0, "mine: 48 cards, all there\nkept as mine\n")
    assert len(decks.load(tmp_path / "data" / "decks" / "mine.npz").faces) == 48


def test_faults_are_named_and_give_exit_code_1(run, seen):
    seen.remove("05-animal")
    seen += ["08-bright", "strange"]
    code, told = run()
    assert code == 1
    assert "missing: 5 iris animal" in told.out
    assert "too many: 8 pampas bright, cards 28, 48" in told.out and "card 49 does not belong" in told.out


def test_the_same_in_korean(run, seen):
    seen.remove("05-animal")
    assert "빠진 패: 5월 난초 열끗" in run("--lang", "ko")[1].out


def test_json_has_the_agreed_fields(run, seen, tmp_path):
    seen.append("strange")
    code, told = run("--json", "--bonus", "49=3")
    answer = json.loads(told.out)
    assert code == 0
    assert answer.keys() == {
        "deck", "pictures", "cards", "complete", "faults", "doubtful", "bonus", "file", "layout",
    }  # fmt: skip
    assert (answer["cards"], answer["complete"], answer["bonus"]) == (49, True, [{"number": 49, "face": "bonus3"}])
    assert answer["layout"][0].keys() == {"number", "picture", "face", "double", "confidence", "quad"}
    assert "bonus3" in decks.load(Path(answer["file"])).faces


def test_check_keeps_nothing_but_uses_the_deck_that_is_known(run, tmp_path, monkeypatch):
    assert run("--check")[0] == 0
    assert not (tmp_path / "data").exists()
    run()
    used = []
    monkeypatch.setattr(enroll, "Recogniser", lambda deck=None: used.append(deck))
    run("--check")
    assert len(used[0].faces) == 48


def test_what_is_said_settles_a_doubt(run, seen):
    seen[seen.index("07-ribbon")] = "04-ribbon|07-ribbon"
    doubtful = json.loads(run("--json")[1].out)["doubtful"]
    assert [d["number"] for d in doubtful] == [list(map(str, DECK)).index("07-ribbon") + 1]
    settled = json.loads(run("--json", "--say", f"{doubtful[0]['number']}=7띠")[1].out)
    assert (settled["doubtful"], settled["complete"]) == ([], True)


def test_doubtful_and_foreign_cards_are_asked_about_at_a_terminal(run, seen, monkeypatch):
    seen[seen.index("07-ribbon")] = "04-ribbon|07-ribbon"
    seen.append("strange")
    asked = []
    answers = iter(["", "joker", "bonus2"])
    monkeypatch.setattr(enroll.sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(enroll.typer, "prompt", lambda question, *a, **k: asked.append(question) or next(answers))
    code, told = run()
    assert code == 0 and "card 49: bonus card worth 2" in told.out
    assert len(asked) == 3 and "bonus2 or bonus3" in asked[2]
    assert "joker" in told.err


def test_the_numbered_picture_is_written(run, tmp_path):
    run("--draw", str(tmp_path / "numbered.png"))
    drawn = cv2.imread(str(tmp_path / "numbered.png"))
    assert drawn.shape == (300, 300, 3) and (drawn != 90).any()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--say", "seventeen"], "--say 17=07-junk"),
        (["--say", "17=13-junk"], "no card 13-junk"),
        (["--say", "77=foreign"], "no card 77"),
        (["--bonus", "3=5"], "--bonus 49=2"),
        (["--lang", "fr"], "ko or en"),
    ],
)
def test_bad_options_are_one_sentence(run, options, words):
    code, told = run(*options)
    assert code == 2 and told.err.count("\n") == 1 and words in told.err


@pytest.mark.parametrize("name", ["../mine", "", "a/b", ".mine"])
def test_a_name_that_is_no_file_name_is_refused(name, tmp_path, capsys):
    assert main(["enroll", name, "deck.png", "--data", str(tmp_path)]) == 2
    assert "deck cannot be called" in capsys.readouterr().err


def test_look_with_a_deck_that_is_not_there_names_those_that_are(tmp_path, capsys, run, monkeypatch):
    run()
    assert main(["look", "--enrolled", "yours", "--data", str(tmp_path / "data"), str(tmp_path / "deck.png")]) == 2
    assert "no deck 'yours', there are: mine" in capsys.readouterr().err


def test_look_uses_the_deck(tmp_path, run, monkeypatch):
    run()
    used = []

    class Eyes:
        def __init__(self, deck=None):
            used.append(deck)

        def picture(self, bgr):
            return look.Look(bgr.shape[1], bgr.shape[0], (), {}, ())

    monkeypatch.setattr(look, "Recogniser", Eyes)
    assert main(["look", "--enrolled", "mine", "--data", str(tmp_path / "data"), str(tmp_path / "deck.png")]) == 0
    assert len(used[0].faces) == 48


def test_few_cards_are_blamed_on_the_picture(run, seen, tmp_path):
    del seen[10:]
    code, told = run("--draw", str(tmp_path / "numbered.png"))
    assert code == 2 and "only 10 cards are seen" in told.err
    assert not (tmp_path / "data").exists(), "nothing is kept"
    assert (tmp_path / "numbered.png").exists(), "what was seen helps to take it better"


def test_a_picture_that_is_too_dark_is_no_deck(run, seen, tmp_path, monkeypatch):
    monkeypatch.setattr(enroll, "look", lambda *_: replace(laid_out(seen), why=("dark",)))
    code, told = run("--lang", "ko")
    assert code == 2 and "deck.png: 너무 어두워요" in told.err and told.out == ""
    assert not (tmp_path / "data").exists()


def test_a_card_under_glare_is_shown_for_confirmation(run, seen, monkeypatch):
    each = (None,) * 5 + ("glare",) + (None,) * 42
    monkeypatch.setattr(enroll, "look", lambda *_: replace(laid_out(seen), each=each))
    code, told = run()
    assert code == 0 and "is card 6 " in told.out and "light mirrors on the cards" in told.out
    assert json.loads(run("--json")[1].out)["doubtful"][0]["why"] == "glare"
    assert json.loads(run("--json", "--say", f"6={DECK[5]}")[1].out)["doubtful"] == []


def test_a_file_that_is_no_picture_is_refused(run, tmp_path, capsys):
    (tmp_path / "deck.txt").write_text("48 cards")
    assert main(["enroll", "mine", str(tmp_path / "deck.txt"), "--data", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "deck.txt" in told


def test_cards_on_two_pictures_are_pointed_out():
    doubles = [{"fault": "double", "face": str(face), "numbers": [1, 2]} for face in FACES[:20]]
    told = {"deck": "mine", "cards": 48, "complete": False, "bonus": [], "doubtful": [], "file": None}
    told["faults"] = doubles
    assert any("more than one picture" in line for line in sentences(told, "en"))
    assert not any("more than one picture" in line for line in sentences({**told, "faults": doubles[:2]}, "en"))
