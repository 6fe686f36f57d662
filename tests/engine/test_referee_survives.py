"""No event makes the referee raise, whatever comes."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events as ev
from engine.cards import DECK, FACES
from engine.observation import FLOOR, STOCK, Hands, Note, Observation, SeenCard, Source, Zone, ZoneKind
from engine.outputs import RoundStarted
from engine.referee import start, step
from engine.rules import preset
from engine.table import Table

RULES = preset("korean_standard")
SEATS = st.integers(-1, 3)
FACE = st.sampled_from(FACES)
SOME = st.lists(FACE, max_size=4).map(tuple)
ZONES = st.sampled_from([FLOOR, STOCK, Zone(ZoneKind.PILE, 0), Zone(ZoneKind.PILE, 1), Zone(ZoneKind.SHOW, 0)])
CARDS = st.builds(SeenCard, st.integers(0, 12), st.none() | FACE, ZONES, st.floats(0, 1),
                  st.tuples(st.floats(0, 900), st.floats(0, 500)), source=st.none() | st.sampled_from(Source),
                  source_confidence=st.floats(0, 1))
LOOKS = st.builds(Observation, st.just(0.0), st.lists(CARDS, max_size=12).map(tuple), st.frozensets(ZONES, max_size=2),
                  st.builds(Hands, st.dictionaries(SEATS, st.frozensets(ZONES)), st.none() | SEATS, st.booleans()),
                  st.booleans(), st.none() | st.just("dark"), st.none(), st.lists(st.builds(
                      Note, st.sampled_from(["PEEK", "NO_CUT", "nothing"]), st.none() | SEATS), max_size=1).map(tuple))
TABLES = st.builds(Table, SOME, st.just(()), st.lists(SOME, min_size=2, max_size=2).map(tuple),
                   st.tuples(st.integers(0, 10), st.integers(0, 10)), st.integers(0, 20),
                   st.tuples(st.integers(0, 2), st.integers(0, 2)))
PLACES = st.none() | ZONES
FIXES = st.builds(ev.CardFix, FACE, FACE, st.none() | SEATS) | st.builds(
    ev.CardMove, FACE, PLACES, PLACES) | st.builds(ev.TurnDrop, st.integers(-1, 3)) | st.builds(
    ev.TurnFix, st.integers(-1, 3), SEATS, SOME, SOME, st.none() | FACE, st.none() | FACE,
    st.none() | st.dictionaries(SEATS, SOME, max_size=2))
EVENTS = (st.builds(ev.Looked, LOOKS)
          | st.builds(ev.Said, st.just(0.0), SEATS, st.sampled_from(ev.Say), SOME, st.none() | st.integers(-9, 9))
          | st.builds(ev.TurnTold, st.just(0.0), SEATS) | st.just(ev.Paused(0.0)) | st.just(ev.Resumed(0.0))
          | st.builds(ev.Corrected, st.just(0.0), FIXES) | st.just(ev.Undone(0.0)) | st.just(ev.Redone(0.0))
          | st.builds(ev.Joined, st.just(0.0), TABLES, SEATS, st.none() | SEATS)
          | st.builds(ev.NewRound, st.just(0.0), st.none() | SEATS) | st.builds(ev.AlertAnswered, st.just(0.0),
                                                                               st.integers(0, 3), st.booleans()))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.tuples(EVENTS, st.integers(1, 9)), max_size=14))
def test_no_event_makes_the_referee_raise(events: list[tuple[ev.Event, int]]) -> None:
    game = start(RULES, 2)
    for event, times in events:
        for _ in range(times if isinstance(event, ev.Looked) else 1):
            game, said = step(game, event)
            assert all(isinstance(one.to_json(), dict) for one in said)


KINDS = (FLOOR, Zone(ZoneKind.PILE, 0), Zone(ZoneKind.PILE, 1))
MOVES = st.lists(st.tuples(st.integers(0, 47), st.sampled_from(KINDS), st.booleans(), st.integers(-1, 2)), max_size=8)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(MOVES, min_size=1, max_size=5))
def test_no_way_of_moving_real_cards_makes_the_referee_raise(rests: list[list[tuple[int, Zone, bool, int]]]) -> None:
    """Cards of a whole pack come, go and change places between long rests, under hands or by magic."""
    lying: dict[int, tuple[Zone, int]] = {n: (FLOOR, n) for n in range(0, 40, 5)}
    game, seconds = start(RULES, 2), 0.0
    for moves in rests:
        for n, zone, renumbered, seat in moves:
            lying[n] = zone, n + 100 * renumbered
            seconds += 0.1
            hands = Hands({seat: frozenset({zone})}, seat if renumbered else None, renumbered)
            game, _ = step(game, ev.Looked(Observation(seconds, _cards(lying), frozenset({zone}), hands, still=False)))
        for _ in range(16):
            seconds += 0.1
            game, said = step(game, ev.Looked(Observation(seconds, _cards(lying))))
            assert all(isinstance(one.to_json(), dict) for one in said)


def _cards(lying: dict[int, tuple[Zone, int]]) -> tuple[SeenCard, ...]:
    return tuple(SeenCard(track, DECK[n], zone, 0.99, (20.0 * n, 100.0 if zone == FLOOR else 300.0), scores={
        DECK[n]: 0.99}) for n, (zone, track) in lying.items())


def test_a_deal_on_the_table_begins_a_round() -> None:
    game = start(RULES, 2)
    cards = tuple(SeenCard(n, face, FLOOR, 0.95, (60.0 * n, 100.0)) for n, face in enumerate(FACES[::5]))
    said = []
    for look in range(12):
        game, outputs = step(game, ev.Looked(Observation(look / 10, cards)))
        said += outputs
    assert any(isinstance(one, RoundStarted) for one in said)
