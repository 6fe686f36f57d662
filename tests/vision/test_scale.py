"""How large the cards of a picture are, told by votes."""

from __future__ import annotations

import pytest

from vision.scale import Vote, best_width


def test_the_densest_width_wins() -> None:
    votes = [Vote(40, 0.9), Vote(41, 0.8), Vote(42, 0.9), Vote(80, 0.9), Vote(20, 0.9)]
    assert best_width(votes) == pytest.approx(41, abs=0.5)


def test_cards_printed_on_a_box_do_not_outvote_fewer_true_ones_twice_as_large() -> None:
    printed, true = [Vote(130, 0.7)] * 4, [Vote(250, 0.85)] * 2
    assert best_width([*printed, *true]) == pytest.approx(250)


def test_one_large_mistake_does_not_outvote_a_tableful_of_cards() -> None:
    assert best_width([*[Vote(40, 0.85)] * 8, Vote(160, 0.9)]) == pytest.approx(40)


def test_without_votes_there_is_no_width() -> None:
    assert best_width([]) is None
