"""Settings: the later source wins, and nonsense is told in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from webui.errors import SettingsError
from webui.settings import Settings, load_settings


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"HWATUPAN_{name.upper()}", raising=False)


def test_defaults_listen_on_this_machine_only(tmp_path: Path) -> None:
    settings = load_settings(data=tmp_path)
    assert (settings.source, settings.players, settings.host, settings.port) == ("twin", 2, "127.0.0.1", 8000)
    assert Path(settings.record).parent == tmp_path


def test_file_then_variable_then_flag(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('players = 3\nport = 9000\nlanguage = "en"\n')
    monkeypatch.setenv("HWATUPAN_PORT", "9001")
    assert load_settings(file, data=tmp_path).port == 9001
    told = load_settings(file, data=tmp_path, port=9002, players=None)
    assert (told.players, told.port, told.language) == (3, 9002, "en")


def test_the_usual_file_lies_in_the_data_folder(tmp_path: Path) -> None:
    (tmp_path / "hwatupan.toml").write_text("players = 3\n")
    assert load_settings(data=tmp_path).players == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colour = 3\n", "setting colour"),
        ("players = 7\n", "setting players is 7"),
        ("players = \n", "is no TOML"),
    ],
)
def test_a_bad_file_is_told_in_one_sentence(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=message) as caught:
        load_settings(file, data=tmp_path)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no settings file"):
        load_settings(tmp_path / "none.toml")
