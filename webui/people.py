"""People who play: a name and a colour that stay the same over many evenings."""

from __future__ import annotations

from dataclasses import dataclass

from webui.errors import WebError

COLOURS = ("red", "blue", "green", "gold", "violet", "teal", "pink", "grey")
"""Names of colours that can be told apart, also by the colour-blind; history.css knows their values."""

LONGEST = 20


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a name."""

    id: int
    name: str
    colour: str


def checked_name(name: object) -> str:
    """The name without needless blanks. Raises WebError for none, one too long, or one with control characters."""
    if not isinstance(name, str):
        raise WebError("name", f"a name is text, not {name!r}")
    short = " ".join(name.split())
    if not 1 <= len(short) <= LONGEST or not short.isprintable() or "," in short:
        raise WebError("name", f"{name[:40]!r} is no name; 1 to {LONGEST} letters without a comma are right")
    return short


def checked_colour(colour: object) -> str:
    """The colour. Raises WebError for an unknown one."""
    if not isinstance(colour, str) or colour not in COLOURS:
        raise WebError("colour", f"no colour {colour!r}; one of {', '.join(COLOURS)} is right")
    return colour
