"""Pine, plum, cherry, wisteria."""

from __future__ import annotations

from scripts.draw_cards.animals import crane, cuckoo, warbler
from scripts.draw_cards.motifs import bud, cherry, cloud, light, plum, ribbon, spray
from scripts.draw_cards.svg import (
    BLACK,
    BLUE,
    NONE,
    PINK,
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


def pine(edge: str, buds: list[Place]) -> str:
    """A black pine hill below *edge*, needles along the edge, yellow buds on its tops."""
    line = curve(edge, close=False)
    needles = path(line, NONE, 34, extra=' stroke-dasharray="3 6" stroke-linecap="butt"')
    return needles + path(line + "V560H0z", BLACK) + stamp("b", shape("0 -24, 9 -4, 0 10, -9 -4", YELLOW, 4), buds)


def pines() -> dict[str, str]:
    """Month 1."""
    left = pine(
        "10 110, 42 118, 70 190, 92 290, 128 370, 176 402, 205 350, 240 268, 290 222, 322 235, 350 290",
        [(44, 112), (168, 392), (296, 214)],
    )
    right = pine(
        "10 262, 40 268, 66 340, 100 392, 136 404, 160 330, 190 200, 228 96, 256 84, 290 150, 312 250, 350 300",
        [(38, 262), (120, 394), (148, 392), (246, 76)],
    )
    back = pine(
        "10 300, 40 284, 66 318, 82 392, 118 430, 172 436, 210 400, 250 300, 285 214, 318 206, 350 250",
        [(40, 280), (124, 424), (304, 200)],
    )
    behind = pine(
        "10 290, 44 276, 70 330, 96 400, 130 430, 168 400, 205 290, 250 150, 284 120, 312 170, 350 300",
        [(42, 270), (132, 422), (280, 112)],
    )
    return {
        "01-bright": disc(312, 40, 142, RED, 4) + back + crane() + light(262, 440),
        "01-ribbon": behind + ribbon(172, 250, "홍단"),
        "01-junk1": left,
        "01-junk2": right,
    }


def _plums(flowers: list[Place], buds: list[Place]) -> str:
    return stamp("d", bud(15), buds) + stamp("f", plum(50), flowers)


def plums() -> dict[str, str]:
    """Month 2."""
    bough = shape(
        "350 470, 300 410, 240 342, 170 312, 84 300 / 78 318 / 150 336, 196 360, 226 400, 190 440, 110 466, 20 480 / "
        "20 520 / 120 506, 200 470, 230 530 / 350 530 / 350 470"
    )
    twigs = ink("250 430, 290 340, 276 250, 296 130; 296 300, 322 240", 13)
    tall = ink("66 400, 58 220, 84 54; 262 350, 250 270, 292 190, 300 100", 15) + shape(
        "10 420, 90 470, 170 440, 230 360, 262 330 / 272 346 / 236 400, "
        "220 450, 350 490 / 350 540 / 190 516, 60 530, 10 480, 10 420"
    )
    forked = ink("84 420, 76 250, 90 90; 262 400, 248 240, 256 50", 15) + shape(
        "10 520, 80 460, 170 470, 260 440, 350 420 / 350 452 / 260 490, 200 500, 120 530 / 10 520"
    )
    trunk = shape(
        "20 520, 100 420, 180 300, 230 190, 320 70 / 350 110 / 290 200, "
        "260 300, 350 380 / 350 470 / 250 390, 170 450, 150 530 / 20 520"
    )
    return {
        "02-animal": cloud()
        + twigs
        + bough
        + _plums(
            [(80, 452, 0, 0.9), (180, 486), (300, 412), (292, 210, 0, 0.8)],
            [(46, 400), (100, 278), (50, 326), (238, 200), (322, 300), (318, 148), (240, 470), (140, 412)],
        )
        + warbler(),
        "02-ribbon": trunk
        + _plums(
            [(90, 110), (72, 330), (284, 300), (250, 470, 0, 0.9)],
            [(58, 210), (310, 200), (120, 470), (60, 440), (318, 400), (170, 60)],
        )
        + ribbon(190, 232, "홍단"),
        "02-junk1": tall
        + _plums(
            [(90, 390), (180, 430, 0, 0.85), (74, 476, 0, 0.8), (286, 430)],
            [(52, 300), (92, 250), (50, 190), (226, 290), (300, 250), (314, 180), (206, 350), (316, 350), (160, 490)],
        ),
        "02-junk2": forked
        + _plums(
            [(86, 440), (190, 430), (290, 420, 0, 0.85), (140, 484, 0, 0.75), (244, 492, 0, 0.75)],
            [
                (110, 330),
                (54, 290),
                (60, 210),
                (106, 190),
                (226, 330),
                (282, 300),
                (232, 210),
                (284, 180),
                (316, 350),
                (150, 370),
            ],
        ),
    }


def _cherries(red: list[Place], pink: list[Place], buds: list[Place]) -> str:
    sprig = (
        path("M0 0q-34-4-40-30q34 0 40 30q4-30 34-38q2 30-34 38", BLACK, 2, WHITE)
        + ink("0 4, 4 30", 4)
        + disc(6, 38, 11, RED, 3.5)
    )
    return stamp("s", sprig, buds) + stamp("r", cherry(RED, PINK), red) + stamp("k", cherry(PINK, RED), pink)


def curtain() -> str:
    """The striped camp curtain below the blossoms, hung from a two-coloured rope."""
    cloth = shape("10 236, 100 262, 220 268, 350 240 / 350 540 / 10 540 / 10 236")
    band = shape("150 530, 120 440, 180 400, 260 384, 350 372 / 350 480 / 270 490, 200 500, 150 530", RED, 0)
    rope = "10 250, 100 276, 220 282, 350 254"
    line = (
        path(curve(rope, False), NONE, 22, BLACK)
        + path(curve(rope, False), NONE, 14, WHITE)
        + path(curve(rope, False), NONE, 14, BLUE, ' stroke-dasharray="22 22" stroke-linecap="butt"')
    )
    knots = stamp(
        "n",
        path("M-9 0h18v26l-9-8-9 8z", RED, 3) + ink("0 -24, 0 0", 4, WHITE),
        [(70, 306), (128, 318), (190, 320), (250, 314), (306, 302)],
    )
    return cloth + band + line + knots


def cherries() -> dict[str, str]:
    """Month 3."""
    trunk = shape("350 40, 318 120, 280 200, 300 330, 270 430, 230 530 / 350 540 / 350 40") + ink(
        "300 140, 240 90, 220 40; 290 250, 210 300", 14
    )
    fork = shape(
        "20 490, 80 440, 150 400, 190 300, 176 250, 130 200 / 150 190 / 200 230, "
        "250 180 / 266 196 / 226 250, 236 330, 200 430, 150 480, 110 530 / 20 540 / 20 490"
    )
    return {
        "03-bright": curtain()
        + _cherries(
            [(80, 70), (206, 96), (292, 184), (120, 200)],
            [(146, 50), (276, 70), (64, 150), (206, 190)],
            [(30, 120), (146, 134, 30), (254, 130), (326, 110), (170, 240, 90)],
        )
        + light(88, 436),
        "03-ribbon": _cherries(
            [(86, 100), (280, 130), (80, 300), (266, 400), (100, 466)],
            [(186, 74), (70, 200), (290, 270), (196, 470), (300, 486)],
            [(40, 50), (312, 60), (318, 200), (44, 390), (316, 340), (160, 410), (130, 160)],
        )
        + ribbon(190, 262, "홍단", 0, True),
        "03-junk1": trunk
        + _cherries(
            [(236, 150), (76, 240), (160, 300, 20), (90, 430), (180, 440)],
            [(180, 80), (140, 190), (60, 320, 0, 0.8), (130, 470, 0, 0.8)],
            [(110, 110), (60, 150), (216, 230), (50, 390), (220, 390), (250, 60)],
        ),
        "03-junk2": fork
        + _cherries(
            [(82, 130), (230, 110), (290, 190), (200, 380), (290, 400)],
            [(150, 70), (150, 170), (70, 220, 0, 0.8), (240, 450), (286, 290, 0, 0.8)],
            [(60, 70), (300, 70), (60, 300), (130, 310), (320, 320), (150, 230)],
        ),
    }


BLOOM = "0 0, 10 70, 5 150, -5 230, 0 296"


def wisteria(places: list[Place], leaves: list[Place], tendril: str = "") -> str:
    """Hanging black clusters and, near the edge they hang from, sprigs of pointed leaves."""
    cluster = spray(BLOOM, 8, 48, 74)
    sprig = spray("0 0, 30 40, 70 70, 116 86", 3, 58, 48)
    return stamp("w", cluster, places) + stamp("l", sprig, leaves) + (ink(tendril, 3) if tendril else "")


def wisterias() -> dict[str, str]:
    """Month 4."""
    curl = "300 210, 296 300, 312 350, 290 380, 306 404, 326 384, 306 372"
    return {
        "04-animal": wisteria(
            [(250, 226, 4, 0.9), (150, 306, -3, 0.66)],
            [(330, 30, 40, 0.9), (250, 250, 150, 0.8), (30, 330, -30, 0.8)],
            "340 140, 270 220, 160 300, 60 350, 46 400, 74 420, 60 450, 90 462",
        )
        + cuckoo(),
        "04-ribbon": wisteria([(88, 40, 3, 1.25), (190, 30, 0, 1.1), (296, 40, -6, 1.25)], [(30, 20, 10), (216, 16, 0)])
        + ribbon(206, 240),
        "04-junk1": wisteria(
            [(70, 60, 6), (170, 60, 0, 1.5), (272, 50, -6, 1.15)], [(30, 16, 0), (336, 16, 70), (200, 12, -20)]
        ),
        "04-junk2": wisteria(
            [(66, 50, 5, 1.4), (160, 60, 0, 1.05), (240, 40, -4, 1.3)],
            [(30, 16, 10), (230, 12, 0), (140, 12, 70)],
            curl,
        ),
    }


def draw() -> dict[str, str]:
    """The sixteen pictures of months 1 to 4, without frame."""
    return pines() | plums() | cherries() | wisterias()
