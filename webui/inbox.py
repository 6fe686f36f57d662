"""What people ask of the worker, in order: each request is a piece of work and the future of its answer."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future

from webui.errors import WebError
from webui.snapshot import Snapshot

INBOX = 64

Request = tuple[Callable[[], None], Future[Snapshot]]


class Inbox:
    """Any thread puts in, the worker takes out; *news* wakes it."""

    def __init__(self, news: threading.Condition) -> None:
        self._news = news
        self._waiting: deque[Request] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def ask(self, work: Callable[[], None]) -> Future[Snapshot]:
        """Put *work* in; the future gives the snapshot after it. Raises WebError if too much waits already."""
        future: Future[Snapshot] = Future()
        with self._news:
            if len(self._waiting) >= INBOX:
                raise WebError("busy", f"{INBOX} requests wait already; press again in a moment", 503)
            self._waiting.append((work, future))
            self._news.notify_all()
        return future

    def take(self) -> list[Request]:
        """All that waits; only with the condition held."""
        asked = list(self._waiting)
        self._waiting.clear()
        return asked


def answer(work: Callable[[], None], future: Future[Snapshot], newest: Callable[[], Snapshot]) -> None:
    """Do *work* and give the newest snapshot, or what was wrong with it."""
    try:
        work()
    except WebError as error:
        future.set_exception(error)
    else:
        future.set_result(newest())
