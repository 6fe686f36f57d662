"""Which state of the source is measured."""

from __future__ import annotations

import subprocess


def commit() -> str:
    """The commit that is checked out, with a mark if files were changed since."""
    told = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    return told.stdout.strip() or "unknown"
