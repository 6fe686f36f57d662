"""The sums of many films as JSON values, as text and as Markdown: honest play and fouls, each by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from webui.commands.compare import LEVELS, Tally

Json = Mapping[str, Any]


def report(results: Sequence[Json]) -> dict[str, Any]:
    """The report of result files: `honest` and `fouls` as `Tally.report` gives them, and films that are not right."""
    foul = [one for one in results if one["film"]["foul"]]
    fair = [one for one in results if not one["film"]["foul"]]
    return {
        "commits": sorted({one["commit"] for one in results}),
        "honest": total(fair).report(), "fouls": total(foul).report(),
        "misses": [{"command": one["command"], "differs": one["differs"]} for one in results if _missed(one["tally"])],
    }  # fmt: skip


def total(results: Sequence[Json]) -> Tally:
    """The sum of the results' tallies."""
    sums = Tally()
    for one in results:
        tally = Tally()
        for name, value in one["tally"].items():
            kind = type(getattr(tally, name))
            setattr(tally, name, kind(value))
        sums.add(tally)
    return sums


def _missed(tally: Json) -> bool:
    """True for a film with a foul that was not found, or without fouls and not wholly right."""
    if tally["planted"]:
        return sum(tally["found"].values()) < sum(tally["planted"].values())
    loud = tally["unwarranted"].get("question", 0) + tally["unwarranted"].get("stop", 0)
    return bool(loud or tally["turns_right"] < tally["turns"] or tally["rounds_right"] < tally["rounds"])


def text(sums: Json) -> str:
    """The report for reading."""
    rows = [*_honest(sums["honest"]), *(f"  {line}" for line in _codes_text(sums["fouls"]))]
    return "\n".join([f"commit {' '.join(sums['commits'])}", *rows])


def _honest(one: Json) -> Iterator[str]:
    if one["films"]:
        yield f"honest play: {one['films']} films, {one['hours'] * 60:.0f} minutes"
        yield f"  turns right   {_part(one['turns_right'], one['turns'])}"
        yield f"  rounds right  {_part(one['rounds_right'], one['rounds'])}"
        for level in LEVELS:
            rate = one["unwarranted_rates"][level]
            yield (f"  {level:12}  {one['unwarranted'][level]}: {rate['per_hour']:.2f} per hour, "
                   f"{rate['per_ten_rounds']:.2f} per ten rounds")
        yield f"  latency       {_seconds(one['latency_s']['median'])} median, {_seconds(one['latency_s']['p95'])} p95"
        yield f"  dropped       {one['dropped']} of {one['frames']} pictures"


def _codes_text(one: Json) -> Iterator[str]:
    if one["alerts"]:
        found = sum(row["found"] for row in one["alerts"].values())
        yield f"fouls: {_part(found, sum(row['planted'] for row in one['alerts'].values()))} found"
        for code, row in one["alerts"].items():
            yield f"  {code:21} {row['found']} of {row['planted']}  {_wait(row):16} {_instead(row)}".rstrip()


def markdown(sums: Json) -> str:
    """The report as tables for docs/referee.md."""
    fair, foul = sums["honest"], sums["fouls"]
    lines = [f"Commit {' '.join(sums['commits'])}.", ""]
    if fair["films"]:
        rate = fair["unwarranted_rates"]
        lines += ["| honest play | measured |", "|---|---|",
                  f"| table time | {fair['hours'] * 60:.0f} minutes, {fair['rounds']} rounds |",
                  f"| turns right | {_part(fair['turns_right'], fair['turns'])} |",
                  f"| rounds right | {_part(fair['rounds_right'], fair['rounds'])} |"]
        lines += [f"| unwarranted {level}s | {fair['unwarranted'][level]}: {rate[level]['per_hour']:.2f} per hour, "
                  f"{rate[level]['per_ten_rounds']:.2f} per ten rounds |" for level in LEVELS]
        late = fair["latency_s"]
        lines += [f"| card at rest to score: median, p95 | {_seconds(late['median'])}, {_seconds(late['p95'])} |", ""]
    if foul["alerts"]:
        lines += ["| foul | films | found | missed | what came instead | rest to alert |", "|---|---|---|---|---|---|"]
        lines += [f"| {code} | {row['planted']} | {row['found']} | {row['missed']} | {_instead(row)} | {_wait(row)} |"
                  for code, row in foul["alerts"].items()]
        lines += [""]
    lines += [f"* `{one['command']}`" for one in sums["misses"]]
    return "\n".join(lines) + "\n"


def _part(some: int, of: int) -> str:
    return f"{some} of {of} ({100 * some / of:.1f} %)" if of else "0 of 0"


def _seconds(value: float | None) -> str:
    return "none" if value is None else f"{value:.2f} s"


def _wait(row: Json) -> str:
    return "" if row["wait_s"]["median"] is None else f"{row['wait_s']['median']:.1f} s"


def _instead(row: Json) -> str:
    return ", ".join(f"{what} ({count})" if count > 1 else what for what, count in row["instead"].items())
