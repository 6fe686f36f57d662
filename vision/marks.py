"""Printed corner marks, for those who want them: four squares of known size that tell the table's scale and corners."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Bgr, Corners

SIDE_MM = 60.0
CORNERS = ("top left", "top right", "bottom right", "bottom left")
"""Where the marks 0 to 3 lie, as the camera sees the table."""

PAGE_MM, DPI = (210.0, 297.0), 600  # A4
MARKS_AT = ((30.0, 112.0), (120.0, 112.0), (120.0, 202.0), (30.0, 202.0))
"""Top left of each mark on the page, millimetres; they lie there as later on the table."""

CELLS = 6  # across a mark: 4 of its code and a black rim
TEXT = (
    ("화투판 모서리 표지", "Hwatupan corner marks"),
    ("100 % 크기로 인쇄하세요. '용지에 맞춤'은 꺼 주세요.", "Print at 100 %, without 'fit to page'."),
    ("검은 네모의 한 변은 꼭 60 mm예요. 자로 재 보세요.", "A black square must measure 60 mm; check with a ruler."),
    ("점선을 따라 오려 탁자 네 귀퉁이에 판판하게 붙이세요.", "Cut along the dashes, lay flat at the table's corners."),
    ("그다음 hwatupan layout을 다시 실행하세요.", "Then run hwatupan layout again."),
)
NAMES = ("1 왼쪽 위 top left", "2 오른쪽 위 top right", "3 오른쪽 아래 bottom right", "4 왼쪽 아래 bottom left")


def find(bgr: Bgr) -> dict[int, Corners]:
    """The marks 0 to 3 that a picture shows; corners from the mark's own top left, clockwise."""
    asked = cv2.aruco.DetectorParameters()
    asked.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    found, numbers, _ = cv2.aruco.ArucoDetector(_family(), asked).detectMarkers(bgr)
    pairs = zip(map(int, np.ravel(numbers)), found, strict=True) if len(found) else ()
    return {number: np.asarray(c, np.float32).reshape(4, 2) for number, c in pairs if number < len(CORNERS)}


def page() -> NDArray[np.uint8]:
    """The A4 page with the four marks, grey uint8 (H, W) at `DPI` dots an inch."""
    sheet = np.full((_dots(PAGE_MM[1]), _dots(PAGE_MM[0])), 255, np.uint8)
    for number, at in enumerate(MARKS_AT):
        _mark(sheet, number, at)
    _text(sheet, TEXT[0], 22.0, 7.0)
    for line, both in enumerate(TEXT[1:]):
        _text(sheet, both, 40.0 + 13.0 * line, 4.2)
    return sheet


def _mark(sheet: NDArray[np.uint8], number: int, at: tuple[float, float]) -> None:
    side = round(_dots(SIDE_MM) / CELLS) * CELLS
    x, y = _dots(at[0]), _dots(at[1])
    sheet[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(_family(), number, side)
    rim, dash = 9.0, 3.0
    for along in np.arange(-rim, SIDE_MM + rim, 2 * dash):
        ends = along, min(along + dash, SIDE_MM + rim)
        for across in (-rim, SIDE_MM + rim):
            _line(sheet, at, (ends[0], across), (ends[1], across))
            _line(sheet, at, (across, ends[0]), (across, ends[1]))
    _write(sheet, NAMES[number], (at[0], at[1] + SIDE_MM + 6.5), 3.6)


def _line(sheet: NDArray[np.uint8], at: tuple[float, float], a: Sequence[float], b: Sequence[float]) -> None:
    start, end = ((_dots(at[0] + x), _dots(at[1] + y)) for x, y in (a, b))
    cv2.line(sheet, start, end, (110,), 4)


def _text(sheet: NDArray[np.uint8], both: tuple[str, str], y: float, size: float) -> None:
    _write(sheet, both[0], (22.0, y), size)
    _write(sheet, both[1], (22.0, y + 1.25 * size), 0.85 * size)


def _write(sheet: NDArray[np.uint8], text: str, at: tuple[float, float], size: float) -> None:
    """*text* with its base line at a place of the page, letters *size* millimetres high; OpenCV's font has Hangul."""
    place = (_dots(at[0]), _dots(at[1]))
    cv2.putText(sheet, text, place, (0,), cv2.FontFace("uni"), _dots(size))


def _dots(mm: float) -> int:
    return round(mm * DPI / 25.4)


def _family() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
