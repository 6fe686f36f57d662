"""What the eyes told of a film, kept line by line, so that the referee can judge it again in seconds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.events import Event, from_json, to_json
from engine.outputs import Output
from engine.referee import start, step
from engine.rules import RuleSet
from webui.commands.compare import Heard
from webui.commands.road import Road


@contextmanager
def written(road: Road, path: Path | None) -> Iterator[None]:
    """Write each event that *road* tells the referee to *path*, one line each; None: nowhere."""
    if path is None:
        yield
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    tell = road.tell
    with path.open("w", encoding="utf-8") as file:

        def telling(events: Iterable[Event]) -> list[Output]:
            events = list(events)
            file.writelines(json.dumps(to_json(event)) + "\n" for event in events)
            return tell(events)

        road.tell = telling  # type: ignore[method-assign]
        yield


def replayed(path: Path, house: RuleSet, players: int, dealer: int | None) -> tuple[list[Heard], float]:
    """All that the referee says to the events of *path*, and the seconds of the last one."""
    game, heard = start(house, players, dealer), list[Heard]()
    with path.open(encoding="utf-8") as file:
        for line in file:
            event = from_json(json.loads(line))
            game, outputs = step(game, event)
            heard += [Heard(output.to_json(), event.seconds) for output in outputs]
    return heard, game.seconds
