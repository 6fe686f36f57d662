"""Films: the file can be read back, and what lies beside it has the contract's fields."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import layout
from vision.errors import SourceError
from vision.twin.film import write_film
from vision.twin.source import TwinSource

SIZE = (320, 180)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("film")
    write_film(TwinSource(seed=4, size=SIZE), out, seconds=9.95)
    return out


def test_film_reads_back_as_it_was_drawn(folder: Path) -> None:
    video = cv2.VideoCapture(str(folder / "film.mp4"))
    assert video.get(cv2.CAP_PROP_FPS) == 10
    count = 0
    for frame in islice(TwinSource(seed=4, size=SIZE).frames(), 100):
        ok, picture = video.read()
        assert ok
        assert np.abs(picture.astype(int) - frame.bgr).mean() < 6
        count += 1
    assert count == 100
    assert not video.read()[0]


def test_truth_has_the_contract_fields(folder: Path) -> None:
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    assert truth["format"] == 1
    assert {"seed", "players", "preset", "options", "deck", "size", "fps", "tempo", "rounds"} <= truth.keys()
    (told,) = truth["rounds"]
    assert {"dealer", "start", "end", "floor", "turns", "fouls", "clumsy", "result"} <= told.keys()
    turn = {"n", "seat", "start", "rest", "shakes", "hand", "flip", "captured", "stack", "stolen", "events", "totals"}
    assert all(turn == row.keys() for row in told["turns"])
    assert {"kind", "winner", "captured", "lines", "totals", "go", "net"} == told["result"].keys()
    assert len(told["floor"]) == 8


def test_layout_and_inputs_lie_beside_the_film(folder: Path) -> None:
    source = TwinSource(seed=4, size=SIZE)
    assert layout.load(folder / "layout.toml") == source.layout
    lines = [json.loads(line) for line in (folder / "inputs.jsonl").read_text(encoding="utf-8").splitlines()]
    assert lines == source.inputs


def test_mjpeg_film_is_jpeg_pictures(tmp_path: Path) -> None:
    path = write_film(TwinSource(seed=4, size=SIZE), tmp_path, "mjpeg", seconds=0.35)
    data = path.read_bytes()
    assert data.count(b"\xff\xd8\xff") == 4
    first = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert first is not None
    assert first.shape == (180, 320, 3)


def test_y4m_film_is_raw_pictures(tmp_path: Path) -> None:
    path = write_film(TwinSource(seed=4, size=SIZE), tmp_path, "y4m", seconds=0.35)
    head, _, rest = path.read_bytes().partition(b"\n")
    assert head.startswith(b"YUV4MPEG2 W320 H180 F10000:1000")
    assert len(rest) == 4 * (6 + 320 * 180 * 3 // 2)


def test_unknown_film_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="mp4, mjpeg, y4m"):
        write_film(TwinSource(seed=4, size=SIZE), tmp_path, "gif")
