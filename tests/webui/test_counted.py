"""Rounds counted by hand: what people tell is checked, settled as a watched round is, and said as on the table."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import DECK, FACES
from engine.rules import preset
from engine.settle import ResultKind
from webui.counted import as_line, kept_result, read_count, scores, settled
from webui.errors import WebError
from webui.present.count import count_view, kept_view, whole_deck
from webui.texts import LANGUAGES

RULES = preset("korean_standard")
WINS = ["01-bright", "03-bright", "08-bright", "02-animal", "04-animal", "08-animal"]  # samgwang and godori: 8 points
JUNK = ["junk"]


def told(**more: Any) -> dict[str, Any]:
    """A body as the page sends it: seat 1 won with 8 points, seat 0 has six junk."""
    return {"piles": [JUNK * 6, WINS], "end": "stop", "winner": 1, **more}


def net(**more: Any) -> tuple[int, ...]:
    result = settled(read_count(told(**more)), RULES)
    assert result is not None
    return result.net


def test_seats_keep_their_places_in_the_settlement() -> None:
    result = settled(read_count(told()), RULES)
    assert result is not None
    assert (result.winner, result.totals, result.kind) == (1, (0, 8), ResultKind.STOP)
    assert result.net == (-16, 16), "eight points, doubled by a loser without a bright"
    assert {line["name"]: line["seat"] for line in result.lines} == {"cards": None, "gwangbak": 0}


def test_gos_shakes_bombs_and_void_rounds_multiply() -> None:
    base = net()[1]
    assert net(gos=[1])[1] == base + 2, "one Go adds a point, doubled by the bak"
    assert net(shakes=[0, 1])[1] == 2 * base
    assert net(shakes=[1, 0])[1] == base, "shakes of a loser count nothing"
    assert net(bombs=[0, 1])[1] == 2 * base
    assert net(nagari=1)[1] == 2 * base


def test_a_loser_who_said_go_has_a_bak_that_the_order_of_gos_does_not_lose() -> None:
    assert net(gos=[0])[1] == 2 * net()[1]
    result = settled(read_count(told(gos=[1, 0, 1])), RULES)
    assert result is not None and result.go == (1, 2)


def test_of_three_one_may_pay_for_all() -> None:
    body = {"piles": [WINS, [], []], "end": "stop", "winner": 0}
    plain = settled(read_count(body), RULES)
    one = settled(read_count({**body, "payer": 2}), RULES)
    assert plain is not None and one is not None
    assert one.net == (plain.net[0], 0, -plain.net[0])


def test_of_four_one_sits_out_and_sells() -> None:
    body = {"piles": [["08-animal"], WINS[:5], ["12-bright", "11-bright"], []], "end": "stop", "winner": 1, "out": 2}
    result = settled(read_count(body), RULES)
    assert result is not None
    assert sum(result.net) == 0
    assert result.captured[2] == () and result.totals[2] == 0
    assert result.net[2] > 0, "who sold two brights is paid for them"


@pytest.mark.parametrize(("end", "winner"), [("chongtong", 0), ("three_ppeok", 2)])
def test_a_win_at_once_counts_no_cards(end: str, winner: int) -> None:
    result = settled(read_count({"piles": [[], [], []], "end": end, "winner": winner}), RULES)
    assert result is not None
    assert result.net[winner] > 0 and sum(result.net) == 0 and result.lines == ()


def test_nobody_pays_after_a_nagari_and_while_the_round_runs_nothing_is_settled() -> None:
    result = settled(read_count({"piles": [WINS, []], "end": "nagari"}), RULES)
    assert result is not None and result.net == (0, 0) and result.winner is None
    assert settled(read_count({"piles": [WINS, []]}), RULES) is None


@pytest.mark.parametrize(("more", "code"), [
    ({"piles": None}, "field"), ({"piles": [[]]}, "field"), ({"piles": [[]] * 5}, "field"),
    ({"piles": [["13-bright"], []]}, "card"), ({"piles": [[7], []]}, "card"), ({"piles": [["back"], []]}, "card"),
    ({"piles": [["01-bright"], ["01-bright"]]}, "too_many"), ({"piles": [JUNK * 60, []]}, "too_many"),
    ({"piles": [JUNK * 61, []]}, "field"), ({"gos": [2]}, "field"), ({"gos": [True]}, "field"),
    ({"gos": [0] * 41}, "field"), ({"shakes": [1]}, "field"), ({"shakes": [0, -1]}, "field"),
    ({"bombs": [0, 1.0]}, "field"), ({"nagari": 10**9}, "field"), ({"end": "void"}, "field"),
    ({"end": ["stop"]}, "field"), ({"winner": None}, "field"), ({"winner": 2}, "field"), ({"winner": "1"}, "field"),
    ({"end": "nagari"}, "field"), ({"payer": 1}, "field"), ({"cup": "ribbon"}, "field"), ({"cup": [1]}, "field"),
    ({"dealer": 9}, "field"),
])  # fmt: skip
def test_what_cannot_be_is_refused(more: dict[str, Any], code: str) -> None:
    with pytest.raises(WebError) as refused:
        read_count(told(**more))
    assert refused.value.code == code


def test_a_kept_round_is_what_was_counted() -> None:
    result = settled(read_count(told(gos=[1])), RULES, 3)
    assert result is not None
    line = as_line(result)
    assert line["captured"][0] == JUNK * 6, "a junk of no month can be read again"
    assert kept_result(line) == result


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_as_on_the_table(language: Any) -> None:
    running = count_view(read_count({"piles": [WINS[:5], JUNK * 8]}), RULES, language, ["영희"], [4, -4])
    first, second = running.seats
    assert (first.name, first.points, first.balance) == ("영희", 3, 4)
    assert first.missing and second.missing, "what is missing for the next line"
    assert {group.kind: group.value for group in second.groups}["junk"] == 8
    assert running.result is None
    over = count_view(read_count(told(piles=[[], [*WINS, "09-animal"]])), RULES, language)
    assert over.result is not None and over.cup
    assert over.result.steps[0].label and over.result.shares[1].net == 2 * 8
    short = count_view(read_count(told(piles=[[], ["01-bright"]])), RULES, language)
    assert "7" in short.note, "the target is not reached"
    line = as_line(settled(read_count(told()), RULES))  # type: ignore[arg-type]
    shown, piles = kept_view(line, 2, RULES, language, ["a", "b"])
    assert shown.shares[1].name == "b" and [name for name, _ in piles] == ["a", "b"]


def test_every_card_of_the_deck_can_be_tapped() -> None:
    groups = whole_deck("ko", RULES)
    cards = [card for group in groups for card in group.cards]
    assert sum(card.face.split("-")[-1] != "bonus" for card in cards) >= len(DECK)
    assert {card.face for card in cards} >= set(map(str, FACES))
    assert len({card.art for card in cards}) == len(cards), "two equal junk have a picture each"


def test_who_sits_out_has_no_points() -> None:
    count = read_count({"piles": [[], [], [], WINS], "out": 3})
    assert [score.total for score in scores(count, RULES)] == [0, 0, 0, 0]
