"""Chrysanthemum, maple, paulownia, rain."""

from __future__ import annotations

from math import cos, pi, sin

from scripts.draw_cards.animals import deer, frog, phoenix, poet, swallow
from scripts.draw_cards.motifs import cloud, letter, light, petals, ribbon, spray
from scripts.draw_cards.svg import BLACK, BLUE, GREEN, NONE, RED, WHITE, YELLOW, Place, at, curve, disc, ink, path, shape, stamp


def mum() -> str:
    """A round chrysanthemum, 160 across: rings of yellow and red petals."""
    return (path(petals(12, 36, 80, 0.26), YELLOW, 4) + at(path(petals(11, 14, 60, 0.32), RED, 4), 0, 0, 12)
            + path(petals(8, 2, 40, 0.42), YELLOW, 4))


def half_mum() -> str:
    """A chrysanthemum from the side, 160 wide, opening upwards."""
    text = ""
    for i, turn in enumerate((-80, 80, -62, 62, -42, 42, -22, 22, 0)):
        text += at(shape("0 0, -15 -40, 0 -84, 15 -40, 0 0", (YELLOW, YELLOW, RED, RED)[i % 4]), 0, 0, turn)
    return text + shape("-22 0, 0 -14, 22 0, 0 16, -22 0", BLACK)


def _mums(full: list[Place], half: list[Place], leaves: list[Place], stem: str) -> str:
    lobes = shape("0 0, -20 -30 / -50 -26, -52 -58 / -40 -92, -10 -82 / 8 -110, 34 -84 / 62 -74, 48 -46 / 54 -14, 22 -20, 0 0")
    return ink(stem, 15) + stamp("l", lobes, leaves) + stamp("h", half_mum(), half) + stamp("m", mum(), full)


def cup() -> str:
    """The red wine cup with 壽 over blue water and a green bank."""
    water = shape("10 420, 350 420 / 350 540 / 10 540 / 10 420", BLUE) + path("M110 438h220M150 456h180M200 474h140", NONE, 3)
    bank = shape("10 500, 90 454, 180 470, 250 520 / 250 540 / 10 540 / 10 500", BLACK) + shape("230 540, 280 498, 350 490 / 350 540 / 230 540", GREEN)
    bowl = shape("134 268, 190 246, 262 270, 332 342 / 306 398, 236 412, 168 372 / 134 268", RED, 5)
    rim = ink("134 268, 212 296, 286 320, 332 342", 5) + shape("170 380, 230 420, 262 414 / 246 440, 180 424 / 170 380", RED, 5)
    return water + bank + rim + bowl + letter("壽", 92, BLACK, 232, 330, 26)


def chrysanthemums() -> dict[str, str]:
    """Month 9."""
    return {
        "09-animal": cloud() + _mums([(84, 268)], [(150, 140, -8)], [(70, 240, -30, 1.1), (180, 250, 40, 1.1), (70, 400, -100, 1.1), (130, 400, 160), (150, 180, 90, 0.7)],
                                     "150 140, 130 200, 110 260; 90 330, 110 420, 80 460") + cup(),
        "09-ribbon": _mums([(262, 404, 0, 0.95)], [(130, 100, 0)], [(90, 250, -40, 1.3), (290, 250, 40, 1.3), (100, 430, -110, 1.3), (310, 330, 30), (240, 510, 140)],
                           "134 100, 150 200, 110 330, 150 480; 262 460, 240 540") + ribbon(190, 264, "청단", 0, True),
        "09-junk1": _mums([(160, 280, 0, 1.2)], [(176, 108)], [(100, 216, -50), (180, 190, 100, 0.9), (90, 410, -80, 1.3), (264, 300, 70, 1.2), (256, 430, 100, 1.3), (150, 440, -150, 1.1),
                                                               (300, 240, 30)], "176 108, 186 170, 166 240; 170 370, 200 450, 190 540"),
        "09-junk2": _mums([(170, 380, 0, 1.1)], [(186, 122, 6, 0.95), (180, 250, -12, 0.95)], [(130, 210, -70, 1.1), (250, 230, 70, 1.2), (90, 390, -60, 1.3), (270, 390, 60, 1.3), (110, 510, -120),
                                                                                               (280, 500, 120, 1.1)], "186 122, 200 190, 186 260; 190 420, 230 540"),
    }


def maple() -> str:
    """Path data of a seven-pointed maple leaf, 130 across, stalk downwards."""
    tips = ((-130, 44), (-88, 58), (-44, 66), (0, 74), (44, 66), (88, 58), (130, 44))
    data = "M0 22"
    for i, (turn, r) in enumerate(tips):
        a = turn * pi / 180
        data += f"Q{round(0.62 * r * sin(a - 0.2))} {round(-0.62 * r * cos(a - 0.2))} {round(r * sin(a))} {round(-r * cos(a))}"
        b = (turn + 22) * pi / 180
        back = (round(16 * sin(b)), round(-16 * cos(b))) if i < 6 else (0, 22)
        data += f"Q{round(0.62 * r * sin(a + 0.2))} {round(-0.62 * r * cos(a + 0.2))} {back[0]} {back[1]}"
    return data + "z"


def _maples(red: list[Place], black: list[Place], yellow: list[Place]) -> str:
    veins = "M0 62V-60M0 10L-50 -2M0 10L50 -2M0 10L-36 -40M0 10L36 -40"
    text = ""
    for name, fill, places in (("y", YELLOW, yellow), ("k", BLACK, black), ("r", RED, red)):
        body = path(maple(), fill, 4) + path(veins if fill != BLACK else "M0 62V10", NONE, 3 if fill != BLACK else 6)
        text += stamp(name, body, places) if places else ""
    return text


def maples() -> dict[str, str]:
    """Month 10."""
    trunk = shape("350 90, 300 160, 316 280, 286 400, 250 530 / 350 540 / 350 90", YELLOW) + path("M320 190l-12 40M330 260l-16 50M316 340l-14 50M326 400l-18 60M296 440l-14 50", NONE, 5)
    return {
        "10-animal": trunk + _maples([(190, 70, 160), (292, 176, 200), (316, 470, 20, 0.9)], [(240, 130, 20), (180, 190, 150, 0.9), (140, 60, 200, 0.7)], [(262, 60, 30), (240, 236, 160, 0.8), (316, 300, 190, 0.8)]) + deer(),
        "10-ribbon": _maples([(80, 90, 30, 1.1), (296, 300, -30, 1.2), (70, 400, 60), (150, 480, 0)], [(280, 110, -20, 1.1), (70, 250, 80), (290, 450, 20)], []) + ribbon(184, 250, "청단"),
        "10-junk1": _maples([(70, 200, 60, 1.1), (290, 240, -30, 1.15), (80, 420, 20, 1.2), (230, 470, 30, 1.1)], [(150, 70, 170, 1.1), (300, 80, 200, 0.9), (170, 330, 100, 1.1)], [(210, 180, 60), (300, 390, -40)]),
        "10-junk2": _maples([(270, 80, -20, 1.15), (290, 340, -60, 1.2), (210, 460, 30, 1.1), (60, 190, 120, 0.9)], [(130, 130, 30, 1.2), (270, 210, -40, 1.1), (180, 330, 160)], [(70, 330, 70, 1.1), (90, 460, 20, 1.1)]),
    }


def _bell() -> str:
    return path(petals(5, 2, 44, 0.5), BLUE, 4) + disc(0, 0, 7, YELLOW, 3)


def _paulownia(leaf: str, sprigs: list[Place], bells: list[Place]) -> str:
    sprig = spray("0 0, -4 -60, 0 -110, 8 -150", 4, 44, 60)
    return stamp("s", sprig, sprigs) + shape(leaf) + stamp("b", _bell(), bells)


def paulownias() -> dict[str, str]:
    """Month 11."""
    wide = "20 330, 60 280, 110 284, 140 310 / 180 262, 250 262, 276 300 / 330 290, 350 350, 336 400 / 290 440 / 286 470, 240 450 / 180 500 / 120 450, 100 466 / 60 430, 10 400, 20 330"
    drop = "24 320, 70 280, 120 290, 160 320 / 210 280, 270 290, 320 300 / 340 380, 270 420, 220 470 / 190 450, 150 420 / 100 440, 40 400, 24 320"
    twin = "40 300, 90 280, 140 300, 170 330 / 210 290, 270 280, 330 320 / 330 400, 290 460, 236 450 / 190 430 / 140 470, 80 450 / 40 390, 40 300"
    yellow = shape("10 450, 60 470, 130 520 / 130 540 / 10 540 / 10 450", YELLOW) + shape("250 540, 300 500, 350 480 / 350 540 / 250 540", YELLOW)
    under = "10 420, 60 360, 110 370, 140 400 / 180 360, 240 370, 290 360 / 350 380 / 350 480 / 300 490, 240 540 / 100 540 / 60 480, 10 450 / 10 420"
    red = shape("10 390, 350 390 / 350 540 / 10 540 / 10 390", RED, 0)
    return {
        "11-bright": yellow + _paulownia(under, [(150, 400, -14, 0.6), (110, 400, -40, 0.5)], []) + phoenix() + stamp("b", _bell(), [(150, 376, 0, 0.9), (96, 386, 0, 0.7)]) + light(246, 424),
        "11-djunk": red + _paulownia(wide, [(136, 270, -30), (190, 250, 0, 1.3), (250, 270, 26)], [(106, 250), (190, 276, 20, 1.1), (270, 244)]),
        "11-junk1": _paulownia(drop, [(110, 280, -24, 1.1), (190, 270, -4, 1.25), (250, 280, 30)], [(120, 266), (220, 256, 20, 1.1)]),
        "11-junk2": _paulownia(twin, [(110, 270, -16, 1.2), (200, 260, 10, 1.35)], [(96, 252), (170, 282, 20), (250, 254, 10, 1.1)]),
    }


def willow(edge: str, fringe: int = 30) -> str:
    """A hanging mass of black willow: everything above *edge*, with streaming twigs along it."""
    line = curve(edge, close=False)
    return path(line, NONE, fringe, extra=' stroke-dasharray="3 8" stroke-linecap="butt"') + path(line + "V-20H0z", BLACK)


def storm() -> str:
    """The gate in the thunderstorm: red ground, two black doors, lightning and drums as hatching."""
    red = f'<path d="M0 0h360v540H0z" fill="{RED}"/>'
    doors = shape("24 120, 70 96, 120 130, 132 220, 120 330, 130 400, 90 440, 24 420 / 24 120") + shape("350 60, 290 80, 226 110, 200 190, 214 280, 200 380, 240 450, 350 440 / 350 60")
    return red + doors


def rains() -> dict[str, str]:
    """Month 12."""
    boughs = willow("10 330, 60 250, 100 160, 150 120, 190 60, 230 90, 280 140, 312 230, 336 330, 350 340")
    return {
        "12-bright": boughs + poet() + frog() + light(92, 90),
        "12-animal": boughs + swallow(),
        "12-ribbon": boughs + ribbon(180, 260),
        "12-djunk": storm(),
    }


def draw() -> dict[str, str]:
    """The sixteen pictures of months 9 to 12, without frame."""
    return chrysanthemums() | maples() | paulownias() | rains()
