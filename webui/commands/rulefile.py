"""House rules from a file: the commands read it, `engine.rulefile` understands it."""

from __future__ import annotations

from pathlib import Path

from engine.rulefile import loads
from engine.rules import RuleSet
from webui.commands.console import CommandError


def load(path: Path) -> RuleSet:
    """Return the rules of a TOML file. Raises CommandError if it cannot be read, RuleSetError for what it says."""
    try:
        return loads(path.read_text(encoding="utf-8"), str(path))
    except UnicodeDecodeError:
        raise CommandError(f"{path} is no text in UTF-8; write house rules as TOML") from None
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror or error}; give a file of house rules") from None
