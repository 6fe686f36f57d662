"""What is shipped: the list of libraries and licences is whole, and nothing that runs is under the GPL."""

from __future__ import annotations

import re
from importlib.metadata import metadata, requires
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
LISTED = re.compile(r"^\| (?P<licence>[^|]+) \| (?P<names>[a-z0-9, -]+) \|$", re.MULTILINE)
OTHERWISE_SAID = {"Apache Software License": "Apache-2.0", "ISC License (ISCL)": "ISC", "MIT License": "MIT",
                  "BSD License": "BSD-3-Clause", "3-Clause BSD License": "BSD-3-Clause"}  # fmt: skip


def canonical(name: str) -> str:
    return re.sub("[-_.]+", "-", name.lower())


def brought_along() -> set[str]:
    """Every library that an installation without extras brings along on this system."""
    left, seen = ["hwatupan"], set[str]()
    while left:
        for line in requires(left.pop()) or []:
            need = Requirement(line)
            name = canonical(need.name)
            if name not in seen and (need.marker is None or need.marker.evaluate({"extra": ""})):
                seen.add(name)
                left.append(name)
    return seen


def listed() -> dict[str, str]:
    text = (ROOT / "docs" / "packaging.md").read_text()
    rows = LISTED.finditer(text.split("|---|---|")[1].split("## Other parts")[0])
    return {name: row["licence"] for row in rows for name in row["names"].split(", ")}


def test_every_library_that_is_brought_along_stands_with_its_licence() -> None:
    assert set(listed()) == brought_along()


def stated(name: str) -> str:
    """The licence that an installed package names: in a field of its own, in an older one, or as a classifier."""
    told = metadata(name)
    classes = [line.rpartition(" :: ")[2] for line in told.get_all("Classifier", []) if line.startswith("License ::")]
    licence = told["License-Expression"] or (classes or [told["License"]])[0]
    return OTHERWISE_SAID.get(licence, licence)


def test_the_licence_that_stands_is_the_one_that_the_package_states() -> None:
    assert listed() == {name: stated(name) for name in brought_along()}


def test_nothing_that_runs_is_under_the_gpl() -> None:
    assert not [name for name, licence in listed().items() if re.search("A?GPL", licence)]


def test_every_library_that_is_brought_along_is_pinned() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pinned = {canonical(line.split("==")[0]) for line in lines if "==" in line}
    assert brought_along() <= pinned
