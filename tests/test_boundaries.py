"""Boundaries: who may import whom, a pure engine, small files, importing does nothing."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "vision", "models", "webui")
FILES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
FORBIDDEN_IN_ENGINE = frozenset({"logging", "os", "pathlib", "io", "sys", "time", "datetime", "socket", "subprocess",
                                 "threading", "tempfile", "shutil", "secrets", "urllib", "sqlite3"})  # fmt: skip
WITHOUT_TORCH = "engine.referee vision.pipeline vision.frames vision.twin.source models.registry webui webui.commands"


def name(path):
    return str(path.relative_to(ROOT))


def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(path):
    """The modules that a file imports, and the line."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}:{node.lineno} imports relatively; write the full name"
            yield node.module, node.lineno


def run_python(code, *arguments):
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)


def test_import_contracts_hold():
    done = run_python("from importlinter.cli import lint_imports_command; lint_imports_command()", "--no-cache")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", [p for p in FILES if p.is_relative_to(ROOT / "engine")], ids=name)
def test_engine_is_pure(path):
    for module, line in imports(path):
        top = module.partition(".")[0]
        assert top == "engine" or top in sys.stdlib_module_names, f"{name(path)}:{line} imports {module}"
        assert top not in FORBIDDEN_IN_ENGINE, f"{name(path)}:{line} imports {module}: no files, clocks or threads here"
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("open", "print", "input"), f"{name(path)}:{node.lineno} calls {node.func.id}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr == "Random", f"{name(path)}:{node.lineno} uses chance without a given generator"


@pytest.mark.parametrize("path", FILES, ids=name)
def test_files_and_functions_stay_small(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 400, "over 400 lines: it wants to be two things"
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = node.end_lineno - node.lineno + 1
            assert length <= 60, f"{node.name} has {length} lines"


@pytest.mark.parametrize("path", FILES, ids=name)
def test_module_says_its_purpose_first(path):
    text = path.read_text(encoding="utf-8")
    assert not text.strip() or text.startswith('"""'), "the first line of a module says its purpose"


def test_product_runs_without_training_libraries():
    code = f"""
import sys
sys.modules["torch"] = sys.modules["onnx"] = None  # importing them now raises ImportError
for module in {WITHOUT_TORCH.split()!r}:
    __import__(module)
assert "models.training" not in sys.modules
"""
    done = run_python(code)
    assert done.returncode == 0, done.stderr


def test_no_path_of_a_machine_in_the_tree():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout: there is no list of the files that are ours")
    for line in listed.stdout.splitlines():
        path = ROOT / line
        if path.suffix in (".py", ".md", ".toml", ".txt", ".json", ".html", ".js", ".css") and path.is_file():
            text = path.read_text(encoding="utf-8")
            for found in ("/" + "root/", "/" + "work/", "/" + "home/"):
                assert found not in text, f"{line} names {found}"
