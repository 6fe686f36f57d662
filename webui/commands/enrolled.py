"""The enrolled deck that other commands are told to use."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vision import decks
from vision.decks import EnrolledDeck
from webui.decks import enrolled
from webui.settings import load_settings

Enrolled = Annotated[str | None, typer.Option("--enrolled", metavar="NAME", help="Your deck: see hwatupan enroll.")]
Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Where decks are kept.")]


def deck_of(name: str | None, data: Path | None = None) -> EnrolledDeck | None:
    """The deck of that name; None without one. Raises SettingsError if there is none, DeckError for a damaged file."""
    return None if name is None else decks.load(enrolled(load_settings(data=data).data, name))
