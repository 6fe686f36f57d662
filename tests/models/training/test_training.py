"""The training code really trains, resumes and exports (needs the extra `train`; run by `make test-train`)."""

from __future__ import annotations

import csv
from pathlib import Path

import cv2
import numpy as np
import onnxruntime as ort
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from models import registry  # noqa: E402
from models.training import crops, detector, export, report, trust  # noqa: E402
from models.training.art import DeckArt, load_deck  # noqa: E402
from models.training.loop import Trainer, jittered  # noqa: E402
from models.training.nets import REFINER_SIZE, REFINER_ZOOM, Detector, Namer, Refiner  # noqa: E402
from models.training.scene import Composer, Recipe, Scene  # noqa: E402
from vision.detect import overlap  # noqa: E402
from vision.rectify import crop_corners, crop_matrix, marked, rectify  # noqa: E402

pytestmark = pytest.mark.train
OWN = Path(__file__).resolve().parents[3] / "vision" / "twin" / "cards"


@pytest.fixture(scope="module")
def deck() -> DeckArt:
    return load_deck(OWN, own=True)


@pytest.fixture(scope="module")
def scene(deck: DeckArt) -> Scene:
    rng = np.random.default_rng(5)
    composer = Composer([deck], None)
    scenes = (composer.scene(rng, Recipe()) for _ in range(20))
    return next(s for s in scenes if sum(c.visible > 0.9 for c in s.cards) >= 4)


def test_same_seed_draws_the_same_scene(deck: DeckArt) -> None:
    first, second = (Composer([deck], None).scene(np.random.default_rng(3), Recipe()) for _ in range(2))
    assert (first.picture == second.picture).all()
    assert [c.label for c in first.cards] == [c.label for c in second.cards]


def test_ids_and_quads_tell_the_same_place(scene: Scene) -> None:
    for number, card in enumerate(scene.cards, 1):
        if card.visible > 0.9:
            ys, xs = np.nonzero(scene.ids == number)
            assert np.hypot(xs.mean() - card.quad[:, 0].mean(), ys.mean() - card.quad[:, 1].mean()) < 3


def test_turned_samples_keep_quads_on_their_cards(scene: Scene) -> None:
    sample = {k: v[None] for k, v in detector.pack(scene, wanted=True).items()}
    for seed in range(8):
        turned = detector.turned(sample, np.random.default_rng(seed))
        for k in range(len(scene.cards[: detector.MOST])):
            quad, facts = turned["quads"][0, k], turned["facts"][0, k]
            if facts[2] > 0.97:
                x, y = np.clip(np.round(quad.mean(0)).astype(int), 0, detector.SIZE - 1)
                assert turned["ids"][0, y, x] == k + 1
                u, v = quad[1] - quad[0], quad[3] - quad[0]
                assert u[0] * v[1] - u[1] * v[0] > 0, "corners must stay clockwise"


def test_refiner_aim_leads_back_to_the_true_quad(scene: Scene) -> None:
    rng = np.random.default_rng(2)
    card = next(c for c in scene.cards if c.visible > 0.9)
    rough = crops._shaken(card.quad, float(np.linalg.norm(card.quad[1] - card.quad[0])), rng)
    aim = crops._offsets(rough, card.quad).reshape(4, 2)
    there = crop_corners(REFINER_SIZE, REFINER_ZOOM) + aim * np.array(REFINER_SIZE, np.float32)
    inverse = np.linalg.inv(crop_matrix(rough, REFINER_SIZE, REFINER_ZOOM))
    back = cv2.perspectiveTransform(there[None].astype(np.float32), inverse)[0]
    assert overlap(back, card.quad) > 0.97


def test_negative_samples_are_no_cards(scene: Scene) -> None:
    rng = np.random.default_rng(4)
    good = [(i, c) for i, c in enumerate(scene.cards, 1) if c.visible >= 0.2]
    samples = [s for s in (crops.negative(scene, good, rng) for _ in range(20)) if s is not None]
    assert samples
    assert all(s["label"] == crops.UNKNOWN and s["card"] == 0 for s in samples)


def test_finder_tells_which_card_a_rough_quad_was_found_by(scene: Scene) -> None:
    good = [(i, c) for i, c in enumerate(scene.cards, 1) if c.visible >= 0.2]
    rough, false = crops.Finder().find(scene, good)
    whole = [i for i, c in good if c.visible > 0.9]
    assert len([i for i in whole if i in rough]) >= 0.8 * len(whole)
    for number, quad in rough.items():
        assert quad.at is not None
        x, y = (round(v) for v in quad.at)
        assert scene.ids[min(max(y, 0), scene.ids.shape[0] - 1), min(max(x, 0), scene.ids.shape[1] - 1)] == number
    assert all(max(overlap(q.corners, c.quad) for c in scene.cards) < 0.3 for q in false)


def test_detector_learns_resumes_and_keeps_what_it_learnt(deck: DeckArt, tmp_path: Path) -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    rng = np.random.default_rng(0)
    fill = detector.sampler([deck], None)
    samples = [fill(rng)[0] for _ in range(4)]
    batch = {k: np.stack([s[k] for s in samples]) for k in samples[0]}
    trainer = Trainer(Detector(), tmp_path, minutes=60, average=0.5, warm_up=3)
    heats = []
    for _ in range(25):
        picture, ids, quads, facts = detector.tensors(batch, rng)
        losses = detector.losses(trainer.net(picture), ids, quads, facts)
        heats.append(float(sum(v.detach() for v in losses.values())))
        trainer.step(losses)
    assert np.mean(heats[-3:]) < 0.6 * np.mean(heats[:3])
    trainer.save()
    again = Trainer(Detector(), tmp_path, minutes=60)
    assert again.resume()
    assert again.steps == trainer.steps
    for a, b in zip(again.net.state_dict().values(), trainer.net.state_dict().values(), strict=True):
        assert torch.equal(a, b)


def test_namer_learns_faces_from_crops(deck: DeckArt, tmp_path: Path) -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    rng = np.random.default_rng(0)
    fill = crops.sampler([deck], None)
    samples = [s for _ in range(12) for s in fill(rng)][:64]
    batch = {k: np.stack([s[k] for s in samples]) for k in samples[0]}
    net = Namer(len(crops.LABELS))
    trainer = Trainer(net, tmp_path, minutes=60, warm_up=3)
    label, flip = torch.from_numpy(batch["label"]), torch.from_numpy(batch["flip"])
    faces = []
    for _ in range(20):
        losses = crops.namer_losses(net, jittered(batch["named"], rng), label, flip)
        faces.append(float(losses["face"].detach()))
        trainer.step(losses)
    assert faces[-1] < 0.7 * faces[0]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # torch announces the end of the exporter that we use
def test_exported_file_gives_what_the_network_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scene: Scene
) -> None:
    (tmp_path / "weights").mkdir()
    monkeypatch.setenv(registry.ELSEWHERE, str(tmp_path))
    torch.manual_seed(1)
    net = Refiner().eval()
    export._write(export.RefinerOut(net), "refiner", export.REFINED, (2, 96, 64, 4), {"size": [64, 96]})
    quad = scene.cards[0].quad
    crop = marked(rectify(scene.picture, quad, (64, 96)), quad, quad.mean(0), 1.0)[None].repeat(3, 0)
    session = ort.InferenceSession(str(tmp_path / "weights" / "refiner.onnx"))
    got = session.run(None, {"bgr": crop})
    with torch.no_grad():
        want = export.RefinerOut(net)(torch.from_numpy(crop))
    for a, b in zip(got, want, strict=True):
        assert np.allclose(a, b.numpy(), atol=1e-4)
    assert session.get_modelmeta().custom_metadata_map["size"] == "[64, 96]"


def test_calibration_makes_confidence_the_share_of_right_answers() -> None:
    chance = np.random.default_rng(6)
    right = chance.integers(0, 10, 4000)
    logits = torch.from_numpy(chance.normal(0, 2, (4000, 10)).astype(np.float32))
    logits[torch.arange(4000), torch.from_numpy(right)] += 3
    known = chance.random(4000) < 0.7
    game = torch.from_numpy((np.where(known, 1.0, -1.0) + chance.normal(0, 1, 4000)).astype(np.float32))
    labels = np.where(known, right, -1)
    overdone = 4 * logits  # four times too sure
    found = trust.calibrate(overdone, 5 * game, labels)
    faces, is_card = (t.numpy() for t in found.apply(overdone, 5 * game))
    named = faces.argmax(1) == right
    assert trust.calibration_error(faces.max(1)[known], named[known]) < 0.03
    assert trust.calibration_error(torch.softmax(overdone, 1).max(1).values.numpy()[known], named[known]) > 0.05
    on_a_table = (1 - trust.RARE) * is_card[known].mean() + trust.RARE * is_card[~known].mean()
    assert abs(on_a_table - (1 - trust.RARE)) < 0.01, "where other things are as rare as on a table"


def test_the_logistic_finds_what_tells_right_from_wrong() -> None:
    chance = np.random.default_rng(3)
    facts = torch.from_numpy(np.column_stack([chance.normal(0, 1, (3000, 2)), np.ones(3000)]))
    odds = facts @ torch.tensor([2.0, 0.0, -1.0], dtype=facts.dtype)
    right = torch.from_numpy(chance.random(3000)) < torch.sigmoid(odds)
    assert np.allclose(trust.logistic(facts, right), (2, 0, -1), atol=0.25)


def test_accepted_foreign_cards_are_counted_where_true_ones_are_kept() -> None:
    confidence = np.concatenate([np.linspace(0.5, 1, 100), [0.9, 0.2, 0.1, 0.95]])
    kinds = ["face"] * 100 + ["foreign western", "foreign blank", "foreign blank", "foreign western"]
    visible = np.array([1.0] * 103 + [0.4])  # what is half covered does not count
    threshold, shares = trust.accepted(confidence, kinds, visible, keep=0.9)
    assert 0.54 < threshold < 0.56
    assert shares["foreign"] == pytest.approx(1 / 3, abs=1e-3)
    assert shares["foreign blank"] == 0


def test_report_judges_the_shipped_networks_on_a_deck(deck: DeckArt, tmp_path: Path) -> None:
    report.report([deck], None, tmp_path, 16)
    assert {p.name for p in tmp_path.iterdir()} >= {"naming.csv", "finding.csv", "trust.csv", "naming.png", "trust.png"}
    with (tmp_path / "finding.csv").open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert rows[0]["deck"] == deck.name
    assert float(rows[0]["recall"]) > 0.9, "fully visible cards of a deck that was learnt"
