"""The server as a program of its own: it says its address, answers, and ends when told to."""

import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.fake_camera import write_film
from vision import layout as layouts
from webui.commands.serve import look_up
from webui.serving import page_address
from webui.settings import Settings

ROOT = Path(__file__).parents[3]
CODE = "import sys; from webui.commands import main; sys.exit(main())"


@pytest.fixture
def server(tmp_path):
    film = write_film(tmp_path / "film.mp4", [60] * 5)
    layouts.default(2, (64, 48)).dump(tmp_path / "layout.toml")
    options = ["--source", str(film), "--port", "0", "--data", str(tmp_path / "data")]
    command = [sys.executable, "-c", CODE, "serve", *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        yield process
        if process.poll() is None:
            process.kill()


def test_server_says_its_address_answers_and_keeps_the_game(server, tmp_path):
    told = server.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+/", told)
    assert found, told + server.stderr.read()
    with urllib.request.urlopen(f"{found[0]}api/health", timeout=30) as answer:
        assert json.load(answer)["round"] == 0
    with urllib.request.urlopen(found[0], timeout=30) as answer:
        assert "text/html" in answer.headers["Content-Type"]
    server.send_signal(signal.SIGTERM)
    out, err = server.communicate(timeout=60)
    assert server.returncode == 0, err
    assert "the game is kept" in out
    assert "Traceback" not in err
    assert (tmp_path / "data" / "hwatupan.sqlite").exists()


def test_without_a_source_the_server_leads_to_the_set_up_and_watches_nothing(tmp_path, monkeypatch):
    monkeypatch.delenv("HWATUPAN_SOURCE", raising=False)
    command = [sys.executable, "-c", CODE, "serve", "--port", "0", "--data", str(tmp_path / "data")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        found = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        with urllib.request.urlopen(found[0], timeout=30) as answer:
            led = answer.url
        with urllib.request.urlopen(f"{found[0]}healthz", timeout=30) as answer:
            health = json.load(answer)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
    assert led == f"{found[0]}setup"
    assert health == {"ok": True, "camera": "opening", "trouble": ""}
    assert (process.returncode, "Traceback" in err) == (0, False), err


def test_more_signals_while_it_stops_are_not_heard(server):
    assert "http://" in server.stdout.readline()
    server.send_signal(signal.SIGTERM)
    assert "the game is kept" in server.stdout.readline()
    server.send_signal(signal.SIGINT)
    server.send_signal(signal.SIGTERM)
    _, err = server.communicate(timeout=60)
    assert (server.returncode, "Traceback" in err) == (0, False), err


@pytest.mark.parametrize("named", ["film", "film/film.mp4"])
def test_a_film_brings_its_players_and_what_was_said(tmp_path, monkeypatch, named):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "film").mkdir()
    write_film(tmp_path / "film" / "film.mp4", [60] * 3)
    layouts.default(3, (64, 48)).dump(tmp_path / "film" / "layout.toml")
    (tmp_path / "film" / "inputs.jsonl").write_text('{"seconds": 0.2, "seat": 2, "say": "go"}\n')
    chosen, said = look_up(Settings(source=named))
    assert (Path(chosen.source), chosen.players) == (Path("film/film.mp4"), 3)
    assert said == [{"seconds": 0.2, "seat": 2, "say": "go"}]
    assert look_up(Settings(source=named, players=2))[0].players == 2


def test_the_address_that_is_told_is_no_wildcard():
    assert page_address("127.0.0.1", 8000) == "http://127.0.0.1:8000/"
    assert page_address("0.0.0.0", 80) == "http://127.0.0.1:80/"
    assert page_address("fd00::7", 80) == "http://[fd00::7]:80/"


def test_a_server_that_is_open_to_others_tells_its_pin_and_speaks_https(tmp_path, monkeypatch):
    monkeypatch.setenv("HWATUPAN_HTTPS_PORT", "0")
    film = write_film(tmp_path / "film.mp4", [60] * 5)
    layouts.default(2, (64, 48)).dump(tmp_path / "layout.toml")
    options = ["--source", str(film), "--port", "0", "--data", str(tmp_path / "data"), "--lan"]
    command = [sys.executable, "-c", CODE, "serve", *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        here, others = process.stdout.readline(), process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
    assert "http://127.0.0.1:" in here
    assert re.search(r"http://[\d.]+:\d+/join  PIN \d{6}, host PIN \d{10}$", others), others
    assert (process.returncode, "Traceback" in err) == (0, False), err
    assert (tmp_path / "data" / "tls" / "authority.crt").exists()
