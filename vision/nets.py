"""Open the shipped networks with ONNX Runtime, so that they share two cores with a web server."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import onnxruntime as ort

from models import registry
from vision.types import Bgr, Floats


@dataclass(frozen=True, slots=True)
class Net:
    """One loaded network: call it with uint8 BGR pictures (N, H, W, 3)."""

    session: ort.InferenceSession
    about: dict[str, Any]  # what training wrote into the file: labels, size, calibration

    def __call__(self, bgr: Bgr) -> list[Floats]:
        """Return the outputs for *bgr*."""
        outputs: list[Floats] = self.session.run(None, {"bgr": bgr})
        return outputs


def open_net(name: str, threads: int = 2) -> Net:
    """Load the network *name* of the manifest. Raises models.registry.ModelError if it is not the shipped one."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # spinning starves the web server
    options.log_severity_level = 3
    session = ort.InferenceSession(registry.weights(name), options, providers=["CPUExecutionProvider"])
    stored = session.get_modelmeta().custom_metadata_map
    return Net(session, {k: json.loads(v) for k, v in stored.items()})
