"""Frames and inputs on the road: order in time, film speed, late frames dropped."""

import numpy as np
import pytest

from engine.events import Looked, Said
from engine.observation import FLOOR, Observation, SeenCard
from engine.referee import start
from engine.rules import preset
from vision.types import Frame
from webui.commands import road as roads
from webui.commands.road import Road, at_film_speed

BLACK = np.zeros((2, 2, 3), np.uint8)


def frames(count, fps=10):
    return [Frame(n, n / fps, BLACK) for n in range(count)]


class EveryOtherFrame:
    def see(self, frame):
        card = SeenCard(1, None, FLOOR, 1.0, (0.0, 0.0))
        return Observation(frame.seconds, (card,)) if frame.number % 2 == 0 else None


def told_events(monkeypatch):
    told = []

    def step(game, event):
        told.append(event)
        return game, (event,)

    monkeypatch.setattr(roads, "step", step)
    return told


def follow(inputs):
    return Road(EveryOtherFrame(), start(preset("korean_standard"), 2), lambda: inputs)


def said(seconds, say="go"):
    return {"seconds": seconds, "seat": 0, "say": say, "cards": [], "value": None}


def test_inputs_come_before_the_look_that_follows_them(monkeypatch):
    told = told_events(monkeypatch)
    road = follow([said(0.1), said(0.35), said(9)])
    for frame in frames(5):
        road.see(frame)
    assert [type(event) for event in told] == [Looked, Said, Looked, Said, Looked]
    assert [event.seconds for event in told] == pytest.approx([0.0, 0.1, 0.2, 0.35, 0.4])
    road.finish()
    assert told[-1].seconds == 9


def test_inputs_may_grow_while_the_film_runs(monkeypatch):
    told = told_events(monkeypatch)
    inputs = []
    road = follow(inputs)
    road.see(frames(1)[0])
    inputs.append(said(0.05, "stop"))
    road.see(frames(2)[1])
    road.see(frames(3)[2])
    assert [event.say for event in told if isinstance(event, Said)] == ["stop"]


def test_a_film_without_cards_is_noticed(monkeypatch):
    told_events(monkeypatch)
    road = follow([])
    road.eyes = type("Blind", (), {"see": lambda self, frame: Observation(frame.seconds, ())})()
    road.see(frames(1)[0])
    assert not road.cards_seen
    road.eyes = EveryOtherFrame()
    road.see(frames(1)[0])
    assert road.cards_seen


def speed(costs, fps=10):
    """Numbers of the frames that were worked on, when frame n costs ``costs[n]`` seconds."""
    fed = at_film_speed(frames(len(costs), fps), lambda frame: ((), costs[frame.number]))
    return [frame.number for frame, outputs, _ in fed if outputs is not None]


def test_quick_work_sees_every_frame():
    assert speed([0.09] * 6) == [0, 1, 2, 3, 4, 5]


def test_slow_work_drops_what_comes_too_late():
    assert speed([0.25] * 7) == [0, 2, 5, 6]


def test_one_slow_frame_costs_the_frames_behind_it_only():
    assert speed([0, 0.31, 0, 0, 0, 0]) == [0, 1, 4, 5]


def test_every_frame_is_told_of_even_if_dropped():
    fed = list(at_film_speed(frames(4), lambda frame: (("said",), 0.25)))
    assert [frame.number for frame, _, _ in fed] == [0, 1, 2, 3]
    assert [outputs for _, outputs, _ in fed] == [("said",), None, ("said",), ("said",)]
