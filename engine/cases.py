"""Run a file of rule cases: each one's ``given`` is judged by the engine and compared with its ``expect``.

The format is described in the file's own ``meta``; how cases are to be read stands in CONTRACT.md section 7: only the
keys of ``expect`` count, card lists are multisets, events are in order, prose is compared by its presence.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import BY_CODE, parse_face
from engine.errors import CaseError, EngineError, IllegalPlay
from engine.judges import JUDGES
from engine.judges_values import Json, filled, misspelt_key
from engine.options import nearest
from engine.rules import PRESETS, RuleSet, ruleset

PROSE = frozenset({"illegal", "reason", "note"})
MISSING = "nothing under this key"


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that the engine judges otherwise: what was expected and what came, key by key."""

    id: str
    expected: Any  # an object, or whatever stands where a case should
    got: Json

    def to_json(self) -> Json:
        """Return the failure as JSON values."""
        return {"id": self.id, "expected": self.expected, "got": self.got}


@dataclass(frozen=True, slots=True)
class Report:
    """How many cases passed, and those that failed."""

    passed: int
    failures: tuple[Failure, ...]

    @property
    def failed(self) -> int:
        """How many cases failed."""
        return len(self.failures)

    def to_json(self) -> Json:
        """Return the report as JSON values."""
        return {"passed": self.passed, "failed": self.failed,
                "failures": [failure.to_json() for failure in self.failures]}


def run_text(text: str, source: str = "the cases") -> Report:
    """Judge every case of a cases file. Raises CaseError, naming *source*, for text that is no such file."""
    return run(read_cases(text, source))


def read_cases(text: str, source: str = "the cases") -> list[Any]:
    """Return the cases of a file, each as it stands there. Raises CaseError for text that holds no list of cases."""
    try:
        data = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise CaseError(f"{source} is no JSON: {error}") from None
    cases = data.get("cases") if isinstance(data, dict) else data
    if not isinstance(cases, list):
        raise CaseError(f'{source} has no list "cases"; see the format in tests/golden/cases.json')
    if not cases:
        raise CaseError(f"{source} holds no case; see the format in tests/golden/cases.json")
    return cases


def run(cases: Sequence[Any]) -> Report:
    """Judge *cases*. One that is no case, or whose values make no sense, fails with the reason as what came."""
    failures = [failure for number, case in enumerate(cases, 1) for failure in _judged(case, number)]
    return Report(len(cases) - len(failures), tuple(failures))


def _malformed(case: Any) -> str:
    """Say what keeps *case* from being one; "" if nothing does."""
    if not isinstance(case, dict) or not isinstance(case.get("given"), dict):
        return 'a case is an object with "id", "given" and "expect"'
    if not isinstance(case.get("expect"), dict):
        return '"expect" must be an object: what the engine is to answer'
    kind = case["given"].get("kind")
    if not isinstance(kind, str) or kind not in JUDGES:
        return f"no kind {kind!r}; {nearest(str(kind), JUDGES)}"
    if (misspelt := misspelt_key(case["given"])) is not None:
        return f"no case has a key {misspelt[0]!r}; did you mean {misspelt[1]!r}?"
    return ""


def _judged(case: Any, number: int) -> Iterator[Failure]:
    name = case.get("id") if isinstance(case, dict) else None
    name = name if isinstance(name, str) and name else f"case {number}"
    if why := _malformed(case):
        yield Failure(name, case.get("expect") if isinstance(case, dict) else case, {"error": why})
        return
    expect = case["expect"]
    try:
        got = _answer(case["given"])
        wrong = [key for key, want in expect.items() if not _agrees(key, want, got)]
    except RecursionError:
        yield Failure(name, "the case as it stands", {"error": "it is nested too deeply to be compared"})
        return
    if wrong:
        shown = {key: got.get(key, MISSING) for key in wrong} if "error" not in got else got
        if got.get("illegal"):
            shown = shown | {"illegal": got["illegal"]}
        yield Failure(name, {key: expect[key] for key in wrong}, shown)


def _answer(given: Json) -> Json:
    """Return what the engine says to *given*; a refused play is an answer as well as an error."""
    try:
        given = filled(given)
        return JUDGES[given["kind"]](given, rules_of(given))
    except IllegalPlay as refusal:
        return {"error": str(refusal), "illegal": str(refusal)}
    except EngineError as error:
        return {"error": str(error)}
    except KeyError as error:
        return {"error": f"the case lacks {error}"}
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError) as error:
        return {"error": f"the case lacks something or holds a wrong value: {type(error).__name__}: {error}"}


def _agrees(key: str, want: Any, got: Json) -> bool:
    if key == "note":
        return True
    if key in PROSE:
        return bool(got.get(key)) == bool(want)
    if key not in got:
        return False
    have = got[key]
    if key.startswith("stacks") and isinstance(want, list) and isinstance(have, list):
        return _same_stacks(want, have)
    if isinstance(want, dict) and isinstance(have, dict) and key != "stolen":
        have = {seat: have[seat] for seat in want if seat in have}
    return bool(plain(have, key) == plain(want, key))


def _same_stacks(want: list[Any], have: list[Json]) -> bool:
    """Compare stacks in any order; a case may write one as an object with some of the keys, or as its cards."""
    if len(want) != len(have):
        return False
    left = list(have)
    for one in want:
        found = next((s for s in left if _agrees_stack(one, s)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def _agrees_stack(want: Any, have: Json) -> bool:
    if isinstance(want, Mapping):
        return all(key in have and plain(have[key]) == plain(one) for key, one in want.items())
    return bool(plain(want) == plain(have["cards"] if isinstance(want, list) else have["month"]))


def plain(value: Any, key: str = "") -> Any:
    """Return *value* ready to be compared: card lists and steal classes are multisets and speak faces."""
    if isinstance(value, Mapping):
        return {str(name): plain(one, key) for name, one in value.items()}
    if isinstance(value, str) and value in BY_CODE:
        return str(parse_face(value))
    if not isinstance(value, list):
        return value
    if key in UNORDERED or (value and all(isinstance(one, str) and one in BY_CODE for one in value)):
        return sorted((plain(one) for one in value), key=repr)
    return [plain(one, key) for one in value]


UNORDERED = frozenset({"stolen", "baks", "active", "redraw", "chongtong_months", "shake_months"})
"""Lists without an order of their own."""


def rules_of(given: Mapping[str, Any]) -> RuleSet:
    """Return the rules of a case: its preset with its options, the shorthand keys of the format read as options.

    Raises RuleSetError for an unknown preset, option or value.
    """
    options, name = dict(given.get("options", {})), given.get("preset", "korean_standard")
    options.pop("cup_declared", None)  # where the cup lies is no house rule
    if options.pop("family", name == "family_hwatu") and name in PRESETS:
        name = "family_hwatu"
    last = options.pop("last_turn", None)
    if last is not None:
        options.setdefault("last_turn_scope", "own_last_card" if last else "none")
    for key, on in (("ppeok_pay", "on"), ("three_ppeok", "win")):
        if isinstance(options.get(key), bool):
            options[key] = on if options[key] else "off"
    for deck in (given, given.get("before", {})):
        if "bonus_cards" in deck:
            options.setdefault("bonus_cards", deck["bonus_cards"])
    return ruleset(name, options)
