"""A recorded game played again: the rules judge every line, and what differs is named with its line."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.bots import choose_any
from engine.errors import NotationError
from engine.gameparse import parse_game
from engine.gametext import format_game
from engine.playback import Closed, Played, canonical, play_back
from engine.record import Call, GameRecord, Say
from engine.rules import RuleSet, ruleset
from engine.settle import ResultKind
from engine.simulate import new_game, next_round
from engine.state import Action, Do
from engine.turn import Play
from tests.soak import hidden

STACK = """\
hwatupan game 1
players 2
rules
  preset = "korean_standard"
round 1
dealer 0
floor 01-ribbon 03-junk 05-ribbon 05-animal 07-junk 08-junk 08-bright 10-junk
  1. 0 lays 01-junk flips 01-junk -> ppeok stacks 01-ribbon 01-junk 01-junk pays 7 scores 0 0
  2. 1 lays 03-ribbon flips 11-junk -> captures 03-ribbon 03-junk scores 0 0
  3. 0 lays 01-bright flips 10-ribbon -> jappeok captures 01-bright 01-ribbon 01-junk 01-junk 10-ribbon 10-junk \
from 1 03-junk scores 0 0
  4. 1 lays 08-animal takes 08-bright flips 12-ribbon -> captures 08-animal 08-bright scores 0 0
"""


def game(seed: int, players: int = 2, rounds: int = 3, rules: RuleSet | None = None) -> GameRecord:
    rng = random.Random(seed)
    record, match = new_game(rules or RuleSet(), players, rng, hour=20)
    for _ in range(rounds):
        played, match = next_round(match, rng, choose_any)
        record = replace(record, rounds=(*record.rounds, played))
    return record


def told(record: GameRecord) -> list[str]:
    return [str(one) for one in canonical(record)[1]]


def of(text: str) -> list[str]:
    return told(parse_game(text))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_true_record_differs_in_nothing_with_known_or_hidden_hands(players: int) -> None:
    record = game(7, players)
    assert told(record) == []
    seen = replace(record, rounds=tuple(map(hidden, record.rounds)))
    ends = [one.end for one in canonical(seen)[0].rounds]
    assert told(seen) == []
    assert ends == [one.end for one in record.rounds]


def test_hidden_hands_are_played_by_the_same_rules() -> None:
    assert of(STACK) == []


@pytest.mark.parametrize(("was", "written", "line", "difference"), [
    ("ppeok stacks", "stacks", 8, "events nothing; the rules say ppeok"),
    ("stacks 01-ribbon 01-junk 01-junk", "", 8, "stacks nothing; the rules say 01-ribbon 01-junk 01-junk"),
    ("pays 7", "pays 3", 8, "pays 3; the rules say 7"),
    ("captures 03-ribbon 03-junk", "captures 03-ribbon", 9, "captures 03-ribbon; the rules say 03-ribbon 03-junk"),
    ("03-junk scores 0 0\n  3.", "03-junk scores 1 0\n  3.", 9, "scores 1 0; the rules say 0 0"),
    ("from 1 03-junk", "", 10, "from 1 nothing; the rules say 03-junk"),
    ("  4. 1", "  5. 1", 11, "turn 5; the rules say 4"),
    ("takes 08-bright", "takes 08-junk", 11, "captures 08-animal 08-bright; the rules say 08-animal 08-junk"),
    ("1 lays 03-ribbon", "0 lays 03-ribbon", 9,
     "'2. 0 lays 03-ribbon flips 11-junk' cannot be played: seat 1 is to move"),
    ("lays 01-junk flips 01-junk", "lays 01-junk", 8,
     "'1. 0 lays 01-junk' cannot be played: the flip is compulsory; turn the top card of the stock"),
    ("dealer 0", "hand 0 03-junk 03-junk", 5,
     "the deal: misdeal: 03-junk is not in the deck or was dealt twice"),
    ("floor 01-ribbon", "floor", 5, "the deal: misdeal: 7 cards on the floor, the rules deal 8 (RULES.md 5)"),
])
def test_the_line_that_differs_is_named_first(was: str, written: str, line: int, difference: str) -> None:
    assert was in STACK
    assert of(STACK.replace(was, written, 1))[0] == f"line {line}: {difference}"


def test_any_junk_of_the_lowest_class_may_be_given_and_is_followed() -> None:
    """The victim chooses among equal junk; the pile that is left is the recorded one."""
    more = STACK.replace("1 lays 03-ribbon flips 11-junk -> captures 03-ribbon 03-junk",
                         "1 lays 03-ribbon flips 07-junk -> captures 03-ribbon 03-junk 07-junk 07-junk")
    for given, left in (("03-junk 07-junk", ["03-ribbon", "07-junk"]), ("07-junk 07-junk", ["03-junk", "03-ribbon"])):
        text = more.replace("from 1 03-junk", f"from 1 {given}")
        assert of(text) == []
        third = list(play_back(parse_game(text)))[3]
        assert isinstance(third, Played) and third.state is not None
        assert sorted(map(str, third.state.table.piles[1])) == left


def test_a_card_that_may_not_be_given_is_named_and_play_is_followed_as_it_was_told() -> None:
    text = STACK.replace("flips 11-junk -> captures 03-ribbon 03-junk", "flips 12-djunk -> captures 03-ribbon 03-junk")
    text = text.replace("flips 12-ribbon -> captures 08-animal 08-bright",
                        "flips 12-ribbon -> captures 08-animal 08-bright 12-ribbon 12-djunk")
    more = text + "  5. 0 lays 02-junk flips 02-animal -> jjok captures 02-junk 02-animal from 1 12-djunk scores 0 0\n"
    assert of(more) == []
    assert of(more.replace("from 1 03-junk scores", "scores")) == ["line 10: from 1 nothing; the rules say 03-junk",
                        "line 12: from 1 12-djunk; the rules say 03-junk"]


def test_after_a_line_that_cannot_be_played_the_round_is_told_as_it_was_written() -> None:
    record = game(2)
    first = record.rounds[0]
    broken = replace(first, steps=(first.steps[0], *first.steps[2:]))
    again, wrong = canonical(replace(record, rounds=(broken, *record.rounds[1:])))
    assert len(wrong) == 1 and "is to move" in str(wrong[0])
    assert again.rounds[0].steps == broken.steps
    assert again.rounds[0].end == first.end
    assert again.rounds[1:] == record.rounds[1:]  # ledger, dealer and carry go on as told


def test_a_go_and_a_stop_that_nobody_wrote_down_follow_from_what_comes_next() -> None:
    for seed in range(100):
        record = game(seed, rounds=1)
        said = [step.does for step in record.rounds[0].steps if isinstance(step.does, Action)]
        if said.count(Action(Do.GO)) and said[-1] == Action(Do.STOP):
            break
    (one,) = record.rounds
    unsaid = tuple(step for step in one.steps if step.does not in (Action(Do.GO), Action(Do.STOP)))
    assert canonical(replace(record, rounds=(replace(one, steps=unsaid),))) == (record, ())


def test_a_choice_that_nobody_wrote_down_follows_from_what_was_taken() -> None:
    assert of(STACK.replace("takes 08-bright flips", "flips")) == []
    (difference,) = of(STACK.replace("takes 08-bright flips", "flips").partition(" -> captures 08-animal")[0])
    assert difference.endswith("the line does not say which card is taken: 08-junk or 08-bright")


def test_results_and_ledger_are_checked() -> None:
    record = game(5)
    text = format_game(record)
    net = next(line for line in text.splitlines() if line.startswith("net") and any(c in line for c in "123456789"))
    (first, second) = map(int, net.split()[1:])
    wrong = of(text.replace(net, f"net {first + 1} {second - 1}"))
    assert wrong[0].partition(": ")[2] == f"net {first + 1} {second - 1}; the rules say {first} {second}"
    assert "the rules say" in of(text.replace("result stop 0", "result stop 1", 1).replace(
        "result stop 1", "result nagari", 1))[0]


def test_players_may_settle_otherwise_and_the_ruling_stays_beside_it() -> None:
    record = game(5, rounds=1)
    (one,) = record.rounds
    assert one.end is not None
    otherwise = replace(record, rounds=(replace(one, end=replace(one.end, settled=(1, -1), total=(1, -1))),))
    *_, closed = play_back(otherwise)
    assert isinstance(closed, Closed)
    assert (closed.wrong, closed.match.totals(), closed.match.ledger[0].ruled) == ((), (1, -1), one.end.net)
    assert parse_game(format_game(otherwise)) == otherwise
    unfair = replace(otherwise, rounds=(replace(one, end=replace(one.end, settled=(1, 1))),))
    assert "(1, 1) do not sum to 0" in told(unfair)[0]


def test_dealer_and_carry_follow_from_the_round_before() -> None:
    record = game(5)
    second = record.rounds[1]
    assert second.dealer is not None
    changed = replace(second, dealer=1 - second.dealer, nagari=3)
    wrong = told(replace(record, rounds=(record.rounds[0], changed)))
    assert wrong[0] == f"dealer {1 - second.dealer}; the rules say {second.dealer}"
    assert wrong[1] == f"nagari 3; the rules say {second.nagari or 0}"
    open_ones = tuple(replace(one, dealer=None, nagari=None) for one in record.rounds)
    assert canonical(replace(record, rounds=open_ones)) == (record, ())


def test_the_draw_for_the_deal_names_the_dealer() -> None:
    record = game(5)
    first = record.rounds[0]
    assert first.dealer is not None
    other = replace(record, rounds=(replace(first, dealer=1 - first.dealer),))
    assert told(other)[0] == f"dealer {1 - first.dealer}; the rules say {first.dealer}"
    tied = replace(record.draws[0], cards=dict.fromkeys((0, 1), record.draws[0].cards[0]))
    assert "open who deals" in told(replace(record, draws=(tied,)))[0]


def test_a_round_that_breaks_off_has_no_result() -> None:
    record = game(5, rounds=1)
    (one,) = record.rounds
    cut = replace(record, rounds=(replace(one, steps=one.steps[:3], end=None),))
    assert canonical(cut) == (cut, ())
    early = replace(record, rounds=(replace(one, steps=one.steps[:3]),))
    assert "the rules say that the round goes on" in told(early)[0]


def test_everything_said_at_the_table_can_be_recorded() -> None:
    rules = ruleset(options={"missions": [{"name": "bomb", "times": 3}], "false_stop": "pays_as_loser"})
    (one,) = game(3, rounds=1, rules=rules).rounds
    record = GameRecord(rules, 2, (one,))
    say = [replace(one.steps[0], does=call) for call in (
        Call(Say.MET, about="bomb"), Call(Say.FALSE_STOP), Call(Say.VOID, about="a card fell down"))]
    lost, _ = canonical(replace(record, rounds=(replace(one, steps=tuple(say[:2]), end=None),)))
    assert lost.rounds[0].end is not None
    assert sorted(lost.rounds[0].end.net or ()) == [-7, 7]
    void, wrong = canonical(replace(record, rounds=(replace(one, steps=(*one.steps[:1], say[2]), end=None),)))
    assert wrong == ()
    assert void.rounds[0].end is not None
    assert (void.rounds[0].end.kind, void.rounds[0].end.net) == (ResultKind.VOID, (0, 0))


def test_four_of_a_month_shown_from_a_hidden_hand_win() -> None:
    text = STACK.partition("  1. ")[0] + "     1 shows\nresult chongtong 1\nnet -5 5\n"
    assert of(text) == []
    assert of(text.replace("     1 shows\n", "")) == []
    four = "dealer 0\nhand 1 02-junk 02-junk 02-ribbon 02-animal"
    assert of(text.replace("     1 shows\n", "").replace("dealer 0", four)) == []


def test_turns_of_a_hidden_hand_shake_by_month() -> None:
    text = STACK.replace("lays 08-animal takes", "shakes 6 lays 08-animal takes").replace(
        "08-bright flips 12-ribbon -> captures", "08-bright flips 12-ribbon -> shake captures")
    assert of(text) == []
    assert "a shake shows three" in of(text.replace("shakes 6", "shakes 5"))[0]


def test_a_seat_that_sits_out_does_nothing() -> None:
    record = game(3, players=4, rounds=1)
    (one,) = record.rounds
    out = next(seat for seat in range(4) if sorted(one.hands[seat]) == sorted(one.returned))
    wrong = told(replace(record, rounds=(replace(one, steps=(replace(one.steps[0], seat=out), *one.steps[1:])),)))
    assert f"seat {out} does not play" in wrong[0]
    other = replace(one, returned=one.returned[1:] + one.hands[(out + 1) % 4][:1])
    assert "are not those of its hand" in told(replace(record, rounds=(other,)))[0]
    assert "must say whether it plays" in told(replace(record, rounds=(replace(one, plays=()),)))[0]


def test_turns_are_numbered_and_scored_in_the_family_game_by_card_values() -> None:
    record = game(3, rounds=1, rules=ruleset("family_hwatu"))
    turns = [step for step in record.rounds[0].steps if isinstance(step.does, Play)]
    assert [turn.n for turn in turns] == list(range(1, 21))
    scores = turns[-1].told.scores
    assert scores is not None
    assert sum(score or 0 for score in scores) == 240


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_record_full_of_mistakes_is_refused_by_its_line_or_played_back(players: int) -> None:
    text = format_game(game(11, players, rounds=2))
    words, played, refused = text.split(), 0, list[str]()
    for seed in range(120):
        rng, lines = random.Random(seed), text.splitlines()
        at = rng.randrange(4, len(lines))
        row = lines[at].split(" ")
        row[rng.randrange(len(row))] = rng.choice(words)
        lines[at] = " ".join(row)
        try:
            again, _ = canonical(parse_game("\n".join(lines)))
        except NotationError as error:
            refused.append(str(error))
        else:
            played += 1
            assert parse_game(format_game(again)) == again
    assert played > 20 and len(refused) > 20
    assert all(error.startswith("line ") for error in refused)


def test_a_bak_names_the_seat_of_the_table_when_one_of_four_sits_out() -> None:
    for seed in range(12):
        for one in game(seed, 4).rounds:
            assert one.end is not None
            assert one.end.net is not None
            named = {int(part.split()[0]) for part in one.end.counted.replace(",", "").split(" by ")[1:]}
            assert all(one.end.net[seat] for seat in named), f"seed {seed}: {one.end}"


@pytest.mark.parametrize(("word", "zeros"), [("net", "0 0 0"), ("total", "0 0 0"), ("money", "1 2 3")])
def test_written_zeros_and_money_are_compared_too(word: str, zeros: str) -> None:
    text = format_game(replace(game(5, 3), stake=100))
    lines = text.splitlines()
    at = next(k for k, line in enumerate(lines) if line.startswith(f"{word} ") and line != f"{word} {zeros}")
    lines[at] = f"{word} {zeros}"
    assert any(f"{word} " in one for one in of("\n".join(lines)))


@pytest.mark.parametrize(("line", "why"), [
    ("stake -100", "worth 1 or more"),
    ("draw 26 0 05-junk 1 08-junk", "hours 0 to 23"),
    ("players Mina, Mina", "one name"),
])  # fmt: skip
def test_headers_that_no_game_has_are_refused(line: str, why: str) -> None:
    head = ["hwatupan game 1"] + ([] if line.startswith("players") else ["players 2"])
    with pytest.raises(NotationError, match=why):
        parse_game("\n".join([*head, line]))
