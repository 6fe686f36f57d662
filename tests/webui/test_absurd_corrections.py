"""Corrections at random, absurd ones among them: a clear refusal or a table that a pack can make, never a breakdown."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.cards import COPIES, FACES
from tests.webui.games import told
from tests.webui.tables import tell
from webui.live import LiveTable

CODES: list[Any] = [*map(str, FACES), "bonus2", "05-junk2", "13-bright", "back", None, 7]
PLACES: list[Any] = [
    None, "floor", {"zone": "floor"}, {"zone": "pile", "seat": 0}, {"zone": "pile", "seat": 1},
    {"zone": "pile", "seat": "0"}, {"zone": "pile"}, {"zone": "stock"}, {"zone": 3},
]  # fmt: skip
NUMBERS: list[Any] = [0, 1, 2, 5, 99, -1, "1", 1.5, True, None]


def absurd(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """A request as a confused or hostile device may send it."""
    faces = [rng.choice(CODES) for _ in range(4)]
    number, seat = rng.choice(NUMBERS), rng.choice([0, 1, 2, None])
    return rng.choice([
        ("/api/correct", {"was": faces[0], "face": faces[1], "zone": rng.choice(["floor", "pile", 3]), "seat": seat}),
        ("/api/move", {"face": faces[0], "from": rng.choice(PLACES), "to": rng.choice(PLACES)}),
        ("/api/turn", {"n": number, "seat": seat, "hand": faces[:1], "flip": faces[1:2], "choose_hand": faces[2]}),
        ("/api/turn", {"n": number, "drop": rng.choice([True, 1])}),
        ("/api/whose-turn", {"seat": seat}),
        ("/api/undo", {}),
        ("/api/redo", {}),
    ])  # fmt: skip


@pytest.mark.parametrize("seed", [1, 2])
def test_no_correction_breaks_the_table(client: FlaskClient, live: LiveTable, seed: int) -> None:
    rng = random.Random(seed)
    tell(live, list(told(seed))[:12])
    answers = Counter[int]()
    for _ in range(120):
        path, body = absurd(rng)
        answer = client.post(path, json=body)
        answers[answer.status_code // 100] += 1
        assert answer.status_code < 500, (path, body, answer.get_json())
        table = live.snapshot().game.table
        if table is not None:
            lying = Counter([*table.loose, *table.stacked, *(card for pile in table.piles for card in pile)])
            assert not lying - Counter(COPIES), (path, body)
    assert set(answers) == {2, 4}
    assert live.snapshot().trouble is None
