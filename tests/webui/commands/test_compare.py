"""Counting against the truth, on hand-made lines of `watch`: what is wrong must not count as right."""

import pytest

from webui.commands.compare import Heard, Tally, align, compare, turn_right


def true_turn(n, seat=0, *, rest=None, hand=("01-junk",), **changes):
    turn = {
        "n": n, "seat": seat, "start": n * 5.0, "rest": n * 5.0 + 3 if rest is None else rest, "hand": list(hand),
        "flip": ["02-junk"], "captured": ["01-junk", "01-ribbon"], "stack": None, "stolen": {}, "events": [],
        "totals": [0, 0],
    }  # fmt: skip
    return turn | changes


def seen_turn(n, seat=0, *, at=None, took=0.0, round=1, **changes):
    line = true_turn(n, seat) | {"type": "turn", "round": round, "confidence": 0.9} | changes
    return Heard(line, n * 5.0 + 4 if at is None else at, took)


RESULT = {
    "kind": "stop", "winner": 0, "captured": [["01-junk", "01-ribbon"], ["03-bright"]], "lines": [], "totals": [7, 0],
    "go": [0, 0], "net": [7, -7],
}  # fmt: skip


def film(turns=(), fouls=(), clumsy=(), result=RESULT, start=0.0, end=60.0):
    played = {"dealer": 0, "start": start, "end": end, "floor": [], "turns": list(turns), "fouls": list(fouls),
              "clumsy": list(clumsy), "result": result}  # fmt: skip
    return {"format": 1, "players": 2, "rounds": [played]}


def alert(seconds, code="MONTH_MISMATCH", seat=0, level="QUESTION"):
    line = {"type": "alert", "seconds": seconds, "code": code, "seat": seat, "level": level, "cards": []}
    return Heard(line, seconds)


FOUL = {"code": "MONTH_MISMATCH", "seat": 0, "start": 10.0, "rest": 12.0, "until": 20.0}


def test_equal_turns_are_right():
    tally = compare(film([true_turn(1), true_turn(2, 1)]), [seen_turn(1), seen_turn(2, 1)])
    assert (tally.turns, tally.turns_right) == (2, 2)


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 1},
        {"hand": ["03-junk"]},
        {"flip": []},
        {"captured": ["01-junk"]},
        {"stack": ["01-junk", "01-junk", "01-ribbon"]},
        {"stolen": {"1": ["05-junk"]}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_any_other_card_or_seat_is_wrong(change):
    tally = compare(film([true_turn(1)]), [seen_turn(1, **{"seat": 0} | change)])
    assert (tally.turns, tally.turns_right) == (1, 0)


def test_order_of_cards_and_empty_steals_do_not_matter():
    seen = seen_turn(1, captured=["01-ribbon", "01-junk2"], stolen={"1": []}).line
    assert turn_right(true_turn(1), seen)
    assert turn_right(true_turn(1, stolen={"1": ["05-junk"]}), seen | {"stolen": {"1": ["05-junk"]}})


def test_extra_turn_counts_as_wrong_and_spoils_no_other():
    heard = [seen_turn(1), seen_turn(2, 1, hand=["12-djunk"]), seen_turn(3, 1), seen_turn(4)]
    truth = film([true_turn(1), true_turn(2, 1), true_turn(3)])
    tally = compare(truth, heard)
    assert (tally.turns, tally.turns_right) == (4, 3)


def test_missing_turn_counts_as_wrong_and_spoils_no_other():
    truth = film([true_turn(1), true_turn(2, 1, hand=["12-djunk"]), true_turn(3)])
    tally = compare(truth, [seen_turn(1), seen_turn(2)])
    assert (tally.turns, tally.turns_right) == (3, 2)


def test_alignment_keeps_order():
    first, second = true_turn(1), true_turn(2, hand=["12-djunk"])
    pairs = align([first, second], [second, first])
    assert sum(a is not None and b is not None and turn_right(a, b) for a, b in pairs) == 1


def test_nothing_heard_is_nothing_right():
    tally = compare(film([true_turn(1)]), [])
    assert (tally.turns, tally.turns_right, tally.rounds, tally.rounds_right) == (1, 0, 1, 0)
    assert tally.report()["latency_s"] == {"median": None, "p95": None}


def test_revised_turn_replaces_its_first_version():
    truth = film([true_turn(1, stolen={"1": ["05-junk"]})])
    early, late = seen_turn(1, at=9.0), seen_turn(1, at=10.0, stolen={"1": ["05-junk"]}, revised=True)
    tally = compare(truth, [early, late])
    assert (tally.turns, tally.turns_right) == (1, 1)
    assert tally.latencies == [pytest.approx(2.0)]
    assert compare(truth, [late, early]).turns_right == 0


def test_latency_is_frame_time_minus_rest_plus_work():
    tally = compare(film([true_turn(1, rest=8.0)]), [seen_turn(1, at=8.5, took=0.05)])
    assert tally.latencies == [pytest.approx(0.55)]


def test_wrong_turns_have_no_latency():
    assert compare(film([true_turn(1)]), [seen_turn(1, seat=1)]).latencies == []


def result_line(at=60.0, round=1, **changes):
    return Heard(RESULT | {"type": "result", "seconds": at, "round": round} | changes, at)


def test_round_is_right_when_piles_totals_and_net_are():
    shuffled = [["01-ribbon", "01-junk1"], ["03-bright"]]
    assert compare(film(), [result_line(captured=shuffled)]).rounds_right == 1


@pytest.mark.parametrize(
    "change",
    [{"captured": [["03-bright"], ["01-junk", "01-ribbon"]]}, {"totals": [6, 0]}, {"net": [14, -14]}],
    ids=lambda change: next(iter(change)),
)
def test_round_with_other_piles_totals_or_net_is_wrong(change):
    assert compare(film(), [result_line(**change)]).rounds_right == 0


def test_rounds_are_told_apart_by_time():
    one, two = film([true_turn(1)]), film([true_turn(1, 1, rest=70.0)], start=61.0, end=120.0)
    truth = {"rounds": one["rounds"] + two["rounds"]}
    heard = [seen_turn(1), result_line(at=60.5), seen_turn(1, 1, at=71.0, round=2), result_line(at=119, round=2)]
    tally = compare(truth, heard)
    assert (tally.turns, tally.turns_right, tally.rounds, tally.rounds_right) == (2, 2, 2, 2)


def test_foul_is_found_by_code_and_seat_in_time():
    assert compare(film(fouls=[FOUL]), [alert(13)]).found["MONTH_MISMATCH"] == 1


@pytest.mark.parametrize("late_or_wrong", [alert(20.5), alert(9), alert(13, seat=1)])
def test_foul_is_not_found_late_early_or_at_another_seat(late_or_wrong):
    assert compare(film(fouls=[FOUL]), [late_or_wrong]).found["MONTH_MISMATCH"] == 0


def test_foul_answered_with_another_code_is_told_apart_from_silence():
    wrong = compare(film(fouls=[FOUL]), [alert(13, code="CARD_MISSING")])
    silent = compare(film(fouls=[FOUL]), [])
    assert (wrong.found["MONTH_MISMATCH"], wrong.wrong_code["MONTH_MISMATCH"]) == (0, 1)
    assert (silent.found["MONTH_MISMATCH"], silent.wrong_code["MONTH_MISMATCH"]) == (0, 0)
    assert wrong.unwarranted.total() == 0


def test_what_came_instead_of_a_foul_is_told_with_a_seat_that_is_wrong():
    other = compare(film(fouls=[FOUL]), [alert(13, code="CARD_MISSING"), alert(14, code="EXTRA_STEAL")])
    seat = compare(film(fouls=[FOUL]), [alert(13, seat=1)])
    assert other.report()["alerts"]["MONTH_MISMATCH"]["instead"] == {"CARD_MISSING": 1}
    assert seat.report()["alerts"]["MONTH_MISMATCH"]["instead"] == {"MONTH_MISMATCH of seat 1 instead of 0": 1}


def test_a_hint_of_another_code_is_no_answer_to_a_foul_and_one_of_its_code_is():
    peek = FOUL | {"code": "PEEK"}
    other = compare(film(fouls=[peek]), [alert(13, level="HINT", code="NO_CUT")]).report()["alerts"]["PEEK"]
    right = compare(film(fouls=[peek]), [alert(13, level="HINT", code="PEEK")]).report()["alerts"]["PEEK"]
    assert (other["missed"], other["wrong_code"]) == (1, 0)
    assert right["found"] == 1


def test_a_foul_found_after_a_wrong_question_is_found():
    tally = compare(film(fouls=[FOUL]), [alert(12.5, code="CARD_MISSING"), alert(13.5), alert(15)])
    assert (tally.found["MONTH_MISMATCH"], tally.wrong_code["MONTH_MISMATCH"]) == (1, 0)
    assert tally.waits == [("MONTH_MISMATCH", 1.5)]


def test_alerts_outside_fouls_are_unwarranted_by_level():
    heard = [alert(5), alert(25, level="STOP"), alert(26, level="HINT", code="GO_IMPLIED"), alert(13)]
    report = compare(film(fouls=[FOUL]), heard).report()
    assert report["unwarranted"] == {"hint": 1, "question": 1, "stop": 1}


@pytest.mark.parametrize(("question_ok", "unwarranted"), [(True, 0), (False, 1)])
def test_clumsy_play_excuses_a_question_only_where_the_truth_says_so(question_ok, unwarranted):
    clumsy = {"name": "drop", "seat": 0, "start": 30.0, "end": 35.0, "question_ok": question_ok}
    assert compare(film(clumsy=[clumsy]), [alert(33)]).unwarranted.total() == unwarranted


def test_films_add_up():
    total = Tally()
    one = compare(film([true_turn(1)], fouls=[FOUL]), [seen_turn(1), alert(13), alert(40, level="STOP"), result_line()])
    one.seconds, one.frames, one.processed, one.busy = 1800.0, 100, 90, 9.0
    total.add(one)
    total.add(one)
    report = total.report()
    assert report["films"] == report["rounds"] == report["rounds_right"] == 2
    assert report["turns_right"] == 2
    (found,) = report["alerts"].values()
    assert (found["planted"], found["found"], found["missed"], found["wrong_code"]) == (2, 2, 0, 0)
    assert found["wait_s"] == {"median": 1.0, "longest": 1.0}
    assert report["unwarranted_rates"]["stop"] == {"per_hour": 2.0, "per_ten_rounds": 10.0}
    assert report["unwarranted_rates"]["question"] == {"per_hour": 0.0, "per_ten_rounds": 0.0}
    assert report["unwarranted_codes"] == {"stop MONTH_MISMATCH": 2}
    assert report["hours"] == 1.0
    assert report["unwarranted_per_hour"] == 2.0
    assert report["unwarranted_per_ten_rounds"] == 10.0
    assert report["fps"] == 10.0
    assert report["dropped"] == 20


def test_a_round_that_the_film_cuts_off_counts_its_turns_only():
    cut = compare(film([true_turn(1)], result=None), [seen_turn(1), result_line()])
    assert (cut.turns, cut.turns_right, cut.rounds, cut.rounds_right) == (1, 1, 0, 0)
