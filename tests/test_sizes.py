"""Files and functions stay small enough to be read in one sitting."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LONGEST_FILE, LONGEST_FUNCTION = 400, 60


@pytest.mark.parametrize("package", ["engine", "vision", "models", "webui"])
def test_no_file_and_no_function_is_too_long_to_be_read_at_once(package: str) -> None:
    long = []
    for path in sorted((ROOT / package).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if len(text.splitlines()) > LONGEST_FILE:
            long.append(str(path))
        functions = (n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
        long += [f"{path}: {f.name}" for f in functions if (f.end_lineno or 0) - f.lineno >= LONGEST_FUNCTION]
    assert long == []
