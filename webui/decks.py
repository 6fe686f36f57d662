"""Where enrolled decks lie: a file each, named by their owner, in the data folder."""

from __future__ import annotations

import re
from pathlib import Path

from webui.errors import SettingsError

SUFFIX = ".npz"


def deck_path(data: Path, name: str) -> Path:
    """The file of the deck *name*, there or not. Raises SettingsError for a name that is none."""
    if not re.fullmatch(r"\w[\w -]*", name):
        raise SettingsError(f"a deck cannot be called {name!r}; use letters, digits, - and _")
    return data / "decks" / f"{name}{SUFFIX}"


def enrolled(data: Path, name: str) -> Path:
    """The file of an enrolled deck. Raises SettingsError if there is none of that name."""
    path = deck_path(data, name)
    if not path.is_file():
        known = sorted(other.stem for other in path.parent.glob(f"*{SUFFIX}"))
        there = f"there are: {', '.join(known)}" if known else "none is enrolled yet"
        raise SettingsError(f"no deck {name!r}, {there}; see hwatupan enroll --help")
    return path
