"""`hwatupan evaluate`: films of the virtual table at film speed, what was said against the truth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from engine.errors import EngineError
from engine.rules import ruleset
from vision import layout as layouts
from vision.errors import VisionError
from vision.frames import open_source
from webui.commands.compare import Tally, compare
from webui.commands.console import CommandError, complain, print_json, track
from webui.commands.filmed import dealer_of, follow, joinings
from webui.commands.films import INPUTS, LAYOUT, TRUTH, beside, film_in, read_inputs, read_truth
from webui.commands.watch import build


def evaluate(
    films: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Folders that hwatupan twin wrote.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Films at a time; more than one makes each frame slower.")] = 1,
) -> int:
    """Measure the whole road on films whose truth is known.

    Frames come at film speed, and what comes too late is dropped, as with a camera.

    Examples:

      hwatupan twin out/a --seed 1 && hwatupan evaluate out/a

      hwatupan evaluate out/* --json --jobs 2
    """
    total = Tally()
    failed = False
    for tally in track(_tallies(films, jobs), "evaluating", len(films)):
        if isinstance(tally, Tally):
            total.add(tally)
        else:
            complain(tally)
            failed = True
    if total.films == 0:
        return 2
    if as_json:
        print_json(total.report())
    else:
        _print_table(total.report())
    return 2 if failed else 0


def _tallies(films: Sequence[Path], jobs: int) -> Iterator[Tally | str]:
    if jobs == 1 or len(films) == 1:
        yield from (_tally(film) for film in films)
        return
    with ProcessPoolExecutor(min(jobs, len(films)), mp_context=get_context("spawn")) as pool:
        yield from pool.map(_tally, films, [1] * len(films))


def _tally(folder: Path, threads: int = 2) -> Tally | str:
    """One film's counts, or the sentence that says why there are none."""
    try:
        return measure(folder, threads)
    except (CommandError, VisionError, EngineError) as error:
        return str(error)


def measure(folder: Path, threads: int = 2) -> Tally:
    """Follow one film at film speed and count. Raises CommandError or VisionError for a film that is not whole."""
    film = film_in(folder)
    truth = read_truth(folder / TRUTH)
    said = read_inputs(inputs) if (inputs := beside(film, INPUTS)) is not None else []
    table = layouts.load(folder / LAYOUT)
    house = ruleset(truth.get("preset", "korean_standard"), truth.get("options"))
    road = build(table, house, dealer_of(truth), lambda: said, threads, joined=joinings(truth, house))
    counts, heard = follow(road, open_source(str(film), fps=truth["fps"]).frames())
    counts.add(compare(truth, heard))
    return counts


def _print_table(report: dict[str, Any]) -> None:
    table = Table(title=f"{report['films']} films, {report['hours']:.2f} hours at the table", title_justify="left")
    table.add_column("measure")
    table.add_column("value", justify="right")
    table.add_row("turns right", f"{report['turns_right']} of {report['turns']}")
    table.add_row("rounds right", f"{report['rounds_right']} of {report['rounds']}")
    for code, count in report["alerts"].items():
        table.add_row(code, f"{count['found']} of {count['planted']} found, {count['wrong_code']} by another name")
    table.add_row("unwarranted", ", ".join(f"{n} {level}" for level, n in report["unwarranted"].items()))
    table.add_row("latency, median and 95 %", " / ".join(_seconds(s) for s in report["latency_s"].values()))
    table.add_row("pictures a second", f"{report['fps']:.1f} ({report['dropped']} of {report['frames']} dropped)")
    Console().print(table)


def _seconds(value: float | None) -> str:
    return "none" if value is None else f"{value:.2f} s"
