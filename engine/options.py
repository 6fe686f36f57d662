"""What a house option may be: its types, reading it from plain values, and refusing what it does not take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin

from engine.cards import Face, parse_face
from engine.errors import EngineError, RuleSetError


@dataclass(frozen=True, slots=True)
class PerPlayers:
    """A number that depends on how many play: ``rules.target(2)``."""

    two: int
    three: int
    four: int

    def __call__(self, players: int) -> int:
        """Return the number for *players* (2, 3 or 4). Raises RuleSetError for any other count."""
        if players not in (2, 3, 4):
            raise RuleSetError(f"{players} players cannot play; choose 2, 3 or 4")
        return (self.two, self.three, self.four)[players - 2]


@dataclass(frozen=True, slots=True)
class Mission:
    """A named multiplier (``times``) or addition (``plus``) for a winner who has the cards (RULES.md 14.7).

    ``each``: once for every card of it that the winner took, else only for all of them. ``draw``: so many cards are
    drawn anew for each round. Without cards, the people say whether it was met (``Ending.met``).
    """

    name: str
    cards: tuple[Face, ...] = ()
    times: int = 1
    plus: int = 0
    each: bool = False
    draw: int = 0


@dataclass(frozen=True, slots=True)
class Yaku:
    """A regional line of the score: *points* for all of *cards* (RULES.md 11, ``extra_yaku``)."""

    name: str
    cards: tuple[Face, ...]
    points: int


def fits(value: Any, hint: Any) -> bool:
    """Say whether *value* is what the annotation *hint* of an option allows; True is not the number 1."""
    origin = get_origin(hint)
    if origin is Literal:
        return isinstance(value, str) and value in get_args(hint)
    if origin is tuple:
        inner = get_args(hint)
        items = inner[:1] * len(value) if isinstance(value, tuple) and inner[-1] is ... else inner
        return isinstance(value, tuple) and len(value) == len(items) and all(map(fits, value, items))
    if origin is not None:  # a union
        return any(fits(value, part) for part in get_args(hint))
    return type(value) is hint


def wanted(hint: Any) -> str:
    """Return what an option with the annotation *hint* takes, in words."""
    if get_origin(hint) is Literal:
        return ", ".join(get_args(hint))
    return "true or false" if hint is bool else str(getattr(hint, "__name__", hint))


def plain(value: Any) -> Any:
    """Return *value* as JSON: cards as their text, per-player numbers, missions and lines as mappings."""
    if isinstance(value, PerPlayers):
        return {"2": value.two, "3": value.three, "4": value.four}
    if isinstance(value, Mission | Yaku):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, tuple):
        return [plain(v) for v in value]
    return str(value) if isinstance(value, Face) else value


def read(name: str, value: Any, base: Any) -> Any:
    """Return the JSON *value* of option *name* as its field has it; numbers by players keep what is not named.

    Raises RuleSetError that names the option.
    """
    try:
        if name in READERS:
            return READERS[name](value, base)
    except (EngineError, TypeError, AttributeError) as error:
        raise RuleSetError(f"option {name} does not take {value!r}: {error}") from error
    return tuple(value) if isinstance(value, list) else value


def _per_players(value: Any, base: PerPlayers) -> PerPlayers:
    old = plain(base)
    new = {str(k): v for k, v in value.items()} if isinstance(value, Mapping) else dict.fromkeys(old, value)
    if not new.keys() <= old.keys() or not all(type(v) is int for v in new.values()):
        raise RuleSetError(f"it takes numbers by players, e.g. {old}")
    return PerPlayers(*(old | new).values())


def _faces(value: Any, base: object) -> tuple[Face, ...]:
    return tuple(parse_face(code) for code in value)


def _record(value: Mapping[str, Any], make: type[Mission] | type[Yaku]) -> Any:
    known = make.__dataclass_fields__
    for key in value:
        if key not in known:
            raise RuleSetError(f"no key {key!r}; {nearest(key, known)}")
    return make(**{**value, "cards": _faces(value.get("cards", ()), None)})


def _missions(value: Any, base: object) -> tuple[Mission, ...]:
    return tuple(_record(one, Mission) for one in value)


def _yaku(value: Any, base: object) -> tuple[Yaku, ...]:
    return tuple(_record(one, Yaku) for one in value)


READERS: dict[str, Callable[[Any, Any], Any]] = {
    "target": _per_players, "pibak_limit": _per_players, "bonus_cards": _faces, "missions": _missions,
    "extra_yaku": _yaku}


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the words that offer the known name nearest to *name*."""
    names = sorted(known)
    near = get_close_matches(name, names, 1) or [one for one in names if name and name in one][:1]
    return f"did you mean {near[0]!r}?" if near else f"choose one of {', '.join(names)}"
