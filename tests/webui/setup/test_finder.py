"""Looking through a camera: upright, shared with the table, let go when nobody looks; why there is no picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient

from engine.events import Paused
from tests.webui.tables import BLANK, Still, opener, table, tell
from vision.errors import SourceError
from vision.frames import FrameSource
from vision.types import Bgr
from webui.live import LiveTable
from webui.phone import PhoneCamera
from webui.setup import finder as finders
from webui.setup.desk import Desk
from webui.setup.finder import Finder, Wanted

MARKED: Bgr = np.zeros((48, 64, 3), np.uint8)
MARKED[:8, :8] = 255  # the top left corner is white


def soon(what: Callable[[], Any]) -> Any:
    """What *what* gives once that is something."""
    end = monotonic() + 10
    while (found := what()) is None and monotonic() < end:
        sleep(0.02)
    return found


def looking(live: LiveTable, source: FrameSource | Exception | None = None) -> Finder:
    return Finder(opener(source or Still((MARKED,))), lambda: live, 1.0)


def test_the_picture_is_turned_as_it_is_wanted(live: LiveTable) -> None:
    finder = looking(live)
    ways = ((0, False, (0, 0)), (180, False, (-1, -1)), (90, False, (0, -1)), (0, True, (0, -1)))
    for rotate, mirror, corner in ways:
        finder.look_at(Wanted("1", 2, rotate, mirror))
        picture = soon(finder.picture)
        assert picture[corner].tolist() == [255, 255, 255], (rotate, mirror)
    finder.close()


def test_the_tables_own_camera_is_not_opened_again(live: LiveTable) -> None:
    finder = looking(live, AssertionError("opened twice"))
    finder.look_at(Wanted("0"))
    picture = soon(finder.picture)
    assert picture is not None and (picture == BLANK).all()
    assert (finder.still(0) == BLANK).all()
    tell(live, [Paused(live.now())])
    assert finder.picture() is None  # cards are shown around the table: nobody looks
    finder.close()


def test_a_view_that_was_turned_at_the_table_is_turned_back_first(tmp_path: Path) -> None:
    live = table(tmp_path, source="0", pictures=Still((MARKED,)))
    live.start()
    live.turn_picture(90, True).result(timeout=5)
    finder = looking(live)
    finder.look_at(Wanted("0", 2, 180))
    assert live.wait_for(lambda now: now.view.rotate == 90, 5)
    end = monotonic() + 10
    while (picture := finder.picture()) is None or picture[-1, -1, 0] != 255:
        assert monotonic() < end
        sleep(0.02)
    live.stop()
    live.store.close()


def test_why_there_is_no_picture(live: LiveTable) -> None:
    finder = looking(live, SourceError("away"))
    finder.look_at(Wanted("http://10.0.0.9/video"))
    assert finder.picture() is None
    assert soon(lambda: finder.fault).code == "address"
    finder.look_at(Wanted("1"))
    assert finder.fault is None
    finder.close()


def test_a_camera_is_let_go_when_nobody_looks(live: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finders, "AGAIN_S", 0.01)
    finder = looking(live)
    finder.look_at(Wanted("1"))
    assert soon(finder.picture) is not None
    thread = finder._thread
    assert thread is not None
    monkeypatch.setattr(finders, "IDLE_S", 0.0)
    thread.join(5)
    assert not thread.is_alive()
    monkeypatch.setattr(finders, "IDLE_S", 30.0)
    assert soon(finder.picture) is not None  # and opened again for who comes back
    finder.close()


def test_a_phone_is_waited_for_while_it_is_chosen(live: LiveTable) -> None:
    phone = PhoneCamera()
    finder = Finder(phone.opener(opener(Still())), lambda: live, 1.0)
    assert not finder.wants_phone
    finder.look_at(Wanted("phone"))
    assert finder.wants_phone
    assert finder.picture() is None
    assert phone.offer(phone.begin(), MARKED)
    assert (soon(finder.picture) == MARKED).all()
    finder.close()
    assert not finder.wants_phone


def test_each_camera_is_listed_with_a_picture_that_is_taken_once(
    client: FlaskClient, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[int] = []
    monkeypatch.setattr("webui.setup.pages.list_cameras", lambda: [(0, "HD Webcam"), (2, "Old")])
    monkeypatch.setattr("webui.setup.api.list_cameras", lambda: [(0, "HD Webcam"), (2, "Old")])
    shows: dict[int, Bgr | None] = {0: BLANK, 2: None}
    monkeypatch.setattr(finders, "_one_picture", lambda number: taken.append(number) or shows[number])
    told = client.get("/api/setup/cameras").get_json()["cameras"]
    assert told == [{"source": "0", "name": "HD Webcam"}, {"source": "2", "name": "Old"}]
    for _ in range(2):
        assert client.get("/setup/camera/0.jpg").mimetype == "image/jpeg"
        assert client.get("/setup/camera/2.jpg").status_code == 404
        assert client.get("/setup/camera/1.jpg").status_code == 404  # not of this computer: never opened
    assert taken == [0, 2]
    client.post("/api/setup/camera", json={"source": "0"})
    assert "HD Webcam" in client.get("/setup").get_data(as_text=True)
