"""`make films`: games of the virtual table rendered and watched by the real eyes, without a film file in between.

    python -m benchmarks.films --seeds 401 402 403 --players 2 3 --deck DECK --out runs/films

Each film leaves one JSON file in OUT, named by its seed, players, deck and the commit; what is there already is not
watched again, so that a run that was cut goes on. Frames that come while the eyes are still busy are dropped, as with
a camera; --every-frame drops none, for a machine that is busy with other work.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from engine.outputs import Output
from engine.rules import ruleset
from vision.twin.source import TwinSource
from vision.types import Frame
from webui.commands.compare import LEVELS, Heard, Tally, align, compare, turn_right
from webui.commands.console import track
from webui.commands.road import at_film_speed
from webui.commands.watch import build


@dataclass(frozen=True, slots=True)
class Film:
    """One film to watch."""

    seed: int
    players: int
    deck: str | None
    every_frame: bool = False

    @property
    def name(self) -> str:
        """Its result's file name, without the commit."""
        deck = Path(self.deck).name if self.deck else "own"
        return f"{self.seed}-{self.players}-{deck}" + ("-every" if self.every_frame else "")


def watch(film: Film) -> dict[str, Any]:
    """Render and watch *film*; return its counts and what differs from its truth."""
    source = TwinSource(film.seed, film.players, 1, film.deck)
    truth = source.truth
    house = ruleset(truth["preset"], truth["options"])
    road = build(source.layout, house, truth["rounds"][0]["dealer"], lambda: list(source.inputs), 1)
    counts, heard = Tally(), list[Heard]()
    for frame, outputs, took in _frames(source, film, road.see):
        counts.frames += 1
        counts.seconds = frame.seconds
        if outputs is not None:
            counts.processed += 1
            counts.busy += took
            heard += [Heard(output.to_json(), frame.seconds, took) for output in outputs]
    heard += [Heard(output.to_json(), counts.seconds) for output in road.finish()]
    counts.add(compare(truth, heard))
    differs = list(_differences(truth, heard))
    return {"film": asdict(film), "commit": commit(), "tally": _plain(counts), "differs": differs}


def _frames(source: TwinSource, film: Film, see: Any) -> Iterator[tuple[Frame, Sequence[Output] | None, float]]:
    def timed(frame: Frame) -> tuple[Sequence[Output], float]:
        begun = time.perf_counter()
        return see(frame), time.perf_counter() - begun

    if film.every_frame:
        yield from ((frame, *timed(frame)) for frame in source.frames())
    else:
        yield from at_film_speed(source.frames(), timed)


def _differences(truth: dict[str, Any], heard: Sequence[Heard]) -> Iterator[str]:
    """Turns that are not right, and alerts above a hint, in words for whoever looks for the cause."""
    last = {(h.line["round"], h.line["n"]): h.line for h in heard if h.line["type"] == "turn"}
    for number, played in enumerate(truth["rounds"], 1):
        seen = [line for (r, _), line in sorted(last.items()) if r == number]
        for want, got in align(played["turns"], seen):
            if want is None or got is None or not turn_right(want, got):
                yield f"want {_brief(want)} got {_brief(got)}"
    for one in heard:
        if one.line["type"] == "alert" and one.line["level"] != "hint":
            yield f"{one.at:.1f} s: {one.line['level']} {one.line['code']} {' '.join(one.line['cards'])}"


def _brief(turn: Any) -> str:
    if turn is None:
        return "nothing"
    parts = ("hand", "flip", "captured", "stack", "stolen")
    return f"{turn['n']} seat {turn['seat']} " + " ".join(f"{part} {turn[part]}" for part in parts if turn[part])


def _plain(tally: Tally) -> dict[str, Any]:
    return {name: dict(v) if isinstance(v := getattr(tally, name), dict) else v for name in tally.__dataclass_fields__}


def total(results: Sequence[dict[str, Any]]) -> Tally:
    """The sum of the results' tallies."""
    sums = Tally()
    for result in results:
        one = Tally()
        for name, value in result["tally"].items():
            kind = type(getattr(one, name))
            setattr(one, name, kind(value))
        sums.add(one)
    return sums


def commit() -> str:
    """The commit that is checked out, with a mark if files were changed since."""
    told = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    return told.stdout.strip() or "unknown"


def main() -> None:
    """Watch the films that have no result yet and print the sums of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", required=True)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3])
    parser.add_argument("--deck", help="folder of card pictures; none: our own cards")
    parser.add_argument("--out", type=Path, default=Path("runs/films"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every-frame", action="store_true")
    args = parser.parse_args()
    films = [Film(seed, players, args.deck, args.every_frame) for seed in args.seeds for players in args.players]
    args.out.mkdir(parents=True, exist_ok=True)
    paths = {film: args.out / f"{film.name}-{commit()}.json" for film in films}
    missing = [film for film, path in paths.items() if not path.exists()]
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        for film, result in zip(missing, track(pool.map(watch, missing), "films", len(missing)), strict=True):
            paths[film].write_text(json.dumps(result, indent=1), encoding="utf-8")
            print(paths[film].name, *result["differs"], sep="\n  ", flush=True)
    report = total([json.loads(path.read_text(encoding="utf-8")) for path in paths.values()]).report()
    loud = ", ".join(f"{report['unwarranted'][level]} {level}" for level in LEVELS)
    print(f"turns {report['turns_right']}/{report['turns']} rounds {report['rounds_right']}/{report['rounds']} "
          f"unwarranted {loud} dropped {report['dropped']} of {report['frames']}")  # fmt: skip


if __name__ == "__main__":
    main()
