"""Motifs shared by several months: light disc, ribbons with their brush letters, clouds, flowers, leaves, sprays."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin

from scripts.draw_cards.glyphs import OUTLINES
from scripts.draw_cards.svg import BLACK, BLUE, NONE, RED, WHITE, YELLOW, at, disc, ink, num, path, points, shape, stamp


def letter(character: str, size: float, colour: str, x: float = 0, y: float = 0, turn: float = 0) -> str:
    """A printed letter *size* units high or wide, centred at x, y."""
    return at(path(OUTLINES[character], colour), x, y, turn, size / 100)


def light(x: float, y: float) -> str:
    """The red disc with 光 that marks a bright."""
    return disc(x, y, 54, RED, 5) + letter("光", 72, WHITE, x, y)


BRUSH = {
    "홍": (
        "-9 -46, 10 -42",
        "-27 -30, 2 -30, 27 -34",
        "0 -19, 15 -13, 9 -1, -9 0, -14 -10, 0 -19",
        "1 4, 1 16",
        "-36 18, 0 16, 37 13",
        "2 24, 19 31, 13 48, -8 50, -16 38, 2 24",
    ),
    "청": (
        "-14 -47, -4 -42",
        "-33 -30, 2 -34 / -8 -20, -33 0",
        "-13 -20, 3 -4",
        "10 -24, 24 -27",
        "29 -48, 31 -20, 28 4",
        "3 12, 24 18, 22 40, -2 48, -18 36, -14 18, 3 12",
    ),
    "단": (
        "4 -42, -26 -40 / -28 -24, -27 -9 / -8 -8, 8 -14",
        "24 -48, 26 -18, 24 6",
        "26 -22, 42 -24",
        "-21 10, -22 28, -14 42 / 10 42, 34 36",
    ),
}
"""Ribbon letters as brush lines, each in a box about 80 x 100."""


def _brush(character: str) -> str:
    """A ribbon letter in black ink."""
    return ink(";".join(BRUSH[character]), 11)


def ribbon(x: float, y: float, text: str = "", turn: float = 0, mirror: bool = False) -> str:
    """A hanging paper strip, its middle at x, y: red or, for 청단, blue; *text* runs down the strip."""
    tape = "-92 -150, -5 -156 / 4 -70, 26 20, 92 132 / 8 156 / -46 52, -78 -40, -92 -150"
    strip = shape(tape, BLUE if text == "청단" else RED, 5)
    letters = ""
    for character, (u, v, lean) in zip(text, ((-40, -76, -8), (-5, 50, -20)), strict=False):
        letters += at(_brush(character), -u if mirror else u, v, -lean if mirror else lean, 0.8)
    strip = at(strip, 0, 0, 0, -1) if mirror else strip
    return at(strip + letters, x, y, turn)


def cloud() -> str:
    """A bank of curled red cloud along the upper edge, deeper to the right."""
    curl = disc(0, 0, 31, RED, 3.5) + ink("-14 10, -15 -6, 0 -15, 14 -4, 8 9, -3 4", 3)
    low = [(332, 96), (280, 82), (230, 66), (182, 52), (132, 42), (84, 32), (40, 22)]
    high = [(350, 48), (304, 36), (254, 26), (206, 12), (156, 4)]
    return stamp("z", curl, [*low, *high])


def scallop(count: int, r: float, fill: str, line: float = 4) -> str:
    """A flower seen from above as one ruffled disc: *count* round petal edges on a circle of radius *r*."""
    spots = [(round(r * sin(2 * pi * i / count)), round(-r * cos(2 * pi * i / count))) for i in range(count)]
    bow = round(1.15 * r * sin(pi / count))
    return path(
        f"M{spots[-1][0]} {spots[-1][1]}" + "".join(f"A{bow} {bow} 0 0 1 {x} {y}" for x, y in spots), fill, line
    )


def rays(count: int, inner: float, outer: float, width: float, fill: str) -> str:
    """A ring of *count* rounded petals, as thick lines from *inner* to *outer*."""
    turns = [2 * pi * i / count for i in range(count)]
    data = "".join(
        f"M{round(inner * sin(a))} {round(-inner * cos(a))}L{round(outer * sin(a))} {round(-outer * cos(a))}"
        for a in turns
    )
    return path(data, NONE, width + 7) + path(data, NONE, width, fill)


def petals(count: int, inner: float, outer: float, width: float, notch: float = 0) -> str:
    """Path data of *count* petals around 0, 0; *width* in radians, *notch* is the depth of the cut at the tip."""
    data = ""
    for i in range(count):
        a = 2 * pi * i / count - pi / 2

        def spot(turn: float, r: float, a: float = a) -> str:
            return f"{round(r * cos(a + turn))} {round(r * sin(a + turn))}"

        left, right = spot(-width * 1.1, outer * 0.72), spot(width * 1.1, outer * 0.72)
        tips = (
            f"{spot(-width * 0.45, outer)}L{spot(0, outer - notch)} {spot(width * 0.45, outer)}"
            if notch
            else spot(0, outer * 1.02)
        )
        data += f"M{spot(0, inner)}Q{left} {tips}Q{right} {spot(0, inner)}z"
    return data


def plum(r: float) -> str:
    """A plum blossom: five round red petals, yellow heart with rays."""
    rounds = "".join(
        disc(r * 0.58 * sin(a), -r * 0.58 * cos(a), r * 0.44, RED, 4) for a in (2 * pi * i / 5 for i in range(5))
    )
    rays = "".join(
        f"M0 0L{round(r * 0.5 * sin(a))} {round(-r * 0.5 * cos(a))}" for a in (2 * pi * i / 10 for i in range(10))
    )
    return rounds + disc(0, 0, r * 0.36, RED) + path(rays, NONE, 2.5) + disc(0, 0, r * 0.22, YELLOW, 3)


def bud(r: float) -> str:
    """A plum bud: a red ball with a calyx."""
    return disc(0, 0, r, RED, 4) + path(
        f"M0 {num(r)}V0L{num(-r * 0.6)} {num(-r * 0.6)}M0 0L{num(r * 0.6)} {num(-r * 0.6)}", NONE, 3
    )


def cherry(fill: str, heart: str) -> str:
    """A cherry blossom, 100 across: five notched petals."""
    return (
        path(petals(5, 3, 52, 0.86, 10), fill, 4) + disc(0, 0, 9, heart, 3) + path(petals(5, 10, 27, 0.04), NONE, 2.5)
    )


def walk(text: str, count: int) -> list[tuple[float, float, float]]:
    """*count* places along a line of straight pieces, evenly: x, y, direction in degrees."""
    legs = [(a, (b[0] - a[0], b[1] - a[1])) for a, b in pairwise(points(text))]
    whole = sum(hypot(*way) for _, way in legs)
    places = []
    for i in range(count):
        left = whole * i / (count - 1)
        for start, way in legs:
            if left <= hypot(*way) + 1e-6:
                t = left / hypot(*way)
                places.append((start[0] + way[0] * t, start[1] + way[1] * t, degrees(atan2(way[1], way[0]))))
                break
            left -= hypot(*way)
    return places


def leaf(x: float, y: float, turn: float, length: float, width: float) -> str:
    """Path data of one simple leaf growing from x, y in the direction *turn* (degrees)."""
    c, s = cos(turn * pi / 180), sin(turn * pi / 180)

    def spot(u: float, v: float) -> str:
        return f"{round(u * c - v * s)} {round(u * s + v * c)}".replace(" -", "-")

    tip = spot(length, 0)
    return f"M{round(x)} {round(y)}q{spot(length * 0.5, -width)} {tip}q{spot(-length * 0.5, width)} {spot(-length, 0)}"


def spray(stem: str, pairs: int, size: float, spread: float = 62, red_from: float = 2) -> str:
    """A stem with pairs of leaves that grow smaller to its tip; "
    "from the share *red_from* of the stem on they are red."""
    black = red = ""
    for i, (x, y, turn) in enumerate(walk(stem, pairs + 1)):
        length = size * (1.1 - 0.5 * i / pairs)
        sides = (0,) if i == pairs else (-spread, spread)
        leaves = "".join(leaf(x, y, turn + side, length, length * 0.5) for side in sides)
        if i / pairs >= red_from:
            red += leaves
        elif i:
            black += leaves
    return ink(stem, 3.5) + path(black, BLACK, 2, WHITE) + (path(red, RED, 2) if red else "")
