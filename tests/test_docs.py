"""Documents that can fail: every option, alert, setting, route and command has its paragraph."""

import dataclasses
import inspect
import re
import shlex
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints
from unittest.mock import Mock

import pytest
from typer.testing import CliRunner

from engine.alerts import HIGHEST, AlertCode
from engine.gameparse import CALLS, READERS, SAYS, TURN, parse_game
from engine.gametext import NUMBERS
from engine.playback import canonical
from engine.rulefile import loads
from engine.rules import PRESETS, RuleSet
from engine.watched import NOT_WATCHED
from webui import create_app
from webui.commands import app as commands
from webui.commands import main
from webui.settings import Settings
from webui.texts import say
from webui.typed import read_cards

ROOT = Path(__file__).parents[1]


def sections(name):
    """Heading in backquotes -> text below it."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    return {
        heading: body.strip()
        for heading, body in re.findall(r"^#{2,4} `([^`\n]+)`\n(.*?)(?=^#{1,4} |\Z)", text, re.MULTILINE | re.DOTALL)
    }


def test_every_rule_option_has_a_paragraph_and_no_other():
    assert list(sections("rules.md").keys() ^ {field.name for field in dataclasses.fields(RuleSet)}) == []
    assert all(len(body) > 20 for body in sections("rules.md").values())


def test_every_value_of_an_option_is_explained():
    hints = get_type_hints(RuleSet)
    for name, body in sections("rules.md").items():
        for value in get_args(hints[name]) if get_origin(hints[name]) is Literal else ():
            assert f"`{value}`" in body, f"docs/rules.md: {name} does not explain {value}"


def test_every_option_has_its_korean_name_who_plays_so_and_its_function():
    for name, body in sections("rules.md").items():
        assert re.match(r"\*\*[가-힣][가-힣, ]*\*\* \*[a-z][a-z ,-]+\*\. ", body), name
        assert re.search(r"^Played so: .+ Code: `[a-z_.]+", body, re.MULTILINE), name


def function(name):
    """The function of the engine called ``module.function``."""
    module, _, path = name.partition(".")
    return attrgetter(path)(import_module(f"engine.{module}"))


def test_every_option_leads_to_a_function_that_reads_it():
    open_ones = {name for name, hint in get_type_hints(RuleSet).items() if len(get_args(hint)) != 1}
    for name, body in sections("rules.md").items():
        named = re.findall(r"`(\w+\.[\w.]+)`", body.partition("Code: ")[2])
        code = [inspect.getsource(function(one)) for one in named]
        if name in open_ones - {"table_bonus_steals"}:  # with two values, and one that has an effect
            assert any(re.search(rf"rules\.{name}\b", text) for text in code), f"{name} is not read by {named}"


def korean_terms():
    """Term -> the links of its row."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").partition("## Korean terms")[2]
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| ") and "---" not in line][1:]
    return {term.strip(): row[4] for row in rows for term in row[1].split(",")}


SAID = """뻑 설사 쪽 따닥 쓸 싹쓸이 판쓸이 폭탄 흔들기 고박 독박 피박 광박 멍박 멍따 총통 나가리 쇼당 밀기 광팔기
열끗 쌍피 첫뻑 연뻑 삼연뻑 쓰리뻑 자뻑 국진 고도리 비광 조커 보너스패 밤일낮장 기리 퉁 미션 홍단 청단 초단 고 스톱 역고
선 파투 낙장불입"""


def test_every_word_that_players_say_leads_to_its_function():
    told = korean_terms()
    assert set(SAID.split()) - told.keys() == set()
    for term, where in told.items():
        links = re.findall(r"\[`(\w+)\.(\w+)`\]\(\.\./engine/(\w+)\.py\)", where)
        assert links, f"{term} leads nowhere"
        for module, name, file in links:
            assert module == file
            assert callable(function(f"{module}.{name}"))


def test_options_have_one_korean_name_everywhere():
    for name, body in sections("rules.md").items():
        assert say(f"option.{name}", "ko") == re.match(r"\*\*(.+?)\*\*", body)[1]


def test_the_example_of_a_rule_file_is_read():
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert loads(example).missions[0].times == 3


def test_the_example_of_a_game_record_is_by_the_rules():
    text = (ROOT / "docs" / "game-record.md").read_text(encoding="utf-8")
    example = next(block for block in re.findall(r"```text\n(.*?)```", text, re.DOTALL) if block.startswith("hwatupan"))
    game, wrong = canonical(parse_game(example))
    assert wrong == ()
    assert len(game.rounds[0].steps) == 2


def test_every_word_of_a_game_record_is_explained():
    text = (ROOT / "docs" / "game-record.md").read_text(encoding="utf-8")
    for word in [*READERS, *NUMBERS, *TURN, *SAYS, *CALLS]:
        assert re.search(rf"\b{word}\b", text), word


def test_what_the_referee_does_not_follow_yet_is_said():
    said = {name for name, body in sections("rules.md").items() if "*not watched*" in body}
    assert said == set(NOT_WATCHED)


def test_every_preset_is_named():
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert all(f"* `{name}`" in text for name in PRESETS)


def test_every_alert_has_a_paragraph_in_order_with_its_level():
    told = sections("alerts.md")
    assert list(told) == [str(code) for code in AlertCode]
    for code in AlertCode:
        assert told[code].startswith(f"Highest level: {HIGHEST[code]}."), code


def test_every_setting_has_a_paragraph():
    assert list(sections("settings.md")) == list(Settings.model_fields)


def test_every_route_has_a_paragraph():
    rules = create_app(Settings(), Mock()).url_map.iter_rules()
    served = {f"{method} {rule.rule}" for rule in rules for method in rule.methods - {"HEAD", "OPTIONS"}}
    assert sections("http-api.md").keys() == served


def test_every_command_is_in_the_readme_and_has_examples():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in commands.registered_commands:
        name = command.callback.__name__
        assert f"| `hwatupan {name}` |" in readme
        assert f"hwatupan {name}" in command.help.partition("Examples:")[2], f"{name} --help has no example"


@pytest.mark.parametrize("document", ["README.md", "README.ko.md"])
def test_readme_shows_how_to_run_and_test(document):
    readme = (ROOT / document).read_text(encoding="utf-8")
    assert re.search(r"^make run\b", readme, re.MULTILINE)
    assert re.search(r"^make test\b", readme, re.MULTILINE)


def test_make_targets_of_the_documents_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for document in ("README.md", "README.ko.md", "CONTRIBUTING.md"):
        text = (ROOT / document).read_text(encoding="utf-8")
        used = set(re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE))
        assert used <= targets, document


def documents():
    return [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]


@pytest.mark.parametrize("document", documents(), ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document):
    for target in re.findall(r"\]\(([^)#\s]+)", document.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_both_readmes_show_the_same_pictures_and_link_to_each_other():
    english, korean = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.ko.md"))
    pictures = [re.findall(r"!\[.+?\]\((\S+?)\)", text) for text in (english, korean)]
    assert pictures[0] == pictures[1] != []
    assert "(README.ko.md)" in english
    assert "(README.md)" in korean


def readme_commands():
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    lines = [line.split("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [shlex.split(line) for line in lines if line.startswith("hwatupan ")]


def test_readme_examples_use_options_that_exist():
    assert len(readme_commands()) >= 6
    for _, name, *arguments in readme_commands():
        told = CliRunner().invoke(commands, [name, "--help"]).output
        for option in (a for a in arguments if a.startswith("-")):
            assert re.search(rf"^\s+{option}\b", told, re.MULTILINE), f"{name} has no {option}"


def test_every_way_to_write_a_card_is_read():
    text = (ROOT / "docs" / "scoring.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| .+? \|$", text, re.MULTILINE)
    written = {word for row in rows for word in re.findall(r"`([^`]+)`", row)}
    assert len(written) > 25
    for word in written:
        assert read_cards([word], "ko"), word


def test_every_option_of_score_is_explained():
    text = (ROOT / "docs" / "scoring.md").read_text(encoding="utf-8")
    told = CliRunner().invoke(commands, ["score", "--help"]).output
    options = set(re.findall(r"^\s+(--[a-z-]+)", told, re.MULTILINE))
    assert len(options) > 15
    assert [option for option in options if f"`{option}" not in text] == []


def test_the_shown_round_is_what_score_prints(capsys):
    text = (ROOT / "docs" / "scoring.md").read_text(encoding="utf-8")
    shown = re.findall(r"```console\n\$ (hwatupan score .+?)\n(.*?)```", text, re.DOTALL)
    assert len(shown) == 2
    for line, printed in shown:
        assert main(shlex.split(line)[1:]) == 0
        assert capsys.readouterr().out == printed
