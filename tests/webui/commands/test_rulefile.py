"""House rules from a file: read, or refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import RuleSetError
from webui.commands.console import CommandError
from webui.commands.rulefile import load


def test_a_file_of_house_rules_is_read(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('go_rule = "italian"\n', encoding="utf-8")
    assert load(file).go_rule == "italian"


def test_an_unknown_key_is_refused_with_the_file_and_the_nearest_name(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("sseull = true\n", encoding="utf-8")
    with pytest.raises(RuleSetError, match=r"house\.toml: no option 'sseull'; did you mean 'sseul'"):
        load(file)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"cannot read .*none\.toml"):
        load(tmp_path / "none.toml")


def test_the_mark_of_a_windows_editor_is_no_part_of_the_rules(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('\ufeffgo_rule = "italian"\n', encoding="utf-8")
    assert load(file).go_rule == "italian"
