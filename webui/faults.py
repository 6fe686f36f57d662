"""What is wrong outside of the game, as codes that have words in `webui.texts`."""

from __future__ import annotations

from models.registry import ModelError
from vision.errors import CameraLost, LayoutError
from webui.errors import StoreError
from webui.snapshot import Fault
from webui.sources import kind

FAULTS: dict[type[Exception], str] = {
    CameraLost: "silent", LayoutError: "layout", ModelError: "model", StoreError: "store",
}  # fmt: skip

SEEKING = {"empty": "table", "few": "table", "disagree": "table", "small": "table_small"}
"""Faults by what the cards lack to tell where things lie."""


def fault_of(error: Exception, spec: str) -> Fault:
    """What *error* of the source *spec* is called."""
    return Fault(FAULTS.get(type(error)) or kind(spec), str(error))


def seeking(weakness: str) -> Fault:
    """The table is looked for, and why it is not found."""
    return Fault(SEEKING[weakness], "looking for the table; lay cards apart from each other")
