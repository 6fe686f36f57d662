"""House rules: one frozen record with every option of RULES.md section 17, and the named presets.

An option that the engine cannot honour yet is refused with a RuleSetError instead of being ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from engine.cards import Face, Kind, parse_face
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
class RuleSet:
    """Every option of RULES.md section 17; the defaults are the preset ``korean_standard``.

    Raises RuleSetError for a value that an option does not take, or that the engine cannot play yet.
    """

    # dealer, deal and checks (RULES.md 3 to 6)
    target: PerPlayers = PerPlayers(7, 3, 3)
    first_dealer: Literal["night_low_day_high", "high", "low", "appointed", "lot"] = "night_low_day_high"
    day_hours: tuple[int, int] = (6, 18)  # from the first hour up to, not including, the second
    dealer_tie: Literal["redraw", "card_rank"] = "redraw"
    next_dealer: Literal["winner", "rotate"] = "winner"
    deal_totals_2p: tuple[int, int] = (10, 8)  # cards in each hand, cards on the floor
    bonus_cards: tuple[Face, ...] = ()
    table_bonus_steals: bool = False
    table_four: Literal["redeal", "nagari_x2", "dealer_wins"] = "redeal"
    table_triple_steal: bool = True
    chongtong_points: int | Literal["target"] = 5
    chongtong_mode: Literal["win", "choice"] = "win"
    chongtong_multi: Literal["pairwise", "nagari_x2", "dealer_wins"] = "pairwise"
    bonus_chongtong: Literal["never", "first_turn", "always"] = "never"
    # cards that can be two things, score lines (RULES.md 1.2, 11)
    cup: Literal["choice", "animal_only", "junk_only"] = "choice"
    cup_timing: Literal["best_until_settlement", "at_capture", "at_first_target", "declared"] = "best_until_settlement"
    cup_value: int = 2
    may_animal: Literal["animal_only", "choice"] = "animal_only"
    december_ribbon_counts: bool = True
    december_animal_counts: bool = True
    five_bright: int = 15
    four_bright: int = 4
    extra_yaku: tuple[str, ...] = ()
    # turn, steals and events (RULES.md 7 to 10, 12)
    must_capture: bool = True
    jappeok_steal: int = 2
    ppeok_eat_from: Literal["each", "maker_only"] = "each"
    two_steal_double_settles: bool = True
    steal_change: bool = False
    ppeok_pay: Literal["on", "first", "off"] = "on"
    three_ppeok: Literal["win", "off"] = "win"
    first_ttadak_pay: bool = False
    first_jjok_pay: bool = False
    first_bomb_pay: bool = False
    sseul: bool = True
    sseul_definition: Literal["table_empty", "two_different"] = "table_empty"
    sseul_on_jjok: bool = True
    shake_timing: Literal["before_first_of_set", "on_play"] = "before_first_of_set"
    shake_x4_months: tuple[int, ...] = ()
    bomb_steal: int = 1
    bomb_multiplier: int = 2
    bomb_after_shake: bool = True  # False: a bomb only with a triple that was not shown before
    shake_plus_bomb_same_set: int = 1
    two_card_bomb: Literal["off", "steal_only", "double"] = "off"
    nuclear: bool = False
    heodang: bool = False
    bonus_hand: Literal["draw_to_hand", "flip_and_play"] = "draw_to_hand"
    bonus_steals: bool = False
    last_turn_scope: Literal["own_last_card", "final_turn_of_hand", "none"] = "own_last_card"
    last_turn_ppeok: Literal["capture3", "normal"] = "capture3"
    last_turn_stack_steal: bool = False
    # go, stop and money (RULES.md 13, 14)
    go_rule: Literal["plus_n_pow2", "wiki_n_minus_1", "pow2_no_bonus", "plus2_pow2", "italian", "pagat"] = "plus_n_pow2"
    reverse_go: Literal["none", "x4_replaces_go_multiplier", "x2"] = "none"
    pibak_limit: PerPlayers = PerPlayers(7, 5, 5)
    pibak_zero_exempt: bool = True
    meongtta: bool = True
    meongbak: Literal["off", "w7_l0", "w5_l0"] = "off"
    gobak_2p: Literal["x2", "none"] = "x2"
    gobak_3p: Literal["pays_for_all", "x2_own", "pays_for_all_x2", "pays_for_all_own_x2", "none"] = "pays_for_all"
    gobak_multi: Literal["last_caller", "each_x2"] = "last_caller"
    nagari_growth: Literal["double_each", "flat_2"] = "double_each"
    nagari_cap: int | None = 8
    nagari_needs_consent: bool = False
    feeding_dokbak: bool = False
    no_capture_exempt: bool = False
    cap_points: int | None = None
    cap_at_balance: bool = False
    missions: tuple[str, ...] = ()
    showdown: Literal["on_manual", "off"] = "on_manual"
    showdown_refuser_pays: bool = True
    # four players (RULES.md 14.6) and the family game (RULES.md 15)
    four_mode: Literal["sell", "all_play"] = "sell"
    four_reveal: Literal["informational"] = "informational"
    sell_payers: Literal["all_active", "non_dealers", "losers_after_hand"] = "all_active"
    sell_unit: int = 1
    sell_bonus: bool = False
    sell_sets: bool = False
    minhwatu_chodan: bool = False
    # the referee (RULES.md 16)
    late_claim: Literal["forfeit"] = "forfeit"
    steal_deadline: Literal["takers_next_turn"] = "takers_next_turn"
    false_stop: Literal["no_effect_warning", "pays_as_loser"] = "no_effect_warning"

    def __post_init__(self) -> None:
        defaults = _defaults()
        for name, hint in _hints().items():
            value = getattr(self, name)
            if value == defaults[name] and type(value) is type(defaults[name]):
                continue
            _check_type(name, value, hint)
            if value in NOT_YET.get(name, ()):
                raise RuleSetError(f"option {name}={_plain(value)!r} cannot be played yet; leave it at "
                                   f"{_plain(defaults[name])!r}")
        _check_ranges(self)

    def options(self) -> dict[str, Any]:
        """Return every option as JSON values; ``ruleset(options=...)`` reads them back."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}


NOT_YET: dict[str, tuple[Any, ...]] = {
    "cup_timing": ("at_capture", "at_first_target"),
    "dealer_tie": ("card_rank",),
    "table_bonus_steals": (True,),
    "table_four": ("dealer_wins",),
    "chongtong_mode": ("choice",),
    "chongtong_multi": ("dealer_wins",),
    "bonus_chongtong": ("first_turn", "always"),
    "must_capture": (False,),
    "steal_change": (True,),
    "two_card_bomb": ("steal_only", "double"),
    "nuclear": (True,),
    "heodang": (True,),
    "nagari_needs_consent": (True,),
    "feeding_dokbak": (True,),
    "cap_at_balance": (True,),
    "showdown": ("off",),
    "showdown_refuser_pays": (False,),
    "four_mode": ("all_play",),
    "sell_payers": ("non_dealers", "losers_after_hand"),
    "sell_bonus": (True,),
    "sell_sets": (True,),
    "minhwatu_chodan": (True,),
    "false_stop": ("pays_as_loser",),
}
"""Values that RULES.md knows and the engine cannot play yet."""

_ONLY_DEFAULT = ("extra_yaku", "missions", "cap_points", "sell_unit")


@cache
def _hints() -> dict[str, Any]:
    return get_type_hints(RuleSet)


@cache
def _defaults() -> dict[str, Any]:
    return {f.name: f.default for f in fields(RuleSet)}


def _check_type(name: str, value: Any, hint: Any) -> None:
    """Refuse a value that the annotation of option *name* does not allow."""
    if name in _ONLY_DEFAULT:
        raise RuleSetError(f"option {name} cannot be changed yet; leave it at {_defaults()[name]!r}")
    if not _fits(value, hint):
        raise RuleSetError(f"option {name} does not take {_plain(value)!r}; it takes {_wanted(hint)}")


def _fits(value: Any, hint: Any) -> bool:
    origin = get_origin(hint)
    if origin is Literal:
        return isinstance(value, str) and value in get_args(hint)
    if origin is tuple:
        inner = get_args(hint)
        items = inner[:1] * len(value) if isinstance(value, tuple) and inner[-1] is ... else inner
        return isinstance(value, tuple) and len(value) == len(items) and all(map(_fits, value, items))
    if origin is not None:  # a union
        return any(_fits(value, part) for part in get_args(hint))
    return type(value) is hint  # exact: True is not the number 1


def _wanted(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return ", ".join(get_args(hint))
    return "true or false" if hint is bool else str(getattr(hint, "__name__", hint))


def _check_ranges(rules: RuleSet) -> None:
    """Refuse numbers and cards outside what a table can do."""
    bad = {
        "deal_totals_2p": rules.deal_totals_2p not in ((10, 8), (8, 10)),
        "day_hours": not 0 <= rules.day_hours[0] < rules.day_hours[1] <= 24,
        "bonus_cards": len(rules.bonus_cards) > 6 or any(f.kind is not Kind.BONUS for f in rules.bonus_cards),
        "cup_value": rules.cup_value not in (1, 2),
        "jappeok_steal": rules.jappeok_steal not in (1, 2),
        "bomb_steal": rules.bomb_steal not in (0, 1),
        "bomb_multiplier": rules.bomb_multiplier not in (1, 2),
        "shake_plus_bomb_same_set": rules.shake_plus_bomb_same_set not in (1, 2),
        "shake_x4_months": not set(rules.shake_x4_months) <= set(range(1, 13)),
        "nagari_cap": rules.nagari_cap is not None and rules.nagari_cap < 1,
        "target": min(rules.target.two, rules.target.three, rules.target.four) < 1,
        "pibak_limit": min(rules.pibak_limit.two, rules.pibak_limit.three, rules.pibak_limit.four) < 0,
        "five_bright": rules.five_bright < 0,
        "four_bright": rules.four_bright < 0,
        "chongtong_points": isinstance(rules.chongtong_points, int) and rules.chongtong_points < 0,
    }
    for name, wrong in bad.items():
        if wrong:
            raise RuleSetError(f"option {name} does not take {_plain(getattr(rules, name))!r}; see docs/rules.md")


def _plain(value: Any) -> Any:
    """Return *value* as JSON: cards as their text, per-player numbers as a mapping."""
    if isinstance(value, PerPlayers):
        return {"2": value.two, "3": value.three, "4": value.four}
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return str(value) if isinstance(value, Face) else value


def _read(name: str, value: Any, base: RuleSet) -> Any:
    """Return the JSON *value* of option *name* as the type that the field has; keep what it does not name."""
    try:
        if name in ("target", "pibak_limit"):
            old = _plain(getattr(base, name))
            new = {str(k): v for k, v in value.items()} if isinstance(value, Mapping) else dict.fromkeys(old, value)
            if not new.keys() <= old.keys() or not all(type(v) is int for v in new.values()):
                raise RuleSetError(f"option {name} takes numbers by players, e.g. {old}")
            return PerPlayers(*(old | new).values())
        if name == "bonus_cards":
            return tuple(parse_face(code) for code in value)
    except (EngineError, TypeError) as error:
        raise RuleSetError(f"option {name} does not take {value!r}: {error}") from error
    return tuple(value) if isinstance(value, list) else value


PRESETS: dict[str, RuleSet] = {
    "korean_standard": RuleSet(),
    "wikipedia_strict": RuleSet(
        may_animal="choice", december_ribbon_counts=False, jappeok_steal=1, ppeok_pay="off", three_ppeok="off",
        bomb_multiplier=1, sseul=False, last_turn_scope="none", go_rule="wiki_n_minus_1",
        pibak_limit=PerPlayers(5, 5, 5), pibak_zero_exempt=False, gobak_3p="x2_own", gobak_multi="each_x2",
        nagari_growth="flat_2"),
    "gamerules_italian": RuleSet(
        first_dealer="lot", cup="animal_only", bonus_hand="flip_and_play", sseul_definition="two_different",
        bomb_steal=0, bomb_multiplier=1, bomb_after_shake=False, ppeok_pay="off", three_ppeok="off",
        last_turn_scope="none", go_rule="italian", pibak_limit=PerPlayers(5, 5, 5), pibak_zero_exempt=False,
        gobak_2p="none", gobak_3p="none", nagari_growth="flat_2"),
}
"""The presets that the engine plays completely, by name (RULES.md 17)."""


def preset(name: str) -> RuleSet:
    """Return the preset called *name*. Raises RuleSetError that offers the nearest name."""
    try:
        return PRESETS[name]
    except KeyError:
        raise RuleSetError(f"no rule set {name!r}; {_nearest(name, PRESETS)}") from None


def ruleset(name: str = "korean_standard", options: Mapping[str, Any] | None = None) -> RuleSet:
    """Return preset *name* with JSON *options* laid over it. Raises RuleSetError for an unknown key or value."""
    base = preset(name)
    values = {f.name: getattr(base, f.name) for f in fields(base)}
    for key, value in (options or {}).items():
        if key not in values:
            raise RuleSetError(f"no option {key!r}; {_nearest(key, values)}")
        values[key] = _read(key, value, base)
    return RuleSet(**values)


def _nearest(name: str, known: Mapping[str, Any]) -> str:
    near = get_close_matches(name, known, 1)
    return f"did you mean {near[0]!r}?" if near else f"choose one of {', '.join(sorted(known))}"
