"""`hwatupan cases`: rule cases from a file, judged by the engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from engine.cases import Failure, run_text
from webui.commands.console import CommandError, print_json


def cases(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Rule cases in JSON; its own meta tells the format.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object: passed, failed, failures.")] = False,
) -> int:
    """Judge a file of rule cases; the exit code is 1 if the engine judges any of them otherwise.

    Examples:

      hwatupan cases tests/golden/cases.json

      hwatupan cases --json house-rules.json
    """
    report = run_text(_read(file), str(file))
    if as_json:
        print_json(report.to_json())
    else:
        for failure in report.failures:
            print(_shown(failure))
        print(f"{report.passed} of {report.passed + report.failed} cases pass")
    return 1 if report.failed else 0


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise CommandError(f"{file} is no text in UTF-8; give a file of rule cases in JSON") from None
    except OSError as error:
        raise CommandError(f"cannot read {file}: {error.strerror or error}; give a file of rule cases") from None


def _shown(failure: Failure) -> str:
    expected, got = (json.dumps(side, ensure_ascii=False) for side in (failure.expected, failure.got))
    return f"{failure.id}\n  expected {expected}\n  got      {got}"
