"""`hwatupan look`: the cards on single pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from vision.draw import annotate, write
from vision.errors import PictureError
from vision.frames import read_picture
from vision.pipeline import Look, Recogniser
from vision.types import Detection
from webui.commands.console import complain, print_json
from webui.commands.enrolled import Data, Enrolled, deck_of
from webui.texts import say


def look(
    images: Annotated[list[Path], typer.Argument(metavar="IMAGE...", help="Picture files (JPEG, PNG).")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line per picture.")] = False,
    draw: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write the annotated picture; a folder for several pictures.")
    ] = None,
    enrolled: Enrolled = None,
    data: Data = None,
) -> int:
    """Find and name the cards on pictures.

    Examples:

      hwatupan look table.jpg

      hwatupan look --json a.jpg b.jpg

      hwatupan look --draw out.png table.jpg

      hwatupan look --enrolled mine table.jpg
    """
    recogniser = Recogniser(deck=deck_of(enrolled, data))
    failed = False
    for path in images:
        try:
            bgr = read_picture(path)
            seen = recogniser.picture(bgr)
            if draw is not None:
                write(target(draw, path, len(images)), annotate(bgr, seen.cards))
        except PictureError as error:
            complain(error)
            failed = True
            continue
        if as_json:
            print_json(as_object(path, seen))
        else:
            _print_table(path, seen)
    return 2 if failed else 0


def as_object(path: Path, seen: Look) -> dict[str, Any]:
    """The object of ``look --json`` for one picture."""
    return {
        "file": str(path),
        "width": seen.width,
        "height": seen.height,
        "ms": {stage: round(ms, 1) for stage, ms in seen.ms.items()},
        "warnings": [f"{code}: {say(f'why.{code}', 'en')}" for code in seen.warnings],
        "cards": [_card(card) for card in seen.cards],
    }


def _card(card: Detection) -> dict[str, Any]:
    return {
        "face": card.face,
        "confidence": round(float(card.confidence), 4),
        "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in card.quad.corners],
        "visible": round(min(1.0, max(0.0, float(card.quad.visible))), 3),
    } | ({"doubt": card.doubt} if card.doubt else {})


def _print_table(path: Path, seen: Look) -> None:
    title = f"{path}  {seen.width} x {seen.height}, {len(seen.cards)} cards, {sum(seen.ms.values()):.0f} ms"
    table = Table("card", "confidence", "visible", "at x, y", title=title, title_justify="left")
    for card in sorted(seen.cards, key=lambda c: c.face):
        x, y = card.quad.corners.mean(axis=0)
        table.add_row(card.face, f"{card.confidence:.0%}", f"{card.quad.visible:.0%}", f"{x:.0f}, {y:.0f}")
    console = Console()
    console.print(table)
    for code in seen.warnings:
        console.print(f"warning: {say(f'why.{code}', 'en')}")


def target(draw: Path, picture: Path, pictures: int) -> Path:
    """Where the annotated *picture* goes: *draw* itself, or into it when it is a folder or there are several."""
    if pictures == 1 and not draw.is_dir():
        return draw
    if draw.exists() and not draw.is_dir():
        raise PictureError(f"{draw} is one file but there are {pictures} pictures; give --draw a folder")
    return draw / f"{picture.stem}.png"
