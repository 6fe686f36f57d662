"""The command `hwatupan`: one module a command; the only place that wires engine, vision and web together."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence

import typer

from engine.errors import EngineError
from models.registry import ModelError
from vision.errors import VisionError
from webui.commands import (
    backup,
    cases,
    doctor,
    enroll,
    evaluate,
    history,
    layout,
    look,
    marks,
    replay,
    restore,
    rules,
    score,
    serve,
    simulate,
    twin,
    watch,
)  # fmt: skip
from webui.commands.console import CommandError, complain
from webui.errors import WebError

WRONG, STOPPED = 2, 130
"""Exit codes: something asked for could not be done; stopped with Ctrl-C."""

UsageError: type[Exception] = typer.BadParameter.__bases__[0]
"""What typer raises for a wrong command line; it does not publish the name."""

app = typer.Typer(
    name="hwatupan",
    help="A referee for Go-Stop at a real table: a camera watches, the score stands in the browser.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    serve.serve, enroll.enroll, look.look, layout.layout, marks.marks, score.score, rules.rules, twin.twin, watch.watch,
    evaluate.evaluate, simulate.simulate, replay.replay, history.history, backup.backup,
    restore.restore, cases.cases, doctor.doctor,
):  # fmt: skip
    app.command(help=command.__doc__)(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. What went wrong is one sentence on standard error, no traceback."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")  # OpenCV and FFmpeg would print what our own errors say better
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    try:
        code = app(arguments, prog_name="hwatupan", standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except (CommandError, VisionError, EngineError, ModelError, WebError) as error:
        complain(error)
    except UsageError as error:
        told = getattr(error, "format_message", error.__str__)()
        where = getattr(getattr(error, "ctx", None), "command_path", "hwatupan")
        complain(f"{told.rstrip('.')}; {where} --help shows what is right")
    except BrokenPipeError:  # the reader of our output has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return STOPPED
    return WRONG
