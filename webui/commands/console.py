"""What the commands share: complaints, progress bars, JSON lines."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from webui.texts import Language, parse_language

T = TypeVar("T")


class CommandError(Exception):
    """A command line that asks for something that is not there."""


def spoken(asked: str | None) -> Language:
    """The language *asked* for, else that of HWATUPAN_LANGUAGE, else Korean where the system speaks it, else English.

    Raises WebError for one that is not spoken here.
    """
    system = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return parse_language(asked or os.environ.get("HWATUPAN_LANGUAGE"), "ko" if system.startswith("ko") else "en")


def complain(error: object) -> None:
    """Print one sentence on standard error."""
    text = " ".join(str(error).split())
    print(f"hwatupan: {text}", file=sys.stderr)


def print_json(line: Mapping[str, Any]) -> None:
    """Print an object as one line, and at once: others read along."""
    print(json.dumps(line, ensure_ascii=False), flush=True)


def progress() -> Progress:
    """A progress bar on standard error; silent when that is no terminal."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=console, disable=not console.is_terminal, transient=True,
    )  # fmt: skip


def track(items: Iterable[T], what: str, total: int | None) -> Iterator[T]:
    """The items, with a progress bar."""
    with progress() as bar:
        yield from bar.track(items, total=total, description=what)
