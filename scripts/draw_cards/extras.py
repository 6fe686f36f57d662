"""The back and the two bonus cards."""

from __future__ import annotations

from scripts.draw_cards.motifs import letter, plum
from scripts.draw_cards.svg import NONE, RED, YELLOW, card, path, stamp


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


def draw() -> dict[str, str]:
    """Whole cards: back, bonus2, bonus3."""
    return {"back": back(), "bonus2": bonus(2), "bonus3": bonus(3)}
