"""The training code really trains, resumes and exports (needs the extra `train`; run by `make test-train`)."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import onnxruntime as ort
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from models import registry  # noqa: E402
from models.training import crops, detector, export  # noqa: E402
from models.training.art import DeckArt, load_deck  # noqa: E402
from models.training.loop import Trainer, jittered  # noqa: E402
from models.training.nets import REFINER_SIZE, REFINER_ZOOM, Detector, Namer, Refiner  # noqa: E402
from models.training.scene import Composer, Recipe, Scene  # noqa: E402
from vision.detect import overlap  # noqa: E402
from vision.rectify import crop_corners, crop_matrix, rectify  # noqa: E402

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
    monkeypatch.setattr(registry, "HERE", tmp_path)
    torch.manual_seed(1)
    net = Refiner().eval()
    outputs = ["corners", "card", "visible", "shown"]
    export._write(export.RefinerOut(net), "refiner", outputs, (2, 96, 64, 3), {"size": [64, 96]})
    crop = rectify(scene.picture, scene.cards[0].quad, (64, 96))[None].repeat(3, 0)
    session = ort.InferenceSession(str(tmp_path / "weights" / "refiner.onnx"))
    got = session.run(None, {"bgr": crop})
    with torch.no_grad():
        want = export.RefinerOut(net)(torch.from_numpy(crop))
    for a, b in zip(got, want, strict=True):
        assert np.allclose(a, b.numpy(), atol=1e-4)
    assert session.get_modelmeta().custom_metadata_map["size"] == "[64, 96]"
