"""House rules: one frozen record with every option of RULES.md section 17, and the named presets.

Rounds with known hands honour every option; what the referee does not follow yet stands in `engine.watched`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Literal, get_type_hints

from engine.cards import Face, Kind
from engine.errors import RuleSetError
from engine.options import Mission, PerPlayers, Yaku, fits, nearest, plain, read, wanted

_TARGET, _PIBAK, _FIVE = PerPlayers(7, 3, 3), PerPlayers(7, 5, 5), PerPlayers(5, 5, 5)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Every option of RULES.md section 17; the defaults are the preset ``korean_standard``.

    Raises RuleSetError for a value that an option does not take.
    """

    game: Literal["gostop", "hwatu"] = "gostop"  # hwatu: the family game of RULES.md 15
    # dealer, deal and checks (RULES.md 3 to 6)
    target: PerPlayers = _TARGET
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
    extra_yaku: tuple[Yaku, ...] = ()
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
    pibak_limit: PerPlayers = _PIBAK
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
    missions: tuple[Mission, ...] = ()
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
        _check_ranges(self)

    def options(self) -> dict[str, Any]:
        """Return every option as JSON values; ``ruleset(options=...)`` reads them back."""
        return {f.name: plain(getattr(self, f.name)) for f in fields(self)}


@cache
def _hints() -> dict[str, Any]:
    return get_type_hints(RuleSet)


@cache
def _defaults() -> dict[str, Any]:
    return {f.name: f.default for f in fields(RuleSet)}


def _check_type(name: str, value: Any, hint: Any) -> None:
    """Refuse a value that the annotation of option *name* does not allow."""
    if not fits(value, hint):
        raise RuleSetError(f"option {name} does not take {plain(value)!r}; it takes {wanted(hint)}")


def _check_ranges(rules: RuleSet) -> None:
    """Refuse numbers and cards outside what a table can do."""
    bad = {
        "deal_totals_2p": rules.deal_totals_2p not in ((10, 8), (8, 10)),
        "day_hours": not 0 <= rules.day_hours[0] < rules.day_hours[1] <= 24,
        "bonus_cards": (len(rules.bonus_cards) > (0 if rules.game == "hwatu" else 6)
                        or any(face.kind is not Kind.BONUS for face in rules.bonus_cards)),
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
        "cap_points": rules.cap_points is not None and rules.cap_points < 1,
        "missions": any(m.times < 1 or m.plus < 0 or m.draw < 0 or not m.name for m in rules.missions),
        "extra_yaku": any(yaku.points < 1 or not yaku.cards or not yaku.name for yaku in rules.extra_yaku),
        "sell_unit": rules.sell_unit < 1,
        "four_mode": rules.four_mode == "all_play" and rules.game == "gostop",
        "chongtong_points": isinstance(rules.chongtong_points, int) and rules.chongtong_points < 0,
    }
    for name, wrong in bad.items():
        if wrong:
            raise RuleSetError(f"option {name} does not take {plain(getattr(rules, name))!r}; see docs/rules.md")


PRESETS: dict[str, RuleSet] = {
    "korean_standard": RuleSet(),
    "wikipedia_strict": RuleSet(
        may_animal="choice", december_ribbon_counts=False, jappeok_steal=1, ppeok_pay="off", three_ppeok="off",
        bomb_multiplier=1, sseul=False, last_turn_scope="none", go_rule="wiki_n_minus_1",
        pibak_limit=_FIVE, pibak_zero_exempt=False, gobak_3p="x2_own", gobak_multi="each_x2",
        nagari_growth="flat_2"),
    "gamerules_italian": RuleSet(
        first_dealer="lot", cup="animal_only", bonus_hand="flip_and_play", sseul_definition="two_different",
        bomb_steal=0, bomb_multiplier=1, bomb_after_shake=False, ppeok_pay="off", three_ppeok="off",
        last_turn_scope="none", go_rule="italian", pibak_limit=_FIVE, pibak_zero_exempt=False,
        gobak_2p="none", gobak_3p="none", nagari_growth="flat_2"),
    "pmang_newmatgo": RuleSet(
        bonus_cards=(Face(0, Kind.BONUS, 2), Face(0, Kind.BONUS, 3)), bonus_steals=True, table_four="nagari_x2",
        chongtong_points=7, chongtong_mode="choice", chongtong_multi="nagari_x2", ppeok_pay="first",
        shake_timing="on_play", two_card_bomb="double", last_turn_stack_steal=True, showdown="off",
        missions=(Mission("mission_cards", times=2, each=True, draw=3),)),
    "family_hwatu": RuleSet(
        game="hwatu", target=PerPlayers(120, 80, 60), four_mode="all_play", cup="animal_only",
        table_triple_steal=False, sseul=False, ppeok_pay="off", three_ppeok="off", last_turn_scope="none",
        showdown="off"),
}
"""The presets, by name (RULES.md 17)."""


def preset(name: str) -> RuleSet:
    """Return the preset called *name*. Raises RuleSetError that offers the nearest name."""
    try:
        return PRESETS[name]
    except KeyError:
        raise RuleSetError(f"no rule set {name!r}; {nearest(name, PRESETS)}") from None


def ruleset(name: str = "korean_standard", options: Mapping[str, Any] | None = None) -> RuleSet:
    """Return preset *name* with JSON *options* laid over it. Raises RuleSetError for an unknown key or value."""
    base = preset(name)
    values = {f.name: getattr(base, f.name) for f in fields(base)}
    for key, value in (options or {}).items():
        if key not in values:
            raise RuleSetError(f"no option {key!r}; {nearest(key, values)}")
        values[key] = read(key, value, getattr(base, key))
    return RuleSet(**values)
