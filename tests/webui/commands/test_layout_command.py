"""`hwatupan layout` and `hwatupan marks`: files that can be used, and sentences for what is lacking."""

import re

import cv2
import numpy as np
import pytest

from tests.vision.planes import SIZE, Overhead
from tests.vision.test_proposal import dealt
from vision import layout as layouts
from vision.pipeline import Look
from webui.commands import layout, main

CAMERA = Overhead(12)


@pytest.fixture
def cards(tmp_path, monkeypatch):
    """The cards that will be found in the picture table.png."""
    found = dealt(CAMERA)

    class Sight:
        def picture(self, bgr):
            return Look(bgr.shape[1], bgr.shape[0], tuple(found), {}, ())

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(layout, "Recogniser", Sight)
    cv2.imwrite("table.png", np.full((SIZE[1], SIZE[0], 3), 90, np.uint8))
    return found


def test_layout_writes_the_file_and_the_picture_with_its_zones(cards, tmp_path, capsys):
    assert main(["layout", "table.png", "--players", "3", "-o", "mine.toml", "--draw", "zones.png"]) == 0
    told = capsys.readouterr()
    assert re.match(r"mine\.toml: \d+ x \d+ cm of table, told by 9 cards .*; the stock was seen\n$", told.out)
    assert told.err == ""
    assert layouts.load(tmp_path / "mine.toml").players == 3
    assert len(np.unique(cv2.imread("zones.png"))) > 20


def test_layout_of_two_cards_is_written_with_a_warning(cards, capsys):
    del cards[2:]
    assert main(["layout", "table.png"]) == 0
    assert "do not rely on it: too few cards" in capsys.readouterr().err


def test_layout_without_cards_says_what_to_do(cards, tmp_path, capsys):
    cards.clear()
    assert main(["layout", "table.png"]) == 2
    assert "lay some cards face up" in capsys.readouterr().err
    assert not (tmp_path / "layout.toml").exists()


def test_layout_of_a_film_takes_its_first_resting_pictures(cards, tmp_path, capsys):
    (tmp_path / "film").mkdir()
    for n in range(30):
        cv2.imwrite(f"film/{n}.png", np.full((SIZE[1], SIZE[0], 3), 90, np.uint8))
    assert main(["layout", "film", "-o", "mine.toml"]) == 0
    assert "told by 9 cards" in capsys.readouterr().out


def test_a_measured_card_is_kept_as_it_was_told(cards, tmp_path, capsys):
    assert main(["layout", "table.png", "--card", "34x54"]) == 0
    assert layouts.load(tmp_path / "layout.toml").card_mm == (34, 54)
    assert main(["layout", "table.png", "--card", "54x34"]) == 2
    assert "write 36x54" in capsys.readouterr().err


def test_layout_that_cannot_be_written_is_one_sentence(cards, capsys):
    assert main(["layout", "table.png", "-o", "no/such/folder.toml"]) == 2
    assert "cannot write no/such/folder.toml" in capsys.readouterr().err


def test_marks_are_true_to_size_on_a4(tmp_path, capsys):
    assert main(["marks", "-o", str(tmp_path / "marks.pdf")]) == 0
    assert "print it at 100 %" in capsys.readouterr().out
    pdf = (tmp_path / "marks.pdf").read_bytes()
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
    assert [float(v) * 25.4 / 72 for v in box.groups()] == pytest.approx([210, 297], abs=0.1)


def test_marks_refuse_other_kinds_of_file_and_missing_folders(tmp_path, capsys):
    assert main(["marks", "-o", str(tmp_path / "marks.png")]) == 2
    assert main(["marks", "-o", str(tmp_path / "none" / "marks.pdf")]) == 2
    told = capsys.readouterr().err
    assert "end its name in .pdf" in told
    assert "cannot write" in told
