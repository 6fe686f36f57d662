"""The ring of table pictures: before and after an alert, cut to the table, few and small."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.layout import default
from vision.types import Frame
from webui.evidence import KEPT, PINNED, Evidence

LAYOUT = default(2)


def frame(number: int, seconds: float, shade: int) -> Frame:
    return Frame(number, seconds, np.full((720, 1280, 3), shade, np.uint8))


def shade(jpeg: bytes | None) -> int:
    assert jpeg is not None
    return round(float(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).mean()))


def test_an_alert_keeps_the_table_before_and_after() -> None:
    pictures = Evidence()
    for second in range(20):
        pictures.keep(frame(second, float(second), 10 * second), LAYOUT)
    pictures.pin(4, 7.2, frame(21, 20.0, 230), LAYOUT)
    assert shade(pictures.of_alert(4, "before")) == pytest.approx(70, abs=2)
    assert shade(pictures.of_alert(4, "after")) == pytest.approx(230, abs=2)
    assert pictures.sizes == {4: LAYOUT.size_mm}
    assert pictures.of_alert(5, "before") is None and pictures.of_alert(4, "meanwhile") is None


def test_the_ring_takes_one_a_second_and_stays_short() -> None:
    pictures = Evidence()
    for tenth in range(60):
        pictures.keep(frame(tenth, tenth / 10, 1), LAYOUT)
    assert len(pictures._ring) == 6
    for second in range(6, KEPT + 20):
        pictures._ring.append((float(second), b""))
    assert len(pictures._ring) == KEPT
    for number in range(PINNED + 5):
        pictures.pin(number, 1.0, frame(0, 200.0, 1), LAYOUT)
    assert sorted(pictures.sizes) == list(range(5, PINNED + 5))
