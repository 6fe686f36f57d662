"""The commands of the README are run as they stand there, in order, on a film that they make themselves."""

import contextlib
import io
import json
import re
import shlex
from pathlib import Path

import cv2
import pytest

from engine.gameparse import parse_game
from webui.commands import main

pytestmark = pytest.mark.timeout(900)  # a film is made, followed twice and judged: a minute when nothing else runs
README = Path(__file__).parents[1] / "README.md"


def commands():
    blocks = re.findall(r"```sh\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("hwatupan ")]


def picture_of(film):
    capture = cv2.VideoCapture(str(film))
    capture.set(cv2.CAP_PROP_POS_FRAMES, 300)
    found, bgr = capture.read()
    capture.release()
    assert found
    return bgr


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """Command line -> what it printed; run in an empty folder."""
    place = tmp_path_factory.mktemp("readme")
    told = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        for line in commands():
            if "table.png" in line and not (place / "table.png").exists():
                cv2.imwrite("table.png", picture_of("film/film.mp4"))
            told[line] = printed(shlex.split(line)[1:])
        told["files"] = sorted(str(path.relative_to(place)) for path in place.rglob("*") if path.is_file())
    return told


def printed(arguments):
    arguments, _, file = (list(part) for part in partition(arguments, ">"))
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(arguments) == 0, arguments
    for name in file:
        Path(name).write_text(out.getvalue(), encoding="utf-8")
    return out.getvalue()


def partition(words, at):
    """As str.partition, for a list of words."""
    where = words.index(at) if at in words else len(words)
    return words[:where], words[where:where + 1], words[where + 1:]


def test_every_command_of_the_readme_ran(outputs):
    assert len(outputs) == len(commands()) + 1 >= 7


def test_twin_wrote_what_the_contract_names(outputs):
    names = {"film/film.mp4", "film/layout.toml", "film/inputs.jsonl", "film/truth.json", "marked.png", "table.png",
             "layout.toml", "zones.png"}
    assert set(outputs["files"]) == names | {"game.txt"}


def test_a_simulated_game_and_a_films_truth_are_replayed_as_records(outputs):
    game = outputs["hwatupan simulate --players 3 --rounds 3 --seed 5 > game.txt"]
    assert outputs["hwatupan replay game.txt"] == game
    assert outputs["hwatupan replay film/truth.json"].startswith("hwatupan game 1")


def test_watch_ends_as_the_readme_shows(outputs):
    lines = [json.loads(line) for line in outputs["hwatupan watch film --json"].splitlines()]
    shown = json.loads(re.search(r"```json\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)[1])
    assert lines[-1].keys() == shown.keys()
    assert lines[-1]["frames"] == lines[-1]["processed"] > 500
    assert {"round", "turn", "score"} <= {line["type"] for line in lines}


def test_evaluate_counted_the_round(outputs):
    told = json.loads(outputs["hwatupan evaluate film --json"])
    assert (told["films"], told["rounds"]) == (1, 1)
    assert told["turns_right"] > 0


def test_look_found_cards_and_prints_the_agreed_fields(outputs):
    told = json.loads(outputs["hwatupan look table.png --json"])
    assert told.keys() == {"file", "width", "height", "ms", "warnings", "cards"}
    assert (told["width"], told["height"]) == (1280, 720)
    assert len(told["cards"]) > 4
    assert all(card.keys() == {"face", "confidence", "quad", "visible"} for card in told["cards"])


def test_what_watch_printed_is_replayed_turn_by_turn(outputs, tmp_path, capsys):
    log = tmp_path / "watch.jsonl"
    log.write_text(outputs["hwatupan watch film --json"], encoding="utf-8")
    assert main(["replay", str(log)]) in (0, 1)  # the eyes may have erred, and then a comment says where
    game = parse_game(capsys.readouterr().out)
    told = {json.loads(line).get("n") for line in outputs["hwatupan watch film --json"].splitlines()} - {None}
    assert {step.n for step in game.rounds[0].steps} >= told
    assert game.rounds[0].end is not None
