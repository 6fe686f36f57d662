"""Iris, peony, bush clover, bare hill."""

from __future__ import annotations

from scripts.draw_cards.animals import boar, butterfly, geese
from scripts.draw_cards.motifs import cloud, light, ribbon, scallop, spray
from scripts.draw_cards.svg import (
    BLACK,
    BLUE,
    NONE,
    RED,
    WHITE,
    YELLOW,
    Place,
    at,
    curve,
    disc,
    ink,
    path,
    shape,
    stamp,
)


def blade(x: int, y: int, tip_x: int, tip_y: int, width: int = 22) -> str:
    """A sword-shaped iris leaf from x, y on the ground to its tip, as path data."""
    mid = round((y + tip_y) / 2)
    return f"M{x - width} {y}Q{x - width} {mid} {tip_x} {tip_y}Q{x + width + 6} {mid} {x + width} {y}z"


def iris() -> str:
    """A blue iris, 150 wide: two falling petals, three standing, a yellow heart."""
    falls = shape("-6 6, -40 -18, -78 6, -72 44 / -44 40, -16 34, -6 6", BLUE) + shape(
        "6 6, 40 -18, 78 6, 72 44 / 44 40, 16 34, 6 6", BLUE
    )
    stands = shape("0 0, -34 -40, -30 -78 / -6 -60, 0 0", BLUE) + shape("0 0, 34 -40, 30 -78 / 6 -60, 0 0", BLUE)
    lip = shape("0 -4, -26 30, -12 66, 0 78, 12 66, 26 30, 0 -4", BLUE)
    return (
        falls
        + stands
        + lip
        + shape("0 -50, 10 -22, 0 4, -10 -22, 0 -50", YELLOW)
        + ink("-58 14, -24 14; 58 14, 24 14; 0 30, 0 58", 3)
    )


def _irises(blades: str, flowers: list[Place], stems: str) -> str:
    return path(blades, BLACK) + ink(stems, 15) + ink(stems, 7, YELLOW) + stamp("i", iris(), flowers)


def bridge() -> str:
    """The zigzag plank bridge over blue water."""
    water = shape("10 400, 350 400 / 350 540 / 10 540 / 10 400", BLUE) + path(
        "M20 420h90M240 428h90M30 446h60M270 452h70M20 474h50M190 500h120M20 500h110", NONE, 3, WHITE
    )
    plank = shape("150 372 / 350 448 / 350 506 / 112 424 / 150 372", YELLOW) + shape(
        "10 452 / 196 346 / 226 388 / 10 512 / 10 452", YELLOW
    )
    posts = "".join(
        f'<path d="M{x} {y}v{h}h30v-{h}z" fill="{YELLOW}" stroke="{BLACK}" stroke-width="4"/>'
        f'<ellipse cx="{x + 15}" cy="{y}" rx="15" ry="8" fill="{RED}" stroke="{BLACK}" stroke-width="4"/>'
        for x, y, h in ((56, 430, 80), (196, 350, 60), (280, 444, 70))
    )
    return water + plank + ink("10 482, 210 368; 132 398, 350 476", 3.5) + posts


def irises() -> dict[str, str]:
    """Month 5."""
    tuft = (
        blade(90, 540, 34, 230, 30)
        + blade(150, 540, 96, 330)
        + blade(250, 540, 326, 210, 30)
        + blade(210, 540, 276, 320)
        + blade(180, 540, 150, 420)
    )
    leaning = (
        blade(60, 540, 70, 300, 24)
        + blade(130, 540, 40, 210)
        + blade(190, 540, 232, 280)
        + blade(250, 540, 322, 90, 26)
        + blade(290, 540, 330, 280)
    )
    return {
        "05-animal": cloud()
        + path(
            blade(80, 420, 40, 140, 26)
            + blade(130, 420, 90, 200)
            + blade(220, 420, 290, 130, 26)
            + blade(270, 420, 320, 220)
        )
        + bridge()
        + stamp("i", iris(), [(180, 244, 0, 1.05)])
        + ink("180 326, 180 350", 12),
        "05-ribbon": _irises(
            blade(40, 540, 36, 220)
            + blade(110, 540, 70, 320)
            + blade(250, 540, 330, 210)
            + blade(290, 540, 336, 330)
            + blade(200, 540, 230, 400),
            [(266, 250, 0, 0.95), (84, 350, -6, 0.8)],
            "84 400, 92 540; 262 320, 240 540",
        )
        + ribbon(176, 214),
        "05-junk1": _irises(tuft, [(180, 210, 0, 1.3)], "180 300, 182 540"),
        "05-junk2": _irises(leaning, [(118, 300, -8), (222, 380, 8, 0.9)], "120 370, 130 540; 222 440, 214 540"),
    }


LEAF = "0 6, -40 -20, -56 -70 / -34 -64, -24 -50 / -24 -90, 4 -124 / 30 -90, 26 -50 / 40 -66, 60 -70 / 44 -18, 0 6"


def peony() -> str:
    """A full red peony, 190 across: three ruffled rounds and a yellow heart."""
    rounds = scallop(9, 80, RED, 5) + at(scallop(7, 54, RED), 4, 2, 20) + at(scallop(5, 30, RED), -2, 4)
    folds = ink("-60 -66, -44 -50; 20 -90, 16 -64; 82 -30, 60 -20; 72 58, 52 42; -10 92, -8 68; -86 26, -60 22", 4)
    return rounds + folds + scallop(5, 15, YELLOW)


def _peonies(flowers: list[Place], leaves: list[Place], stem: str = "") -> str:
    bud = shape("0 46, -38 24, -46 -16 / -22 -8, -14 -44 / 4 -18, 30 -42 / 32 -6, 48 -14 / 40 26, 0 46", RED) + ink(
        "-14 30, -6 -4; 14 30, 12 -4", 3.5
    )
    return (
        (ink(stem, 17) if stem else "")
        + stamp("l", path(curve(LEAF), BLACK, 3, WHITE), leaves)
        + stamp("o", peony(), flowers)
        + (stamp("u", bud, [_BUD]) if stem else "")
    )


_BUD: Place = (206, 96)


def peonies() -> dict[str, str]:
    """Month 6."""
    ring = [(110, 450, -120, 1.2), (100, 340, -64, 1.1), (260, 340, 56, 1.1), (264, 440, 116, 1.2), (200, 480, 160)]
    moths = stamp("m", butterfly(), [(106, 116, -16, 0.9), (240, 196, 24, 0.95)])
    return {
        "06-animal": cloud()
        + _peonies(
            [(178, 388, 0, 1.15)],
            [(100, 460, -130, 1.2), (100, 330, -50, 1.1), (250, 320, 44, 1.1), (260, 450, 124, 1.2)],
        )
        + moths,
        "06-ribbon": _peonies(
            [(106, 382)],
            [
                (100, 310, -40, 1.2),
                (240, 260, 60, 1.2),
                (230, 400, 90, 1.3),
                (90, 460, -150),
                (180, 460, 150, 1.1),
                (250, 140, 60, 0.8),
                (170, 150, -60, 0.8),
            ],
            "200 330, 236 250, 210 130",
        )
        + ribbon(196, 260, "청단"),
        "06-junk1": ink("250 180, 256 240, 216 330", 17)
        + stamp("q", path(curve(LEAF), BLACK, 3, WHITE), [(160, 170, -110), (250, 180, 80)])
        + _peonies([(172, 392, 0, 1.12), (206, 116, 30, 0.8)], ring),
        "06-junk2": _peonies(
            [(190, 388, 8, 1.12)],
            [*ring, (190, 226, -70), (214, 160, 70), (204, 230, 70), (190, 130, -70, 0.8)],
            "230 300, 190 230, 206 130",
        ),
    }


def clovers() -> dict[str, str]:
    """Month 7."""

    def clump(places: list[Place]) -> str:
        return stamp("s", spray("0 0, 14 -90, 50 -170, 66 -240", 8, 44, 46, 0.5), places)

    return {
        "07-animal": cloud()
        + clump([(210, 300, 10, 0.85), (350, 330, -40, 1), (180, 260, -60, -0.7), (330, 500, -76, 0.9)])
        + boar()
        + spray("330 520, 260 490, 180 486, 90 500", 7, 42, 46, 0.5),
        "07-ribbon": clump(
            [
                (70, 500, -10, 1.05),
                (160, 520, 0, 1.1),
                (250, 500, 6),
                (300, 300, -30, 0.8),
                (60, 300, -10, 0.8),
                (190, 530, 50, 0.8),
            ]
        )
        + ribbon(186, 250, "", 0, True),
        "07-junk1": clump(
            [
                (180, 520, -40, 1.1),
                (190, 530, -10, 1.35),
                (200, 530, 14, 1.15),
                (60, 300, -6),
                (180, 310, 20, 0.9),
                (180, 520, 46, 0.75),
            ]
        ),
        "07-junk2": clump(
            [
                (330, 510, -80, 1.1),
                (336, 480, -50, 1.25),
                (330, 330, -60, 1.1),
                (200, 320, -30, 1.1),
                (310, 250, -34, 0.85),
                (330, 400, -20, 0.8),
            ]
        ),
    }


def hills() -> dict[str, str]:
    """Month 8."""
    low = shape("0 300, 90 262, 180 250, 270 262, 360 300 / 360 560 / 0 560 / 0 300")
    high = shape("0 290, 80 240, 190 222, 280 240, 360 276 / 360 560 / 0 560 / 0 290")
    return {
        "08-bright": f'<path d="M0 0h360v540H0z" fill="{RED}"/>' + disc(182, 152, 118, WHITE, 4) + low + light(92, 440),
        "08-animal": low.replace("M0 300", "M0 310") + geese(),
        "08-junk1": low,
        "08-junk2": high,
    }


def draw() -> dict[str, str]:
    """The sixteen pictures of months 5 to 8, without frame."""
    return irises() | peonies() | clovers() | hills()
