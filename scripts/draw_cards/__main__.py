"""Draw all cards: ``python -m scripts.draw_cards`` writes webui/static/cards/*.svg and logo.svg."""

from __future__ import annotations

from pathlib import Path

from scripts.draw_cards import extras, months_1_4, months_5_8, months_9_12
from scripts.draw_cards.svg import card

TARGET = Path(__file__).parents[2] / "webui" / "static" / "cards"


def main() -> None:
    """Write one SVG per card, and the logo."""
    TARGET.mkdir(parents=True, exist_ok=True)
    pictures = months_1_4.draw() | months_5_8.draw() | months_9_12.draw()
    for name, text in ({k: card(v) for k, v in pictures.items()} | extras.draw()).items():
        (TARGET / f"{name}.svg").write_text(text, encoding="utf-8")
    (TARGET.parent / "logo.svg").write_text(extras.logo(), encoding="utf-8")


if __name__ == "__main__":
    main()
