"""A film whose truth is known, on the road: where its round stands when it begins, and all that is said of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from engine.cards import Face, parse_face
from engine.events import Joined
from engine.opening import sizes
from engine.outputs import Output
from engine.rules import RuleSet
from engine.table import Stack, Table
from vision.types import Frame
from webui.commands.compare import Heard, Tally
from webui.commands.road import at_film_speed

Json = Mapping[str, Any]
DECK, IN_STACK = 48, 3


class Follower(Protocol):
    """What is followed: `webui.commands.road.Road`."""

    def see(self, frame: Frame) -> list[Output]:
        """What is said after a frame."""
        ...

    def finish(self) -> list[Output]:
        """What is said after the last frame."""
        ...


def dealer_of(truth: Json) -> int | None:
    """Who deals first, None for a film without a round."""
    return truth["rounds"][0]["dealer"] if truth["rounds"] else None


def joinings(truth: Json, house: RuleSet) -> list[Joined]:
    """What people would tell of rounds that began before the film: the table as it lies before a hand moves."""
    return [_joined(played, truth["players"], house) for played in truth["rounds"] if "begun" in played]


def _joined(played: Json, players: int, house: RuleSet) -> Joined:
    lies, first = played["begun"], played["turns"][0]
    floor = [parse_face(text) for text in lies["floor"]]
    months = Counter(face.month for face in floor)
    owners = {parse_face(text).month: seat for text, seat in lies["ppeoks"].items()}
    stacks = tuple(Stack(_of_month(floor, month), owners.get(month))
                   for month, count in months.items() if count == IN_STACK)
    loose = tuple(face for face in floor if months[face.month] != IN_STACK)
    hand, dealt = sizes(players, house)
    hands = tuple(0 if seat == played.get("sits_out") else hand - laid for seat, laid in enumerate(lies["laid"]))
    stock = DECK - dealt - lies["flipped"] - hand * sum(seat != played.get("sits_out") for seat in range(players))
    piles = tuple(tuple(map(parse_face, pile)) for pile in lies["captured"])
    table = Table(loose, stacks, piles, hands, stock, tuple(lies["tokens"]))
    return Joined(first["start"], table, first["seat"], played["dealer"])


def _of_month(floor: Sequence[Face], month: int) -> tuple[Face, ...]:
    return tuple(face for face in floor if face.month == month)


def follow(road: Follower, frames: Iterable[Frame], *, every_frame: bool = False) -> tuple[Tally, list[Heard]]:
    """Show *frames* to the *road*; return the counts of frames and all that was said.

    A frame that comes while the road is still busy is dropped, as with a camera; *every_frame*: none is.
    """
    counts, heard = Tally(), list[Heard]()
    for frame, outputs, took in _shown(road, frames, every_frame):
        counts.frames += 1
        counts.seconds = frame.seconds
        if outputs is None:
            continue
        counts.processed += 1
        counts.busy += took
        heard += [Heard(output.to_json(), frame.seconds, took) for output in outputs]
    heard += [Heard(output.to_json(), counts.seconds) for output in road.finish()]
    return counts, heard


def _shown(road: Follower, frames: Iterable[Frame], every_frame: bool
           ) -> Iterator[tuple[Frame, Sequence[Output] | None, float]]:
    def timed(frame: Frame) -> tuple[Sequence[Output], float]:
        begun = time.perf_counter()
        return road.see(frame), time.perf_counter() - begun

    if every_frame:
        yield from ((frame, *timed(frame)) for frame in frames)
    else:
        yield from at_film_speed(frames, timed)
