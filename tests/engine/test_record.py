"""Whole games as text: what is written is read back, and a wrong line is named."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import NotationError
from engine.gameparse import is_game, parse_game, parse_outcome
from engine.gametext import format_game, format_outcome
from engine.record import Call, GameRecord, Outcome, Say
from engine.rules import RuleSet, ruleset
from engine.simulate import new_game, next_round
from engine.state import Action, Do
from engine.turn import Play
from tests.builders import faces
from tests.mixes import random_rules

GAME = """\
# an evening in May
hwatupan game 1
players Mina, Jun
rules
  preset = "korean_standard"
  nagari_cap = 4   # we never go higher

  [[missions]]
  name = "the three birds"
  cards = ["02-animal", "04-animal", "08-animal"]
  times = 2
stake 100
draw 14 0 09-animal 1 09-junk
draw 14 0 05-junk 1 08-bright

round 1
dealer 1
tap
hand 0 01-junk 02-junk 03-junk 04-junk 05-junk 06-junk 07-junk 08-junk 09-junk 10-junk
hand 1 01-bright 02-animal 03-bright 04-animal 05-animal 06-animal 07-animal 08-bright 09-animal 10-animal
floor 01-junk 02-junk 03-junk 04-junk 05-junk 06-junk 11-junk 12-djunk
stock 07-junk 08-animal 09-junk 10-junk 11-junk 12-ribbon 11-bright 12-animal 12-bright 11-djunk 01-ribbon 02-ribbon \
03-ribbon 04-ribbon 05-ribbon 06-ribbon 07-ribbon 08-junk 09-ribbon 10-ribbon
  1. 1 lays 02-animal  # the bird
     0 met the three birds
  2. 0 lays 07-junk flips 08-animal ->
     1 showdown 0 accepts
     1 void a card was missing
result void
net 0 0
"""


def simulated(seed: int, players: int = 2, rounds: int = 2, rules: RuleSet | None = None) -> GameRecord:
    rng = random.Random(seed)
    record, match = new_game(rules or RuleSet(), players, rng, hour=20, stake=100)
    for _ in range(rounds):
        played, match = next_round(match, rng)
        record = replace(record, rounds=(*record.rounds, played))
    return record


def test_a_game_that_people_wrote_is_read_line_by_line() -> None:
    record = parse_game(GAME)
    assert (record.names, record.players, record.stake) == (("Mina", "Jun"), 2, 100)
    assert (record.rules.nagari_cap, record.rules.missions[0].name) == (4, "the three birds")
    assert [dict(draw.cards) for draw in record.draws][1] == dict(enumerate(faces("05-junk 08-bright")))
    (one,) = record.rounds
    assert (one.dealer, one.tapped, len(one.stock), one.line) == (1, True, 20, 16)
    assert one.steps[0].does == Play(1, faces("02-animal"), ())
    assert (one.steps[0].told, one.steps[2].told.captured) == (Outcome(), ())  # nobody wrote it; nothing was taken
    assert [step.line for step in one.steps] == [23, 24, 25, 26, 27]
    assert one.steps[1].does == Call(Say.MET, about="the three birds")
    assert one.steps[3].does == Call(Say.SHOWDOWN, {0: True})


def test_what_people_wrote_is_written_again_and_read_the_same() -> None:
    record = parse_game(GAME)
    assert parse_game(format_game(record)) == record
    assert "#" not in format_game(record)


def test_the_words_of_a_line_say_which_action_it_is() -> None:
    head, _, _ = GAME.partition("  1. ")
    words = {"0 go": Action(Do.GO), "0 cup junk": Action(Do.CUP_JUNK), "0 plays-on": Action(Do.PLAY_ON),
             "0 shakes 05-animal 05-junk 05-junk": Action(Do.SHAKE, faces("05-animal 05-junk 05-junk")),
             "0 bonus bonus2": Action(Do.LAY_BONUS, faces("bonus2")),
             "0 bonus bonus2 lays 05-junk flips 06-junk": Play(0, faces("05-junk"), faces("06-junk"),
                                                               bonus_laid=faces("bonus2")),
             "0 shakes 5 lays 05-junk flips 06-junk": Play(0, faces("05-junk"), faces("06-junk"), shakes=(5,)),
             "0 flips 06-junk": Play(0, (), faces("06-junk")), "0 draws": Play(0, (), ()),
             "0 leaves 05-junk flips 06-junk": Play(0, faces("05-junk"), faces("06-junk"), leave=True)}
    record = parse_game(head + "\n".join(words))
    assert [step.does for step in record.rounds[0].steps] == list(words.values())
    assert parse_game(format_game(record)) == record


def test_an_outcome_tells_everything_that_happened() -> None:
    text = "shake stack captures 05-junk bonus2 from 1 11-djunk from 2 01-junk back 1 02-junk pays 7 scores 3 - 1"
    told = parse_outcome(text)
    assert told == Outcome(("shake", "stack"), faces("05-junk bonus2"), (), {1: faces("11-djunk"), 2: faces("01-junk")},
                           {1: faces("02-junk")}, 7, (3, None, 1), ())
    assert format_outcome(told) == text


@pytest.mark.parametrize(("line", "why"), [
    ("roundd 1", "line 16: 'roundd' begins no line of a game; did you mean 'round'"),
    ("round 2", "line 16: round 1 comes here, not round 2"),
    ("dealer 5", "line 16: there is no seat 5"),
    ("net 1 -1", "line 16: this belongs to a round"),
    ("stake much", "line 16: 'much' is no number"),
    ("draw 14 0 5-junk", "line 16: .*month-kind"),
])
def test_a_line_that_is_wrong_is_named(line: str, why: str) -> None:
    lines = GAME.splitlines()
    lines[15] = line
    with pytest.raises(NotationError, match=why):
        parse_game("\n".join(lines))


@pytest.mark.parametrize(("line", "why"), [
    ("0 lies 05-junk", "line 22: nobody 'lies' in a game; did you mean"),
    ("0 lays 05-junk flips 06-junk -> jjokk", "line 22: 'jjokk' is no outcome; did you mean 'jjok'"),
    ("7 go", "line 22: there is no seat 7"),
    ("0 showdown 1 agrees", "line 22: a showdown is answered"),
    ("result won 0", "line 22: no round ends with 'won'"),
    ("net 1 -1", "line 22: this follows the line 'result"),
])
def test_a_wrong_line_of_a_round_is_named(line: str, why: str) -> None:
    lines = GAME.splitlines()
    lines[21] = line
    with pytest.raises(NotationError, match=why):
        parse_game("\n".join(lines[:22]))


def test_house_rules_that_do_not_exist_are_refused() -> None:
    with pytest.raises(NotationError, match=r"line 4: the rules: no option 'nagari_cup'; did you mean 'nagari_cap'"):
        parse_game(GAME.replace("nagari_cap", "nagari_cup"))


@pytest.mark.parametrize("text", ["", "game", '{"type": "turn"}', "hwatupan game 2\nplayers 2"])
def test_other_text_is_no_game(text: str) -> None:
    assert not is_game(text)
    with pytest.raises(NotationError, match="no game record"):
        parse_game(text)


def test_a_game_without_players_is_refused() -> None:
    for text in ("hwatupan game 1\n", "hwatupan game 1\nround 1", "hwatupan game 1\nplayers 5"):
        with pytest.raises(NotationError, match="players"):
            parse_game(text)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_simulated_games_read_back_equal(players: int) -> None:
    for seed in range(8):
        record = simulated(seed, players)
        assert parse_game(format_game(record)) == record


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32 - 1), st.integers(2, 4))
def test_a_game_by_any_rules_reads_back_equal(seed: int, players: int) -> None:
    record = simulated(seed, players, 1, random_rules(random.Random(seed)))
    assert parse_game(format_game(record)) == record


def test_the_same_seed_gives_the_same_text() -> None:
    assert format_game(simulated(5, 3)) == format_game(simulated(5, 3)) != format_game(simulated(6, 3))


def test_rules_of_a_record_are_those_it_was_played_by() -> None:
    rules = ruleset("pmang_newmatgo", {"cap_points": 30})
    assert parse_game(format_game(simulated(1, 2, 1, rules))).rules == rules
