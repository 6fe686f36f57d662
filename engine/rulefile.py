"""House rules as TOML text, both ways: a preset and the options that differ from it.

    preset = "korean_standard"
    go_rule = "italian"
    target = { 2 = 5 }
    nagari_cap = "none"

Missions and regional lines are tables: ``[[missions]]`` and ``[[extra_yaku]]`` with name, cards, times, plus or points.
"""

from __future__ import annotations

import tomllib
from dataclasses import fields
from typing import Any, get_args, get_type_hints

from engine.errors import RuleSetError
from engine.options import nearest, plain
from engine.rules import PRESETS, RuleSet, preset, ruleset

DEFAULT = "korean_standard"


def loads(text: str, source: str = "the rules") -> RuleSet:
    """Return the rules that TOML *text* holds. Raises RuleSetError that names *source*, the key and what it takes."""
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"))  # Windows editors begin with a mark
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError(f"{source} is no TOML: {error}") from None
    name, options = data.pop("preset", DEFAULT), data
    known = {field.name for field in fields(RuleSet)}
    for key in options:
        if key not in known:
            raise RuleSetError(f"{source}: no option {key!r}; {nearest(key, known | {'preset'})}")
    for key in _may_be_none() & options.keys():
        options[key] = None if options[key] == "none" else options[key]
    try:
        return ruleset(name if isinstance(name, str) else repr(name), options)
    except RuleSetError as error:
        raise RuleSetError(f"{source}: {error}") from None


def understood(text: str) -> RuleSet:
    """Return the rules of the preset that *text* names, or of *text* as TOML. Raises RuleSetError."""
    return loads(text) if "=" in text else preset(text)


def dumps(rules: RuleSet, base: str | None = None) -> str:
    """Return *rules* as TOML that ``loads`` reads back: preset *base* (None: the nearest) and what differs from it."""
    name = base or min(PRESETS, key=lambda one: len(_different(rules, PRESETS[one])))
    values = _different(rules, preset(name))
    tables = {key: value for key, value in values.items() if _is_tables(value)}
    lines = [f'preset = "{name}"']
    lines += [f"{key} = {_toml(value)}" for key, value in values.items() if key not in tables]
    for key, records in tables.items():
        for record in records:
            lines += ["", f"[[{key}]]", *(f"{name} = {_toml(value)}" for name, value in record.items())]
    return "\n".join(lines) + "\n"


def _different(rules: RuleSet, base: RuleSet) -> dict[str, Any]:
    return {field.name: plain(getattr(rules, field.name)) for field in fields(rules)
            if getattr(rules, field.name) != getattr(base, field.name)}


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _toml(value: Any) -> str:
    if value is None:
        return '"none"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    text = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def _may_be_none() -> set[str]:
    return {name for name, hint in get_type_hints(RuleSet).items() if type(None) in get_args(hint)}
