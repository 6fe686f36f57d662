"""Connections under sockets: a send is whole or an error, who takes nothing is given up; log lines."""

from __future__ import annotations

import json
import logging
import socket
import sys
import threading

import pytest

from webui import wire
from webui.logs import JsonLines
from webui.wire import Whole, _Few


def test_one_who_takes_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "STALL_S", 0.2)
    ours, theirs = socket.socketpair()
    with theirs, pytest.raises(TimeoutError):
        Whole(ours).send(bytes(50_000_000))
    ours.close()


def test_messages_of_two_threads_are_not_mixed() -> None:
    ours, theirs = socket.socketpair()
    whole, size, times = Whole(ours), 200_000, 20

    def speak(byte: bytes) -> None:
        for _ in range(times):
            whole.send(byte * size)

    threads = [threading.Thread(target=speak, args=(byte,)) for byte in (b"a", b"b")]
    for thread in threads:
        thread.start()
    got = b""
    while len(got) < 2 * size * times:
        got += theirs.recv(1 << 20)
    for thread in threads:
        thread.join()
    pieces = {got[n : n + size] for n in range(0, len(got), size)}
    assert pieces == {b"a" * size, b"b" * size}
    whole.close()
    theirs.close()


def test_reading_does_not_keep_others_from_sending() -> None:
    ours, theirs = socket.socketpair()
    whole = Whole(ours)
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append(whole.recv(100)))
    reader.start()
    assert whole.send(b"while it reads") == 14
    assert theirs.recv(100) == b"while it reads"
    theirs.sendall(b"answer")
    reader.join(timeout=10)
    assert heard == [b"answer"]
    whole.close()
    theirs.close()


def test_messages_that_nobody_reads_are_not_kept_for_ever() -> None:
    few = _Few()
    few.extend(["one"] * few.most)
    with pytest.raises(OSError, match="wait already"):
        few.append("one too many")


def test_a_log_line_is_one_json_object_with_its_traceback() -> None:
    try:
        raise ValueError("no\nluck")
    except ValueError:
        record = logging.LogRecord("webui.live", logging.ERROR, __file__, 1, "%s 패", ("두",), sys.exc_info())
    line = JsonLines().format(record)
    told = json.loads(line)
    assert "\n" not in line and "두 패" in line
    assert (told["level"], told["logger"], told["message"]) == ("error", "webui.live", "두 패")
    assert "ValueError: no" in told["error"]
    assert told["time"].endswith("+00:00")
