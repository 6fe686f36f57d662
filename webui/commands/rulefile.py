"""House rules from a file: the commands read it, `engine.rulefile` understands it."""

from __future__ import annotations

from pathlib import Path

from engine.rulefile import dumps, loads
from engine.rules import PRESETS, RuleSet, preset
from webui.commands.console import CommandError


def named(text: str) -> RuleSet:
    """Return the rules of a preset, or of a TOML file. Raises CommandError, RuleSetError."""
    if text in PRESETS or not (text.endswith(".toml") or Path(text).is_file()):
        return preset(text)
    return load(Path(text))


def kept(text: str) -> str:
    """Return the rules *text* names as a match keeps them: the preset, or the whole of a file, which may change later.

    Raises CommandError, RuleSetError.
    """
    return text if text in PRESETS else dumps(named(text))


def load(path: Path) -> RuleSet:
    """Return the rules of a TOML file. Raises CommandError if it cannot be read, RuleSetError for what it says."""
    try:
        return loads(path.read_text(encoding="utf-8"), str(path))
    except UnicodeDecodeError:
        raise CommandError(f"{path} is no text in UTF-8; write house rules as TOML") from None
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror or error}; give a file of house rules") from None
