"""The shortcut for restarts gives the same game as the whole log, and nothing but engine values."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from engine.events import Undone
from engine.game import Game
from engine.outputs import Following
from engine.referee import step
from tests.webui.games import fold, fresh, told
from tests.webui.tables import table, tell
from webui.checkpoint import UNDO_STEPS, Checkpoint, load, save


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hwatupan.checkpoint"


def test_a_game_comes_back_equal(path: Path) -> None:
    game = fold(told(4), fresh())
    save(path, Checkpoint(3, 17, game))
    back = load(path, 3)
    assert back is not None
    assert (back.event, back.game.round, back.game.results) == (17, game.round, game.results)
    assert load(path, 4) is None


def test_a_long_match_can_be_kept_and_undone_some_way(path: Path) -> None:
    game = fresh()
    for seed in range(40):
        game = fold(told(seed), game)
    save(path, Checkpoint(1, 1, game))
    back = load(path, 1)
    assert back is not None
    left = back.game
    for _ in range(UNDO_STEPS):
        assert left.past is not None
        left, _ = step(left, Undone(1.0))


class Foreign:
    """Would print if it were called up."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return print, ("must not run",)


class Attribute:
    """Pickled as Python 3.11.2 pickles the members of enums; takes any attribute of anything."""

    def __init__(self, owner: object, name: str) -> None:
        self.what = owner, name

    def __reduce__(self) -> tuple[object, tuple[object, str]]:
        return getattr, self.what


def test_enums_are_read_as_every_python_writes_them(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Following, "__reduce_ex__", lambda self, _: (getattr, (Following, self.name)))
    save(path, Checkpoint(3, 17, fold(told(4), fresh())))
    back = load(path, 3)
    assert back is not None and back.game.state in Following


@pytest.mark.parametrize("body", [
    b"", b"nonsense", pickle.dumps(Foreign()), pickle.dumps((1, 2)), pickle.dumps(Attribute(Checkpoint, "__init__")),
    pickle.dumps(Attribute(Game, "__reduce__"))])
def test_anything_else_is_ignored(path: Path, body: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_bytes(body)
    assert load(path, 1) is None
    assert "must not run" not in capsys.readouterr().out


@pytest.mark.parametrize("lost", [True, False])
def test_a_restart_gives_the_same_game_with_or_without_it(tmp_path: Path, lost: bool) -> None:
    first = table(tmp_path, source="0")
    first.start()
    tell(first, list(told(3))[:9])
    shown = first.snapshot().game
    first.stop()
    first.store.close()
    if lost:
        (tmp_path / "hwatupan.checkpoint").unlink()
    second = table(tmp_path, source="0")
    assert second.snapshot().game.round == shown.round
    assert second.snapshot().game.past is not None
    second.store.close()
