"""The live loop: what is said and seen is kept, a camera may go and come back, a restart loses nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.events import Corrected, Said, Say, Undone
from engine.observation import FLOOR, Observation, SeenCard
from models.registry import ModelError
from tests.builders import faces
from tests.fake_camera import FakeCamera, jpeg, plain_picture
from tests.webui.games import fold, fresh, prompted, told
from tests.webui.tables import BLANK, Still, eyes, opener, settings, table, tell
from vision.errors import CameraLost, SourceError
from vision.layout import default
from vision.types import Frame
from webui.errors import StoreError, WebError
from webui.eyes import turned_layout
from webui.inbox import INBOX
from webui.live import LiveTable
from webui.shutter import Shutter
from webui.snapshot import CameraState, Fault, View
from webui.store import Store

ROOT = Path(__file__).resolve().parents[2]


def watching(folder: Path, *sources: Any, looks: Sequence[Observation] = (), source: str = "0") -> LiveTable:
    told_ = settings(folder, source=source)
    return LiveTable(source, told_, Store(told_.record), opener=opener(*sources), eyes=eyes(looks))


def close(live: LiveTable) -> None:
    live.stop()
    live.store.close()


def test_a_told_game_stands_on_the_snapshot(live: LiveTable) -> None:
    events = prompted()
    tell(live, events)
    expected = fold(iter(events), fresh())
    assert live.snapshot().game.totals == expected.totals
    assert live.snapshot().game.round == expected.round


def test_versions_grow_and_old_snapshots_stay_as_they_were(live: LiveTable) -> None:
    before = live.snapshot()
    tell(live, prompted()[:3])
    assert live.snapshot().version > before.version
    assert before.game.round is None


def test_a_restart_resumes_the_round_with_the_same_score(tmp_path: Path) -> None:
    first = table(tmp_path, source="0")
    first.start()
    tell(first, prompted())
    shown = first.snapshot().game
    close(first)
    second = table(tmp_path, source="0")
    assert second.snapshot().game.totals == shown.totals
    assert second.snapshot().game.round == shown.round
    close(second)


def test_other_players_or_another_virtual_table_begin_anew(tmp_path: Path) -> None:
    first = table(tmp_path, source="twin:seed=1")
    first.start()
    tell(first, prompted()[:3])
    close(first)
    for values in ({"source": "twin:seed=2"}, {"source": "twin:seed=2", "players": 3}):
        other = table(tmp_path, **values)  # type: ignore[arg-type]
        assert other.snapshot().game.round is None
        close(other)


def test_another_camera_goes_on_with_the_game(tmp_path: Path) -> None:
    first = table(tmp_path, source="0")
    first.start()
    tell(first, prompted()[:3])
    close(first)
    second = table(tmp_path, source="http://127.0.0.1:1/video")
    assert second.snapshot().game.round is not None
    close(second)


KILLED = """
import sys
from pathlib import Path
from tests.webui.games import prompted
from tests.webui.tables import table, tell
live = table(Path(sys.argv[1]), source="0")
live.start()
tell(live, prompted())
print(live.snapshot().game.totals, flush=True)
sys.stdin.read()
"""


def test_kill_9_in_mid_round_loses_nothing(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    running = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip
    assert running.stdout is not None
    shown = running.stdout.readline().strip()
    running.send_signal(signal.SIGKILL)
    running.communicate()
    again = table(tmp_path, source="0")
    assert str(again.snapshot().game.totals) == shown
    assert again.snapshot().game.round is not None
    assert again.snapshot().game.round.prompt is not None
    close(again)


def test_a_look_is_kept_and_drawn(tmp_path: Path) -> None:
    card = SeenCard(7, fresh_face(), FLOOR, 0.97, (460.0, 260.0), 90.0, scores={fresh_face(): 0.97})
    live = watching(tmp_path, Still(), looks=[Observation(0.0, (card,))])
    live.start()
    assert live.wait_for(lambda now: bool(now.seen), timeout=5)
    seen = live.snapshot().seen[0]
    assert (seen.face, seen.sure) == ("08-bright", True)
    xs, ys = [x for x, _ in seen.corners], [y for _, y in seen.corners]
    assert np.mean(xs) == pytest.approx(640, abs=1)
    assert np.mean(ys) == pytest.approx(360, abs=1)
    # the long axis points down: 36 x 54 mm on 920 mm across 1280 pixels
    assert max(xs) - min(xs) == pytest.approx(36 * 1280 / 920, abs=1)
    assert len(live.store.events(kept_match(live))) == 1
    close(live)


def fresh_face() -> Any:
    from engine.cards import parse_face

    return parse_face("08-bright")


def kept_match(live: LiveTable) -> Any:
    match = live.store.newest_match()
    assert match is not None
    return match


def test_while_paused_nothing_is_seen_or_shown(live: LiveTable) -> None:
    from engine.events import Paused, Resumed

    assert live.wait_for(lambda now: now.camera.state == CameraState.PLAYING, timeout=5)
    assert live.picture() is not None
    tell(live, [Paused(1.0)])
    assert live.picture() is None
    assert live.snapshot().seen == ()
    tell(live, [Resumed(2.0)])
    assert live.picture() is not None


def test_viewers_share_one_encoded_picture() -> None:
    shutter, frame = Shutter(80), Frame(7, 1.0, BLANK)
    assert shutter.picture(frame) is shutter.picture(frame)
    assert shutter.picture(Frame(8, 1.1, BLANK)).number == 8


def test_a_lost_camera_is_told_and_the_game_goes_on_when_it_returns(tmp_path: Path) -> None:
    failing = Still()
    live = watching(tmp_path, failing, Still())
    live.start()
    tell(live, prompted()[:4])
    kept = live.snapshot().game.round
    failing.end(CameraLost("0", 5.0))
    assert live.wait_for(lambda now: now.camera.state == CameraState.LOST, timeout=5)
    assert live.snapshot().camera.fault == Fault("silent", str(CameraLost("0", 5.0)))
    live.retry_camera()
    assert live.wait_for(lambda now: now.camera.state == CameraState.PLAYING, timeout=5)
    assert live.snapshot().game.round == kept
    close(live)


def test_a_camera_that_cannot_be_opened_is_told_and_tried_again(tmp_path: Path) -> None:
    live = watching(tmp_path, SourceError("camera 0 cannot be opened; plug it in"), Still())
    live.start()
    assert live.wait_for(lambda now: now.camera.state == CameraState.LOST, timeout=5)
    assert live.snapshot().camera.retry_s == 1
    assert live.wait_for(lambda now: now.camera.state == CameraState.PLAYING, timeout=5)
    close(live)


def test_a_network_camera_is_cut_and_restored_in_mid_round(tmp_path: Path) -> None:
    with FakeCamera() as camera:
        told_ = settings(tmp_path, source=camera.url, lost_after=2.0)
        live = LiveTable(camera.url, told_, Store(told_.record), eyes=eyes())
        live.start()
        camera.send(*[jpeg(plain_picture(90))] * 3)
        assert live.wait_for(lambda now: now.camera.state == CameraState.PLAYING, timeout=10)
        tell(live, prompted())
        kept = live.snapshot().game.round
        camera.cut()
        assert live.wait_for(lambda now: now.camera.state == CameraState.LOST, timeout=10)
        assert camera.url in str(live.snapshot().camera.fault)
        camera.send(*[jpeg(plain_picture(120))] * 3)
        assert live.wait_for(lambda now: now.camera.state == CameraState.PLAYING, timeout=10)
        assert live.snapshot().game.round == kept
        close(live)


def test_a_film_that_ends_says_so_and_plays_again_when_the_file_changes(tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(b"one")
    ended = Still(live=False)
    ended.end()
    live = watching(tmp_path / "data", ended, Still(), source=str(film))
    live.start()
    assert live.wait_for(lambda now: now.camera.state == CameraState.ENDED, timeout=5)
    film.write_bytes(b"another")
    assert live.wait_for(lambda now: now.camera.state == CameraState.PLAYING, timeout=5)
    close(live)


def test_what_people_say_in_a_film_is_heard_in_its_time(tmp_path: Path) -> None:
    lines = [{"seconds": seconds, "seat": 0, "say": "shake", "cards": []} for seconds in (0.02, 90.0)]
    film = Still(live=False, pictures=(BLANK,) * 3)
    told_ = settings(tmp_path, source="film.mp4")
    live = LiveTable("film.mp4", told_, Store(told_.record), opener=opener(film), eyes=eyes(), inputs=lines)
    live.start()

    def heard() -> list[float]:
        return [body["seconds"] for body in live.store.events(kept_match(live)) if body["type"] == "said"]

    assert live.wait_for(lambda _: heard() == [0.02], timeout=5)
    film.end()
    assert live.wait_for(lambda _: heard() == [0.02, 90.0], timeout=5), "the last words come after the last picture"
    close(live)


def test_a_file_that_is_no_film_is_opened_again_only_when_it_changes(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no film")
    opened: list[str] = []

    def refuse(spec: str, **_: Any) -> Any:
        opened.append(spec)
        raise SourceError("no film")

    told_ = settings(tmp_path / "data", source=str(text))
    live = LiveTable(str(text), told_, Store(told_.record), opener=refuse, eyes=eyes())
    live.start()
    assert live.wait_for(lambda now: now.camera.state == CameraState.LOST, timeout=5)
    assert live.snapshot().camera.settled
    assert live.snapshot().camera.retry_s == 0
    live.wait_for(lambda _: len(opened) > 1, timeout=1.5)
    assert len(opened) == 1
    text.write_text("another text")
    assert live.wait_for(lambda _: len(opened) > 1, timeout=5)
    close(live)


def test_an_alert_keeps_its_pictures(tmp_path: Path) -> None:
    dealt = faces("01-bright 02-animal 03-junk 05-ribbon 06-junk 08-animal 09-ribbon 10-junk 11-djunk")
    cards = tuple(
        SeenCard(n, face, FLOOR, 0.99, (90.0 * n, 200.0), scores={face: 0.99})
        for n, face in enumerate(dealt, 1)
    )
    looks = [Observation(n / 10, cards) for n in range(60)]  # a card too many is dealt
    live = watching(tmp_path, Still(), looks=looks)
    live.start()
    assert live.wait_for(lambda now: bool(now.game.alerts), timeout=15)
    number = live.snapshot().game.alerts[0].number
    assert live.wait_for(lambda now: number in now.pictured, timeout=5)
    for when in ("before", "after"):
        assert (live.evidence.of_alert(number, when) or b"").startswith(b"\xff\xd8")
    assert [news.kind for news in live.snapshot().news] == ["alert"]
    close(live)


def test_time_goes_on_after_the_camera_came_back(tmp_path: Path) -> None:
    failing = Still(pictures=(BLANK,) * 5)
    live = watching(tmp_path, failing, Still())
    live.start()
    tell(live, prompted()[:4])
    before = live.now()
    failing.end(CameraLost("0", 5.0))
    assert live.wait_for(lambda now: now.camera.state == CameraState.LOST, timeout=5)
    live.retry_camera()
    assert live.wait_for(lambda now: now.camera.state == CameraState.PLAYING, timeout=5)
    assert live.now() > before
    close(live)


def test_a_full_inbox_is_reported(tmp_path: Path) -> None:
    idle = table(tmp_path, source="0")  # never started: nobody empties the inbox
    for _ in range(INBOX):
        idle.say(Undone(1.0))
    with pytest.raises(WebError, match="wait already") as caught:
        idle.say(Undone(1.0))
    assert caught.value.status == 503
    idle.store.close()


def test_what_the_referee_cannot_use_is_refused_and_not_kept(live: LiveTable) -> None:
    with pytest.raises(WebError, match="cannot make a legal game"):
        live.say(Undone(1.0)).result(timeout=5)
    assert live.store.events(kept_match(live)) == []


def test_without_networks_the_page_says_so_and_the_game_can_be_told(tmp_path: Path) -> None:
    def missing() -> Any:
        raise ModelError("the network namer.onnx is missing; install Hwatupan again")

    told_ = settings(tmp_path, source="0")
    live = LiveTable("0", told_, Store(told_.record), opener=opener(Still()), eyes=missing)
    live.start()
    assert live.wait_for(lambda now: now.trouble is not None and now.trouble.code == "model", timeout=5)
    tell(live, prompted())
    assert live.snapshot().game.round is not None
    close(live)


def test_a_record_file_that_fails_stops_nothing_but_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live = table(tmp_path, source="0")

    def broken(*_: object, **_named: object) -> int:
        raise StoreError("cannot use the record file: disk full; check the disk")

    monkeypatch.setattr(live.store, "append", broken)
    live.start()
    with pytest.raises(StoreError, match="disk full"):
        live.say(Said(1.0, 0, Say.READY)).result(timeout=5)
    assert live.snapshot().game.round is None
    close(live)


def test_undo_takes_back_the_last_turn_and_survives_a_restart(tmp_path: Path) -> None:
    live = table(tmp_path, source="0")
    live.start()
    events = [event for event in told(4) if not isinstance(event, Corrected)][:1] + list(told(4))[1:5]
    tell(live, events)
    turns = len(turns_of(live))
    tell(live, [Undone(live.now())])
    assert len(turns_of(live)) == turns - 1
    close(live)
    again = table(tmp_path, source="0")
    assert len(turns_of(again)) == turns - 1
    close(again)


def turns_of(live: LiveTable) -> tuple[Any, ...]:
    round_ = live.snapshot().game.round
    assert round_ is not None
    return round_.turns


def test_the_turned_picture_is_remembered(tmp_path: Path) -> None:
    live = table(tmp_path, source="0")
    live.start()
    live.turn_picture(rotate=90, mirror=True).result(timeout=5)
    close(live)
    again = table(tmp_path, source="0")
    assert again.snapshot().view == View(90, True)
    close(again)


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("mirror", [False, True])
def test_a_turned_layout_finds_the_same_place(rotate: int, mirror: bool) -> None:
    from vision.frames import upright

    plain = np.zeros((720, 1280, 3), np.uint8)
    plain[100:104, 200:204] = 255
    turned = upright(plain, rotate, mirror)
    height, width = turned.shape[:2]
    layout = default(2)
    moved = turned_layout(layout, (width, height), View(rotate, mirror))
    ys, xs = np.nonzero(turned[:, :, 0])
    place = moved.to_mm([[xs.mean() + 0.5, ys.mean() + 0.5]])[0]
    assert place == pytest.approx(layout.to_mm([[202, 102]])[0], abs=0.5)


class Game:
    """A stand-in for the virtual table's port: it notes what it is told."""

    live = False

    def __init__(self) -> None:
        self.heard: list[tuple[int, str]] = []
        self.marked: dict[int, bool] = {}
        self.skipped: list[float] = []
        self.control = self

    def mark(self, seat: int, human: bool = True) -> None:
        self.marked[seat] = human

    def say(self, seat: int, say: str) -> None:
        assert say in ("go", "stop"), "the virtual table takes nothing else"
        self.heard.append((seat, say))

    def said(self, after: float, until: float) -> list[dict[str, Any]]:
        return [{"seconds": until, "seat": 1, "say": "go"}] if after < 0.25 <= until else []

    def skip(self, seconds: float, answers: Sequence[tuple[int, str, float]] = ()) -> None:
        self.skipped.append(seconds)

    def frames(self) -> Iterator[Frame]:
        for number in range(100000):
            yield Frame(number, number / 10, BLANK)


def test_people_play_a_seat_of_the_virtual_table(tmp_path: Path) -> None:
    game = Game()
    live = watching(tmp_path, game, source="twin")
    live.start()
    live.answer_for(0, True).result(timeout=5)
    assert game.marked[0]
    assert not game.marked[1]
    tell(live, [Said(1.0, 0, Say.SHAKE), Said(1.0, 1, Say.GO), Said(1.0, 0, Say.STOP)])
    assert game.heard == [(0, "stop")]
    close(live)


def test_bots_of_the_virtual_table_are_heard(tmp_path: Path) -> None:
    live = watching(tmp_path, Game(), source="twin")
    live.start()
    tell(live, prompted()[:1])
    assert live.wait_for(lambda now: any(body["type"] == "said" for body in live.store.events(kept_match(live))), 5)
    close(live)


def test_the_virtual_table_goes_on_where_it_was(tmp_path: Path) -> None:
    first = watching(tmp_path, Game(), source="twin")
    first.start()
    tell(first, prompted())
    seconds = first.snapshot().game.seconds
    close(first)
    game = Game()
    second = watching(tmp_path, game, source="twin")
    second.start()
    assert second.wait_for(lambda now: now.camera.state == CameraState.PLAYING, timeout=5)
    assert game.skipped[0] == pytest.approx(seconds)
    tell(second, [Said(second.now(), 0, Say.READY)])
    said = [body for body in second.store.events(kept_match(second)) if body["type"] == "said"]
    assert len([body for body in said if body["say"] == "go"]) <= 1, "a bot was heard twice"
    close(second)
