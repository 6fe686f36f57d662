"""House rules told in words: presets, options, the ten questions. Pure: values in, lines of text out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from engine.house import ASKED, DEFAULT, QUESTIONS, Question
from engine.options import plain
from engine.rules import PRESETS, RuleSet
from engine.watched import PRESET_PLAYERS
from webui.tallied import width, wrapped
from webui.texts import Language, known, say


def presets(language: Language) -> list[str]:
    """Lines that name every preset and what differs from the default."""
    out: list[str] = []
    for name, rules in PRESETS.items():
        players = ", ".join(map(str, PRESET_PLAYERS[name]))
        told = [say(f"preset.{name}", language), say("rules.players", language, players=players)]
        told += [say("rules.default", language)] if name == DEFAULT else []
        out += [*([""] if out else []), name, f"  {' · '.join(told)}"]
        if names := [option for option in options() if getattr(rules, option) != getattr(PRESETS[DEFAULT], option)]:
            out += table([_row(option, rules, language) for option in names])
    return out


def whole(name: str, rules: RuleSet, language: Language) -> list[str]:
    """Lines with the answers to the ten questions, then every other option; a star marks what is not the default."""
    out = [name, "", say("rules.questions", language)]
    for question in QUESTIONS:
        begin = asked(question, language).partition(":")[0]
        out += wrapped(f"  {begin}: ", answered(question, rules, language))
    rest = [option for option in options() if option not in ASKED]
    return [*out, "", say("rules.others", language), *table(_row(one, rules, language) for one in rest)]


def commented(text: str, language: Language) -> str:
    """The TOML *text* of rules, each option with its name behind it."""
    known = set(options())
    lines = (f"{line}  # {option_name(line.partition(' ')[0], language)}" if line.partition(" = ")[0] in known else line
             for line in text.splitlines())  # fmt: skip
    return "\n".join(lines) + "\n"


def asked(question: Question, language: Language) -> str:
    """A question in words."""
    return say(f"house.{question.code}", language)


def answered(question: Question, rules: RuleSet, language: Language) -> str:
    """The answer of *rules* in words; their own values if no answer says so."""
    found = question.answered(rules)
    if found is not None:
        return say(f"house.{question.code}.{found.code}", language)
    return "; ".join(f"{name} = {value(getattr(rules, name), language)}" for name in question.options)


def options() -> tuple[str, ...]:
    """Every option, in order."""
    return tuple(field.name for field in fields(RuleSet))


def option_name(option: str, language: Language) -> str:
    """The name that players use for an option."""
    return say(f"option.{option}", language)


def value(found: Any, language: Language) -> str:
    """The value of an option; enumerations as a file of rules has them."""
    if isinstance(found, bool):
        return say("rules.yes" if found else "rules.no", language)
    told = plain(found)
    if told is None or told == []:
        return say("rules.none", language)
    if isinstance(told, dict):
        return " · ".join(map(str, told.values()))
    if isinstance(told, list):
        return ", ".join(known("settle", one["name"], language) if isinstance(one, dict) else str(one) for one in told)
    return str(told)


def _row(option: str, rules: RuleSet, language: Language) -> tuple[str, ...]:
    mark = " " if getattr(rules, option) == getattr(PRESETS[DEFAULT], option) else "*"
    return mark, option, option_name(option, language), value(getattr(rules, option), language)


def table(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Rows in columns as wide as their widest cell; Korean letters take two places."""
    cells = list(rows)
    wide = [max(width(row[at]) for row in cells) for at in range(len(cells[0]))]
    return [" ".join(cell + " " * (size - width(cell)) for cell, size in zip(row, wide, strict=True)).rstrip()
            for row in cells]  # fmt: skip
