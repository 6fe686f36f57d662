"""Chrysanthemum, maple, paulownia, rain."""

from __future__ import annotations

from math import cos, pi, sin

from scripts.draw_cards.animals import deer, frog, phoenix, poet, swallow
from scripts.draw_cards.motifs import cloud, letter, light, petals, rays, ribbon, spray
from scripts.draw_cards.svg import (
    BLACK,
    BLUE,
    GREEN,
    NONE,
    RED,
    WHITE,
    YELLOW,
    Place,
    curve,
    disc,
    ink,
    path,
    shape,
    stamp,
)


def mum() -> str:
    """A round chrysanthemum, 160 across: rings of yellow and red petals."""
    return rays(13, 40, 70, 17, YELLOW) + rays(10, 24, 46, 16, RED) + rays(6, 4, 22, 14, YELLOW)


def half_mum() -> str:
    """A chrysanthemum from the side, 160 wide, opening upwards."""
    petal = "0 0, -15 -40, 0 -84, 15 -40, 0 0"
    yellow = stamp("y", shape(petal, YELLOW), [(0, 0, turn) for turn in (-80, 80, -42, 42, 0)])
    red = stamp("r", shape(petal, RED), [(0, 0, turn) for turn in (-62, 62, -20, 20)])
    return red + yellow + shape("-22 0, 0 -14, 22 0, 0 16, -22 0")


def _mums(full: list[Place], half: list[Place], leaves: list[Place], stem: str) -> str:
    lobes = path(
        curve(
            "0 4, -14 -26 / -46 -10, -66 -38, -44 -64 / -50 -96, -18 -108, "
            "2 -90 / 30 -112, 58 -86, 46 -60 / 68 -34, 42 -10, 16 -26 / 8 -10, 0 4"
        ),
        BLACK,
        3,
        WHITE,
    )
    return ink(stem, 15) + stamp("l", lobes, leaves) + stamp("h", half_mum(), half) + stamp("m", mum(), full)


def cup() -> str:
    """The red wine cup with 壽 over blue water and a green bank."""
    water = shape("10 420, 350 420 / 350 540 / 10 540 / 10 420", BLUE) + path(
        "M110 438h220M150 456h180M200 474h140", NONE, 3
    )
    bank = shape("10 500, 90 454, 180 470, 250 520 / 250 540 / 10 540 / 10 500", BLACK) + shape(
        "230 540, 280 498, 350 490 / 350 540 / 230 540", GREEN
    )
    bowl = shape("134 268, 190 246, 262 270, 332 342 / 306 398, 236 412, 168 372 / 134 268", RED, 5)
    rim = ink("134 268, 212 296, 286 320, 332 342", 5) + shape(
        "164 360, 230 412, 272 400 / 264 440, 176 430 / 164 360", RED, 5
    )
    return water + bank + rim + bowl + letter("壽", 92, BLACK, 232, 330, 26)


def chrysanthemums() -> dict[str, str]:
    """Month 9."""
    return {
        "09-animal": cloud()
        + _mums(
            [(84, 268)],
            [(150, 140, -8)],
            [(70, 240, -30, 1.1), (180, 250, 40, 1.1), (70, 400, -100, 1.1), (130, 400, 160), (150, 180, 90, 0.7)],
            "150 140, 130 200, 110 260; 90 330, 110 420, 80 460",
        )
        + cup(),
        "09-ribbon": _mums(
            [(262, 404, 0, 0.95)],
            [(130, 100, 0)],
            [(90, 250, -40, 1.3), (290, 250, 40, 1.3), (100, 430, -110, 1.3), (310, 330, 30), (240, 510, 140)],
            "134 100, 150 200, 110 330, 150 480; 262 460, 240 540",
        )
        + ribbon(190, 264, "청단", 0, True),
        "09-junk1": _mums(
            [(160, 280, 0, 1.2)],
            [(176, 108)],
            [
                (100, 216, -50),
                (180, 190, 100, 0.9),
                (90, 410, -80, 1.3),
                (264, 300, 70, 1.2),
                (256, 430, 100, 1.3),
                (150, 440, -150, 1.1),
                (300, 240, 30),
            ],
            "176 108, 186 170, 166 240; 170 370, 200 450, 190 540",
        ),
        "09-junk2": _mums(
            [(170, 380, 0, 1.1)],
            [(186, 122, 6, 0.95), (180, 250, -12, 0.95)],
            [
                (130, 210, -70, 1.1),
                (250, 230, 70, 1.2),
                (90, 390, -60, 1.3),
                (270, 390, 60, 1.3),
                (110, 510, -120),
                (280, 500, 120, 1.1),
            ],
            "186 122, 200 190, 186 260; 190 420, 230 540",
        ),
    }


def maple() -> str:
    """Path data of a seven-pointed maple leaf, 140 across, stalk downwards."""
    tips = ((-126, 60), (-84, 76), (-42, 82), (0, 88), (42, 82), (84, 76), (126, 60))

    def spot(turn: float, r: float) -> str:
        return f"{round(r * sin(turn * pi / 180))} {round(-r * cos(turn * pi / 180))}"

    data = "M0 18"
    for turn, r in tips:
        data += f"Q{spot(turn - 19, r * 0.66)} {spot(turn, r)}Q{spot(turn + 19, r * 0.66)} "
        data += spot(turn + 21, 30) if turn < 126 else "0 18"
    return data + "z"


def _maples(red: list[Place], black: list[Place], yellow: list[Place]) -> str:
    veins = "M0 70V-70M0 10L-60 -4M0 10L60 -4M0 10L-44 -48M0 10L44 -48"
    text = ""
    for name, fill, places in (("y", YELLOW, yellow), ("k", BLACK, black), ("r", RED, red)):
        body = path(maple(), fill, 4) + path(veins if fill != BLACK else "M0 62V10", NONE, 3 if fill != BLACK else 6)
        text += stamp(name, body, places) if places else ""
    return text


def maples() -> dict[str, str]:
    """Month 10."""
    trunk = shape("350 90, 300 160, 316 280, 286 400, 250 530 / 350 540 / 350 90", YELLOW) + path(
        "M320 190l-12 40M330 260l-16 50M316 340l-14 50M326 400l-18 60M296 440l-14 50", NONE, 5
    )
    return {
        "10-animal": trunk
        + _maples(
            [(190, 70, 160), (292, 176, 200), (316, 470, 20, 0.9)],
            [(240, 130, 20), (180, 190, 150, 0.9), (140, 60, 200, 0.7)],
            [(262, 60, 30), (240, 236, 160, 0.8), (316, 300, 190, 0.8)],
        )
        + deer(),
        "10-ribbon": _maples(
            [(80, 90, 30, 1.1), (296, 300, -30, 1.2), (70, 400, 60), (150, 480, 0)],
            [(280, 110, -20, 1.1), (70, 250, 80), (290, 450, 20)],
            [],
        )
        + ribbon(184, 250, "청단"),
        "10-junk1": _maples(
            [(70, 200, 60, 1.1), (290, 240, -30, 1.15), (80, 420, 20, 1.2), (230, 470, 30, 1.1)],
            [(150, 70, 170, 1.1), (300, 80, 200, 0.9), (170, 330, 100, 1.1)],
            [(210, 180, 60), (300, 390, -40)],
        ),
        "10-junk2": _maples(
            [(270, 80, -20, 1.15), (290, 340, -60, 1.2), (210, 460, 30, 1.1), (60, 190, 120, 0.9)],
            [(130, 130, 30, 1.2), (270, 210, -40, 1.1), (180, 330, 160)],
            [(70, 330, 70, 1.1), (90, 460, 20, 1.1)],
        ),
    }


def _bell() -> str:
    return path(petals(5, 2, 46, 0.72), BLUE, 4) + disc(0, 0, 7, YELLOW, 3)


def _paulownia(leaf: str, sprigs: list[Place], bells: list[Place]) -> str:
    """Broad black leaves below sprigs and blue bells (a plain leaf without veins if there are no sprigs)."""
    sprig = spray("0 0, -4 -60, 0 -110, 8 -150", 4, 44, 60)
    veins = ink("180 330, 180 420; 150 340, 110 380; 214 340, 250 372", 3, WHITE) if sprigs else ""
    return (stamp("s", sprig, sprigs) if sprigs else "") + shape(leaf) + veins + stamp("b", _bell(), bells)


def paulownias() -> dict[str, str]:
    """Month 11."""
    wide = (
        "24 330, 40 286, 92 282, 140 318 / 160 272, 220 258, 266 302 / "
        "306 270, 350 292, 344 350 / 340 400, 290 420, 270 412 / "
        "262 450, 220 470, 180 506 / 150 470, 104 458, 96 416 / 50 416, 20 380, 24 330"
    )
    drop = (
        "30 330, 46 282, 110 276, 160 318 / 200 274, 270 270, 318 304 / "
        "330 370, 296 410, 262 404 / 250 440, 210 452, 176 484 / "
        "160 450, 116 440, 108 404 / 60 410, 26 380, 30 330"
    )
    twin = (
        "44 320, 70 276, 130 274, 174 318 / 210 270, 280 270, 322 318 / "
        "336 390, 300 420, 270 410 / 262 450, 220 470, 178 430 / "
        "140 478, 96 450, 90 412 / 52 410, 32 370, 44 320"
    )
    yellow = shape("10 450, 60 470, 130 520 / 130 540 / 10 540 / 10 450", YELLOW) + shape(
        "250 540, 300 500, 350 480 / 350 540 / 250 540", YELLOW
    )
    under = (
        "10 420, 40 372, 100 366, 150 402 / 190 356, 250 350, 290 372 / 320 356, 350 380 / "
        "350 470 / 310 470, 270 500, 250 550 / 110 550 / 90 490, 50 460, 10 460 / 10 420"
    )
    red = shape("10 390, 350 390 / 350 540 / 10 540 / 10 390", RED, 0)
    return {
        "11-bright": phoenix()
        + yellow
        + _paulownia(under, [], [(150, 382), (84, 400, 0, 0.8), (40, 420, 0, 0.7)])
        + light(246, 430),
        "11-djunk": red
        + _paulownia(
            wide, [(136, 270, -30), (190, 250, 0, 1.3), (250, 270, 26)], [(106, 250), (190, 276, 20, 1.1), (270, 244)]
        ),
        "11-junk1": _paulownia(
            drop, [(110, 280, -24, 1.1), (190, 270, -4, 1.25), (250, 280, 30)], [(120, 266), (220, 256, 20, 1.1)]
        ),
        "11-junk2": _paulownia(
            twin, [(110, 270, -16, 1.2), (200, 260, 10, 1.35)], [(96, 252), (170, 282, 20), (250, 254, 10, 1.1)]
        ),
    }


def willow(fronds: list[Place]) -> str:
    """A dark canopy with hanging willow boughs, fringed with twigs."""
    bough = "0 -30, -30 50, -32 130, -10 250 / 24 160, 32 60, 0 -30"
    fringe = path(curve(bough), NONE, 44, extra=' stroke-dasharray="3 9" stroke-linecap="butt"')
    canopy = shape(
        "0 0 / 360 0 / 360 80, 310 50, 270 84 / 240 60, 200 46, 170 76 / 130 50, 90 60, 60 90 / 30 60, 0 90 / 0 0"
    )
    return stamp("w", fringe + shape(bough), fronds) + canopy


def storm() -> str:
    """The gate in the thunderstorm: red ground, a dark mass on each side, lightning and rain as lines."""
    red = f'<path d="M0 0h360v540H0z" fill="{RED}"/>'
    left = shape("10 140, 70 104, 122 132, 138 220, 124 310, 132 380, 100 424, 10 440 / 10 140")
    right = shape("360 70, 300 92, 236 96, 206 170, 216 270, 200 350, 214 440, 280 470, 360 460 / 360 70")
    sky = (
        "130 24, 150 96 / 166 60, 190 120; 60 24, 84 84 / 100 50, 124 110; "
        "220 20, 226 76 / 250 40, 256 80; 20 70, 50 96; 280 24, 330 60"
    )
    pillar = (
        "152 130, 164 220, 150 310, 158 400; 174 130, 184 220, 172 310, 182 400; "
        "152 170, 178 180; 160 240, 184 250; 150 300, 174 312; 154 360, 180 372"
    )
    ground = (
        "20 520, 110 440; 60 520, 150 420; 100 520, 180 420; 140 520, 200 450; "
        "190 520, 220 470; 240 520, 250 480; 290 520, 286 482; 330 520, 320 482"
    )
    return red + left + right + ink(";".join((sky, pillar, ground)), 4.5)


def rains() -> dict[str, str]:
    """Month 12."""
    sides = willow([(44, 80, 4, 1.1), (108, 40, -4, 0.8), (318, 70, -3, 1.35), (254, 40, 4, 0.9)])
    thin = willow([(42, 80, 3, 1.0), (330, 60, -3, 0.9), (150, 30, 4, 0.6), (210, 20, -3, 0.7)])
    full = willow([(40, 60, 2, 1.5), (100, 60, 4, 1), (322, 50, -2, 1.6), (262, 60, -4, 1.1)])
    return {
        "12-bright": thin + poet() + frog() + light(92, 90),
        "12-animal": sides + swallow(),
        "12-ribbon": full + ribbon(180, 250),
        "12-djunk": storm(),
    }


def draw() -> dict[str, str]:
    """The sixteen pictures of months 9 to 12, without frame."""
    return chrysanthemums() | maples() | paulownias() | rains()
