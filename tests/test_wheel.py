"""The built wheel holds what the product needs at run time, and not the tests."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = ("engine", "vision", "models", "webui", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of a copy, so that nothing is left in the tree."""
    place = tmp_path_factory.mktemp("wheel")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, place / part)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(place / "dist"), str(place)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = (place / "dist").glob("hwatupan-*.whl")
    with zipfile.ZipFile(built) as archive:
        yield archive


def test_wheel_holds_every_module_and_data_file(wheel):
    held = set(wheel.namelist())
    modules = {str(p.relative_to(ROOT)) for package in PARTS[:4] for p in (ROOT / package).rglob("*.py")}
    data = {"models/manifest.toml", "vision/py.typed"}
    for pattern in ("models/weights/*.onnx", "models/cards/*.md", "vision/twin/cards/*.png"):
        found = {str(p.relative_to(ROOT)) for p in ROOT.glob(pattern)}
        assert found, f"there is no {pattern} in the tree"
        data |= found
    for folder in ("templates", "static"):
        data |= {str(p.relative_to(ROOT)) for p in (ROOT / "webui" / folder).rglob("*") if p.is_file()}
    assert modules | data <= held, sorted((modules | data) - held)


def test_wheel_holds_no_tests_and_no_tools(wheel):
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"engine", "vision", "models", "webui"}


def test_wheel_brings_the_command_and_the_licence(wheel):
    texts = {name.rpartition("/")[2]: wheel.read(name).decode() for name in wheel.namelist() if ".dist-info/" in name}
    assert "hwatupan = webui.commands:main" in texts["entry_points.txt"]
    assert "Apache License" in texts["LICENSE"]
    torch = [line for line in texts["METADATA"].splitlines() if line.startswith("Requires-Dist: torch")]
    assert torch
    assert all("extra == " in line for line in torch)
