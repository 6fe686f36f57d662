"""`make films`: the plan shows all it promises, its films have occasions, and results add up to the report."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from benchmarks.film_log import replayed, written
from benchmarks.film_plan import FOUL_PLAYERS, Film, fouls, honest, quick
from benchmarks.film_report import markdown, report, text
from benchmarks.films import plain, result
from engine.observation import Observation
from engine.referee import start
from engine.rules import preset
from engine.table import Stack
from tests.webui.commands.test_compare import FOUL, alert, film, result_line, seen_turn, true_turn
from vision.twin.mishaps import FOULS
from vision.twin.source import TwinSource
from vision.types import Frame
from webui.commands.compare import Tally, compare
from webui.commands.filmed import joinings
from webui.commands.road import Road


def table_seconds(films: list[Film]) -> float:
    return sum(one.source().truth["rounds"][-1]["end"] for one in films)


def test_the_honest_films_are_enough_for_the_rates() -> None:
    films = list(honest([None]))
    assert len(films) >= 45
    assert table_seconds(films) >= 90 * 60
    assert Counter(one.players for one in films).keys() == {2, 3, 4}
    assert len({one.tempo for one in films}) > 3
    assert Counter(bool(one.clumsy) for one in films)[True] == len(films) / 2


def test_every_code_is_in_three_films_and_each_has_an_occasion() -> None:
    films = list(fouls([None]))
    assert Counter(one.foul for one in films) == dict.fromkeys(FOULS, len(FOUL_PLAYERS))
    assert len({one.name for one in films}) == len(films)
    for one in films:
        (told,) = one.source().truth["rounds"]
        assert {foul["code"] for foul in told["fouls"]} == {one.foul}


def test_decks_take_turns_in_honest_and_clumsy_films() -> None:
    seen = Counter((one.deck, bool(one.clumsy)) for one in honest(["a", "b", "c"]))
    assert len(seen) == 6


def test_the_quick_sample_is_of_the_whole_plan_and_short() -> None:
    films = quick([None])
    assert set(films) <= {*honest([None]), *fouls([None])}
    assert 5 * 60 < table_seconds(films) < 15 * 60


def test_a_film_is_rendered_again_by_its_command() -> None:
    one = Film(7, 3, "decks/mine", foul="PEEK", clumsy=("glare",), tempo=4.5, from_turn=5)
    assert one.command == ("hwatupan twin film --seed 7 --players 3 --deck mine --foul PEEK --clumsy glare "
                           "--tempo 4.5 --from-turn 5")
    assert one.name == "peek-glare-7-3-mine-4.5s-from5"


def results() -> list[dict[str, object]]:
    right = compare(film([true_turn(1)]), [seen_turn(1), result_line()])
    loud = compare(film([true_turn(1)]), [alert(5), seen_turn(1), result_line()])
    found, missed = compare(film(fouls=[FOUL]), [alert(13)]), compare(film(fouls=[FOUL]), [alert(13, code="PEEK")])
    told = [("", right), ("", loud), ("MONTH_MISMATCH", found), ("MONTH_MISMATCH", missed)]
    for _, tally in told:
        tally.seconds, tally.frames, tally.processed, tally.busy = 900.0, 100, 99, 9.0
    return [{"film": {"foul": code}, "command": f"film {n}", "commit": "abc", "differs": [], "tally": plain(tally)}
            for n, (code, tally) in enumerate(told)]


def test_the_report_counts_honest_play_and_fouls_apart() -> None:
    sums = report(results())
    assert (sums["honest"]["films"], sums["fouls"]["films"]) == (2, 2)
    assert sums["honest"]["unwarranted_rates"]["question"] == {"per_hour": 2.0, "per_ten_rounds": 5.0}
    assert sums["fouls"]["alerts"]["MONTH_MISMATCH"]["instead"] == {"PEEK": 1}
    assert [one["command"] for one in sums["misses"]] == ["film 1", "film 3"]


def test_the_report_is_told_in_words_and_as_tables() -> None:
    sums = report(results())
    assert "MONTH_MISMATCH        1 of 2" in text(sums)
    assert "| MONTH_MISMATCH | 2 | 1 | 0 | PEEK | 1.0 s |" in markdown(sums)
    assert "* `film 3`" in markdown(sums)


def test_a_result_names_what_differs() -> None:
    told = result(Film(1, 2), film([true_turn(1)], fouls=[FOUL]), Tally(), [alert(13, code="PEEK")])
    assert any("planted MONTH_MISMATCH seat 0" in line for line in told["differs"])
    assert any("got nothing" in line for line in told["differs"])


def test_a_film_from_mid_round_is_joined_at_the_table_as_it_lies() -> None:
    source = TwinSource(2, fouls=["EXTRA_TABLE_CARD"], from_turn=5, seconds=45.0)
    (told,) = source.truth["rounds"]
    (joined,) = joinings(source.truth, preset("korean_standard"))
    lies, table = told["begun"], joined.table
    assert sorted(map(str, (*table.loose, *table.stacked))) == sorted(lies["floor"])
    assert (joined.turn, joined.seconds) == (told["turns"][0]["seat"], told["turns"][0]["start"])
    out = len(table.loose) + len(table.stacked) + sum(map(len, table.piles))
    assert out + sum(table.hands) + table.stock == 48
    assert table.hands == tuple(10 - laid for laid in lies["laid"])


def test_whose_ppeok_lies_there_is_told() -> None:
    lies = {"turns": 3, "floor": ["01-junk", "01-junk", "01-ribbon", "02-junk"], "captured": [["03-junk"], []],
            "laid": [4, 1], "flipped": 2, "ppeoks": {"01-ribbon": 1}, "tokens": [2, 0]}
    played = {"dealer": 0, "begun": lies, "turns": [{"start": 1.5, "seat": 1}]}
    (joined,) = joinings({"players": 2, "rounds": [played]}, preset("korean_standard"))
    (stack,) = joined.table.stacks
    assert isinstance(stack, Stack)
    assert (stack.owner, len(stack.cards), joined.table.tokens) == (1, 3, (2, 0))


class Blind:
    def see(self, frame: Frame) -> Observation:
        return Observation(frame.seconds, ())


def test_what_the_eyes_told_is_judged_again_from_the_log(tmp_path: Path) -> None:
    house = preset("korean_standard")
    joined = joinings(TwinSource(2, fouls=["EXTRA_TABLE_CARD"], from_turn=5, seconds=45.0).truth, house)
    road = Road(Blind(), start(house, 2), list, joined)
    black = np.zeros((2, 2, 3), np.uint8)
    with written(road, tmp_path / "film.jsonl"):
        said = [line.to_json() for n in range(40) for line in road.see(Frame(n, n / 10, black))]
    again, seconds = replayed(tmp_path / "film.jsonl", house, 2, 0)
    assert [one.line for one in again] == said
    assert any(line["type"] == "round" for line in said)
    assert seconds == pytest.approx(3.9)
