"""`python -m models.training int8`: would the networks be as right and faster with 8-bit weights and activations?"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime as ort
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from models import registry
from models.training import judge
from models.training.art import Bytes, DeckArt

CALIBRATION, ROUNDS, BATCH = 256, 30, 25


class _Reader(CalibrationDataReader):  # type: ignore[misc]  # onnxruntime has no types
    def __init__(self, batches: Iterator[Bytes]) -> None:
        self._batches = batches

    def get_next(self) -> dict[str, Bytes] | None:
        batch = next(self._batches, None)
        return None if batch is None else {"bgr": batch}


def compare(decks: Sequence[DeckArt], textures: Path | None, scenes: int = 200) -> dict[str, float]:
    """Return the namer's share of right names on crops of *decks* as shipped and in int8, and milliseconds for 25 crops
    on one and two threads, each measured in turns with the other."""
    crops = judge.draw_crops(decks, textures, scenes, seed=9)
    known = crops.labels >= 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "int8.onnx"
        _quantise(registry.weights("namer"), crops.pictures[:CALIBRATION], path)
        models = {"float": registry.weights("namer"), "int8": path.read_bytes()}
    out: dict[str, float] = {}
    for name, model in models.items():
        faces = _run(_open(model, 2), crops.pictures)
        out[f"right_{name}"] = round(float((faces.argmax(1) == crops.labels)[known].mean()), 4)
    for threads in (1, 2):
        nets = {name: _open(model, threads) for name, model in models.items()}
        took: dict[str, list[float]] = {name: [] for name in nets}
        for _ in range(ROUNDS):
            for name, net in nets.items():
                begun = time.perf_counter()
                net.run(["faces"], {"bgr": crops.pictures[:BATCH]})
                took[name].append(1000 * (time.perf_counter() - begun))
        out |= {f"ms_{name}_{threads}_threads": round(statistics.median(ms), 2) for name, ms in took.items()}
    return out


def _quantise(model: bytes, pictures: Bytes, path: Path) -> None:
    raw, ready = path.with_name("float.onnx"), path.with_name("ready.onnx")
    raw.write_bytes(model)
    quant_pre_process(str(raw), str(ready), skip_symbolic_shape=True)
    batches = (pictures[k : k + 32] for k in range(0, len(pictures), 32))
    quantize_static(str(ready), str(path), _Reader(batches), quant_format=QuantFormat.QDQ, per_channel=True,
                    weight_type=QuantType.QInt8, activation_type=QuantType.QUInt8)  # fmt: skip


def _open(model: bytes, threads: int) -> Any:
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def _run(net: Any, pictures: Bytes) -> Any:
    return np.concatenate([net.run(["faces"], {"bgr": pictures[k : k + 64]})[0] for k in range(0, len(pictures), 64)])
