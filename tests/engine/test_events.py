"""Events keep everything through JSON."""

import copy
import json
import pickle

import pytest

from engine import events as ev
from engine.cards import parse_face
from engine.errors import NotationError
from engine.observation import FLOOR, STOCK, Hands, Observation, SeenCard, Source, Zone, ZoneKind
from engine.table import Stack, Table

PINE = parse_face("01-bright")
JUNK = parse_face("03-junk")
PILE = Zone(ZoneKind.PILE, 1)
CARD = SeenCard(7, PINE, FLOOR, 0.93, (1.5, 2.0), 12.0, 0.8, {PINE: 0.93, JUNK: 0.01}, Source.HAND, 0.7, (3,))
LOOK = Observation(1.25, (CARD, SeenCard(8, None, PILE, 0.1, (3.0, 4.0))), frozenset({STOCK, PILE}),
                   Hands({0: frozenset({FLOOR})}, 0, True), False, "glare")
TABLE = Table((PINE,), (Stack((JUNK, JUNK, parse_face("03-ribbon")), 1),), ((), (PINE,)), (10, 9), 20, (0, 2))
EVENTS = [
    ev.Looked(LOOK), ev.Said(3.0, 1, ev.Say.SHAKE, (JUNK,), 3), ev.Corrected(3.5, ev.CardFix(PINE, JUNK)),
    ev.Corrected(4.0, ev.TurnFix(3, 1, (PINE,), (JUNK,), None, PINE, {0: (JUNK,)})), ev.Undone(5.0),
    ev.Corrected(4.1, ev.CardFix(PINE, JUNK, 1)), ev.Corrected(4.2, ev.CardMove(PINE, None, PILE)),
    ev.Corrected(4.3, ev.CardMove(PINE, FLOOR, None)), ev.Corrected(4.4, ev.TurnDrop(2)), ev.Redone(5.5),
    ev.Joined(6.0, TABLE, 1, 0), ev.NewRound(7.0), ev.Paused(8.0), ev.Resumed(9.0), ev.AlertAnswered(10.0, 4, False)]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_event_survives_json(event: ev.Event) -> None:
    assert ev.from_json(json.loads(json.dumps(ev.to_json(event)))) == event


@pytest.mark.parametrize("data", [{}, {"type": "said", "seconds": 1}, {"type": "sung", "seconds": 1.0},
                                  {"type": "corrected", "seconds": 1.0}])
def test_other_data_is_a_notation_error(data: ev.Json) -> None:
    with pytest.raises(NotationError, match="no event"):
        ev.from_json(data)


def test_input_line_is_read() -> None:
    line = {"seconds": 2.5, "seat": 1, "say": "stop", "cards": [], "value": None}
    assert ev.read_input(line) == ev.Said(2.5, 1, ev.Say.STOP)


def test_equal_zones_are_one_object_even_after_a_copy_or_on_another_process() -> None:
    pile = Zone(ZoneKind.PILE, 2)
    assert pile is Zone(kind=ZoneKind.PILE, seat=2) is copy.deepcopy(pile) is pickle.loads(pickle.dumps(pile))
    assert Zone(ZoneKind.FLOOR) is FLOOR
    assert len({FLOOR, STOCK, pile, Zone(ZoneKind.PILE, 1)}) == 4
    assert sorted([Zone(ZoneKind.PILE, 1), Zone(ZoneKind.PILE, 0)])[0].seat == 0
