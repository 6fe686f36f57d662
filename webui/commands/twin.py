"""`hwatupan twin`: a film of the virtual table, with its layout, inputs and truth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from vision.frames import parse_size
from vision.twin.film import write_film
from vision.twin.mishaps import FOULS, SLIPS
from vision.twin.source import TwinSource
from webui.commands.console import CommandError, progress


class Form(StrEnum):
    """File formats; mjpeg and y4m are for the fake cameras of browsers."""

    MP4 = "mp4"
    MJPEG = "mjpeg"
    Y4M = "y4m"


def twin(
    out: Annotated[Path, typer.Argument(help="Folder for film, layout.toml, inputs.jsonl and truth.json.")],
    seed: Annotated[int, typer.Option(min=0, help="Another number, another game and another table.")] = 1,
    players: Annotated[int, typer.Option(min=2, max=4, help="How many play.")] = 2,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds to play.")] = 1,
    deck: Annotated[Path | None, typer.Option(metavar="DIR", help="A folder of card art; else our own.")] = None,
    size: Annotated[str, typer.Option(metavar="WxH", help="Width and height of the picture.")] = "1280x720",
    fps: Annotated[float, typer.Option(min=1, max=60, help="Pictures a second.")] = 10.0,
    form: Annotated[Form, typer.Option("--format", help="File format of the film.")] = Form.MP4,
    rules: Annotated[str, typer.Option(metavar="PRESET", help="House rules.")] = "korean_standard",
    tempo: Annotated[float | None, typer.Option(min=3, max=15, help="Seconds a turn; else drawn, 4.5 to 8.5.")] = None,
    foul: Annotated[list[str] | None, typer.Option(metavar="CODE", help="A foul by its code; repeat for more.")] = None,
    clumsy: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="An innocent slip, by its name; or all, or random.")
    ] = None,
    from_turn: Annotated[int | None, typer.Option(min=1, help="Begin with this turn instead of the deal.")] = None,
    seconds: Annotated[float | None, typer.Option(min=1, help="Length of the film; else all that matters.")] = None,
) -> None:
    """Film a game of the virtual table, with the truth beside it.

    With --foul the film ends once an alert would come too late. The seed chooses turn, seat and cards; if its first
    game has no occasion for the foul, another one is played.

    Examples:

      hwatupan twin film --seed 7

      hwatupan twin film --players 3 --rounds 2 --deck my-cards --format y4m

      hwatupan twin film --foul DUPLICATE_CARD --players 3

      hwatupan twin film --foul FLIP_SKIPPED --from-turn 6 --seconds 40

      hwatupan twin film --clumsy dropped_card --clumsy glare --tempo 4.5

      hwatupan twin film --clumsy random --rounds 3
    """
    try:
        source = TwinSource(
            seed, players, rounds, deck, parse_size(size), fps, tempo, rules,
            fouls=[code.upper() for code in foul or ()], clumsy=clumsy or (), from_turn=from_turn, seconds=seconds,
        )  # fmt: skip
    except ValueError as error:
        raise CommandError(error) from None
    length = source.truth["rounds"][-1]["end"] if source.length == float("inf") else source.length
    with progress() as bar:
        task = bar.add_task("filming", total=round(length))
        try:
            film = write_film(source, out, form, progress=lambda seconds: bar.update(task, completed=round(seconds)))
        except OSError as error:
            raise CommandError(f"cannot write to {out} ({error.strerror}); choose another folder") from None
    print(f"{film}  {length:.0f} s, {rounds} {'round' if rounds == 1 else 'rounds'}, {players} players, seed {seed}")
    for line in planted(source.truth):
        print(f"  {line}")


def planted(truth: Mapping[str, Any]) -> Iterator[str]:
    """What went wrong in a film, in the order of its seconds, one line each."""
    lines = []
    for told in truth["rounds"]:
        lines += [(f["start"], f"{f['code']}, {_who(f['seat'])}, in time to {f['until']:.1f} s") for f in told["fouls"]]
        lines += [(c["start"], f"{c['name']}, {_who(c['seat'])}, until {c['end']:.1f} s") for c in told["clumsy"]]
    for start, text in sorted(lines):
        yield f"{start:.1f} s: {text}"


def _who(seat: int | None) -> str:
    return "nobody's seat" if seat is None else f"seat {seat}"


def _known() -> str:
    """The lists at the end of the help."""
    fouls = "".join(f"\n\n      {foul.code}: {foul.words}" for foul in FOULS.values())
    slips = "".join(f"\n\n      {slip.name}: {slip.words}" for slip in SLIPS.values())
    return f"\n\n    Fouls:{fouls}\n\n    Clumsiness:{slips}\n    "


twin.__doc__ = (twin.__doc__ or "") + _known()
