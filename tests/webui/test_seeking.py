"""A table that nobody has laid out: the page asks for cards, then the game is followed on what they tell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.planes import SIZE, Overhead
from tests.vision.test_proposal import Sight, dealt
from tests.webui.tables import Still, opener, settings
from vision.types import Detection
from webui.commands import main, watch
from webui.eyes import Seeking
from webui.live import LiveTable
from webui.store import Store

PICTURE = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
CAMERA = Overhead(12)


class Knowing(Sight):
    """Finds the same cards before and after the layout is known."""

    def table(self, *_: Any) -> list[Detection]:
        return self.cards


def test_the_page_asks_for_cards_and_then_follows(tmp_path: Path) -> None:
    sight, found = Knowing([]), []
    told = settings(tmp_path, source="0", players=3)
    live = LiveTable(
        "0", told, Store(told.record), opener=opener(Still((PICTURE,))),
        eyes=lambda: lambda layout, players: Seeking(sight, players, found.append),
    )  # fmt: skip
    live.start()
    assert live.wait_for(lambda now: now.trouble is not None and now.trouble.code == "table", timeout=10)
    sight.cards = dealt(CAMERA)
    assert live.wait_for(lambda now: now.trouble is None and len(now.seen) >= 8, timeout=30)
    assert [one.layout.players for one in found] == [3]
    live.stop()
    live.store.close()


def test_watch_without_a_layout_says_what_it_waits_for_and_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for n in range(40):
        cv2.imwrite(str(tmp_path / f"{n}.png"), PICTURE)
    monkeypatch.setattr(watch, "Recogniser", lambda deck=None: Knowing(dealt(CAMERA)))
    assert main(["watch", str(tmp_path), "--players", "3", "--json"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "hwatupan: no layout is given; waiting for cards that tell where things lie"
    assert "the table is laid out" in told[1] and "told by 9 cards" in told[1]


def test_watch_of_pictures_without_cards_ends_with_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for n in range(12):
        cv2.imwrite(str(tmp_path / f"{n}.png"), PICTURE)
    monkeypatch.setattr(watch, "Recogniser", lambda deck=None: Knowing([]))
    assert main(["watch", str(tmp_path)]) == 2
    assert "no card was seen in 12 pictures" in capsys.readouterr().err
