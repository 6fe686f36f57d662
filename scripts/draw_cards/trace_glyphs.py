"""Write glyphs.py: outlines of the few letters printed on cards, so that drawing needs no font.

The font is free (SIL Open Font Licence): Noto Serif CJK KR Bold, Debian package fonts-noto-cjk. The brush letters
of the ribbons are drawn by hand in motifs.py. Needs fontTools; run only to add letters.
"""

from __future__ import annotations

from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

FONT = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc")
LETTERS = "光壽쌍삼피"
HEAD = '''"""Outlines of the letters on the cards, each centred in a box 100 wide or high. Made by trace_glyphs.py.

From Noto Serif CJK KR Bold, under the SIL Open Font Licence 1.1.
"""

OUTLINES: dict[str, str] = {
'''


def outline(font: TTFont, letter: str) -> str:
    """Path data of *letter*, longest side 100, centre at 0, 0, y down."""
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(letter)]]
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    x0, y0, x1, y1 = bounds.bounds
    size = 100 / max(x1 - x0, y1 - y0)
    pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
    glyph.draw(TransformPen(pen, (size, 0, 0, -size, -size * (x0 + x1) / 2, size * (y0 + y1) / 2)))
    return str(pen.getCommands())


def main() -> None:
    """Write glyphs.py next to this file."""
    font = TTFont(FONT, fontNumber=1)
    rows = [f'    "{letter}": "{outline(font, letter)}",  # noqa: E501\n' for letter in LETTERS]
    Path(__file__).with_name("glyphs.py").write_text(HEAD + "".join(rows) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
