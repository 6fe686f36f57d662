"""Which networks ship: manifest, hashes, labels. A model is verified when it is loaded."""

from __future__ import annotations

import hashlib
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ELSEWHERE = "HWATUPAN_MODELS"
"""Environment variable: a folder with a manifest and weights of its own, such as those that were judged."""


def home() -> Path:
    """Return the folder that holds `manifest.toml` and `weights/`."""
    return Path(os.environ[ELSEWHERE]) if os.environ.get(ELSEWHERE) else HERE


class ModelError(Exception):
    """A network that is missing, damaged or not the one that the manifest names."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One network of the manifest."""

    name: str
    version: str
    file: str
    sha256: str
    licence: str

    @property
    def path(self) -> Path:
        """Where the weights lie."""
        return home() / "weights" / self.file


def entries() -> dict[str, Entry]:
    """Read the manifest. Raises ModelError if it is missing or damaged."""
    path = home() / "manifest.toml"
    try:
        data = tomllib.loads(path.read_text())
        return {name: Entry(name, **fields) for name, fields in data["model"].items()}
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise ModelError(f"{path.name} cannot be used ({error}); install hwatupan again") from error


def weights(name: str) -> bytes:
    """Return the verified ONNX file of *name*. Raises ModelError if it is missing or its hash differs."""
    entry = entries().get(name)
    if entry is None:
        raise ModelError(f"the manifest names no model {name!r}; it has {', '.join(sorted(entries()))}")
    try:
        data = entry.path.read_bytes()
    except OSError as error:
        raise ModelError(f"model file {entry.file} is missing; install hwatupan again") from error
    if hashlib.sha256(data).hexdigest() != entry.sha256:
        raise ModelError(
            f"model file {entry.file} is not the one that was shipped (hash differs); install hwatupan again"
        )
    return data


def check() -> list[str]:
    """Return one sentence for each model that cannot be used; empty when all is well."""
    try:
        names = sorted(entries())
    except ModelError as error:
        return [str(error)]
    problems = []
    for name in names:
        try:
            weights(name)
        except ModelError as error:
            problems.append(str(error))
    return problems
