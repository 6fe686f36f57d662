"""Cards as people type them: every way that is promised, and what is said of a word that is none."""

from __future__ import annotations

import pytest

from engine.cards import BONUS_FACES, BY_CODE, FACES
from engine.tally import ANY_JUNK
from tests.builders import faces
from webui.errors import WebError
from webui.texts import LANGUAGES, card_mark, card_name
from webui.typed import read_cards, typed_name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_read_as_it_is_printed(language) -> None:  # type: ignore[no-untyped-def]
    for face in FACES + BONUS_FACES:
        assert read_cards([typed_name(face, language)], language) == (face,)


def test_every_code_of_the_engine_is_read() -> None:
    for code, face in BY_CODE.items():
        assert read_cards([code], "en") == (face,)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mark_of_the_page_is_read(language) -> None:  # type: ignore[no-untyped-def]
    for face in FACES:
        assert read_cards([card_mark(face, language)], language) == (face,)


def test_every_name_of_the_page_is_read_without_its_spaces() -> None:
    for face in FACES:
        assert read_cards([card_name(face, "ko").partition(" ")[2].replace(" ", "")], "ko") == (face,)


@pytest.mark.parametrize(("word", "cards"), [
    ("8광", "08-bright"), ("8월광", "08-bright"), ("팔광", "08-bright"), ("공산광", "08-bright"),
    ("8-Bright", "08-bright"), ("8 광", None), ("비광", "12-bright"), ("똥광", "11-bright"), ("똥쌍피", "11-djunk"),
    ("비쌍피", "12-djunk"), ("국진", "09-animal"), ("8열", "08-animal"), ("8멍", "08-animal"), ("비띠", "12-ribbon"),
    ("5피", "05-junk"), ("05-junk2", "05-junk"), ("5피x2", "05-junk 05-junk"), ("5피×2", "05-junk 05-junk"),
    ("홍단", "01-ribbon 02-ribbon 03-ribbon"), ("청단", "06-ribbon 09-ribbon 10-ribbon"),
    ("홍단1·2", "01-ribbon 02-ribbon"), ("초단7", "07-ribbon"), ("고도리", "02-animal 04-animal 08-animal"),
    ("Godori", "02-animal 04-animal 08-animal"),
    ("오광", "01-bright 03-bright 08-bright 11-bright 12-bright"), ("조커2", "bonus2"), ("보너스3", "bonus3"),
    ("bonus2#3", "bonus2"), ("1광, 3광", "01-bright 03-bright"), ("", ""),
])
def test_what_players_say_is_read(word: str, cards: str | None) -> None:
    if cards is None:
        with pytest.raises(WebError):
            read_cards([word], "ko")
    else:
        assert read_cards([word], "ko") == faces(cards)


@pytest.mark.parametrize("word", ["피14", "피14장", "junk14"])
def test_junk_may_be_counted_instead_of_named(word: str) -> None:
    assert read_cards([word], "ko") == (ANY_JUNK,) * 14


@pytest.mark.parametrize(("word", "near"), [
    ("8왕", "8광"), ("12피", "12쌍피"), ("쌍피", "11쌍피"), ("조커", "보너스2"), ("8-brihgt", "8광"), ("13광", "1광"),
    ("홍단4", "3띠")])
def test_a_word_that_is_no_card_is_named_with_the_nearest(word: str, near: str) -> None:
    with pytest.raises(WebError) as told:
        read_cards(["1광", word], "ko")
    assert str(told.value).startswith(f"{word}: 그런 패는 없어요.")
    assert near in str(told.value)


def test_a_word_like_nothing_is_told_how_cards_are_written() -> None:
    with pytest.raises(WebError, match="there is no card qqqq; write 08-bright"):
        read_cards(["qqqq"], "en")
