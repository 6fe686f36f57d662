"""Rasterise our card art: ``python scripts/raster_cards.py`` reads webui/static/cards, writes vision/twin/cards.

The target is a deck folder: PNGs of 144 x 216 with clear corners, labels.csv (``file,card``) and sources.json,
the SHA-256 of the SVG each PNG was made from (a test keeps both in step). Needs resvg-py.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import resvg_py

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "webui" / "static" / "cards"
TARGET = ROOT / "vision" / "twin" / "cards"
WIDTH, HEIGHT = 144, 216


def main() -> None:
    """Write every PNG, labels.csv and sources.json."""
    TARGET.mkdir(parents=True, exist_ok=True)
    sources = {}
    for file in sorted(SOURCE.glob("*.svg")):
        text = file.read_text(encoding="utf-8")
        picture = resvg_py.svg_to_bytes(svg_string=text, width=WIDTH, height=HEIGHT)
        (TARGET / f"{file.stem}.png").write_bytes(bytes(picture))
        sources[f"{file.stem}.png"] = hashlib.sha256(text.encode()).hexdigest()
    rows = "".join(f"{name},{Path(name).stem}\n" for name in sources)
    (TARGET / "labels.csv").write_text("file,card\n" + rows, encoding="utf-8")
    (TARGET / "sources.json").write_text(json.dumps(sources, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
