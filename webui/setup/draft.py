"""What people entered in the five steps: one value, checked, kept as TOML in the data folder. Pure but for the file."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from engine.errors import RuleSetError
from engine.house import DEFAULT, QUESTIONS, house, nearest_preset
from engine.rulefile import dumps
from webui.errors import SettingsError, WebError
from webui.people import COLOURS, LONGEST, checked_name

FILE, LAYOUT, RULES = "setup.toml", "layout.toml", "house.toml"
"""What lies in the data folder: what was entered, where things lie on the table, the rules of the house."""

STEPS = ("camera", "table", "deck", "players", "rules")
TURNS = (0, 90, 180, 270)
MOST_STAKE = 1_000_000
LONGEST_SOURCE = 300
HEAD = "# Written by the page Set-up. Settings by hand go into hwatupan.toml beside this file; see docs/settings.md.\n"


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything that was entered so far. Seats are 0..players-1; an empty name is the place."""

    source: str = ""
    rotate: int = 0
    mirror: bool = False
    players: int = 2
    laid_out: bool = False  # the layout file is that of this table
    enrolled: str = ""
    names: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    stake: int = 0  # money a point, 0 for points
    dealer: int | None = None
    answers: Mapping[str, str] = field(default_factory=dict)  # question -> answer, those that were answered
    done: tuple[str, ...] = ()  # steps that were gone through
    finished: bool = False  # an evening was begun with it

    @property
    def step(self) -> str:
        """The first step that was not gone through; the last one when all were."""
        return next((step for step in STEPS if step not in self.done), STEPS[-1])

    def through(self, step: str) -> Draft:
        """The draft with *step* gone through."""
        return replace(self, done=tuple(one for one in STEPS if one in self.done or one == step))

    def name(self, seat: int) -> str:
        """What the player of *seat* is called, empty for nobody in particular."""
        return self.names[seat] if seat < len(self.names) else ""

    def colour(self, seat: int) -> str:
        """The colour of *seat*."""
        return self.colours[seat] if seat < len(self.colours) else COLOURS[seat]

    def rules(self) -> str:
        """The rules as a match keeps them: a preset, or TOML."""
        made, base = house(self.answers), nearest_preset(self.answers)
        return DEFAULT if made == house({}) else dumps(made, base)

    def settings(self, data: Path) -> dict[str, Any]:
        """The settings that it stands for, by name; files lie in the folder *data*."""
        own = self.rules() != DEFAULT
        told = {"source": self.source, "players": self.players, "rules": str(data / RULES) if own else DEFAULT,
                "dealer": self.dealer, "layout": data / LAYOUT if self.laid_out else None,
                "enrolled": self.enrolled or None}  # fmt: skip
        return {name: value for name, value in told.items() if value is not None}


def with_camera(draft: Draft, body: Mapping[str, Any]) -> Draft:
    """``{"source", "rotate"?, "mirror"?}``. Raises WebError. Another camera sees the table otherwise."""
    source, rotate, mirror = body.get("source"), body.get("rotate", 0), body.get("mirror", False)
    if not isinstance(source, str) or not 0 < len(source.strip()) <= LONGEST_SOURCE or not source.isprintable():
        raise WebError("setup_source", f"source is {str(source)[:40]!r}; a camera, an address, phone or twin is right")
    if type(rotate) is not int or rotate not in TURNS or type(mirror) is not bool:
        raise WebError("field", f"rotate is {rotate!r}, mirror {mirror!r}; 0, 90, 180, 270 and true or false are right")
    fresh = replace(draft, source=source.strip(), rotate=rotate, mirror=mirror)
    same = (fresh.source, rotate, mirror) == (draft.source, draft.rotate, draft.mirror)
    return fresh if same else replace(fresh, laid_out=False, done=tuple(s for s in fresh.done if s != "table"))


def with_players(draft: Draft, players: object) -> Draft:
    """As many as play; zones for another number are gone. Raises WebError unless 2 or 3."""
    if type(players) is not int or players not in (2, 3):
        raise WebError("field", f"players is {players!r}; 2 or 3 can be refereed")
    if players == draft.players:
        return draft
    dealer = None if draft.dealer is not None and draft.dealer >= players else draft.dealer
    return replace(draft, players=players, dealer=dealer, laid_out=False)


def with_people(draft: Draft, body: Mapping[str, Any]) -> Draft:
    """``{"names", "colours", "stake", "dealer"}``, the first two by seat. Raises WebError."""
    names, colours = body.get("names"), body.get("colours")
    stake, dealer = body.get("stake", 0), body.get("dealer")
    if not isinstance(names, list) or len(names) != draft.players or not isinstance(colours, list):
        raise WebError("field", f"names and colours must be {draft.players} texts each, one for each seat")
    called = tuple(checked_name(name) if str(name).strip() else "" for name in names)
    given = [name for name in called if name]
    if len(set(given)) < len(given):
        raise WebError("same_name", "two seats have the same name; call one of them otherwise", 409)
    if len(colours) != draft.players or not set(colours) <= set(COLOURS):
        raise WebError("colour", f"colours are {colours!r}; one of {', '.join(COLOURS)} each is right")
    if type(stake) is not int or not 0 <= stake <= MOST_STAKE:
        raise WebError("stake", f"stake is {stake!r}; 0 to {MOST_STAKE} is right")
    if dealer is not None and (type(dealer) is not int or not 0 <= dealer < draft.players):
        raise WebError("seat", f"dealer is {dealer!r}; 0 to {draft.players - 1}, or null, is right")
    return replace(draft, names=called, colours=tuple(colours), stake=stake, dealer=dealer)


def with_answers(draft: Draft, answers: object) -> Draft:
    """``{question: answer}``; a question that is left out is answered as most houses do. Raises WebError."""
    known = {question.code: {answer.code for answer in question.answers} for question in QUESTIONS}
    if not isinstance(answers, dict) or not all(
        isinstance(answer, str) and answer in known.get(code, ()) for code, answer in answers.items()
    ):
        raise WebError("setup_answers", "answers must name questions and their answers, see hwatupan rules --list")
    return replace(draft, answers=dict(answers))


def dump(draft: Draft, data: Path) -> None:
    """Keep *draft*, and the rules of the house that it makes. Raises SettingsError if that cannot be."""
    rules = draft.rules()
    _write(data / FILE, HEAD + dumped(draft))
    if rules != DEFAULT:
        _write(data / RULES, rules)


def dumped(draft: Draft) -> str:
    """The draft as TOML; `read` understands it."""
    values = {one.name: getattr(draft, one.name) for one in fields(draft) if one.name != "answers"}
    lines = ["format = 1"] + [f"{key} = {_toml(value)}" for key, value in values.items() if value is not None]
    lines += ["", "[answers]", *(f"{key} = {_toml(value)}" for key, value in draft.answers.items())]
    return "\n".join(lines) + "\n"


def load(data: Path) -> Draft:
    """What was entered; a fresh draft if nothing was. Raises SettingsError for a damaged file."""
    path = data / FILE
    try:
        return read(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):  # the data folder is judged elsewhere
        return Draft()
    except (OSError, ValueError, WebError, RuleSetError) as error:
        raise SettingsError(f"cannot use {path} ({error}); remove it and set up again on the page") from None


def read(text: str) -> Draft:
    """What `dumped` wrote. Raises ValueError, WebError."""
    values = tomllib.loads(text)
    if values.pop("format", None) != 1:
        raise ValueError("it is of another version")
    draft = with_players(Draft(), values.get("players", 2))
    nobody = {"names": [""] * draft.players, "colours": list(COLOURS[: draft.players])}
    told = {key: values[key] for key in ("names", "colours", "stake", "dealer") if values.get(key) not in (None, [])}
    draft = with_people(draft, nobody | told)
    draft = with_answers(draft, values.get("answers", {}))
    if values.get("source"):
        draft = with_camera(draft, {key: values[key] for key in ("source", "rotate", "mirror") if key in values})
    done = tuple(step for step in STEPS if step in values.get("done", ()))
    enrolled = str(values.get("enrolled", ""))[:LONGEST]
    laid_out, finished = (values.get(key) is True for key in ("laid_out", "finished"))
    return replace(draft, enrolled=enrolled, done=done, laid_out=laid_out, finished=finished)


def _write(path: Path, text: str) -> None:
    """Write *text* whole or not at all."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(text, encoding="utf-8")
        os.replace(fresh, path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise SettingsError(f"cannot write {path} ({error.strerror or error}); make room there") from None


def _toml(value: Any) -> str:
    """A text, number, truth or list of them as TOML; texts as JSON, which is the same for printable ones."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
