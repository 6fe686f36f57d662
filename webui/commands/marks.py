"""`hwatupan marks`: corner marks to print, for tables on which the cards alone do not tell enough."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from PIL import Image

from vision.marks import DPI, page
from webui.commands.console import CommandError


def marks(
    out: Annotated[Path, typer.Option("-o", "--out", metavar="F", help="The PDF.")] = Path("marks.pdf"),
) -> int:
    """Write an A4 page with four corner marks of 60 mm to print and cut out. They are not needed; they help.

    Examples:

      hwatupan marks

      hwatupan marks -o marks.pdf
    """
    if out.suffix.lower() != ".pdf":
        raise CommandError(f"{out} is no PDF; end its name in .pdf")
    try:
        Image.fromarray(page()).convert("1", dither=Image.Dither.NONE).save(out, "PDF", resolution=DPI)
    except OSError as error:
        raise CommandError(f"cannot write {out}: {error.strerror or error}; name another file") from None
    print(f"{out}: print it at 100 %, cut the marks out and lay them at the table's corners")
    return 0
