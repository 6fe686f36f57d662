"""Labels on an annotated picture can be read."""

from __future__ import annotations

from vision.draw import apart


def test_a_label_makes_way_for_the_one_beside_it() -> None:
    middles, sizes = [[100, 100], [160, 105], [300, 100]], [(90, 20), (90, 20), (90, 20)]
    first, second, third = apart(middles, sizes)
    assert (first, third) == ([100, 100], [300, 100])
    assert second[0] == 160 and abs(second[1] - first[1]) >= 20


def test_labels_of_a_stack_lie_below_each_other() -> None:
    placed = apart([[50, 50]] * 4, [(80, 20)] * 4)
    assert len({y // 20 for _, y in placed}) == 4
