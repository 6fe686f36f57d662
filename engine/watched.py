"""Which house rules the referee follows at a watched table, and for how many players a preset is defined."""

from __future__ import annotations

from typing import Any

from engine.errors import RuleSetError
from engine.options import plain
from engine.rules import RuleSet

NOT_WATCHED: dict[str, tuple[Any, ...]] = {
    "game": ("hwatu",),
    "table_four": ("dealer_wins",),
    "chongtong_multi": ("dealer_wins",),
    "cup_timing": ("at_capture", "at_first_target"),
    "must_capture": (False,),
    "steal_change": (True,),
    "two_card_bomb": ("steal_only", "double"),
    "nuclear": (True,),
    "heodang": (True,),
    "nagari_needs_consent": (True,),
    "feeding_dokbak": (True,),
    "cap_at_balance": (True,),
    "missions": (),  # those that draw cards
    "false_stop": ("pays_as_loser",),
}
"""Values that rounds with known hands play and the referee does not follow yet, by option."""

PRESET_PLAYERS = {
    "korean_standard": (2, 3, 4), "wikipedia_strict": (2, 3), "gamerules_italian": (2, 3), "pmang_newmatgo": (2,),
    "family_hwatu": (2, 3, 4)}
"""For how many players each preset is defined (RULES.md 17)."""


def not_watched(rules: RuleSet) -> tuple[str, ...]:
    """Return the options of *rules* that the referee does not follow; () if it follows all of them."""
    found = [name for name, values in NOT_WATCHED.items() if getattr(rules, name) in values]
    drawn = any(mission.draw for mission in rules.missions)
    return tuple(found + ["missions"] * drawn)


def watchable(rules: RuleSet) -> RuleSet:
    """Return *rules* if the referee follows all of them. Raises RuleSetError that names those it does not follow."""
    if names := not_watched(rules):
        told = ", ".join(f"{name}={plain(getattr(rules, name))!r}" for name in names)
        raise RuleSetError(f"the referee does not follow {told} yet; choose other rules for a watched table")
    return rules
