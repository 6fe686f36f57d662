"""From checkpoints to ONNX files with labels and calibration in their metadata, and the manifest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
import onnx
import torch
from torch import Tensor, nn

from models import registry
from models.training import finding, judge
from models.training.art import DeckArt
from models.training.crops import LABELS
from models.training.nets import NAMER_SIZE, REFINER_SIZE, REFINER_ZOOM, STRIDE, UNIT, Detector, Namer, Refiner
from models.training.trust import Trust, calibrate, logistic

N = TypeVar("N", bound=nn.Module)

UNPLACED = (1.0, 0.0, 0.0)
"""Weights of `vision.detect.placed` until they are fitted: the score itself."""

LICENCE = "CC-BY-SA-4.0 AND GPL-2.0-or-later (see models/cards)"


class _Pictures(nn.Module):
    """Takes uint8 BGR pictures (N, H, W, 3), as OpenCV holds them."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def prepared(self, bgr: Tensor) -> Tensor:
        """Return (N, 3, H, W) in 0..1."""
        return bgr.permute(0, 3, 1, 2).float() / 255


class DetectorOut(_Pictures):
    """Adds the peak search: channel 0 becomes the probability where it is a local maximum, else 0."""

    def forward(self, bgr: Tensor) -> Tensor:
        """Map pictures to maps (N, 11, H/8, W/8)."""
        maps = self.net(self.prepared(bgr))
        heat = torch.sigmoid(maps[:, :1])
        peak = (nn.functional.max_pool2d(heat, 3, 1, 1) == heat).float()
        return torch.cat([heat * peak, maps[:, 1:9], torch.sigmoid(maps[:, 9:])], 1)


class NamerOut(_Pictures):
    """Gives probabilities of LABELS, upside-down and known-game probabilities, all calibrated, and the embedding."""

    def __init__(self, net: nn.Module, trust: Trust) -> None:
        super().__init__(net)
        self.trust = trust

    def forward(self, bgr: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Map crops to (N, classes), (N,), (N,), (N, 128)."""
        logits, facts, embedding = self.net(self.prepared(bgr))
        return (*self.trust.apply(logits, facts[:, 1]), torch.sigmoid(facts[:, 0]), embedding)


class RefinerOut(_Pictures):
    """Gives corner offsets and their usual errors in crop fractions, card probability, visible fraction, mask."""

    def forward(self, bgr: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Map crops with a spot as fourth channel to (N, 8), (N, 8), (N,), (N,), (N, 48, 32)."""
        corners, spread, card, visible, shown = self.net(self.prepared(bgr))
        return corners, torch.exp(spread), torch.sigmoid(card), torch.sigmoid(visible), torch.sigmoid(shown)


REFINED = ["corners", "usual", "card", "visible", "shown"]
"""Outputs of the refiner's file."""


def export(
    runs: Path, version: str, decks: list[DeckArt], textures: Path | None, like: Path | None = None, scenes: int = 400
) -> None:
    """Write the three networks found under *runs* to models/weights and describe them in the manifest.

    *decks*, which should have been left out of training, serve to calibrate refiner and namer; networks that were
    trained with every deck take over the calibration of an exported namer, *like*, that was not, and of the refiner
    beside it. Raises ValueError with neither.
    """
    if not decks and like is None:
        raise ValueError("export needs decks left out of training (--without) or a namer so calibrated (--like)")
    home = registry.home()
    (home / "weights").mkdir(parents=True, exist_ok=True)
    detector, refiner = _load(Detector(), runs / "det"), _load(Refiner(), runs / "crops" / "refiner")
    _write(DetectorOut(detector), "detector", ["maps"], (1, 288, 288, 3), {"stride": STRIDE, "unit": UNIT})
    shape, crop = (2, REFINER_SIZE[1], REFINER_SIZE[0], 4), {"size": REFINER_SIZE, "zoom": REFINER_ZOOM}
    _write(RefinerOut(refiner), "refiner", REFINED, shape, {**crop, "placed": UNPLACED})
    namer = _load(Namer(len(LABELS)), runs / "crops" / "namer")
    _write_manifest(version, ("detector", "refiner"))  # what calibrates both needs the refiner
    placing = _about(like.with_name("refiner.onnx"), "placed") if like else _placed(decks, textures, scenes // 4)
    _write(RefinerOut(refiner), "refiner", REFINED, shape, {**crop, "placed": placing})
    _write_manifest(version, ("detector", "refiner"))
    trust = Trust(*_about(like, "trust")) if like else _calibrated(namer, decks, textures, scenes)
    print("calibration", *trust.numbers)
    shape = (2, NAMER_SIZE[1], NAMER_SIZE[0], 3)
    about = {"labels": LABELS, "size": NAMER_SIZE, "trust": trust.numbers}
    _write(NamerOut(namer, trust), "namer", ["faces", "game", "flip", "embedding"], shape, about)
    _write_manifest(version, ("detector", "namer", "refiner"))


def _placed(decks: list[DeckArt], textures: Path | None, scenes: int) -> tuple[float, ...]:
    """Return how score and usual error tell whether a find lies right, from *scenes* of each of *decks*."""
    judged = [finding.judge([deck], textures, scenes, seed=7) for deck in decks]
    facts = torch.from_numpy(np.concatenate([one.facts for one in judged]))
    weights = logistic(facts, torch.from_numpy(np.concatenate([one.right for one in judged])))
    return tuple(round(weight, 4) for weight in weights)


def _calibrated(namer: Namer, decks: list[DeckArt], textures: Path | None, scenes: int) -> Trust:
    crops = judge.draw_crops(decks, textures, scenes, seed=7, foreign=0.1)
    return calibrate(*judge.outputs(namer, crops), crops.labels)


def _about(path: Path, what: str) -> list[float]:
    about = {entry.key: entry.value for entry in onnx.load(str(path)).metadata_props}
    return [float(number) for number in json.loads(about[what])]


def _write_manifest(version: str, names: Sequence[str]) -> None:
    lines = ["# Networks that ship; written by `python -m models.training export`\n"]
    for name in names:
        data = (registry.home() / "weights" / f"{name}.onnx").read_bytes()
        lines.append(
            f'[model.{name}]\nversion = "{version}"\nfile = "{name}.onnx"\n'
            f'sha256 = "{hashlib.sha256(data).hexdigest()}"\nlicence = "{LICENCE}"\n'
        )
    (registry.home() / "manifest.toml").write_text("\n".join(lines))


def _load(net: N, folder: Path) -> N:
    state = torch.load(folder / "checkpoint.pt", weights_only=True)
    net.load_state_dict(state["averaged"])
    net.eval()
    return net


def _write(net: nn.Module, name: str, outputs: list[str], shape: tuple[int, ...], about: Mapping[str, object]) -> None:
    path = registry.home() / "weights" / f"{name}.onnx"
    axes = {field: {0: "n"} for field in ("bgr", *outputs)}
    if name == "detector":  # takes pictures of any size
        axes = {"bgr": {0: "n", 1: "h", 2: "w"}, "maps": {0: "n", 2: "h", 3: "w"}}
    torch.onnx.export(
        net.eval(),
        (torch.zeros(shape, dtype=torch.uint8),),
        str(path),
        input_names=["bgr"],
        output_names=outputs,
        dynamic_axes=axes,
        opset_version=18,
        dynamo=False,
    )
    model = onnx.load(str(path))
    for key, value in about.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, json.dumps(value)
    onnx.save(model, str(path))
