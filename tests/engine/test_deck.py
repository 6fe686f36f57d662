"""Facts of the deck (RULES.md 1.1)."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from dataclasses import replace

import pytest

from engine.cards import BONUS_FACES, COPIES, DECK, FACES, Face, Kind, parse_face
from engine.errors import NotationError


def test_deck_has_48_cards_of_37_faces() -> None:
    assert (len(DECK), len(FACES), sum(COPIES.values())) == (48, 37, 48)
    assert Counter(card.month for card in DECK) == dict.fromkeys(range(1, 13), 4)


def test_deck_has_five_bright_nine_animal_ten_ribbon_and_24_junk_worth_26() -> None:
    kinds = Counter(card.kind for card in DECK)
    assert (kinds[Kind.BRIGHT], kinds[Kind.ANIMAL], kinds[Kind.RIBBON]) == (5, 9, 10)
    assert kinds[Kind.JUNK] + kinds[Kind.DJUNK] == 24
    assert sum(card.junk_value for card in DECK) == 26


def test_every_face_reads_back_from_its_text() -> None:
    assert [parse_face(str(face)) for face in FACES] == list(FACES)
    assert parse_face("05-junk2") == parse_face("05-junk")
    assert str(parse_face("bonus2#2")) == "bonus2"


@pytest.mark.parametrize("code", ["", "13-junk", "12-junk", "5-animal", "05-Animal", "bonus4"])
def test_text_that_is_no_card_is_refused(code: str) -> None:
    with pytest.raises(NotationError, match="month-kind"):
        parse_face(code)


@pytest.mark.parametrize("face", FACES + BONUS_FACES)
def test_equal_faces_are_one_object_also_after_pickling(face: Face) -> None:
    assert Face(face.month, face.kind, face.junk_value) is face
    assert replace(face, month=1) is Face(1, face.kind, face.junk_value)
    assert pickle.loads(pickle.dumps(face)) is face and copy.deepcopy([face])[0] is face


def test_faces_are_ordered_by_month_then_kind_then_value() -> None:
    assert sorted(DECK) == sorted(DECK, key=lambda face: (face.month, face.kind, face.junk_value))
    assert parse_face("01-bright") < parse_face("01-ribbon") <= parse_face("01-ribbon") < parse_face("02-animal")
    assert BONUS_FACES[1] > BONUS_FACES[0]


def test_a_face_does_not_change() -> None:
    with pytest.raises(AttributeError):
        parse_face("01-bright").month = 2  # type: ignore[misc]
