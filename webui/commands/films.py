"""A film on disk and what lies beside it: layout, inputs, truth (CONTRACT.md section 5)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import NotationError
from engine.events import read_input
from webui.commands.console import CommandError

FILMS = ("film.mp4", "film.mjpeg", "film.y4m")
LAYOUT, INPUTS, TRUTH = "layout.toml", "inputs.jsonl", "truth.json"
TRUTH_KEYS = frozenset({"format", "players", "rounds", "fps"})


def film_in(folder: Path) -> Path:
    """The film of a folder that `hwatupan twin` wrote. Raises CommandError if there is none."""
    if not folder.is_dir():
        raise CommandError(f"there is no folder {folder}; make one with: hwatupan twin {folder}")
    found = next((folder / name for name in FILMS if (folder / name).is_file()), None)
    if found is None:
        raise CommandError(f"{folder} holds no film ({' or '.join(FILMS)}); make one with: hwatupan twin {folder}")
    return found


def film_of(source: str) -> Path | None:
    """The film that *source* names by itself or by its folder; None for any other source."""
    path = Path(source)
    if path.is_dir() and any(path.glob("film.*")):
        return film_in(path)
    return path if path.is_file() else None


def beside(film: Path, name: str) -> Path | None:
    """The file of that name in the film's folder, if it is there."""
    path = film.parent / name
    return path if path.is_file() else None


def read_inputs(path: Path) -> list[dict[str, Any]]:
    """What people said, in order of time. Raises CommandError for a file that is missing or damaged."""
    said = []
    for number, line in enumerate(_text(path).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            said.append(json.loads(line))
            read_input(said[-1])
        except (ValueError, TypeError, NotationError) as error:
            raise CommandError(f"{path} line {number} is nothing that a person can say: {error}") from None
    return sorted(said, key=lambda line: line["seconds"])


def read_truth(path: Path) -> Mapping[str, Any]:
    """A film's truth. Raises CommandError for a file that is missing, damaged or of another format."""
    try:
        truth = json.loads(_text(path))
    except ValueError as error:
        raise CommandError(f"{path} is damaged: {error}") from None
    if not isinstance(truth, dict) or not truth.keys() >= TRUTH_KEYS or truth["format"] != 1:
        raise CommandError(f"{path} is no truth of format 1; write the film again with: hwatupan twin {path.parent}")
    return truth


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise CommandError(f"cannot read {path}: {reason}") from None
