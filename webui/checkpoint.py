"""A shortcut for restarts: the game as it stood after some event, so that only what came later is folded again.

It is a cache beside the record file: without it, or after a change of the engine, the whole log is folded.
Only values of the engine are read back; a file that asks for anything else is ignored.
"""

from __future__ import annotations

import hashlib
import io
import logging
import os
import pickle
import sys
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import engine
from engine.game import Game

log = logging.getLogger(__name__)

UNDO_STEPS = 30  # steps that can be undone after a restart; the chain of them is as deep as the match is long
REDO_STEPS = 3  # of those that were undone
PLAIN = frozenset({("builtins", "frozenset"), ("collections", "Counter")})


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The game of a match after its event number *event*; *stamp* tells that event from those of other records."""

    match: int
    event: int
    game: Game
    stamp: str = ""


def save(path: Path, point: Checkpoint) -> None:
    """Write *point*; a full disk is logged and costs nothing but time at the next start."""
    body = pickle.dumps((_engine_hash(), point.match, point.event, _shorter(point.game, UNDO_STEPS), point.stamp))
    try:
        fresh = path.with_suffix(".new")
        fresh.write_bytes(body)
        os.replace(fresh, path)
    except OSError as error:
        log.warning("cannot write %s: %s", path, error.strerror)


def load(path: Path, match: int) -> Checkpoint | None:
    """The last point of that match, None if there is none that this engine wrote."""
    try:
        made_by, of_match, event, game, stamp = _Reader(io.BytesIO(path.read_bytes())).load()
    except FileNotFoundError:
        return None
    except (OSError, pickle.UnpicklingError, EOFError, ValueError, TypeError, AttributeError, IndexError) as error:
        log.warning("cannot use %s: %s; folding the whole log", path, error)
        return None
    if (made_by, of_match) != (_engine_hash(), match) or not isinstance(game, Game):
        return None
    return Checkpoint(match, int(event), game, str(stamp))


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("builtins", "getattr"):
            return _member  # so Python 3.11.0 to 3.11.3 write an enum's member
        if (module, name) in PLAIN or (module.startswith("engine.") and "." not in name):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} does not belong into a checkpoint")


def _member(kind: Any, name: str) -> Enum:
    if not (isinstance(kind, type) and issubclass(kind, Enum) and kind.__module__.startswith("engine.")):
        raise pickle.UnpicklingError(f"{name} of {kind!r} does not belong into a checkpoint")
    return kind[name]


def _shorter(game: Game, steps: int, ahead: int = REDO_STEPS) -> Game:
    """The game with a shorter chain of steps to undo, and of those to redo (which only the newest game has)."""
    past = _shorter(game.past, steps - 1, 0) if game.past is not None and steps else None
    later = _shorter(game.ahead, REDO_STEPS, ahead - 1) if game.ahead is not None and ahead else None
    return replace(game, past=past, ahead=later)


@cache
def _engine_hash() -> str:
    """Changes with every change of the engine's code."""
    digest = hashlib.sha256(sys.version.encode())
    for file in sorted(Path(engine.__file__).parent.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
