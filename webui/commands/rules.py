"""`hwatupan rules`: ten questions make a file of house rules; presets and files shown in words."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from engine.house import DEFAULT, QUESTIONS, Question, house, nearest_preset, unasked
from engine.rulefile import dumps
from engine.rules import PRESETS, RuleSet
from engine.watched import not_watched
from webui import ruled
from webui.commands.console import CommandError, spoken
from webui.commands.rulefile import named
from webui.texts import Language, say

BACK = "b"

Reader = Callable[[str], str]
"""Shows a prompt and returns the line that was typed. Raises EOFError at the end of input."""


def rules(
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="Write the rules here; else they are printed.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    base: Annotated[
        str | None, typer.Option("--from", metavar="PRESET|FILE", help="Begin with these rules and change them.")
    ] = None,
    show: Annotated[
        str | None, typer.Option(metavar="PRESET|FILE", help="Print rules with the names of all options.")
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="Print the presets and what differs in them.")] = False,
    lang: Annotated[str | None, typer.Option(metavar="ko|en", help="Else as the system speaks.")] = None,
) -> int:
    """Ask ten questions on which houses differ, and write the rules of your house.

    Examples:

      hwatupan rules -o house.toml

      hwatupan serve --rules house.toml

      hwatupan rules --from house.toml -o house.toml --force

      hwatupan rules --list

      hwatupan rules --show house.toml
    """
    language = spoken(lang)
    if list_ or show is not None:
        print("\n".join(ruled.presets(language) if show is None else ruled.whole(show, named(show), language)))
        return 0
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise CommandError(say("rules.no_terminal", language))
    if out is not None and out.exists() and not force:
        raise CommandError(say("rules.exists", language, file=out))
    begin = named(base) if base else None
    if begin is not None and begin.game != PRESETS[DEFAULT].game:
        raise CommandError(say("rules.other_game", language, rules=base))
    try:
        answers = ask(begin, language, _typed)
    except (EOFError, KeyboardInterrupt):
        _tell("", say("rules.nothing", language))
        raise KeyboardInterrupt from None
    made, behind = house(answers, begin), _behind(base, answers)
    text = ruled.commented(dumps(made, behind), language)
    if out is None:
        print(text, end="")
    else:
        write(out, text, language, force=force)
    _tell(*summary(made, behind, out, language))
    return 0


def _behind(base: str | None, answers: dict[str, str]) -> str | None:
    """The preset to name in the file; None: the nearest to all options, where a file was the beginning."""
    if base is None:
        return nearest_preset(answers)
    return base if base in PRESETS else None


def _typed(prompt: str) -> str:
    """The line that people type; the prompt goes where it does not mix with the rules."""
    print(prompt, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def _tell(*lines: str) -> None:
    for line in lines:
        print(line, file=sys.stderr)


def ask(begin: RuleSet | None, language: Language, read: Reader) -> dict[str, str]:
    """Return question code -> answer code. A question is left out if the rules keep values that no answer has.

    Raises EOFError if the input ends.
    """
    answers: dict[str, str] = {}
    at, note = 0, say("rules.welcome", language) + "\n"
    while at < len(QUESTIONS):
        question = QUESTIONS[at]
        lines, default = _choices(question, begin or PRESETS[DEFAULT], language)
        prompt = f"{at + 1}/{len(QUESTIONS)} {ruled.asked(question, language)}\n" + "".join(f"{one}\n" for one in lines)
        word = read(note + prompt + "  " + say("rules.ask", language, default=default)).strip().lower()
        note = "\n"
        number = default if not word else int(word) if word.isdecimal() else -1
        if word == BACK:
            at = max(0, at - 1)
        elif not min(default, 1) <= number <= len(question.answers):
            note = "  " + say("rules.again", language, last=len(question.answers)) + "\n\n"
        else:
            answers.pop(question.code, None)
            if number:
                answers[question.code] = question.answers[number - 1].code
            at += 1
    return answers


def _choices(question: Question, begin: RuleSet, language: Language) -> tuple[list[str], int]:
    """The numbered answers, and the number of that which *begin* gives; 0 keeps values that no answer has."""
    now = question.answered(begin)
    default = 0 if now is None else question.answers.index(now) + 1
    told = {number: say(f"house.{question.code}.{answer.code}", language)
            for number, answer in enumerate(question.answers, 1)}  # fmt: skip
    if now is None:
        told = {0: say("rules.keep", language, values=ruled.answered(question, begin, language))} | told
    return [f"  {'*' if number == default else ' '}{number}) {words}" for number, words in told.items()], default


def write(file: Path, text: str, language: Language, *, force: bool) -> None:
    """Write *text* whole or not at all. Raises CommandError where that cannot be, or a file is there."""
    if file.exists() and not force:
        raise CommandError(say("rules.exists", language, file=file))
    fresh = file.with_name(f"{file.name}.new")
    try:
        try:
            fresh.write_text(text, encoding="utf-8")
            os.replace(fresh, file)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        raise CommandError(say("rules.no_folder", language, file=file, why=error.strerror or error)) from None


def summary(made: RuleSet, behind: str | None, file: Path | None, language: Language) -> list[str]:
    """What was made: where it is, the preset behind it, what comes with that, and how to play by it."""
    out = [] if file is None else [say("rules.written", language, file=file)]
    if behind is not None:
        differ = [one for one in ruled.options() if getattr(made, one) != getattr(PRESETS[behind], one)]
        out.append(say("rules.base", language, preset=behind, count=len(differ)))
        if also := [one for one in unasked(behind) if getattr(made, one) == getattr(PRESETS[behind], one)]:
            rows = [(" ", one, ruled.option_name(one, language), ruled.value(getattr(made, one), language))
                    for one in also]  # fmt: skip
            out += [say("rules.also", language, preset=behind), *ruled.table(rows)]
    if names := not_watched(made):
        return [*out, say("rules.unwatched", language, names=", ".join(names))]
    return [*out, *([] if file is None else [say("rules.serve", language, file=file)])]
