"""`hwatupan simulate` and `hwatupan replay`: games printed, read, judged; logs of the product played again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.events import Corrected, Joined, to_json
from engine.gameparse import parse_game
from engine.notation import parse_table
from engine.referee import step
from engine.rulefile import dumps
from engine.rules import ruleset
from tests.webui.games import fresh, told
from vision.twin.source import TwinSource
from webui.commands import main
from webui.store import Store


@pytest.fixture
def game(tmp_path, capsys) -> Path:
    """A match of two rounds that `simulate` printed."""
    assert main(["simulate", "--players", "3", "--seed", "5", "--rounds", "2", "--stake", "10"]) == 0
    path = tmp_path / "game.txt"
    path.write_text(capsys.readouterr().out)
    return path


def printed(capsys, *arguments, code=0):
    assert main(list(map(str, arguments))) == code
    return capsys.readouterr()


def test_simulate_prints_a_record_and_the_same_one_for_the_same_seed(game, capsys):
    record = parse_game(game.read_text())
    assert (record.players, len(record.rounds), record.stake) == (3, 2, 10)
    again = printed(capsys, "simulate", "--players", 3, "--seed", 5, "--rounds", 2, "--stake", 10).out
    assert again == game.read_text()
    assert printed(capsys, "simulate", "--players", 3, "--seed", 6).out != again


def test_simulate_plays_by_a_file_of_house_rules(tmp_path, capsys):
    rules = ruleset("korean_standard", {"go_rule": "italian"})
    (tmp_path / "house.toml").write_text(dumps(rules))
    assert parse_game(printed(capsys, "simulate", "--rules", tmp_path / "house.toml").out).rules == rules


def test_simulate_refuses_a_number_of_players_for_which_the_rules_are_none(capsys):
    for rules, players, why in (("pmang_newmatgo", 3, "for 2 players"), ("wikipedia_strict", 4, "for 2 or 3 players")):
        assert why in printed(capsys, "simulate", "--rules", rules, "--players", players, code=2).err


def test_replay_prints_a_record_again_if_nothing_differs(game, capsys):
    out = printed(capsys, "replay", game)
    assert (out.out, out.err) == (game.read_text(), "")


def test_replay_says_in_which_line_a_record_differs_and_goes_on(game, capsys):
    lines = game.read_text().splitlines()
    at = next(nth for nth, line in enumerate(lines) if "captures" in line)
    before, _, scores = lines[at].partition(" scores ")
    lines[at] = f"{before} scores 9{scores}"
    game.write_text("\n".join(lines))
    out = printed(capsys, "replay", game, code=1)
    (comment,) = [line for line in out.out.splitlines() if line.startswith("#")]
    assert comment == f"# line {at + 1}: scores 9{scores}; the rules say {scores}"
    assert "1 place" in out.err
    game.write_text(out.out)
    assert printed(capsys, "replay", game).err == ""  # what was printed is a record by the rules


def test_replay_prints_the_table_at_a_turn(game, capsys):
    record = parse_game(game.read_text())
    out = printed(capsys, "replay", game, "--round", 2, "--turn", 0).out
    *table, scores, mover = out.strip().splitlines()
    hands = [line for line in table if line.startswith("hand ")]
    assert (scores, mover) == ("scores 0 0 0", f"seat {record.rounds[1].dealer} is to move")
    assert len(hands) == 3
    assert parse_table("\n".join(line for line in table if line[:5] not in ("hand ", "next "))).hands == (7, 7, 7)
    last = max(step.n for step in record.rounds[0].steps if step.n)
    assert "the round is over: " in printed(capsys, "replay", game, "--turn", last).out
    assert f"goes to turn {last}" in printed(capsys, "replay", game, "--turn", 99, code=2).err


def test_the_table_of_four_names_the_three_seats_that_play(tmp_path, capsys):
    (tmp_path / "four.txt").write_text(printed(capsys, "simulate", "--players", 4, "--seed", 3).out)
    record = parse_game((tmp_path / "four.txt").read_text())
    lines = printed(capsys, "replay", tmp_path / "four.txt", "--turn", 2).out.splitlines()
    seats = {int(seat) for seat in lines[0].removeprefix("seats ").split()}
    turns = [step for step in record.rounds[0].steps if step.n]
    assert len(seats) == 3 and seats == {step.seat for step in turns}
    assert lines[-1] == f"seat {turns[2].seat} is to move"


def test_replay_for_machines_speaks_the_words_of_watch(game, capsys):
    lines = [json.loads(line) for line in printed(capsys, "replay", game, "--json").out.splitlines()]
    assert [line["type"] for line in lines if line["type"] not in ("turn", "said")] == ["round", "result"] * 2
    turn = next(line for line in lines if line["type"] == "turn")
    assert {"round", "n", "seat", "hand", "flip", "captured", "stack", "stolen", "events", "totals"} <= turn.keys()
    assert all(line["differs"] == [] for line in lines)
    assert sum(lines[-1]["net"]) == 0


def test_replay_reads_the_truth_of_a_film(tmp_path, capsys):
    truth = TwinSource(3, rounds=2).truth
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    record = parse_game(printed(capsys, "replay", tmp_path / "truth.json").out)
    assert [list(one.end.net) for one in record.rounds] == [one["result"]["net"] for one in truth["rounds"]]


def watched(seed):
    """Events of a round whose deal lies in the log, and what the referee said of it."""
    game, lines = fresh(), []
    for event in told(seed):
        game, outputs = step(game, event)
        lines += [output.to_json() for output in outputs]
    return lines


def test_replay_reads_what_watch_printed(tmp_path, capsys):
    log = tmp_path / "watch.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in watched(3)))
    record = parse_game(printed(capsys, "replay", log).out)
    result = next(line for line in watched(3) if line["type"] == "result")
    assert list(record.rounds[0].end.net) == result["net"]


def test_replay_reads_the_record_file_while_a_server_owns_it(tmp_path, capsys):
    store = Store(tmp_path / "hwatupan.sqlite")
    match = store.begin_match("0", "korean_standard", 2, 0)
    events = list(told(3))
    assert isinstance(events[0], Joined) and isinstance(events[1], Corrected)
    for event in events:
        store.append(match, event.seconds, to_json(event))
    record = parse_game(printed(capsys, "replay", tmp_path / "hwatupan.sqlite").out)
    store.close()
    result = next(line for line in watched(3) if line["type"] == "result")
    assert list(record.rounds[0].end.net) == result["net"]


@pytest.mark.parametrize(("content", "why"), [
    (None, "cannot read"), (b"\xff\xfe\x00", "no text in UTF-8"), (b"hello\n", "line 1 belongs to no game"),
    (b"", "no turn and no result"), (b"SQLite format 3\0", "cannot read the record file"),
    (b"hwatupan game 1\nplayers 2\nround 1\n1. 0 lays 5-junk", "line 4: no card '5-junk'"),
    (b'{"type": "turn"}\n', "tells of no turn"),
    (b'{"format": 1, "preset": "korean", "rounds": []}', "no rule set 'korean'"),
    (b'{"format": 1, "preset": 7, "rounds": []}', "a truth names its rules"),
    (b'{"format": 1, "rounds": [{"dealer": 0}]}', "no truth of a film (KeyError 'floor')")])
def test_other_files_are_told_in_one_sentence(tmp_path, capsys, content, why):
    path = tmp_path / "game"
    if content is not None:
        path.write_bytes(content)
    err = printed(capsys, "replay", path, code=2).err
    assert why in err
    assert err.count("\n") == 1


def test_a_record_file_without_a_match_says_so(tmp_path, capsys):
    Store(tmp_path / "hwatupan.sqlite").close()
    assert "no game was recorded" in printed(capsys, "replay", tmp_path / "hwatupan.sqlite", code=2).err


def test_house_rules_of_the_command_line_win_over_those_of_a_log(tmp_path, capsys):
    log = tmp_path / "watch.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in watched(3)))
    out = printed(capsys, "replay", log, "--rules", "wikipedia_strict", code=1).out
    assert 'preset = "wikipedia_strict"' in out


def test_named_house_rules_win_over_those_of_the_record(game, capsys):
    shown = printed(capsys, "replay", game, "--rules", "wikipedia_strict", code=1)
    assert 'preset = "wikipedia_strict"' in shown.out


def test_a_record_saved_by_a_windows_editor_is_read(game, capsys):
    game.write_bytes(b"\xef\xbb\xbf" + game.read_bytes().replace(b"\n", b"\r\n"))
    assert printed(capsys, "replay", game).err == ""


def test_a_position_is_told_as_json_too(game, capsys):
    words = printed(capsys, "replay", game, "--round", 2, "--turn", 5).out
    line = json.loads(printed(capsys, "replay", game, "--round", 2, "--turn", 5, "--json").out)
    assert (line["type"], line["round"], line["turn"]) == ("position", 2, 5)
    assert f"scores {' '.join(map(str, line['totals']))}" in words and f"seat {line['to_move']} is to move" in words
    lists = [line["loose"], line["stock"], *line["piles"], *line["hands"]]
    assert sum(map(len, lists)) + sum(len(one["cards"]) for one in line["stacks"]) == 48
