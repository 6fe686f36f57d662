"""No event makes the referee raise, whatever comes."""

import json
from dataclasses import replace
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events as ev
from engine.cards import DECK, FACES
from engine.observation import FLOOR, STOCK, Hands, Note, Observation, SeenCard, Source, Zone, ZoneKind
from engine.outputs import RoundStarted
from engine.referee import Game, start, step
from engine.rules import RuleSet, preset, ruleset
from engine.table import Stack, Table
from tests.observed import PERFECT
from tests.soak_referee import Brisk

RULES = preset("korean_standard")
BONUS = ruleset(options={"bonus_cards": ["bonus2", "bonus3"]})
PLAYERS = 4
SEATS = st.integers(-1, PLAYERS)
FACE = st.sampled_from([*FACES, *BONUS.bonus_cards])
SOME = st.lists(FACE, max_size=4).map(tuple)
ZONES = st.sampled_from([FLOOR, STOCK, Zone(ZoneKind.PILE), *(
    Zone(kind, seat) for kind in (ZoneKind.PILE, ZoneKind.SHOW) for seat in range(PLAYERS + 1))])
SHARE = st.floats(0, 1) | st.floats()  # what should be a probability, and numbers that are none
PLACE = st.tuples(st.floats(0, 900), st.floats(0, 500)) | st.tuples(st.floats(), st.floats())
CARDS = st.builds(SeenCard, st.integers(0, 12), st.none() | FACE, ZONES, SHARE, PLACE, st.floats(), SHARE,
                  st.dictionaries(FACE, SHARE, max_size=3), st.none() | st.sampled_from(Source), SHARE,
                  st.lists(st.integers(0, 12), max_size=2).map(tuple))
LOOKS = st.builds(Observation, st.just(0.0), st.lists(CARDS, max_size=12).map(tuple), st.frozensets(ZONES, max_size=2),
                  st.builds(Hands, st.dictionaries(SEATS, st.frozensets(ZONES)), st.none() | SEATS, st.booleans()),
                  st.booleans(), st.none() | st.just("dark"), st.none(), st.lists(st.builds(
                      Note, st.sampled_from(["PEEK", "NO_CUT", "nothing"]), st.none() | SEATS), max_size=1).map(tuple))
STACKS = st.lists(st.builds(Stack, SOME, st.none() | SEATS, SOME), max_size=2).map(tuple)
TABLES = st.integers(2, PLAYERS).flatmap(lambda players: st.builds(
    Table, SOME, STACKS, st.tuples(*[SOME] * players), st.tuples(*[st.integers(0, 10)] * players), st.integers(0, 20),
    st.tuples(*[st.integers(0, 2)] * players)))
PLACES = st.none() | ZONES
FIXES = st.builds(ev.CardFix, FACE, FACE, st.none() | SEATS) | st.builds(
    ev.CardMove, FACE, PLACES, PLACES) | st.builds(ev.TurnDrop, st.integers(-1, 3)) | st.builds(
    ev.TurnFix, st.integers(-1, 3), SEATS, SOME, SOME, st.none() | FACE, st.none() | FACE,
    st.none() | st.dictionaries(SEATS, SOME, max_size=2))
NOW = st.just(0.0)
TOLD = (st.builds(ev.Said, NOW, SEATS, st.sampled_from(ev.Say), SOME, st.none() | st.integers(-9, 9))
        | st.builds(ev.TurnTold, NOW, SEATS) | st.just(ev.Paused(0.0)) | st.just(ev.Resumed(0.0))
        | st.builds(ev.Corrected, NOW, FIXES) | st.just(ev.Undone(0.0)) | st.just(ev.Redone(0.0))
        | st.builds(ev.Joined, NOW, TABLES, SEATS, st.none() | SEATS)
        | st.builds(ev.NewRound, NOW, st.none() | SEATS)
        | st.builds(ev.AlertAnswered, NOW, st.integers(0, 3), st.booleans()))
EVENTS = st.builds(ev.Looked, LOOKS) | TOLD
PAUSES = st.sampled_from([0.0, 0.1, 0.1, 0.1, 2.0, -1.0])  # seconds from event to event
RULESETS = st.sampled_from([RULES, BONUS])


def at(event: ev.Event, seconds: float) -> ev.Event:
    """The same *event* at another time."""
    if isinstance(event, ev.Looked):
        return ev.Looked(replace(event.observation, seconds=seconds))
    return replace(event, seconds=seconds)


def told(game: Game, event: ev.Event) -> Game:
    """The game after *event*; what it says can be told as JSON."""
    game, said = step(game, event)
    for one in said:
        json.dumps(one.to_json())
    return game


@settings(max_examples=60, deadline=None, derandomize=True)
@given(RULESETS, st.integers(2, PLAYERS), st.lists(st.tuples(EVENTS, st.integers(1, 12), PAUSES), max_size=14))
def test_no_event_makes_the_referee_raise(rules: RuleSet, players: int, events: list[tuple[ev.Event, int, float]]
                                          ) -> None:
    game, seconds = start(rules, players), 0.0
    for event, times, pause in events:
        for _ in range(times if isinstance(event, ev.Looked) else 1):
            seconds += pause
            game = told(game, at(event, seconds))


@settings(max_examples=12, deadline=None, derandomize=True)
@given(RULESETS, st.integers(2, PLAYERS), st.integers(0, 999), st.dictionaries(
    st.integers(0, 299), st.tuples(EVENTS, st.sampled_from(["beside", "instead", "and then nothing"])), max_size=8))
def test_nothing_absurd_in_the_middle_of_a_round_makes_the_referee_raise(
        rules: RuleSet, players: int, seed: int, absurd: dict[int, tuple[ev.Event, str]]) -> None:
    """Things happen between the looks at an honest round, or looks are missing for two seconds after them."""
    game, missing = start(rules, players), 0
    for nth, event in enumerate(islice(Brisk(seed, players, 1, PERFECT, rules).events(), 300)):
        missing -= missing > 0
        if nth in absurd:
            odd, how = absurd[nth]
            game = told(game, at(odd, event.seconds))
            missing = {"beside": 0, "instead": 1, "and then nothing": 20}[how]
        if not missing:
            game = told(game, event)


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
