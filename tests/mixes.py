"""Rule sets by chance: every option with every kind of value it takes, alone and mixed. Many faults hide in mixes."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from engine.cards import BONUS_FACES, DECK, Face
from engine.options import Mission, PerPlayers, Yaku
from engine.rules import PRESETS, RuleSet

NUMBERS: dict[str, tuple[Any, ...]] = {
    "deal_totals_2p": ((10, 8), (8, 10)), "day_hours": ((6, 18), (0, 24), (8, 9)),
    "chongtong_points": (0, 5, 10, "target"), "cup_value": (1, 2), "five_bright": (0, 15, 50),
    "four_bright": (0, 4, 5), "jappeok_steal": (1, 2), "bomb_steal": (0, 1), "bomb_multiplier": (1, 2),
    "shake_plus_bomb_same_set": (1, 2), "nagari_cap": (None, 1, 2, 8), "cap_points": (None, 1, 20),
    "sell_unit": (1, 2)}
"""What an option that is a number may be; the others say it by their type."""


def random_rules(rng: random.Random, chance: float | None = None) -> RuleSet:
    """Return a preset in which each option is drawn anew with *chance* (None: a few options, or most of them)."""
    chance = rng.choice((0.05, 0.2, 0.9)) if chance is None else chance
    hints = get_type_hints(RuleSet)
    base = rng.choice(list(PRESETS.values()))
    values = {field.name: getattr(base, field.name) for field in fields(RuleSet)}
    for name in values:
        if name not in ("game", "four_mode") and rng.random() < chance:
            values[name] = _value(name, hints[name], rng)
    if values["game"] == "hwatu":
        values["bonus_cards"] = ()
    return RuleSet(**values)


def _value(name: str, hint: Any, rng: random.Random) -> Any:
    if name in NUMBERS:
        return rng.choice(NUMBERS[name])
    if get_origin(hint) is Literal:
        return rng.choice(get_args(hint))
    if hint is bool:
        return rng.random() < 0.5
    if hint is PerPlayers:
        return PerPlayers(*(rng.choice((1, 3, 5, 7, 500)) for _ in range(3)))
    return {"bonus_cards": _bonus, "shake_x4_months": _months, "missions": _missions, "extra_yaku": _yaku}[name](rng)


def _bonus(rng: random.Random) -> tuple[Face, ...]:
    return tuple(sorted(rng.choices(BONUS_FACES, k=rng.randint(0, 6))))


def _months(rng: random.Random) -> tuple[int, ...]:
    return tuple(sorted(rng.sample(range(1, 13), rng.randint(0, 3))))


def _missions(rng: random.Random) -> tuple[Mission, ...]:
    drawn = Mission("mission_cards", times=2, each=True, draw=3)
    month = Mission("mission_month", tuple(rng.sample(DECK, 2)), rng.randint(1, 5), rng.randint(0, 3))
    said = Mission("mission_bomb", times=2)
    return tuple(rng.sample((drawn, month, said), rng.randint(0, 3)))


def _yaku(rng: random.Random) -> tuple[Yaku, ...]:
    return tuple(Yaku(f"line {nth}", tuple(rng.sample(DECK, 3)), rng.randint(1, 5)) for nth in range(rng.randint(0, 2)))
