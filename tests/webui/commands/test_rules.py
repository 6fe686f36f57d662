"""`hwatupan rules`: the ten questions at a terminal, and what is written, shown or refused."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.rules import PRESETS, ruleset
from engine.watched import watchable
from vision.frames import open_source
from vision.twin.source import TwinSource
from webui.commands import main, rules
from webui.commands.rulefile import kept, load, named
from webui.commands.serve import look_up
from webui.keeper import Keeper
from webui.settings import Settings
from webui.store import Store

ROOT = Path(__file__).parents[3]
Answers = Callable[..., None]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Answers:
    """Let somebody at a terminal type these lines; an exception is what happens instead of a line."""
    def begin(*lines: str | BaseException) -> None:
        typed = iter(lines)

        def readline() -> str:
            line = next(typed)
            if isinstance(line, BaseException):
                raise line
            return f"{line}\n"

        terminal = type("Terminal", (), {"isatty": lambda self: True, "readline": lambda self: readline()})()
        monkeypatch.setattr(sys, "stdin", terminal)
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)

    return begin


def test_enter_ten_times_is_the_default(answers: Answers, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers(*[""] * 10)
    file = tmp_path / "house.toml"
    assert main(["rules", "-o", str(file), "--lang", "en"]) == 0
    assert file.read_text(encoding="utf-8") == 'preset = "korean_standard"\n'
    told = capsys.readouterr()
    assert told.out == ""
    assert f"hwatupan serve --rules {file}" in told.err
    assert [f"{n}/10" in told.err for n in range(1, 11)] == [True] * 10


def test_answers_become_a_file_that_serve_takes(answers: Answers, tmp_path: Path) -> None:
    answers("2", "4", "", "3", "3", "2", "2", "4", "3", "4")
    file = tmp_path / "house.toml"
    assert main(["rules", "-o", str(file), "--lang", "ko"]) == 0
    wanted = ruleset(options={
        "target": {"2": 5}, "bonus_cards": ["bonus2", "bonus2", "bonus3"], "pibak_limit": 5, "gobak_3p": "x2_own",
        "gobak_multi": "each_x2", "ppeok_pay": "first", "bomb_multiplier": 1, "meongtta": False,
        "nagari_growth": "flat_2", "chongtong_points": "target"})
    assert load(file) == watchable(wanted)
    chosen, _ = look_up(Settings(source="0", rules=str(file), data=tmp_path))
    store = Store(tmp_path / "games.sqlite")
    assert Keeper(store, "0", chosen.rules, 2, None).game.rules == wanted
    store.close()


def test_a_wrong_answer_is_asked_again_and_b_goes_back(answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
    answers("7", "zwei", "0", "1", "2", "b", "3", *[""] * 8)
    assert main(["rules", "--lang", "ko"]) == 0
    told = capsys.readouterr()
    assert told.err.count("1부터 3까지 번호로 답해 주세요.") == 3
    assert told.out == 'preset = "korean_standard"\nbonus_cards = ["bonus2", "bonus2"]  # 보너스패, 조커\n'


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), EOFError()])
def test_who_stops_leaves_nothing_behind(answers: Answers, tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                         stop: BaseException) -> None:
    answers("1", "2", stop)
    assert main(["rules", "-o", str(tmp_path / "house.toml"), "--lang", "en"]) == 130
    assert list(tmp_path.iterdir()) == []
    assert "nothing was written" in capsys.readouterr().err


def test_a_file_that_is_there_is_refused_before_anything_is_asked(answers: Answers, tmp_path: Path,
                                                                  capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text("sseul = false\n", encoding="utf-8")
    answers(*[""] * 10)
    assert main(["rules", "-o", str(file), "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert "--force" in told and "1/10" not in told
    assert file.read_text(encoding="utf-8") == "sseul = false\n"
    assert main(["rules", "-o", str(file), "--force", "--lang", "en"]) == 0
    assert load(file) == PRESETS["korean_standard"]


def test_a_file_that_came_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(rules.CommandError, match="--force"):
        rules.write(file, "new", "en", force=False)
    assert [path.name for path in tmp_path.iterdir()] == ["house.toml"]
    assert file.read_text(encoding="utf-8") == "mine"


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(rules.CommandError, match="choose another place"):
        rules.write(tmp_path / "no" / "house.toml", "new", "en", force=False)


def test_rules_are_begun_from_a_file_and_what_is_not_asked_stays(answers: Answers, tmp_path: Path,
                                                                 capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text("pibak_limit = 6\nsseul = false\nbomb_multiplier = 1\n", encoding="utf-8")
    answers(*[""] * 6, "1", *[""] * 3)
    assert main(["rules", "--from", str(file), "--lang", "en"]) == 0
    told = capsys.readouterr()
    assert "*0) as it is: pibak_limit = 6 · 6 · 6" in told.err
    assert "*2) no" in told.err
    file.write_text(told.out, encoding="utf-8")
    assert load(file) == ruleset(options={"pibak_limit": 6, "sseul": False})


def test_what_the_referee_does_not_follow_is_told(answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
    answers(*[""] * 10)
    assert main(["rules", "--from", "pmang_newmatgo", "--lang", "en"]) == 0
    told = capsys.readouterr()
    assert told.out == 'preset = "pmang_newmatgo"\n'
    assert "does not follow these yet: two_card_bomb, missions" in told.err


def test_what_a_preset_brings_unasked_is_told(answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
    answers("", "", "3", "4", "3", "4", "2", "", "3", "")
    assert main(["rules", "--lang", "ko"]) == 0
    told = capsys.readouterr()
    assert told.out == 'preset = "wikipedia_strict"\n'
    assert re.search(r"sseul +싹쓸이 +아니요", told.err)


def test_without_a_terminal_it_says_how_to_do_without(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--lang", "en"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "--list" in told.err and "--show" in told.err


def test_presets_and_files_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--list", "--lang", "ko"]) == 0
    listed = capsys.readouterr().out
    assert all(f"\n{name}\n" in f"\n{listed}" for name in PRESETS)
    file = tmp_path / "house.toml"
    file.write_text("sseul = false\n", encoding="utf-8")
    assert main(["rules", "--show", str(file), "--lang", "ko"]) == 0
    assert "* sseul" in capsys.readouterr().out
    assert main(["rules", "--show", "korean", "--lang", "ko"]) == 2
    assert "did you mean 'korean_standard'" in capsys.readouterr().err


def test_the_virtual_table_plays_by_the_house_rules_or_says_why_not(tmp_path: Path,
                                                                     capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text("sseul = false\nbomb_multiplier = 1\n", encoding="utf-8")
    chosen, _ = look_up(Settings(source="twin:rounds=1", rules=str(file), data=tmp_path))
    twin = open_source(chosen.source, options=load(file).options())
    assert isinstance(twin, TwinSource)
    assert (twin.truth["options"]["sseul"], twin.truth["options"]["bomb_multiplier"]) == (False, 1)
    file.write_text('bonus_cards = ["bonus2"]\n', encoding="utf-8")
    arguments = ["serve", "--rules", str(file), "--port", "0", "--data", str(tmp_path / "data")]
    assert main(arguments) == 2
    assert "plays without bonus cards" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_a_match_keeps_the_text_of_the_file_not_its_name(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("# ours\nsseul = false\n", encoding="utf-8")
    before = kept(str(file))
    assert before == 'preset = "korean_standard"\nsseul = false\n'
    assert kept("wikipedia_strict") == "wikipedia_strict"
    assert named("wikipedia_strict") == PRESETS["wikipedia_strict"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_ctrl_c_at_a_real_terminal(tmp_path: Path) -> None:
    # a shell's background job, as these tests may be, ignores Ctrl-C and has its children ignore it
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        f"sys.path.insert(0, {str(ROOT)!r}); from webui.commands import main; sys.exit(main())"
    )
    ours, theirs = os.openpty()
    command = [sys.executable, "-c", code, "rules", "-o", "house.toml", "--lang", "en"]
    with subprocess.Popen(command, cwd=tmp_path, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        told = b""
        for number in (1, 2):
            while not told.endswith(b"]: "):
                told += os.read(ours, 4096)
            assert f"{number}/10".encode() in told
            if number == 1:
                os.write(ours, b"\n")
                told = b""
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    rest = os.read(ours, 4096)
    os.close(ours)
    os.close(theirs)
    assert b"nothing was written" in rest and b"Traceback" not in rest
    assert list(tmp_path.iterdir()) == []


def test_questions_about_go_stop_are_not_asked_of_another_game(
    answers: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(*[""] * 10)
    assert main(["rules", "--from", "family_hwatu", "--lang", "en"]) == 2
    assert "--show family_hwatu" in capsys.readouterr().err
