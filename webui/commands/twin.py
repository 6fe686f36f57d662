"""`hwatupan twin`: a film of the virtual table, with its layout, inputs and truth."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from vision.frames import parse_size
from vision.twin.film import write_film
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
) -> None:
    """Film a game of the virtual table, with the truth beside it.

    Examples:

      hwatupan twin film --seed 7

      hwatupan twin film --players 3 --rounds 2 --deck my-cards --format y4m
    """
    try:
        source = TwinSource(seed, players, rounds, deck, parse_size(size), fps, preset=rules)
    except ValueError as error:
        raise CommandError(error) from None
    length = source.truth["rounds"][-1]["end"]
    with progress() as bar:
        task = bar.add_task("filming", total=round(length))
        try:
            film = write_film(source, out, form, progress=lambda seconds: bar.update(task, completed=round(seconds)))
        except OSError as error:
            raise CommandError(f"cannot write to {out} ({error.strerror}); choose another folder") from None
    print(f"{film}  {length:.0f} s, {rounds} {'round' if rounds == 1 else 'rounds'}, {players} players, seed {seed}")
