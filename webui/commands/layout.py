"""`hwatupan layout`: propose floor, stock and piles from the cards in a picture, and write the layout file."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from vision.draw import draw_zones, write
from vision.frames import PICTURES, FrameSource, open_source, read_picture
from vision.layout import CARD_MM
from vision.pipeline import Recogniser
from vision.proposal import Proposal, in_words
from vision.survey import Survey, survey
from vision.types import Bgr
from webui.commands.console import CommandError, complain, track

PATIENCE_S = 60.0
ADVICE = {
    "empty": "no card was seen; lay some cards face up all over the table, the stock in the middle, in good light",
    "few": "too few cards to rely on; lay four or more apart from each other all over the table",
    "disagree": "the cards seen are no equal rectangles on one plane; lay them flat, apart from each other",
    "small": "the picture shows too little of the table; hang the camera higher, so that 60 x 40 cm are in view",
}


def layout(
    source: Annotated[str, typer.Argument(help="A picture, or a source as serve takes it: camera number, film …")],
    players: Annotated[int, typer.Option(min=2, max=4, help="How many play.")] = 2,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="F", help="The layout file.")] = Path("layout.toml"),
    card: Annotated[str | None, typer.Option(metavar="WxL", help="A card in millimetres, if measured: 33x54.")] = None,
    drawn: Annotated[Path | None, typer.Option("--draw", metavar="OUT", help="The picture with its zones.")] = None,
) -> int:
    """Propose where floor, stock and captured cards lie, from the cards themselves.

    Examples:

      hwatupan layout table.png --players 2 -o layout.toml

      hwatupan layout 0 --players 3 --draw zones.png

      hwatupan layout table.png --card 33x54
    """
    bgr, proposal = _look(source, players, None if card is None else _millimetres(card))
    proposal.layout.dump(out)
    if drawn is not None:
        write(drawn, draw_zones(bgr, proposal.layout))
    print(f"{out}: {in_words(proposal)}")
    if proposal.weakness:
        complain(f"do not rely on it: {ADVICE[proposal.weakness]}")
    return 0


def _millimetres(card: str) -> tuple[float, float]:
    found = re.fullmatch(r"(\d{2}(?:\.\d+)?)x(\d{2,3}(?:\.\d+)?)", card.strip().lower())
    if found is None or not float(found[1]) < float(found[2]):
        raise CommandError(f"--card {card} is no width and length of a card in millimetres; write 36x54")
    return float(found[1]), float(found[2])


def _look(source: str, players: int, card_mm: tuple[float, float] | None) -> tuple[Bgr, Proposal]:
    """The picture and what it proposes. Raises CommandError if nothing can be proposed, SourceError, PictureError."""
    sight, known, card_mm = Recogniser(), card_mm is not None, card_mm or CARD_MM
    if Path(source).suffix.lower() in PICTURES:
        picture = read_picture(source)
        bgr, found = picture, survey(sight, picture, players, card_mm, known=known)
    else:
        bgr, found = _watch(Survey(sight, players, card_mm, known=known), open_source(source, players=players))
    if found is None:
        raise CommandError(f"{source}: {ADVICE['empty']}")
    return bgr, found


def _watch(watch: Survey, source: FrameSource) -> tuple[Bgr, Proposal | None]:
    """The first resting picture of *source* with cards enough, else the last one and what can be said of it."""
    bgr: Bgr = np.zeros((1, 1, 3), np.uint8)
    for frame in track(takewhile(lambda one: one.seconds < PATIENCE_S, source.frames()), "looking for cards", None):
        bgr, found = frame.bgr, watch.see(frame)
        if found is not None:
            return bgr, found
    return bgr, watch.best
