"""The command line: outputs that others rely on, and bad input told in one sentence with exit code 2."""

import json
import socket

import cv2
import numpy as np
import pytest

from engine.observation import FLOOR, Observation, SeenCard
from engine.outputs import RoundResult, RoundStarted
from models import registry
from tests.fake_camera import FakeCamera, jpeg, plain_picture, write_film
from vision import layout as layouts
from vision.pipeline import Look
from vision.types import Detection, Quad
from webui.commands import doctor, evaluate, look, main, watch
from webui.store import Store

CORNERS = np.array([[10, 10], [30, 10], [30, 40], [10, 40]], np.float32)


class OneCard:
    """Sees the bright of August on every picture."""

    def __init__(self, threads=2, deck=None):
        pass

    def picture(self, bgr):
        card = Detection(Quad(CORNERS, 0.9, 0.99), {"08-bright": 0.97, "08-junk": 0.02})
        return Look(bgr.shape[1], bgr.shape[0], (card,), {"detect": 1.25}, ("dark",))


class Blind:
    """An observer that sees an empty table, or one card."""

    cards: tuple = ()

    def __init__(self, layout, recogniser):
        pass

    def see(self, frame):
        return Observation(frame.seconds, self.cards)


class Sighted(Blind):
    cards = (SeenCard(1, None, FLOOR, 1.0, (0.0, 0.0)),)


@pytest.fixture
def picture(tmp_path):
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((60, 80, 3), 90, np.uint8))
    return path


@pytest.fixture
def film(tmp_path, monkeypatch):
    """A folder as `twin` writes it, of four grey pictures; eyes that see one card."""
    folder = tmp_path / "film"
    folder.mkdir()
    write_film(folder / "film.mp4", [50] * 4)
    layouts.default(2, (64, 48)).dump(folder / "layout.toml")
    (folder / "inputs.jsonl").write_text('{"seconds": 0.2, "seat": 0, "say": "shake", "cards": [], "value": null}\n')
    truth = {"format": 1, "players": 2, "preset": "korean_standard", "options": {}, "fps": 10, "rounds": []}
    (folder / "truth.json").write_text(json.dumps(truth))
    monkeypatch.setattr(watch, "Recogniser", OneCard)
    monkeypatch.setattr(watch, "Observer", Sighted)
    return folder


def one_sentence(capsys, *words):
    """Standard error is one line with these words, and no traceback."""
    told = capsys.readouterr().err
    assert told.startswith("hwatupan: ")
    assert told.count("\n") == 1
    assert "Traceback" not in told
    for word in words:
        assert word in told
    return told


def test_look_prints_one_object_a_picture(monkeypatch, capsys, picture):
    monkeypatch.setattr(look, "Recogniser", OneCard)
    assert main(["look", "--json", str(picture)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {
        "file": str(picture),
        "width": 80,
        "height": 60,
        "ms": {"detect": 1.2},
        "warnings": ["dark: too dark to read the cards: please turn on more light"],
        "cards": [{"face": "08-bright", "confidence": 0.97, "visible": 0.9,
                   "quad": [[10, 10], [30, 10], [30, 40], [10, 40]]}],
    }  # fmt: skip


def test_look_reads_like_a_table_for_people(monkeypatch, capsys, picture):
    monkeypatch.setattr(look, "Recogniser", OneCard)
    assert main(["look", str(picture)]) == 0
    told = capsys.readouterr().out
    assert "08-bright" in told
    assert "97%" in told
    assert "warning: too dark" in told


def test_look_goes_on_after_an_unreadable_picture(monkeypatch, capsys, tmp_path, picture):
    monkeypatch.setattr(look, "Recogniser", OneCard)
    broken = tmp_path / "broken.jpg"
    broken.write_text("no picture")
    assert main(["look", "--json", str(broken), str(picture), str(tmp_path / "missing.png")]) == 2
    told = capsys.readouterr()
    assert [json.loads(line)["file"] for line in told.out.splitlines()] == [str(picture)]
    assert "broken.jpg" in told.err
    assert "missing.png" in told.err
    assert told.err.count("\n") == 2


def test_look_draws_into_a_file_or_a_folder(monkeypatch, capsys, tmp_path, picture):
    monkeypatch.setattr(look, "Recogniser", OneCard)
    assert main(["look", str(picture), "--draw", str(tmp_path / "one.png")]) == 0
    assert cv2.imread(str(tmp_path / "one.png")).std() > 0  # something was drawn on the plain picture
    other = tmp_path / "other.png"
    other.write_bytes(picture.read_bytes())
    assert main(["look", str(picture), str(other), "--draw", str(tmp_path / "drawn")]) == 0
    assert sorted(p.name for p in (tmp_path / "drawn").iterdir()) == ["other.png", "table.png"]


def test_look_that_cannot_write_says_so(monkeypatch, capsys, picture):
    monkeypatch.setattr(look, "Recogniser", OneCard)
    assert main(["look", str(picture), "--draw", str(picture.parent / "out.xyz")]) == 2
    one_sentence(capsys, "cannot write", "out.xyz")


def test_watch_ends_with_what_it_looked_at(capsys, film):
    assert main(["watch", str(film), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[-1]["type"] == "end"
    assert (lines[-1]["frames"], lines[-1]["processed"]) == (4, 4)
    assert lines[-1]["wall_s"] >= 0


def test_watch_takes_the_film_itself_too(capsys, film):
    assert main(["watch", str(film / "film.mp4"), "--json"]) == 0
    assert '"frames": 4' in capsys.readouterr().out


def test_watch_of_a_camera_that_stops_still_ends(capsys, film):
    with FakeCamera() as camera:
        camera.send(*[jpeg(plain_picture(40))] * 3)
        camera.cut()
        assert main(["watch", camera.url, "--layout", str(film / "layout.toml"), "--json"]) == 2
    told = capsys.readouterr()
    assert json.loads(told.out.splitlines()[-1])["frames"] == 3
    assert "no picture from http://127.0.0.1" in told.err


def test_film_without_a_table_is_told(monkeypatch, capsys, film):
    monkeypatch.setattr(watch, "Observer", Blind)
    assert main(["watch", str(film)]) == 2
    one_sentence(capsys, "shows no table")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        ({"arguments": ["--rules", "korean_standrad"]}, ["korean_standrad", "korean_standard"]),
        ({"arguments": ["--players", "3"]}, ["layout is for 2 players"]),
        ({"arguments": ["--dealer", "2"]}, ["seats 0 to 1"]),
        ({"arguments": ["--layout", "missing.toml"]}, ["missing.toml"]),
        ({"arguments": ["--inputs", "missing.jsonl"]}, ["missing.jsonl"]),
        ({"file": "layout.toml", "text": "format = 9"}, ["format 9"]),
        ({"file": "layout.toml", "text": "]["}, ["layout.toml", "TOML"]),
        ({"file": "inputs.jsonl", "text": '{"seconds": 1}'}, ["inputs.jsonl line 1"]),
        ({"file": "film.mp4", "text": "no film"}, ["film.mp4 is no film"]),
    ],
    ids=lambda value: str(value.get("arguments") or value.get("text")) if isinstance(value, dict) else "",
)
def test_watch_tells_what_is_wrong(capsys, film, spoil, words):
    if "file" in spoil:
        (film / spoil["file"]).write_text(spoil["text"])
    assert main(["watch", str(film), "--json", *spoil.get("arguments", [])]) == 2
    one_sentence(capsys, *words)


def test_evaluate_compares_with_the_truth(monkeypatch, capsys, film):
    result = {"kind": "stop", "winner": 0, "captured": [[], []], "lines": [], "totals": [7, 0], "go": [0, 0],
              "net": [7, -7]}  # fmt: skip
    truth = json.loads((film / "truth.json").read_text())
    truth["rounds"] = [{"dealer": 1, "start": 0, "end": 0.3, "floor": [], "turns": [], "fouls": [], "clumsy": [],
                        "result": result}]  # fmt: skip
    (film / "truth.json").write_text(json.dumps(truth))

    class Knowing:
        def __init__(self, table, house, dealer, inputs, threads, joined):
            self.dealer = dealer

        def see(self, frame):
            return [RoundStarted(frame.seconds, self.dealer)] if frame.number == 0 else []

        def finish(self):
            return [RoundResult(0.3, 1, "stop", 0, ((), ()), (7, 0), (0, 0), (7, -7))]

    monkeypatch.setattr(evaluate, "build", Knowing)
    assert main(["evaluate", str(film), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["films"], told["rounds"], told["rounds_right"], told["frames"]) == (1, 1, 1, 4)
    assert told["hours"] == pytest.approx(0.3 / 3600, abs=1e-4)
    assert told.keys() >= {"turns", "turns_right", "alerts", "unwarranted", "latency_s", "fps"}


def test_evaluate_goes_on_after_a_film_that_is_not_whole(capsys, film, tmp_path):
    assert main(["evaluate", str(tmp_path / "nothing"), str(film), "--json"]) == 2
    told = capsys.readouterr()
    assert json.loads(told.out)["films"] == 1
    assert "there is no folder" in told.err


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 2, "players": 2, "rounds": [], "fps": 10}'])
def test_evaluate_refuses_a_damaged_truth(capsys, film, text):
    (film / "truth.json").write_text(text)
    assert main(["evaluate", str(film)]) == 2
    one_sentence(capsys, "truth.json")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["twin", "out", "--size", "big"], ["no size", "1280x720"]),
        (["twin", "out", "--deck", "no/such/deck"], ["no/such/deck"]),
        (["twin", "out", "--players", "9"], ["--players"]),
        (["twin", "out", "--format", "gif"], ["--format"]),
        (["twin", "out", "--rules", "mine"], ["mine"]),
        (["twin", "out", "--foul", "CHEAT"], ["CHEAT", "DUPLICATE_CARD"]),
        (["twin", "out", "--clumsy", "sneeze"], ["sneeze", "dropped_card"]),
        (["twin", "out", "--foul", "NO_CUT", "--from-turn", "4"], ["deal"]),
        (["watch", "nothing.mp4"], ["nothing.mp4"]),
        (["evaluate", "nothing"], ["nothing"]),
        (["serve", "--rules", "mine", "--port", "0"], ["mine"]),
        (["serve", "--port", "99999"], ["--port"]),
        (["serve", "--settings", "nothing.toml"], ["nothing.toml"]),
        (["look", "--colour"], ["--colour"]),
        (["referee"], ["referee"]),
    ],
    ids=" ".join,
)
def test_wrong_words_are_told_in_one_sentence(monkeypatch, capsys, tmp_path, arguments, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HWATUPAN_DATA", str(tmp_path / "data"))
    assert main(arguments) == 2
    one_sentence(capsys, *words)


def test_help_of_every_command_shows_examples(capsys):
    for name in ("serve", "look", "twin", "watch", "evaluate", "doctor"):
        assert main([name, "--help"]) == 0
        assert f"hwatupan {name}" in capsys.readouterr().out.partition("Examples:")[2]


@pytest.fixture
def taken_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]


def test_busy_port_is_told(capsys, tmp_path, taken_port):
    assert main(["serve", "--port", str(taken_port), "--data", str(tmp_path)]) == 2
    told = one_sentence(capsys, f"port {taken_port}", f"--port {taken_port + 1}")
    assert told.count(str(taken_port)) == 1 + (str(taken_port) in str(taken_port + 1))
    assert told.count("127.0.0.1") == 1


def test_wrong_option_points_to_the_help_of_its_command(capsys):
    assert main(["serve", "--port", "door"]) == 2
    one_sentence(capsys, "'--port'", "hwatupan serve --help")


@pytest.mark.parametrize(("arguments", "word"), [
    (["--dealer", "3", "--players", "2"], "seats are 0 to 1"),
    (["--source", "nothere.mp4"], "no film, folder or camera")])
def test_serve_refuses_what_is_not_there(capsys, tmp_path, arguments, word):
    assert main(["serve", *arguments, "--port", "0", "--data", str(tmp_path)]) == 2
    assert word in capsys.readouterr().err


def test_virtual_table_for_four_is_refused_before_anything_is_served(capsys, tmp_path):
    assert main(["serve", "--players", "4", "--port", "0", "--data", str(tmp_path / "data")]) == 2
    one_sentence(capsys, "4 players cannot be dealt yet", "2 or 3")
    assert not (tmp_path / "data").exists()


def test_damaged_record_file_is_told(capsys, tmp_path):
    (tmp_path / "hwatupan.sqlite").write_bytes(b"this is no database " * 200)
    assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    told = one_sentence(capsys, str(tmp_path / "hwatupan.sqlite"), "move it away", "--data")
    assert "not a database" not in told


def checks(capsys, *arguments):
    code = main(["doctor", "--json", *arguments])
    return code, {line["name"]: line for line in map(json.loads, capsys.readouterr().out.splitlines())}


def test_doctor_finds_a_healthy_machine(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(doctor.importlib.metadata, "requires", lambda name: ["numpy>=2", 'pytest; extra == "dev"'])
    monkeypatch.setattr(doctor.importlib.metadata, "version", lambda name: "1.0")
    code, told = checks(capsys, "--data", str(tmp_path), "--port", "0")
    assert {line["state"] for name, line in told.items() if name != "cameras"} == {"ok"}
    assert code == 0


def test_doctor_says_what_to_do(monkeypatch, capsys, tmp_path, taken_port):
    monkeypatch.setattr(registry, "check", lambda: ["model file x.onnx is missing; install hwatupan again"])
    monkeypatch.setattr(doctor, "find_cameras", list)
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    code, told = checks(capsys, "--data", str(in_the_way), "--port", str(taken_port))
    assert code == 1
    assert told["model"] == {"name": "model", "state": "wrong", "found": "model file x.onnx is missing",
                             "advice": "install hwatupan again"}  # fmt: skip
    assert told["data"]["state"] == "wrong"
    assert "--port" in told["port"]["advice"]
    assert "plug one in" in told["cameras"]["advice"]


def test_doctor_notices_a_damaged_record_file(capsys, tmp_path):
    Store(tmp_path / "hwatupan.sqlite").close()
    assert checks(capsys, "--data", str(tmp_path))[1]["games"]["state"] == "ok"
    (tmp_path / "hwatupan.sqlite").write_bytes(b"this is no database " * 200)
    assert checks(capsys, "--data", str(tmp_path))[1]["games"]["state"] == "wrong"
