"""Strings of SVG: curves through points, filled shapes, ink lines, repeated stamps.

A curve is written as text, ``"x y, x y, x y / x y, x y"``: a smooth line through the points, with a corner at
each ``/``. A closed curve without a corner is smooth all round. Units are those of the card, 360 x 540.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

RED, BLACK, WHITE = "#e0202b", "#171312", "#fffdf6"
BLUE, YELLOW, ORANGE = "#2b78c5", "#f7cf1d", "#f0a03c"
GREEN, PINK, NONE = "#1f9150", "#f9bfc0", "none"
Point = tuple[float, float]
Place = tuple[float, ...]
"""Where a stamp goes: x, y and, if given, turn in degrees and size (negative: mirrored left to right)."""


def num(value: float) -> str:
    """Shortest text of *value* with one decimal."""
    return f"{value:.1f}".removesuffix(".0").replace("-0.", "-.").removeprefix("+")


def points(text: str) -> list[Point]:
    """Read ``"x y, x y"``."""
    pairs = (pair.split() for pair in text.split(","))
    return [(float(x), float(y)) for x, y in pairs]


def _bend(before: Point, start: Point, end: Point, after: Point) -> str:
    """Cubic piece of a Catmull-Rom curve from *start* to *end*, relative to *start*."""
    x, y = start
    first = ((end[0] - before[0]) / 6, (end[1] - before[1]) / 6)
    second = (end[0] - (after[0] - start[0]) / 6 - x, end[1] - (after[1] - start[1]) / 6 - y)
    numbers = (*first, *second, end[0] - x, end[1] - y)
    text = "c" + " ".join(f"{round(v)}" for v in numbers)
    return text.replace(" -", "-")


def smooth(line: Sequence[Point], ring: bool = False) -> str:
    """Path pieces through *line*, without the first move; *ring* joins the last point to the first."""
    whole = [(round(x), round(y)) for x, y in line]
    if len(whole) == 2 and not ring:
        return f"L{whole[1][0]} {whole[1][1]}"
    whole = [whole[-1], *whole, *whole[:2]] if ring else [whole[0], *whole, whole[-1]]
    return "".join(_bend(*whole[i : i + 4]) for i in range(len(whole) - 3))


def curve(text: str, close: bool = True) -> str:
    """Path data of a curve written as text."""
    parts = [points(part) for part in text.split("/")]
    start = parts[0][0]
    data = f"M{num(start[0])} {num(start[1])}"
    if len(parts) == 1 and close:
        return data + smooth(parts[0], ring=True) + "z"
    end = start
    for i, part in enumerate(parts):
        line = part if i == 0 else [end, *part]
        if len(line) > 1:
            data += smooth(line)
        end = line[-1]
    return data + ("z" if close else "")


def path(data: str, fill: str = BLACK, line: float = 0, ink: str = BLACK, extra: str = "") -> str:
    """A path element; *line* is the width of its outline, drawn in *ink*."""
    stroke = f' stroke="{ink}" stroke-width="{num(line)}"' if line else ""
    return f'<path d="{data}" fill="{fill}"{stroke}{extra}/>'


def shape(text: str, fill: str = BLACK, line: float = 4) -> str:
    """A filled curve with a black outline (none if it is black itself)."""
    return path(curve(text), fill, 0 if fill == BLACK else line)


def ink(text: str, width: float = 4, colour: str = BLACK) -> str:
    """Open lines; several are parted by ``;``."""
    return path("".join(curve(one, close=False) for one in text.split(";")), NONE, width, colour)


def limb(text: str, width: float, fill: str) -> str:
    """A leg or twig: lines of *width* in colour with a black outline."""
    return ink(text, width + 7) + ink(text, width, fill)


def disc(x: float, y: float, r: float, fill: str, line: float = 0) -> str:
    """A filled circle."""
    stroke = f' stroke="{BLACK}" stroke-width="{num(line)}"' if line else ""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{fill}"{stroke}/>'


def _move(x: float, y: float, turn: float = 0, size: float = 1) -> str:
    text = f"translate({num(x)} {num(y)})"
    if turn:
        text += f"rotate({num(turn)})"
    if size < 0:
        text += f"scale({size:g} {-size:g})"
    elif size != 1:
        text += f"scale({size:g})"
    return text


def _where(x: float, y: float, *rest: float) -> str:
    return f'transform="{_move(x, y, *rest)}"' if rest else f'x="{num(x)}" y="{num(y)}"'


def at(body: str, *place: float) -> str:
    """*body* moved to x, y (then turn in degrees, size; a negative size mirrors)."""
    return f'<g transform="{_move(*place)}">{body}</g>'


def stamp(name: str, body: str, places: Iterable[Place]) -> str:
    """*body* drawn once at each of *places*; *name* must be unique in the card."""
    uses = "".join(f'<use href="#{name}" {_where(*place)}/>' for place in places)
    return f'<defs><g id="{name}">{body}</g></defs>{uses}'


def card(body: str, paper: str = WHITE, frame: str = RED) -> str:
    """A whole card: red frame, rounded paper, *body* cut off at the paper's edge."""
    sheet = '<rect x="23" y="23" width="314" height="494" rx="24"'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 540" stroke-linejoin="round" stroke-linecap="round">'
        f'<clipPath id="c">{sheet}/></clipPath>'
        f'<rect width="360" height="540" rx="20" fill="{frame}"/>'
        f'{sheet} fill="{paper}"/><g clip-path="url(#c)">{body}</g>'
        f'{sheet} fill="none" stroke="{BLACK}" stroke-width="4"/></svg>\n'
    )
