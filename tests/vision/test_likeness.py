"""Crops compared with the cards of an enrolled deck, without any network: embeddings are given."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.decks import EnrolledDeck
from vision.likeness import Memory, judge, known
from vision.types import Bgr, Floats, Mask

LABELS = ("01-bright", "05-junk", "08-junk", "back")
ENROLLED = ("05-junk", "08-junk", "01-bright")


def embed(pictures: Bgr) -> Floats:
    """A stand-in for the namer's vectors: the mean colours, at unit length."""
    vectors = pictures.reshape(len(pictures), -1, 3).mean(1) + 1
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


@pytest.fixture(scope="module")
def cards() -> Bgr:
    """Three pictures, each of some blobs."""
    rng = np.random.default_rng(4)
    return np.stack([cv2.resize(rng.integers(0, 256, (6, 4, 3), dtype=np.uint8), (64, 96)) for _ in ENROLLED])


@pytest.fixture(scope="module")
def memory(cards: Bgr) -> Memory:
    return Memory(EnrolledDeck(ENROLLED, cards), LABELS, embed)


def alike(memory: Memory, crop: Bgr, mask: Mask | None = None) -> Floats:
    return memory.compare(crop[None], [mask], embed(crop[None])).alike[0]


def test_a_card_is_most_like_itself_in_any_light(memory: Memory, cards: Bgr) -> None:
    for face, card in zip(ENROLLED, cards, strict=True):
        dim = np.asarray(card * 0.5 + 20, np.uint8)
        likeness = alike(memory, dim)
        assert LABELS[int(likeness.argmax())] == face
        assert likeness.max() > 0.95
        assert likeness[LABELS.index("back")] == -1, "no back was enrolled"


def test_corners_that_are_a_little_off_are_borne(memory: Memory, cards: Bgr) -> None:
    shift = np.array([[1, 0, -4], [0, 1, 4]], np.float32)
    moved = np.asarray(cv2.warpAffine(cards[0], shift, (64, 96), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    assert alike(memory, moved)[LABELS.index("05-junk")] > 0.9


def test_upside_down_is_told(memory: Memory, cards: Bgr) -> None:
    like = memory.compare(cards[:1, ::-1, ::-1], [None], embed(cards[:1]))
    column = LABELS.index("05-junk")
    assert like.upside[0, column] > 0.95 > like.upright[0, column] + 0.1


def test_pixels_of_a_neighbour_do_not_count(memory: Memory, cards: Bgr) -> None:
    covered = cards[0].copy()
    covered[:, 24:] = cards[1][:, 24:]
    mask = np.zeros((96, 64), np.uint8)
    mask[:, :24] = 255
    own, other = LABELS.index("05-junk"), LABELS.index("08-junk")
    bare, masked = alike(memory, covered), alike(memory, covered, mask)
    assert bare[own] < bare[other]
    assert masked[own] > 0.95 > masked[other]


def test_a_mask_that_shows_nearly_nothing_is_not_believed(memory: Memory, cards: Bgr) -> None:
    assert np.allclose(alike(memory, cards[0], np.zeros((96, 64), np.uint8)), alike(memory, cards[0]))


def test_blank_crops_are_like_nothing(memory: Memory) -> None:
    blank = np.full((96, 64, 3), 120, np.uint8)
    blank[::7] += 2
    assert alike(memory, blank).max() < 0.3


def test_likeness_settles_what_the_network_doubts(memory: Memory, cards: Bgr) -> None:
    faces = np.array([[0.3, 0.35, 0.3, 0.05]])
    like = memory.compare(cards[1:2], [None], embed(cards[1:2]))
    judged = judge(faces, like, memory.enrolled)
    assert LABELS[int(judged.argmax())] == "08-junk"
    assert judged.sum() == pytest.approx(1)
    assert known(like, judged.argmax(1), np.array([0.9]))[0] > 0.9


def test_a_label_that_was_not_enrolled_can_still_be_read(memory: Memory) -> None:
    plain = np.full((1, 96, 64, 3), (30, 30, 160), np.uint8)
    like = memory.compare(plain, [None], embed(plain))
    judged = judge(np.array([[0.01, 0.01, 0.01, 0.97]]), like, memory.enrolled)
    assert LABELS[int(judged.argmax())] == "back"
