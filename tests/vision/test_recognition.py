"""The shipped networks on pictures of our own: found, named, upright, only where cards may be named."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import FACES
from models import registry
from vision import layout as layouts
from vision.detect import overlap, placed
from vision.draw import annotate
from vision.identify import Reading
from vision.pipeline import Recogniser
from vision.rectify import Pyramid, crop_corners, rectify
from vision.twin.source import TwinSource, VisibleCard
from vision.types import Bgr, Corners, Detection, Quad


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser(threads=2)


@pytest.fixture(scope="module")
def busy() -> tuple[TwinSource, Bgr, list[VisibleCard]]:
    """The first frame of a virtual game that shows at least fourteen clear resting cards, and all cards in it."""
    source = TwinSource(seed=11, players=2)
    for frame in source.frames():
        if frame.number % 5 == 0:
            cards = source.visible_cards()
            if len(clear(cards)) >= 14 and not any(c.moving for c in cards):
                return source, frame.bgr.copy(), cards
    raise AssertionError("this game never shows fourteen cards")


def clear(cards: list[VisibleCard]) -> list[VisibleCard]:
    return [c for c in cards if c.visible > 0.6]


def fit(found: Detection, true: VisibleCard) -> float:
    return overlap(found.quad.corners, np.asarray(true.quad, np.float32))


def test_shipped_weights_are_those_of_the_manifest() -> None:
    assert registry.check() == []
    assert set(registry.entries()) == {"detector", "namer", "refiner"}
    assert sum(entry.path.stat().st_size for entry in registry.entries().values()) <= 12 * 2**20


def test_damaged_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "weights").mkdir()
    (tmp_path / "manifest.toml").write_text((registry.HERE / "manifest.toml").read_text())
    for entry in registry.entries().values():
        (tmp_path / "weights" / entry.file).write_bytes(entry.path.read_bytes()[:-1] + b"!")
    monkeypatch.setenv(registry.ELSEWHERE, str(tmp_path))
    with pytest.raises(registry.ModelError, match="install hwatupan again"):
        registry.weights("namer")
    assert len(registry.check()) == 3


def test_namer_knows_every_face_and_the_back(recogniser: Recogniser) -> None:
    assert {str(f) for f in FACES} | {"back"} <= set(recogniser.identifier.labels)


def test_cards_on_a_known_table_are_found_and_named(
    recogniser: Recogniser, busy: tuple[TwinSource, Bgr, list[VisibleCard]]
) -> None:
    source, bgr, truth = busy
    cards = recogniser.table(bgr, source.layout)
    found = right = 0
    for want in clear(truth):
        best = max(cards, key=lambda c: fit(c, want))
        if fit(best, want) >= 0.7:
            found += 1
            right += best.face == want.face
    assert found >= 0.94 * len(clear(truth))
    assert right >= 0.97 * found
    assert sum(all(fit(c, true) < 0.5 for true in truth) for c in cards) <= 1, "false finds"


def test_a_card_is_found_as_well_when_only_its_place_is_looked_at(
    recogniser: Recogniser, busy: tuple[TwinSource, Bgr, list[VisibleCard]]
) -> None:
    source, bgr, _ = busy
    everywhere = recogniser.table(bgr, source.layout)
    plain = [card for card in everywhere if card.quad.visible > 0.7 and card.confidence > 0.9]
    assert len(plain) >= 10
    for card in plain:
        region = np.zeros((180, 320), np.bool_)
        x, y = np.round(card.quad.corners.mean(0) / 4).astype(int)
        region[max(0, y - 6) : y + 7, max(0, x - 6) : x + 7] = True
        alone = recogniser.table(bgr, source.layout, region)
        assert any(one.face == card.face and overlap(one.quad.corners, card.quad.corners) > 0.8 for one in alone)
        assert len(alone) < len(everywhere) / 2


def test_known_cards_are_handed_back_and_neither_measured_nor_named_again(
    recogniser: Recogniser, busy: tuple[TwinSource, Bgr, list[VisibleCard]], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, bgr, _ = busy
    cards = recogniser.table(bgr, source.layout)
    kept, fresh = cards[1:], cards[0]
    asked: list[Quad] = []
    original = recogniser.identifier.read

    def spy(pyramid: Pyramid, quads: Sequence[Quad]) -> Reading:
        asked.extend(quads)
        return original(pyramid, quads)

    monkeypatch.setattr(recogniser.identifier, "read", spy)
    again = recogniser.table(bgr, source.layout, known=kept)
    assert [card for card in kept if not any(card is one for one in again)] == []
    assert len(asked) <= 2, "the card that is not known, and perhaps one false find"
    assert any(one.face == fresh.face and overlap(one.quad.corners, fresh.quad.corners) > 0.8 for one in again)
    assert len(again) == len(cards)


def test_a_card_that_went_away_is_not_handed_back(
    recogniser: Recogniser, busy: tuple[TwinSource, Bgr, list[VisibleCard]]
) -> None:
    source, bgr, _ = busy
    cards = recogniser.table(bgr, source.layout)
    gone = max(cards, key=lambda card: min(source.layout.to_mm(card.quad.corners.mean(0))[0], 900))
    without = bgr.copy()
    hole = cv2.boundingRect(gone.quad.corners)
    without[hole[1] : hole[1] + hole[3], hole[0] : hole[0] + hole[2]] = np.median(bgr, (0, 1)).astype(np.uint8)
    assert not any(gone is one for one in recogniser.table(without, source.layout, known=cards))


def test_a_single_picture_gives_the_cards_without_being_told_their_size(
    recogniser: Recogniser, busy: tuple[TwinSource, Bgr, list[VisibleCard]]
) -> None:
    _, bgr, truth = busy
    small = cv2.resize(bgr, None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA)
    look = recogniser.picture(small)
    faces = sorted(c.face for c in look.cards if c.face != "back")
    wanted = sorted(c.face for c in clear(truth) if c.face != "back")
    assert len([f for f in wanted if f in faces]) >= 0.9 * len(wanted)
    assert (look.width, look.height) == (1024, 576)
    assert set(look.ms) >= {"scale", "detect", "refine", "name"}


def test_an_empty_table_shows_no_card(recogniser: Recogniser) -> None:
    for surface in ("felt", "wood", "blanket"):
        first = next(iter(TwinSource(seed=2, players=2, surface=surface).frames()))
        assert recogniser.picture(first.bgr).cards == ()


def test_a_face_outside_floor_stock_and_piles_is_never_named(
    recogniser: Recogniser, busy: tuple[TwinSource, Bgr, list[VisibleCard]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fair play: a card held in a hand is dropped before identification, however well it could be read."""
    source, bgr, truth = busy
    layout = source.layout
    shown = next(c for c in truth if c.face != "back" and c.visible > 0.95)
    card = rectify(bgr, np.asarray(shown.quad, np.float32), (48, 72))
    held = bgr.copy()
    spot = _far_from_all_zones(layout, held.shape[1::-1])
    held[spot[1] : spot[1] + 72, spot[0] : spot[0] + 48] = card
    asked: list[Corners] = []
    original = recogniser.identifier.read

    def spy(pyramid: Pyramid, quads: Sequence[Quad]) -> Reading:
        asked.extend(q.corners for q in quads)
        return original(pyramid, quads)

    monkeypatch.setattr(recogniser.identifier, "read", spy)
    recogniser.table(held, layout)
    middle = np.add(spot, (24, 36))
    assert asked, "the cards on the table must still be named"
    assert all(np.linalg.norm(q.mean(0) - middle) > 30 for q in asked)


def _far_from_all_zones(layout: layouts.Layout, size: tuple[int, int]) -> tuple[int, int]:
    for y in range(2, size[1] - 74, 8):
        for x in range(2, size[0] - 50, 8):
            around = [(x + dx, y + dy) for dx in (-30, 24, 78) for dy in (-30, 36, 102)]
            if all(layout.zone_at(layout.to_mm(np.array(p, np.float32))) is None for p in around):
                return x, y
    pytest.fail("this layout leaves no place for hands")


def test_a_find_whose_corners_are_surer_is_likelier_to_lie_right(recogniser: Recogniser) -> None:
    weights = recogniser.refiner._placing
    open_card, strip = placed(0.95, 0.01, weights), placed(0.95, 0.15, weights)
    assert open_card > 0.95 > 0.9 > strip
    assert placed(0.6, 0.01, weights) < open_card
    assert 0 <= placed(0.0, 1.0, weights) <= placed(1.0, 0.0, weights) <= 1


def test_cards_in_plain_sight_are_surely_placed(
    recogniser: Recogniser, busy: tuple[TwinSource, Bgr, list[VisibleCard]]
) -> None:
    _, picture, _ = busy
    cards = recogniser.picture(picture).cards
    assert np.mean([card.quad.placed > 0.9 for card in cards]) > 0.8


def test_crop_of_a_quad_is_upright() -> None:
    picture = np.zeros((200, 200, 3), np.uint8)
    picture[50:60, 80:120] = 255  # the card's top edge
    quad = np.array([[79.5, 49.5], [119.5, 49.5], [119.5, 109.5], [79.5, 109.5]], np.float32)
    crop = rectify(picture, quad, (64, 96))
    assert crop[:14].mean() > 240 and crop[20:].mean() < 5
    turned = rectify(picture, np.roll(quad, 2, 0), (64, 96))
    assert turned[-14:].mean() > 240
    assert np.allclose(crop_corners((64, 96))[0], (-0.5, -0.5))


def test_annotated_picture_is_a_copy(recogniser: Recogniser, busy: tuple[TwinSource, Bgr, list[VisibleCard]]) -> None:
    source, bgr, _ = busy
    before = bgr.copy()
    drawn = annotate(bgr, recogniser.table(bgr, source.layout))
    assert (bgr == before).all() and (drawn != bgr).any()
