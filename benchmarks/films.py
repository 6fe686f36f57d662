"""`make films`: games of the virtual table rendered and watched by the real eyes, without a film file in between.

    python -m benchmarks.films                       the whole plan: honest and clumsy rounds, and fouls of every code
    python -m benchmarks.films --quick               a sample of it
    python -m benchmarks.films --only fouls --codes FLIP_SKIPPED DOUBLE_FLIP
    python -m benchmarks.films --seeds 401 402 --players 2 3 --clumsy random
    python -m benchmarks.films --deck DECK OTHER_DECK --out runs/films

Each film leaves one JSON file in OUT, named by what it shows and the commit; what is there already is not watched
again, so that a run that was cut goes on. `report.json` and `report.md` hold the sums. Frames that come while the eyes
are still busy are dropped, as with a camera; --every-frame drops none, for a machine that is busy with other work.
--log keeps what the eyes told of each film; --replay lets the referee judge that again, without eyes, in seconds.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks.checkout import commit
from benchmarks.film_log import replayed, written
from benchmarks.film_plan import Film, fouls, honest, quick
from benchmarks.film_report import markdown, report, text
from engine.rules import ruleset
from vision.twin.mishaps import FOULS
from webui.commands.compare import Heard, Tally, align, compare, turn_right
from webui.commands.console import track
from webui.commands.filmed import dealer_of, follow, joinings
from webui.commands.watch import build

Json = dict[str, Any]


def watch(film: Film, log: Path | None = None) -> Json:
    """Render and watch *film*; return its counts and what differs from its truth."""
    source = film.source()
    truth = source.truth
    house = ruleset(truth["preset"], truth["options"])
    inputs = list(source.inputs)
    road = build(source.layout, house, dealer_of(truth), lambda: inputs, 1, joined=joinings(truth, house))
    with written(road, log and log / f"{film.name}.jsonl"):
        counts, heard = follow(road, source.frames(), every_frame=film.every_frame)
    return result(film, truth, counts, heard)


def judge_again(film: Film, log: Path) -> Json:
    """What the referee makes of a film whose looks were kept in *log*."""
    truth = film.source().truth
    house = ruleset(truth["preset"], truth["options"])
    heard, seconds = replayed(log / f"{film.name}.jsonl", house, truth["players"], dealer_of(truth))
    return result(film, truth, Tally(seconds=seconds), heard)


def result(film: Film, truth: Json, counts: Tally, heard: Sequence[Heard]) -> Json:
    """The result file of a film."""
    counts.add(compare(truth, heard))
    return {"film": asdict(film), "command": film.command, "commit": commit(), "tally": plain(counts),
            "differs": list(differences(truth, heard))}


def differences(truth: Json, heard: Sequence[Heard]) -> Iterator[str]:
    """Fouls, turns that are not right, and alerts, in words for whoever looks for the cause."""
    last = {(h.line["round"], h.line["n"]): h.line for h in heard if h.line["type"] == "turn"}
    for number, played in enumerate(truth["rounds"], 1):
        for foul in played["fouls"]:
            yield f"planted {foul['code']} seat {foul['seat']}, {foul['start']:.1f} to {foul['until']:.1f} s"
        seen = [line for (r, _), line in sorted(last.items()) if r == number]
        for want, got in align(played["turns"], seen):
            if want is None or got is None or not turn_right(want, got):
                yield f"want {_brief(want)} got {_brief(got)}"
    for one in heard:
        if one.line["type"] == "alert":
            line = one.line
            yield f"{one.at:.1f} s: {line['level']} {line['code']} seat {line['seat']} {' '.join(line['cards'])}"


def _brief(turn: Any) -> str:
    if turn is None:
        return "nothing"
    parts = ("hand", "flip", "captured", "stack", "stolen")
    return f"{turn['n']} seat {turn['seat']} " + " ".join(f"{part} {turn[part]}" for part in parts if turn[part])


def plain(tally: Tally) -> Json:
    """The tally as JSON values; `benchmarks.film_report` reads it back."""
    return {name: dict(v) if isinstance(v := getattr(tally, name), dict) else v for name in tally.__dataclass_fields__}


def planned(args: argparse.Namespace) -> list[Film]:
    """The films that the command line asks for."""
    decks: list[str | None] = args.deck or [None]
    if args.quick:
        films = quick(decks)
    elif args.seeds:
        own = [Film(seed, players, decks[0], clumsy=tuple(args.clumsy), tempo=args.tempo)
               for seed in args.seeds for players in args.players]
        films = [replace(film, foul=code) for film in own for code in args.codes or [""]]
    else:
        films = [] if args.only == "fouls" or args.codes else list(honest(decks))
        films += [] if args.only == "honest" else fouls(decks, args.codes or tuple(FOULS), args.each)
    return [replace(film, every_frame=args.every_frame) for film in films]


def main() -> None:
    """Watch the films that have no result yet, and print the sums of all."""
    args = _parser().parse_args()
    films = planned(args)
    args.out.mkdir(parents=True, exist_ok=True)
    paths = {film: args.out / f"{film.name}-{commit()}.json" for film in films}
    missing = [film for film in films if args.replay or not paths[film].exists()]
    work: Callable[[Film], Json] = partial(watch, log=args.log)
    if args.replay:
        work = partial(judge_again, log=args.replay)
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        for film, told in zip(missing, track(pool.map(work, missing), "films", len(missing)), strict=True):
            paths[film].write_text(json.dumps(told, indent=1), encoding="utf-8")
            print(film.name, *told["differs"], sep="\n  ", flush=True)
    sums = report([json.loads(path.read_text(encoding="utf-8")) for path in paths.values()])
    (args.out / "report.json").write_text(json.dumps(sums, indent=1), encoding="utf-8")
    (args.out / "report.md").write_text(markdown(sums), encoding="utf-8")
    print(text(sums))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a sample of the plan, for a quarter of an hour")
    parser.add_argument("--only", choices=["honest", "fouls"], help="this part of the plan")
    parser.add_argument("--codes", nargs="+", choices=list(FOULS), metavar="CODE", help="fouls of these codes only")
    parser.add_argument("--each", type=int, default=3, help="films of each code")
    parser.add_argument("--seeds", type=int, nargs="+", help="one round of each of these instead of the plan")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3])
    parser.add_argument("--clumsy", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--tempo", type=float)
    parser.add_argument("--deck", nargs="+", help="folders of card pictures, which take turns; none: our own cards")
    parser.add_argument("--out", type=Path, default=Path("runs/films"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every-frame", action="store_true")
    parser.add_argument("--log", type=Path, help="folder to keep what the eyes told")
    parser.add_argument("--replay", type=Path, help="folder of an earlier --log to judge again")
    return parser


if __name__ == "__main__":
    main()
