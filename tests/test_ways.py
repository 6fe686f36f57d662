"""Ways through the code that the documents show: what they name is there, and the picture of imports is true."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WAYS = ("CONTRIBUTING.md", "docs/architecture.md")
FILE = re.compile(r"`((?:\.\./)?(?:engine|vision|models|webui|tests|scripts|deploy|benchmarks|docs)/[\w./-]*)`")
LINK = re.compile(r"\[`([\w.]+)`\]\(([\w./-]+\.py)\)")


def text(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


@cache
def defined(path: Path) -> frozenset[str]:
    """What a file defines: functions, classes, their methods as ``Class.method``, and names that are given values."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{part.name}" for part in node.body if isinstance(part, ast.FunctionDef)}
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return frozenset(found)


@pytest.mark.parametrize("document", WAYS)
def test_every_function_that_a_way_names_is_in_its_file(document: str) -> None:
    links = LINK.findall(text(document))
    assert len(links) > 15
    for name, target in links:
        path = (ROOT / document).parent / target
        module, _, rest = name.partition(".")
        here = rest == "py" or rest in defined(path) or (path.name == "__init__.py" and name in defined(path))
        assert here and module in (path.stem, name), f"{document}: {name} is not in {target}"


@pytest.mark.parametrize("document", WAYS)
def test_every_file_that_a_way_names_is_there(document: str) -> None:
    for named in FILE.findall(text(document)):
        found = list(ROOT.glob(named.removeprefix("../").rstrip("/")))
        assert found, f"{document} names {named}"


@pytest.mark.parametrize("document", ["README.md", "README.ko.md", "CONTRIBUTING.md", "docs/architecture.md"])
def test_links_to_a_heading_find_it(document: str) -> None:
    for target, anchor in re.findall(r"\]\(([\w./-]*)#([\w-]+)\)", text(document)):
        path = (ROOT / document).parent / target if target else ROOT / document
        lines = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}
        assert anchor in anchors, f"{target}#{anchor}"


def test_a_stranger_gets_from_the_readme_to_each_answer_by_links() -> None:
    assert "docs/architecture.md#where-to-find-what" in text("README.md")
    answers = text("docs/architecture.md").partition("## Where to find what")[2].partition("Everything else")[0]
    for target in ("../engine/settle.py", "../vision/bump.py", "../webui/words.py",
                   "../CONTRIBUTING.md#a-new-house-rule", "recognition.md#retrain"):  # fmt: skip
        assert f"({target})" in answers


PICTURED = {"webui": "webui", "training": "models.training", "vision": "vision", "registry": "models.registry",
            "engine": "engine"}  # fmt: skip


def picture() -> dict[tuple[str, str], str]:
    """The arrows of the picture of imports: (who, whom) -> what is written on it."""
    (drawn,) = re.findall(r"```mermaid\nflowchart TD\n(.*?)```", text("docs/architecture.md"), re.DOTALL)
    arrow = re.compile(r'^\s*(\w+)(?:\["[\w.]+"\])? -->(?:\|"(.+?)"\|)? (\w+)', re.MULTILINE)
    return {(PICTURED[who], PICTURED[whom]): label for who, label, whom in arrow.findall(drawn)}


def contracts() -> dict[str, dict[str, object]]:
    told = tomllib.loads(text("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    return {contract["name"]: contract for contract in told}


def imported() -> set[tuple[str, str]]:
    """Which layer really imports which."""
    found = set()
    for who in PICTURED.values():
        place = ROOT / who.replace(".", "/")
        for path in [place.with_suffix(".py")] if place.with_suffix(".py").exists() else place.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module:
                    names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
                elif isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                else:
                    continue
                found |= {(who, whom) for whom in PICTURED.values() for name in names
                          if whom != who and f"{name}.".startswith(f"{whom}.")}  # fmt: skip
    return found


def test_the_picture_of_imports_shows_those_that_there_are() -> None:
    assert picture().keys() == imported()


def test_no_arrow_of_the_picture_breaks_the_contract_of_layers() -> None:
    (layers,) = [contract["layers"] for contract in contracts().values() if contract["type"] == "layers"]
    assert isinstance(layers, list)
    assert set(layers) == set(PICTURED.values())
    assert all(layers.index(who) < layers.index(whom) for who, whom in picture())


def test_the_picture_says_what_vision_may_know_of_the_engine() -> None:
    (contract,) = [one for name, one in contracts().items() if name.startswith("Vision fills the port")]
    allowed = contract["ignore_imports"]
    assert isinstance(allowed, list)
    port = [line.removeprefix("vision.** -> engine.") for line in allowed if line.startswith("vision.** ->")]
    assert picture()["vision", "engine"] == f"only {', '.join(port)}; vision.twin all"


def test_the_picture_names_modules_of_the_page_that_may_know_vision() -> None:
    (contract,) = [one for name, one in contracts().items() if name.startswith("Only the live loop")]
    allowed = contract["ignore_imports"]
    assert isinstance(allowed, list)
    label = picture()["webui", "vision"].removesuffix(" and a few more").replace(" and ", ", ")
    assert set(label.split(", ")) <= {line.split(" -> ")[0].split(".")[1] for line in allowed}


def test_every_station_of_the_road_stands_in_the_table_below_it() -> None:
    told = text("docs/architecture.md").partition("## Who may import whom")[0]
    road = re.search(r"```mermaid\nflowchart LR\n(.*?)```(.*)", told, re.DOTALL)
    assert road is not None
    drawn = set(re.findall(r'(\w+)\["\1<br/>', road[1]))
    assert drawn == set(re.findall(r"^\| (\w+) \| \[`\w+\.\1`\]", road[2], re.MULTILINE))
    assert len(drawn) == 10
