"""Cut the page's font: ``python scripts/subset_font.py FOLDER`` with the folder of npm package ``pretendard``.

Reads Pretendard 1.3.9 Regular and Bold (SIL Open Font Licence 1.1), keeps Latin, punctuation, the signs the page
uses and the 2350 syllables of KS X 1001, and writes webui/static/fonts/hwatupan-{regular,bold}.woff2 and the
licence. The licence reserves the name Pretendard for the original, so the cut font is called "Hwatupan". Needs
fonttools and brotli.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

TARGET = Path(__file__).parents[1] / "webui" / "static" / "fonts"
SIGNS = "×·…–—‘’“”←↑→↓↔−≤≥①②③④⑤⑥⑦⑧⑨⑩■□▲△▶▷▼▽◀◁●○★☆✓光壽"


def letters() -> set[int]:
    """Code points to keep: printable Latin-1, our signs, Hangul letters and the KS X 1001 syllables."""
    syllables = (bytes((lead, trail)).decode("euc-kr") for lead in range(0xB0, 0xC9) for trail in range(0xA1, 0xFF))
    return {*range(0x20, 0x7F), *range(0xA0, 0x100), *range(0x3131, 0x3164), *map(ord, SIGNS), *map(ord, syllables)}


def cut(source: Path, weight: str) -> None:
    """Write the subset of one weight, renamed."""
    font = TTFont(source)
    options = subset.Options(flavor="woff2", layout_features=["kern", "mark", "tnum", "ccmp"], hinting=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters())
    cutter.subset(font)
    names = {1: "Hwatupan", 3: f"Hwatupan {weight}", 4: f"Hwatupan {weight}", 6: f"Hwatupan-{weight}", 16: "Hwatupan"}
    for record in font["name"].names:
        if record.nameID in names:
            record.string = names[record.nameID]
    subset.save_font(font, TARGET / f"hwatupan-{weight.lower()}.woff2", options)


def main() -> None:
    """Cut both weights and copy the licence."""
    package = Path(sys.argv[1]) / "dist"
    TARGET.mkdir(parents=True, exist_ok=True)
    for weight in ("Regular", "Bold"):
        cut(package / "web" / "static" / "woff2" / f"Pretendard-{weight}.woff2", weight)
    shutil.copyfile(package / "LICENSE.txt", TARGET / "LICENSE.txt")


if __name__ == "__main__":
    main()
