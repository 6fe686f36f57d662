"""The drawn table: perspective, what covers what, and that unchanged parts are not drawn wrongly."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import parse_face
from vision.layout import TABLE_MM
from vision.twin.art import deck_codes, load_deck
from vision.twin.camera import Lens, aim, draw_camera
from vision.twin.hands import draw_arm
from vision.twin.motion import HandMove, Move, Pose, corners, ease
from vision.twin.places import floor_slots, make_layout, outside, row_pose, show_pose, stock_pose
from vision.twin.scene import Scene
from vision.twin.surface import SURFACES, draw_surface

SIZE = (640, 360)
CODES = deck_codes()


def make_scene(players: int = 2, tilt: float = 9.0) -> Scene:
    rng = np.random.default_rng(7)
    camera = aim(SIZE, tilt=tilt, roll=0.5)
    top = draw_surface(camera, rng, "felt")
    arms = [draw_arm(rng) for _ in range(players)]
    return Scene(camera, Lens(SIZE, rng), top, load_deck(), CODES, arms, players)


def lie(thing: int, pose: Pose, count: int = 1) -> Move:
    return Move(thing, 0.0, 0.0, pose, pose, count=count)


@pytest.mark.parametrize("seed", range(5))
def test_table_to_picture_and_back(seed: int) -> None:
    camera = draw_camera((1280, 720), np.random.default_rng(seed))
    layout = make_layout(2, camera)
    places = np.random.default_rng(seed).uniform((0, 0), TABLE_MM, (50, 2))
    pixels = camera.project(np.c_[places, np.zeros(50)])
    assert np.abs(layout.to_mm(pixels) - places).max() < 0.01
    assert np.abs(layout.to_px(places) - pixels).max() < 0.01


@pytest.mark.parametrize("seed", range(5))
def test_whole_table_is_in_the_picture_and_fills_it(seed: int) -> None:
    camera = draw_camera((1280, 720), np.random.default_rng(seed))
    edge = camera.project([(0, 0, 0), (920, 0, 0), (920, 520, 0), (0, 520, 0)])
    assert (edge >= 0).all()
    assert (edge <= (1280, 720)).all()
    assert np.ptp(edge[:, 0]) > 1200 or np.ptp(edge[:, 1]) > 690


def test_near_card_is_larger_than_far_card() -> None:
    camera = aim((1280, 720), tilt=12)
    near, far = (camera.project(corners(Pose(460, y))) for y in (480, 40))
    assert np.linalg.norm(near[1] - near[0]) > 1.05 * np.linalg.norm(far[1] - far[0])


def test_a_card_turns_from_back_to_face_at_the_end_of_its_way() -> None:
    move = Move(0, 0.0, 1.0, Pose(0, 0, turn=180), Pose(100, 0))
    turns = [move.at(t / 20).turn for t in range(21)]
    assert turns[0] == turns[9] == 180
    assert turns[-1] == 0
    assert turns == sorted(turns, reverse=True)


def test_reach_is_smooth() -> None:
    assert [ease(1, 3, t) for t in (0, 1, 2, 3, 9)] == [0, 0, 0.5, 1, 1]


def test_fully_visible_card_reports_its_quad() -> None:
    scene = make_scene()
    scene.add([lie(0, Pose(300, 200, 5))])
    scene.frame(0, 0)
    (card,) = scene.visible()
    assert card.face == "01-bright"
    assert card.visible > 0.97
    assert np.abs(card.quad - scene.camera.project(corners(Pose(300, 200, 5, 0.8)))).max() < 0.1


def test_later_card_covers_earlier_card() -> None:
    scene = make_scene()
    scene.add([lie(0, Pose(300, 200)), lie(4, Pose(318, 200))])
    scene.frame(0, 0)
    below, above = scene.visible()
    assert below.visible == pytest.approx(0.5, abs=0.06)
    assert above.visible > 0.97


def test_hand_covers_cards_and_its_picture_hides_them() -> None:
    scene = make_scene()
    place = Pose(460, 330)
    scene.add([lie(0, place)], [HandMove(0, 1.0, 2.0, (455, 250), (455, 250), "flat")])
    scene.frame(0, 0)
    (free,) = scene.visible()
    picture = scene.frame(1.5, 15)
    (covered,) = scene.visible()
    assert free.visible > 0.97
    assert covered.visible < 0.1
    middle = covered.quad.mean(0).astype(int)
    assert scene.hand_mask(scene.hands()[0])[middle[1], middle[0]]
    red_ink = np.array([36, 28, 205])
    window = picture[middle[1] - 5 : middle[1] + 5, middle[0] - 5 : middle[0] + 5].reshape(-1, 3)
    assert np.abs(window - red_ink).sum(1).min() > 60


def test_hand_throws_a_shadow_beside_itself() -> None:
    scene = make_scene()
    bare = scene.frame(0, 0).astype(int)
    scene.add([], [HandMove(0, 1.0, 2.0, (460, 200), (460, 200))])
    shaded = scene.frame(1.5, 0).astype(int)
    outside_hand = ~scene.hand_mask(scene.hands()[0])
    assert ((bare - shaded).sum(2)[outside_hand] > 25).sum() > 200


def test_lifted_card_leaves_the_table_as_it_was() -> None:
    scene = make_scene()
    bare = scene.frame(0, 0)
    pose = Pose(300, 200, 20)
    scene.add([Move(0, 1, 1, pose, pose), Move(0, 3, 3.5, pose, Pose(300, 900), leaves=True)])
    assert (scene.frame(2, 0) != bare).any()
    assert np.array_equal(scene.frame(4, 0), bare)


def test_painting_in_steps_equals_painting_at_once() -> None:
    poses = [Pose(250 + 30 * n, 200 + 4 * n, 5.0 * n) for n in range(8)]
    steps, once = make_scene(), make_scene()
    once.add([lie(n, pose) for n, pose in enumerate(poses)])
    for n, pose in enumerate(poses):
        steps.add([Move(n, n, n, pose, pose)])
        steps.frame(n, n)
    off = np.abs(steps.frame(9, 0).astype(int) - once.frame(9, 0)).max(2) > 1
    assert off.sum() < 60, "more than the clipped ends of smooth lines"


def test_stock_is_a_pile_with_height() -> None:
    scene = make_scene()
    scene.add([lie(-1, stock_pose(2), 20)])
    scene.frame(0, 0)
    (stock,) = scene.visible()
    flat = scene.camera.project(corners(stock_pose(2)))
    assert (stock.face, stock.count) == ("back", 20)
    assert np.abs(stock.quad - flat).max() > 1


def test_grain_differs_between_frames_and_repeats() -> None:
    scene = make_scene()
    first, second, again = scene.frame(0, 0), scene.frame(0.1, 1), scene.frame(0.2, 0)
    assert not np.array_equal(first, second)
    assert np.array_equal(first, again)


@pytest.mark.parametrize("name", sorted(SURFACES))
def test_every_surface_paints_the_whole_picture(name: str) -> None:
    top = draw_surface(aim(SIZE), np.random.default_rng(3), name)
    assert top.shape == (360, 640, 3)
    assert 10 < top.mean() < 230
    assert (top.reshape(-1, 3).sum(1) > 0).mean() > 0.99


@pytest.mark.parametrize("players", [2, 3, 4])
def test_places_lie_in_their_zones(players: int) -> None:
    layout = make_layout(players, aim(SIZE))
    stock = stock_pose(players)
    assert str(layout.zone_at((stock.x, stock.y))) == str(layout.zone_at((stock.x + 10, stock.y)))
    assert len(floor_slots(players)) >= 16
    assert {layout.zone_at(slot).kind for slot in floor_slots(players)} == {"floor"}  # type: ignore[union-attr]
    for seat in range(players):
        shown = show_pose(players, seat, 1)
        zone = layout.zone_at((shown.x, shown.y))
        assert zone is not None
        assert (zone.kind, zone.seat) == ("show", seat)
        assert layout.zone_at(outside(players, seat)) is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_row_stays_in_its_pile_however_long(players: int) -> None:
    layout = make_layout(players, aim(SIZE))
    for seat in range(players):
        for face, most in (("01-bright", 5), ("02-animal", 9), ("01-ribbon", 10), ("01-junk", 22)):
            poses = [row_pose(players, seat, parse_face(face), n, 16) for n in range(most)]
            zones = {layout.zone_at((p.x, p.y)) for p in poses}
            assert {(z.kind, z.seat) for z in zones if z} == {("pile", seat)}
            assert None not in zones
            assert len({(round(p.x, 1), round(p.y, 1)) for p in poses}) == most
