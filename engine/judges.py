"""One judge for each kind of rule case: from its ``given`` to what the engine says. Used by `engine.cases`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from engine.cards import DECK, Face, Kind, parse_face
from engine.deal import Ruling, deal_counts, draw_for_dealer, months_held, next_dealer, setup_table
from engine.errors import CaseError, IllegalPlay
from engine.family import settle_family, transfers, value
from engine.four import sale, sale_value, seating, whole_net
from engine.judges_observe import judge_observe
from engine.judges_values import Json, faces, listed, names, piles_of, stacks_of
from engine.match import Match
from engine.round import Action, Do, Phase, RoundResult, apply, begin
from engine.rules import RuleSet
from engine.score import score
from engine.settle import (
    Ending,
    ResultKind,
    count_shakes,
    decide,
    pay_all,
    ppeok_pay,
    settle,
    settle_chongtong,
    settle_heodang,
    settle_points,
    settle_three_ppeok,
)
from engine.showdown import Showdown, ShowdownResult, answer, settle_showdown
from engine.steal import junk_class
from engine.table import Stack, Table
from engine.turn import Play, resolve

STEAL_CLASSES = ("single", "double", "cup", "bonus2", "bonus3")


def _score(given: Json, rules: RuleSet) -> Json:
    found = score(faces(given["captured"]), rules, cup_as=_declared(given))
    lines = ("bright", "animal", "godori", "ribbon", "hongdan", "cheongdan", "chodan", "junk")
    extra = {yaku.name: found.points(yaku.name) for yaku in rules.extra_yaku}
    return {name: found.points(name) for name in lines} | extra | {
        "total": found.total, "bright_count": found.brights, "animal_count": found.animals,
        "ribbon_count": found.ribbons, "junk_value": found.junk_value, "cup_as": found.cup_as}


def _declared(given: Json) -> Any:
    return given.get("options", {}).get("cup_declared")


def play_of(given: Json, rules: RuleSet) -> Play:
    """Return the turn of a case: the flip is what the stock gives after the replacements of laid bonus cards."""
    action, stock = given["action"], list(faces(given["stock_top"]))
    laid = faces(listed(action.get("lay_bonus")))
    hand = faces(listed(action.get("play")))
    replaced = [stock.pop(0) for _ in laid if stock]
    if not hand and replaced and rules.bonus_hand == "flip_and_play":
        while stock and replaced[-1].month == 0:  # a bonus card again: it goes to the pile too
            laid += (replaced[-1],)
            replaced.append(stock.pop(0))
        hand = (replaced[-1],)
    flip: list[Face] = []
    while stock and (not flip or flip[-1].month == 0):
        flip.append(stock.pop(0))
    take, take_flip = (parse_face(action[key]) if action.get(key) else None for key in ("choose_hand", "choose_flip"))
    shakes = tuple(listed(action.get("shake")))
    return Play(given["seat"], hand, tuple(flip), take, take_flip, laid, shakes, bool(action.get("leave")),
                bool(action.get("nuclear")))


def _turn(given: Json, rules: RuleSet) -> Json:
    players, seat, held = given["players"], given["seat"], list(faces(given["hand"]))
    stacks = stacks_of(given.get("stacks", ()))
    tokens = tuple(given.get("draw_only_tokens", 0) if s == seat else 0 for s in range(players))
    piles = piles_of(given.get("captured", {}), players)
    table = Table(faces(given["table"]), stacks, piles, tuple(len(held) if s == seat else 5 for s in range(players)),
                  len(given["stock_top"]), tokens)
    play = play_of(given, rules)
    try:
        _check_hand(given, play, held, rules)
        result = resolve(table, play, rules, cups=range(players) if _declared(given) == "junk" else ())
    except IllegalPlay as refusal:
        return {"illegal": str(refusal), "captured": [], "table_after": names(table.loose),
                "stacks_after": _stacks(table.stacks), "events": [], "stolen": {}, "hand_after": names(held),
                "tokens_after": tokens[seat]}
    if rules.bonus_hand == "draw_to_hand":
        held += faces(given["stock_top"])[:len(play.bonus_laid)]
    for card in (*play.bonus_laid, *play.hand):
        if card in held:  # a replacement that was played at once never was
            held.remove(card)
    shaken, bombed = _declared_sets(given["action"], play)
    return {"captured": names(result.captured), "table_after": names(result.table.loose),
            "stacks_after": _stacks(result.table.stacks), "events": [str(e) for e in result.events],
            "stolen": {str(v): [STEAL_CLASSES[junk_class(c, rules, cup_as_junk=True) or 0] for c in cards]
                       for v, cards in result.stolen.items()},
            "tokens_after": result.table.tokens[seat], "hand_after": names(held),
            "shake_multiplier_events": sum(count_shakes(shaken, bombed, rules)), "last_turn": result.last_turn}


def _check_hand(given: Json, play: Play, held: list[Face], rules: RuleSet) -> None:
    """Refuse what the hand does not hold, or may not show. Raises IllegalPlay."""
    replaced = bool(play.bonus_laid) and rules.bonus_hand == "flip_and_play"
    laid = Counter(play.bonus_laid if replaced and not given["action"].get("play") else play.bonus_laid + play.hand)
    drawn = faces(given["stock_top"])[:len(play.bonus_laid)]
    if laid - Counter(held) - Counter(drawn):
        raise IllegalPlay(f"the hand does not hold {' '.join(names(laid - Counter(held) - Counter(drawn)))}")
    for month in play.shakes:
        lies = any(card.month == month for card in faces(given["table"]))
        shown = [*held, *(() if replaced else drawn)]  # the card drawn for a bonus may be the third
        if month in given.get("shaken_months", ()) or sum(card.month == month for card in shown) < 3:
            raise IllegalPlay(f"a shake shows three {month:02d} cards of the hand, once (RULES.md 9.6)")
        if rules.shake_timing == "on_play" and len(play.hand) == 1 and (lies or play.hand[0].month != month):
            raise IllegalPlay("who shakes plays one of the three, and none may lie on the floor (shake_timing=on_play)")


def _declared_sets(action: Json, play: Play) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return play.shakes, (play.hand[0].month,) if len(play.hand) == 3 else ()


def _stacks(stacks: Iterable[Stack]) -> list[Json]:
    return [{"month": s.month, "owner": s.owner, "cards": names(s.cards), "bonus": names(s.bonus)} for s in stacks]


def _settle(given: Json, rules: RuleSet) -> Json:
    met = tuple(given.get("missions_met", ()))
    go = tuple(given.get("go") or (0,) * given["players"])
    if len(go) != given["players"]:
        raise CaseError(f"{len(go)} numbers of go for {given['players']} players")
    ending = Ending(given["winner"], go, tuple(given.get("go_order", ())), given.get("shakes", 0),
                    given.get("bombs", 0), given.get("nagari_before", 0), met=met, fed_by=given.get("fed_by"),
                    balances=tuple(given.get("balances", ())))
    if "card_points" in given:
        found = settle_points(given["card_points"], ending, rules)
    else:
        piles, declared = piles_of(given["captured"], len(go)), _declared(given)
        found = settle(piles, ending, rules, cup_as=dict.fromkeys(range(len(piles)), declared) if declared else None)
    return {"net": list(found.net), "final": found.final, "card_points": found.card_points,
            "baks": {str(seat): sorted(own) for seat, own in found.baks.items()}, "meongtta": found.meongtta,
            "multiplier": {str(seat): times for seat, times in found.multipliers.items()},
            "cup_as": {str(seat): place for seat, place in found.cup_as.items()}}


def _decision(given: Json, rules: RuleSet) -> Json:
    found = decide(given["score"], given.get("go", 0), given.get("last_go_score"), given.get("turns_left_for_seat", 1),
                   rules.target(given["players"]))
    return {"prompt": found.prompt, "auto_stop": found.auto_stop}


def _deal(given: Json, rules: RuleSet) -> Json:
    found = deal_counts(given["players"], rules)
    return {"hands": list(found.hands), "table": found.floor, "stock": found.stock,
            "stock_after_return": found.returned}


def _table_setup(given: Json, rules: RuleSet) -> Json:
    found = setup_table(faces(given["table"]), faces(given.get("stock_top", ())), rules)
    return {"table": names(found.loose), "captured_dealer": names(found.bonus), "stock_used": found.stock_used,
            "ruling": str(found.ruling), "stacks": _stacks(found.stacks),
            "dealer": given.get("dealer", 0),
            "nagari_after": given.get("nagari_before", 0) + int(found.ruling is Ruling.NAGARI)}


def _hand_check(given: Json, rules: RuleSet) -> Json:
    hand = faces(given["hand"])
    return {"chongtong_months": list(months_held(hand, 4)), "shake_months": list(months_held(hand, 3))}


def _chongtong(given: Json, rules: RuleSet) -> Json:
    net = settle_chongtong(given["hands_with_four"], given["players"], rules, given.get("nagari_before", 0),
                           given.get("dealer", 0))
    return {"net": list(net), "hand_over": bool(given["hands_with_four"])}


def _instant_win(given: Json, rules: RuleSet) -> Json:
    winner, players, nagari = given["winner"], given["players"], given.get("nagari_before", 0)
    match given.get("reason", "three_ppeok"):
        case "chongtong":
            net = settle_chongtong((winner,), players, rules, nagari)
        case "heodang":
            net = settle_heodang(winner, players, rules, nagari) if rules.heodang else (0,) * players
        case _:
            on = rules.three_ppeok == "win"
            net = settle_three_ppeok(winner, players, rules, nagari) if on else (0,) * players
    return {"net": list(net)}


def _ppeok_pay(given: Json, rules: RuleSet) -> Json:
    each = ppeok_pay(given["own_ppeok_turns"], given["players"], rules)
    return {"immediate": list(pay_all(given["seat"], each, given["players"]))}


def _ppeok_total(given: Json, rules: RuleSet) -> Json:
    turns, players, seat = given["own_ppeok_turns"], given["players"], given["seat"]
    nets = [pay_all(seat, ppeok_pay(turns[:n + 1], players, rules), players) for n in range(len(turns))]
    if len(turns) >= 3 and rules.three_ppeok == "win":
        nets.append(settle_three_ppeok(seat, players, rules, given.get("nagari_before", 0)))
    return {"total": [sum(column) for column in zip(*nets, strict=True)] if nets else [0] * players}


def _hand_end(given: Json, rules: RuleSet) -> Json:
    dealer = given.get("dealer", 0)
    match = Match(rules, given["players"], dealer=dealer, nagari=given.get("nagari_before", 0))
    none = (0,) * match.players
    gos, lasts = given.get("go") or none, given.get("last_go_score") or (None,) * match.players
    stops = [seat for seat, (points, go, last) in enumerate(zip(given["scores"], gos, lasts, strict=True))
        if decide(points, go, last, 0, rules.target(match.players)).auto_stop]
    if stops or not given.get("all_cards_played", True):
        return {"result": "stop" if stops else "continue", "winner": stops[0] if stops else None}
    after = match.record(RoundResult(ResultKind.NAGARI, None, none, none))
    return {"result": "nagari", "net": list(none), "nagari_after": after.nagari,
            "next_dealer": "same" if after.dealer == dealer else after.dealer}


def _dealer(given: Json, rules: RuleSet) -> Json:
    draws = [draw if isinstance(draw, int) else parse_face(draw) for draw in given["draws"]]
    seats = draw_for_dealer(draws, given.get("hour", 12), rules)
    return {"dealer": seats[0]} if len(seats) == 1 else {"redraw": list(seats)}


def _next_dealer(given: Json, rules: RuleSet) -> Json:
    won = None if given.get("result") in ("nagari", "void", "redeal") else given.get("winner")
    return {"dealer": next_dealer(given["dealer"], won, given["players"], rules)}


def _sequence(given: Json, rules: RuleSet) -> Json:
    """Several turns with known hands from the middle of a round."""
    players = given["players"]
    state = begin(list(map(faces, given["hands"])), faces(given["table"]), faces(given["stock"]), rules,
                  given.get("dealer", 0), nagari=given.get("nagari_before", 0))
    if any(given.get("own_turns_done", ())):  # the deal was checked long ago
        state = replace(state, phase=Phase.PLAY, result=None)
    table = replace(state.table, piles=piles_of(given.get("captured", {}), players),
                    stacks=state.table.stacks + stacks_of(given.get("stacks", ())),
                    tokens=tuple(given.get("draw_only_tokens", (0,) * players)))
    state = replace(
        state, table=table, own_turns=tuple(given.get("own_turns_done", (0,) * players)),
        turn=given["actions"][0]["seat"], go=tuple(given.get("go", state.go)),
        go_order=tuple(given.get("go_order", ())), go_points=tuple(given.get("last_go_score", state.go_points)))
    events: list[list[str]] = []
    prompts: list[bool | None] = []
    steals: list[int] = []
    for action in given["actions"]:
        if state.turn != action["seat"]:
            raise IllegalPlay(f"action {len(events) + 1}: it is the turn of seat {state.turn}, not {action['seat']}")
        said = action.get("say")
        state = apply(state, Action(Do(said))) if said else _act(state, action)
        result = state.last.result if state.last is not None else None
        events.append([said] if said else [str(e) for e in result.events] if result else [])
        prompts.append(None if said else state.phase is Phase.GO_STOP)
        steals.append(0 if said or result is None else sum(map(len, result.stolen.values())))
    return {"events": events, "prompt_after_action": prompts, "junk_steal_counts": steals,
            "table_final": names(state.table.loose), "stacks_final": _stacks(state.table.stacks),
            "captured_final": {str(s): names(pile) for s, pile in enumerate(state.table.piles)},
            "hands_final": [names(hand) for hand in state.hand_cards], "tokens_final": list(state.table.tokens),
            "scores_after": {str(s): total for s, total in enumerate(state.totals())},
            "hand_over": state.result is not None, "net": list(state.result.net) if state.result else None,
            "result": str(state.result.kind) if state.result else None, "immediate": list(state.paid),
            "winner": state.result.winner if state.result else None}


def _act(state: Any, action: Json) -> Any:
    """Lay the bonus cards and shakes of an action, then its card, and answer the choices it names."""
    laid = faces(listed(action.get("lay_bonus")))
    for card in laid:
        state = apply(state, Action(Do.LAY_BONUS, (card,)))
    for month in listed(action.get("shake")):
        state = apply(state, Action(Do.SHAKE, tuple(c for c in state.hand_cards[state.turn] if c.month == month)))
    cards = faces(listed(action.get("play")))
    if cards or not laid or state.rules.bonus_hand == "draw_to_hand":
        do = (Do.DRAW, Do.PLAY, Do.BOMB)[min(len(cards), 2)]
        choose = parse_face(action["choose_hand"]) if action.get("choose_hand") else None
        asked = [a for a in (Action(do, cards, choose), Action(do, cards)) if do is Do.PLAY]
        if do is Do.BOMB:  # in the order in which the hand holds them
            same = tuple(c for c in state.hand_cards[state.turn] if c.month == cards[0].month)
            cards = same if sorted(same) == sorted(cards) else cards
        legal = [a for a in asked if _is_legal(state, a)] or [Action(do, cards, choose)]
        state = apply(state, legal[0])
    if state.phase is Phase.CHOOSE and action.get("choose_flip"):
        state = apply(state, Action(Do.CHOOSE, choose=parse_face(action["choose_flip"])))
    return state


def _is_legal(state: Any, action: Action) -> bool:
    try:
        apply(state, action)
    except IllegalPlay:
        return False
    return True


def _showdown(given: Json, rules: RuleSet) -> Json:
    answers = {int(seat): said for seat, said in given["answers"].items()}
    found = answer(given["players"], given["caller"], answers, rules)
    return {"result": str(found.result), "fed_player": found.fed, "refuser": found.refuser, "reason": found.why}


def _showdown_settle(given: Json, rules: RuleSet) -> Json:
    shown = Showdown(ShowdownResult.FEED, given["caller"], given["accepter"], given["refuser"])
    return {"net": list(settle_showdown(given["normal_net"], shown, given["winner"], rules))}


def _sell(given: Json, rules: RuleSet) -> Json:
    hand, losers = faces(given["hand"]), given.get("losers")
    if losers is None and given.get("winner") is not None:
        losers = [seat for seat in range(4) if seat not in (given["winner"], given["seller"])]
    net = sale(hand, given["seller"], rules, given.get("dealer", 0), losers)
    return {"value": sale_value(hand, rules), "net": list(net)}


def _four_choice(given: Json, rules: RuleSet) -> Json:
    plays = {int(seat): said == "play" for seat, said in given["answers"].items()}
    try:
        found = seating(plays, given.get("dealer", 0), given.get("died_last_hand"))
    except IllegalPlay as refusal:
        return {"illegal": str(refusal)}
    return {"active": list(found.active), "out": found.out, "may_sell": found.may_sell}


def _four_total(given: Json, rules: RuleSet) -> Json:
    lost = {int(seat): points for seat, points in given["per_loser"].items()}
    active = sorted({given["winner"], *lost})
    net = [-lost[seat] if seat in lost else sum(lost.values()) for seat in active]
    return {"net": list(whole_net(active, net, given.get("sale_net", [0] * 4)))}


def _hwatu_settle(given: Json, rules: RuleSet) -> Json:
    found = settle_family(piles_of(given["captured"], given["players"]), rules)
    if found.void:
        return {"totals": None, "balances": None, "sum_of_balances": None, "target": found.target,
                "raw_points": None, "ruling": "void", "reason": found.void}
    return {"totals": list(found.totals), "balances": list(found.balances), "raw_points": list(found.raw),
            "sum_of_balances": sum(found.balances), "target": found.target, "ruling": None}


def _hwatu_values(given: Json, rules: RuleSet) -> Json:
    kinds = {"bright": (Kind.BRIGHT,), "animal": (Kind.ANIMAL,), "ribbon": (Kind.RIBBON,),
             "junk": (Kind.DJUNK, Kind.JUNK)}
    worth = {name: value(card for card in DECK if card.kind in own) for name, own in kinds.items()}
    return worth | {"total": value(DECK), "targets": {str(n): rules.target(n) for n in (2, 3, 4)}}


def _hwatu_transfer(given: Json, rules: RuleSet) -> Json:
    return {"transfer": list(transfers(given["holder"], faces(given["cards"]), given["players"], rules))}


JUDGES: dict[str, Callable[[Json, RuleSet], Json]] = {
    "score": _score, "turn": _turn, "settle": _settle, "decision": _decision, "deal": _deal,
    "table_setup": _table_setup, "hand_check": _hand_check, "chongtong": _chongtong, "instant_win": _instant_win,
    "ppeok_pay": _ppeok_pay, "ppeok_total": _ppeok_total, "hand_end": _hand_end, "dealer": _dealer,
    "next_dealer": _next_dealer, "sequence": _sequence, "observe": judge_observe, "showdown": _showdown,
    "showdown_settle": _showdown_settle, "sell": _sell, "four_choice": _four_choice, "four_total": _four_total,
    "hwatu_settle": _hwatu_settle, "hwatu_values": _hwatu_values, "hwatu_transfer": _hwatu_transfer}
"""Every kind of case, by name."""
