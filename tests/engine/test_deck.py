"""Facts of the deck (RULES.md 1.1)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.cards import COPIES, DECK, FACES, Kind, parse_face
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
