"""What `watch` said against a film's truth: turns, rounds, alerts and latency, as CONTRACT.md section 5 counts them."""

from __future__ import annotations

import statistics
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.alerts import AlertCode
from engine.cards import parse_face

Json = Mapping[str, Any]
LEVELS = ("hint", "question", "stop")


@dataclass(frozen=True, slots=True)
class Heard:
    """A line of `watch`: *at* is the film time of the frame that decided it, *took* the seconds spent on that frame."""

    line: Json
    at: float
    took: float = 0.0


@dataclass(slots=True)
class Tally:
    """Sums over films; `add` another film's, `report` as JSON values."""

    films: int = 0
    rounds: int = 0
    rounds_right: int = 0
    turns: int = 0
    turns_right: int = 0
    planted: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    wrong_code: Counter[str] = field(default_factory=Counter)
    instead: Counter[str] = field(default_factory=Counter)  # "code planted: code and seat that came"
    waits: list[tuple[str, float]] = field(default_factory=list)  # code found, seconds from its last card at rest
    unwarranted: Counter[str] = field(default_factory=Counter)  # by level
    unwarranted_codes: Counter[str] = field(default_factory=Counter)  # by level and code
    seconds: float = 0.0  # table time
    latencies: list[float] = field(default_factory=list)
    frames: int = 0
    processed: int = 0
    busy: float = 0.0  # seconds spent on the processed frames

    def add(self, other: Tally) -> None:
        """Add the sums of another film."""
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def report(self) -> dict[str, Any]:
        """The object that ``evaluate --json`` prints."""
        hours, tens = self.seconds / 3600, self.rounds / 10
        unwarranted = {level: self.unwarranted[level] for level in LEVELS}
        loud = unwarranted["question"] + unwarranted["stop"]
        return {
            "films": self.films,
            "rounds": self.rounds,
            "turns": self.turns,
            "turns_right": self.turns_right,
            "rounds_right": self.rounds_right,
            "alerts": {code: self._of_code(code) for code in map(str, AlertCode) if code in self.planted},
            "unwarranted": unwarranted,
            "unwarranted_per_hour": _rate(loud, hours),
            "unwarranted_per_ten_rounds": _rate(loud, tens),
            "unwarranted_rates": {
                level: {"per_hour": _rate(n, hours), "per_ten_rounds": _rate(n, tens)}
                for level, n in unwarranted.items()
            },
            "unwarranted_codes": dict(sorted(self.unwarranted_codes.items())),
            "hours": round(hours, 4),
            "latency_s": {"median": _quantile(self.latencies, 0.5), "p95": _quantile(self.latencies, 0.95)},
            "fps": _rate(self.processed, self.busy),
            "frames": self.frames,
            "dropped": self.frames - self.processed,
        }

    def _of_code(self, code: str) -> dict[str, Any]:
        """What became of the fouls of one code; `wait_s`: from its last card at rest to the alert."""
        planted, found, wrong = self.planted[code], self.found[code], self.wrong_code[code]
        waits = [seconds for name, seconds in self.waits if name == code]
        came = {key.split(": ")[1]: n for key, n in sorted(self.instead.items()) if key.split(": ")[0] == code}
        return {"planted": planted, "found": found, "wrong_code": wrong, "missed": planted - found - wrong,
                "instead": came, "wait_s": {"median": _quantile(waits, 0.5), "longest": max(waits, default=None)}}


def compare(truth: Json, heard: Sequence[Heard]) -> Tally:
    """Count one film. *heard* is what was said uncorrected; a revised turn replaces its first version."""
    rounds: Sequence[Json] = truth["rounds"]
    starts = [played["start"] for played in rounds]
    turns: list[list[Heard]] = [[] for _ in rounds]
    for turn in _last_versions(heard):
        turns[_round_at(starts, turn.at)].append(turn)
    results: dict[int, Json] = {_round_at(starts, h.at): h.line for h in heard if h.line["type"] == "result"}
    tally = Tally(films=1)
    for number, played in enumerate(rounds):
        _count_turns(tally, played["turns"], turns[number])
        if played["result"] is not None:  # a film may end in mid-round
            tally.rounds += 1
            tally.rounds_right += number in results and round_right(played["result"], results[number])
    _count_alerts(tally, rounds, [h.line for h in heard if h.line["type"] == "alert"])
    return tally


def turn_right(true: Json, seen: Json) -> bool:
    """Seat, hand, flip, captured, stack and stolen faces all equal, as multisets."""
    return bool(true["seat"] == seen["seat"]) and _turn_cards(true) == _turn_cards(seen)


def round_right(true: Json, seen: Json) -> bool:
    """Final piles (as multisets), totals and net equal."""
    same_piles = [faces(pile) for pile in true["captured"]] == [faces(pile) for pile in seen["captured"]]
    return same_piles and list(true["totals"]) == list(seen["totals"]) and list(true["net"]) == list(seen["net"])


def align(true: Sequence[Json], seen: Sequence[Json]) -> list[tuple[Json | None, Json | None]]:
    """Pair turns in order so that most are right; what is extra or missing stands beside None or a wrong one."""
    best = [[0] * (len(seen) + 1) for _ in range(len(true) + 1)]
    for i in reversed(range(len(true))):
        for j in reversed(range(len(seen))):
            same = 1 + best[i + 1][j + 1] if turn_right(true[i], seen[j]) else 0
            best[i][j] = max(same, best[i + 1][j], best[i][j + 1])
    pairs: list[tuple[Json | None, Json | None]] = []
    i = j = 0
    while i < len(true) or j < len(seen):
        if i < len(true) and j < len(seen) and turn_right(true[i], seen[j]):
            pairs.append((true[i], seen[j]))
            i, j = i + 1, j + 1
        elif i < len(true) and j < len(seen) and best[i + 1][j + 1] == best[i][j]:
            pairs.append((true[i], seen[j]))  # a wrong reading of this very turn
            i, j = i + 1, j + 1
        elif j == len(seen) or (i < len(true) and best[i + 1][j] == best[i][j]):
            pairs.append((true[i], None))
            i += 1
        else:
            pairs.append((None, seen[j]))
            j += 1
    return pairs


def faces(texts: Iterable[str] | None) -> Counter[str]:
    """Faces as a multiset, the two plain junks of a month as one face."""
    return Counter(str(parse_face(text)) for text in texts or ())


def _turn_cards(turn: Json) -> tuple[object, ...]:
    stolen = {int(seat): faces(cards) for seat, cards in turn["stolen"].items() if cards}
    return faces(turn["hand"]), faces(turn["flip"]), faces(turn["captured"]), faces(turn["stack"]), stolen


def _last_versions(heard: Iterable[Heard]) -> list[Heard]:
    """The last version of each turn, in the order in which the turns were first said."""
    latest: dict[tuple[int, int], Heard] = {}
    for h in heard:
        if h.line["type"] == "turn":
            latest[h.line["round"], h.line["n"]] = h
    return list(latest.values())


def _round_at(starts: Sequence[float], seconds: float) -> int:
    return max(0, bisect_right(starts, seconds) - 1)


def _count_turns(tally: Tally, true: Sequence[Json], seen: Sequence[Heard]) -> None:
    by_line = {id(h.line): h for h in seen}
    pairs = align(true, [h.line for h in seen])
    tally.turns += len(pairs)
    for was, line in pairs:
        if was is not None and line is not None and turn_right(was, line):
            decided = by_line[id(line)]
            tally.turns_right += 1
            tally.latencies.append(decided.at - was["rest"] + decided.took)


def _count_alerts(tally: Tally, rounds: Sequence[Json], alerts: Sequence[Json]) -> None:
    fouls = [foul for played in rounds for foul in played.get("fouls", ())]
    excused = [(foul["start"], foul["until"]) for foul in fouls]
    excused += [(c["start"], c["end"]) for played in rounds for c in played.get("clumsy", ()) if c["question_ok"]]
    for foul in fouls:
        _count_foul(tally, foul, alerts)
    for alert in alerts:
        if not any(start <= alert["seconds"] <= end for start, end in excused):
            tally.unwarranted[alert["level"].lower()] += 1
            tally.unwarranted_codes[f"{alert['level'].lower()} {alert['code']}"] += 1


def _count_foul(tally: Tally, foul: Json, alerts: Sequence[Json]) -> None:
    """Found: its code and seat, in time. Else the first question in that time is what came instead of it."""
    code = foul["code"]
    tally.planted[code] += 1
    answers = [a for a in alerts if foul["start"] <= a["seconds"] <= foul["until"]]
    right = next((a for a in answers if a["code"] == code and a["seat"] == foul["seat"]), None)
    other = next((a for a in answers if a["level"] != "HINT" or a["code"] == code), None)
    if right is not None:
        tally.found[code] += 1
        tally.waits.append((code, round(right["seconds"] - foul["rest"], 3)))
    elif other is not None:
        tally.wrong_code[code] += 1
        who = "" if other["seat"] == foul["seat"] else f" of seat {other['seat']} instead of {foul['seat']}"
        tally.instead[f"{code}: {other['code']}{who}"] += 1


def _rate(count: float, per: float) -> float:
    return round(count / per, 3) if per else 0.0


def _quantile(values: Sequence[float], part: float) -> float | None:
    if len(values) < 2:
        return round(values[0], 3) if values else None
    return round(statistics.quantiles(values, n=100, method="inclusive")[round(part * 100) - 1], 3)
