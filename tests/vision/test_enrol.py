"""A deck learnt with the shipped networks, from photographs drawn of our own cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.spread import Laid as Card
from benchmarks.spread import Photo, deck_cards, draw_print, foreign, photograph
from engine.cards import BONUS_FACES
from models.training.art import DeckArt, load_deck
from vision import decks
from vision.detect import overlap
from vision.draw import number_cards
from vision.enrol import Enrolment, Fault, Finding, Laid, look, name
from vision.errors import DeckError
from vision.identify import Identifier
from vision.pipeline import Recogniser
from vision.rectify import Pyramid
from vision.twin.art import OWN
from vision.types import Bgr, Quad

STYLE = replace(draw_print(np.random.default_rng(5)), frame=None, crop=0.0)


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser(threads=2)


@pytest.fixture(scope="module")
def art() -> DeckArt:
    return load_deck(OWN, own=True)


def photo_of(cards: list[Card], seed: int) -> Photo:
    return photograph(cards, np.random.default_rng(seed), style=STYLE, width=1600)


def all_fifty(art: DeckArt) -> list[Card]:
    return [*deck_cards(art), *(Card(str(face), art.faces[str(face)][0]) for face in BONUS_FACES)]


@pytest.fixture(scope="module")
def photo(art: DeckArt) -> Photo:
    """All fifty cards of our deck."""
    return photo_of(all_fifty(art), 11)


@pytest.fixture(scope="module")
def laid(recogniser: Recogniser, photo: Photo) -> Laid:
    return look(recogniser, [photo.bgr])


@pytest.fixture(scope="module")
def whole(laid: Laid) -> Enrolment:
    return name(laid)


def truth(photo: Photo, quad: Quad) -> str:
    best = max(zip(photo.quads, photo.labels, strict=True), key=lambda pair: overlap(pair[0], quad.corners))
    assert overlap(best[0], quad.corners) > 0.7
    return best[1]


def test_every_card_of_a_whole_deck_is_found_and_named(whole: Enrolment, photo: Photo) -> None:
    assert [card.face for card in whole.cards] == [truth(photo, card.quad) for card in whole.cards]
    assert (len(whole.cards), whole.count, whole.missing, whole.faults()) == (50, 50, (), [])


def test_the_deck_keeps_a_picture_of_each_card_and_knows_them_again(
    whole: Enrolment, photo: Photo, art: DeckArt, tmp_path: Path
) -> None:
    whole.deck((35.0, 54.0)).dump(tmp_path / "mine.npz")
    deck = decks.load(tmp_path / "mine.npz")
    assert Counter(deck.faces) == Counter(photo.labels) and deck.card_mm == (35.0, 54.0)
    other = photo_of(all_fifty(art), 23)
    quads = [Quad(np.roll(corners, 2 * (k % 2), 0), 1.0, 0.9) for k, corners in enumerate(other.quads)]
    named = Identifier(deck=deck).name(Pyramid(other.bgr), quads)
    assert [d.face for d in named] == list(other.labels)
    assert all(d.confidence > 0.8 for d in named)
    for detection, corners in zip(named, other.quads, strict=True):
        assert np.abs(detection.quad.corners - corners).max() < 1, "turned upright"


def test_a_third_of_an_enrolled_card_is_enough(whole: Enrolment, art: DeckArt) -> None:
    other = photo_of(all_fifty(art), 23)
    mask = np.zeros((96, 64), np.uint8)
    mask[:, :22] = 255
    quads = [Quad(corners, 0.34, 0.9, mask) for corners in other.quads]
    before = Identifier().name(Pyramid(other.bgr), quads)
    after = Identifier(deck=whole.deck()).name(Pyramid(other.bgr), quads)
    right = [sum(d.face == label for d, label in zip(named, other.labels, strict=True)) for named in (before, after)]
    assert right[1] >= 47 and right[1] > right[0]


def test_what_is_missing_double_or_foreign_is_named(recogniser: Recogniser, art: DeckArt) -> None:
    cards = [card for card in deck_cards(art) if card.label != "05-animal"]
    twin = next(card for card in cards if card.label == "08-bright")
    found = name(look(recogniser, [photo_of([*cards, twin, foreign(np.random.default_rng(3))], 11).bgr]))
    faults = found.faults()
    assert [(f.fault, f.face) for f in faults] == [
        (Fault.MISSING, "05-animal"), (Fault.DOUBLE, "08-bright"), (Fault.FOREIGN, None),
    ]  # fmt: skip
    assert len(faults[1].numbers) == 2


def test_cards_may_be_split_over_two_pictures(recogniser: Recogniser, art: DeckArt) -> None:
    cards = deck_cards(art)
    pictures = [photo_of(cards[:20], 11).bgr, photo_of(cards[20:], 12).bgr]
    found = name(look(recogniser, pictures))
    assert (found.count, found.faults()) == (48, [])
    assert Counter(card.picture for card in found.cards) == {0: 20, 1: 28}
    assert [card.number for card in found.cards] == list(range(1, 49))


def test_a_picture_of_the_backs_is_no_fault_and_an_odd_back_is(recogniser: Recogniser, art: DeckArt) -> None:
    backs = [Card("back", art.backs[0])] * 47
    odd = Card("odd", np.ascontiguousarray(art.backs[0][..., ::-1]))  # blue among red ones
    picture = photo_of([*backs, odd], 12)
    found = name(look(recogniser, [photo_of(deck_cards(art), 11).bgr, picture.bgr]))
    (fault,) = found.faults()
    assert fault.fault is Fault.BACK
    assert truth(picture, found.cards[fault.numbers[0] - 1].quad) == "odd"
    assert found.deck().faces.count("back") == 1


def test_what_people_say_is_kept(laid: Laid, whole: Enrolment) -> None:
    bonus = whole.numbers("bonus2")[0]
    told = name(laid, {bonus: "foreign"})
    assert told.faults() == [Finding(Fault.FOREIGN, None, (bonus,))]
    assert "bonus2" not in told.deck().faces
    assert name(laid, {bonus: "bonus3"}).numbers("bonus3") == tuple(sorted((bonus, *whole.numbers("bonus3"))))


@pytest.mark.parametrize(("said", "words"), [({99: "05-animal"}, "no card 99"), ({1: "13-animal"}, "is no card")])
def test_nonsense_is_refused(laid: Laid, said: dict[int, str], words: str) -> None:
    with pytest.raises(DeckError, match=words):
        name(laid, said)


def test_a_bare_table_is_no_deck(recogniser: Recogniser) -> None:
    with pytest.raises(DeckError, match="no card is found"):
        look(recogniser, [np.full((600, 800, 3), (60, 110, 40), np.uint8)])


def test_the_numbered_picture_is_a_copy(whole: Enrolment, photo: Photo) -> None:
    before: Bgr = photo.bgr.copy()
    drawn = number_cards(photo.bgr, whole.cards)
    assert (photo.bgr == before).all() and cv2.absdiff(drawn, before).max() > 100
