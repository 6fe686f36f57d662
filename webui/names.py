"""What people may be called at the table. Pure."""

from __future__ import annotations

NAME_LENGTH = 16


def plain(name: str) -> str:
    """A short name of printable letters without commas; empty if nothing is left."""
    return "".join(filter(str.isprintable, " ".join(name.replace(",", " ").split())))[:NAME_LENGTH].strip()
