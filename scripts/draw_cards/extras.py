"""The back and the two bonus cards."""

from __future__ import annotations

from scripts.draw_cards.motifs import letter, plum
from scripts.draw_cards.svg import NONE, RED, WHITE, YELLOW, at, card, disc, path, shape, stamp


def back() -> str:
    """The red back with a fine grid."""
    grid = "".join(f"M{x} 0L{x - 560} 560M{x - 560} 0L{x} 560" for x in range(20, 940, 24))
    return card(path(grid, NONE, 3, "#a9141f"), paper="#c81e2b", frame="#c81e2b")


def bonus(value: int) -> str:
    """A bonus card worth *value* junk: as many plum blossoms, and the word 쌍피 or 삼피."""
    flowers = {2: [(130, 150), (230, 250)], 3: [(180, 110), (110, 240), (250, 240)]}[value]
    edge = f'<rect x="40" y="40" width="280" height="460" rx="16" fill="none" stroke="{YELLOW}" stroke-width="10"/>'
    words = letter({2: "쌍", 3: "삼"}[value], 110, RED, 118, 410) + letter("피", 100, RED, 244, 410)
    return card(edge + stamp("f", plum(66), flowers) + words)


def logo() -> str:
    """The sign of the app, square: a back with the moon over the hill laid on it."""
    size = 'width="168" height="252" rx="26"'
    under = f'<rect x="-84" y="-126" {size} fill="#8f1019"/>'
    over = f'<rect x="-84" y="-126" {size} fill="{RED}"/>'
    paper = '<clipPath id="c"><rect x="-66" y="-108" width="132" height="216" rx="14"/></clipPath>'
    scene = (
        path("M-70-110H70V110H-70z", WHITE)
        + disc(0, -38, 44, RED)
        + shape("-90 40, 0 8, 90 40 / 90 120 / -90 120 / -90 40")
    )
    body = at(under, 122, 166, -16) + at(over + paper + f'<g clip-path="url(#c)">{scene}</g>', 182, 158, 10)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">{body}</svg>\n'


def draw() -> dict[str, str]:
    """Whole cards: back, bonus2, bonus3."""
    return {"back": back(), "bonus2": bonus(2), "bonus3": bonus(3)}
