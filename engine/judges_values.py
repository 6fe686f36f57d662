"""Cards, stacks and piles of a rule case, from its JSON values and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from engine.cards import Face, parse_face
from engine.errors import CaseError
from engine.table import Stack

Json = dict[str, Any]

SEATS = ("seat", "winner", "dealer", "caller", "accepter", "refuser", "seller", "holder", "fed_by", "died_last_hand")
"""What names a seat."""

COUNTS = ("go", "shakes", "bombs", "nagari_before")
MOST = 1000
"""No table counts further; a power of two of more could not even be printed."""

ALIKE = 0.8
"""How alike (difflib) a key must be to count as misspelt."""

KEYS = frozenset({
    "accepter", "action", "actions", "after", "all_cards_played", "answers", "balances", "before", "bombs",
    "bonus_cards", "bonus_flips", "caller", "captured", "card_points", "cards", "choose_flip", "choose_hand",
    "claim", "claimant", "dealer", "declared", "died_last_hand", "draw_only_tokens", "draws", "due", "entries",
    "fed_by", "go", "go_order", "hand", "hand_counts", "hands", "hands_with_four", "holder", "hour", "kind",
    "last_go_score", "lay_bonus", "leave", "loser_counts", "loser_go", "losers", "missions_met", "nagari_before",
    "normal_net", "nuclear", "options", "own_ppeok_turns", "own_turn", "own_turns_done", "paid", "per_loser",
    "phase", "play", "played", "players", "preset", "preset_note", "reason", "refuser", "result", "sale_net", "say",
    "score", "scores", "seat", "seller", "shake", "shaken_months", "shakes", "shown", "stacks", "stock",
    "stock_count", "stock_top", "table", "table_count", "tokens", "turn", "turns_done", "turns_left",
    "turns_left_for_seat", "two_card_bombs", "winner"})
"""Every key that some kind of case may have in ``given``, or in its ``before``, ``after`` or ``action``."""

STANDARD_PLAYERS = 3
"""How many play where a case does not tell (RULES.md 2)."""


def misspelt_key(given: Json) -> tuple[str, str] | None:
    """Return a key of *given*, or of what it holds, that is all but one that cases have, and that one; else None.

    Other keys may be added to a case; they mean nothing here.
    """
    parts = [given, *(given[key] for key in ("before", "after", "action") if isinstance(given.get(key), Mapping))]
    for key in (str(key) for part in parts for key in part if key not in KEYS):
        if near := get_close_matches(key, KEYS, 1, ALIKE):
            return key, near[0]
    return None


def filled(given: Json) -> Json:
    """Return *given* with what a case may leave out: the seat, and how many play where its values tell; else three.

    Raises CaseError for a seat or a count that no table has.
    """
    said = {key: value for key, value in given.items() if value is not None}
    for key in said.keys() & {"players", *SEATS, *COUNTS}:
        _check(key, said[key])
    rows = ("captured", "hands", "go", "hand_counts", "scores", "loser_counts", "normal_net")
    implied = max((_seats(said[row]) for row in rows if row in said), default=0)
    implied = max(implied, said.get("winner", 0) + 1) if implied else STANDARD_PLAYERS
    return {"players": implied, "seat": 0} | said


def _check(key: str, value: Any) -> None:
    low, high = {"players": (1, 4)}.get(key, (0, 3) if key in SEATS else (0, MOST))
    for one in value if isinstance(value, list) else [value]:
        if type(one) is not int or not low <= one <= high:
            raise CaseError(f"{key} is {one!r}; it must be a number from {low} to {high}")


def _seats(row: Any) -> int:
    """Return for how many seats *row* has a value: a list by seat, or an object by the numbers of some seats."""
    if isinstance(row, Mapping):
        return max((int(seat) + 1 for seat in row), default=0)
    return len(row) if isinstance(row, list) and not any(isinstance(one, str) for one in row) else 0


def faces(names: Iterable[str]) -> tuple[Face, ...]:
    """Return the cards of a list of names."""
    return tuple(parse_face(name) for name in names)


def listed(value: Any) -> list[Any]:
    """Return a value that may stand alone, in a list, or not at all, as a list."""
    if isinstance(value, list | tuple):
        return list(value)
    return [] if value is None else [value]


def names(cards: Iterable[Face]) -> list[str]:
    """Return the names of *cards*, sorted."""
    return sorted(map(str, cards))


def stacks_of(given: Iterable[Json]) -> tuple[Stack, ...]:
    """Return the stacks of a case."""
    return tuple(Stack(faces(s["cards"]), s.get("owner"), faces(s.get("bonus", ()))) for s in given)


def piles_of(given: Any, players: int) -> tuple[tuple[Face, ...], ...]:
    """Return the captured piles, from a list or a mapping by seat."""
    if isinstance(given, list):
        return tuple(map(faces, given))
    return tuple(faces(given.get(str(seat), ())) for seat in range(players))
