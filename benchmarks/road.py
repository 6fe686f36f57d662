"""The whole road on virtual films, with a recogniser that is told the truth and errs on purpose: turns right.

    python -m benchmarks.road --players 2 --seeds 1 2 3 --rounds 2 --log runs/road
    python -m benchmarks.road --players 2 --seeds 1 2 3 --replay runs/road

Measures hands, tracking, observation and referee without any network. Prints each turn that differs from the truth.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.cards import parse_face
from engine.events import Event, Looked, Said, Say, from_json, to_json
from engine.referee import start, step
from engine.rules import preset
from tests.fakes import TrueCard, TruthRecogniser
from vision.observe import Observer
from vision.twin.source import TwinSource

Json = dict[str, Any]


@dataclass
class Film:
    """What came out of one film."""

    turns: dict[tuple[int, int], Json] = field(default_factory=dict)
    alerts: list[Json] = field(default_factory=list)
    lines: list[Json] = field(default_factory=list)
    took: list[float] = field(default_factory=list)  # processor seconds a frame without recognition and referee


def events(source: TwinSource, observer: Observer, film: Film) -> Iterator[Event]:
    """Looks and what people say, in the order of time."""
    recogniser = observer.recogniser
    assert isinstance(recogniser, TruthRecogniser)
    said = sorted(source.inputs, key=lambda line: float(line["seconds"]))
    for frame in source.frames():
        while said and said[0]["seconds"] <= frame.seconds:
            line = said.pop(0)
            cards = tuple(parse_face(code) for code in line.get("cards", ()))
            yield Said(line["seconds"], line["seat"], Say(line["say"]), cards, line.get("value"))
        before, began = recogniser.spent, time.process_time()
        seen = observer.see(frame)
        film.took.append(time.process_time() - began - (recogniser.spent - before))
        if seen is not None:
            yield Looked(seen)


def play(seed: int, players: int, rounds: int, misnamed: float, log: Path | None) -> tuple[Film, Json]:
    """Run one film down the whole road; *log*: folder that keeps its events and its truth for `replay`."""
    source = TwinSource(seed, players, rounds)
    truth = source.truth
    recogniser = TruthRecogniser(lambda: _visible(source), seed, misnamed=misnamed)
    observer, film = Observer(source.layout, recogniser), Film()
    kept = list(follow(film, truth, events(source, observer, film)))
    if log:
        (log / f"events-{players}-{seed}.jsonl").write_text("\n".join(json.dumps(to_json(e)) for e in kept))
        (log / f"truth-{players}-{seed}.json").write_text(json.dumps(truth))
    return film, truth


def replay(seed: int, players: int, log: Path) -> tuple[Film, Json]:
    """The referee alone on the events that `play` kept in the folder *log*."""
    film, truth = Film(), json.loads((log / f"truth-{players}-{seed}.json").read_text())
    lines = (log / f"events-{players}-{seed}.jsonl").read_text().splitlines()
    for _ in follow(film, truth, (from_json(json.loads(line)) for line in lines)):
        pass
    return film, truth


def follow(film: Film, truth: Json, happened: Iterable[Event]) -> Iterator[Event]:
    """Hand the events to the referee, keep what it says in *film*, and pass them on."""
    game = start(preset(truth["preset"]), truth["players"], truth["rounds"][0]["dealer"])
    for event in happened:
        yield event
        game, outputs = step(game, event)
        for line in (output.to_json() for output in outputs):
            film.lines.append(line)
            if line["type"] == "turn":
                film.turns[line["round"], line["n"]] = line
            elif line["type"] == "alert":
                film.alerts.append(line)


def _visible(source: TwinSource) -> list[TrueCard]:
    return [TrueCard(c.face, c.quad, c.visible) for c in source.visible_cards() if c.visible > 0.02]


def key(turn: Json) -> tuple[object, ...]:
    """What must be equal for a turn to be right (CONTRACT.md section 5)."""
    stolen = tuple((str(s), tuple(sorted(c))) for s, c in sorted(turn["stolen"].items(), key=str) if c)
    stack = turn["stack"] and tuple(sorted(turn["stack"]))
    return (turn["seat"], *(tuple(sorted(turn[part])) for part in ("hand", "flip", "captured")), stack or None, stolen)


def compare(film: Film, truth: Json) -> tuple[int, int, list[str]]:
    """Turns right, turns that there are, and a line for each that differs; aligned in order, round by round."""
    right, total, notes = 0, 0, []
    for number, round_ in enumerate(truth["rounds"], 1):
        seen = [turn for (r, _), turn in sorted(film.turns.items()) if r == number]
        pairs = align([key(t) for t in round_["turns"]], [key(t) for t in seen])
        right += sum(a is not None and b is not None and _same(round_["turns"][a], seen[b]) for a, b in pairs)
        total += len(pairs)
        for a, b in pairs:
            want, got = (round_["turns"][a] if a is not None else None), (seen[b] if b is not None else None)
            if want is None or got is None or not _same(want, got):
                notes.append(f"round {number} want {_brief(want)}\n        got  {_brief(got)}")
    return right, total, notes


def align(wanted: list[Any], seen: list[Any]) -> list[tuple[int | None, int | None]]:
    """Pairs of indices in order with the fewest differences; None where one side lacks a turn."""
    cost = np.add.outer(np.arange(len(wanted) + 1), np.arange(len(seen) + 1)).astype(float)
    for i in range(1, len(wanted) + 1):
        for j in range(1, len(seen) + 1):
            differs = 0.0 if wanted[i - 1] == seen[j - 1] else 1.0
            cost[i, j] = min(cost[i - 1, j - 1] + differs, cost[i - 1, j] + 1, cost[i, j - 1] + 1)
    pairs: list[tuple[int | None, int | None]] = []
    i, j = len(wanted), len(seen)
    while i or j:
        if i and j and cost[i, j] == cost[i - 1, j - 1] + (wanted[i - 1] != seen[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif i and cost[i, j] == cost[i - 1, j] + 1:
            i -= 1
            pairs.append((i, None))
        else:
            j -= 1
            pairs.append((None, j))
    return pairs[::-1]


def _same(want: Json, got: Json) -> bool:
    return key(want) == key(got)


def _brief(turn: Json | None) -> str:
    if turn is None:
        return "nothing"
    at = f"{turn['start']:.1f}-{turn['rest']:.1f}s" if "rest" in turn else f"{turn['seconds']:.1f}s"
    parts = " ".join(f"{name}={','.join(turn[name] or ())}" for name in ("hand", "flip", "captured", "stack"))
    return f"n={turn['n']} seat={turn['seat']} {parts} stolen={turn['stolen']} {turn['events']} {at}"


def latencies(film: Film, truth: Json) -> list[float]:
    """Seconds from the rest of a right turn to the line that told it."""
    out = []
    for number, round_ in enumerate(truth["rounds"], 1):
        seen = [turn for (r, _), turn in sorted(film.turns.items()) if r == number]
        for a, b in align([key(t) for t in round_["turns"]], [key(t) for t in seen]):
            if a is not None and b is not None and _same(round_["turns"][a], seen[b]):
                out.append(seen[b]["seconds"] - round_["turns"][a]["rest"])
    return out


def report(film: Film, truth: Json) -> tuple[int, int]:
    """Print one film's figures and faults; returns turns right and turns in all."""
    right, total, notes = compare(film, truth)
    late, took = latencies(film, truth) or [0.0], np.array(film.took or [0.0]) * 1e3
    print(
        f"players={truth['players']} seed={truth['seed']}: {right}/{total} turns right, {len(film.alerts)} alerts, "
        f"latency median {np.median(late):.2f} s p95 {np.percentile(late, 95):.2f} s, "
        f"frame median {np.median(took):.1f} ms p95 {np.percentile(took, 95):.1f} ms"
    )
    for note in notes:
        print(" ", note)
    for alert in film.alerts:
        print("  alert", *(alert[k] for k in ("seconds", "code", "level", "seat", "cards")), flush=True)
    return right, total


def main() -> None:
    """Run the films and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--misnamed", type=float, default=0.02)
    parser.add_argument("--log", type=Path, help="folder to keep the events and the truth of each film in")
    parser.add_argument("--replay", type=Path, help="folder of such events: run the referee alone on them")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for players in options.players:
        sums = np.zeros(2, int)
        for seed in options.seeds:
            if options.replay:
                sums += report(*replay(seed, players, options.replay))
            else:
                sums += report(*play(seed, players, options.rounds, options.misnamed, options.log))
        print(f"{players} players: {sums[0]}/{sums[1]} = {sums[0] / max(sums[1], 1):.1%}", flush=True)


if __name__ == "__main__":
    main()
