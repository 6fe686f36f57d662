"""A deck on the bench: read once it is complete, asked about, kept; what goes wrong is said and nothing is lost."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest

from engine.cards import DECK
from tests.webui.commands.test_enroll import laid_out
from vision import decks
from vision.enrol import Laid
from vision.errors import DeckError
from vision.types import Bgr
from webui.errors import WebError
from webui.setup import deck as bench
from webui.setup.deck import LONG_SIDE, DeckCheck, Stage

PICTURE: Bgr = np.full((300, 400, 3), 90, np.uint8)


@pytest.fixture
def cards() -> list[str]:
    """What lies there; change it in place."""
    return [*map(str, DECK)]


@pytest.fixture
def check(cards: list[str], monkeypatch: pytest.MonkeyPatch) -> DeckCheck:
    """A bench whose eyes are fakes."""

    def look(_eyes: Any, pictures: Sequence[Bgr]) -> Laid:
        if not cards:
            raise DeckError("no card is found")
        return laid_out(cards)

    monkeypatch.setattr(bench, "look", look)
    return DeckCheck(lambda: None)  # type: ignore[arg-type, return-value]


def read(check: DeckCheck) -> Stage:
    """Lay a picture there and wait until it was read."""
    check.add(PICTURE)
    end = monotonic() + 10
    while check.now.stage is Stage.LOOKING:
        assert monotonic() < end
        sleep(0.01)
    return check.now.stage


def test_a_deck_is_read_and_kept(check: DeckCheck, tmp_path: Path) -> None:
    assert read(check) is Stage.READ
    check.keep(tmp_path / "decks" / "mine.npz")
    assert len(decks.load(tmp_path / "decks" / "mine.npz").faces) == 48


def test_few_cards_are_no_deck(check: DeckCheck, cards: list[str]) -> None:
    del cards[9:]
    assert (read(check), check.now.why, check.now.found) == (Stage.FAILED, "few", None)


def test_a_picture_without_cards_or_too_dark_fails_and_says_why(
    check: DeckCheck, cards: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "look", lambda *_: replace(laid_out(cards), why=("dark",)))
    assert (read(check), check.now.why) == (Stage.FAILED, "dark")
    check.clear()
    monkeypatch.setattr(bench, "look", lambda *_: (_ for _ in ()).throw(DeckError("none")))
    assert (read(check), check.now.why) == (Stage.FAILED, "none")


def test_what_people_say_adds_up(check: DeckCheck, cards: list[str]) -> None:
    cards += ["strange", "strange"]
    read(check)
    check.say({49: "bonus2"})
    check.say({50: "foreign"})
    assert check.now.said == {49: "bonus2", 50: "foreign"}
    assert check.now.found is not None and check.now.found.numbers("bonus2") == (49,)
    with pytest.raises(WebError):
        check.say({99: "bonus2"})
    with pytest.raises(WebError):
        check.say({1: "joker"})
    assert check.now.said == {49: "bonus2", 50: "foreign"}


def test_a_picture_at_a_time_and_four_in_all(
    check: DeckCheck, monkeypatch: pytest.MonkeyPatch, cards: list[str]
) -> None:
    going = threading.Event()
    monkeypatch.setattr(bench, "look", lambda *_: going.wait(10) and laid_out(cards))
    check.add(PICTURE)
    with pytest.raises(WebError) as caught:
        check.add(PICTURE)
    assert caught.value.code == "setup_busy"
    going.set()
    while check.now.stage is Stage.LOOKING:
        sleep(0.01)
    for _ in range(3):
        read(check)
    with pytest.raises(WebError) as caught:
        check.add(PICTURE)
    assert caught.value.code == "setup_pictures"


def test_who_begins_anew_meanwhile_is_not_shown_the_old_deck(
    check: DeckCheck, monkeypatch: pytest.MonkeyPatch, cards: list[str]
) -> None:
    going, done = threading.Event(), threading.Event()

    def slow(*_: Any) -> Laid:
        going.wait(10)
        done.set()
        return laid_out(cards)

    monkeypatch.setattr(bench, "look", slow)
    check.add(PICTURE)
    check.clear()
    going.set()
    assert done.wait(10)
    sleep(0.1)
    assert check.now.stage is Stage.EMPTY


def test_nothing_is_kept_or_said_without_a_deck(check: DeckCheck, tmp_path: Path) -> None:
    with pytest.raises(WebError):
        check.keep(tmp_path / "mine.npz")
    with pytest.raises(WebError):
        check.say({1: "01-bright"})
    assert not (tmp_path / "mine.npz").exists()


def test_huge_pictures_are_made_smaller(check: DeckCheck) -> None:
    check.add(np.zeros((LONG_SIDE + 400, 500, 3), np.uint8))
    assert max(check.now.pictures[0].shape) == LONG_SIDE
