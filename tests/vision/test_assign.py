"""The places of a deck filled from readings that are made up: what a doubtful and what a sure eye comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from engine.cards import BONUS_FACES, DECK, FACES
from vision.assign import SLOTS, Label, Places, missing
from vision.identify import Reading
from vision.types import Floats

LABELS = (*map(str, FACES + BONUS_FACES), "back")
Seen = Mapping[str, float]


def whole_deck() -> list[Seen]:
    """Every card read surely."""
    return [{str(face): 0.995} for face in DECK]


def reading(cards: Sequence[Seen], known: Mapping[int, float] | None = None) -> Reading:
    faces = np.full((len(cards), len(LABELS)), 1e-4)
    for row, seen in zip(faces, cards, strict=True):
        for label, probability in seen.items():
            row[LABELS.index(label)] = probability
        row /= row.sum()
    sure = np.array([(known or {}).get(k, 0.999) for k in range(len(cards))])
    empty = np.zeros((len(cards), 96, 64, 3), np.uint8)
    return Reading(empty, faces, sure, np.zeros(len(cards)), np.zeros((len(cards), 128)))


def fill(
    cards: Sequence[Seen],
    alike: Mapping[tuple[int, int], float] | None = None,
    known: Mapping[int, float] | None = None,
    said: Mapping[int, str] | None = None,
) -> list[Label]:
    """What each card is; *alike*: how much pairs look alike, 0.6 where nothing is said."""
    twins: Floats = np.full((len(cards), len(cards)), 0.6)
    for (one, other), value in (alike or {}).items():
        twins[one, other] = twins[other, one] = value
    np.fill_diagonal(twins, 0)
    return Places(reading(cards, known), LABELS, twins, said or {}).fill()[0]


def test_a_whole_deck_fills_all_places() -> None:
    labels = fill(whole_deck())
    assert [label.face for label in labels] == list(SLOTS)
    assert missing(labels) == ()


def test_a_doubtful_card_takes_the_place_that_is_left() -> None:
    cards = whole_deck()
    at = SLOTS.index("07-ribbon")
    cards[at] = {"04-ribbon": 0.7, "07-ribbon": 0.2}
    assert fill(cards)[at] == Label("07-ribbon")


def test_a_sure_double_stays_one_though_another_place_is_free() -> None:
    cards = whole_deck()
    at, twin = SLOTS.index("07-ribbon"), SLOTS.index("04-ribbon")
    cards[at] = {"04-ribbon": 0.995}
    labels = fill(cards, {(at, twin): 0.97})
    assert {labels[at], labels[twin]} == {Label("04-ribbon"), Label("04-ribbon", double=True)}
    assert missing(labels) == ("07-ribbon",)


def test_two_readings_of_a_face_by_cards_that_look_different_are_no_double() -> None:
    cards = whole_deck()
    at, other = SLOTS.index("07-ribbon"), SLOTS.index("04-ribbon")
    cards[at] = {"04-ribbon": 0.9, "07-ribbon": 0.05}
    labels = fill(cards, {(at, other): 0.7})
    assert labels[at] == Label("07-ribbon") and missing(labels) == ()


def test_a_sure_reading_is_not_overruled_by_looks_either() -> None:
    cards = whole_deck()
    at, other = SLOTS.index("07-ribbon"), SLOTS.index("04-ribbon")
    cards[at] = {"04-ribbon": 0.995}
    labels = fill(cards, {(at, other): 0.7})
    assert missing(labels) == ("07-ribbon",) and labels[at].face == "04-ribbon"


def test_a_missing_card_is_named_once_for_each_copy() -> None:
    cards = [card for k, card in enumerate(whole_deck()) if SLOTS[k] not in ("05-animal", "09-junk")]
    assert missing(fill(cards)) == ("05-animal", "09-junk", "09-junk")


def test_two_alike_cards_that_are_misread_alike_are_told_by_the_cards_that_are_there() -> None:
    cards = [*whole_deck(), {"11-junk": 0.43, "05-junk": 0.22, "11-djunk": 0.15}]
    first, twin = SLOTS.index("05-junk"), 48
    cards[first] = cards[twin]
    labels = fill(cards, {(first, twin): 0.998, (first + 1, twin): 0.77, (first, first + 1): 0.77})
    assert [label for label in labels if label.double] == [Label("05-junk", double=True)] and missing(labels) == ()


def test_a_third_plain_junk_is_a_double() -> None:
    cards = [*whole_deck(), {"05-junk": 0.995}]
    labels = fill(cards, {(48, SLOTS.index("05-junk")): 0.96})
    assert [label for label in labels if label.double] == [Label("05-junk", double=True)]


def test_plain_junks_that_look_alike_leave_no_place_to_a_stranger() -> None:
    cards = [*whole_deck(), {"04-junk": 0.8, "08-junk": 0.02}]
    one = SLOTS.index("08-junk")
    labels = fill(cards, {(one, one + 1): 0.99}, known={48: 0.9})
    assert labels[48].face == "foreign"


def test_a_stranger_taken_for_a_face_whose_cards_look_otherwise_is_foreign() -> None:
    cards = [*whole_deck(), {"04-junk": 0.71, "07-junk": 0.1}]
    assert fill(cards, known={48: 0.99})[48].face == "foreign"


def test_what_looks_like_another_card_of_the_deck_is_of_the_deck_though_its_reading_is_doubtful() -> None:
    cards = whole_deck()
    at, twin = SLOTS.index("07-animal"), SLOTS.index("04-animal")
    cards[at] = {"04-animal": 0.8, "07-animal": 0.15}
    labels = fill(cards, {(at, twin): 0.98}, known={at: 0.35})
    assert labels[at].face == labels[twin].face == "04-animal" and missing(labels) == ("07-animal",)


def test_a_card_of_another_print_is_foreign_though_it_reads_as_one_that_is_missing() -> None:
    cards = whole_deck()
    at = SLOTS.index("08-bright")
    cards[at] = {"08-bright": 0.6, "08-junk": 0.1}
    odd = np.zeros(48)
    twins: Floats = np.full((48, 48), 0.6) - 0.6 * np.eye(48)
    read = reading(cards, {at: 0.6})
    assert Places(read, LABELS, twins, {}, odd).fill()[0][at].face == "08-bright"
    odd[at] = 4.0
    assert Places(read, LABELS, twins, {}, odd).fill()[0][at].face == "foreign"


def test_what_is_no_hwatu_card_is_foreign_though_a_place_is_free() -> None:
    cards = whole_deck()
    at = SLOTS.index("12-bright")
    cards[at] = {"08-bright": 0.3, "12-bright": 0.02, "03-junk": 0.2}
    labels = fill(cards, known={at: 0.1})
    assert labels[at] == Label("foreign") and missing(labels) == ("12-bright",)


def test_bonus_cards_need_no_place() -> None:
    labels = fill([*whole_deck(), {"bonus2": 0.99}, {"bonus3": 0.99}])
    assert labels[48:] == [Label("bonus2"), Label("bonus3")] and missing(labels) == ()


def test_a_card_that_lies_face_down_is_no_card_of_the_deck() -> None:
    cards = whole_deck()
    cards[3] = {"back": 0.99}
    labels = fill(cards)
    assert labels[3] == Label("back") and missing(labels) == (SLOTS[3],)


def test_what_people_say_holds_against_any_reading() -> None:
    cards = [*whole_deck(), {"08-bright": 0.99}]
    said = {48: "bonus3", SLOTS.index("01-bright"): "nothing"}
    labels = fill(cards, said=said)
    assert labels[48] == Label("bonus3") and labels[SLOTS.index("01-bright")] == Label("nothing")
    assert missing(labels) == ("01-bright",)


def test_a_face_that_is_said_of_two_cards_is_a_double() -> None:
    labels = fill(whole_deck(), said={0: "05-animal", SLOTS.index("05-animal"): "05-animal"})
    assert [label.face for label in labels if label.double] == ["05-animal"]
    assert missing(labels) == (SLOTS[0],)


def test_a_card_barred_from_what_it_is_costs_more() -> None:
    cards = whole_deck()
    places = Places(reading(cards), LABELS, np.full((48, 48), 0.6), {})
    labels, cost = places.fill()
    others, worse = places.fill((5, labels[5].face))
    assert others[5].face != labels[5].face and worse > cost + 2
