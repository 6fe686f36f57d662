"""The live table: one thread reads frames and keeps the newest, one worker owns the game, all others read snapshots."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from engine.events import Event, Looked, Said, Say, read_input
from engine.outputs import Output
from engine.table import Seat
from models.registry import ModelError
from vision import layout as layouts
from vision.errors import LayoutError, VisionError
from vision.frames import FrameSource, open_source, upright
from vision.layout import Layout
from vision.types import Bgr, Frame
from webui.album import Album
from webui.announce import News, more
from webui.errors import StoreError, WebError
from webui.evidence import Evidence
from webui.eyes import Eyes, EyesMaker, Pace, Seeking, known_layout, open_eyes
from webui.faults import fault_of, seeking
from webui.inbox import Inbox, answer
from webui.keeper import Keeper
from webui.overlay import outlines
from webui.pulse import Pulse
from webui.settings import Settings
from webui.shutter import Picture, Shutter
from webui.snapshot import Camera, CameraState, Fault, Snapshot, View, stored_view
from webui.sources import Clock, endless, kind, playable, skip_to, stamp
from webui.store import Store

log = logging.getLogger(__name__)

BACKOFF = (1, 2, 4, 8)
FILE_LOOK_S = 0.5
PAUSE_LOOK_S = 0.2
Opener = Callable[..., FrameSource]


class LiveTable:
    """Watches one table. ``start()`` returns at once; ``snapshot()`` and ``picture()`` may be asked by any thread."""

    def __init__(
        self,
        source_spec: str,
        settings: Settings,
        store: Store,
        *,
        opener: Opener = open_source,
        eyes: Callable[[], EyesMaker] = open_eyes,
        inputs: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        """Resume the stored game; *inputs* is what people say in a film. Raises StoreError, RuleSetError.

        Nothing is opened before `start`.
        """
        self.settings = settings
        self._spec = source_spec
        self.store = store
        self._opener, self._open_eyes, self._inputs = opener, eyes, inputs
        self._keeper = Keeper(store, source_spec, settings.rules, settings.players, settings.dealer)
        self.album = Album(store, settings.pictures)
        self._snapshot = Snapshot(0, self._keeper.game, source_spec, view=stored_view(store.choices().get("view", {})))
        self._news = threading.Condition()
        self._inbox = Inbox(self._news)
        self._frame: Frame | None = None
        self._camera = self._snapshot.camera
        self._source: FrameSource | None = None
        self._halt = threading.Event()
        self._wake = threading.Event()
        self._shutter = Shutter(settings.picture_quality)
        self.pulse = Pulse()
        self.evidence = Evidence()
        self._pace = Pace()
        self._called: tuple[News, ...] = ()
        self._threads = [
            threading.Thread(target=self._guard, args=(work,), name=name, daemon=True)
            for name, work in (("reader", self._read), ("referee", self._work))
        ]

    # what others may ask, from any thread

    def start(self) -> None:
        """Begin to watch."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End both threads; the store stays open."""
        self._halt.set()
        self._wake.set()
        with self._news:
            self._news.notify_all()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=5)

    def alive(self) -> bool:
        """Whether both threads run."""
        return all(thread.is_alive() for thread in self._threads)

    def waiting(self) -> int:
        """How many requests wait for the worker."""
        return len(self._inbox)

    def snapshot(self) -> Snapshot:
        """The newest snapshot."""
        return self._snapshot

    def wait_for(self, check: Callable[[Snapshot], bool], timeout: float) -> bool:
        """Wait until *check* holds for the newest snapshot; False if it did not in *timeout* seconds."""
        with self._news:
            return self._news.wait_for(lambda: check(self._snapshot), timeout)

    def now(self) -> float:
        """The time of the newest frame or event, seconds; what people say happens now."""
        frame = self._frame
        return max(self._snapshot.game.seconds, frame.seconds if frame else 0.0)

    def say(self, event: Event) -> Future[Snapshot]:
        """Hand an event to the worker; the future gives the snapshot after it. Raises WebError if the inbox is full."""
        return self._inbox.ask(lambda: self._say(event))

    def turn_picture(self, rotate: int | None = None, mirror: bool | None = None) -> Future[Snapshot]:
        """Turn or mirror the source's picture; None leaves it as it is."""
        view = self._snapshot.view
        rotate = view.rotate if rotate is None else rotate % 360
        turned = replace(view, rotate=rotate, mirror=view.mirror if mirror is None else mirror)
        return self._inbox.ask(lambda: self._set_view(turned))

    def answer_for(self, seat: Seat, human: bool) -> Future[Snapshot]:
        """Let a person (or the bot again) answer the prompts of a seat of the virtual table."""
        humans = self._snapshot.view.humans
        chosen = replace(self._snapshot.view, humans=humans | {seat} if human else humans - {seat})
        return self._inbox.ask(lambda: self._set_view(chosen))

    @property
    def match(self) -> int:
        """The number of the evening that goes on."""
        return self._keeper.match.id

    def begin_evening(self, stake: int = 0) -> Future[Snapshot]:
        """Put away what runs and begin another evening; *stake* is money a point."""
        return self._inbox.ask(lambda: self._begin_evening(stake))

    def name_players(self, names: Sequence[str]) -> Future[Snapshot]:
        """Call the players by these names, by seat; an empty one is called by the place."""
        return self._inbox.ask(lambda: self._set_view(replace(self._snapshot.view, names=tuple(names))))

    def retry_camera(self) -> None:
        """Open the source again now instead of after the wait."""
        self._wake.set()

    def retry_lost(self) -> None:
        """The source is back, as its own side says: do not wait for the next try."""
        if self._camera.state is CameraState.LOST:
            self._wake.set()

    def picture(self) -> Picture | None:
        """The newest frame as JPEG, encoded once for all; None before the first and while nobody may look."""
        frame = self._frame
        return None if frame is None or self._snapshot.game.paused else self._shutter.picture(frame)

    def frame(self) -> Bgr | None:
        """The newest frame, upright; None before the first and while nobody may look."""
        frame = self._frame
        return None if frame is None or self._snapshot.game.paused else frame.bgr

    def renew(self, stake: int) -> None:
        """As `begin_evening`, but before `start`."""
        self._begin_evening(stake)

    # the worker: the only one that replaces the snapshot

    def _work(self) -> None:
        make_eyes = self._eyes_maker()
        eyes: Eyes | None = None
        seen_as: tuple[Any, ...] | None = None
        looked = -1
        while not self._halt.is_set():
            with self._news:
                self._news.wait_for(lambda: self._has_work(looked), timeout=1.0)  # noqa: B023 - called at once
                asked = self._inbox.take()
                frame, camera = self._frame, self._camera
            if camera is not self._snapshot.camera:
                self._replace(camera=camera)
            for work, future in asked:
                answer(work, future, self.snapshot)
            if frame is None or frame.number == looked or self._keeper.game.paused:
                continue
            missed, looked = max(frame.number - looked - 1, 0), frame.number
            view = self._snapshot.view
            if seen_as != (frame.bgr.shape, view.rotate, view.mirror):
                seen_as = (frame.bgr.shape, view.rotate, view.mirror)
                eyes = make_eyes(self._layout(frame, view), self.settings.players) if make_eyes else None
            if eyes is not None:
                began = monotonic()
                self._look(eyes, frame)
                self.pulse.looked(monotonic() - began, missed)

    def _eyes_maker(self) -> EyesMaker | None:
        """Without the networks the picture and the game are shown all the same, and the page says what is wrong."""
        try:
            return self._open_eyes()
        except ModelError as error:
            self._report(fault_of(error, self._spec))
            return None

    def _has_work(self, looked: int) -> bool:
        fresh = self._frame is not None and self._frame.number != looked and not self._keeper.game.paused
        return bool(self._inbox) or fresh or self._halt.is_set() or self._camera is not self._snapshot.camera

    def _look(self, eyes: Eyes, frame: Frame) -> None:
        try:
            with self._pace.measured(eyes):
                observation = eyes.see(frame)
            if observation is not None and eyes.layout is not None:
                outputs = self._apply(Looked(observation))
                self.evidence.look(frame, eyes.layout, outputs)
                self.album.look(self._keeper.match, frame, eyes.layout, outputs)
                looking = self._pace.looking(observation, eyes.layout)
                seen = outlines(observation, eyes.layout)
                self._replace(seen=seen, looking=looking, pictured=self.evidence.sizes, trouble=None)
            elif isinstance(eyes, Seeking):
                self._report(seeking(eyes.weakness))
        except (StoreError, VisionError) as error:
            self._report(fault_of(error, self._spec))

    def _apply(self, event: Event) -> tuple[Output, ...]:
        """Fold *event* in and note what is worth a word."""
        before = self._keeper.game
        outputs = self._keeper.apply(event)
        self._called = more(self._called, before, self._keeper.game, outputs)
        return outputs

    def _begin_evening(self, stake: int) -> None:
        self._keeper.begin(stake, self.now(), self.settings.dealer)
        self._replace(seen=())

    def _say(self, event: Event) -> None:
        self._apply(event)
        if isinstance(event, Said):
            self._tell_twin(event)
        self._replace(seen=() if self._keeper.game.paused else self._snapshot.seen)

    def _tell_twin(self, said: Said) -> None:
        game = playable(self._source)
        if game and said.say in (Say.GO, Say.STOP) and said.seat in self._snapshot.view.humans:
            game.control.say(said.seat, str(said.say))

    def _set_view(self, view: View) -> None:
        self.store.choose("view", view.to_json())
        self._replace(view=view, seen=())
        self._seat_humans()

    def _replace(self, **changes: Any) -> None:
        before, now = self._snapshot, self._keeper.game.round
        game, news, match = self._keeper.game, self._called, self._keeper.match
        shots = self.album.of_round(match, now.number, len(now.turns)) if now else frozenset()
        fresh = replace(before, version=before.version + 1, game=game, news=news, match=match.id, shots=shots)
        self._snapshot = replace(fresh, **changes)
        with self._news:
            self._news.notify_all()

    def _report(self, fault: Fault) -> None:
        if self._snapshot.trouble != fault:
            log.error(fault.message)
            self._replace(trouble=fault)

    def _layout(self, frame: Frame, view: View) -> Layout | None:
        """How the table lies, None if the cards must tell."""
        size = (frame.bgr.shape[1], frame.bgr.shape[0])
        try:
            return known_layout(self.settings.layout, self._spec, self._source, size, view)
        except LayoutError as error:
            self._report(fault_of(error, self._spec))
            return layouts.default(self.settings.players, size)

    # the reader: keeps the newest frame

    def _read(self) -> None:
        tries = 0
        while not self._halt.is_set():
            self._wake.clear()
            before, lost = self._frame, None
            try:
                self._play()
            except VisionError as error:
                lost = fault_of(error, self._spec)
            tries = tries + 1 if self._frame is before else 0
            if self._halt.is_set() or self._wake.is_set():
                continue
            if lost or not Path(self._spec).exists():
                gone = f"{self._spec} is gone; put it back or choose another source"
                self._wait_lost(lost or Fault(kind(self._spec), gone), tries)
            else:
                self._wait_ended()

    def _play(self) -> None:
        """Read one opening of the source to its end. Raises SourceError, CameraLost."""
        told = {"players": self.settings.players, "timeout": self.settings.lost_after}
        source = self._opener(endless(self._spec), options=self._keeper.game.rules.options(), **told)
        self._source = source
        self._seat_humans()
        now = self.now()
        base = self._resume(source)
        heard = now - base
        clock = Clock(self._wake)
        for frame in source.frames():
            if not source.live and not clock.wait_until(frame.seconds):
                return
            while playable(source) and self._snapshot.game.paused:
                if not clock.stand_still(PAUSE_LOOK_S):  # a virtual table waits for those who look at cards
                    return
            if self._halt.is_set() or self._wake.is_set():
                return
            self._hear(source, heard, frame.seconds, base)
            heard = frame.seconds
            self._offer(frame, base)
        self._hear(source, heard, inf, base)

    def _resume(self, source: FrameSource) -> float:
        """What to add to the source's seconds. The virtual table goes on where it was; a camera begins at 0 again."""
        now = self.now()
        if skip_to(source, now, self._keeper.answers()):
            return 0.0
        return now + 0.1 if now else 0.0

    def _hear(self, source: FrameSource, after: float, until: float, base: float) -> None:
        """Pass on what the bots of the virtual table, or the people of a film, say in that time of the source."""
        game = playable(source)
        said = game.said(after, until) if game else [one for one in self._inputs if after < one["seconds"] <= until]
        for line in said:
            try:
                self.say(read_input({**line, "seconds": base + line["seconds"]}))
            except WebError as error:
                log.warning("seat %s was not heard: %s", line.get("seat"), error)

    def _offer(self, frame: Frame, base: float) -> None:
        self.pulse.came()
        view = self._snapshot.view
        number = self._frame.number + 1 if self._frame else 0
        ready = Frame(number, base + frame.seconds, upright(frame.bgr, view.rotate, view.mirror))
        with self._news:
            self._frame = ready
            if self._camera.state is not CameraState.PLAYING:
                self._camera = Camera(CameraState.PLAYING)
            self._news.notify_all()

    def _wait_lost(self, fault: Fault, tries: int) -> None:
        if kind(self._spec) in ("file", "folder") and Path(self._spec).exists():
            log.warning("%s; waiting until it changes", fault.message)
            self._tell_camera(Camera(CameraState.LOST, fault, settled=True))
            self._wait_changed()
            return
        wait = BACKOFF[min(max(tries - 1, 0), len(BACKOFF) - 1)]
        log.warning("%s; trying again in %d s", fault.message, wait)
        self._tell_camera(Camera(CameraState.LOST, fault, wait))
        if not self._wake.wait(wait):
            self._tell_camera(Camera(CameraState.LOST, fault))

    def _wait_ended(self) -> None:
        """A film is over: wait until somebody asks for it again or the file changes."""
        log.info("%s has ended", self._spec)
        self._tell_camera(Camera(CameraState.ENDED))
        self._wait_changed()

    def _wait_changed(self) -> None:
        """A file stays what it is until somebody puts another in its place or asks again."""
        before = stamp(self._spec)
        while not self._wake.wait(FILE_LOOK_S) and stamp(self._spec) == before:
            pass

    def _tell_camera(self, camera: Camera) -> None:
        with self._news:
            self._camera = camera
            self._news.notify_all()

    def _seat_humans(self) -> None:
        game = playable(self._source)
        if game is not None:
            for seat in range(self.settings.players):
                game.control.mark(seat, seat in self._snapshot.view.humans)

    def _guard(self, work: Callable[[], None]) -> None:
        """A thread that breaks says so on the page and in the log instead of dying in silence."""
        try:
            work()
        finally:
            if not self._halt.is_set():
                log.critical("the %s thread has stopped", threading.current_thread().name)
                self._replace(trouble=Fault("stopped", "the referee has stopped; start the server again"))
