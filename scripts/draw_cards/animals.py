"""The living things of the cards, drawn in card coordinates unless they are stamped."""

from __future__ import annotations

from scripts.draw_cards.svg import (BLACK, BLUE, GREEN, NONE, ORANGE, RED, WHITE, YELLOW, at, curve, disc, ink, limb, path,
                                    shape, stamp)


def crane() -> str:
    """A white crane standing to the left, looking back to the right."""
    legs = "132 330, 128 400, 118 486; 176 336, 184 410, 196 480; 118 486, 92 496; 118 486, 140 496; 196 480, 172 492; 196 480, 222 490"
    tail = shape("170 262, 226 246, 276 282, 288 330 / 264 316 / 268 344 / 240 326 / 236 350 / 196 330, 160 300, 170 262")
    body = shape("76 98, 54 112, 46 142, 56 180, 62 212, 48 250, 60 300, 110 338, 168 336, 206 310 / 222 268, 170 236, "
                 "112 224, 92 208, 84 178, 82 152, 94 134 / 106 116, 96 100, 76 98", WHITE)
    lines = ink("70 262, 80 296, 112 316; 96 244, 108 276, 140 298; 128 240, 142 268, 176 286; 88 314, 124 326, 166 318; 160 248, 174 268, 200 280", 3.5)
    head = shape("94 110 / 152 88 / 100 128 / 94 110", YELLOW) + shape("66 104, 80 92, 98 102, 84 112, 66 104", RED) + disc(88, 118, 4, BLACK)
    return limb(legs, 6, WHITE) + tail + body + lines + ink("84 140, 72 164, 80 196", 9) + head


def warbler() -> str:
    """A green bird with a yellow breast, sitting to the left."""
    tail = shape("236 220, 290 240, 350 292 / 340 316 / 326 300 / 312 318 / 262 286, 226 262, 236 220", GREEN)
    body = shape("128 110, 104 128, 106 158, 122 196, 158 244, 214 272, 250 256, 262 236, 238 190, 196 150, 166 112, 128 110", YELLOW)
    back = shape("130 110, 166 108, 210 146, 258 206, 280 262 / 236 250, 184 214, 160 170, 142 142, 112 126 / 130 110", GREEN)
    wing = ink("170 146, 186 194, 240 236; 190 150, 208 190, 262 238", 4)
    face = shape("108 128 / 78 142 / 108 150 / 108 128", BLACK) + disc(132, 132, 8, WHITE, 4) + disc(131, 132, 3, BLACK)
    return ink("186 262, 178 304; 206 270, 206 306", 8) + tail + body + back + wing + face


def cuckoo() -> str:
    """A bird swooping to the lower left over a red crescent."""
    moon = shape("34 70, 44 170, 104 250, 206 282, 268 254 / 190 236, 120 170, 96 96 / 34 70", RED)
    tail = shape("232 120, 280 60, 330 20 / 344 60 / 330 70 / 346 90 / 290 120, 250 160, 232 120", ORANGE)
    far = shape("150 156, 140 90, 96 40 / 160 44, 214 84, 236 132 / 150 156", ORANGE)
    near = shape("190 182, 226 240, 296 268 / 316 240 / 300 228 / 326 206 / 276 186, 246 142 / 190 182", ORANGE)
    body = shape("84 196, 96 162, 132 146, 190 132, 250 102, 268 128, 222 168, 176 206, 136 226, 100 222, 84 196", ORANGE)
    lines = ink("118 56, 162 84, 188 128; 150 54, 192 88, 212 126; 216 190, 248 222, 300 240; 232 172, 264 202, 312 214;"
                "262 112, 330 46; 150 166, 176 178; 164 152, 190 164; 140 186, 160 198", 3.5)
    head = shape("86 190 / 52 214 / 94 216 / 86 190", YELLOW) + disc(112, 182, 8, WHITE, 4) + disc(111, 182, 3, BLACK)
    return moon + tail + far + near + body + lines + head


def butterfly() -> str:
    """A yellow butterfly, 150 wide, its head to the upper left."""
    wings = shape("0 0, 10 -56, 66 -72 / 84 -36, 60 -4, 0 0", YELLOW) + shape("0 4, 50 10, 66 44 / 20 56, -6 30, 0 4", ORANGE)
    wings += shape("-6 -6, -40 -50, -84 -34 / -76 4, -40 18, -6 -6", YELLOW) + shape("-6 6, -30 14, -44 48 / -8 50, 2 30, -6 6", ORANGE)
    spots = "".join(disc(x, y, 8, RED, 3) for x, y in ((52, -44), (-58, -20), (38, 30), (-22, 30)))
    lines = ink("8 -12, 40 -56; 12 -8, 64 -28; -14 -10, -44 -34; -14 -2, -60 2; -8 -22, -24 -64; 4 -24, 4 -74", 3)
    return wings + spots + lines + shape("-6 -26, 8 -22, 8 30, -2 44, -10 26, -6 -26", RED, 4)


def boar() -> str:
    """A wild boar lying to the left, long snout, bristling back."""
    ridge = "104 280, 140 262, 200 252, 266 276, 316 330, 334 400"
    body = shape("26 322, 52 304, 88 290 / 92 254 / 122 274 / 190 256, 262 280, 314 334, 328 400, 300 438, 220 444, 150 432, "
                 "108 412, 84 384, 56 364, 32 356 / 26 322", ORANGE)
    paws = limb("120 410, 90 432, 56 436; 176 424, 140 452, 104 456; 300 424, 276 454, 240 456", 17, ORANGE)
    bristles = path("M150 290l24 14M188 284l24 16M226 294l22 18M262 318l18 20M168 324l26 14M208 322l24 16M244 340l20 20"
                    "M280 362l14 22M184 358l26 12M222 362l22 16M254 384l18 18M200 394l26 10M150 352l18 12", NONE, 6)
    snout = shape("26 322, 14 340, 24 360, 38 356, 40 332, 26 322", RED) + shape("56 356, 58 338, 50 322 / 72 334, 76 358 / 56 356", WHITE, 3.5)
    face = disc(90, 312, 6, BLACK) + ink("40 356, 78 362, 100 352; 102 276, 108 292; 76 300, 94 296", 4)
    mane = path(curve(ridge, False), NONE, 44, extra=' stroke-dasharray="4 7" stroke-linecap="butt"')
    return mane + paws + body + bristles + snout + face


def geese() -> str:
    """Three wild geese flying to the left."""
    def goose(wing: str, body: str) -> str:
        return (shape("-74 10 / -48 -8, -10 -4, 44 8 / 76 0 / 64 18 / 78 30 / 30 32, -16 24, -50 12 / -74 10", body)
                + shape("-20 4, -12 -36, 44 -58 / 72 -50 / 58 -40 / 76 -28 / 50 -22 / 60 -8, 34 8 / -20 4", wing)
                + ink("0 -6, 20 -34, 58 -40; 14 0, 34 -20, 60 -24; 0 14, 40 20, 64 18", 3) + disc(-48, 3, 3.5, BLACK))
    return stamp("g", goose(ORANGE, YELLOW), [(240, 92, 0, 1.15), (116, 150, -4, 1.15)]) + at(goose(RED, ORANGE), 236, 208, 6, 1.15)


def deer() -> str:
    """A stag standing to the left, looking back to the right."""
    far = shape("96 372, 92 440, 80 496 / 102 496 / 116 440, 128 380 / 96 372", ORANGE) + shape(
        "206 360, 226 430, 218 496 / 240 496 / 254 420, 250 350 / 206 360", ORANGE)
    body = shape("62 206, 44 250, 42 310, 50 370, 66 430, 58 502 / 82 502 / 96 430, 104 388, 150 378, 196 384 / 190 420, 196 450, 186 502 / "
                 "210 502 / 226 440, 246 400, 272 372, 268 320, 240 292, 190 290, 140 290, 116 274, 106 240 / 62 206", ORANGE)
    tail = shape("262 318, 286 326, 290 364 / 268 366", WHITE)
    head = shape("58 200, 64 180, 88 172, 112 188, 148 208 / 152 222 / 134 236, 104 240, 76 236, 58 200", ORANGE)
    ears = shape("60 190 / 28 172, 30 196, 58 208 / 60 190", ORANGE, 4)
    horns = "72 176, 56 136, 50 76; 58 142, 32 112; 90 170, 100 130, 92 66; 100 134, 126 108; 54 106, 40 84"
    spots = path("M130 310l14-4M164 312l16-4M204 310l16 0M236 316l12 6M146 336l16-2M186 338l16-2M226 340l14 4M92 296l10 8M80 330l8 10", NONE, 8, WHITE)
    return tail + far + body + spots + limb(horns, 6, YELLOW) + ears + head + disc(100, 200, 6, BLACK) + ink("140 224, 124 222", 4)


def phoenix() -> str:
    """A red phoenix head under rays, its wing a black sweep to the right, tail feathers below."""
    rays = path("".join(f"M180 -60L{x} {y}" for x, y in ((20, 60), (50, 84), (90, 96), (130, 84), (250, 80), (300, 110), (345, 150))), NONE, 4)
    sky = shape("10 10 / 350 10 / 350 180 / 240 90, 150 70, 80 96, 10 90 / 10 10", RED) + rays
    wing = shape("140 110, 190 60, 260 66, 350 130 / 350 330 / 300 306, 250 262, 196 232, 150 190, 140 110")
    head = shape("66 138, 20 150, 34 176 / 44 164, 66 164 / 66 138", YELLOW) + shape("160 96, 120 78, 84 96, 62 128, 58 150, 66 172 / 78 180, 84 206, 70 232, 96 250 / 130 240, 164 222, 168 160, 160 96", RED)
    comb = shape("84 98 / 60 84, 66 62 / 86 76, 92 54 / 106 70, 122 50 / 128 74, 150 66 / 142 90, 110 82 / 84 98", RED, 4)
    face = disc(104, 132, 11, YELLOW, 4) + disc(104, 132, 4, BLACK) + ink("124 130, 116 168, 132 196; 142 126, 136 164, 150 190; 100 190, 112 216, 96 236", 4)
    tail = shape("40 250, 130 268, 196 240 / 150 300, 90 300 / 40 250", RED) + shape("60 320, 150 320, 230 256 / 200 320, 130 348 / 60 320", RED)
    tail += shape("320 300, 270 300, 230 256 / 260 336, 330 336 / 320 300", RED)
    return sky + tail + wing + head + comb + face


def swallow() -> str:
    """A red and yellow bird diving from the upper left, with a long streaming tail."""
    tail = "".join(shape(f"150 250, {x - 40} 330, {x} {y} / {x - 64} {y - 60}, 120 270 / 150 250", RED) for x, y in ((214, 480), (254, 440), (284, 390)))
    wing = shape("104 226, 150 170, 230 140 / 214 164 / 240 168 / 214 186 / 232 200 / 196 208 / 206 226 / 160 250 / 104 226", YELLOW)
    far = shape("92 236, 60 290, 66 360 / 84 340 / 92 362 / 106 330 / 120 344 / 136 266 / 92 236", YELLOW)
    body = shape("64 200, 74 176, 102 176, 132 214, 168 262, 150 282, 116 262, 84 230, 64 200", RED)
    lines = ink("130 206, 176 174, 214 164; 136 220, 176 196, 214 186; 146 232, 182 214; 82 300, 84 338; 100 290, 106 328", 3.5)
    head = shape("66 190 / 36 204 / 68 208 / 66 190", YELLOW) + disc(84, 192, 7, WHITE, 4) + disc(83, 192, 2.5, BLACK)
    return tail + far + body + wing + lines + head


def frog() -> str:
    """A yellow frog leaping to the right."""
    legs = limb("66 452, 36 440, 30 472, 58 490, 34 500; 112 440, 128 462, 118 486, 138 492", 9, YELLOW)
    body = shape("42 446, 56 414, 92 386, 124 378, 150 392 / 146 410, 122 424 / 116 450, 86 468, 56 466, 42 446", YELLOW)
    return legs + body + disc(116, 380, 11, WHITE, 4) + disc(119, 380, 4, BLACK) + ink("150 396, 128 404, 112 400; 70 430, 84 420; 84 444, 98 432", 4)


def poet() -> str:
    """A man in a red coat under a green umbrella, walking by the river."""
    river = path(curve("10 352, 70 340, 100 370, 170 372, 250 352, 350 380 / 350 424 / 280 400, 200 410, 110 412, 60 392, 10 400"), BLUE, 4)
    river += ink("10 372, 70 366, 110 390, 180 392; 260 376, 350 404", 3, WHITE)
    bank = shape("130 540, 180 486, 250 466, 350 474 / 350 540 / 130 540")
    shoes = shape("186 466 / 164 488 / 206 488 / 206 466") + shape("236 466 / 230 488 / 270 488 / 256 466")
    coat = shape("196 262, 172 300, 158 352, 172 366, 178 400, 164 474 / 222 484, 274 472 / 262 400, 268 350, 262 300, 236 262 / 196 262", RED)
    sleeve = shape("236 280, 262 270, 268 236 / 288 244, 284 300, 250 332 / 236 280", RED)
    sash = shape("196 264 / 214 292 / 238 264 / 226 330, 238 410 / 214 412 / 206 330 / 196 264", YELLOW)
    face = shape("200 232, 198 256, 214 270, 232 256, 232 232 / 200 232", WHITE) + shape("192 232 / 200 230, 204 206, 228 206, 232 230 / 242 234 / 192 232")
    shade = shape("214 188, 240 140, 286 124, 330 152, 342 192 / 318 182, 290 190, 264 182, 240 190 / 214 188", GREEN)
    ribs = ink("286 124, 264 182; 286 124, 290 190; 286 124, 318 182; 286 106, 286 124", 4)
    return river + bank + shoes + ink("286 190, 274 262", 9) + ink("286 190, 274 262", 4, YELLOW) + coat + sleeve + sash + face + ink(
        "208 246, 212 246; 222 246, 226 246; 180 350, 190 400; 250 350, 246 440", 4) + shade + ribs
